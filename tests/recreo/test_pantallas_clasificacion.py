"""Clasificación y apuesta en pantalla (RE7, RG8-RG10)."""

import json
from decimal import Decimal
from typing import Any

import pytest

from recreo import servicios
from recreo.estado import Visor
from recreo.pantallas import Mirada, contexto_de, pintar
from recreo.pantallas.grafica import grafica_de
from recreo.servicios import DatosJugador
from reglas.clasificacion import clasificar
from reglas.tipos import Meta
from tests.recreo.mesa import CIEN, JUEGOS, Mesero, dominada, manos, recreo_de
from tests.recreo.pagina import como, ruta, texto

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]


def ronda(hasta: int, *, meta: Meta = CIEN, importe: int = 20, pago: bool = True) -> Mesero:
    """Una Ronda de 4: 1-2 contra 3-4, 1-3 contra 4-2, 1-4 contra 2-3; siempre gana la pareja del 1, 100 a 40."""
    m = recreo_de(4, meta, importe=Decimal(importe), pago=pago)
    for partida in range(1, hasta + 1):
        if partida > 1:
            m.siguiente(partida)
        if meta is JUEGOS:
            m.prepara(partida)
            m.anota_todo([dominada(0, 0)] * 4, partida)
            m.cierra(partida)
        else:
            m.gana(100, 40, partida)
    if hasta == 3:
        m.anuncia()
    return m


def de(m: Mesero, numero: int | None = 1, partida: int = 0, pantalla: str = "clasificacion") -> dict[str, Any]:
    visor = Visor() if numero is None else m.estado.visor(m.quienes[numero])
    return contexto_de(m.estado, Mirada(pantalla, partida), visor)


def leida(m: Mesero, numero: int = 1, camino: str = "clasificacion", extra: str = "") -> str:
    return texto(como(m.quienes[numero]).get(ruta(m, camino) + extra))


def test_sin_partidas_cerradas_invita_a_esperar_y_publica_las_mesas() -> None:
    m = recreo_de(5)
    leido = leida(m, 3)
    assert "Todavía no se cierra ninguna partida" in leido
    assert "Partida 1, en juego" in leido and "Memo y Beto contra Carmen y Nacho" in leido and "Ahí juegas" in leido
    assert "En descanso: Mari" in leido


def test_antes_de_empezar_dice_cuando_sale_y_ofrece_regresar() -> None:
    m = recreo_de(5, empieza=False)
    respuesta = como(m.quienes[3]).get(ruta(m, "clasificacion"))
    assert "La clasificación aparece cuando se cierre la primera partida." in texto(respuesta)
    assert f'href="{ruta(m, "ir")}"' in respuesta.content.decode()


def test_la_tabla_es_la_de_las_reglas_con_la_fila_propia_marcada() -> None:
    m = ronda(2)
    datos = de(m, 3)
    assert [r.fila for r in datos["renglones"]] == list(clasificar(m.estado.jugado).parciales[-1])
    assert [r.nombre for r in datos["renglones"] if r.yo] == ["Carmen"]
    assert datos["titulo"] == "Tras la partida 2 de 3"


def test_el_movimiento_es_contra_la_parcial_anterior() -> None:
    m = ronda(1)
    assert {r.cambio for r in de(m)["renglones"]} == {None}
    m.siguiente(2)
    m.gana(30, 100, 2)
    antes, ahora = clasificar(m.estado.jugado).parciales
    lugar = {f.jugador: f.lugar for f in antes}
    esperado = {f.jugador: lugar[f.jugador] - f.lugar for f in ahora}
    assert {r.fila.jugador: r.cambio for r in de(m)["renglones"]} == esperado
    assert set(esperado.values()) != {0}


def test_se_puede_ver_cualquier_parcial_pasada() -> None:
    m = ronda(3)
    pasada = de(m, partida=1)
    assert pasada["titulo"] == "Tras la partida 1 de 3" and pasada["vista"].pasada
    assert [r.fila for r in pasada["renglones"]] == list(clasificar(m.estado.jugado).parciales[0])
    assert "Así iban tras la partida 1" in leida(m, extra="?partida=1")


@pytest.mark.parametrize("pedida", ["9", "-1", "uno", "3", ""])
def test_una_parcial_que_no_hay_o_la_ultima_da_la_de_ahora(pedida: str) -> None:
    m = ronda(3)
    assert "Clasificación final" in leida(m, extra=f"?partida={pedida}")


def test_se_dice_con_que_criterio_se_separo_cada_empate() -> None:
    m = ronda(1)
    datos = de(m)
    # 1 y 2 ganan igual, 3 y 4 pierden igual: sólo el número los separa, y se dice una vez por empate
    assert datos["desempates"] == [
        "Memo y Beto van iguales en todo: primero el número menor.",
        "Carmen y Nacho van iguales en todo: primero el número menor.",
    ]
    assert [r.desempate for r in datos["renglones"]] == ["", "", "", ""]
    assert datos["criterios"][:3] == ["puntos", "juegos ganados", "eficiencia"]


def test_a_juegos_ganados_solo_hay_columnas_que_aplican() -> None:
    m = ronda(2, meta=JUEGOS)
    leido = leida(m)
    assert "Eficiencia" not in leido and "A favor" not in leido and "pts" not in leido
    assert de(m)["criterios"] == ["juegos ganados", "diferencial entre los empatados", "número de jugador"]
    assert "ganados" in de(m)["texto"]


def test_los_castigos_se_ven_solo_si_hay() -> None:
    m = recreo_de(4)
    m.gana(100, 40)
    assert not de(m)["con_castigos"]
    m.siguiente(2)
    m.orden(servicios.castigo_aplicar, numero=3, tantos=15)
    m.gana(100, 40, 2)
    assert de(m)["con_castigos"] and "−15" in leida(m)


def test_el_pago_extraordinario_es_solo_de_la_final() -> None:
    a_medias, final = ronda(2), ronda(3)
    assert not de(a_medias)["con_extra"] and de(final)["con_extra"]
    assert "Extra" not in leida(a_medias) and "Extra" in leida(final)
    assert not de(final, partida=2)["con_extra"]


def test_al_cerrar_se_publican_las_mesas_que_siguen_y_al_final_ninguna() -> None:
    m = ronda(1)
    publicada = de(m, 2)["publicada"]
    assert (publicada.numero, publicada.en_juego) == (2, False)
    assert publicada.mesas[0].parejas == ("Memo y Carmen", "Nacho y Beto")
    assert de(ronda(3))["publicada"] is None


def test_con_una_sola_parcial_no_hay_movimiento_que_dibujar() -> None:
    assert de(ronda(1))["grafica"] is None


def test_la_grafica_dice_los_mismos_lugares_que_la_tabla() -> None:
    m = ronda(3)
    parciales = clasificar(m.estado.jugado).parciales
    grafica = de(m, 2)["grafica"]
    for linea in grafica.lineas:
        numero = next(n for n, j in m.estado.jugadores.items() if j.nombre == linea.nombre)
        lugares = [next(f.lugar for f in p if f.jugador == numero) for p in parciales]
        assert [p.lugar for p in linea.puntos] == lugares
        assert linea.lugares == ", ".join(map(str, lugares))
    assert [li.nombre for li in grafica.lineas if li.yo] == ["Beto"] and grafica.lineas[-1].yo


def test_la_grafica_larga_se_desliza_y_la_corta_cabe() -> None:
    corta = grafica_de({1: [1, 1], 2: [2, 2]}, [1, 2], {1: "A", 2: "B"}, None)
    larga = grafica_de({1: [1] * 15}, list(range(1, 16)), {1: "A"}, None)
    assert not corta.desliza and larga.desliza
    assert corta.ancho <= 360
    assert all(b.x - a.x >= 2 * 14 for a, b in zip(larga.lineas[0].puntos, larga.lineas[0].puntos[1:], strict=False))


def test_lo_que_se_comparte_trae_la_tabla_y_ningun_correo() -> None:
    m = recreo_de(4, entran=False, empieza=False)
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(2, "Beto", "beto@example.com")])
    m.orden(servicios.recreo_empezar)
    m.prepara(anotador=1)
    m.anota_todo(manos(100, 40))
    m.cierra()
    compartido = de(m)["texto"]
    assert compartido.splitlines()[0] == "*Domingo*"
    assert "1. Memo · 2 pts" in compartido and "@" not in compartido


@pytest.mark.parametrize("numero", [1, 3])
@pytest.mark.parametrize("pantalla", ["clasificacion", "apuesta"])
def test_el_socket_pinta_lo_mismo_sin_peticion(pantalla: str, numero: int) -> None:
    for m in (recreo_de(4), ronda(1), ronda(3)):
        visor = m.estado.visor(m.quienes[numero])
        zonas = pintar(m.estado, Mirada(pantalla), visor)
        assert set(zonas) == {"donde", "donde_sub", "contenido", "barra", "anuncio", "avisa"}
        assert zonas["contenido"] == pintar(m.estado, Mirada(pantalla), visor)["contenido"]
        assert "@" not in "".join(zonas.values())


# --- apuesta


def test_la_apuesta_dice_quien_paga_a_quien_y_suma_cero() -> None:
    m = ronda(3)
    datos = de(m, 2, pantalla="apuesta")
    assert sum((c.saldo for c in datos["cobros"]), Decimal(0)) == 0
    # el 1 ganó tres partidas de 2 puntos: +6 fichas; los demás, una ganada y dos perdidas: −2. Extra: 20 de dos
    assert next((c.nombre, c.fichas, c.extra) for c in datos["cobros"]) == ("Memo", Decimal(120), Decimal(40))
    pagado = sum((p["importe"] for p in datos["pagos"]), Decimal(0))
    assert pagado == Decimal(160) and all(p["a"] == "Memo" for p in datos["pagos"])
    assert [p["mio"] for p in datos["pagos"]].count(True) == 1
    assert "El primer lugar cobra $20 extra" in leida(m, 2, "apuesta")


def test_mientras_se_juega_la_apuesta_es_provisional_y_sin_extra() -> None:
    m = ronda(1)
    datos = de(m, pantalla="apuesta")
    assert all(c.extra == 0 for c in datos["cobros"]) and not datos["con_extra"]
    leido = leida(m, 2, "apuesta")
    assert "Va tras la partida 1 de 3." in leido and "entra hasta el final" in leido


def test_sin_apuesta_lo_dice_y_no_hay_pestana() -> None:
    m = ronda(1, importe=0, pago=False)
    assert "se juega sin apuesta" in leida(m, 2, "apuesta")
    assert 'id="ir-apuesta"' not in como(m.quienes[2]).get(ruta(m, "clasificacion")).content.decode()


def test_la_barra_mas_larga_es_la_del_mayor_saldo() -> None:
    cobros = de(ronda(3), pantalla="apuesta")["cobros"]
    assert max(cobros, key=lambda c: c.ancho).nombre == "Memo"
    assert all(c.x >= 0 and c.x + c.ancho <= 100 for c in cobros)


# --- acta


def test_el_acta_es_de_quien_manda_clasifica_igual_y_no_lleva_correos() -> None:
    m = ronda(3)
    respuesta = como(m.quienes[1]).get(ruta(m, "acta"))
    acta = json.loads(respuesta.content)
    assert acta["formato"] == "amigos-domino/recreo" and len(acta["partidas"]) == 3
    assert "attachment" in respuesta.headers["Content-Disposition"]
    assert "@" not in respuesta.content.decode()
    assert como(m.quienes[2]).get(ruta(m, "acta")).status_code == 302
