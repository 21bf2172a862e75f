"""«Aprende de tus errores»: se enseña lo que se sabía, se contesta y queda el progreso."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from enlinea.academia.consultas.analisis import problema_de, progreso_de, siguiente_de
from enlinea.academia.servicios.ejercicios import ejercicio_responder, ejercicio_ver_solucion
from enlinea.errores import ErrorDeServicio
from enlinea.models import Ejercicio
from reglas.fichas import FICHAS, de_mascara
from tests.enlinea.academia.estudiada import una_estudiada
from tests.enlinea.academia.jugada import de
from tests.enlinea.mesas import suscriptor

pytestmark = pytest.mark.django_db


def con_respuestas(cuenta):
    """Un ejercicio suyo con una jugada buena y una mala."""
    uno = siguiente_de(cuenta.pk)
    assert uno is not None
    problema = problema_de(uno.pk, cuenta.pk)
    assert problema is not None
    buena = next(v[:2] for v in problema.valores if v[2] == problema.mejor)
    mala = next(v[:2] for v in problema.valores if v[2] < problema.mejor)
    return problema, buena, mala


def responder(cuenta, ejercicio: Ejercicio, jugada) -> bool:
    return ejercicio_responder(
        cuenta_id=cuenta.pk, ejercicio_id=ejercicio.pk, ficha=jugada[0], extremo=jugada[1], ahora=timezone.now()
    )


def test_se_contesta_mal_y_luego_bien() -> None:
    cuentas, _partida = una_estudiada()
    problema, buena, mala = con_respuestas(cuentas[1])
    assert not responder(cuentas[1], problema.ejercicio, mala)
    assert progreso_de(cuentas[1].pk).resueltos == 0
    assert responder(cuentas[1], problema.ejercicio, buena)
    hecho = Ejercicio.objects.get(pk=problema.ejercicio.pk)
    assert hecho.resuelto is not None and hecho.intentos == 2 and not hecho.a_la_primera
    # contestarlo otra vez no lo desresuelve ni le suma
    assert not responder(cuentas[1], problema.ejercicio, mala)
    hecho.refresh_from_db()
    assert hecho.resuelto is not None and hecho.intentos == 2
    progreso = progreso_de(cuentas[1].pk)
    assert (progreso.resueltos, progreso.a_la_primera, progreso.faltan) == (1, 0, progreso.total - 1)


def test_a_la_primera_se_cuenta() -> None:
    cuentas, _partida = una_estudiada()
    problema, buena, _mala = con_respuestas(cuentas[0])
    assert responder(cuentas[0], problema.ejercicio, buena)
    assert progreso_de(cuentas[0].pk).a_la_primera == 1
    assert siguiente_de(cuentas[0].pk) != problema.ejercicio


def test_ni_lo_ajeno_ni_lo_que_no_se_podia() -> None:
    cuentas, _partida = una_estudiada()
    problema, buena, _mala = con_respuestas(cuentas[0])
    for cuenta in (cuentas[1], suscriptor("Ajena")):
        with pytest.raises(ErrorDeServicio, match="ejercicio_inexistente"):
            responder(cuenta, problema.ejercicio, buena)
        assert de(cuenta).get(reverse("enlinea:ejercicio", args=[problema.ejercicio.pk])).status_code == 404
    with pytest.raises(ErrorDeServicio, match="jugada_ajena"):
        responder(cuentas[0], problema.ejercicio, (buena[0], 3))


def test_antes_de_contestar_no_se_ven_las_otras_manos() -> None:
    """En la página sólo hay fichas de su mano y de la mesa."""
    cuentas, _partida = una_estudiada()
    for cuenta in cuentas:
        problema, buena, _mala = con_respuestas(cuenta)
        ruta = reverse("enlinea:ejercicio", args=[problema.ejercicio.pk])
        pagina = de(cuenta).get(ruta)
        texto = pagina.content.decode()
        vistas = {tuple(map(int, par)) for par in re.findall(r'#p(\d)" y="-27.5"/><use xlink:href="#p(\d)"', texto)}
        mia = {FICHAS[f] for f in de_mascara(problema.posicion.manos[problema.fuente.asiento])}
        assert vistas == mia
        assert pagina.context["respuesta"] is None and "Lo mejor era" not in texto
        despues = de(cuenta).post(ruta, {"jugada": f"{buena[0]}.{buena[1]}"}, follow=True).content.decode()
        assert "¡Esa era!" in despues and "Las cuatro manos" in despues and "la que tiraste" in despues


@pytest.mark.parametrize("jugada", ["", "x", "99.1", "1.9", "-1.0", "²" + ".1", "1.1.1"])
def test_una_respuesta_torcida_no_truena(jugada: str) -> None:
    cuentas, _partida = una_estudiada()
    problema, _buena, _mala = con_respuestas(cuentas[0])
    ruta = reverse("enlinea:ejercicio", args=[problema.ejercicio.pk])
    respuesta = de(cuentas[0]).post(ruta, {"jugada": jugada}, follow=True)
    assert respuesta.status_code == 200 and "no se podía tirar" in respuesta.content.decode()
    assert de(cuentas[0]).get(ruta, {"respuesta": "1"}).context["respuesta"] is None
    assert Ejercicio.objects.get(pk=problema.ejercicio.pk).intentos == 0


def test_la_respuesta_no_se_espia_por_la_direccion() -> None:
    """Por GET nunca hay respuesta sin haber contestado, ni cuenta nada; recargarla después no cambia el intento."""
    cuentas, _partida = una_estudiada()
    problema, buena, mala = con_respuestas(cuentas[0])
    ruta = reverse("enlinea:ejercicio", args=[problema.ejercicio.pk])
    cliente = de(cuentas[0])
    for datos in ({"ficha": buena[0], "extremo": buena[1]}, {"respuesta": "1"}, {"solucion": "1"}, {"jugada": "1.1"}):
        pagina = cliente.get(ruta, datos)
        assert pagina.context["respuesta"] is None and "Lo que valía cada una" not in pagina.content.decode()
    assert Ejercicio.objects.get(pk=problema.ejercicio.pk).intentos == 0
    vista = cliente.post(ruta, {"jugada": f"{mala[0]}.{mala[1]}"})
    assert vista.url == f"{ruta}?respuesta=1"
    for _vez in range(2):
        assert "Había una mejor" in cliente.get(vista.url).content.decode()
    # la dirección de la respuesta no se vuelve acertada por escribirle otra ficha
    cliente.get(ruta, {"respuesta": "1", "ficha": buena[0], "extremo": buena[1]})
    hecho = Ejercicio.objects.get(pk=problema.ejercicio.pk)
    assert (hecho.intentos, hecho.resuelto, hecho.a_la_primera) == (1, None, False)


def test_ver_la_solucion_cuenta_como_no_acertado() -> None:
    cuentas, _partida = una_estudiada()
    problema, buena, _mala = con_respuestas(cuentas[0])
    ruta = reverse("enlinea:ejercicio", args=[problema.ejercicio.pk])
    cliente = de(cuentas[0])
    texto = cliente.post(ruta, {"solucion": "1"}, follow=True).content.decode()
    assert "No elegiste ficha" in texto and "Lo que valía cada una" in texto and "¡Esa era!" not in texto
    assert progreso_de(cuentas[0].pk).resueltos == 0
    assert "no «a la primera»" in cliente.get(ruta).content.decode()
    assert "¡Esa era!" in cliente.post(ruta, {"jugada": f"{buena[0]}.{buena[1]}"}, follow=True).content.decode()
    progreso = progreso_de(cuentas[0].pk)
    assert (progreso.resueltos, progreso.a_la_primera) == (1, 0)
    # ya resuelto, verla otra vez no lo quita
    cliente.post(ruta, {"solucion": "1"})
    assert progreso_de(cuentas[0].pk).resueltos == 1
    with pytest.raises(ErrorDeServicio, match="ejercicio_inexistente"):
        ejercicio_ver_solucion(cuenta_id=cuentas[1].pk, ejercicio_id=problema.ejercicio.pk)


@pytest.mark.parametrize("planteado", [True, False])
def test_mirar_el_analisis_con_el_ejercicio_delante_quita_la_primera(planteado: bool) -> None:
    """Haberlo mirado antes de que se plantee no estorba: así se estudia una partida recién jugada."""
    cuentas, partida = una_estudiada()
    problema, buena, _mala = con_respuestas(cuentas[0])
    cliente = de(cuentas[0])
    if planteado:
        cliente.get(reverse("enlinea:ejercicio", args=[problema.ejercicio.pk]))
    cliente.get(reverse("enlinea:analisis", args=["partida", partida.pk, problema.ejercicio.mano + 1]))
    assert responder(cuentas[0], problema.ejercicio, buena)
    assert progreso_de(cuentas[0].pk).a_la_primera == (0 if planteado else 1)


def test_la_lista_y_el_vacio() -> None:
    cuentas, _partida = una_estudiada()
    texto = de(cuentas[2]).get(reverse("enlinea:ejercicios")).content.decode()
    assert "Llevas 0 de" in texto and "Empezar" in texto and "Costó" in texto
    assert "Todavía no hay ejercicios" in de(suscriptor("Nueva")).get(reverse("enlinea:ejercicios")).content.decode()
