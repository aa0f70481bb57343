# The two commands of the README, and the parts of CI. Only Python 3.11, git and make need to be there.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Tests run on as many processes as there are cores; PYTEST_ARGS="-x -k name" narrows a run.
PYTEST_ARGS ?= -n auto

.PHONY: demo test test-policies lint generate check clean

## Starts the server, asks it for the best play of a published position, shows the tiles.
demo: $(VENV)/demo.stamp
	$(BIN)/python examples/demo.py

## Runs the default tests.
test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest $(PYTEST_ARGS)

## Every rule changed by itself, against brute force: the slow tests that CI runs (minutes).
test-policies: $(VENV)/dev.stamp
	$(BIN)/python -m pytest $(PYTEST_ARGS) -m slow tests/agreement/test_policies.py

## Format, lint, types, import direction, the API's lint.
lint: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint

## Python code from proto/.
generate: $(VENV)/dev.stamp
	$(BIN)/python proto/generate.py

## Everything that CI runs.
check:
	bash .ci/run

clean:
	rm -rf $(VENV) build dist

# A stamp is newer than pyproject.toml exactly when the environment holds what pyproject.toml asks for.
$(VENV)/demo.stamp: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[server]"
	touch $@

$(VENV)/dev.stamp: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	touch $@ $(VENV)/demo.stamp
