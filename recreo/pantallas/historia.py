"""«Lo que ha pasado»: cada suceso dicho en una frase, del último al primero (D309)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.estado import Visor
from recreo.models import Suceso
from recreo.textos import en_lista

T = Suceso.Tipo
Datos = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Renglon:
    """Un suceso: qué pasó, quién lo hizo, cuándo y por qué."""

    id: int
    que: str
    quien: str
    instante: datetime
    motivo: str


def lo_que_ha_pasado(sucesos: Iterable[Suceso], visor: Visor) -> tuple[Renglon, ...]:
    """Los sucesos, el último arriba. Los correos, sólo a quien manda."""
    return tuple(
        Renglon(s.pk, en_palabras(s.tipo, s.datos, s.reservado if visor.manda else {}), s.quien, s.instante, s.motivo)
        for s in sorted(sucesos, key=lambda s: -s.pk)
    )


def en_palabras(tipo: str, datos: Datos, reservado: Datos) -> str:
    """La frase de un suceso."""
    return FRASES[tipo]({**datos, "reservado": reservado})


def _en_otro(d: Datos) -> str:
    if not d.get("en_otro"):
        return ""
    texto = ngettext(
        " %(quienes)s está en otro Recreo y aquí sólo mira.",
        " %(quienes)s están en otro Recreo y aquí sólo miran.",
        len(d["en_otro"]),
    )
    return texto % {"quienes": en_lista(d["en_otro"])}


def _mesa_reabierta(d: Datos) -> str:
    texto = _("Se reabrió la mesa %(mesa)s de la partida %(partida)s, para corregirla.") % d
    return texto + (_(" La había cerrado %(cerro)s.") % d if d.get("cerro") else "")


def _suplente(d: Datos) -> str:
    if d.get("hasta") == d["desde"]:
        return _("%(entra)s juega por %(sale)s la partida %(desde)s.") % d
    if d.get("hasta"):
        return _("%(entra)s juega por %(sale)s de la partida %(desde)s a la %(hasta)s.") % d
    return _("%(entra)s juega por %(sale)s desde la partida %(desde)s.") % d


def _ausencia(d: Datos) -> str:
    return cuando_falta(d["persona"], d["desde"], d.get("hasta") or 0)


def cuando_falta(persona: str, desde: int, hasta: int) -> str:
    """«Carmen falta a la partida 2.»"""
    d = {"persona": persona, "desde": desde, "hasta": hasta}
    if hasta == desde:
        return _("%(persona)s falta a la partida %(desde)s.") % d
    if hasta:
        return _("%(persona)s falta de la partida %(desde)s a la %(hasta)s.") % d
    return _("%(persona)s falta desde la partida %(desde)s, hasta que llegue.") % d


def _llegada(d: Datos) -> str:
    if d.get("otro_telefono"):
        return _("%(persona)s entró con otro teléfono; el de antes se retiró.") % d
    if d.get("mesa"):
        return _("Llegó %(persona)s y se sentó en la mesa %(mesa)s.") % d
    return _("Llegó %(persona)s.") % d


def _correo(d: Datos) -> str:
    r = {k: v or _("ninguno") for k, v in d["reservado"].items()}
    if r:
        return _("Cambió el correo de %(persona)s: era %(antes)s y ahora es %(ahora)s.") % {**d, **r}
    return _("Cambió el correo de %(persona)s.") % d


def _tamano(d: Datos) -> str:
    texto = _("El Recreo pasó de %(antes)s a %(ahora)s jugadores.") % d
    return texto + (_(" Quedaron fuera: %(quienes)s.") % {"quienes": en_lista(d["fuera"])} if d.get("fuera") else "")


def _conformidad(d: Datos) -> str:
    if d["exige"]:
        return _("Desde ahora, para cerrar una mesa la otra pareja confirma la hoja.")
    return _("Ya no hace falta que la otra pareja confirme la hoja.")


FRASES: Mapping[str, Callable[[Datos], str]] = {
    T.FINAL: lambda d: _("Se anunció el final."),
    T.TERMINADO_AQUI: lambda d: _("Se terminó aquí, tras la partida %(partida)s de %(total)s.") % d,
    T.REABIERTO: lambda d: _("Se reabrió el Recreo.") + _en_otro(d),
    T.MESA_REABIERTA: _mesa_reabierta,
    T.PARTIDA_DESHECHA: lambda d: _("Se deshizo el inicio de la partida %(partida)s.") % d,
    T.PAUSA: lambda d: _("Se dejó para otro día."),
    T.RETOMADO: lambda d: _("Se retomó el Recreo.") + _en_otro(d),
    T.SUPLENTE: _suplente,
    T.TITULAR: lambda d: _("%(entra)s vuelve a su lugar desde la partida %(desde)s; jugaba %(sale)s.") % d,
    T.RELEVO_DESHECHO: lambda d: _("Siempre no: en la partida %(desde)s sigue %(sigue)s y no %(no)s.") % d,
    T.AUSENCIA: _ausencia,
    T.LLEGADA: _llegada,
    T.NOMBRE: lambda d: _("%(antes)s ahora se llama %(ahora)s.") % d,
    T.CORREO: _correo,
    T.TAMANO: _tamano,
    T.MANO_BORRADA: lambda d: _("Se borró la mano %(numero)s de la mesa %(mesa)s, partida %(partida)s.") % d,
    T.MANO_DEVUELTA: lambda d: _("Volvió la mano %(numero)s de la mesa %(mesa)s, partida %(partida)s.") % d,
    T.HOJA_CONFORME: lambda d: _("Conforme con la hoja de la mesa %(mesa)s, partida %(partida)s.") % d,
    T.HOJA_OBJETADA: lambda d: _("Objetó la hoja de la mesa %(mesa)s, partida %(partida)s.") % d,
    T.CONFORMIDAD: _conformidad,
    T.SIN_CONFORMIDAD: lambda d: (
        _("La mesa %(mesa)s de la partida %(partida)s se cerró sin que la otra pareja confirmara la hoja.") % d
    ),
}
