"""Anotar una mano y lo que queda después: confirmación, quién sale y la meta (RE4, RE6, RG4, RG6)."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.estado import EstadoRecreo, ManoVista, MesaVista, Visor
from recreo.pantallas import piezas
from recreo.pantallas.base import Contexto, Mirada, Pantalla
from recreo.pantallas.piezas import mano_dicha, marcador_en_palabras
from reglas.anotacion import ManoAnotada
from reglas.partida import Marcador, marcador_actual
from reglas.salida import salidor_de_mano
from reglas.tipos import Desenlace


@dataclass(frozen=True, slots=True)
class Borrador:
    """Lo que lleva escrito quien anota: viene en la dirección y sobrevive a recargar y a volver."""

    mano: int
    revision: int
    desenlace: Desenlace | None = None
    pareja: int | None = None
    tantos: str = ""
    enviada: bool = False

    @property
    def completa(self) -> bool:
        """¿Dice una mano entera, y no sólo un enlace viejo a medio escribir?"""
        return self.enviada or (self.pareja is not None and self.tantos.isdecimal())

    @property
    def datos(self) -> ManoAnotada | None:
        """La mano completa, si ya lo está."""
        if self.desenlace is None or not (self.tantos or "0").isdecimal():
            return None
        return ManoAnotada(self.desenlace, self.pareja, int(self.tantos or 0))


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
    """«la sopa la hace Nacho»."""
    if mesa.sopa is None:
        return ""
    if mesa.sopa == visor.numero:
        return _("la sopa la haces tú")
    return _("la sopa la hace %(nombre)s") % {"nombre": estado.nombre_de(mesa.sopa)}


def ultima_dicha(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> str:
    """«Mano 6: dominada, 25 tantos para Carmen y Mari. Van 83 a 54. Sale Beto, la sopa la hace Carmen.»"""
    if not mesa.manos:
        return _salida_dicha(estado, mesa, visor)
    m = mesa.manos[-1]
    dicha = _("Mano %(n)d: %(mano)s. Van %(marcador)s.") % {
        "n": m.numero,
        "mano": mano_dicha(estado, mesa, m.datos),
        "marcador": marcador_en_palabras(mesa, visor),
    }
    if mesa.etapa == "jugando":
        return f"{dicha} {_salida_dicha(estado, mesa, visor)}"
    if mesa.va_ganando is not None:
        gana = piezas.pareja_en_palabras(estado, mesa, mesa.va_ganando)
        return f"{dicha} " + _("Ganan %(quienes)s.") % {"quienes": gana}
    return dicha


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


@dataclass(frozen=True, slots=True)
class Para:
    """Una pareja en la pantalla de anotar, y qué marca lleva cada botón suyo."""

    forma: int
    pareja: int
    nombres: str

    @property
    def dominada(self) -> str:
        """La marca de su botón de dominada."""
        return f"{Desenlace.DOMINADA.value}-{self.pareja}"

    @property
    def cierre(self) -> str:
        """La marca de su botón de cierre."""
        return f"{Desenlace.CIERRE.value}-{self.pareja}"


def formulario(estado: EstadoRecreo, mesa: MesaVista, visor: Visor, borrador: Borrador) -> Contexto:
    """Lo fijo de la pantalla de anotar: los botones, lo que va escrito y lo que hay si alguien se adelantó."""
    minimo, maximo = mesa.meta.de_mano
    anotada = mesa.con_clave(borrador.mano)
    corrige = anotada is not None and anotada.revision == borrador.revision
    primera = piezas.pareja_de_abajo(mesa, visor)
    sin_ella = [m.datos for m in mesa.manos if m.mano != borrador.mano]
    base = _anunciado(marcador_actual(mesa.meta, sin_ella), primera)
    return {
        **piezas.de_mesa(estado, mesa, visor),
        **_lo_puesto(borrador, anotada if corrige else None),
        "borrador": borrador,
        "numero": mesa.numero_de(borrador.mano),
        "anotada": anotada,
        "corrige": corrige,
        "conflicto": _conflicto(estado, mesa, visor, anotada, borrador),
        "ya_anotada": anotada is not None and not corrige,
        "la_apunte": anotada is not None and anotada.quien == _mi_nombre(estado, visor),
        "se_borro": anotada is None and mesa.revisiones.get(borrador.mano, 0) > 0,
        "en_medio": borrador.mano < mesa.clave_siguiente,
        "minimo": minimo,
        "maximo": maximo,
        "juegos_ganados": mesa.meta.tantos is None,
        "base": base,
        "para": tuple(zip(_parejas(estado, mesa, primera), base, strict=True)),
        "organiza": estado.nombre_de(1),
        "base_ahora": _anunciado(mesa.marcador, primera),
        "anotada_dicha": mano_dicha(estado, mesa, anotada.datos) if anotada else "",
        "aqui": reverse("recreo:anotar", args=_de_aqui(estado, mesa)),
        "al_volver": camino_a_la_mesa(estado, mesa, visor),
    }


def _anunciado(marcador: Marcador, primera: int) -> tuple[int | str, int | str]:
    """El marcador como se dice, la pareja propia primero."""
    return piezas.anuncio_de(marcador[primera]), piezas.anuncio_de(marcador[1 - primera])


def _parejas(estado: EstadoRecreo, mesa: MesaVista, primera: int) -> tuple[Para, Para]:
    a, b = (piezas.pareja_en_palabras(estado, mesa, p) for p in (primera, 1 - primera))
    return Para(0, primera, a), Para(1, 1 - primera, b)


def _lo_puesto(b: Borrador, corrige: ManoVista | None) -> Contexto:
    """Lo que aparece escrito: lo que trae la dirección o, al corregir, lo anotado."""
    x = corrige.datos if corrige else None
    desenlace, pareja = (b.desenlace, b.pareja) if b.desenlace or x is None else (x.desenlace, x.pareja)
    tantos = b.tantos or (str(x.tantos or "") if x else "")
    empate = desenlace is Desenlace.CIERRE_EMPATADO
    return {
        "tantos": tantos,
        "puesta": f"{desenlace.value}-{'' if pareja is None else pareja}" if desenlace else "",
        "puesta_empate": empate,
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


def _conflicto(
    estado: EstadoRecreo, mesa: MesaVista, visor: Visor, anotada: ManoVista | None, b: Borrador
) -> Contexto | None:
    """Alguien anotó esa mano después de lo que se vio y dice otra cosa. Un enlace viejo no es una versión."""
    if anotada is None or anotada.revision == b.revision or b.datos is None or anotada.datos == b.datos:
        return None
    if not b.completa or (not b.enviada and anotada.quien == _mi_nombre(estado, visor)):
        return None
    return {
        "quien": anotada.quien,
        "suya": mano_dicha(estado, mesa, anotada.datos),
        "mia": mano_dicha(estado, mesa, b.datos),
        "datos": b.datos,
    }


def de_anotar(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """Lo vivo mientras se anota: si otra persona anotó, si se cerró la mesa o si ya no se anota aquí."""
    mesa = _mesa_mirada(estado, mirada)
    if mesa is None:
        return {"mesa": None}
    avisos = [
        (m, _("Mientras, %(quien)s anotó la mano %(n)d: %(mano)s.") % {
            "quien": m.quien, "n": m.numero, "mano": mano_dicha(estado, mesa, m.datos)
        })
        for m in mesa.manos
    ]  # fmt: skip
    primera = piezas.pareja_de_abajo(mesa, visor)
    return {
        **de_anotada(estado, mirada, visor),
        "avisos": avisos,
        "marcador_ahora": _anunciado(mesa.marcador, primera),
        "salen": _quienes_salen(estado, mesa),
        "dicho": "",
    }


def _quienes_salen(estado: EstadoRecreo, mesa: MesaVista) -> list[str]:
    """Quién sale en la mano que sigue y en las tres de después: con la señal caída el turno no espera (RG5)."""
    if mesa.salidor is None:
        return []
    numeros = (mesa.asientos[salidor_de_mano(mesa.salidor, mesa.siguiente + k)] for k in range(len(mesa.asientos)))
    return [estado.nombre_de(n) for n in numeros]


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
    partida = estado.partida(mirada.partida)
    return partida.mesa(mirada.mesa) if partida else None


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
