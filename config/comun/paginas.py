"""Las páginas públicas: cómo se llaman y de qué tratan, dicho una vez.

De aquí salen el título y la descripción de cada página, lo que enseña un enlace compartido y el mapa del sitio (PL3).
"""

from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.servidor.middleware import base_de

IMAGEN = "img/compartir.png"
ANCHO, ALTO = 1200, 630


class PaginaPublica(NamedTuple):
    """Una: su título y, en dos renglones, de qué trata."""

    titulo: str | Promise
    descripcion: str | Promise


PAGINAS: dict[str, PaginaPublica] = {
    "publico:inicio": PaginaPublica(
        _("Dominó de parejas, en persona y en línea"),
        _(
            "Dominó de parejas en tu casa, en el club o en línea. Tú juegas; nosotros llevamos la cuenta: mesas, "
            "parejas, marcador y clasificación. Prueba una mano ahora, sin cuenta."
        ),
    ),
    "visita:jugar": PaginaPublica(
        _("Prueba una mano"),
        _(
            "Juega ahora una mano de dominó de parejas contra tres automáticos. Sin cuenta, sin pagar y sin instalar "
            "nada."
        ),
    ),
    "visita:juegos": PaginaPublica(
        _("Prueba cualquiera de los juegos"),
        _(
            "Dominó de dos, tres o cuatro: el de siempre, el de la Federación con pozo y Música y matemáticas para "
            "niños. Contra automáticos, sin cuenta."
        ),
    ),
    "visita:pasar": PaginaPublica(
        _("Pasar el aparato"),
        _(
            "Dominó de dos, tres o cuatro en una sola tableta o teléfono: cada quien ve sus fichas cuando le toca y "
            "luego lo pasa. Sin cuenta."
        ),
    ),
    "visita:partida": PaginaPublica(
        _("Una partida analizada"),
        _(
            "Repite jugada por jugada una partida de dominó y mira cuánto valía cada ficha y qué error costó tantos. "
            "Así es la Academia."
        ),
    ),
    "visita:ejercicios": PaginaPublica(
        _("Ejercicios de dominó"),
        _(
            "¿Qué tirarías? Manos de dominó con una sola jugada buena: contesta, mira por qué y cuánto valía cada una. "
            "Sin cuenta."
        ),
    ),
    "publico:juegos": PaginaPublica(
        _("Nuestros juegos"),
        _(
            "En línea, Recreo y torneos presenciales: a qué metas, en qué modalidades y con qué formatos jugamos "
            "dominó, y cómo es el Sistema Suizo."
        ),
    ),
    "publico:reglamento": PaginaPublica(
        _("Reglamento"),
        _(
            "Reglamento del dominó de parejas: fichas, mano rotada, cierres, metas a 100, 200 y juegos ganados, con "
            "ejemplos dibujados."
        ),
    ),
    "publico:ayuda_recreo": PaginaPublica(
        _("Ayuda del Recreo"),
        _(
            "Ayuda del Recreo paso a paso: para quien organiza, para quien anota y para quien juega; puntos, castigos, "
            "apuesta y clasificación."
        ),
    ),
    "publico:roles": PaginaPublica(
        _("Roles de juego"),
        _("Programa de mesas y parejas para Recreos de 4 a 16 jugadores, partida por partida."),
    ),
    "publico:ayuda_enlinea": PaginaPublica(
        _("Ayuda en línea"),
        _(
            "Reglamento del dominó en línea: la sala, la mesa, los relojes, las tarjetas y lo que pasa si se va la "
            "conexión."
        ),
    ),
    "publico:ayuda_federacion": PaginaPublica(
        _("Cómo se juega Federación"),
        _(
            "El dominó internacional, con dibujos: quién sale, a lo más tres mulas, la jugada obligada, el pozo con "
            "dos o tres jugadores y cómo se cuenta hasta 300."
        ),
    ),
    "publico:ayuda_musica": PaginaPublica(
        _("Cómo se juega Música y matemáticas"),
        _(
            "El dominó didáctico, con dibujos: caras con figuras que se suman o son potencias, quién lleva la mano, "
            "robar una del pozo y cómo se cuenta hasta 100."
        ),
    ),
    "publico:planes": PaginaPublica(
        _("Planes"),
        _(
            "Suscripción a Amigos por el Dominó: cuánto cuesta, qué incluye y cómo pagarla. Participar en un Recreo no "
            "cuesta."
        ),
    ),
    "publico:quienes_somos": PaginaPublica(
        _("Quiénes somos"),
        _("Valores, misión, visión y equipo de Amigos por el Dominó: honestidad, respeto, justicia y libertad."),
    ),
    "publico:navegadores": PaginaPublica(
        _("Qué navegador hace falta"),
        _(
            "Con qué navegadores se juega: desde Internet Explorer 11, Chrome 60, Firefox 50 y Opera 46. No se instala "
            "nada."
        ),
    ),
    "publico:comprobar": PaginaPublica(
        _("Comprobar un acta"),
        _(
            "Comprueba tú el reparto de una partida de dominó en línea: tu navegador repite las cuentas con el acta, "
            "sin mandarla a ningún lado, y dice qué se pudo comparar."
        ),
    ),
    "publico:contacto": PaginaPublica(
        _("Contacto"),
        _("A dónde escribir a Amigos por el Dominó según lo que necesites, y qué decir para que te contesten pronto."),
    ),
    "publico:terminos": PaginaPublica(
        _("Términos de uso"),
        _(
            "Qué se vale y qué no, qué compras con tu suscripción, qué pasa si algo sale mal y cómo se cierra una "
            "cuenta."
        ),
    ),
    "publico:privacidad": PaginaPublica(
        _("Privacidad"),
        _("Qué datos guarda Amigos por el Dominó, para qué, quién los ve y cómo pedir que se borren."),
    ),
}


def base_publica(peticion: HttpRequest) -> str:
    """Principio de la dirección que se comparte: la del anfitrión principal, aunque se haya entrado por otro (PL2)."""
    return base_de(peticion, settings.ANFITRION_PRINCIPAL) or peticion.build_absolute_uri("/").rstrip("/")


def para_compartir(peticion: HttpRequest, nombre: str) -> dict[str, Any]:
    """Lo que una plantilla pide de su página: título, descripción, su dirección de siempre y la imagen que se ve."""
    base = base_publica(peticion)
    return {
        "pagina": PAGINAS[nombre],
        "base_publica": base,
        "direccion": f"{base}{peticion.path}",
        "imagen": {"url": f"{base}{static(IMAGEN)}", "ancho": ANCHO, "alto": ALTO},
    }
