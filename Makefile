# make run: everything and the site. make test: everything the tests need, and all of them.
SHELL := bash
PORT ?= 8000
WORKERS ?= 2
# A distribution optimises its Python with profiles. The tests take an eighth less time with it than
# with one that was compiled without.
PYTHON ?= $(shell /usr/bin/python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' \
  2>/dev/null && echo /usr/bin/python3 || echo python3)
VENV := .venv
BIN := $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check

# The tests start Python a hundred times. What it has compiled, it keeps.
export PYTHONDONTWRITEBYTECODE =

# The files with tests of what differs between SQLite and PostgreSQL.
ON_BOTH = $(shell grep -rl --include='test_*.py' mark.database tests)

# What waits in the background, until the server ends: one worker does everything, one only what
# somebody stands by for. One that died begins anew.
WORK = for only in "" "--only urgent"; do { while kill -0 $$$$ 2>/dev/null; do \
  $(BIN)/python manage.py work --beside $$$$ $$only; sleep 1; done & }; done

.DEFAULT_GOAL := help
.PHONY: help install run demo backup dev check services test-engine test test-fast test-days test-commands test-database test-browser test-deploy faults bench load prove package mutants lock clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

$(VENV)/runtime: requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r requirements.lock
	touch $@

# uv is several times as fast as pip. Pip takes over where only pip is told of a mirror.
$(VENV)/development: requirements.txt requirements-dev.txt $(VENV)/runtime
	$(INSTALL) "$$(grep -o '^uv==[0-9.]*' requirements-dev.txt)"
	$(BIN)/uv pip install --quiet --python $(BIN)/python -r requirements-dev.txt || \
	  $(INSTALL) -r requirements-dev.txt
	touch $@

# A platform brings fifty packages, and its own Django. They stay apart from the site's.
$(VENV)/openedx/made: tests/openedx/requirements.lock $(VENV)/development
	$(BIN)/python -m venv $(VENV)/openedx
	$(BIN)/uv pip install --quiet --python $(VENV)/openedx/bin/python --require-hashes -r $< || \
	  $(VENV)/openedx/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@

# A secret of its own for this machine, made once and never committed.
var/environment:
	mkdir -p var
	umask 077; echo "export SECRET_KEY=$$($(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(50))')" > $@

install: $(VENV)/runtime var/environment ## Virtual environment, packages, database, content
	source var/environment && export ALLOWED_HOSTS=localhost,127.0.0.1,[::1] HTTPS=0 && \
	  $(BIN)/python manage.py migrate --backup --verbosity 0 && \
	  $(BIN)/python manage.py load_content && \
	  $(BIN)/python manage.py collectstatic --noinput --verbosity 0

run: install $(if $(DEMO),demo) ## Serve the site on http://127.0.0.1:8000 (PORT= for another, DEMO=1 with a class)
	@echo "Marienbad is on http://127.0.0.1:$(PORT)$(if $(DEMO),, (make run DEMO=1 brings a class to look around in))"
	@source var/environment && export ALLOWED_HOSTS=localhost,127.0.0.1,[::1] HTTPS=0 && \
	  $(WORK) && \
	  exec $(BIN)/gunicorn config.wsgi --config config/gunicorn.py --bind 127.0.0.1:$(PORT) --workers $(WORKERS)

demo: install ## A class to look around in: an instructor, 12 students, their work (REMOVE=1 takes it away)
	@source var/environment && export ALLOWED_HOSTS=localhost,127.0.0.1,[::1] HTTPS=0 && \
	  $(BIN)/python manage.py demo $(if $(REMOVE),--remove)

backup: $(VENV)/runtime var/environment ## Everything that is stored, into a file of var/backups (FILE= for another)
	@source var/environment && export ALLOWED_HOSTS=localhost,127.0.0.1,[::1] HTTPS=0 && \
	  $(BIN)/python manage.py backup $(if $(FILE),"$(FILE)")

dev: $(VENV)/development ## Serve with autoreload and debug pages
	$(BIN)/python manage.py migrate --backup --verbosity 0
	$(BIN)/python manage.py load_content
	@export DEBUG=1; $(WORK) && \
	  exec $(BIN)/python manage.py runserver 127.0.0.1:$(PORT)

check: $(VENV)/development ## Lint, formatting, types, migrations, deployment settings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djade --check $$(git ls-files 'templates/*.html')
	$(BIN)/mypy solver games config
	$(BIN)/python manage.py makemigrations --check --dry-run --verbosity 0
	SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(50))') ALLOWED_HOSTS=example.org \
	  OPERATOR=. CONTACT=. DATA_PLACE=. LEGAL_BASIS=. LEAST_AGE=. \
	  $(BIN)/python manage.py check --deploy --fail-level WARNING

services: $(VENV)/development $(VENV)/openedx/made
	$(BIN)/python -m tests.services

test-engine: $(VENV)/development ## The tests of the engine, with every line and branch covered
	$(BIN)/python -m pytest -n 2 tests/solver --cov --cov-report=term:skip-covered --cov-fail-under=100

test: $(VENV)/development ## Lint, types and every test, on SQLite and PostgreSQL, in a real browser
	$(MAKE) --jobs=3 --output-sync check services test-engine
	$(BIN)/python -m pytest -n 2 --dist worksteal --reruns 1 -rR --ignore=tests/solver --ignore=tests/browser
	$(BIN)/python -m tests.services database -- $(BIN)/python -m pytest -n 2 -m database --randomly-dont-reorganize $(ON_BOTH)
	$(BIN)/python -m pytest -n 3 --dist worksteal --reruns 1 -rR tests/browser

test-fast: $(VENV)/development ## The quick tests, in two minutes: no browser, no PostgreSQL, nothing that takes long
	$(BIN)/python -m pytest -n 2 --dist worksteal --fast --ignore=tests/browser

test-near: $(VENV)/development ## The tests of what differs from main, by its folders (SINCE=a commit)
	$(BIN)/python -m pytest -n 2 --dist worksteal $$($(BIN)/python -m tests.near $(or $(SINCE),origin/main))

test-days: $(VENV)/development ## What runs over dates, on 14 days in three time zones (NUMBER=2 for so many days a test)
	$(BIN)/python -m pytest -n 2 --dist worksteal --days=$(or $(NUMBER),42) tests/games

test-commands: $(VENV)/development ## A short form of test-deploy, faults, load and bench: does each still do its work?
	$(BIN)/python -m tests.commands

bench: $(VENV)/development ## Print the speed of the engine and the pages as ratios
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench.costs
	$(BIN)/python -m tests.bench.classes
	$(BIN)/python -m tests.bench.crowd
	$(BIN)/python -m tests.bench.guesses
	$(BIN)/python -m tests.bench.taken_tests
	$(BIN)/python -m tests.bench.pages
	$(BIN)/python -m tests.bench.polls
	$(BIN)/python -m tests.bench.walks
	$(BIN)/python -m tests.load.rooms

load: $(VENV)/development ## Print how many students this machine carries (STUDENTS=30,200 WORKERS=2 ROUND=15)
	$(BIN)/python -m tests.load
	$(BIN)/python -m tests.services database -- $(BIN)/python -m tests.load
	$(BIN)/python -m tests.services database -- $(BIN)/python -m tests.load.rooms
	STUDENTS=200 $(BIN)/python -m tests.load.handing_in
	STUDENTS=200 $(BIN)/python -m tests.services database -- $(BIN)/python -m tests.load.handing_in

test-deploy: $(VENV)/development ## A whole server as processes here: attacked, and broken piece by piece, while students play
	$(BIN)/python -m tests.deploy

faults: $(VENV)/development ## Break a site in ten ways while students play, and write docs/faults.md
	$(BIN)/python -m tests.faults

prove: $(VENV)/runtime ## Compute anew everything the solver keeps as data: R1's reach, quotients, ladders
	$(BIN)/python -m solver prove

package: $(VENV)/development ## Build the engine as a package of its own, into var/dist
	rm -rf var/package && mkdir -p var/package && cp -r solver var/package
	$(BIN)/python -m build --outdir var/dist var/package/solver

mutants: $(VENV)/development ## Put faults into the code: does a test notice? (SAMPLE=100, ONLY=solver/r1.py)
	$(BIN)/python -m tests.mutants $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(ONLY),--only $(ONLY))

lock: $(VENV)/development ## Renew both requirements.lock from their requirements.txt: for Python 3.11.0 and all newer ones, with hashes
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11.0 --generate-hashes --no-header \
	  --output-file requirements.lock requirements.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11.0 --generate-hashes --no-header \
	  --output-file tests/openedx/requirements.lock tests/openedx/requirements.txt

clean: ## Remove what was built; the database in var/ stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis var/static var/test.sqlite3* var/migrated-*
