# Imagen de producción: la misma para servir, migrar, sellar estáticos y barrer; cambia la orden. Su Python es uno que prueba
# la integración continua (.ci/pythons).
FROM python:3.14-slim-bookworm AS dependencias
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /entorno
COPY requirements.lock /tmp/requirements.lock
RUN /entorno/bin/pip install --require-hashes --no-deps -r /tmp/requirements.lock

FROM python:3.14-slim-bookworm
ENV PATH=/entorno/bin:$PATH PYTHONUNBUFFERED=1 ENTORNO=produccion
RUN groupadd --system --gid 10001 amigos \
    && useradd --system --uid 10001 --gid amigos --no-create-home --home-dir /app amigos \
    && mkdir -p /app/var /estaticos && chown -R amigos:amigos /app /estaticos
COPY --from=dependencias /entorno /entorno
WORKDIR /app
COPY --chown=amigos:amigos . .
USER amigos
# El código no escribe su bytecode al correr; se compila y los estáticos se sellan aquí. La clave no sirve a nadie.
RUN python -m compileall -q . \
    && SECRET_KEY=solo-para-construir-la-imagen python manage.py collectstatic --noinput -v0
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 CMD ["python", "despliegue/salud.py"]
CMD ["python", "manage.py", "servir", "8000", "--detras-de-proxy"]
