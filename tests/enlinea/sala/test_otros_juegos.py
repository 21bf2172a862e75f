"""Mesas de verdad a cualquier juego, de dos, tres o cuatro: armadas, por «Juega ya» y por enlace (VA1, VA2, D546)."""

import re
from datetime import datetime
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.errores import ErrorDeServicio
from enlinea.mesa.marcadores import como_va
from enlinea.models import EnCurso, Mesa
from enlinea.sala.consultas.estado import estado_de_sala, mesa_vista
from enlinea.sala.consultas.jugando import vida_de_la_sala
from enlinea.sala.pantallas import asientos_de
from enlinea.sala.rearmar import anterior
from enlinea.sala.servicios import abiertas, armado
from enlinea.sala.servicios.a_que import OFRECIDOS, lugares_de
from enlinea.sala.servicios.en_curso import en_curso_guardar
from enlinea.sala.textos import aviso_de_mesa
from enlinea.textos.juegos import como_se_dice
from reglas.reglamento import reglamento_de_texto
from suscripciones.models import Cuenta
from tests.enlinea.mesas import de_prueba
from tests.enlinea.sala.ayudas import contesta, fila, invita, navegador, reunidos

pytestmark = pytest.mark.django_db
OTROS = [juego for juego in OFRECIDOS if juego != "amigos"]


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture
def gente(ahora: datetime) -> list[Cuenta]:
    return reunidos(ahora, ("Ana", "Beto", "Caro", "Dani", "Eva", "Fer"))


def busca(quien: Cuenta, ahora: datetime, juego: str, meta: str = "") -> armado.Armada:
    return abiertas.lugar_buscar(cuenta_id=quien.pk, juego=juego, meta=meta, modo="normal", ahora=ahora)


def arma(gente: list[Cuenta], ahora: datetime, juego: str, meta: str = "", lugares: dict[int, int] | None = None):
    n = reglamento_de_texto(juego).asientos
    suyos = {asiento: gente[asiento].pk for asiento in range(1, n)} if lugares is None else lugares
    return invita(gente, ahora, juego=juego, meta=meta or str(reglamento_de_texto(juego).metas[0]), lugares=suyos)


@pytest.mark.parametrize("juego", OFRECIDOS)
def test_se_arma_a_cualquier_juego_con_los_que_pida_y_queda_lista(gente, ahora, juego):
    reglamento = reglamento_de_texto(juego)
    armada = arma(gente, ahora, juego)
    for quien in gente[1 : reglamento.asientos]:
        armada = contesta(armada, quien, ahora)
    assert armada.estado == "lista"
    datos = DatosDeMesa.leer(armada.mesa_id)
    assert datos.reglamento == juego and datos.cuentas == tuple(c.pk for c in gente[: reglamento.asientos])
    vista = mesa_vista(armada.mesa_id)
    assert (vista.libres, vista.cual_juego) == (0, como_se_dice(juego))
    visto = asientos_de(vista, gente[0].pk)
    assert set(visto) == {"abajo", *lugares_de(reglamento)}
    de_los_demas = [uno.pareja for lado, uno in visto.items() if lado != "abajo"]
    assert de_los_demas.count("nos") == (1 if reglamento.por_parejas else 0)


@pytest.mark.parametrize(
    ("juego", "asientos", "codigo"),
    [
        ("federacion-2-0-7", {}, "falta_lugar"),
        ("federacion-3-0-7", {1: 1}, "falta_lugar"),
        ("federacion-2-0-7", {1: 1, 2: 2}, "sobra_lugar"),
        ("musica", {1: 1, 2: 2}, "falta_lugar"),
    ],
)
def test_ni_falta_ni_sobra_nadie(gente, ahora, juego, asientos, codigo):
    with pytest.raises(ErrorDeServicio) as falla:
        arma(gente, ahora, juego, lugares={asiento: gente[n].pk for asiento, n in asientos.items()})
    assert falla.value.codigo == codigo and not Mesa.objects.exists()


@pytest.mark.parametrize(
    ("juego", "meta", "codigo"),
    [
        ("federacion", "120", "meta_invalida"),
        ("musica", "juegos_ganados", "meta_invalida"),
        ("amigos", "300", "meta_invalida"),
        ("cubano", "100", "juego_invalido"),
    ],
)
def test_lo_que_ese_juego_no_ofrece_se_niega(gente, ahora, juego, meta, codigo):
    with pytest.raises(ErrorDeServicio) as falla:
        invita(gente, ahora, juego=juego, meta=meta)
    assert falla.value.codigo == codigo


def test_repetir_la_orden_a_otro_juego_es_otra_cosa(gente, ahora):
    orden, lugares = uuid4(), {1: gente[1].pk}
    una = invita(gente, ahora, juego="musica-2-0-7", lugares=lugares, id_orden=orden)
    assert invita(gente, ahora, juego="musica-2-0-7", lugares=lugares, id_orden=orden) == una
    with pytest.raises(ErrorDeServicio) as falla:
        invita(gente, ahora, juego="federacion-2-0-7", lugares=lugares, id_orden=orden)
    assert falla.value.codigo == "orden_distinta"


@pytest.mark.parametrize(
    ("juego", "sentados"),
    [("federacion-2-0-9", [0, 1]), ("musica-3-0-7", [0, 2, 1]), ("federacion", [0, 2, 3, 1])],
)
def test_juega_ya_junta_a_los_que_pide_el_juego_y_a_la_meta_de_costumbre(gente, ahora, juego, sentados):
    quedaron = [busca(quien, ahora, juego) for quien in gente[: len(sentados)]]
    assert len({una.mesa_id for una in quedaron}) == 1
    assert [una.estado for una in quedaron] == ["abierta"] * (len(sentados) - 1) + ["lista"]
    mesa = fila(quedaron[0])
    assert (mesa.reglamento, mesa.meta) == (juego, str(reglamento_de_texto(juego).metas[0]))
    assert list(mesa.lugares.order_by("pk").values_list("asiento", flat=True)) == sentados


def test_quien_busca_un_juego_no_cae_en_otro(gente, ahora):
    juegos = ["amigos", "federacion", "federacion-2-0-7", "musica-2-0-7", "musica-4-1-7"]
    mesas = {busca(quien, ahora, juego, "100" if juego == "amigos" else "").mesa_id
             for quien, juego in zip(gente, juegos, strict=False)}  # fmt: skip
    assert len(mesas) == len(juegos)


def test_por_enlace_la_de_dos_se_llena_con_uno(gente, ahora):
    mesa = abiertas.mesa_abrir(
        cuenta_id=gente[0].pk, id_orden=uuid4(), nombre="Mano a mano", juego="federacion-2-0-7", meta="150",
        modo="sin_prisa", se_mira=False, ahora=ahora,
    )  # fmt: skip
    enlace = fila(mesa).enlace
    quedo = abiertas.lugar_tomar(mesa_id=mesa.mesa_id, cuenta_id=gente[1].pk, ahora=ahora, enlace=enlace)
    assert (quedo.estado, fila(mesa).meta, mesa_vista(mesa.mesa_id).libres) == ("lista", "150", 0)
    with pytest.raises(ErrorDeServicio) as falla:
        abiertas.lugar_tomar(mesa_id=mesa.mesa_id, cuenta_id=gente[2].pk, ahora=ahora, enlace=enlace)
    assert falla.value.codigo == "mesa_llena"


# --- por la página ----------------------------------------------------------------------------------------------------
def ordena(quien: Cuenta, cual: str, **datos: object):
    direccion = reverse("enlinea:orden", args=[cual])
    return navegador(quien).post(direccion, {"id_orden": str(uuid4()), **datos}, HTTP_X_REQUESTED_WITH="XMLHttpRequest")


def test_la_tabla_de_armado_ofrece_cada_juego_con_sus_lugares_y_sus_metas(gente):
    pagina = navegador(gente[0]).get(reverse("enlinea:armar")).content.decode()
    for juego in OFRECIDOS:
        assert f'value="{juego}"' in pagina
    assert 'data-lados="arriba"' in pagina and 'data-lados="derecha izquierda"' in pagina
    assert 'name="meta_federacion"' in pagina and 'name="meta_musica"' in pagina and "meta_amigos" not in pagina
    sala = navegador(gente[0]).get(reverse("enlinea:sala")).content.decode()
    assert 'id="buscar-juego"' in sala and sala.count('value="federacion-3-0-9"') == 2


def test_quien_viene_de_leer_un_juego_lo_encuentra_escogido(gente):
    """D860."""
    practica = {"": "amigos", "federacion": "federacion", "<b>": "amigos"}
    for pedido, escogido in practica.items():
        cuerpo = navegador(gente[0]).get(reverse("enlinea:sala"), {"juego": pedido}).content.decode()
        lista = cuerpo.partition('id="practicar"')[2].partition("</select>")[0]
        assert re.findall(r'value="([^"]+)"[^>]*selected', lista) == [escogido]


def test_por_el_formulario_cada_lado_es_el_asiento_de_ese_juego(gente):
    hecho = ordena(
        gente[0], "invitar", nombre="La del café", juego="musica-3-0-7", meta="100", meta_musica="50", modo="normal",
        derecha=gente[1].pk, izquierda=gente[2].pk,
    )  # fmt: skip
    assert hecho.status_code == 200, hecho.content
    mesa = Mesa.objects.get()
    assert (mesa.reglamento, mesa.meta) == ("musica-3-0-7", "50")
    assert dict(mesa.lugares.values_list("asiento", "nombre")) == {0: "Ana", 1: "Beto", 2: "Caro"}


def test_quien_se_eligio_para_un_lado_que_no_hay_se_niega(gente):
    datos = {"nombre": "X", "juego": "federacion-2-0-7", "meta_federacion": "300", "modo": "normal"}
    mal = ordena(gente[0], "invitar", **datos, arriba=gente[1].pk, derecha=gente[2].pk)
    assert "van menos personas" in mal.json()["texto"]
    raro = ordena(gente[0], "invitar", **{**datos, "juego": "<b>x</b>"}, arriba=gente[1].pk)
    assert "Ese juego no está" in raro.json()["texto"]
    assert not Mesa.objects.exists()


def test_juega_ya_por_la_pagina_no_usa_la_meta_del_juego_de_siempre(gente):
    ordena(gente[0], "buscar", juego="federacion-2-0-7", meta="200", modo="normal")
    assert Mesa.objects.get().meta == "300"


# --- lo que se dice de ella -------------------------------------------------------------------------------------------
def test_la_sala_ensena_a_cada_quien_con_lo_suyo(gente, ahora):
    for quien in gente[:3]:
        mesa = busca(quien, ahora, "federacion-3-0-7")
    va = como_va(mesa.mesa_id, de_prueba(fila(mesa)).comenzar().mesa)
    assert (va.marcador, va.lugares) == (("0", "0", "0"), "0,1,2")
    en_curso_guardar([va._replace(marcador=("12", "0", "145"))])
    (una,) = vida_de_la_sala(ahora).mesas
    assert una.bandos == ((("Ana",), "12"), (("Caro",), "0"), (("Beto",), "145"))
    assert EnCurso.objects.get().marcadores == ("12", "0", "145")
    assert una.cual_juego == "Federación, 3 jugadores"
    assert "Federación, 3 jugadores · a 300 tantos" in " ".join(
        navegador(gente[4]).get(reverse("enlinea:sala")).content.decode().split()
    )


def test_quien_no_vuelve_a_la_de_otro_juego_no_lleva_tarjeta(gente, ahora):
    mesa = fila(busca(gente[0], ahora, "musica-2-0-7"))
    busca(gente[1], ahora, "musica-2-0-7")
    armado.mesa_cerrar(mesa.pk, "abandono", 1, ahora)
    assert "sin tarjetas" in aviso_de_mesa(mesa_vista(mesa.pk), gente[0].pk)
    assert "azul" not in aviso_de_mesa(mesa_vista(mesa.pk), gente[1].pk)


def test_armarla_otra_vez_es_al_mismo_juego_y_en_los_mismos_lugares(gente, ahora):
    armada = arma(gente, ahora, "musica-3-0-7")
    contesta(armada, gente[1], ahora, acepta=False)
    propuesta = anterior(estado_de_sala(ahora, [gente[0].pk]), gente[0].pk)
    assert (propuesta.juego, {lado: lu.nombre for lado, lu in propuesta.puestos.items()}) == (
        "musica-3-0-7",
        {"izquierda": "Caro"},
    )
