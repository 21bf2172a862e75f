"""Los ejercicios de la casa por dentro: contestar, el avance por cuenta y por aparato, y lo que se ve (D593-D595)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from enlinea.academia.consultas.coleccion import (
    DeLaCasa,
    avance_de,
    coleccion,
    de_muestra,
    resueltos_de,
    siguiente_de,
)
from enlinea.academia.servicios.coleccion import casa_responder, casa_ver_solucion
from enlinea.academia.textos_coleccion import NIVELES, TEMAS
from enlinea.academia.views.planteado import plantear
from enlinea.errores import ErrorDeServicio
from enlinea.models import EjercicioDeLaCasa
from enlinea.visita.llevados import GALLETA
from reglas.analisis.lecciones import TEMA_DE, Nivel, Tema
from reglas.analisis.razones import Clave
from reglas.fichas import FICHAS, de_mascara
from tests.enlinea.academia.jugada import de
from tests.enlinea.mesas import suscriptor
from tests.suscripciones.ayudas import entrar

pytestmark = pytest.mark.django_db


def uno_y_sus_jugadas() -> tuple[DeLaCasa, tuple[int, int], tuple[int, int]]:
    uno = next(iter(de_muestra().values()))
    mala = next((f, e) for f, e, _v in uno.opciones if (f, e) != uno.mejor)
    return uno, uno.mejor, mala


def como_se_manda(jugada: tuple[int, int]) -> dict[str, str]:
    return {"jugada": f"{jugada[0]}.{jugada[1]}"}


def test_se_contesta_mal_y_luego_bien_y_queda_resuelto() -> None:
    cuenta = suscriptor("Mari")
    uno, buena, mala = uno_y_sus_jugadas()
    responder: Callable[[tuple[int, int]], bool] = lambda jugada: casa_responder(  # noqa: E731
        cuenta_id=cuenta.pk, clave=uno.clave, jugada=jugada, ahora=timezone.now()
    )
    assert not responder(mala) and not resueltos_de(cuenta.pk)
    assert responder(buena) and resueltos_de(cuenta.pk) == {uno.clave}
    assert not responder(mala)
    avance = avance_de(cuenta.pk, uno.clave)
    assert avance is not None
    assert (avance.intentos, avance.a_la_primera, avance.contestada) == (2, False, mala)
    assert resueltos_de(cuenta.pk) == {uno.clave} and not resueltos_de(suscriptor("Otra").pk)


def test_a_la_primera_y_la_solucion_no_es_acertar() -> None:
    cuenta, otra = suscriptor("Mari"), suscriptor("Nacho")
    uno, buena, _mala = uno_y_sus_jugadas()
    casa_responder(cuenta_id=cuenta.pk, clave=uno.clave, jugada=buena, ahora=timezone.now())
    casa_ver_solucion(cuenta_id=otra.pk, clave=uno.clave)
    casa_responder(cuenta_id=otra.pk, clave=uno.clave, jugada=buena, ahora=timezone.now())
    primeras = EjercicioDeLaCasa.objects.order_by("pk").values_list("a_la_primera", flat=True)
    assert list(primeras) == [True, False]


def test_lo_que_no_existe_o_no_se_podia_tirar_no_cuenta() -> None:
    cuenta = suscriptor("Mari")
    uno, buena, _mala = uno_y_sus_jugadas()
    ajena = next(f for f in range(28) if f not in {f for f, _e, _v in uno.opciones})
    for clave, jugada, codigo in (("0-0", buena, "ejercicio_inexistente"), (uno.clave, (ajena, 1), "jugada_ajena")):
        with pytest.raises(ErrorDeServicio, match=codigo):
            casa_responder(cuenta_id=cuenta.pk, clave=clave, jugada=jugada, ahora=timezone.now())
    with pytest.raises(ErrorDeServicio, match="ejercicio_inexistente"):
        casa_ver_solucion(cuenta_id=cuenta.pk, clave="0-0")
    assert not EjercicioDeLaCasa.objects.exists()


def test_toda_razon_tiene_tema_y_todo_tema_y_nivel_su_nombre() -> None:
    assert set(TEMA_DE) == set(Clave)
    assert set(TEMAS) == set(Tema) and set(NIVELES) == set(Nivel)


def test_el_siguiente_es_el_primero_que_falta_y_da_la_vuelta() -> None:
    todos = list(coleccion().values())
    assert siguiente_de(todos, ()) == todos[0]
    assert siguiente_de(todos, {todos[1].clave}, tras=todos[0].clave) == todos[2]
    assert siguiente_de(todos, {uno.clave for uno in todos[1:]}, tras=todos[-1].clave) == todos[0]
    assert siguiente_de(todos, {uno.clave for uno in todos}) is None
    dificil = siguiente_de(todos, (), Nivel.DIFICIL)
    assert dificil is not None and dificil.nivel is Nivel.DIFICIL


def test_la_lista_dice_cuanto_llevo_por_tema_y_por_nivel() -> None:
    cuenta = suscriptor("Mari")
    uno, buena, _mala = uno_y_sus_jugadas()
    casa_responder(cuenta_id=cuenta.pk, clave=uno.clave, jugada=buena, ahora=timezone.now())
    pagina = de(cuenta).get(reverse("enlinea:coleccion"))
    texto = " ".join(pagina.content.decode().split())
    assert f"Llevas 1 de {len(coleccion())}" in texto and texto.count(", resuelto") == 1
    assert sum(len(g["unos"]) for g in pagina.context["grupos"]) == len(coleccion())
    faciles = de(cuenta).get(reverse("enlinea:coleccion"), {"nivel": "facil"}).context
    assert {u["nivel"] for g in faciles["grupos"] for u in g["unos"]} == {NIVELES[Nivel.FACIL]}
    assert "?nivel=facil" in faciles["siguiente"]
    # y la portada de la Academia lo dice y lleva ahí
    assert "Ver los ejercicios" in de(cuenta).get(reverse("enlinea:academia")).content.decode()


def fichas_dibujadas(texto: str) -> set[tuple[int, ...]]:
    return {tuple(map(int, par)) for par in re.findall(r'#p(\d)" y="-27.5"/><use xlink:href="#p(\d)"', texto)}


def test_cada_jugada_dice_en_que_palo_cae() -> None:
    palos = ("la blanca", "el uno", "el dos", "el tres", "el cuatro", "el cinco", "el seis")
    for uno in coleccion().values():
        posicion, jugadas = uno.posicion, [(f, e) for f, e, _v in uno.opciones]
        for dicha, (ficha, extremo) in zip(plantear(posicion, "abcd", [], jugadas)["opciones"], jugadas, strict=True):
            cae = (posicion.a, posicion.b)[extremo - 1]
            assert cae in FICHAS[ficha]
            assert dicha["cae"] == ("" if posicion.a == posicion.b else f"en {palos[cae]}")


def test_antes_de_contestar_no_se_ven_las_otras_manos_y_despues_todo() -> None:
    cuenta = suscriptor("Mari")
    cliente = de(cuenta)
    for uno in list(coleccion().values())[::25]:
        ruta = reverse("enlinea:de_la_casa", args=[uno.clave])
        # `?respuesta=1` sin haber contestado no enseña nada
        texto = cliente.get(ruta, {"respuesta": "1"}).content.decode()
        assert fichas_dibujadas(texto) == {FICHAS[f] for f in de_mascara(uno.posicion.manos[uno.asiento])}
        assert "Lo mejor era" not in texto and "¿Se podía saber?" not in texto
        mala = next((f, e) for f, e, _v in uno.opciones if (f, e) != uno.mejor)
        contestada = " ".join(cliente.post(ruta, como_se_manda(mala), follow=True).content.decode().split())
        assert "Había una mejor" in contestada and "Costó" in contestada and "Lo mejor era" in contestada
        assert "Sí se podía saber." in contestada and "Siguiente ejercicio" in contestada
        bien = cliente.post(ruta, como_se_manda(uno.mejor), follow=True).content.decode()
        assert "¡Esa era!" in bien and "La que más tentaba era" in bien and "Costaba" in bien
        assert "La solución" in cliente.post(ruta, {"solucion": "1"}, follow=True).content.decode()


@pytest.mark.parametrize("jugada", ["", "x", "99.1", "1.9", "-1.0", "²" + ".1", "1.1.1"])
def test_una_respuesta_torcida_no_truena_ni_cuenta(jugada: str) -> None:
    cuenta, uno = suscriptor("Mari"), next(iter(coleccion().values()))
    for cliente, nombre in ((de(cuenta), "enlinea:de_la_casa"), (Client(), "visita:ejercicio")):
        ruta = reverse(nombre, args=[next(iter(de_muestra())) if nombre.startswith("visita") else uno.clave])
        respuesta = cliente.post(ruta, {"jugada": jugada}, follow=True)
        assert respuesta.status_code == 200 and "no se podía tirar" in respuesta.content.decode()
    assert not EjercicioDeLaCasa.objects.exists()


def test_sin_cuenta_hay_unos_cuantos_y_lo_que_llevas_se_queda_en_el_aparato() -> None:
    cliente = Client()
    uno, buena, mala = uno_y_sus_jugadas()
    ruta = reverse("visita:ejercicio", args=[uno.clave])
    assert "Lo mejor era" not in cliente.get(ruta).content.decode()
    mal = cliente.post(ruta, como_se_manda(mala), follow=True)
    assert "Había una mejor" in mal.content.decode() and GALLETA.nombre not in cliente.cookies
    bien = cliente.post(ruta, como_se_manda(buena), follow=True)
    assert "¡Esa era!" in bien.content.decode()
    assert cliente.cookies[GALLETA.nombre].value == uno.clave and cliente.cookies[GALLETA.nombre]["httponly"]
    lista = cliente.get(reverse("visita:ejercicios"))
    assert (lista.context["hechos"], lista.context["total"]) == (1, len(de_muestra()))
    assert {u["nivel"] for g in lista.context["grupos"] for u in g["unos"]} == set(NIVELES.values())
    assert not EjercicioDeLaCasa.objects.exists() and "sesion" not in cliente.cookies
    # los demás no se abren sin cuenta
    ajeno = next(clave for clave in coleccion() if clave not in de_muestra())
    assert cliente.get(reverse("visita:ejercicio", args=[ajeno])).status_code == 404


@pytest.mark.parametrize("galleta", ["", "x", "1-1;", "9" * 4000, "_".join(["1-1"] * 90), "<b>", "1-1_"])
def test_una_galleta_torcida_es_como_ninguna(galleta: str) -> None:
    cliente = Client()
    cliente.cookies[GALLETA.nombre] = galleta
    assert cliente.get(reverse("visita:ejercicios")).context["hechos"] == 0


def test_quien_no_tiene_suscripcion_no_los_abre(client: Client) -> None:
    for ruta in (reverse("enlinea:coleccion"), reverse("enlinea:de_la_casa", args=[next(iter(coleccion()))])):
        assert client.get(ruta).status_code == 302


def test_el_camino_sin_cuenta_no_pregunta_a_la_base(django_assert_num_queries: Any) -> None:
    uno, buena, _mala = uno_y_sus_jugadas()
    cliente = Client()
    with django_assert_num_queries(0):
        cliente.get(reverse("visita:ejercicios"))
        cliente.post(reverse("visita:ejercicio", args=[uno.clave]), como_se_manda(buena), follow=True)


def test_lo_resuelto_sin_cuenta_pasa_una_vez_a_quien_se_inscribe() -> None:
    uno, buena, mala = uno_y_sus_jugadas()
    ruta, cliente = reverse("visita:ejercicio", args=[uno.clave]), Client()
    cliente.post(ruta, como_se_manda(buena))
    entrar(cliente, "nueva@club.mx")
    suyo = EjercicioDeLaCasa.objects.get(cuenta__email="nueva@club.mx")
    assert (suyo.clave, suyo.contestada, suyo.a_la_primera) == (uno.clave, buena, False) and suyo.resuelto
    lista = cliente.get(reverse("visita:ejercicios"))
    assert lista.context["hechos"] == 1 and "En tu cuenta ya está el ejercicio" in lista.content.decode()
    # lo que haga ya con cuenta va a ella; y otra persona que entre en este aparato no se lleva nada
    cliente.post(ruta, como_se_manda(mala))
    suyo.refresh_from_db()
    assert suyo.contestada == mala and suyo.resuelto and not cliente.cookies[GALLETA.nombre].value
    cliente.logout()
    entrar(cliente, "otra@club.mx")
    assert EjercicioDeLaCasa.objects.count() == 1


def test_lo_que_trae_el_aparato_no_pisa_lo_suyo() -> None:
    cuenta, (uno, otro, tercero) = suscriptor("Ana"), list(de_muestra().values())[:3]
    casa_responder(cuenta_id=cuenta.pk, clave=uno.clave, jugada=uno.mejor, ahora=timezone.now())
    casa_ver_solucion(cuenta_id=cuenta.pk, clave=otro.clave)
    antes = EjercicioDeLaCasa.objects.filter(clave=uno.clave).values().get()
    cliente = Client()
    cliente.cookies[GALLETA.nombre] = f"{uno.clave}_{otro.clave}_{tercero.clave}_1-1"
    entrar(cliente, cuenta.email)
    assert EjercicioDeLaCasa.objects.filter(clave=uno.clave).values().get() == antes
    assert resueltos_de(cuenta.pk) == {uno.clave, otro.clave, tercero.clave}
    visto = avance_de(cuenta.pk, otro.clave)
    assert visto and (visto.intentos, visto.a_la_primera) == (2, False), "había visto la solución"
