# make test | demo | try | bench: each sets up what it needs first, in .venv.
# make check runs the quick checks alone; make pictures draws those of maps/README.md anew; make lock rewrites
# the lock files; make clean starts over.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$name -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
		>/dev/null 2>&1 && echo $$name && break; done)
# The tests start Python many times: it keeps what it has compiled.
unexport PYTHONDONTWRITEBYTECODE
# They are the same in each run; tests.draw_anew orders sets otherwise each time.
export PYTHONHASHSEED = 0
BIN := .venv/bin
READY := .venv/ready
COMPILED := .venv/compiled
PYTEST_ARGS ?=

.PHONY: help setup system check tested test demo try bench pictures lock clean

help:
	@echo "make test    check and test everything"
	@echo "make demo    play eight game years by mail, on this machine"
	@echo "make try     play a game yourself, here and now, against robots"
	@echo "make bench   measure the speed"

setup: $(READY)

$(READY): requirements-dev.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "judge needs Python 3.11 or newer with its venv module" \
		"(on Debian: apt-get install python3 python3-venv)." \
		"Name one with: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "Setting up .venv with $$($(PYTHON) --version) ..."
	rm -rf .venv
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile --require-hashes \
		-r requirements-dev.lock
	$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps \
		--no-build-isolation --editable .
	touch $(READY)

system:
	@tests/setup-system.sh

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# What all processes of the tests import is compiled by one, the first time. Errors in it are shown by the tests.
$(COMPILED): $(READY)
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 || true
	@touch $@

# Three processes keep two cores busy: some tests wait for a judge that was killed, or for a mail server.
tested: $(COMPILED) system
	SLIPCOVER_ENABLED=1 SLIPCOVER_SOURCE=judge $(BIN)/python -m pytest -n 3 --dist loadgroup $(PYTEST_ARGS)

# mypy needs one core for a while, and the tests begin meanwhile.
test:
	@$(MAKE) --no-print-directory --jobs=3 check tested

demo: $(READY)
	$(BIN)/judge demo

try: $(READY)
	$(BIN)/judge try

bench: $(READY)
	$(BIN)/python -m tests.bench

pictures: $(READY)
	@sed -n 's|^    judge draw maps/|$(BIN)/judge draw maps/|p' maps/README.md | $(SHELL) -e

lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet pip-tools
	.venv-lock/bin/pip-compile $(LOCK) --extra server -o requirements.lock pyproject.toml
	.venv-lock/bin/pip-compile $(LOCK) --extra server --extra dev -c requirements.lock \
		-o requirements-dev.lock pyproject.toml
	rm -rf .venv-lock

LOCK := --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

clean:
	rm -rf .venv .venv-lock .bench build dist .mypy_cache .ruff_cache .pytest_cache
