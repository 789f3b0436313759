# `make play` and `make test` do all the set-up they need, once.

PYTHON ?= python3
BIN := .venv/bin
# Both names, because pip has moved from the first to the second for build requirements.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Or each of the hundreds of processes that the tests start would compile all our modules anew.
unexport PYTHONDONTWRITEBYTECODE

# Twice as many at once as there are cores, within reason: many tests wait for processes of their own.
SPREAD = -n $(shell $(BIN)/python -c 'from bot.cores import usable_cores as n; print(min(8, 2 * n()))') --dist worksteal

.PHONY: help setup play bench test test-slow check format pins clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

setup: .venv/.installed  ## make .venv and install what playing needs

.venv/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "inarow needs Python 3.11 or newer; name one with PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.installed: .venv/.created pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --editable '.[bot]'
	@touch $@

.venv/.developed: .venv/.installed
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

.venv/.benched: .venv/.installed
	$(BIN)/pip install --quiet --editable '.[bench]'
	@touch $@

play: .venv/.installed  ## play a bot; without a terminal, watch two; GAME=qubic picks another
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/inarow play $(if $(GAME),--game $(GAME)); \
	else $(BIN)/inarow watch --bots --boards $(if $(GAME),--game $(GAME)); fi

bench: .venv/.benched  ## set the benchmarks up; NAME=server runs one of them
	@$(if $(NAME),$(BIN)/python -m benchmarks.$(NAME),\
		echo "ready: make bench NAME=server, or $(BIN)/python -m benchmarks.server --help; there are"; \
		grep -l __main__ benchmarks/*.py benchmarks/*/__main__.py \
			| sed -nE 's|^benchmarks/([a-z0-9]+)(/__main__)?\.py$$|  \1|p' | sort)

test: .venv/.developed  ## run the tests
	$(BIN)/pytest -q $(SPREAD)

test-slow: .venv/.developed  ## run the slow tests too
	$(BIN)/pytest -q $(SPREAD) -m ''

check: .venv/.developed  ## formatting, lint, types and the import arrows
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/house/test_layers.py

format: .venv/.developed  ## format the code and mend what lint can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

pins: .venv/.created  ## take the newest releases and pin them in constraints.txt
	PIP_CONSTRAINT= PIP_BUILD_CONSTRAINT= \
		$(BIN)/pip install --upgrade --upgrade-strategy eager --editable '.[dev]' hatchling
	$(BIN)/pip freeze --exclude-editable > constraints.txt

clean:  ## remove .venv and the caches
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
