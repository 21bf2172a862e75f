"""Lo que se cuenta aparte: si se podía saber, lo que vale una simulación y con qué se califica (D518-D520, EL8)."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from config.vivo import aparte
from config.vivo.tareas import del_barrido
from enlinea.academia.consultas.analisis import problema_de, siguiente_de
from enlinea.academia.consultas.fuente import Fuente, fuente_de
from enlinea.academia.consultas.sabido import visto, visto_de
from enlinea.academia.servicios import calculos as servicios
from enlinea.academia.servicios.ejercicios import ejercicio_responder
from enlinea.academia.textos_sabido import de_cada, en_promedio, junto_al_costo, se_podia_saber, veces, veredicto
from enlinea.errores import ErrorDeServicio
from enlinea.models import Calculo, Ejercicio
from reglas.analisis.sabido import informe_de_sabido
from reglas.analisis.variante import informe_de_variante
from reglas.automatas import mirar
from reglas.tipos import Meta
from tests.enlinea.academia.estudiada import una_estudiada
from tests.enlinea.academia.jugada import de, una_jugada
from tests.enlinea.mesas import suscriptor

pytestmark = pytest.mark.django_db
AHORA = timezone.now


def la_fuente(semilla: int = 1) -> tuple[list[Any], Fuente]:
    cuentas, partida = una_jugada(semilla=semilla)
    fuente = fuente_de("partida", partida.pk, cuentas[0].pk)
    assert fuente is not None
    return cuentas, fuente


@pytest.fixture(autouse=True)
def sin_cuenta_previa() -> None:
    cache.clear()


@pytest.fixture
def contado(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Las órdenes que se mandaron aparte, contestadas aquí mismo con una muestra chica."""
    pedidos: list[Any] = []

    def correr(orden, pedido, _plazo, *, urge=False):
        pedidos.append((orden, pedido, urge))
        if orden == ["variante"]:
            return aparte.Salida(0, informe_de_variante(pedido))
        return aparte.Salida(0, informe_de_sabido({**pedido, "muestras": 5}))

    monkeypatch.setattr(servicios.aparte, "correr", correr)
    return pedidos


def test_se_cuenta_una_vez_y_sirve_a_los_cuatro(contado: list[Any]) -> None:
    _cuentas, fuente = la_fuente()
    cual = len(fuente.manos[0].estados) - 6
    uno = servicios.sabido_pedir(fuente=fuente, mano=0, jugada=cual, ahora=AHORA())
    assert servicios.sabido_pedir(fuente=fuente, mano=0, jugada=cual, ahora=AHORA()) == uno
    assert uno.resultado is None and visto_de(fuente, 0, cual) is None
    assert servicios.calculos_preparar() == 1 and servicios.calculos_preparar() == 0
    ((orden, pedido, urge),) = contado
    assert (orden, urge) == (["se-podia-saber"], True)
    suyo = visto_de(fuente, 0, cual)
    posicion = fuente.manos[0].estados[cual]
    assert suyo is not None and {una.opcion for una in suyo.opiniones} == set(mirar(posicion, fuente.meta).opciones)
    assert suyo.muestras == min(5, suyo.cuantas) and suyo.buenas
    # lo mandado no lleva nombres
    assert not set(fuente.nombres) & set(pedido["acta"]["asientos"])
    assert any(tarea.funcion is servicios.calculos_preparar for tarea in del_barrido())


def test_lo_que_no_hay_y_lo_que_no_cabe() -> None:
    _cuentas, fuente = la_fuente()
    for mano, jugada in ((99, 0), (-1, 0), (0, -1), (0, len(fuente.manos[0].estados) - 1)):
        with pytest.raises(IndexError):
            servicios.sabido_pedir(fuente=fuente, mano=mano, jugada=jugada, ahora=AHORA())
    for jugada in range(servicios.PENDIENTES_POR_FUENTE):
        servicios.sabido_pedir(fuente=fuente, mano=0, jugada=jugada, ahora=AHORA())
    with pytest.raises(ErrorDeServicio, match="muchos_calculos"):
        servicios.sabido_pedir(fuente=fuente, mano=1, jugada=0, ahora=AHORA())
    with pytest.raises(ErrorDeServicio, match="rama_imposible"):
        servicios.variante_pedir(fuente=fuente, mano=0, desde=0, jugadas=[(0, 1)] * 3, ahora=AHORA())


def test_nadie_llena_la_fila_de_los_demas(contado: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Desde la víctima: a quien comparte la partida con quien se pasó le quedan las suyas (D525)."""
    cuentas, fuente = la_fuente()
    otra = fuente_de("partida", fuente.id, cuentas[1].pk)
    assert otra is not None
    monkeypatch.setitem(servicios.POR_PERSONA, Calculo.Clase.SABIDO, 2)
    for jugada in range(2):
        servicios.sabido_pedir(fuente=fuente, mano=0, jugada=jugada, ahora=AHORA())
    with pytest.raises(ErrorDeServicio, match="calculos_seguidos"):
        servicios.sabido_pedir(fuente=fuente, mano=0, jugada=2, ahora=AHORA())
    # preguntar por lo ya pedido no cuenta
    assert servicios.sabido_pedir(fuente=fuente, mano=0, jugada=0, ahora=AHORA()).estado == "pendiente"
    assert servicios.sabido_pedir(fuente=otra, mano=0, jugada=2, ahora=AHORA()).estado == "pendiente"
    # y las simulaciones de otro no le quitan saber si se podía
    monkeypatch.setattr(servicios, "POR_FUENTE", 0)
    assert servicios.sabido_pedir(fuente=otra, mano=0, jugada=3, ahora=AHORA()).estado == "pendiente"


def test_si_el_proceso_falla_se_reintenta_y_luego_se_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    cuentas, fuente = la_fuente()
    monkeypatch.setattr(servicios.aparte, "correr", lambda *_a, **_k: None)
    servicios.sabido_pedir(fuente=fuente, mano=0, jugada=3, ahora=AHORA())
    assert servicios.calculos_preparar() == 0
    assert Calculo.objects.get().estado == "fallido"
    ruta = reverse("enlinea:sabido", args=["partida", fuente.id, 1])
    assert de(cuentas[0]).post(ruta, {"jugada": 3}).json() == {"estado": "fallido"}
    # al otro día se puede volver a pedir
    assert servicios.calculos_limpiar(AHORA() + timedelta(days=2)) == 1


def test_si_el_servidor_se_apaga_lo_hace_otro_y_el_intento_no_cuenta(monkeypatch: pytest.MonkeyPatch) -> None:
    _cuentas, fuente = la_fuente()
    monkeypatch.setattr(servicios.aparte, "correr", lambda *_a, **_k: None)
    monkeypatch.setattr(servicios, "apagandose", lambda: True)
    servicios.sabido_pedir(fuente=fuente, mano=0, jugada=3, ahora=AHORA())
    assert servicios.calculos_preparar() == 0
    uno = Calculo.objects.get()
    assert (uno.estado, uno.intentos, uno.tomado_hasta) == ("pendiente", 0, None)


def test_la_simulacion_dice_lo_que_vale_cada_jugada(contado: list[Any]) -> None:
    cuentas, fuente = la_fuente()
    cadena = fuente.manos[0].fin.cadena
    jugadas = [(f, e or None) for f, e in zip(cadena[48::3], cadena[49::3], strict=True)][:3]
    ruta = reverse("enlinea:variante", args=["partida", fuente.id, 1])
    datos = {"desde": 16, "jugadas": "-".join(f"{f}.{e or 0}" for f, e in jugadas)}
    cliente = de(cuentas[2])
    assert cliente.post(ruta, datos).json() == {"estado": "pendiente"}
    servicios.calculos_preparar()
    assert contado[0][2], "quien la pidió la está esperando"
    dicho = cliente.post(ruta, datos).json()
    assert dicho["estado"] == "listo" and len(dicho["valores"]) == len(jugadas) + 1
    for (ficha, _extremo), valores in zip(jugadas, dicho["valores"], strict=False):
        assert ficha in {v[0] for v in valores}
    assert servicios.calculos_limpiar(AHORA() + timedelta(days=31)) == 1


def test_solo_lo_pide_quien_la_jugo_y_por_post() -> None:
    cuentas, fuente = la_fuente()
    ajena = suscriptor("Ajena")
    for nombre, datos in (("variante", {"desde": 0, "jugadas": ""}), ("sabido", {"jugada": 0})):
        ruta = reverse(f"enlinea:{nombre}", args=["partida", fuente.id, 1])
        assert de(ajena).post(ruta, datos).status_code == 404
        assert de(cuentas[0]).get(ruta).status_code == 405
    assert not Calculo.objects.exists()
    ruta = reverse("enlinea:sabido", args=["partida", fuente.id, 1])
    assert de(cuentas[0]).post(ruta, {"jugada": 999}).status_code == 404
    torcida = reverse("enlinea:variante", args=["partida", fuente.id, 1])
    assert de(cuentas[0]).post(torcida, {"desde": 0, "jugadas": "x"}).status_code == 409


# --- los ejercicios
def con_lo_visto(problema: Any, milesimas: dict[tuple[int, int], tuple[int, bool]]) -> None:
    """La muestra, como si ya se hubiera contado: por opción, cuántas milésimas y si se da por buena."""
    servicios.sabido_pedir(
        fuente=problema.fuente, mano=problema.ejercicio.mano, jugada=problema.ejercicio.jugada, ahora=AHORA()
    )
    jugadas = [[*opcion, cuanto, 30, 15, 9, int(buena)] for opcion, (cuanto, buena) in milesimas.items()]
    Calculo.objects.update(estado="listo", resultado={"cuantas": 5000, "muestras": 200, "jugadas": jugadas})


def test_el_ejercicio_se_califica_con_lo_que_veia_y_ensena_las_dos_cosas() -> None:
    cuentas, _partida = una_estudiada()
    uno = siguiente_de(cuentas[1].pk)
    assert uno is not None
    problema = problema_de(uno.pk, cuentas[1].pk)
    assert problema is not None and problema.visto is None
    era = tuple(problema.error["elegida"][:2])
    opciones = [v[:2] for v in problema.valores]
    # aquel día tiró justo lo que más veces era lo mejor: no se podía saber
    con_lo_visto(problema, {o: ((700, True) if o == era else (200, False)) for o in opciones})
    ruta = reverse("enlinea:ejercicio", args=[uno.pk])
    texto = de(cuentas[1]).post(ruta, {"jugada": f"{era[0]}.{era[1]}"}, follow=True).content.decode()
    assert "¡Esa era!" in texto and "No se podía saber" in texto and "Se calificó con lo que veías" in texto
    assert (
        "7 de cada 10 veces" in texto
        and "cambie en 3 de cada 100" in texto
        and "200 manos al azar entre las 5,000" in texto
    )
    assert "la mejor" in texto and "La mano daba" in texto, "lo exacto se enseña también"
    hecho = Ejercicio.objects.get(pk=uno.pk)
    assert hecho.acerto and hecho.con_lo_visto and hecho.a_la_primera


def test_sin_la_cuenta_se_califica_con_todo_a_la_vista_y_asi_se_queda() -> None:
    cuentas, _partida = una_estudiada()
    uno = siguiente_de(cuentas[2].pk)
    assert uno is not None
    ruta = reverse("enlinea:ejercicio", args=[uno.pk])
    de(cuentas[2]).get(ruta)
    assert Calculo.objects.filter(estado="pendiente").count() == 1, "al plantearlo se pide"
    problema = problema_de(uno.pk, cuentas[2].pk)
    assert problema is not None
    mala = next(v[:2] for v in problema.valores if v[2] < problema.mejor)
    assert not ejercicio_responder(
        cuenta_id=cuentas[2].pk, ejercicio_id=uno.pk, ficha=mala[0], extremo=mala[1], ahora=AHORA()
    )
    con_lo_visto(problema, {v[:2]: ((800, True) if v[:2] == mala else (100, False)) for v in problema.valores})
    texto = de(cuentas[2]).get(ruta, {"respuesta": "1"}).content.decode()
    assert "Había una mejor" in texto and "Se calificó con las cuatro manos a la vista" in texto


# --- en palabras
def de_muestra(*jugadas: tuple[tuple[int, int], int, bool], muestras: int = 200) -> Any:
    return visto(
        {
            "cuantas": 5000,
            "muestras": muestras,
            "jugadas": [[*o, m, 0 if muestras == 5000 else 30, -15, 9, int(buena)] for o, m, buena in jugadas],
        }
    )


@pytest.mark.parametrize(
    ("era", "mejor", "dice"),
    [
        (False, True, "Sí se podía saber."),
        (True, True, "No había cómo distinguirlas."),
        (True, False, "No se podía saber: con lo que se veía, la que se tiró era de las buenas."),
        (False, False, "No se podía saber cuál era la mejor, pero sí que había otra más segura."),
    ],
)
def test_el_veredicto_sale_de_las_dos(era: bool, mejor: bool, dice: str) -> None:
    suyo = de_muestra(((1, 1), 400, era), ((2, 2), 300, mejor), ((3, 1), 500, not (era or mejor)))
    assert veredicto(suyo, (1, 1), (2, 2)) == dice
    frases = se_podia_saber(suyo, (1, 1), (2, 2), "Beto", lambda extremo: " arriba" if extremo == 1 else " abajo")
    assert frases[0] == dice and "Con lo que veía Beto" in frases[1] and "4 de cada 10 veces" in frases[1]
    assert "La que más veces era de las mejores" in frases[2] and "lo común es que cambie" in frases[3]
    assert se_podia_saber(suyo, (1, 1), (2, 2), "", lambda extremo: "")[1].startswith("Con lo que veías, ")
    assert not any(signo in frase for frase in frases for signo in ("±", "%", "+", "−"))
    # el letrero dice la gravedad sola nada más si de veras se podía saber (D840)
    suya, ajena = (junto_al_costo(suyo, (1, 1), (2, 2), mia, "Beto") for mia in (True, False))
    assert suya["sabia"] is ajena["sabia"] is (not era and mejor)
    assert suya["frase"] == "Con lo que veías, la tuya era de las mejores 4 de cada 10 veces."
    assert ajena["frase"] == "Con lo que veía Beto, la suya era de las mejores 4 de cada 10 veces."


def test_lo_raro_no_se_redondea_a_nunca_ni_a_siempre() -> None:
    assert [veces(m) for m in (0, 30, 340, 400, 998, 1000)] == [
        "nunca", "menos de 1 de cada 10 veces", "como 3 de cada 10 veces", "4 de cada 10 veces",
        "más de 9 de cada 10 veces", "siempre",
    ]  # fmt: skip
    todas = de_muestra(((1, 1), 1000, True), muestras=5000)
    assert todas.completo and en_promedio(todas.opiniones[0], Meta.CIEN, True) == "en promedio, 2 tantos para ellos"
    assert en_promedio(todas.opiniones[0], Meta.CIEN, False) == "en promedio, 2 tantos para ustedes"
    assert en_promedio(todas.opiniones[0], Meta.JUEGOS_GANADOS, True) == ""


def test_dos_que_no_eran_igual_de_buenas_no_se_dicen_con_la_misma_cuenta() -> None:
    pegadas = de_muestra(((1, 1), 640, True), ((2, 2), 560, False))
    assert [veces(m, de_cada(pegadas)) for m in (640, 560)] == ["64 de cada 100 veces", "56 de cada 100 veces"]
    assert de_cada(de_muestra(((1, 1), 640, True), ((2, 2), 610, True))) == 10
