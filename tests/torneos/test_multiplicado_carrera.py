"""A la vez y con conexiones de verdad: el embargo se levanta una vez y nunca antes de la última mesa (TO27)."""

from functools import partial
from typing import Any

import pytest

from enlinea.diario import diario
from enlinea.models import Mesa as EnLinea
from recreo.errores import ErrorDeServicio
from reglas.mesa.tipos import Fase
from tests.a_la_vez import correr_a_la_vez, vueltas
from tests.enlinea.mesas import al_diario, suscriptor
from tests.torneos.multiplicado import TEXTO, MesaAlAzar, dictada, jugar_entera, multiplicado
from torneos import servicios
from torneos.models import ManosDeMesa, Mesa, Partida, Suceso
from torneos.servicios import cierre, intranet
from torneos.servicios import multiplicado as servicio

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pocos_bastan")]
a_la_vez = partial(correr_a_la_vez, ErrorDeServicio)


def test_dos_mesas_que_cierran_a_la_vez_lo_levantan_una_vez_y_nunca_antes(monkeypatch: pytest.MonkeyPatch) -> None:
    antes_de_tiempo: list[int] = []
    guardar = servicio._manos

    def mirar(en_linea: int | None) -> Any:
        """En el momento de leer las fichas ya no hay ninguna mesa abierta."""
        partida = Mesa.objects.values_list("partida", flat=True).get(en_linea=en_linea)
        antes_de_tiempo.extend(Mesa.objects.filter(partida=partida, cerrada=None).values_list("pk", flat=True))
        return guardar(en_linea)

    monkeypatch.setattr(servicio, "_manos", mirar)
    for vez in range(vueltas(4)):
        salon = multiplicado(cuenta=suscriptor(f"Lupita{vez}"), personas=12)
        partida = dictada(salon)
        mesas = salon.mesas()
        for n, m in enumerate(mesas):
            jugar_entera(m, 3 * vez + n)
        intranet.recibir(mesas[0].en_linea or 0)
        assert salon.actual().levantada is None
        a_la_vez(
            *[partial(intranet.recibir, m.en_linea) for m in mesas[1:]],
            partial(servicios.embargo_levantar, partida.pk),
            servicios.embargos_conciliar,
        )
        assert salon.actual().levantada is not None and not antes_de_tiempo
        assert Suceso.objects.filter(torneo=salon.torneo_id, accion=servicio.LEVANTAR).count() == 1
        assert ManosDeMesa.objects.filter(mesa__partida=partida).count() == 3


def test_la_ultima_sin_confirmar_no_lo_levanta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mientras una cierra y aún no confirma, quien pregunta desde otra conexión la ve abierta."""
    salon = multiplicado()
    partida = dictada(salon)
    una, otra = salon.mesas()
    for n, m in enumerate((una, otra)):
        jugar_entera(m, n)
    intranet.recibir(una.en_linea or 0)
    vistas: list[Any] = []
    de_siempre = cierre.al_cerrar_una

    def en_medio(op: Any) -> None:
        de_siempre(op)
        vistas.extend(a_la_vez(lambda: Partida.objects.get(pk=partida.pk).levantada))

    monkeypatch.setattr(cierre, "al_cerrar_una", en_medio)
    intranet.recibir(otra.en_linea or 0)
    assert vistas == [None] and salon.actual().levantada is not None


def test_dictar_a_la_vez_es_uno_y_las_mesas_se_abren_una_vez() -> None:
    for vez in range(vueltas(3)):
        salon = multiplicado(cuenta=suscriptor(f"Lupita{vez}"))
        salon.publicar()
        textos = (TEXTO, "1-1 2-2", TEXTO)
        quedo = a_la_vez(
            *[partial(salon.pedir, "partida_dictar", partida=1, texto=t, repetido=t) for t in textos],
            partial(salon.pedir, "partida_deshacer", partida=1, motivo="Otra vez"),
        )
        codigos = [r.codigo if isinstance(r, ErrorDeServicio) else "ok" for r in quedo]
        assert codigos.count("ok") == 1
        if codigos[3] == "ok":
            assert not Partida.objects.filter(torneo=salon.torneo_id).exists()
        else:
            suyas = EnLinea.objects.filter(pk__in=[m.en_linea for m in salon.mesas()])
            assert len({m.texto_de_reparto for m in suyas}) == 1 and len(suyas) == 2


def test_cancelar_mientras_se_abre_y_se_cierra_no_ensena_nada_que_se_pueda_jugar(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Quien cancela, quien acaba su mesa, quien iba abriendo la suya y los barridos, a la vez (D674)."""
    jugables: list[int] = []
    guardar = servicio._manos

    def mirar(en_linea: int | None) -> Any:
        """En el momento de leer las fichas, en ninguna mesa sin cerrar cabe otra jugada."""
        partida = Mesa.objects.values_list("partida", flat=True).get(en_linea=en_linea)
        for m in Mesa.objects.filter(partida=partida, cerrada=None):
            if diario.replegar(diario.leer(m.en_linea or 0)).fase is not Fase.CERRADA:
                jugables.append(m.pk)
        return guardar(en_linea)

    monkeypatch.setattr(servicio, "_manos", mirar)
    for vez in range(vueltas(4)):
        salon = multiplicado(cuenta=suscriptor(f"Lupita{vez}"), personas=12)
        partida = dictada(salon)
        una, otra, tarde = salon.mesas()
        for n, m in enumerate((una, otra)):
            jugar_entera(m, 3 * vez + n)
        abre = MesaAlAzar(tarde, vez)
        a_la_vez(
            partial(salon.pedir, "torneo_cancelar", motivo="Se fue la luz"),
            partial(intranet.recibir, una.en_linea),
            partial(al_diario, abre.fila, abre),
            partial(servicios.embargo_levantar, partida.pk),
            servicios.embargos_conciliar,
        )
        servicios.en_linea_conciliar()
        servicios.embargos_conciliar()
        assert salon.actual().levantada is not None and not jugables
        assert Suceso.objects.filter(torneo=salon.torneo_id, accion=servicio.LEVANTAR).count() == 1
