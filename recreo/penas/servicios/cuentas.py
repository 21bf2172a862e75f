"""Los resúmenes de una peña, vueltos a sumar de sus Recreos: la página sólo lee un renglón (D500).

Diez mil Recreos cuestan segundos en sumarse y nada en leerse ya sumados (`bench/penas`). Por eso suma quien escribe: el
barrido, al terminar un Recreo, y las órdenes que cambian las reglas o un pago, que son de una peña y de vez en cuando.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from config.comun.escrito import llano
from recreo.models import Desglose, JuegoDePena, Jugador, Miembro, PagoEntreMiembros, Pena, Temporada
from recreo.penas.servicios.base import cambio_lo_sumado
from reglas.desglose import leer
from reglas.menos_pagos import menos_pagos
from reglas.temporada import Caras, Jugado, ReglasDeTemporada, cara_a_cara, saldos, tabla

PENAS_POR_VUELTA = 20
JUEGOS_POR_VUELTA = 50


def penas_poner_al_dia(recreos: Collection[int] = ()) -> int:
    """Barrido: quién fue quién en los Recreos que terminaron, y los resúmenes de sus peñas. Devuelve cuántas sumó.

    `recreos`: los que se acaban de desglosar. Si otro proceso murió tras desglosarlos, aquí se reconocen igual.
    """
    sin_reconocer = JuegoDePena.objects.filter(quienes={}, recreo__desglose__isnull=False)
    for juego in sin_reconocer.order_by("-pk")[:JUEGOS_POR_VUELTA] if not recreos else ():
        juego_reconocer(juego)
    for juego in JuegoDePena.objects.filter(recreo__in=recreos):
        juego_reconocer(juego)
    atrasadas = list(Pena.objects.exclude(sumada=F("version")).values_list("pk", flat=True)[:PENAS_POR_VUELTA])
    return sum(cuentas_rehacer(pena_id=pk) for pk in atrasadas)


def juego_reconocer(juego: JuegoDePena) -> None:
    """Qué miembro fue cada número: por su cuenta, por su correo o por su nombre. Lo ya dicho no cambia."""
    with transaction.atomic():
        Pena.objects.select_for_update(no_key=True).get(pk=juego.pena_id)
        jugadores = list(Jugador.objects.filter(recreo=juego.recreo_id).order_by("numero"))
        # quien ese día no era de la peña jugó de fuera, aunque se llame igual
        estaban = Q(salio=None) | Q(salio__date__gte=juego.dia)
        miembros = list(Miembro.objects.filter(estaban, pena=juego.pena_id, desde__date__lte=juego.dia).order_by("pk"))
        antes = {int(n): m for n, m in juego.quienes.items()}
        quienes = quien_es_quien(jugadores, miembros, antes)
        if quienes != antes:
            JuegoDePena.objects.filter(pk=juego.pk).update(quienes={str(n): m for n, m in quienes.items()})
            cambio_lo_sumado(juego.pena_id)


def quien_es_quien(
    jugadores: Iterable[Jugador], miembros: Iterable[Miembro], dicho: Mapping[int, int]
) -> dict[int, int]:
    """Número → miembro. Manda lo ya dicho; después la cuenta, el correo y el nombre, cada miembro una sola vez."""
    quienes = dict(dicho)
    libres = {m.pk: m for m in miembros if m.pk not in quienes.values()}
    por_ver = [j for j in jugadores if j.numero not in quienes]
    pruebas = (
        lambda j, m: j.cuenta_id is not None and j.cuenta_id == m.cuenta_id,
        lambda j, m: bool(j.correo) and j.correo == m.correo,
        lambda j, m: bool(j.nombre) and llano(j.nombre) == llano(m.nombre),
    )
    for es in pruebas:
        for j in por_ver:
            hallado = next((pk for pk, m in libres.items() if j.numero not in quienes and es(j, m)), None)
            if hallado is not None:
                quienes[j.numero] = hallado
                del libres[hallado]
    return quienes


def cuentas_rehacer(*, pena_id: int) -> bool:
    """Vuelve a sumar la peña entera y sus temporadas. Falso si otro la tiene tomada o ya no está."""
    with transaction.atomic():
        pena = Pena.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=pena_id).first()
        if pena is None:
            return False
        rehacer(pena)
        return True


def rehacer(pena: Pena) -> None:
    """Como `cuentas_rehacer`, con la peña ya tomada."""
    jugados = jugados_de(pena.pk)
    for temporada in pena.temporadas.all():
        suyos = [j for dia, j in jugados if en_temporada(temporada, dia)]
        temporada.resumen = _de_temporada(suyos, reglas_de(temporada))
        temporada.save(update_fields=["resumen"])
    pagos = PagoEntreMiembros.objects.filter(pena=pena, anulado=None).values_list("de_id", "a_id", "importe")
    deben = saldos([j for _d, j in jugados], pagos)
    arreglo = menos_pagos(deben)
    pena.resumen = {
        "recreos": len(jugados),
        "caras": _caras(cara_a_cara(j for _d, j in jugados)),
        "saldos": [[quien, str(saldo)] for quien, saldo in deben.items()],
        "pagos": [[p.de, p.a, str(p.importe)] for p in arreglo.pagos],
        "minimo": arreglo.minimo,
    }
    Pena.objects.filter(pk=pena.pk).update(resumen=pena.resumen, sumada=F("version"))


def jugados_de(pena_id: int) -> list[tuple[date, Jugado]]:
    """Los Recreos terminados de la peña, del más viejo al más nuevo, con su día."""
    filas = Desglose.objects.filter(recreo__de_pena__pena=pena_id).order_by("recreo__de_pena__dia", "recreo_id")
    return [
        (dia, Jugado(leer(datos), {int(n): m for n, m in quienes.items()}))
        for dia, datos, quienes in filas.values_list("recreo__de_pena__dia", "datos", "recreo__de_pena__quienes")
    ]


def en_temporada(temporada: Temporada, dia: date) -> bool:
    """¿Cae ese día dentro?"""
    return temporada.desde <= dia and (temporada.hasta is None or dia <= temporada.hasta)


def reglas_de(temporada: Temporada) -> ReglasDeTemporada:
    """Sus reglas, como las piden las cuentas."""
    return ReglasDeTemporada(tuple(temporada.por_lugar), temporada.mejores, temporada.asistencia)


def _de_temporada(jugados: list[Jugado], reglas: ReglasDeTemporada) -> dict[str, Any]:
    return {
        "recreos": len(jugados),
        "tabla": [
            [p.lugar, p.persona, p.total, p.primeros, p.eficiencia, p.asistencias, p.cuentan, p.faltan]
            for p in tabla(jugados, reglas)
        ],
        "caras": _caras(cara_a_cara(jugados)),
    }


def _caras(caras: Caras) -> list[list[int]]:
    return [[*par, c.juntos, c.juntos_ganados, c.contra, c.gano_la_menor] for par, c in sorted(caras.items())]
