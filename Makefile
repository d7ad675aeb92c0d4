# All that a fresh clone needs: `make run` and `make test`. `make help` lists the rest.

PYTHON ?= python3
PORT ?= 8501
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check -qq

.DEFAULT_GOAL := help
.PHONY: help run test lint format shots bench studies readme clean chromium rules warm

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: .venv/.run ## Install what is missing and open the app (PORT=8600 for another port)
	$(BIN)/python -m streamlit run app.py --server.port $(PORT)

# The tests start many processes: what is compiled has to be kept, or each would compile it again.
test: export PYTHONDONTWRITEBYTECODE =
test: ## Install what is missing and run every check
	@$(MAKE) --no-print-directory --jobs 2 .venv/.test chromium
	@$(MAKE) --no-print-directory --jobs 2 warm rules
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal --ignore tests/browser --ignore tests/game
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal tests/browser

# On the second processor while the first compiles the core, which neither of them asks.
rules: lint
	$(BIN)/python -m pytest tests/game

warm: .venv/.test
	$(BIN)/python -m matador.analysis.warm

lint: .venv/.test ## Style, types and import floors only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: .venv/.test ## Let ruff put the code in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

shots: .venv/.test chromium ## Photograph every page, wide and narrow, light and dark, into shots/
	$(BIN)/python -m tests.browser.shots shots

bench: .venv/.test chromium ## Measure everything against the yardsticks and peers (BENCH=--quick: a minute)
	$(BIN)/python -m benchmarks $(BENCH)

studies: .venv/.run ## Make content/studies anew where it is out of date, and go on (STUDIES=tiles: only that)
	$(BIN)/python -m matador.teach.studies $(STUDIES)

readme: .venv/.test ## Write what the README takes from content/ anew
	$(BIN)/python -m tests.readme

clean: ## Remove the environment and everything else that was made
	rm -rf .venv .venv-peers .yardstick .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache shots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

chromium:
	@$(PYTHON) tests/browser/chromium.py

# The stamps make a second install cost nothing until a requirements file changes.

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Matador needs Python 3.11 or newer; name one with PYTHON=python3.11' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'This Python cannot make environments (no ensurepip): install the package python3-venv' >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.run: requirements.txt .venv/.made
	$(PIP) -r requirements.txt
	@touch $@

.venv/.test: requirements.txt requirements-cluster.txt requirements-dev.txt .venv/.made
	$(PIP) -r requirements-dev.txt
	@touch .venv/.run $@
