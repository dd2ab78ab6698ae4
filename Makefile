# Every target sets up what it needs first, and is quick the second time. Modules are compiled as they are imported, for
# most of those that are installed never are, and stay compiled whatever the environment says.
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test lint bench map docs translations words lock audit clean

run: $(STAMP)
	$(BIN)/vtes-toolkit serve $(ARGS)

test: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/plain_words.py --check

bench: $(STAMP)
	$(BIN)/python -m tests.bench $(ARGS)

# How big the areas are, which way a request takes, circles of imports: see tools/map.py.
map: $(STAMP)
	$(BIN)/python tools/map.py $(ARGS)

docs: $(STAMP)
	$(BIN)/python -m tests.docs.commands
	$(BIN)/python -m tests.docs.game

# The share of long sentences and of free relatives in each text: see tools/plain_words.py.
words: $(STAMP)
	$(BIN)/python tools/plain_words.py

translations: $(STAMP)
	$(BIN)/python tools/translations.py

# What a server is installed with, and whether any of it has a known vulnerability.
lock audit: $(STAMP)
	tools/$@ $(ARGS)

$(STAMP): pyproject.toml hatch_build.py $(wildcard toolkit/translations/*/LC_MESSAGES/*.po)
	@python=$$(sh tools/find-python) && if [ ! -x $(BIN)/python ]; then "$$python" -m venv $(VENV); fi
	$(BIN)/python -m pip install -q --upgrade "pip>=25.1"
	$(BIN)/python -m pip install -q --no-compile -e . --group dev
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
