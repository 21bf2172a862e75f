"""Páginas públicas (PL3) y lo poco que no pertenece a ninguna aplicación."""

import re
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.generic import TemplateView

from config.base import privacidad, retencion
from config.base.sesiones import LLAVE
from config.comun.paginas import PAGINAS, base_publica, para_compartir
from config.portada.para_buscadores import PREGUNTAS, de_la_portada
from enlinea.mesa.consultas import mesa_viva_de
from enlinea.textos.comprobar import de_acta
from recreo import consultas as recreo
from recreo import freno
from recreo.errores import ErrorDeServicio
from recreo.textos import texto_de
from reglas.roles import EQUILIBRADOS, ROLES, PartidaRol, Rol, se_elige
from reglas.tipos import TipoDeRol
from suscripciones import consultas as suscripciones
from suscripciones.consultas import cobros as cobros
from torneos import consultas as torneos

TORNEOS_EN_PORTADA = 3
SIN_BUSCADORES = (
    "/administracion/", "/cuenta/", "/enlinea/", "/pagar/", "/probar/mano/", "/probar/partida/mano/",
    "/probar/pasar/mesa/", "/probar/pasar/orden/", "/recreo/", "/r/", "/torneos/m/",
)  # fmt: skip
CODIGO = re.compile(r"^[A-Z0-9]{4,12}$")
ENLACE = re.compile(r"/r/([A-Za-z0-9]{4,12})/([A-Za-z0-9_-]{8,24})/?(?:\?.*)?$")


class Pagina(TemplateView):
    """Página pública, con lo que se comparte de ella y el correo de la asociación."""

    nombre = ""
    """El de su ruta, que es el de su plantilla."""

    def get_template_names(self) -> list[str]:
        """La de su nombre."""
        return [f"publico/{self.nombre}.html"]

    def get_context_data(self, **datos: Any) -> dict[str, Any]:
        """Añade el correo al que se escribe, el título y la descripción."""
        suya = para_compartir(self.request, f"publico:{self.nombre}")
        return super().get_context_data(contacto=parseaddr(settings.DEFAULT_FROM_EMAIL)[1], **suya, **datos)


class ConPlanes(Pagina):
    """Página que enseña los planes vigentes (SU2)."""

    def get_context_data(self, **datos: Any) -> dict[str, Any]:
        """Los planes en venta, con su precio en cada moneda, y si se pagan aquí."""
        planes = [_oferta(plan) for plan in suscripciones.planes_activos()]
        return super().get_context_data(
            planes=planes,
            en_linea=cobros.se_cobra_en_linea(),
            en_pesos=cobros.se_paga_en_pesos(),
            **datos,
        )


def _oferta(plan: Any) -> dict[str, Any]:
    return {
        "clave": plan.clave,
        "nombre": plan.nombre,
        "precios": [
            {"moneda": moneda, "precio": precio, "al_mes": round(precio / plan.meses, 2)}
            for moneda, precio in plan.precios.items()
        ],
    }


class Inicio(ConPlanes):
    """La portada; a quien ya entró le ofrece su Recreo en vez de pedirle el correo."""

    nombre = "inicio"

    def get_context_data(self, **datos: Any) -> dict[str, Any]:
        """Añade si ya están en una mesa en línea o en un Recreo, los torneos que se juegan o vienen y las preguntas."""
        llave = str(self.request.session.get(LLAVE, ""))
        contexto = super().get_context_data(
            en_recreo=recreo.esta_en_uno(self.request.user.pk, llave),
            en_mesa=mesa_viva_de(self.request.user.pk) if self.request.user.pk else None,
            torneos=torneos.torneos_publicos()[:TORNEOS_EN_PORTADA],
            preguntas=PREGUNTAS,
            **datos,
        )
        # la portada es una, se haya pedido por su dirección o por un código mal escrito
        contexto["direccion"] = f"{contexto['base_publica']}{reverse('publico:inicio')}"
        return {**contexto, "datos": de_la_portada(contexto["base_publica"], contexto["planes"])}


class Privacidad(Pagina):
    """El aviso de privacidad: lo que dice sale de las mismas tablas que lo hacen."""

    nombre = "privacidad"

    def get_context_data(self, **datos: Any) -> dict[str, Any]:
        """Añade quién responde, qué pide cada formulario y los plazos que de verdad se aplican."""
        quien = privacidad.responsable()
        completos = super().get_context_data(
            responsable=quien,
            capturas=[c for c in privacidad.CAPTURAS.values() if c.necesaria],
            voluntarias=[c for c in privacidad.CAPTURAS.values() if not c.necesaria],
            plazos=retencion.en_la_pagina(),
            respuesta=privacidad.DIAS_DE_RESPUESTA,
            cumplir=privacidad.DIAS_PARA_CUMPLIR,
            dof=privacidad.DOF,
            dias_de_sesion=settings.SESSION_COOKIE_AGE // 86_400,
            **datos,
        )
        return {**completos, "correo_de_datos": quien["correo"] or completos["contacto"]}


@dataclass(frozen=True, slots=True)
class _RolVisto:
    """Un rol con su título y el nombre con que se enlaza."""

    titulo: str
    clave: str
    anotadores: tuple[int, ...]
    partidas: tuple[PartidaRol, ...]

    @classmethod
    def de(cls, rol: Rol) -> "_RolVisto":
        """El oficial conserva el enlace de siempre: `#de-8`."""
        titulo = _("%(n)d jugadores") % {"n": rol.tamano}
        if not se_elige(rol.tamano) or rol.tipo is TipoDeRol.OFICIAL:
            return cls(titulo, str(rol.tamano), rol.anotadores, rol.partidas)
        return cls(
            _("%(titulo)s, equilibrado") % {"titulo": titulo}, f"{rol.tamano}-equilibrado", rol.anotadores, rol.partidas
        )


class Roles(Pagina):
    """Los roles oficiales (RG11) y los equilibrados (RG12), por tamaño."""

    nombre = "roles"

    def get_context_data(self, **datos: Any) -> dict[str, Any]:
        """Cada rol con su tamaño; el oficial, antes."""
        roles = sorted([*ROLES.values(), *EQUILIBRADOS.values()], key=lambda rol: rol.tamano)
        return super().get_context_data(roles=[_RolVisto.de(rol) for rol in roles], **datos)


@require_safe
def codigo(peticion: HttpRequest) -> HttpResponse:
    """Quien trae un código (o el enlace entero) va a la invitación de su Recreo, o a su torneo (RE3, TO2)."""
    escrito = peticion.GET.get("codigo", "").strip()
    if (entero := ENLACE.search(escrito)) is not None:
        return redirect("invitacion_completa", *entero.groups())
    ultimo = escrito.partition("?")[0].rstrip("/").rsplit("/", 1)[-1]
    dado = re.sub(r"[\s-]", "", ultimo).upper()
    if not CODIGO.match(dado):
        aviso = _("Ese código no se entiende. Escríbelo tal como te llegó, o abre el enlace de la invitación.")
        return _codigo_mal(peticion, escrito, aviso, 400)
    try:
        intento = freno.intentar(peticion)
    except freno.DemasiadosIntentos as falta:
        aviso = texto_de(ErrorDeServicio("muchos_intentos", segundos=falta.segundos))
        return _codigo_mal(peticion, escrito, aviso, 429)
    es_torneo = not recreo.existe(dado)
    if es_torneo and not torneos.existe(dado):
        aviso = _("No hay ningún Recreo ni torneo con el código %(codigo)s. Revísalo con quien organiza.")
        return _codigo_mal(peticion, escrito, aviso % {"codigo": dado}, 404)
    intento.acerto()
    return redirect("torneos:publica", dado) if es_torneo else redirect(f"/r/{dado}/")


def _codigo_mal(peticion: HttpRequest, escrito: str, aviso: str, estado: int) -> HttpResponse:
    """El aviso va en la misma página y conserva lo escrito: así no hace falta sesión."""
    respuesta = Inicio.as_view(extra_context={"aviso_codigo": aviso, "codigo": escrito[:80]})(peticion)
    respuesta.status_code = estado
    return respuesta


class Comprobar(Pagina):
    """El reparto de un acta, comprobado en el navegador de quien la trae: aquí no llega (RG1, D561)."""

    nombre = "comprobar"

    def get_context_data(self, **datos: Any) -> dict[str, Any]:
        """Añade lo que dice el guion."""
        return super().get_context_data(textos=de_acta(), **datos)


class Terminos(Pagina):
    """Los términos de uso: quién los ofrece es quien responde por los datos."""

    nombre = "terminos"

    def get_context_data(self, **datos: Any) -> dict[str, Any]:
        """Añade quién responde."""
        return super().get_context_data(responsable=privacidad.responsable(), **datos)


@require_safe
@cache_control(max_age=3600, public=True)
def mapa(peticion: HttpRequest) -> HttpResponse:
    """El mapa del sitio: las páginas públicas y los torneos que se pueden ver."""
    base = base_publica(peticion)
    rutas = [*(reverse(nombre) for nombre in PAGINAS), reverse("torneos:lista")]
    rutas += [reverse("torneos:publica", args=[t.codigo]) for t in torneos.torneos_publicos()]
    datos = {"direcciones": [f"{base}{ruta}" for ruta in rutas]}
    return render(peticion, "publico/mapa.xml", datos, content_type="application/xml; charset=utf-8")


@require_safe
@cache_control(max_age=3600, public=True)
def robots(peticion: HttpRequest) -> HttpResponse:
    """Los buscadores ven lo público; nada de mesas, cuentas ni invitaciones."""
    lineas = [
        "User-agent: *",
        # la entrada del Recreo sí; lo de adentro, no
        "Allow: /recreo/$",
        *(f"Disallow: {r}" for r in SIN_BUSCADORES),
        f"Sitemap: {base_publica(peticion)}{reverse('publico:mapa')}",
    ]
    return HttpResponse("\n".join(lineas) + "\n", content_type="text/plain; charset=utf-8")
