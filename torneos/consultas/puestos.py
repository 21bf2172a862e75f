"""Los puestos de un torneo en pantallas: su pase, y qué mesa y qué asiento le tocan ahora (TO26, decisión 047)."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q
from django.utils.crypto import salted_hmac

from enlinea.salon.consultas import Toma
from reglas.suizo import puestos as reglas
from torneos.models import Mesa, Puesto

LLAVE = "torneo_puesto"
"""En la sesión del aparato: el puesto y la toma que trae."""
LETRAS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LARGO = 8


@dataclass(frozen=True, slots=True)
class PuestoVisto:
    """Un puesto con su pase, para rotularlo."""

    zona: int
    numero: int
    nombre: str
    pase: str
    tomado: bool


@dataclass(frozen=True, slots=True)
class EnSuPuesto:
    """Qué le toca al puesto que trae un aparato; `mesa` None si en esta partida nadie se sienta ahí."""

    puesto: Puesto
    mesa: Mesa | None = None
    asiento: int = 0


def pase_de(p: Puesto) -> str:
    """Ocho letras que salen de la clave de la casa: en la base no está ni su huella."""
    que = f"{p.torneo_id}:{p.zona}:{p.numero}:{p.serie}"
    numero = int(salted_hmac("torneos.puesto", que, algorithm="sha256").hexdigest(), 16)
    letras = ""
    for _ in range(LARGO):
        numero, resto = divmod(numero, len(LETRAS))
        letras += LETRAS[resto]
    return letras


def puestos_de(torneo_id: int) -> list[PuestoVisto]:
    """Todos los del torneo, por zona. Sólo para quien manda."""
    filas = Puesto.objects.filter(torneo=torneo_id)
    return [PuestoVisto(p.zona, p.numero, p.nombre, pase_de(p), bool(p.toma)) for p in filas]


def puesto_del_pase(torneo_id: int, escrito: str) -> Puesto | None:
    """El puesto de ese pase. Se compara con todos: lo que tarda no dice cuánto se acertó."""
    dado = "".join(c for c in escrito.upper() if c.isalnum())
    hallado = None
    for p in Puesto.objects.filter(torneo=torneo_id):
        if hmac.compare_digest(pase_de(p).encode(), dado.encode()):
            hallado = p
    return hallado


def puesto_de_sesion(sesion: Mapping[str, Any]) -> Puesto | None:
    """El que trae este aparato; None si ninguno, o si otro lo tomó o un juez renovó su pase."""
    dicho = sesion.get(LLAVE)
    if not isinstance(dicho, list) or len(dicho) != 2 or not dicho[1]:
        return None
    return Puesto.objects.filter(pk=dicho[0], toma=dicho[1]).first()


def en_su_puesto(p: Puesto) -> EnSuPuesto:
    """Su mesa y su asiento en la última partida publicada."""
    mesas = list(
        Mesa.objects.filter(partida__torneo=p.torneo_id, partida__torneo__intranet=True)
        .order_by("-partida__numero", "numero")
        .values_list("pk", "partida__numero")
    )
    actuales = [pk for pk, numero in mesas if numero == mesas[0][1]]
    suya = reglas.asiento_de(reglas.Puesto(p.zona, p.numero), len(actuales), mesas[0][1]) if actuales else None
    if suya is None:
        return EnSuPuesto(p)
    return EnSuPuesto(p, Mesa.objects.select_related("partida__torneo").get(pk=actuales[suya[0]]), suya[1])


def toma_de(en_linea: int, sesion: Mapping[str, Any]) -> Toma | None:
    """El asiento de este aparato en esa mesa en línea, si es la de su puesto y sigue abierta su hoja o enseña su final.

    Lo pregunta el socket de la mesa al abrirse y cada pocos segundos.
    """
    p = puesto_de_sesion(sesion)
    if p is None:
        return None
    m = Mesa.objects.select_related("partida").filter(en_linea=en_linea, partida__torneo=p.torneo_id).first()
    if m is None:
        return None
    de_la_partida = Mesa.objects.filter(partida=m.partida_id)
    cuenta = de_la_partida.aggregate(antes=Count("pk", filter=Q(numero__lt=m.numero)), todas=Count("pk"))
    suya = reglas.asiento_de(reglas.Puesto(p.zona, p.numero), cuenta["todas"], m.partida.numero)
    return Toma(suya[1], p.toma) if suya is not None and suya[0] == cuenta["antes"] else None
