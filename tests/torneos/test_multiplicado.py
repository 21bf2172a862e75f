"""El Multiplicado: dictar, el mismo reparto en todas las mesas, el embargo y su levantamiento (TO27, decisión 050)."""

from typing import Any

import pytest
from django.test import Client

from enlinea.models import Mesa as MesaEnLinea
from enlinea.salon import consultas as salon_visto
from recreo.errores import ErrorDeServicio
from reglas.fichas import TEXTOS
from reglas.metas import Meta
from reglas.multiplicado import clave_de_partida, huellas_de, mano_comun, verificar_repartos
from reglas.suizo.tipos import Modalidad, Tipo
from reglas.suizo.verificacion.verificar import verificar_torneo
from tests.enlinea.mesas import suscriptor
from tests.torneos.multiplicado import TEXTO, cerrar, dictada, jugar_entera, jugar_una_mano, multiplicado
from tests.torneos.salon import abrir
from torneos import consultas, servicios
from torneos.consultas.multiplicado import mis_fichas, repartos_de
from torneos.consultas.puestos import pase_de
from torneos.models import ManosDeMesa, Puesto, Suceso
from torneos.servicios import Conjunto, Persona, intranet

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocos_bastan")]


def test_se_juega_en_pantallas_y_con_una_sola_tabla() -> None:
    with pytest.raises(ErrorDeServicio, match="multiplicado_en_pantallas"):
        abrir(tipo=Tipo.MULTIPLICADO, personas=0)
    salon = abrir(tipo=Tipo.MULTIPLICADO, intranet=True, personas=0, cuenta=suscriptor("Memo"))
    t = salon.fila
    assert len(t.clave_de_repartos) == 64 and t.clave_de_repartos != t.clave_de_sorteo
    assert not abrir(personas=0, cuenta=suscriptor("Rosa")).fila.clave_de_repartos


def test_el_texto_se_dicta_dos_veces_igual_y_una_sola_vez() -> None:
    salon = multiplicado()
    partida = salon.publicar()
    assert not MesaEnLinea.objects.exists() and all(m.en_linea is None for m in salon.mesas())
    de = {"partida": 1, "texto": TEXTO}
    assert salon.negado("partida_dictar", **de, repetido="3-6 0-0 2-4") == "dictado_distinto"
    assert salon.negado("partida_dictar", partida=1, texto="  ", repetido="") == "falta_dictado_de_partida"
    assert salon.negado("partida_dictar", partida=2, texto=TEXTO, repetido=TEXTO) == "no_es_la_ultima"
    mesa = salon.mesas()[0]
    anota = {"mano": 1, "revision": 0, "desenlace": "dominada", "pareja": 0, "tantos": 5}
    assert salon.negado("mano_anotar", partida=1, mesa=mesa.numero, **anota) == "se_anota_sola"
    salon.pedir("partida_dictar", **de, repetido=" 3-6  0-0 2-5 ")
    suyas = MesaEnLinea.objects.filter(pk__in=[m.en_linea for m in salon.mesas()])
    clave = clave_de_partida(salon.fila.clave_de_repartos, 1)
    assert {(m.clave_de_reparto, m.texto_de_reparto) for m in suyas} == {(clave, TEXTO)} and len(suyas) == 2
    assert salon.negado("partida_dictar", **de, repetido=TEXTO) == "ya_se_dicto_la_partida"
    # con el texto dicho, deshacerla sería probar otro reparto
    assert salon.negado("partida_deshacer", partida=partida.numero, motivo="Otra") == "ya_se_dicto_la_partida"
    con_fichas = abrir(cuenta=suscriptor("Memo"))
    con_fichas.publicar()
    assert con_fichas.negado("partida_dictar", **de, repetido=TEXTO) == "no_es_multiplicado"


def test_sin_dictar_el_puesto_dice_que_espere_y_no_ofrece_sentarse(client: Client) -> None:
    salon = multiplicado()
    salon.publicar()
    salon.pedir("puestos_poner", por_zona=2)
    pase = pase_de(Puesto.objects.filter(torneo=salon.torneo_id).order_by("zona", "numero")[0])
    donde = f"/torneos/{salon.fila.codigo}/puesto/"
    dicho = client.post(donde, {"pase": pase}, follow=True).content.decode()
    assert "Siéntate aquí y espera." in dicho and "sentarme a jugar" not in dicho
    salon.pedir("partida_dictar", partida=1, texto=TEXTO, repetido=TEXTO)
    assert "sentarme a jugar" in client.get(donde).content.decode()


def test_sin_dictar_se_deshace_y_las_huellas_publicadas_no_cambian() -> None:
    salon = multiplicado()
    antes = huellas_de(salon.fila.clave_de_repartos, 3)
    salon.publicar()
    salon.pedir("partida_deshacer", partida=1, motivo="Faltó alguien")
    assert huellas_de(salon.fila.clave_de_repartos, 3) == antes


@pytest.mark.parametrize("meta", list(Meta))
def test_mismas_fichas_y_mismo_salidor_y_el_embargo_se_levanta_con_la_ultima(
    meta: Meta, django_capture_on_commit_callbacks: Any
) -> None:
    salon = multiplicado(meta=meta, previstas=1)
    dictada(salon)
    una, otra = salon.mesas()
    juegos = [jugar_entera(m, n) for n, m in enumerate((una, otra), 1)]
    assert juegos[0].mesa.tantos != juegos[1].mesa.tantos or juegos[0].mesa.cuentas != juegos[1].mesa.cuentas
    cerrar(una, django_capture_on_commit_callbacks)
    assert salon.actual().levantada is None and not ManosDeMesa.objects.exists()
    # el acta a medias trae los tantos y ninguna ficha, y aun así se sostiene
    acta = consultas.acta_del_torneo(salon.torneo_id)
    assert "reparto" not in str(acta) and verificar_torneo(acta)["faltas"] == []
    cerrar(otra, django_capture_on_commit_callbacks)
    assert salon.actual().levantada is not None
    assert Suceso.objects.filter(accion="embargo_levantar").count() == 1
    clave = clave_de_partida(salon.fila.clave_de_repartos, 1)
    for m, juego in zip((una, otra), juegos, strict=True):
        suyas = m.jugado.manos  # type: ignore[attr-defined]
        assert len(suyas) == len(juego.mesa.cuentas)
        for k, mano in enumerate(suyas, 1):
            debida = mano_comun(clave, TEXTO, k)
            assert mano["salidor"] == debida.salidor
            assert mano["repartidas"] == [sorted(suyo) for suyo in debida.reparto]
            assert mano["jugadas"][0][0] == debida.salidor
    salon.pedir("partida_cerrar", partida=1)
    acta = consultas.acta_del_torneo(salon.torneo_id)
    assert verificar_torneo(acta)["faltas"] == []
    primera = acta["partidas"][0]["mesas"][0]["manos"][0]["reparto"]
    assert primera == [[TEXTOS[f] for f in sorted(suyo)] for suyo in mano_comun(clave, TEXTO, 1).reparto]


def test_el_barrido_lo_levanta_si_quien_cerro_no_alcanzo_y_una_sola_vez(
    django_capture_on_commit_callbacks: Any,
) -> None:
    salon = multiplicado()
    partida = dictada(salon)
    for n, m in enumerate(salon.mesas()):
        jugar_entera(m, n)
        with django_capture_on_commit_callbacks(execute=False):
            servicios.intranet.recibir(m.en_linea)  # type: ignore[attr-defined]
        if n == 0:
            assert servicios.embargos_conciliar() == 0 and not servicios.embargo_levantar(partida.pk)
    assert salon.actual().levantada is None
    assert (servicios.embargos_conciliar(), servicios.embargos_conciliar()) == (1, 0)


def test_lo_que_decide_un_juez_tambien_cierra_y_levanta(django_capture_on_commit_callbacks: Any) -> None:
    salon = multiplicado()
    dictada(salon)
    una, otra = salon.mesas()
    jugar_entera(una, 1)
    cerrar(una, django_capture_on_commit_callbacks)
    with django_capture_on_commit_callbacks(execute=True):
        salon.pedir("mesa_dar_default", partida=1, mesa=otra.numero, gana=0, motivo="Se fue")
    assert salon.actual().levantada is not None
    assert otra.jugado.manos == []  # type: ignore[attr-defined]
    salon.pedir("partida_cerrar", partida=1)
    assert verificar_torneo(consultas.acta_del_torneo(salon.torneo_id))["faltas"] == []


def test_cancelado_a_medias_se_ve_lo_jugado_cuando_ya_nadie_puede_tirar(
    django_capture_on_commit_callbacks: Any, client: Client
) -> None:
    salon = multiplicado(personas=12, previstas=2)
    partida = dictada(salon)
    una, otra, sin_abrir = salon.mesas()
    jugar_entera(una, 1)
    cerrar(una, django_capture_on_commit_callbacks)
    jugar_una_mano(otra, 2)
    cerrar(otra, django_capture_on_commit_callbacks)
    # se cancela y el proceso muere antes de soltarlas: una se puede seguir jugando, y otra, abrir
    with django_capture_on_commit_callbacks(execute=False):
        salon.pedir("torneo_cancelar", motivo="Se fue la luz")
    numero = otra.asientos.get(lugar=0).jugador.numero
    assert not servicios.embargo_levantar(partida.pk) and servicios.embargos_conciliar() == 0
    assert mis_fichas(salon.torneo_id, 1, numero) is None and repartos_de(salon.torneo_id, 1) is None
    # el barrido las suelta y lo que llegue tarde ya no entra; entonces sí
    assert servicios.en_linea_conciliar() == 2
    intranet.recibir(otra.en_linea or 0)
    assert {salon_visto.como_va(m.en_linea or 0).cerrada for m in (otra, sin_abrir)} == {True}
    assert (servicios.embargos_conciliar(), servicios.embargos_conciliar()) == (1, 0)
    assert Suceso.objects.filter(accion="embargo_levantar").count() == 1
    vista = mis_fichas(salon.torneo_id, 1, numero)
    assert vista is not None and len(vista.manos) == 1 and len(vista.mesas) == 2 and vista.mesas[0].sacaron
    repartos = repartos_de(salon.torneo_id, 1)
    assert repartos is not None and verificar_repartos(repartos)["manos"] >= 1
    # el acta sigue a medias: con mesas abiertas no lleva fichas
    acta = consultas.acta_del_torneo(salon.torneo_id)
    assert "reparto" not in str(acta) and verificar_torneo(acta)["faltas"] == []
    codigo = salon.fila.codigo
    dicho = client.get(f"/torneos/{codigo}/donde/{numero}/").content.decode()
    assert "El torneo se canceló." in dicho and f"/torneos/{codigo}/partida/1/fichas/{numero}/" in dicho


def test_cancelado_sin_dictar_no_hay_nada_que_ver(django_capture_on_commit_callbacks: Any) -> None:
    salon = multiplicado()
    salon.publicar()
    with django_capture_on_commit_callbacks(execute=True):
        salon.pedir("torneo_cancelar", motivo="No hubo quórum")
    assert salon.actual().levantada is None and servicios.embargos_conciliar() == 0


def test_si_todas_se_decidieron_antes_de_dictar_ya_no_se_dicta(django_capture_on_commit_callbacks: Any) -> None:
    salon = multiplicado()
    salon.publicar()
    with django_capture_on_commit_callbacks(execute=True):
        for m in salon.mesas():
            numero = m.asientos.get(lugar=0).jugador.numero
            salon.pedir("mesa_dar_ausencia", partida=1, mesa=m.numero, ausentes=[numero])
    assert salon.negado("partida_dictar", partida=1, texto=TEXTO, repetido=TEXTO) == "sin_mesas_por_abrir"
    assert salon.actual().levantada is not None and not ManosDeMesa.objects.exists()


def test_en_equipos_las_dos_mesas_de_un_encuentro_tambien_reciben_lo_mismo() -> None:
    salon = multiplicado(personas=0, modalidad=Modalidad.EQUIPOS, cupo=8)
    salon.pedir("puestos_poner", por_zona=4)
    equipos = [Conjunto(tuple([Persona(f"E{n}{letra}") for letra in "abcd"]), f"Equipo {n}") for n in range(2)]
    salon.pedir("conjuntos_agregar", conjuntos=equipos, llegaron=True)
    dictada(salon)
    una, otra = salon.mesas()
    manos = [salon_visto.manos_jugadas(jugar_entera(m, n).fila.pk) for n, m in enumerate((una, otra))]
    assert manos[0][0].repartidas == manos[1][0].repartidas
    assert manos[0][0].jugadas != manos[1][0].jugadas
