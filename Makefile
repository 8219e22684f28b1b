# One line a target; each shows the command it runs.
PYTHON ?= python3
BIN := .venv/bin
export NO_MKDOCS_2_WARNING := 1

.PHONY: serve site test check new bench format clean

serve: .venv/ready          ## build and serve on http://127.0.0.1:8000
	$(BIN)/mkdocs serve --livereload

site: .venv/ready           ## write the site to site/
	$(BIN)/mkdocs build --strict

check: .venv/ready          ## check the records
	$(BIN)/faultatlas check

new: .venv/ready            ## start a record: make new KIND=case ID=acme-2026-what-happened
	$(BIN)/faultatlas new $(KIND) $(ID) $(if $(AREA),--area $(AREA))

test: .venv/dev             ## run all tests, a browser included
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/ruff check generator tests benchmarks
	$(BIN)/python -m pytest

bench: .venv/dev            ## measure; writes benchmarks/RESULTS.md
	$(BIN)/python -m benchmarks

format: .venv/dev
	$(BIN)/ruff format generator tests benchmarks

clean:
	rm -rf .venv .cache site

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/dev: .venv/ready requirements-dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@
