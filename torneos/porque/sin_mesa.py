"""A quien se busca y no se sienta en esa partida: lo suplen, aún no entra, descansa o avisó (TO4, TO5, D831, D832)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from reglas.suizo.tipos import Modalidad
from torneos.estado import EstadoTorneo, PartidaVista
from torneos.porque.equipos import nombre_en, orden_de


@dataclass(frozen=True, slots=True)
class SinMesa:
    """Qué se le dice y, si otra persona ocupa su lugar, quién."""

    frases: tuple[str, ...]
    otra: int | None = None
    otra_nombre: str = ""
    arriba: bool = True
    """¿Se dice sólo arriba? Si descansa o avisó, la hoja ya lo dice en su lugar."""


def sin_mesa(estado: EstadoTorneo, vista: PartidaVista, quien: int) -> SinMesa | None:
    """Por qué no tiene mesa en esa partida; None si la tiene, o si es un conjunto, que no se sienta."""
    suyo = estado.sujeto_de(quien)
    dicho = _del_suplente(estado, suyo, quien, vista.numero)
    if dicho is not None or quien in vista.mesa_de:
        return dicho
    if suyo in vista.descansan:
        return SinMesa((_("En esta partida descansas."),), arriba=False)
    if suyo in vista.ausentes:
        return SinMesa((_("En esta partida no juegas: avisaste que no estarías."),), arriba=False)
    return None


def _del_suplente(estado: EstadoTorneo, suyo: int, quien: int, partida: int) -> SinMesa | None:
    conjunto = estado.inscritos.get(suyo)
    if conjunto is None or suyo == quien:
        return None
    desde = conjunto.suplente_desde or 1
    if conjunto.suple_a == quien and partida >= desde:
        suple = next((p for p in orden_de(estado, suyo, partida) if p.antes_numero == quien), None)
        return None if suple is None else SinMesa(te_suplen(suple.nombre, desde), suple.numero, suple.nombre)
    if not es_suplente(estado, quien) or (conjunto.suple_a is not None and partida >= desde):
        return None
    frases = [_("Eres suplente de «%(de)s» y en esta partida no juegas.") % {"de": nombre_en(estado, suyo, partida)}]
    if conjunto.suple_a is not None:
        frases.append(entras(estado, suyo))
    return SinMesa(tuple(frases))


def es_suplente(estado: EstadoTorneo, quien: int) -> bool:
    """¿Es el de más de su pareja o de su equipo?"""
    suyo = estado.sujeto_de(quien)
    titulares = estado.integrantes_de(suyo)[: estado.modalidad.de_cuantos]
    return suyo != quien and all(i.numero != quien for i in titulares)


def te_suplen(quien: str, desde: int) -> tuple[str, ...]:
    """A quien ya no juega."""
    datos = {"quien": quien, "n": desde}
    return (_("Desde la partida %(n)s juega %(quien)s en tu lugar. Ya no juegas en este torneo.") % datos,)


def entras(estado: EstadoTorneo, suyo: int) -> str:
    """A quien suple, desde cuándo y por quién."""
    conjunto = estado.inscritos[suyo]
    datos = {"n": conjunto.suplente_desde or 1, "por": estado.nombre_de(conjunto.suple_a or 0)}
    return _("Juegas desde la partida %(n)s, en lugar de %(por)s.") % datos


def donde_sin_mesa(estado: EstadoTorneo, quien: int) -> SinMesa | None:
    """Lo mismo, para «¿Dónde juego?», que mira la partida en juego y ya avisa de la que sigue."""
    suyo = estado.sujeto_de(quien)
    conjunto = estado.inscritos.get(suyo)
    if conjunto is None or suyo == quien or conjunto.expulsado or conjunto.hasta is not None:
        return None
    partida, desde = estado.publicadas, conjunto.suplente_desde or 1
    if conjunto.suple_a == quien and (partida >= desde or not estado.actual or quien not in estado.actual.mesa_de):
        return _del_suplente(estado, suyo, quien, max(partida, desde))
    if not es_suplente(estado, quien) or (conjunto.suple_a is not None and 0 < desde <= partida):
        return None
    if conjunto.suple_a is not None:
        return SinMesa((entras(estado, suyo), _("Aquí verás tu mesa en cuanto se publique; no hace falta recargar.")))
    datos = {"de": nombre_en(estado, suyo, max(1, partida))}
    return SinMesa((_("Eres suplente de «%(de)s»: juegas sólo si entras en lugar de alguien.") % datos,))


def los_suplidos(estado: EstadoTorneo, partida: int) -> list[tuple[str, str]]:
    """En esa partida, quién ya no juega y quién juega en su lugar: para la lista de la pared."""
    con_suplente = (i.numero for i in estado.sujetos if i.suple_a is not None)
    return [(p.antes, p.nombre) for n in con_suplente for p in orden_de(estado, n, partida) if p.antes]


def numero_dicho(estado: EstadoTorneo, quien: int) -> str:
    """El suyo o, de quien va en un conjunto, el del conjunto y su lugar en la lista: el de la rotación (D835)."""
    suyo = estado.sujeto_de(quien)
    fila = estado.inscritos.get(suyo)
    if fila is None or not estado.en_conjunto:
        return _("Número %(n)s") % {"n": quien}
    de_equipos = estado.modalidad is Modalidad.EQUIPOS
    conjunto = (_("Equipo %(n)s") if de_equipos else _("Pareja %(n)s")) % {"n": suyo}
    if suyo == quien:
        return conjunto
    partida = max(1, estado.publicadas, (fila.suplente_desde or 1) if fila.suple_a is not None else 1)
    n = next((p.orden for p in orden_de(estado, suyo, partida) if quien in (p.numero, p.antes_numero)), None)
    if n is None:
        return _("%(conjunto)s, suplente") % {"conjunto": conjunto}
    if not de_equipos:
        return conjunto
    return _("%(conjunto)s, el %(n)s de la lista") % {"conjunto": conjunto, "n": n}
