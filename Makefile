# Every target first sets up what it needs; the second time nothing is left to do. Modules are compiled when they are
# imported, and stay compiled even where the environment says otherwise.
VENV := .venv
BIN := $(VENV)/bin
SERVES := $(VENV)/.serves
STAMP := $(VENV)/.installed
MESSAGES := $(patsubst %.po,%.mo,$(wildcard toolkit/translations/*/LC_MESSAGES/messages.po))
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test soak lint bench map docs site translations words lock audit clean

run: $(SERVES) $(MESSAGES)
	$(BIN)/vtes-toolkit serve $(ARGS)

test: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

# Long runs, of which the tests are a part: make soak ARGS="decks engine events api pages walks".
soak: $(STAMP)
	nice -n 10 $(BIN)/python -m tests.soak $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/plain_words.py --check
	$(BIN)/deno fmt --check --quiet
	$(BIN)/deno lint --quiet
	$(BIN)/deno run --quiet --no-lock -A npm:pyright@1.1.414 --pythonpath $(BIN)/python docs/programs docs/python
	! LC_ALL=C.UTF-8 grep -rnE '.{161}' templates toolkit/web/static --include=*.html --include=*.css --include=*.js

bench: $(STAMP)
	$(BIN)/python -m tests.bench $(ARGS)

# How big the areas are, which way a request takes, circles of imports: see tools/map.py.
map: $(STAMP)
	$(BIN)/python tools/map.py $(ARGS)

docs: $(STAMP)
	$(BIN)/python -m tests.docs.commands
	$(BIN)/python -m tests.docs.game

# The documentation site, in build/site.
site: $(STAMP)
	$(BIN)/zensical build --strict --clean

# The share of long sentences and of free relatives in each text: see tools/plain_words.py.
words: $(STAMP)
	$(BIN)/python tools/plain_words.py

translations: $(STAMP)
	$(BIN)/python tools/translations.py

# What a server is installed with, and whether any of it has a known vulnerability.
lock audit: $(STAMP)
	tools/$@ $(ARGS)

# What serving needs, then what else the tests need. A catalogue that was edited is compiled; nothing is installed for it.
$(SERVES): pyproject.toml hatch_build.py tools/set-up
	@tools/set-up
	@touch $@

$(STAMP): $(SERVES) | $(MESSAGES)
	@tools/set-up --group dev
	@touch $@

%.mo: %.po | $(SERVES)
	@$(BIN)/python tools/translations.py $<

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
