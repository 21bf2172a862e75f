"""Rondas enteras por las pantallas: 5 a 100 y 6 a 200, con apuesta y de todo; y 4 a juegos ganados."""

import re

import pytest

from tests.navegador.telefono import Fabrica, Telefono
from tests.navegador.vocabulario import (
    Mano,
    Recreo,
    anota,
    anuncia_el_final,
    arma,
    cierra,
    comprueba_clasificacion,
    confirma,
    empieza,
    empieza_partida,
    en_el_tablero,
    enlace_de_invitacion,
    entra,
    escribe_mano,
    juega,
    manos,
    marcador_leido,
    mi_mesa,
    numero_leido,
    prepara,
    vuelve_a_la_mesa,
)

pytestmark = pytest.mark.navegador

DE_CINCO = ("Chayo", "Beto", "Carmen", "Nacho", "Lupe")


@pytest.mark.noche
def test_una_ronda_de_5_entera(telefono: Fabrica) -> None:
    """Apuesta, pago extra, corrección, castigo, cierres empatados, default y, al final, una suspensión."""
    recreo = arma(
        telefono("Chayo"), "organiza38@prueba.mx", DE_CINCO, importe="20", extra=True, nombre="Ronda de cinco"
    )
    enlace = enlace_de_invitacion(recreo)
    for numero in (2, 3):
        entra(recreo, numero, telefono(DE_CINCO[numero - 1]), enlace)
    empieza(recreo)
    de_5_corregida(recreo)
    empieza_partida(recreo, 2)
    juega(recreo, 3, 2, 1, 1, "D1:52 C0:31 D1:48")
    castiga(recreo.organiza, recreo, "Nacho", 10)
    cierra(recreo, 1, recreo.pareja(2, 1, 1))
    empieza_partida(recreo, 3)
    recreo.telefonos[2].abrir(recreo.ruta("mesa/"))
    juega(recreo, 1, 3, 1, 5, "E1 D0:58 D1:44 E D0:42")
    cierra(recreo, 1, recreo.pareja(3, 1, 0))
    empieza_partida(recreo, 4)
    de_5_por_default(recreo)
    empieza_partida(recreo, 5)
    de_5_suspendida(recreo)
    leida = comprueba_clasificacion(recreo, recreo.organiza)
    assert sum(f["valor_ficha"] for f in leida) == 0
    assert [f["pago_extraordinario"] for f in leida] == [60, 0, -20, -20, -20]
    assert {f["jugador"]: f["castigos"] for f in leida if f["castigos"]} == {4: 10}
    la_cuenta_suma_cero(recreo, recreo.telefonos[3])


def castiga(o: Telefono, recreo: Recreo, a_quien: str, tantos: int) -> None:
    o.abrir(recreo.ruta("castigo/"))
    o.pagina.get_by_label(re.compile(rf"^\s*{a_quien}")).check()
    o.escribir("Tantos", str(tantos))
    o.tocar("Poner el castigo")
    o.ver(f"−{tantos}")


def de_5_corregida(recreo: Recreo) -> None:
    """1 y 2 contra 3 y 4: la mano 1 se anota mal y se corrige."""
    t = recreo.telefonos[2]
    prepara(recreo, t, 3)
    anota(recreo, t, 1, 1, Mano.de("D1:50"))
    vuelve_a_la_mesa(t)
    t.tocar("Corregir mano 1")
    escribe_mano(recreo, t, 1, 1, Mano.de("D0:60"))
    t.esperar_ruta("/mesa/$")
    anota(recreo, t, 1, 1, Mano.de("D0:45"))
    confirma(t)
    cierra(recreo, 1, recreo.pareja(1, 1, 0))


def de_5_por_default(recreo: Recreo) -> None:
    """1 y 5 contra 2 y 3: con una mano anotada, Lupe se va; la otra pareja gana con la meta completa."""
    t, o = recreo.telefonos[2], recreo.organiza
    prepara(recreo, t, 5)
    anota(recreo, t, 4, 1, Mano.de("D0:70"))
    o.abrir(recreo.ruta("partida/4/mesa/1/default/"))
    o.pagina.get_by_label(recreo.pareja(4, 1, 1)).check()
    o.tocar("Terminar la mesa 1 así")
    o.esperar_ruta("/tablero/$")
    mi_mesa(recreo, t)
    t.ver(f"Ganaron {recreo.pareja(4, 1, 1)} la partida 4")
    assert t.pagina.locator(".marcador__num").first.inner_text() == "100"


def de_5_suspendida(recreo: Recreo) -> None:
    """3 y 5 contra 2 y 4: se suspende la última y el Recreo termina."""
    t, o = recreo.telefonos[3], recreo.organiza
    prepara(recreo, t, 5)
    anota(recreo, t, 5, 1, Mano.de("D0:51"))
    vuelve_a_la_mesa(t)
    anota(recreo, t, 5, 1, Mano.de("C1:50"))
    o.abrir(recreo.ruta("partida/5/mesa/1/suspender/"))
    o.tocar("Suspender la mesa 1")
    anuncia_el_final(recreo)


def la_cuenta_suma_cero(recreo: Recreo, t: Telefono) -> None:
    """En la pantalla de la apuesta: lo que ganan unos lo pagan otros."""
    t.abrir(recreo.ruta("apuesta/"))
    saldos = [numero_leido(s) for s in t.pagina.locator(".paga__v").all_inner_texts()]
    assert len(saldos) == len(recreo.nombres)
    assert sum(saldos) == 0
    ganado = sum(s for s in saldos if s > 0)
    pagos = t.pagina.locator('[aria-labelledby="quien"] li strong.n').all_inner_texts()
    assert sum(numero_leido(p) for p in pagos) == ganado > 0


DE_SEIS = ("Paco", "Rosa", "Toño", "Güera", "Memo", "Lalo")


@pytest.mark.noche
def test_una_ronda_de_6_a_200_con_de_todo(telefono: Fabrica) -> None:
    """Apuesta, pago extra, castigo, corrección, deshacer, default propuesto, negado, infracción y suspensión."""
    recreo = arma(
        telefono("Paco"), "organiza39@prueba.mx", DE_SEIS,
        meta="200 tantos", importe="10", extra=True, nombre="Ronda de seis",
    )  # fmt: skip
    enlace = enlace_de_invitacion(recreo)
    for numero in (3, 5):
        entra(recreo, numero, telefono(DE_SEIS[numero - 1]), enlace)
    empieza(recreo)
    partida_1_con_correccion_y_deshacer(recreo)
    empieza_partida(recreo, 2)
    partida_2_con_castigo(recreo)
    empieza_partida(recreo, 3)
    partida_3_por_default(recreo)
    empieza_partida(recreo, 4)
    partida_4_con_infraccion(recreo)
    empieza_partida(recreo, 5)
    partida_5_suspendida(recreo)
    for partida, anota_, sale, guion, gana in (
        (6, 3, 1, "D0:120 C0:90", 0), (7, 5, 6, "D1:153 D1:60", 1), (8, 3, 2, "D0:100 D1:99 D0:101", 0),
    ):  # fmt: skip
        empieza_partida(recreo, partida)
        juega(recreo, anota_, partida, 1, sale, guion)
        if partida == 8:
            en_el_tablero(recreo, recreo.organiza)
            recreo.organiza.clave("cerrar-1")
            recreo.organiza.ver("no les suma puntuación")
            recreo.organiza.abrir(recreo.ruta("tablero/"))
        cierra(recreo, 1, recreo.pareja(partida, 1, gana))
    anuncia_el_final(recreo)
    leida = comprueba_clasificacion(recreo, recreo.telefonos[3])
    assert sum(f["valor_ficha"] for f in leida) == 0
    assert sum(f["pago_extraordinario"] for f in leida) == 0
    assert [f["pago_extraordinario"] for f in leida] == [40, 0, -10, -10, -10, -10]
    assert sum(f["castigos"] for f in leida) == 15
    la_cuenta_suma_cero(recreo, recreo.telefonos[5])


def partida_1_con_correccion_y_deshacer(recreo: Recreo) -> None:
    """1 y 4 contra 3 y 5; anota Toño. La mano 1 se corrige y queda el rastro; la 2 se deshace y se anota otra."""
    t = recreo.telefonos[3]
    prepara(recreo, t, 5)
    anota(recreo, t, 1, 1, Mano.de("D0:80"))
    vuelve_a_la_mesa(t)
    t.tocar("Corregir mano 1")
    t.ver(f"80 tantos para {recreo.pareja(1, 1, 0)}")
    escribe_mano(recreo, t, 1, 1, Mano.de("D0:90"))
    t.esperar_ruta("/mesa/$")
    t.ver("Mano 1 corregida por Toño").click()
    t.ver(re.compile("Antes decía: dominada, 80 tantos"))
    recreo.telefonos[5].ver("Mano 1 corregida por Toño")
    anota(recreo, t, 1, 1, Mano.de("C1:20"))
    t.tocar("Deshacer", exacto=True)
    t.ver(re.compile("^La mano 2 se deshizo"))
    assert t.pagina.locator("#cuantos").input_value() == "20"
    escribe_mano(recreo, t, 1, 1, Mano.de("D0:110"))
    t.ver("¡Llegaron a 200!")
    confirma(t)
    cierra(recreo, 1, recreo.pareja(1, 1, 0))


def partida_2_con_castigo(recreo: Recreo) -> None:
    """1 y 2 contra 5 y 6; anota Memo y el organizador castiga a Lalo: primero mal escrito, luego bien."""
    o = recreo.organiza
    juega(recreo, 5, 2, 1, 1, "D1:110 C0:60 D1:95")
    en_el_tablero(recreo, o)
    o.desplegar("mas-mesa-1")
    o.tocar("Castigo en tantos")
    o.escribir("Tantos", "quince")
    o.escribir("Motivo", "Habló de más")
    o.tocar("Poner el castigo")
    o.ver("Escoge a quién se castiga.")
    o.ver("Escribe los tantos con números.")
    assert o.pagina.get_by_label("Motivo").input_value() == "Habló de más"
    o.pagina.get_by_label(re.compile(r"^\s*Lalo")).check()
    o.escribir("Tantos", "15")
    o.tocar("Poner el castigo")
    o.ver(re.compile("Lalo: −15, Habló de más"))
    cierra(recreo, 1, recreo.pareja(2, 1, 1))


def partida_3_por_default(recreo: Recreo) -> None:
    """1 y 6 contra 4 y 3: Güera no llega; Toño propone el default y el organizador lo aplica."""
    t, o = recreo.telefonos[3], recreo.organiza
    mi_mesa(recreo, t)
    t.clave("anoto-yo")
    t.ver("¿Ya están los cuatro?")
    t.desplegar("falta-alguien")
    t.pagina.get_by_label("Güera").uncheck()
    t.tocar("Guardar quiénes están")
    t.ver("Falta Güera")
    t.tocar("Proponer default")
    t.ver("Default propuesto.")
    en_el_tablero(recreo, o)
    o.ver("La mesa 1 propone default.")
    o.tocar("Aplicar el default")
    assert o.pagina.get_by_label(recreo.pareja(3, 1, 0)).is_checked()
    o.tocar("Terminar la mesa 1 así")
    o.esperar_ruta("/tablero/$")
    t.ver(re.compile("Ganaron Paco y Lalo la partida 3"))


def partida_4_con_infraccion(recreo: Recreo) -> None:
    """2 y 5 contra 3 y 6: Memo niega el default y anota; el organizador confirma una infracción de Lalo."""
    t, o = recreo.telefonos[5], recreo.organiza
    mi_mesa(recreo, t)
    t.clave("anoto-yo")
    t.desplegar("falta-alguien")
    t.pagina.get_by_label("Rosa").uncheck()
    t.tocar("Guardar quiénes están")
    t.tocar("Negarlo y seguir")
    t.clave("lugar-3")
    o.ver("La mesa 1 no quiso el default y sigue.")
    anota(recreo, t, 4, 1, Mano.de("D1:70"))
    en_el_tablero(recreo, o)
    o.desplegar("mas-mesa-1")
    o.tocar("Default o infracción")
    o.pagina.get_by_label(recreo.pareja(4, 1, 1)).check()
    o.pagina.get_by_label("Infracción de Lalo").check()
    o.tocar("Terminar la mesa 1 así")
    o.ver("Lalo es de la pareja que pusiste de ganadora. Revisa quién gana.")
    o.pagina.get_by_label(recreo.pareja(4, 1, 0)).check()
    o.escribir("Motivo", "Enseñó su ficha")
    o.tocar("Terminar la mesa 1 así")
    o.esperar_ruta("/tablero/$")


def partida_5_suspendida(recreo: Recreo) -> None:
    """1 y 5 contra 2 y 4: empatada no se puede suspender; con una mano más, sí, y vale un punto."""
    t, o = recreo.telefonos[5], recreo.organiza
    prepara(recreo, t, 1)
    anota(recreo, t, 5, 1, Mano.de("D0:50"))
    vuelve_a_la_mesa(t)
    anota(recreo, t, 5, 1, Mano.de("D1:50"))
    o.abrir(recreo.ruta("partida/5/mesa/1/suspender/"))
    o.ver("Así no se puede suspender.")
    vuelve_a_la_mesa(t)
    anota(recreo, t, 5, 1, Mano.de("C0:30"))
    o.tocar("Volver al tablero")
    o.desplegar("mas-mesa-1")
    o.tocar("Suspender por tiempo")
    o.ver(re.compile(f"Va adelante la pareja de {recreo.pareja(5, 1, 0)}"))
    o.escribir("Motivo", "Cerraron el salón")
    o.tocar("Suspender la mesa 1")
    o.esperar_ruta("/tablero/$")


DE_CUATRO = ("Inés", "Juan", "Kika", "Luis")
# a juegos ganados, anota Kika (3): lo que se anuncia tras cada mano, su pareja primero
RONDA_DE_4 = {
    1: (2, "D0 D0 D0 D0", "0-20 0-40 0-60 0-gana", 0),
    2: (1, "D0 C D1 D0 C D0 D0", "20-0 20-0 20-20 40-20 40-20 60-20 gana-20", 0),
    3: (
        4,
        "D0 D1 D0 D1 D0 D1 D1 D0 D0 D1 D1 C D1",
        "0-20 20-20 20-40 40-40 40-60 60-60 ventaja-60 60-60 60-ventaja 60-60 ventaja-60 ventaja-60 gana-60",
        1,
    ),
}


@pytest.mark.noche
def test_una_ronda_de_4_a_juegos_ganados(telefono: Fabrica) -> None:
    recreo = arma(telefono("Inés"), "organiza42@prueba.mx", DE_CUATRO, meta="Juegos ganados", importe="5")
    enlace = enlace_de_invitacion(recreo)
    kika = telefono("Kika")
    entra(recreo, 3, kika, enlace)
    empieza(recreo)
    for partida, (salidor, guion, anuncios, gana) in RONDA_DE_4.items():
        if partida > 1:
            empieza_partida(recreo, partida)
        prepara(recreo, kika, salidor)
        for mano, anuncio in zip(manos(guion), anuncios.split(), strict=True):
            anota(recreo, kika, partida, 1, mano)
            assert "-".join(marcador_leido(kika)) == anuncio
        confirma(kika)
        cierra(recreo, 1, recreo.pareja(partida, 1, gana))
    leida = comprueba_clasificacion(recreo, kika)
    assert sum(f["valor_ficha"] for f in leida) == 0
    assert sum(f["juegos_ganados"] for f in leida) == 6
    la_cuenta_suma_cero(recreo, kika)
