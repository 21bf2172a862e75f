"""La Sala con vida: qué mesas se juegan, quién con quién, cómo van y cuántas se jugaron hoy (D476). Nunca una ficha."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from enlinea.models import EnCurso, Lugar, Mesa, Partida
from enlinea.textos.juegos import como_se_dice
from reglas.reglamento import AMIGOS, reglamento_de_texto

SE_VEN = 12
"""Las más nuevas: la Sala es para encontrar juego, no un padrón."""
CUENTAN = (Mesa.Modo.NORMAL, Mesa.Modo.SIN_PRISA)


@dataclass(frozen=True, slots=True)
class MesaJugandose:
    """Una mesa como la ve cualquiera. Sin el nombre que le pusieron: lo lee también quien silenció a quien lo puso."""

    id: int
    meta: str
    modo: str
    desde: datetime
    bandos: tuple[tuple[tuple[str, ...], str], ...]
    """De cada pareja, o de cada quien por su cuenta: quiénes son y cuánto llevan; vacío si no ha comenzado."""
    mano: int
    se_mira: bool
    reglamento: str = AMIGOS

    @property
    def a_que_se_juega(self) -> str:
        """«a 100 tantos»."""
        meta = reglamento_de_texto(self.reglamento).meta_de(self.meta)
        return self.meta if meta is None else meta.dicha

    @property
    def cual_juego(self) -> str:
        """«Federación, 2 jugadores»; vacío en el de siempre."""
        return como_se_dice(self.reglamento)


@dataclass(frozen=True, slots=True)
class Vida:
    """Lo que pasa en la casa."""

    mesas: tuple[MesaJugandose, ...] = ()
    cuantas: int = 0
    hoy: int = 0

    @property
    def mas(self) -> int:
        """Las que no se ven."""
        return self.cuantas - len(self.mesas)


def vida_de_la_sala(ahora: datetime) -> Vida:
    """En cuatro preguntas, haya las mesas que haya."""
    vivas = Mesa.objects.filter(estado=Mesa.Estado.LISTA, modo__in=CUENTAN)
    ultimas = list(vivas.select_related("en_curso").order_by("-creada", "-pk")[:SE_VEN])
    nombres: dict[int, dict[int, str]] = defaultdict(dict)
    for mesa, asiento, nombre in Lugar.objects.filter(mesa__in=ultimas).values_list("mesa_id", "asiento", "nombre"):
        nombres[mesa][asiento] = nombre
    dia = timezone.localtime(ahora).replace(hour=0, minute=0, second=0, microsecond=0)
    return Vida(
        mesas=tuple(_como_va(m, nombres[m.pk]) for m in ultimas if len(nombres[m.pk]) == _asientos(m)),
        cuantas=len(ultimas) if len(ultimas) < SE_VEN else vivas.count(),
        hoy=Partida.objects.filter(finalizada=True, modo__in=CUENTAN, fin__gte=dia).count(),
    )


def _asientos(mesa: Mesa) -> int:
    return reglamento_de_texto(mesa.reglamento).asientos


def _como_va(mesa: Mesa, nombres: dict[int, str]) -> MesaJugandose:
    va: EnCurso | None = getattr(mesa, "en_curso", None)
    reglamento = reglamento_de_texto(mesa.reglamento)
    orden = [int(persona) for persona in va.lugares.split(",")] if va is not None else range(reglamento.asientos)
    quien = [nombres.get(persona, "") for persona in orden]
    llevan = va.marcadores if va is not None else ()
    return MesaJugandose(
        id=mesa.pk,
        meta=mesa.meta,
        modo=mesa.modo,
        desde=mesa.creada,
        bandos=tuple(
            (tuple([quien[asiento] for asiento in suyos]), llevan[bando] if bando < len(llevan) else "")
            for bando, suyos in enumerate(reglamento.bandos)
        ),
        mano=va.mano if va is not None else 0,
        se_mira=mesa.se_mira,
        reglamento=mesa.reglamento,
    )
