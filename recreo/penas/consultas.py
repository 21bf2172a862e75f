"""Lo que se ve de una peña. Lo sumado se lee ya hecho (D500); los nombres, siempre de ahora."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from recreo.errores import ErrorDeServicio
from recreo.models import (
    Cita,
    Cuota,
    CuotaDeMiembro,
    JuegoDePena,
    Jugador,
    Miembro,
    PagoEntreMiembros,
    Pena,
    Recreo,
    Respuesta,
    Temporada,
)
from reglas.temporada import Cara, Trato, mejor_companero, tratos_de

POR_PAGINA = 20
DURA = timedelta(hours=4)
"""Una fecha sigue siendo «la próxima» mientras se juega."""
HOY = timedelta(hours=12)
ID_MAXIMO = 2**53
"""Más grande, la base no lo compara: lo que alguien teclea en la dirección no puede tirar la página."""
Gente = Mapping[int, Miembro]


@dataclass(frozen=True, slots=True)
class Suya:
    """Una peña en la lista de quien está en ella."""

    id: int
    nombre: str
    papel: str
    gente: int
    proxima: datetime | None


def penas_de(cuenta_id: int, ahora: datetime) -> list[Suya]:
    """Las peñas de una cuenta, por nombre."""
    mios = list(
        Miembro.objects.filter(cuenta=cuenta_id, salio=None).select_related("pena").order_by("pena__nombre", "pena_id")
    )
    ids = [m.pena_id for m in mios]
    cuantos: dict[int, int] = {}
    for pk in Miembro.objects.filter(pena__in=ids, salio=None).values_list("pena_id", flat=True):
        cuantos[pk] = cuantos.get(pk, 0) + 1
    proximas: dict[int, datetime] = {}
    for cita in Cita.objects.filter(pena__in=ids, cancelada=None, cuando__gt=ahora - DURA).order_by("-cuando"):
        proximas[cita.pena_id] = cita.cuando
    return [Suya(m.pena_id, m.pena.nombre, m.papel, cuantos[m.pena_id], proximas.get(m.pena_id)) for m in mios]


def pena_de(pena_id: int, cuenta_id: int | None) -> tuple[Pena, Miembro]:
    """La peña y quién es en ella esa cuenta. Error: `pena_inexistente`, exista o no."""
    yo = (
        Miembro.objects.filter(pena=pena_id, cuenta=cuenta_id, salio=None).select_related("pena").first()
        if cuenta_id is not None and pena_id <= ID_MAXIMO
        else None
    )
    if yo is None:
        raise ErrorDeServicio("pena_inexistente")
    return yo.pena, yo


def gente_de(pena_id: int) -> dict[int, Miembro]:
    """Todos los de la peña, también quien salió: la tabla los nombra."""
    return {m.pk: m for m in Miembro.objects.filter(pena=pena_id).order_by("nombre", "pk")}


def temporadas_de(pena_id: int) -> list[Temporada]:
    """De la más nueva a la más vieja."""
    return list(Temporada.objects.filter(pena=pena_id).defer("resumen").order_by("-desde", "-pk"))


def temporada_de(pena_id: int, elegida: int = 0) -> Temporada:
    """La elegida, o la abierta. Error: `pena_inexistente`."""
    suyas = Temporada.objects.filter(pena=pena_id)
    hallada = suyas.filter(pk=elegida).first() if elegida else suyas.filter(hasta=None).first()
    if hallada is None:
        raise ErrorDeServicio("pena_inexistente")
    return hallada


@dataclass(frozen=True, slots=True)
class Fila:
    """Un renglón de la tabla de la temporada."""

    lugar: int | None
    miembro: Miembro
    total: int
    primeros: int
    eficiencia: int
    asistencias: int
    cuentan: int
    faltan: int


def tabla_de(temporada: Temporada, gente: Gente) -> list[Fila]:
    """La tabla ya sumada, con los nombres de ahora."""
    filas = temporada.resumen.get("tabla", ())
    return [Fila(lugar, gente[m], *datos) for lugar, m, *datos in filas if m in gente]


@dataclass(frozen=True, slots=True)
class ConAlguien:
    """Cómo le ha ido a alguien con otra persona y contra ella."""

    otro: Miembro
    trato: Trato


def tratos(resumen: Mapping[str, Any], gente: Gente, miembro_id: int) -> tuple[list[ConAlguien], ConAlguien | None]:
    """Con cada quien, y su mejor compañero."""
    caras = {(a, b): Cara(*datos) for a, b, *datos in resumen.get("caras", ())}
    suyos = [t for t in tratos_de(caras, miembro_id) if t.otra in gente]
    mejor = mejor_companero(suyos)
    return [ConAlguien(gente[t.otra], t) for t in suyos], ConAlguien(gente[mejor.otra], mejor) if mejor else None


@dataclass(frozen=True, slots=True)
class CitaVista:
    """La próxima fecha y quién viene."""

    cita: Cita
    vienen: list[Miembro]
    no_vienen: list[Miembro]
    sin_decir: list[Miembro]
    yo: bool | None


def cita_de(pena_id: int, gente: Gente, yo: Miembro, ahora: datetime) -> CitaVista | None:
    """La que sigue, o la que está pasando."""
    cita = Cita.objects.filter(pena=pena_id, cancelada=None, cuando__gt=ahora - DURA).order_by("cuando").first()
    if cita is None:
        return None
    dicho = dict(Respuesta.objects.filter(cita=cita).values_list("miembro_id", "viene"))
    estan = [m for m in gente.values() if m.salio is None]
    return CitaVista(
        cita,
        [m for m in estan if dicho.get(m.pk) is True],
        [m for m in estan if dicho.get(m.pk) is False],
        [m for m in estan if m.pk not in dicho],
        dicho.get(yo.pk),
    )


def ultima_cita(pena_id: int) -> Cita | None:
    """La última que se puso, también la cancelada: su archivo la quita del calendario."""
    return Cita.objects.filter(pena=pena_id).order_by("-cambiada", "-pk").first()


@dataclass(frozen=True, slots=True)
class Juego:
    """Un Recreo de la peña, en la lista."""

    recreo: Recreo
    dia: date
    gano: str
    sumado: bool
    entra: bool
    """Tiene lugar en él. Ser de la peña deja ver en qué quedó, no entrar."""


def recreos_de(
    pena_id: int, cuenta_id: int | None, pagina: int = 1, cuantos: int = POR_PAGINA
) -> tuple[list[Juego], bool]:
    """Del más nuevo al más viejo, y si hay más.

    Primero cuáles, por el índice, y después esos renglones: saltar ocho mil con todo y su Recreo costaba 300 ms.
    """
    desde = (pagina - 1) * cuantos
    en_orden = JuegoDePena.objects.filter(pena=pena_id).order_by("-dia", "-pk")
    cuales = list(en_orden.values_list("pk", flat=True)[desde : desde + cuantos + 1])
    filas = list(
        JuegoDePena.objects.filter(pk__in=cuales[:cuantos])
        .select_related("recreo", "recreo__desglose")
        .order_by("-dia", "-pk")
    )
    gente = Jugador.objects.filter(recreo__in=[f.recreo_id for f in filas])
    nombres = {(r, n): (nombre, cuenta) for r, n, nombre, cuenta in gente.values_list(
        "recreo_id", "numero", "nombre", "cuenta_id"
    )}  # fmt: skip
    suyos = {r for (r, _n), (_nombre, cuenta) in nombres.items() if cuenta_id is not None and cuenta == cuenta_id}
    juegos = [
        Juego(
            f.recreo, f.dia, nombres.get((f.recreo_id, _primero(f)), ("", None))[0], hasattr(f.recreo, "desglose"),
            f.recreo_id in suyos or f.recreo.organizador_id == cuenta_id,
        )
        for f in filas
    ]  # fmt: skip
    return juegos, len(cuales) > cuantos


def _primero(f: JuegoDePena) -> int:
    """El número que quedó en primer lugar; cero si todavía no se suma."""
    renglones = f.recreo.desglose.datos["renglones"] if hasattr(f.recreo, "desglose") else []
    return int(renglones[0][0]) if renglones else 0


def por_sumar(pena: Pena, juegos: Iterable[Juego]) -> bool:
    """¿Acaba de terminar un Recreo que todavía no está en las cuentas?"""
    return pena.sumada != pena.version or any(
        j.recreo.estado == Recreo.Estado.TERMINADO and not j.sumado for j in juegos
    )


@dataclass(frozen=True, slots=True)
class Debe:
    """Un pago que falta, de los menos posibles."""

    de: Miembro
    a: Miembro
    importe: Decimal

    @property
    def consulta(self) -> str:
        """Con qué se llena el formulario de apuntarlo."""
        return urlencode({"de": self.de.pk, "a": self.a.pk, "importe": self.importe})


@dataclass(frozen=True, slots=True)
class Dinero:
    """Los saldos de las apuestas entre miembros y con qué pagos quedan a mano."""

    saldos: list[tuple[Miembro, Decimal]]
    pagos: list[Debe]
    minimo: bool


def dinero_de(pena: Pena, gente: Gente) -> Dinero:
    """Del que más cobra al que más debe."""
    saldos = [(gente[m], Decimal(s)) for m, s in pena.resumen.get("saldos", ()) if m in gente]
    pagos = [Debe(gente[d], gente[a], Decimal(i)) for d, a, i in pena.resumen.get("pagos", ()) if {d, a} <= set(gente)]
    return Dinero(sorted(saldos, key=lambda x: (-x[1], x[0].nombre)), pagos, bool(pena.resumen.get("minimo", True)))


@dataclass(frozen=True, slots=True)
class CuotaVista:
    """Una cuota y la de cada quien."""

    cuota: Cuota
    de_cada_quien: list[CuotaDeMiembro]
    mia: CuotaDeMiembro | None

    @property
    def juntado(self) -> Decimal:
        """Lo que ya se pagó."""
        return self.cuota.importe * sum(c.estado == CuotaDeMiembro.Estado.PAGADA for c in self.de_cada_quien)

    @property
    def falta(self) -> Decimal:
        """Lo que está pendiente."""
        return self.cuota.importe * sum(c.estado == CuotaDeMiembro.Estado.PENDIENTE for c in self.de_cada_quien)

    @property
    def se_quita(self) -> bool:
        """Nadie la ha pagado."""
        return not self.juntado


def cuotas_de(pena_id: int, yo: Miembro, cuantas: int = 40) -> list[CuotaVista]:
    """De la última a la primera. A quien no lleva la caja sólo se le da la suya: lo que otro debe no le toca."""
    cuotas = list(Cuota.objects.filter(pena=pena_id).order_by("-puesta", "-pk")[:cuantas])
    suyas: dict[int, list[CuotaDeMiembro]] = {c.pk: [] for c in cuotas}
    filas = CuotaDeMiembro.objects.filter(cuota__in=cuotas).select_related("miembro")
    if yo.papel == Miembro.Papel.MIEMBRO:
        filas = filas.filter(miembro=yo)
    for fila in filas.order_by("miembro__nombre", "pk"):
        suyas[fila.cuota_id].append(fila)
    return [CuotaVista(c, suyas[c.pk], next((f for f in suyas[c.pk] if f.miembro_id == yo.pk), None)) for c in cuotas]


def pagos_de(pena_id: int, cuantos: int = 40) -> list[PagoEntreMiembros]:
    """Los apuntados, del último al primero; los anulados no."""
    filas = PagoEntreMiembros.objects.filter(pena=pena_id, anulado=None).select_related("de", "a")
    return list(filas.order_by("-instante", "-pk")[:cuantos])


@dataclass(frozen=True, slots=True)
class Convocados:
    """A quién se propone sentar: los que dijeron que vienen hoy o los de la vez pasada."""

    miembros: list[int]
    de_fuera: list[str]
    de_la_cita: bool


def convocados(pena_id: int, gente: Gente, cita: CitaVista | None, ahora: datetime) -> Convocados:
    """Si la fecha es hoy y alguien dijo que viene, ésos; si no, los del último Recreo que terminó."""
    if cita is not None and cita.vienen and abs(cita.cita.cuando - ahora) < HOY:
        return Convocados([m.pk for m in cita.vienen], [], True)
    ultimo = JuegoDePena.objects.filter(pena=pena_id).exclude(quienes={}).order_by("-dia", "-pk").first()
    if ultimo is None:
        return Convocados([pk for pk, m in gente.items() if m.salio is None], [], False)
    quienes = {int(n): m for n, m in ultimo.quienes.items()}
    jugadores = Jugador.objects.filter(recreo=ultimo.recreo_id).order_by("numero")
    estan = [m for _n, m in sorted(quienes.items()) if m in gente and gente[m].salio is None]
    return Convocados(estan, [j.nombre for j in jugadores if j.numero not in quienes and j.nombre], False)
