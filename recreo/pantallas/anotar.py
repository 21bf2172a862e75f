"""Anotar una mano y lo que queda después: confirmación, quién sale y la meta (RE4, RE6, RG4, RG6)."""

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.estado import EstadoRecreo, ManoVista, MesaVista, Visor
from recreo.hoja import pantalla
from recreo.hoja.pantalla import Borrador
from recreo.pantallas import piezas, singularidades
from recreo.pantallas.base import Contexto, Mirada, Pantalla
from recreo.pantallas.piezas import mano_dicha, marcador_en_palabras
from reglas.anotacion import ManoAnotada


def quien_sale(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> str:
    """«Sales tú, Carmen», «Sale Mari, tu pareja» o «Sale Beto»; vacío si no se sabe."""
    if mesa.sale is None:
        return ""
    nombre = estado.nombre_de(mesa.sale)
    if mesa.sale == visor.numero:
        return _("Sales tú, %(nombre)s") % {"nombre": nombre}
    if visor.numero in mesa.asientos and visor.numero and mesa.companero(visor.numero) == mesa.sale:
        return _("Sale %(nombre)s, tu pareja") % {"nombre": nombre}
    return _("Sale %(nombre)s") % {"nombre": nombre}


def quien_hace_sopa(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> str:
    """«la sopa la hace Nacho» o, si a Ana no le toca hacerla por sí misma, «la sopa la hace Nacho por Ana» (RE9)."""
    hace = singularidades.hace_la_sopa(estado, mesa, visor)
    if mesa.sopa is None or hace is None:
        return ""
    datos = {"nombre": estado.nombre_de(hace), "toca": estado.nombre_de(mesa.sopa)}
    if hace == visor.numero:
        return _("la sopa la haces tú") if hace == mesa.sopa else _("la sopa la haces tú, por %(toca)s") % datos
    if mesa.sopa == visor.numero and hace != mesa.sopa:
        return _("la sopa la hace %(nombre)s por ti") % datos
    dicha = _("la sopa la hace %(nombre)s") if hace == mesa.sopa else _("la sopa la hace %(nombre)s por %(toca)s")
    return dicha % datos


def ultima_dicha(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> str:
    """«Mano 6: dominada, 25 tantos para Carmen y Mari. Van 83 a 54. Sale Beto, la sopa la hace Carmen.»

    Si lo último fue corregir o borrar una de antes, se dice ésa: repetir la última mano no diría qué cambió (D495).
    """
    cambio = _cambio_dicho(estado, mesa)
    if not cambio:
        return _salida_dicha(estado, mesa, visor)
    dicha = f"{cambio} " + _("Van %(marcador)s.") % {"marcador": marcador_en_palabras(mesa, visor)}
    if mesa.etapa == "jugando":
        return f"{dicha} {_salida_dicha(estado, mesa, visor)}"
    if mesa.va_ganando is not None:
        gana = piezas.pareja_en_palabras(estado, mesa, mesa.va_ganando)
        return f"{dicha} " + _("Ganan %(quienes)s.") % {"quienes": gana}
    return dicha


def _cambio_dicho(estado: EstadoRecreo, mesa: MesaVista) -> str:
    """La última mano que se anotó, se corrigió o se borró; vacío si no hay ninguna."""
    ultima = max(mesa.manos, key=lambda m: m.instante, default=None)
    borrada = max(mesa.borradas, key=lambda b: b.instante, default=None)
    if borrada is not None and (ultima is None or borrada.instante > ultima.instante):
        return _("Se borró la mano %(n)d.") % {"n": borrada.numero}
    if ultima is None:
        return ""
    datos = {"n": ultima.numero, "mano": mano_dicha(estado, mesa, ultima.datos)}
    if ultima.devuelta:
        return _("Se devolvió la mano %(n)d: %(mano)s.") % datos
    if _antes(ultima) is not None:
        return _("Se corrigió la mano %(n)d: %(mano)s.") % datos
    return _("Mano %(n)d: %(mano)s.") % datos


def _salida_dicha(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> str:
    if mesa.etapa != "jugando":
        return ""
    return f"{quien_sale(estado, mesa, visor)}, {quien_hace_sopa(estado, mesa, visor)}."


def credito(estado: EstadoRecreo, mesa: MesaVista) -> str:
    """«Suman 1 punto y 1 juego ganado cada quien. Sumaron 108: se acreditan 100.» (RG6, RG7)."""
    if not mesa.resultado.llego_a_meta or mesa.va_ganando is None:
        return ""
    if mesa.meta.tantos is None:
        return _("Suman un juego ganado cada quien.")
    puntos, suma = mesa.resultado.puntos[mesa.va_ganando], mesa.resultado.sumas_sin_tope[mesa.va_ganando]
    frase = ngettext(
        "Suman %(n)d punto y un juego ganado cada quien.", "Suman %(n)d puntos y un juego ganado cada quien.", puntos
    ) % {"n": puntos}
    if suma > mesa.meta.tantos:
        frase += " " + _("Sumaron %(suma)d: se acreditan %(meta)d.") % {"suma": suma, "meta": mesa.meta.tantos}
    return frase


def formulario(estado: EstadoRecreo, mesa: MesaVista, visor: Visor, borrador: Borrador) -> Contexto:
    """Lo fijo de la pantalla de anotar: lo de la hoja, y a dónde lleva."""
    aqui = _de_aqui(estado, mesa)
    primera = piezas.pareja_de_abajo(mesa, visor)
    return {
        **piezas.de_mesa(estado, mesa, visor),
        **pantalla.formulario(mesa, borrador, primera, estado.nombre_de, _mi_nombre(estado, visor)),
        "organiza": estado.nombre_de(1),
        "aqui": reverse("recreo:anotar", args=aqui),
        "tras_anotar": reverse("recreo:anotada", args=aqui),
        "al_volver": camino_a_la_mesa(estado, mesa, visor),
    }


def _de_aqui(estado: EstadoRecreo, mesa: MesaVista) -> tuple[str, int, int]:
    return (estado.codigo, mesa.partida, mesa.numero)


def camino_a_la_mesa(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> str:
    """La pantalla de esa mesa: la propia o la de otros."""
    if piezas.juega(mesa, visor) and estado.actual is not None and mesa.partida == estado.actual.numero:
        return reverse("recreo:mesa", args=[estado.codigo])
    return reverse("recreo:otra_mesa", args=_de_aqui(estado, mesa))


def camino_a_anotar(estado: EstadoRecreo, mesa: MesaVista, b: Borrador) -> str:
    """La pantalla de anotar con lo que ya va escrito: nada se pierde al volver a ella."""
    datos: dict[str, object] = {"mano": b.mano, "revision": b.revision}
    if b.desenlace is not None:
        datos["desenlace"] = b.desenlace.value
    if b.pareja is not None:
        datos["pareja"] = b.pareja
    if b.tantos:
        datos["tantos"] = b.tantos
    if b.enviada:
        datos["enviada"] = 1
    return f"{reverse('recreo:anotar', args=_de_aqui(estado, mesa))}?{urlencode(datos)}"


def _reanotar(estado: EstadoRecreo, mesa: MesaVista, ultima: ManoVista | None) -> str:
    """Donde se vuelve a escribir la mano que se deshace, con lo que decía."""
    if ultima is None:
        return camino_a_anotar(estado, mesa, Borrador(mesa.clave_siguiente, 0))
    x = ultima.datos
    return camino_a_anotar(
        estado, mesa, Borrador(ultima.mano, ultima.revision + 1, x.desenlace, x.pareja, tantos=str(x.tantos or ""))
    )


def _mi_nombre(estado: EstadoRecreo, visor: Visor) -> str:
    return estado.nombre_de(visor.numero) if visor.numero else ""


def de_anotar(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """Lo vivo mientras se anota: si otra persona anotó, si se cerró la mesa o si ya no se anota aquí."""
    mesa = _mesa_mirada(estado, mirada)
    if mesa is None:
        return {"mesa": None}
    otro, yo = _("Mientras, %(quien)s anotó la mano %(n)d: %(mano)s."), _("Ya anotaste la mano %(n)d: %(mano)s.")
    mio = estado.nombre_de(visor.numero) if visor.numero else ""
    avisos = [
        (m, (yo if m.quien == mio else otro) % {
            "quien": m.quien, "n": m.numero, "mano": mano_dicha(estado, mesa, m.datos)
        })
        for m in mesa.manos
    ]  # fmt: skip
    return {
        **de_anotada(estado, mirada, visor),
        **de_la_hoja(estado, mesa, visor),
        "avisos": avisos,
        "recuerda": singularidades.tras_la_mano(estado, mesa, visor),
        "dicho": "",
    }


def de_la_hoja(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> Contexto:
    """Cuánto llevan y quién sale en las que siguen: lo que anotar necesita sin señal (`anotar/_hoja.html`)."""
    return {
        "marcador_ahora": pantalla.anunciado(mesa.marcador, piezas.pareja_de_abajo(mesa, visor)),
        "salen": pantalla.quienes_salen(mesa, estado.nombre_de),
    }


def de_anotada(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """Después de anotar: la última anotación de la mesa, cómo queda y cómo deshacerla."""
    mesa = _mesa_mirada(estado, mirada)
    if mesa is None:
        return {"mesa": None, "dicho": ""}
    return {
        **piezas.de_mesa(estado, mesa, visor),
        **lo_ultimo(estado, mesa),
        "puede": visor.anota(mesa),
        "sale": quien_sale(estado, mesa, visor),
        "sopa": quien_hace_sopa(estado, mesa, visor),
        "organiza": estado.nombre_de(1),
        "credito": credito(estado, mesa),
        "gana": piezas.pareja_en_palabras(estado, mesa, mesa.va_ganando) if mesa.va_ganando is not None else "",
        "dicho": ultima_dicha(estado, mesa, visor),
        "anota": estado.nombre_de(mesa.anotador) if mesa.anotador else "",
        "vuelta": camino_a_la_mesa(estado, mesa, visor),
        "al_volver": camino_a_la_mesa(estado, mesa, visor),
        "la_que_sigue": _reanotar(estado, mesa, None),
    }


def lo_ultimo(estado: EstadoRecreo, mesa: MesaVista) -> Contexto:
    """La última anotación, con qué se deshace; si lo último fue borrar, cuál se borró (D372)."""
    ultima = max(mesa.manos, key=lambda m: m.instante, default=None)
    borrada = max(mesa.borradas, key=lambda b: b.instante, default=None)
    if ultima and borrada and borrada.instante > ultima.instante:
        ultima = None
    return {
        "ultima": ultima,
        "borrada": borrada if ultima is None else None,
        "texto": _mayuscula(mano_dicha(estado, mesa, ultima.datos)) if ultima else "",
        "como": piezas.nombre_de_desenlace(ultima.datos.desenlace).lower() if ultima else "",
        "premio": piezas.premio(estado, mesa, ultima.datos) if ultima else "",
        "antes": _antes(ultima),
        "reanotar": _reanotar(estado, mesa, ultima),
    }


def _mayuscula(frase: str) -> str:
    return frase[:1].upper() + frase[1:]


def _antes(m: ManoVista | None) -> ManoAnotada | None:
    """Lo que decía la mano antes de corregirla, para poder deshacer la corrección."""
    if m is None or not m.rastro or m.rastro[-1].borrada:
        return None
    return m.rastro[-1].datos


def _mesa_mirada(estado: EstadoRecreo, mirada: Mirada) -> MesaVista | None:
    return estado.mesa(mirada.partida, mirada.mesa)


def _zonas(contenido: str, barra: str) -> dict[str, str]:
    return {
        "donde": "recreo/anotar/_donde.html",
        "donde_sub": "recreo/anotar/_donde_sub.html",
        "contenido": f"recreo/anotar/{contenido}",
        "barra": f"recreo/anotar/{barra}",
        "anuncio": "recreo/mesa/_anuncio.html",
    }


PANTALLAS: dict[str, Pantalla] = {
    "anotar": Pantalla(de_anotar, _zonas("_mientras.html", "_barra_vacia.html")),
    "anotada": Pantalla(de_anotada, _zonas("_anotada.html", "_barra_anotada.html")),
}
