"""La pantalla de anotar una mano, sea de quien sea la mesa: lo escrito, los botones y cómo se dice (RE4, D310)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.hoja.marca import desglosar
from recreo.hoja.textos import en_lista
from recreo.hoja.vista import ManoVista, MesaVista
from reglas.anotacion import ManoAnotada
from reglas.partida import Marcador, marcador_actual
from reglas.salida import salidor_de_mano
from reglas.tipos import Desenlace

Contexto = dict[str, Any]
Nombra = Callable[[int], str]
"""De un número de persona, su nombre."""


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


def borrador_de(datos: Mapping[str, Any] | None, mesa: MesaVista) -> Borrador:
    """Lo que trae la dirección; lo que no se entiende se ignora y se vuelve a preguntar."""
    datos = desglosar(datos) or {}
    mano = _entero(datos.get("mano"), mesa.clave_siguiente)
    mano = mano if mano in mesa.revisiones else mesa.clave_siguiente
    desenlace, pareja = datos.get("desenlace", ""), datos.get("pareja", "")
    return Borrador(
        mano=mano,
        revision=_revision(datos, mesa, mano),
        desenlace=Desenlace(desenlace) if desenlace in set(Desenlace) else None,
        pareja=int(pareja) if pareja in ("0", "1") else None,
        tantos=datos.get("tantos", "")[:4],
        enviada=bool(datos.get("enviada")),
    )


def _revision(datos: Mapping[str, Any], mesa: MesaVista, mano: int) -> int:
    """La que se vio; de una borrada en medio, la de ahora: la página dice que se borró y que vuelve (D371)."""
    hay = mesa.revisiones.get(mano, 0)
    borrada_en_medio = mano < mesa.clave_siguiente and mesa.con_clave(mano) is None
    return hay if borrada_en_medio else _entero(datos.get("revision"), hay)


def _entero(texto: str | None, si_no: int) -> int:
    return int(texto) if texto and texto.isdecimal() and len(texto) < 5 else si_no


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


def nombres_de_pareja(mesa: MesaVista, pareja: int, nombra: Nombra) -> str:
    """«Carmen y Mari»."""
    return en_lista(nombra(n) for n in mesa.parejas[pareja])


def nombre_de_desenlace(desenlace: Desenlace) -> str:
    """«Dominada», «Cierre» o «Cierre empatado»."""
    match desenlace:
        case Desenlace.DOMINADA:
            return _("Dominada")
        case Desenlace.CIERRE:
            return _("Cierre")
        case Desenlace.CIERRE_EMPATADO:
            return _("Cierre empatado")


def premio(mesa: MesaVista, x: ManoAnotada, nombra: Nombra) -> str:
    """Lo que dio una mano: «25 tantos para Carmen y Mari», «la mano para Carmen y Mari» o «nadie suma»."""
    if x.desenlace is Desenlace.CIERRE_EMPATADO or x.pareja is None:
        return _("nadie suma")
    quienes = nombres_de_pareja(mesa, x.pareja, nombra)
    if mesa.meta.tantos is None:
        return _("la mano para %(quienes)s") % {"quienes": quienes}
    return ngettext("%(n)d tanto para %(quienes)s", "%(n)d tantos para %(quienes)s", x.tantos) % {
        "n": x.tantos,
        "quienes": quienes,
    }


def mano_dicha(mesa: MesaVista, x: ManoAnotada, nombra: Nombra) -> str:
    """«dominada, 25 tantos para Carmen y Mari»."""
    return f"{nombre_de_desenlace(x.desenlace).lower()}, {premio(mesa, x, nombra)}"


def anuncio_de(numero: int | str) -> int | str:
    """El marcador como se dice: tantos, o 0-20-40-60, «ventaja» y «gana»."""
    match numero:
        case "ventaja":
            return _("ventaja")
        case "gana":
            return _("gana")
        case _:
            return numero


def anunciado(marcador: Marcador, primera: int) -> tuple[int | str, int | str]:
    """El marcador como se dice, la pareja `primera` antes."""
    return anuncio_de(marcador[primera]), anuncio_de(marcador[1 - primera])


def formulario(mesa: MesaVista, borrador: Borrador, primera: int, nombra: Nombra, yo: str) -> Contexto:
    """Lo fijo de la pantalla: los botones, lo que va escrito y lo que hay si alguien se adelantó.

    `primera`: la pareja que va a la izquierda; `yo`: con qué nombre anota quien mira. Las direcciones (`aqui`,
    `tras_anotar` y `al_volver`) las sabe su dueño.
    """
    minimo, maximo = mesa.meta.de_mano
    anotada = mesa.con_clave(borrador.mano)
    corrige = anotada is not None and anotada.revision == borrador.revision
    sin_ella = [m.datos for m in mesa.manos if m.mano != borrador.mano]
    base = anunciado(marcador_actual(mesa.meta, sin_ella), primera)
    return {
        **_lo_puesto(borrador, anotada if corrige else None),
        "borrador": borrador,
        "numero": mesa.numero_de(borrador.mano),
        "anotada": anotada,
        "corrige": corrige,
        "conflicto": _conflicto(mesa, anotada, borrador, nombra, yo),
        "ya_anotada": anotada is not None and not corrige,
        "la_apunte": anotada is not None and anotada.quien == yo,
        "se_borro": anotada is None and mesa.revisiones.get(borrador.mano, 0) > 0,
        "en_medio": borrador.mano < mesa.clave_siguiente,
        "se_deshizo": borrador.desenlace is not None,
        "la_borrada": next((b for b in mesa.borradas if b.mano == borrador.mano), None),
        "minimo": minimo,
        "maximo": maximo,
        "juegos_ganados": mesa.meta.tantos is None,
        "base": base,
        "para": tuple(zip(_parejas(mesa, primera, nombra), base, strict=True)),
        "base_ahora": anunciado(mesa.marcador, primera),
        "anotada_dicha": mano_dicha(mesa, anotada.datos, nombra) if anotada else "",
    }


def quienes_salen(mesa: MesaVista, nombra: Nombra) -> Sequence[str]:
    """Quién sale en la mano que sigue y en las tres de después: con la señal caída el turno no espera (RG5)."""
    if mesa.salidor is None:
        return []
    asientos = (salidor_de_mano(mesa.salidor, mesa.siguiente + k) for k in range(len(mesa.asientos)))
    return [nombra(mesa.asientos[asiento]) for asiento in asientos]


def _parejas(mesa: MesaVista, primera: int, nombra: Nombra) -> tuple[Para, Para]:
    a, b = (nombres_de_pareja(mesa, p, nombra) for p in (primera, 1 - primera))
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


def _conflicto(mesa: MesaVista, anotada: ManoVista | None, b: Borrador, nombra: Nombra, yo: str) -> Contexto | None:
    """Alguien anotó esa mano después de lo que se vio y dice otra cosa. Un enlace viejo no es una versión."""
    if anotada is None or anotada.revision == b.revision or b.datos is None or anotada.datos == b.datos:
        return None
    if not b.completa or (not b.enviada and anotada.quien == yo):
        return None
    return {
        "quien": anotada.quien,
        "suya": mano_dicha(mesa, anotada.datos, nombra),
        "mia": mano_dicha(mesa, b.datos, nombra),
        "datos": b.datos,
    }
