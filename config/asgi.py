"""Aplicación ASGI: HTTP por Django, sockets por Channels con la sesión del navegador."""

import os
import warnings

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config.servidor.arranque import comprobar_o_salir

comprobar_o_salir()
# whitenoise entrega los estáticos por partes y Django avisa en cada uno; en producción los da el proxy
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter  # noqa: E402
from django.conf import settings  # noqa: E402

from config.servidor.alcance import sin_quedarse  # noqa: E402
from config.servidor.centinela import empezar  # noqa: E402
from config.servidor.ciclo import con_tareas  # noqa: E402
from config.servidor.direcciones import solo_en_el_aparato  # noqa: E402
from config.servidor.origen import del_mismo_sitio  # noqa: E402
from config.servidor.peticiones import Manejador  # noqa: E402
from config.servidor.quien_entra import con_su_cuenta  # noqa: E402
from config.servidor.salud import con_salud  # noqa: E402
from config.servidor.tipos_asgi import Aplicacion  # noqa: E402
from config.servidor.traducciones import recordar  # noqa: E402
from config.sockets import rutas  # noqa: E402

recordar()
empezar()
http = Manejador()


def capas(aplicacion: Aplicacion) -> Aplicacion:
    """Lo que un socket pasa antes de llegar a su consumidor."""
    return del_mismo_sitio(con_su_cuenta(aplicacion))


application = con_tareas(con_salud(ProtocolTypeRouter({"http": http, "websocket": sin_quedarse(capas, rutas)})))
if not settings.ENTORNO_PUESTO:
    application = solo_en_el_aparato(application)
