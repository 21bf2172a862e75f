"""Comentar una partida propia y compartirla: sólo su autor, con tope, y lo que pide dos veces queda una (D635-D637)."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from enlinea.academia.consultas.fuente import Fuente, fuente_de
from enlinea.academia.servicios import estudios as servicios
from enlinea.academia.servicios.actas import acta_importar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Comentario, Estudio, Partida
from suscripciones.models import Cuenta, Suscripcion
from tests.enlinea.academia.jugada import de, una_jugada
from tests.enlinea.mesas import suscriptor
from tests.pegada import pegada

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]


@pytest.fixture
def jugada() -> tuple[list[Cuenta], Partida]:
    return una_jugada()


def fuente(partida: Partida, cuenta: Cuenta) -> Fuente:
    suya = fuente_de("partida", partida.pk, cuenta.pk)
    assert suya is not None
    return suya


def comparte(de_que: Fuente, **cambia: Any) -> Estudio:
    datos = {"mano": None, "titulo": "", "con_nombres": False, "se_busca": False}
    return servicios.estudio_compartir(fuente=de_que, ahora=timezone.now(), **{**datos, **cambia})


def comenta(de_que: Fuente, texto: str, mano: int = 0, jugada: int = 3) -> None:
    servicios.comentario_guardar(fuente=de_que, mano=mano, jugada=jugada, texto=texto, ahora=timezone.now())


def negado(hacer: Any, *datos: Any, **mas: Any) -> str:
    with pytest.raises(ErrorDeServicio) as e:
        hacer(*datos, **mas)
    return e.value.codigo


def test_el_enlace_no_se_adivina_es_uno_y_al_quitarlo_nace_otro(jugada: tuple[list[Cuenta], Partida]) -> None:
    cuentas, partida = jugada
    suya = fuente(partida, cuentas[0])
    uno, otro = comparte(suya), comparte(suya, titulo="El cierre", con_nombres=True)
    assert uno.enlace is not None and len(uno.enlace) == 22 and otro.enlace == uno.enlace
    assert comparte(fuente(partida, cuentas[1])).enlace != uno.enlace
    comenta(suya, "Aquí")
    for _vez in range(2):
        servicios.estudio_anular(partida_id=partida.pk, cuenta_id=cuentas[0].pk, ahora=timezone.now())
    assert Estudio.objects.get(pk=uno.pk).enlace is None
    assert comparte(suya).enlace not in (None, uno.enlace)
    assert Comentario.objects.get().texto == "Aquí", "quitar el enlace no borra lo escrito"


def test_lo_escrito_va_limpio_acotado_y_vacio_se_quita(jugada: tuple[list[Cuenta], Partida]) -> None:
    suya = fuente(jugada[1], jugada[0][0])
    comenta(suya, "  Tapaba\u200b los  seises\n\n\n\ny <b>ganaba</b> ")
    comenta(suya, "  Tapaba los seises\n\ny <b>ganaba</b>")
    assert Comentario.objects.get().texto == "Tapaba los seises\n\ny <b>ganaba</b>"
    assert negado(comenta, suya, "x" * 501) == "comentario_de_estudio_largo"
    assert negado(comenta, suya, "x", mano=99) == negado(comenta, suya, "x", jugada=60) == "forma_invalida"
    assert negado(comparte, suya, mano=99) == "forma_invalida"
    assert negado(comparte, suya, titulo="x" * 61) == "titulo_largo"
    comenta(suya, " ")
    assert not Comentario.objects.exists()


def test_quien_llega_tarde_no_pisa_el_comentario_de_otra_pestana(jugada: tuple[list[Cuenta], Partida]) -> None:
    cuentas, partida = jugada
    navegador, donde = de(cuentas[0]), reverse("enlinea:estudio_comentar", args=[partida.pk])

    def guarda(texto: str, **vista: str) -> dict[str, Any]:
        cuerpo = {"id_orden": str(uuid4()), "mano": 1, "jugada": 3, "texto": texto, **vista}
        respuesta: dict[str, Any] = navegador.post(donde, cuerpo, headers={"X-Requested-With": "XMLHttpRequest"}).json()
        return respuesta

    assert guarda("La primera", vista="")["ok"]
    tarde = guarda("La segunda", vista="")
    assert (tarde["codigo"], tarde["datos"]["vista"]) == ("comentario_ya_cambio", "La primera")
    assert guarda("La primera ", vista="")["ok"], "guardar lo mismo no choca"
    assert guarda("La segunda", vista="La primera")["ok"], "escogió lo suyo"
    assert guarda("", vista="La segunda")["ok"]
    assert guarda("La tercera", vista="La segunda")["codigo"] == "comentario_quitado"
    assert not Comentario.objects.exists()


def test_hay_un_tope_de_comentarios(jugada: tuple[list[Cuenta], Partida], monkeypatch: pytest.MonkeyPatch) -> None:
    suya = fuente(jugada[1], jugada[0][0])
    monkeypatch.setattr(servicios, "COMENTARIOS", 2)
    comenta(suya, "uno", jugada=1)
    comenta(suya, "dos", jugada=2)
    assert negado(comenta, suya, "tres", jugada=3) == "muchos_comentarios"
    comenta(suya, "otro dos", jugada=2)


def test_un_acta_importada_no_se_comparte(jugada: tuple[list[Cuenta], Partida]) -> None:
    cuentas, partida = jugada
    contenido = json.dumps(partida.acta).encode()
    acta, _nueva = acta_importar(cuenta_id=cuentas[0].pk, contenido=contenido, nombre="", ahora=timezone.now())
    importada = fuente_de("importada", acta.pk, cuentas[0].pk)
    assert importada is not None and negado(comparte, importada) == "no_se_comparte"


def test_la_pagina_es_de_quien_jugo_y_las_ordenes_quedan(jugada: tuple[list[Cuenta], Partida]) -> None:
    cuentas, partida = jugada
    navegador, aqui = de(cuentas[0]), reverse("enlinea:estudio", args=[partida.pk])
    orden = {"id_orden": "7d0f0f6e-0000-4000-8000-000000000001"}
    for _vez in range(2):
        navegador.post(f"{aqui}comentar/", {**orden, "mano": 1, "jugada": 4, "texto": "¿Y si <i>no</i>?"})
        navegador.post(f"{aqui}compartir/", {**orden, "mano": 1, "titulo": "El 4", "donde": "?mano=1&jugada=4"})
    estudio = Estudio.objects.get()
    assert (estudio.mano, estudio.titulo, estudio.con_nombres) == (0, "El 4", False)
    pagina = pegada(navegador.get(f"{aqui}?mano=1&jugada=4").content.decode())
    assert f"/estudio/{estudio.enlace}/" in pagina and "¿Y si &lt;i&gt;no&lt;/i&gt;?" in pagina
    assert navegador.post(f"{aqui}comentar/", {**orden, "mano": 1, "jugada": "x"}).status_code == 302
    ajena = de(suscriptor("Ajena"))
    for orden_de in ("", "comentar/", "compartir/"):
        pedir = ajena.post if orden_de else ajena.get
        assert pedir(f"{aqui}{orden_de}", {**orden, "mano": 1, "jugada": 1, "texto": "x"}).status_code == 404
    assert ajena.post(f"{aqui}nombre/", {"callar": "1"}).status_code == 404
    ajena.post(f"{aqui}quitar/")
    assert Estudio.objects.get().enlace is not None, "sólo lo quita su autor"
    # otro de los cuatro lo ve y puede pedir que su nombre no salga
    assert estudio.enlace in de(cuentas[1]).get(aqui).content.decode()


def test_sin_suscripcion_todavia_se_quita_el_enlace(jugada: tuple[list[Cuenta], Partida]) -> None:
    cuentas, partida = jugada
    comparte(fuente(partida, cuentas[0]))
    Suscripcion.objects.filter(cuenta=cuentas[0]).update(fin=timezone.now() - timedelta(days=1))
    enlace, quitar = Estudio.objects.get().enlace, reverse("enlinea:estudio_anular", args=[partida.pk])
    vista = reverse("estudio:ver", args=[enlace])
    assert quitar in de(cuentas[0]).get(vista).content.decode()
    assert quitar not in de(cuentas[1]).get(vista).content.decode()
    de(cuentas[0]).post(quitar)
    assert Estudio.objects.get().enlace is None
