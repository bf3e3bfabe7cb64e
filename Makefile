# Every target sets itself up: a machine with Python 3.11 and pip is enough.
SHELL := /bin/bash
BIN := .venv/bin
STAMP := .venv/.set-up
PURE := $(addprefix tests/,architecture core docs quality sql) # what reaches every branch of core/

.PHONY: setup demo test check lint types contract tidy golden golden-check bench live-small browser soak docs clean

setup: $(STAMP)
$(STAMP): pyproject.toml uv.lock .ci/set-up
	bash .ci/set-up
	touch $@

demo: $(STAMP)
	@$(BIN)/sayso demo

test: export PYTHONDONTWRITEBYTECODE := # every process would compile all it imports anew
test: $(STAMP)
	$(BIN)/pytest -q -n 2 --cov --cov-report= $(PURE)
	$(BIN)/coverage report --include='core/*' --fail-under=100
	$(BIN)/pytest -q -n 3 $(PURE:%=--ignore=%)

check: lint types contract tidy

lint: $(STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(STAMP) ; $(BIN)/mypy
contract: $(STAMP) ; $(BIN)/lint-imports --no-logo

tidy: $(STAMP)
	$(BIN)/pytest -q tests/architecture
	$(BIN)/python -m sayso.shell.entrances.cli.reference --check

golden: $(STAMP)
	@$(BIN)/python -m tests.golden_review

golden-check: $(STAMP)
	@$(BIN)/python -m tests.golden_review --check

bench: $(STAMP) # what set-up-bench cannot install stands in the tables, with the reason
	bash .ci/set-up-bench; $(BIN)/python -m bench $(BENCH)

live-small: $(STAMP)
	bash .ci/set-up-live
	$(BIN)/python -m tests.live.small

browser: $(STAMP)
	bash .ci/browser

soak: $(STAMP)
	$(BIN)/python -m tests.soak $(if $(SOAK_MINUTES),--minutes $(SOAK_MINUTES))

docs: $(STAMP) ; $(BIN)/python -m sayso.shell.entrances.cli.reference

clean:
	rm -rf .venv* .coverage* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
