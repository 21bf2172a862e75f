"""Las listas de torneos: los de todos, los que lleva alguien y a los que se le invitó (TO2)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from reglas.metas import Meta
from suscripciones import consultas as suscripciones
from torneos.estado import EstadoTorneo
from torneos.models import Convocado, Convocatoria, Inscrito, Torneo

CONVOCATORIA = "torneos/correo/convocatoria.txt"


@dataclass(frozen=True, slots=True)
class Resumen:
    """Un renglón de la lista de torneos."""

    codigo: str
    nombre: str
    lugar: str
    fecha: datetime
    modalidad: str
    tipo: str
    bolsas: int | None
    meta: Meta
    estado: str
    previstas: int
    partida: int


def torneos_publicos() -> list[Resumen]:
    """Primero los que se juegan, luego los que vienen y al final los que acabaron."""
    orden = {"en_juego": 0, "registro": 1, "terminado": 2}
    filas = _resumen(Torneo.objects.filter(estado__in=orden).order_by("-fecha"), 60)
    return sorted(filas, key=lambda r: orden[r.estado])


def torneos_de(cuenta_id: int, correo: str) -> list[Resumen]:
    """Los que organiza esa cuenta, o donde ayuda."""
    suyos = Torneo.objects.filter(organizador=cuenta_id) | Torneo.objects.filter(auxiliares__correo=correo.lower())
    return _resumen(Torneo.objects.filter(pk__in=suyos.values("pk")).order_by("-fecha"), 30)


def _resumen(torneos: QuerySet[Torneo], cuantos: int) -> list[Resumen]:
    campos = ("codigo", "nombre", "lugar", "fecha", "modalidad", "tipo", "bolsas", "meta", "estado", "previstas")
    filas = torneos.annotate(van=Count("partidas")).values(*campos, "van")[:cuantos]
    return [Resumen(**{c: f[c] for c in campos if c != "meta"}, meta=Meta(f["meta"]), partida=f["van"]) for f in filas]


def convocatoria_de(torneo_id: int) -> Convocatoria | None:
    """La que se mandó, y en qué va."""
    return Convocatoria.objects.filter(torneo=torneo_id).first()


def correos_inscritos(torneo_id: int) -> list[str]:
    """Con los que se inscribieron: a ellos ya no se les convoca (D575)."""
    return list(Inscrito.objects.filter(torneo=torneo_id).exclude(correo="").values_list("correo", flat=True))


def convocaria_a(torneo_id: int, ahora: datetime) -> int:
    """A cuántas personas les llegaría la convocatoria si se mandara ahora."""
    organiza = Torneo.objects.values_list("organizador", flat=True).get(pk=torneo_id)
    ya = correos_inscritos(torneo_id)
    return suscripciones.cuantas_reciben(suscripciones.Aviso.TORNEOS, sin_correos=ya, menos=organiza, ahora=ahora)


def carta_de_muestra(estado: EstadoTorneo, enlace: str) -> tuple[str, str]:
    """El asunto y el texto de la carta, como le llega a cada quien."""
    datos = {"estado": estado, "cuenta": {"nombre": _("El nombre de cada quien")}, "enlace": enlace}
    datos["baja"] = _("(el enlace con que cada quien las apaga)")
    asunto, _salto, cuerpo = render_to_string(CONVOCATORIA, datos).strip().partition("\n")
    return asunto, cuerpo.strip()


def invitaciones_de(cuenta_id: int) -> list[Resumen]:
    """A cuáles se le convocó y todavía puede apuntarse, en su página (001 §8.1)."""
    suyos = Convocado.objects.filter(cuenta=cuenta_id).values("torneo")
    return _resumen(Torneo.objects.filter(pk__in=suyos, estado=Torneo.Estado.REGISTRO).order_by("fecha"), 10)
