# Needs Python 3.11 or newer and make; everything else is installed into .venv on first use.

PYTHON ?= python3
VENV := .venv
LEARNERS := .venv-learners
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/playable
READY := $(VENV)/ready
PROVABLE := $(VENV)/provable
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable
WORKERS ?= 2
MINUTES ?= 3

.DEFAULT_GOAL := help
.PHONY: help setup play test check format browser prove golden pictures docs constraints clean
.PHONY: bench bench-envs bench-learners bench-web bench-load bench-peers bench-duel soak

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

setup: $(READY) ## Create the virtual environment and install everything into it

$(PLAYABLE): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bellhop needs Python 3.11 or newer; set PYTHON=… to choose one.")'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) '.[serve]'
	@touch $(PLAYABLE)

$(READY): $(PLAYABLE)
	$(INSTALL) '.[dev,serve]'
	@touch $(READY)

$(PROVABLE): $(READY)
	$(INSTALL) '.[dev,serve,prove]'
	@touch $(PROVABLE)

play: $(PLAYABLE) ## Open the table in a browser and play (LAN=1: let others on your network join)
	@$(BIN)/bellhop serve --open $(if $(LAN),--host 0.0.0.0) $(ARGS)

test: check browser ## Run all checks and tests
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup -m 'not prove'

check: $(READY) ## Check style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

browser: ## Install Chromium for the tests if it is missing
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null \
	|| command -v google-chrome > /dev/null \
	|| (echo 'Installing Chromium …' && apt-get -qq update && apt-get -qq install -y chromium > /dev/null) \
	|| (echo 'The tests need Chromium, which is missing and could not be installed.' && exit 1)
	@command -v chromium-headless-shell > /dev/null \
	|| apt-get -qq install -y chromium-headless-shell > /dev/null 2>&1 \
	|| echo 'Without chromium-headless-shell, the tests take longer.'

format: $(READY) ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

prove: $(PROVABLE) browser ## Run the long proofs, all or some of them (PART=tests/table), and save the results
	BELLHOP_PROVE=1 $(BIN)/pytest -n $(WORKERS) --dist loadgroup --timeout 3600 $(PART)

pictures: $(READY) browser ## Take the pictures in README.md again, in a real browser
	$(BIN)/python docs/make_pictures.py

golden: $(READY) ## Regenerate the golden games; read the diff before you commit it
	BELLHOP_GAMES=outside.night_porter $(BIN)/python tests/golden.py

docs: $(READY) ## Regenerate the generated pages in docs/
	PYTHONPATH=tests $(BIN)/python docs/make_rules.py
	$(BIN)/python docs/make_observations.py
	$(BIN)/python docs/make_positions.py

constraints: $(PROVABLE) ## Upgrade all dependencies, and pin the versions that the tests run with
	$(BIN)/pip install --quiet --upgrade --upgrade-strategy eager --editable '.[dev,serve,prove]'
	(head -n 1 constraints.txt; $(BIN)/pip freeze --exclude-editable | sed 's/+.*//') > constraints.new
	mv constraints.new constraints.txt

bench: $(READY) ## Measure the speed of the rules, and save the results in benchmarks/results
	$(BIN)/python benchmarks/run.py

bench-envs: $(READY) ## Measure batches and environments, and save the results
	$(BIN)/python benchmarks/batches.py
	$(BIN)/python benchmarks/interfaces.py
	$(BIN)/python benchmarks/datasets.py

bench-learners: ## Train learners on every game, and save their curves (ARGS=overbooking)
	$(PYTHON) -m venv $(LEARNERS)
	$(LEARNERS)/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt \
	torch sb3-contrib --editable '.[envs]'
	OPENBLAS_NUM_THREADS=1 $(LEARNERS)/bin/python benchmarks/learners.py $(ARGS)

bench-web: $(READY) ## Measure the server, its pages and its start-up, and save the results
	$(BIN)/python benchmarks/web.py

bench-load: $(READY) ## Measure how many tables and programs the server can handle, and save the results
	$(BIN)/python benchmarks/scale.py now

bench-peers: $(READY) ## Compare other engines with ours, and save the results
	PYTHONPATH=benchmarks/engines $(BIN)/python benchmarks/peers.py

soak: $(READY) ## Run a server for a long evening, and see whether anything grows (MINUTES=60)
	$(BIN)/python benchmarks/soak.py $(MINUTES)

bench-duel: $(READY) ## Play our bots against OpenSpiel's search with equal time, and save the results
	$(BIN)/python benchmarks/duel.py

clean: ## Remove what was installed and generated
	rm -rf $(VENV) .venv-peers $(LEARNERS) .mypy_cache .pytest_cache .ruff_cache .hypothesis
