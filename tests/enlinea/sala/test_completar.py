"""Completar con automáticos la mesa en que esperan dos o tres: sin contar, dicho antes y con el sí de todos (D762)."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from enlinea.errores import ErrorDeServicio
from enlinea.models import Lugar, Mesa
from enlinea.sala.consultas.estado import estado_de_sala, mesa_vista
from enlinea.sala.pantallas import comunes, contexto_propio, propias
from enlinea.sala.rearmar import anterior
from enlinea.sala.servicios import abiertas, armado, completar
from enlinea.sala.servicios.practica import practica_abrir
from enlinea.sala.textos import aviso_de_mesa
from suscripciones.models import Cuenta, Suscripcion
from tests.enlinea.sala.ayudas import MOMENTO, contesta, fila, invita, llegan, navegador, reunidos

pytestmark = pytest.mark.django_db
NO_CUENTA = "Se completa con automáticos: esta partida no cuenta para tu lugar ni tus estadísticas."


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture
def gente(ahora: datetime) -> list[Cuenta]:
    return reunidos(ahora, ("Ana", "Beto", "Caro", "Dani", "Eva"))


def esperan(cuentas: list[Cuenta], ahora: datetime, juego: str = "amigos", **cambia: Any) -> armado.Armada:
    """Uno tras otro por «Juega ya»; la mesa en que quedaron."""
    *_antes, mesa = (
        abiertas.lugar_buscar(cuenta_id=c.pk, meta="", modo="normal", ahora=ahora, juego=juego, **cambia)
        if juego != "amigos"
        else abiertas.lugar_buscar(cuenta_id=c.pk, meta="100", modo="normal", ahora=ahora, **cambia)
        for c in cuentas
    )
    return mesa


def propone(quien: Cuenta, mesa: armado.Armada, ahora: datetime, nivel: str = "simple") -> armado.Armada:
    return completar.completar_proponer(mesa_id=mesa.mesa_id, cuenta_id=quien.pk, nivel=nivel, ahora=ahora)


def acepta(quien: Cuenta, mesa: armado.Armada, ahora: datetime) -> armado.Armada:
    return completar.completar_aceptar(mesa_id=mesa.mesa_id, cuenta_id=quien.pk, ahora=ahora)


def espera(quien: Cuenta, mesa: armado.Armada, ahora: datetime) -> armado.Armada:
    return completar.completar_esperar(mesa_id=mesa.mesa_id, cuenta_id=quien.pk, ahora=ahora)


def deja(quien: Cuenta, mesa: armado.Armada, ahora: datetime) -> armado.Armada:
    return abiertas.lugar_dejar(mesa_id=mesa.mesa_id, cuenta_id=quien.pk, ahora=ahora)


def de_acuerdo(mesa: armado.Armada) -> set[str]:
    return set(fila(mesa).lugares.filter(con_automaticos=True).values_list("nombre", flat=True))


def negado(hacer: Any, *datos: Any) -> str:
    with pytest.raises(ErrorDeServicio) as e:
        hacer(*datos)
    return e.value.codigo


# --- proponer y aceptar
def test_con_el_si_de_todos_empieza_y_no_cuenta(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:3], ahora, se_mira=True)
    assert propone(gente[0], mesa, ahora, "medio").estado == "abierta"
    assert acepta(gente[1], mesa, ahora).estado == "abierta"
    assert not fila(mesa).lugares.filter(cuenta=None).exists(), "falta uno: nadie empieza sin haber dicho que sí"
    luego = ahora + MOMENTO
    assert acepta(gente[2], mesa, luego).estado == "lista"
    quedo = fila(mesa)
    assert (quedo.modo, quedo.nivel, quedo.creada, quedo.se_mira, quedo.proyectada) == (
        "completada", "medio", luego, False, False,
    )  # fmt: skip
    assert [(lu.asiento, lu.nombre, lu.cuenta_id) for lu in quedo.lugares.order_by("asiento")] == [
        (0, "Ana", gente[0].pk), (1, "Pepe", None), (2, "Beto", gente[1].pk), (3, "Caro", gente[2].pk),
    ]  # fmt: skip
    # quien llega tarde lo sabe, y todo lo que se repite lleva a la mesa
    assert (
        negado(lambda: abiertas.lugar_tomar(mesa_id=mesa.mesa_id, cuenta_id=gente[3].pk, ahora=luego)) == "mesa_llena"
    )
    for otra_vez in (acepta, espera):
        assert otra_vez(gente[2], mesa, luego).estado == "lista"
    assert propone(gente[0], mesa, luego).estado == "lista" and fila(mesa).lugares.count() == 4


def test_dos_quedan_de_pareja_y_el_automatico_no_se_llama_como_nadie(ahora: datetime) -> None:
    dos = reunidos(ahora, ("Pepe", "Lola"))
    mesa = esperan(dos, ahora)
    propone(dos[0], mesa, ahora)
    acepta(dos[1], mesa, ahora)
    nombres = fila(mesa).lugares.order_by("asiento").values_list("nombre", flat=True)
    assert list(nombres) == ["Pepe", "Rosita", "Lola", "Pepe"], "de tres nombres, el repetido va al último"


def test_solo_propone_quien_organiza_y_no_a_solas(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:1], ahora)
    assert negado(propone, gente[0], mesa, ahora) == "nadie_mas_espera"
    esperan(gente[1:2], ahora)
    assert negado(propone, gente[1], mesa, ahora) == "no_es_organizador"
    assert negado(propone, gente[4], mesa, ahora) == negado(acepta, gente[4], mesa, ahora) == "no_es_tu_mesa"
    assert negado(propone, gente[0], mesa, ahora, "genio") == "nivel_invalido"
    assert negado(acepta, gente[1], mesa, ahora) == "sin_propuesta"
    assert de_acuerdo(mesa) == set()


def test_sin_suscripcion_ni_se_propone_ni_se_acepta(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:2], ahora)
    propone(gente[0], mesa, ahora)
    Suscripcion.objects.update(fin=ahora - MOMENTO)
    assert negado(propone, gente[0], mesa, ahora) == negado(acepta, gente[1], mesa, ahora) == "suscripcion_vencida"


def test_otro_nivel_es_otra_propuesta_y_la_misma_dos_veces_no_quita_nada(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:3], ahora)
    propone(gente[0], mesa, ahora)
    acepta(gente[1], mesa, ahora)
    propone(gente[0], mesa, ahora)
    assert de_acuerdo(mesa) == {"Ana", "Beto"}
    propone(gente[0], mesa, ahora, "fuerte")
    assert de_acuerdo(mesa) == {"Ana"}


def test_quien_prefiere_esperar_retira_lo_suyo_y_quien_organiza_todo(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:3], ahora)
    propone(gente[0], mesa, ahora)
    acepta(gente[1], mesa, ahora)
    espera(gente[1], mesa, ahora)
    assert de_acuerdo(mesa) == {"Ana"}
    acepta(gente[1], mesa, ahora)
    espera(gente[0], mesa, ahora)
    assert de_acuerdo(mesa) == set() and fila(mesa).estado == "abierta"
    assert negado(acepta, gente[2], mesa, ahora) == "sin_propuesta"


# --- quien se levanta, quien llega
def test_si_se_levanta_quien_faltaba_empiezan_los_que_dijeron_que_si(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:3], ahora)
    propone(gente[0], mesa, ahora)
    acepta(gente[1], mesa, ahora)
    deja(gente[2], mesa, ahora)
    assert fila(mesa).estado == "lista"
    assert set(fila(mesa).lugares.filter(activo=True).values_list("cuenta", flat=True)) == {
        gente[0].pk, gente[1].pk, None,
    }  # fmt: skip
    # quien se fue no lleva nada y ya puede sentarse en otra
    assert esperan([gente[2]], ahora).mesa_id != mesa.mesa_id


def test_si_se_va_quien_propuso_ya_no_hay_propuesta_y_los_demas_siguen(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:3], ahora)
    propone(gente[0], mesa, ahora)
    acepta(gente[1], mesa, ahora)
    # desaparece: lo levanta el barrido
    llegan(gente[1:], ahora + timedelta(seconds=30))
    assert abiertas.lugares_sin_quien_soltar(ahora + timedelta(seconds=30)) == 1
    assert de_acuerdo(mesa) == set()
    assert (fila(mesa).estado, fila(mesa).organizador_id) == ("abierta", gente[1].pk)


def test_a_solas_la_propuesta_se_olvida(gente: list[Cuenta], ahora: datetime) -> None:
    """Si no, quien llegara después hallaría una propuesta que nadie le acaba de hacer."""
    mesa = esperan(gente[:2], ahora)
    propone(gente[0], mesa, ahora)
    deja(gente[1], mesa, ahora)
    assert de_acuerdo(mesa) == set()
    esperan(gente[2:3], ahora)
    assert negado(acepta, gente[2], mesa, ahora) == "sin_propuesta"


def test_al_que_llega_no_se_le_arrastra_y_con_el_cuarto_cuenta(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:2], ahora)
    propone(gente[0], mesa, ahora)
    esperan(gente[2:3], ahora)
    assert acepta(gente[1], mesa, ahora).estado == "abierta", "el tercero no ha dicho que sí"
    esperan(gente[3:4], ahora)
    assert (fila(mesa).estado, fila(mesa).modo) == ("lista", "normal")
    # lo que venía en camino ya no cambia nada: va a la mesa, que es de cuatro y cuenta
    assert acepta(gente[2], mesa, ahora).estado == "lista"
    assert fila(mesa).modo == "normal" and not fila(mesa).lugares.filter(cuenta=None).exists()


def test_de_otro_juego_no_queda_nada_que_guardar(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:2], ahora, "musica-3-0-7")
    propone(gente[0], mesa, ahora)
    acepta(gente[1], mesa, ahora)
    assert (fila(mesa).modo, fila(mesa).proyectada, fila(mesa).lugares.count()) == ("completada", True, 3)


# --- al armar
def test_al_armar_los_lugares_vacios_se_completan_y_el_invitado_lo_lee_antes(
    gente: list[Cuenta], ahora: datetime
) -> None:
    orden = uuid4()
    datos: dict[str, Any] = {"lugares": {2: gente[1].pk}, "completar": True, "se_mira": True, "id_orden": orden}
    mesa = invita(gente[:4], ahora, **datos)
    assert invita(gente[:4], ahora, **datos) == mesa, "el doble toque da la misma"
    assert negado(lambda: invita(gente[:4], ahora, **datos, meta="200")) == "orden_distinta"
    assert (fila(mesa).modo, fila(mesa).se_mira, fila(mesa).estado) == ("completada", False, "invitando")
    assert NO_CUENTA in propias(estado_de_sala(ahora), gente[1].pk, "sala")["tuya"]
    contesta(mesa, gente[1], ahora)
    assert fila(mesa).estado == "lista" and fila(mesa).lugares.filter(cuenta=None).count() == 2


def test_al_armar_sin_pedirlo_o_a_solas_siguen_faltando_lugares(gente: list[Cuenta], ahora: datetime) -> None:
    assert negado(lambda: invita(gente[:4], ahora, lugares={2: gente[1].pk})) == "falta_lugar"
    assert negado(lambda: invita(gente[:4], ahora, lugares={}, completar=True)) == "falta_lugar"
    # con todos los lugares, pedirlo no cambia nada
    assert fila(invita(gente[:4], ahora, completar=True)).modo == "normal"


def test_armarla_otra_vez_recuerda_que_se_completaba(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = invita(gente[:4], ahora, lugares={2: gente[1].pk, 1: gente[2].pk}, completar=True)
    contesta(mesa, gente[2], ahora, acepta=False)
    propuesta = anterior(estado_de_sala(ahora), gente[0].pk)
    assert propuesta is not None
    assert (propuesta.completar, propuesta.modo, list(propuesta.puestos)) == (True, "normal", ["arriba"])


# --- lo que se ve
def test_todos_los_que_esperan_leen_que_no_cuenta_y_la_lista_lo_dice_antes_de_sentarse(
    gente: list[Cuenta], ahora: datetime
) -> None:
    mesa = esperan(gente[:3], ahora)
    antes = estado_de_sala(ahora)
    assert "Completar con automáticos" in propias(antes, gente[0].pk, "sala")["tuya"]
    assert "Completar con automáticos" not in propias(antes, gente[1].pk, "sala")["tuya"]
    assert "así no cuenta" not in comunes(antes).zonas["abiertas"]
    propone(gente[0], mesa, ahora)
    acepta(gente[1], mesa, ahora)
    ya = estado_de_sala(ahora)
    ana, beto, caro = (propias(ya, c.pk, "sala")["tuya"] for c in gente[:3])
    assert all(NO_CUENTA in una for una in (ana, beto, caro))
    assert "Por contestar: Caro" in ana and "Por contestar: Caro" in beto
    assert "Ana propone no esperar más" in caro and "Aceptar: jugar sin que cuente" in caro
    assert "Aceptar: jugar sin que cuente" not in beto
    assert "así no cuenta" in comunes(ya, comunes(antes)).zonas["abiertas"]
    acepta(gente[2], mesa, ahora)
    contexto = contexto_propio(estado_de_sala(ahora), gente[2].pk, "sala")
    assert contexto["tipo"] == "sigue" and contexto["asientos"]["izquierda"].soy
    assert [a.automatico for a in contexto["asientos"].values()].count(True) == 1


def test_por_su_pagina_se_propone_y_se_acepta(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:2], ahora)
    ana, beto = navegador(gente[0]), navegador(gente[1])

    def pide(quien: Any, accion: str, **datos: Any) -> Any:
        return quien.post(reverse("enlinea:orden", args=[accion]), {"id_orden": uuid4(), "mesa": mesa.mesa_id, **datos})

    assert pide(ana, "completar", nivel="fuerte").url == reverse("enlinea:sala")
    assert "propone no esperar más" in beto.get(reverse("enlinea:sala")).content.decode()
    pide(beto, "mejor-esperar")
    assert pide(beto, "de-acuerdo").url == reverse("enlinea:mesa", args=[mesa.mesa_id])
    pagina = ana.get(reverse("enlinea:mesa", args=[mesa.mesa_id])).content.decode()
    assert "no cuenta para tu lugar ni tus estadísticas" in pagina
    # quien ya juega no se va a practicar por su cuenta: se queda en su mesa
    assert practica_abrir(cuenta_id=gente[0].pk, id_orden=uuid4()).mesa_id == mesa.mesa_id


def test_si_alguien_sale_los_demas_leen_que_no_contaba(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:2], ahora)
    propone(gente[0], mesa, ahora)
    acepta(gente[1], mesa, ahora)
    armado.mesa_cerrar(mesa.mesa_id, "salida", 2, ahora)
    vista = mesa_vista(mesa.mesa_id)
    assert vista is not None and not Lugar.objects.filter(activo=True).exists()
    assert "Beto salió" in aviso_de_mesa(vista, gente[0].pk) and "no contaba" in aviso_de_mesa(vista, gente[0].pk)
    assert aviso_de_mesa(vista, gente[1].pk).startswith("Saliste")
    assert Mesa.objects.get(pk=mesa.mesa_id).estado == "cerrada"


def test_quien_prefiere_esperar_lo_dice_y_todos_lo_saben(gente: list[Cuenta], ahora: datetime) -> None:
    """Quien propuso no sabía si esperar más una respuesta, ni de quién (D816)."""
    mesa = esperan(gente[:3], ahora)
    propone(gente[0], mesa, ahora)
    espera(gente[1], mesa, ahora)
    de_ana, de_beto = (propias(estado_de_sala(ahora), c.pk, "sala")["tuya"] for c in gente[:2])
    assert "Prefiere esperar: Beto." in de_ana and "Por contestar: Caro." in de_ana
    assert "Faltan" not in de_ana and "En cuanto se junten" not in de_ana, "con la propuesta abierta no se cuenta"
    assert "Todavía puedes aceptar" in de_beto and de_beto.index("Aceptar: jugar") < de_beto.index("No lleva tarjetas")
    # se arrepiente, y con el sí de todos van a la mesa
    acepta(gente[1], mesa, ahora)
    assert acepta(gente[2], mesa, ahora).estado == "lista"
    assert set(fila(mesa).lugares.exclude(cuenta=None).values_list("respuesta", flat=True)) == {"acepto"}


def test_el_no_dura_lo_que_la_propuesta_y_no_pasa_a_la_mesa_llena(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:2], ahora)
    propone(gente[0], mesa, ahora)
    espera(gente[1], mesa, ahora)
    espera(gente[0], mesa, ahora)
    propone(gente[0], mesa, ahora)
    assert "Prefiere esperar" not in propias(estado_de_sala(ahora), gente[0].pk, "sala")["tuya"]
    espera(gente[1], mesa, ahora)
    assert esperan(gente[2:4], ahora).estado == "lista"
    assert set(fila(mesa).lugares.values_list("respuesta", flat=True)) == {"acepto"}


def test_si_uno_sale_de_la_completada_quien_organizo_sigue_con_los_demas(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = esperan(gente[:3], ahora)
    propone(gente[0], mesa, ahora)
    acepta(gente[1], mesa, ahora)
    acepta(gente[2], mesa, ahora)
    sale = fila(mesa).lugares.get(cuenta=gente[1].pk)
    Mesa.objects.filter(pk=mesa.mesa_id).update(estado="cerrada", motivo="salida", culpable=sale.asiento, cerrada=ahora)
    Lugar.objects.filter(mesa=mesa.mesa_id).update(activo=False)
    estado = estado_de_sala(ahora)
    aviso = propias(estado, gente[0].pk, "sala")["tuya"]
    assert "Seguir con quienes quedamos" in aviso and "se le pregunta si va" in aviso and "tampoco cuenta" in aviso
    otra = anterior(estado, gente[0].pk)
    assert otra is not None and {lu.nombre for lu in otra.puestos.values()} == {"Caro"} and otra.completar


def test_mientras_se_espera_se_dice_quien_comienza_y_si_cuenta(gente: list[Cuenta], ahora: datetime) -> None:
    """«Empieza en cuanto acepten», y todavía había que oprimir «Comenzar» (D815)."""
    esperan(gente[:2], ahora)
    de_ana, de_beto = (propias(estado_de_sala(ahora), c.pk, "sala")["tuya"] for c in gente[:2])
    assert "Ahí empiezas tú, con «Comenzar»." in de_ana and "Ahí empieza Ana, con «Comenzar»." in de_beto
    otros = [gente[4], *reunidos(ahora, ("Fer", "Gil", "Hugo"))]
    llegan([*gente, *otros], ahora)
    invita(otros, ahora, modo="sin_prisa")
    assert "No cuenta para tu lugar ni tu estadística" in propias(estado_de_sala(ahora), otros[1].pk, "sala")["tuya"]
    Mesa.objects.filter(estado="invitando").update(modo="normal")
    assert "Cuenta para tu lugar" in propias(estado_de_sala(ahora), otros[1].pk, "sala")["tuya"]
