# Órdenes del proyecto. `make` a secas las enseña.
# Hace falta Python 3.11 o más nuevo, make y git; lo demás se instala en .venv.

.DEFAULT_GOAL := ayuda
SHELL := /bin/sh
.SUFFIXES:
.NOTPARALLEL:

PUERTO ?= 8000
RED ?=
ARGS ?=
# El primer Python que sirva; `make PYTHON=/ruta/python3.12 run` manda.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)

VENV := .venv
PY := $(VENV)/bin/python
INSTALAR = PIP_DISABLE_PIP_VERSION_CHECK=1 $(PY) -m pip install --quiet --require-hashes --no-deps

# Las capas que pasan el revisor de tipos en modo estricto.
ESTRICTOS = reglas config recreo/hoja $(filter-out recreo/hoja/%,$(wildcard $(foreach app,\
	suscripciones recreo enlinea torneos,$(foreach capa,servicios consultas mensajes,\
	$(foreach cuarto,$(app) $(app)/*,$(cuarto)/$(capa).py $(cuarto)/$(capa))))))

.PHONY: ayuda run dependencias test rapido check noche restauracion bloqueo capturas limpia
ayuda: ## Enseña estas órdenes
	@echo "Amigos por el Dominó"
	@echo
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1|\2/' | \
		while IFS='|' read -r orden texto; do printf '%-16s %s\n' "$$orden" "$$texto"; done
	@echo
	@echo "  PUERTO=8001 cambia el puerto de run y RED=1 lo abre a tu red; ARGS=\"tests/reglas -x\" pasa opciones a test."

$(PY):
	@if [ -z "$(PYTHON)" ]; then \
		echo "Hace falta Python 3.11 o más nuevo y no se encontró. Instálalo, o di dónde está:"; \
		echo "    make PYTHON=/ruta/a/python3 ..."; exit 1; fi
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) es anterior a Python 3.11. Usa otro:  make PYTHON=/ruta/a/python3 ..."; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "A tu Python le falta el módulo venv. En Debian o Ubuntu:  sudo apt install python3-venv"; exit 1; }
	@echo "Preparando $(VENV)…"
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# Un sello por bloqueo: si el bloqueo no cambió, no se instala nada.
$(VENV)/sello-uso: requirements.lock | $(PY)
	@echo "Instalando dependencias (sólo la primera vez)…"
	@$(INSTALAR) -r requirements.lock
	@touch $@

$(VENV)/sello-desarrollo: requirements-dev.lock requirements.lock | $(PY)
	@echo "Instalando dependencias y herramientas (sólo la primera vez)…"
	@$(INSTALAR) -r requirements-dev.lock
	@touch $(VENV)/sello-uso $@

run: $(VENV)/sello-uso ## Sirve la demostración en http://localhost:8000 (RED=1: también para los teléfonos)
	@ENTORNO=demo $(PY) manage.py migrate --verbosity 0
	@ENTORNO=demo $(PY) manage.py demo_cargar
	@exec env ENTORNO=demo PUERTO=$(PUERTO) RED=$(RED) $(PY) manage.py servir

dependencias: $(VENV)/sello-desarrollo # para la integración continua: que `check` y `test` no instalen a la vez

test: $(VENV)/sello-desarrollo ## Corre las pruebas; lo que pida PostgreSQL, Redis o Chromium, si los hay
	@$(PY) -m tests.correr $(ARGS)

noche: $(VENV)/sello-desarrollo ## Las corridas largas: propiedades a fondo y todo también en PostgreSQL y Redis
	@PERFIL=noche COMPLETO=1 $(PY) -m tests.correr $(ARGS)

# Lo que se revisa antes de cada commit: segundos. `check` empieza por aquí, así que la lista es una.
rapido: $(VENV)/sello-desarrollo ## Estilo, requisitos, compatibilidad y migraciones: lo que no hace esperar
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m tests.requisitos
	$(VENV)/bin/djangofmt --quiet --check templates
	$(PY) -m tests.compatibilidad
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) -m tests.migraciones

check: rapido ## Todo lo de rapido, y además tipos y seguridad del despliegue
	$(PY) -m mypy --strict --follow-imports=silent $(ESTRICTOS)
	$(PY) -m tests.despliegue_seguro

restauracion: $(VENV)/sello-desarrollo ## El simulacro: juega, destruye un PostgreSQL propio, lo restaura y sigue (necesita pgbackrest)
	@$(PY) -m bench.restauracion $(ARGS)

bloqueo: $(VENV)/sello-desarrollo ## Vuelve a resolver las dependencias y escribe los dos .lock
	@$(PY) -m pip install --quiet "uv>=0.9,<1"
	$(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --extra sentry pyproject.toml -o requirements.lock
	$(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --extra sentry pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock

capturas: $(VENV)/sello-desarrollo ## Fotografía las pantallas en capturas/ y rehace la imagen del README (necesita Chromium)
	@$(PY) -m tests.navegador.capturas $(ARGS)

limpia: ## Borra el entorno y lo generado; conserva la base de var/
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis capturas var/estaticos
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
