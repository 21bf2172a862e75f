"""Ajustes: todo sale de variables de entorno y todo tiene un valor que funciona sin ninguna.

Sin variables: un proceso, SQLite y capa en memoria. `.env.ejemplo` las explica una por una y
`config/servidor/arranque.py` se niega a servir con una combinación peligrosa.
"""

import os
from pathlib import Path

import environ

from config.base import retencion
from config.base.conexiones import bases, reserva
from config.base.redis_acotado import PLAZOS_DE_REDIS
from config.base.registro import configuracion
from config.servidor.clave import clave_local
from config.servidor.direcciones import nombres_servidos
from config.servidor.sobre_uvicorn.registro import no_es_trama_rota
from config.vivo import canales

RAIZ = Path(__file__).resolve().parent.parent
VAR = RAIZ / "var"

env = environ.Env()
# las pruebas no dependen de lo que cada quien tenga en su .env
if env.str("ENTORNO", default="") != "pruebas" and (RAIZ / ".env").exists():
    env.read_env(str(RAIZ / ".env"))
# vacía es como no puesta: así queda la que se descomenta del ejemplo y no se llena
env.ENVIRON = {nombre: valor for nombre, valor in os.environ.items() if valor}

# desarrollo (por omisión), demo (`make run`), pruebas o produccion
ENTORNO_PUESTO = env.str("ENTORNO", default="")
ENTORNO = ENTORNO_PUESTO or "desarrollo"
PRODUCCION = ENTORNO == "produccion"
DEMO = ENTORNO == "demo"
CLAVE_POR_OMISION = "clave-de-desarrollo-no-sirve-en-produccion"

# las de antes: lo firmado y lo cifrado con ellas sigue valiendo
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_ANTERIORES", default=[])
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default=clave_local(VAR) if DEMO else CLAVE_POR_OMISION)
# Atender en todas las direcciones del equipo y no sólo en él mismo: la demostración con teléfonos (`make run RED=1`).
RED = env.bool("RED", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=nombres_servidos(ENTORNO, RED))
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# PL2: un sistema, dos nombres. Vacío: todo en el mismo anfitrión.
ANFITRION_RECREO = env.str("ANFITRION_RECREO", default="")
ANFITRION_PRINCIPAL = env.str("ANFITRION_PRINCIPAL", default="")

INSTALLED_APPS = [
    # sólo para `runserver`: cargado sin usarse, cuesta 26 MB y un cuarto de segundo por proceso
    *(["daphne"] if ENTORNO == "desarrollo" else []),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.usersessions",
    "allauth.mfa",
    "suscripciones",
    "recreo",
    "enlinea",
    "torneos",
    "config",
]

MIDDLEWARE = [
    "config.servidor.anotar.anotada",
    "config.servidor.middleware.anfitrion_conocido",
    "config.servidor.middleware.https_sin_vueltas",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.servidor.middleware.politica_de_contenido",
    "config.servidor.middleware.sin_caracter_nulo",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.servidor.middleware.rutas_por_anfitrion",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "suscripciones.sesiones.apuntadas",
    "suscripciones.sesiones.lo_propio_no_se_guarda",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.servidor.middleware.puerta_llena",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.servidor.middleware.sin_envios_enormes",
    "config.servidor.middleware.NumerosQueCaben",
    "enlinea.acceso.views.corte.Corte",
    "suscripciones.segundo_paso.Personal",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RAIZ / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["config.comun.plantillas.DeCarpetas", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.comun.contexto.comun",
            ],
        },
    }
]

DATABASES = bases(env, VAR)
RESERVA_DE_CONEXIONES = reserva(env)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.str("REDIS_URL", default="")
CHANNEL_LAYERS = {"default": canales.configuracion(REDIS_URL)}
# Cuántos procesos sirven en total; con más de uno hacen falta PostgreSQL y Redis (`config/servidor/arranque.py`).
PROCESOS = env.int("PROCESOS", default=1)
# Sockets abiertos que se le aceptan a una red, por proceso: un salón de mil cabe detrás de una misma dirección aunque
# quede uno solo.
SOCKETS_POR_RED = env.int("SOCKETS_POR_RED", default=2500)
# plazos de la mesa en ms, sólo para probar y medir: {"pase": 0, "plantilla": 1000…} (reglas/mesa/relojes.py)
ENLINEA_PLAZOS = env.json("ENLINEA_PLAZOS", default={})
if env.int("ENLINEA_PAUSA_DE_PASE", default=-1) >= 0:
    ENLINEA_PLAZOS["pase"] = env.int("ENLINEA_PAUSA_DE_PASE")
# Procesos de prioridad baja que piensan por los automáticos medio y fuerte, por servidor; 0: juegan como el sencillo.
ENLINEA_PENSADORES = env.int("ENLINEA_PENSADORES", default=1)
# Con un solo proceso el barrido va dentro; con varios, en su propio proceso (`manage.py barrido`).
BARRIDO_DENTRO = env.bool("BARRIDO_DENTRO", default=not REDIS_URL)
# Las partidas acabadas se guardan en un proceso ayudante, para no frenar las mesas (enlinea/mesa/proyector.py).
HISTORIA_APARTE = env.bool("HISTORIA_APARTE", default=ENTORNO != "pruebas")
CACHES = {
    "default": (
        {
            "BACKEND": "config.base.cache.CacheQueAguanta",
            "LOCATION": REDIS_URL,
            "OPTIONS": dict(PLAZOS_DE_REDIS),
        }
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    ),
    # las manos de quien prueba sin cuenta: aparte, para que muchas no echen fuera los topes de la otra
    "visitas": (
        {
            "BACKEND": "config.base.cache.CacheQueAguanta",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "visitas",
            "OPTIONS": dict(PLAZOS_DE_REDIS),
        }
        if REDIS_URL
        else {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "visitas",
            "OPTIONS": {"MAX_ENTRIES": 4000},
        }
    ),
}

# Dónde enseña este proceso sus medidas a Prometheus, como dirección:puerto; vacía: en ninguna parte.
METRICAS = env.str("METRICAS", default="")
# Segundos para que una petición acabe de llegar, desde que se abre la conexión: sus cabeceras, y luego su cuerpo.
ESPERA_DE_CABECERAS = env.float("ESPERA_DE_CABECERAS", default=10)
ESPERA_DE_CUERPO = env.float("ESPERA_DE_CUERPO", default=60)

# Sala de Reunión: lo que dura una invitación (EL2) y cuánto se puede estar sin hacer nada (EL1). Sólo los cambia
# quien prueba.
SEGUNDOS_DE_INVITACION = env.float("SEGUNDOS_DE_INVITACION", default=30)
SEGUNDOS_SIN_ACTIVIDAD = env.float("SEGUNDOS_SIN_ACTIVIDAD", default=600)

# Filtro del chat (002 §2.8): palabras que se agregan a las de la casa, -palabra la quita, - las quita todas, y un
# archivo .txt con más (`config/comun/filtro.py`).
FILTRO_DE_PALABRAS = env.list("FILTRO_DE_PALABRAS", default=[])

# El barrido hace cada semana el informe de calidad del juego, en un subproceso. En la demostración, a mano.
INFORME_DE_CALIDAD = env.bool("INFORME_DE_CALIDAD", default=PRODUCCION)

# Cuántos días se guarda lo que se olvida solo, uno por clave: RETENCION_HUELLAS=90… (`config/base/retencion.py`).
RETENCION = retencion.leer(env.int)
# Quién responde por los datos: va en el aviso de privacidad y lo pide `check --deploy` (`config/base/privacidad.py`).
PRIVACIDAD_RESPONSABLE = env.str("PRIVACIDAD_RESPONSABLE", default="")
PRIVACIDAD_DOMICILIO = env.str("PRIVACIDAD_DOMICILIO", default="")
PRIVACIDAD_CORREO = env.str("PRIVACIDAD_CORREO", default="")

# Avisos con el teléfono dormido (`manage.py push_llave` da una llave). Sin ella no se ofrecen.
PUSH_LLAVE = env.str("PUSH_LLAVE", default="")
PUSH_CONTACTO = env.str("PUSH_CONTACTO", default=f"mailto:{PRIVACIDAD_CORREO or 'hola@amigosporeldomino.com'}")
# A qué servicios se les habla: la dirección la dice el navegador, y con una cualquiera tocaríamos la puerta que sea.
PUSH_SERVICIOS = env.list(
    "PUSH_SERVICIOS",
    default=["fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"],
)

# Quién cobra en línea (SU2, decisión 028): su clave y con qué se comprueba la firma de sus avisos. Sin las dos, no.
STRIPE_CLAVE = env.str("STRIPE_CLAVE", default="")
STRIPE_FIRMA = env.str("STRIPE_FIRMA", default="")
MERCADOPAGO_CLAVE = env.str("MERCADOPAGO_CLAVE", default="")
MERCADOPAGO_FIRMA = env.str("MERCADOPAGO_FIRMA", default="")
# La de mentira, con botones; en producción no cobra y `check --deploy` lo niega.
PASARELA_DE_DEMOSTRACION = env.bool("PASARELA_DE_DEMOSTRACION", default=DEMO)

# SU1: correo (o usuario) y contraseña, o código por correo.
AUTH_USER_MODEL = "suscripciones.Cuenta"
# El correo sí es único, por una restricción sobre Lower("email") que esta revisión no sabe leer.
SILENCED_SYSTEM_CHECKS = ["auth.W004"]
AUTHENTICATION_BACKENDS = [
    "suscripciones.clave.ConClave",
    # a éstas ya no se llega con contraseña: reconocen las sesiones que abrieron
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{v}"}
    for v in ("UserAttributeSimilarityValidator", "MinimumLengthValidator")
] + [{"NAME": "suscripciones.claves_comunes.ClavesComunes"}, {"NAME": "suscripciones.sesiones.CierraLasDemas"}]

LOGIN_URL = "suscripciones:entrar"
LOGIN_REDIRECT_URL = "/recreo/"
ACCOUNT_ADAPTER = "suscripciones.adaptador.Adaptador"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_FORMS = {
    "login": "suscripciones.forms.EntrarConClave",
    "signup": "suscripciones.forms.Alta",
    "confirm_email_verification_code": "suscripciones.forms.ComprobarCorreo",
    "change_password": "suscripciones.forms.CambiarClave",
    "set_password": "suscripciones.forms.PonerClave",
    "reset_password": "suscripciones.forms.OlvideMiClave",
    "reset_password_from_key": "suscripciones.forms.ClaveNueva",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ALLAUTH_USER_CODE_FORMAT = {"numeric": True, "dashed": False, "length": 6}
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_MAX_EMAIL_ADDRESSES = 1
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
PASSWORD_RESET_TIMEOUT = 3600
# el de allauth busca además las direcciones de la cuenta, y aquí es una: la que ya lleva el de Django
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCCION else "http"
# Por red, holgado: en un club, dieciséis teléfonos salen por la misma dirección. Por cuenta y correo cuenta
# `suscripciones/topes.py`; el `key` de aquí es sólo el del segundo paso, que se pide después de la contraseña.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "60/m/ip,8/5m/key",
    "signup": "60/m/ip",
    "reset_password": "60/m/ip",
    "reset_password_from_key": "60/m/ip",
}
# Cuántos intermediarios ponen X-Forwarded-For; sin ninguno, ese encabezado no se cree.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("PROXIES_DE_CONFIANZA", default=1 if PRODUCCION else 0)

# Segundo paso (decisión 012): aplicación de códigos, llave de acceso y códigos de recuperación, para quien los quiera;
# al personal se le exigen en producción. La demostración trae claves conocidas: ahí no protegerían nada.
SEGUNDO_PASO_DEL_PERSONAL = PRODUCCION
MFA_ADAPTER = "suscripciones.segundo_paso.AdaptadorDeSegundoPaso"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Amigos por el Dominó"
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "suscripciones.formas_de_segundo_paso.Entrar",
    "reauthenticate": "suscripciones.formas_de_segundo_paso.Comprobar",
    "activate_totp": "suscripciones.formas_de_segundo_paso.PonerAplicacion",
    "add_webauthn": "suscripciones.formas_de_segundo_paso.PonerLlave",
    "authenticate_webauthn": "suscripciones.formas_de_segundo_paso.SegundoConLlave",
    "login_webauthn": "suscripciones.formas_de_segundo_paso.EntrarConLlave",
    "reauthenticate_webauthn": "suscripciones.formas_de_segundo_paso.ComprobarConLlave",
    "edit_webauthn": "suscripciones.formas_de_segundo_paso.NombrarLlave",
}
ACCOUNT_REAUTHENTICATION_TIMEOUT = 900

LANGUAGE_CODE = "es-mx"
LANGUAGES = [("es-mx", "Español (México)")]
LOCALE_PATHS = [RAIZ / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="America/Mexico_City")
USE_I18N = True
FORMAT_MODULE_PATH = ["config.formatos"]
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [RAIZ / "static"]
STATIC_ROOT = env.str("STATIC_ROOT", default=str(VAR / "estaticos"))
# Las hojas y los guiones de una página van juntos y reducidos (D657); con CONJUNTOS=0, sueltos como están en static/.
CONJUNTOS = env.bool("CONJUNTOS", default=True)
CARPETA_DE_CONJUNTOS = VAR / "armados"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.conjuntos.buscador.Conjuntos",
]
WHITENOISE_USE_FINDERS = not PRODUCCION
# fuera de producción un estático editado se sirve al momento; con lo recordado saldría cortado
WHITENOISE_AUTOREFRESH = ENTORNO in ("desarrollo", "demo")
if not PRODUCCION:  # fuera de producción salen de static/; la carpeta sólo evita el aviso de que falta
    Path(STATIC_ROOT).mkdir(parents=True, exist_ok=True)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if PRODUCCION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

# Sin ella, en producción no se arranca; en desarrollo los correos quedan en archivos: en la terminal, los códigos
# acabarían en un registro.
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="dummymail://" if PRODUCCION else "filemail://")
vars().update(EMAIL_CONFIG)
EMAIL_FILE_PATH = EMAIL_CONFIG["EMAIL_FILE_PATH"] or str(VAR / "correos")
# Mandar es escribir en el buzón de salida; lo reparte el barrido por el de verdad (suscripciones/servicios/cartero.py).
CORREO_DE_VERDAD = EMAIL_CONFIG["EMAIL_BACKEND"]
EMAIL_BACKEND = "suscripciones.buzon.BuzonDeSalida"
if DEMO:
    CORREO_DE_VERDAD = "suscripciones.correo_demo.AlmacenDeCorreos"  # no sale nada: se ve en /correo
    EMAIL_BACKEND = "suscripciones.correo_demo.BuzonAlMomento"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Amigos por el Dominó <hola@amigosporeldomino.com>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Sesión común a los dos anfitriones si comparten dominio padre (PL2); si no, una por anfitrión.
DOMINIO_COMUN = env.str("DOMINIO_COMUN", default="")
SESSION_COOKIE_DOMAIN = DOMINIO_COMUN or None
CSRF_COOKIE_DOMAIN = DOMINIO_COMUN or None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCCION
# las demás, en config/base/galletas.py; `llave()` de static/js/comun/ayudas.js conoce los tres nombres de la de CSRF
PREFIJO_COMUN = "__Secure-" if DOMINIO_COMUN else "__Host-"
SESSION_COOKIE_NAME = f"{PREFIJO_COMUN}sesion" if PRODUCCION else "sesion"
CSRF_COOKIE_NAME = f"{PREFIJO_COMUN}csrf" if PRODUCCION else "csrftoken"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if PRODUCCION:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31536000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# En JSON o, para leer en una terminal, en línea. REGISTROS: carpeta de los sucesos de seguridad, por día y por treinta
# días; vacía, sólo van con lo demás y sin la red de donde vienen.
REGISTROS = env.str("REGISTROS", default="")
LOGGING = configuracion(
    env.str("NIVEL_REGISTRO", default="WARNING"),
    env.str("FORMATO_DE_REGISTRO", default="json" if PRODUCCION else "linea"),
    REGISTROS,
    {"sin_tramas_rotas": {"()": "django.utils.log.CallbackFilter", "callback": no_es_trama_rota}},
)
# Errores a Sentry; vacía, ni se carga
SENTRY_DSN = env.str("SENTRY_DSN", default="")
