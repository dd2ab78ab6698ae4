"""`python -m toolkit` is the command line."""

from toolkit.cli import main

main()
