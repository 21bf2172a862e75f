# Imagen de producción: la misma para servir, migrar, sellar estáticos y barrer; cambia la orden. Su Python es uno que prueba
# la integración continua (.ci/pythons). El resumen la fija: docs/operacion.md, «Subir una imagen».
FROM python:3.14-slim-bookworm@sha256:9ab8d9c8514b44f90cf0029dd42fdd7e9e211e639c8b995304cc04568dee900f AS dependencias
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /entorno
COPY requirements.lock /tmp/requirements.lock
RUN /entorno/bin/pip install --require-hashes --no-deps -r /tmp/requirements.lock

FROM python:3.14-slim-bookworm@sha256:9ab8d9c8514b44f90cf0029dd42fdd7e9e211e639c8b995304cc04568dee900f
ENV PATH=/entorno/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 ENTORNO=produccion STATIC_ROOT=/app/estaticos
# Suyo sólo lo que escribe: `var` (de paso) y los volúmenes de estáticos y registros. El código y el entorno son de root.
RUN groupadd --system --gid 10001 amigos \
    && useradd --system --uid 10001 --gid amigos --no-create-home --home-dir /app amigos \
    && mkdir -p /app/var /estaticos /registros && chown amigos:amigos /app/var /estaticos /registros
COPY --from=dependencias /entorno /entorno
WORKDIR /app
COPY . .
# El código no escribe su bytecode al correr; se compila y los estáticos se sellan aquí. La clave no sirve a nadie.
RUN chmod -R go-w /app /entorno && chmod 755 /app/var \
    && python -m compileall -q . \
    && SECRET_KEY=solo-para-construir-la-imagen python manage.py collectstatic --noinput -v0 \
    && find /app/var -mindepth 1 -delete
USER amigos
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=7s --start-period=30s --retries=3 CMD ["python", "despliegue/salud.py", "--reinicia"]
CMD ["python", "manage.py", "servir", "8000", "--detras-de-proxy"]
