"""La pantalla de la clasificación y lo que le contesta la base (ES2)."""

import random
import re

import pytest
from django.test import Client

from enlinea.clasificacion import consultas
from enlinea.clasificacion.consultas import POR_PAGINA, mi_lugar, pagina_de_clasificacion
from enlinea.clasificacion.servicios import puntos
from enlinea.clasificacion.servicios.recalculo import clasificacion_recalcular
from enlinea.models import Clasificado, TablaDeClasificacion
from reglas.tabla import clave_de
from suscripciones.models import Cuenta
from tests.enlinea.clasificacion.ayudas import cuentas_nuevas, inscritos, jugada
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.ayudas import navegador
from tests.reglas.modelo_de_puntos import Modelo

pytestmark = pytest.mark.django_db

RUTA = "/enlinea/clasificacion/"


def con_puntos(cuentas: list[int], semilla: int = 1) -> Modelo:
    """Cada quien con los suyos, sin jugar; el recálculo no los sabe, las fronteras sí."""
    azar, modelo = random.Random(semilla), Modelo()
    for cuenta in cuentas:
        modelo.inscribir(cuenta)
        modelo.puntos[cuenta] = azar.choice([-3, 0, 0, 0, 2, 7, azar.randrange(40)])
    filas = [Clasificado(cuenta_id=c, puntos=p, clave=clave_de(p, c)) for c, p in modelo.puntos.items()]
    Clasificado.objects.bulk_update(filas, ["puntos", "clave"])
    orden, total = modelo.orden(), len(cuentas)
    claves = [clave_de(modelo.puntos[c], c) for c in orden]
    en = [-(-q * total // 5) for q in range(1, 5)]
    TablaDeClasificacion.objects.update(
        **{f"frontera_{q}": claves[n] if n < total else None for q, n in enumerate(en, start=2)}
    )
    return modelo


@pytest.mark.parametrize("cuantos", [1, 2, 4, 5, 6, 23, 57])
def test_mi_lugar_y_todas_las_paginas(cuantos: int) -> None:
    cuentas = inscritos(cuantos)
    modelo = con_puntos(cuentas)
    orden = modelo.orden()
    for lugar, cuenta in enumerate(orden, start=1):
        mio = mi_lugar(cuenta)
        assert mio is not None
        esperado = (lugar, cuantos, modelo.puntos[cuenta], modelo.quintil(cuenta))
        assert (mio.lugar, mio.inscritos, mio.puntos, mio.quintil) == esperado
        # desde el sitio propio se lee la misma página que desde la frontera
        for desde in (lugar - POR_PAGINA // 2, lugar + 1, 1):
            assert pagina_de_clasificacion(desde, mio.mojon) == pagina_de_clasificacion(desde)
    for desde in (-5, 0, *range(1, cuantos + 2), 10**8):
        pagina = pagina_de_clasificacion(desde)
        primero = max(0, min(desde - 1, cuantos - POR_PAGINA))
        vistos = [(r.lugar, r.cuenta, r.puntos, r.quintil) for r in pagina.renglones]
        tramo = orden[primero : primero + POR_PAGINA]
        assert vistos == [(n, c, modelo.puntos[c], modelo.quintil(c)) for n, c in enumerate(tramo, start=primero + 1)]
        assert (pagina.antes is None) == (primero == 0)
        assert pagina.despues == (primero + POR_PAGINA + 1 if primero + POR_PAGINA < cuantos else None)


@pytest.mark.parametrize("cuantos", [2, 5, 23])
def test_lo_que_falta_es_justo_lo_que_hace_subir(cuantos: int) -> None:
    modelo = con_puntos(inscritos(cuantos))
    for cuenta in modelo.orden():
        mio = mi_lugar(cuenta)
        assert mio is not None
        if mio.faltan is None:
            assert mio.quintil == 1
            continue
        assert mio.faltan >= 1
        antes = modelo.puntos[cuenta]
        modelo.puntos[cuenta] = antes + mio.faltan - 1
        assert modelo.quintil(cuenta) == mio.quintil
        modelo.puntos[cuenta] += 1
        assert modelo.quintil(cuenta) == mio.arriba < mio.quintil
        modelo.puntos[cuenta] = antes


def test_nadie_inscrito() -> None:
    assert mi_lugar(suscriptor("Ana", vigente=False).pk) is None
    assert pagina_de_clasificacion(1) == consultas.PaginaDeClasificacion(0, (), None, None)


def texto(cliente: Client, ruta: str = RUTA) -> str:
    respuesta = cliente.get(ruta)
    assert respuesta.status_code == 200
    return " ".join(respuesta.content.decode().split())


def test_la_pagina_dice_mi_lugar_y_me_pone_en_medio() -> None:
    cuentas = inscritos(60)
    modelo = con_puntos(cuentas, 3)
    orden = modelo.orden()
    pagina = texto(navegador(Cuenta.objects.get(pk=orden[39])))
    assert '<span class="mi-lugar__n n">40</span>' in pagina
    assert "de 60" in pagina
    assert re.search(r"Te faltan? .* para subir al quintil 3", pagina)
    assert [int(n) for n in re.findall(r'c-lugar n">(\d+)<', pagina)] == list(range(30, 50))
    assert pagina.count('class="yo" id="yo"') == 1
    assert 'aria-current="page"' in pagina
    assert "Donde voy yo" not in pagina


def test_se_pasan_las_paginas_con_enlaces() -> None:
    orden = con_puntos(inscritos(60)).orden()
    cliente = navegador(Cuenta.objects.get(pk=orden[59]))
    primera = texto(cliente, f"{RUTA}?desde=1")
    assert re.findall(r'c-lugar n">(\d+)<', primera)[::19] == ["1", "20"]
    assert "Donde voy yo" in primera
    assert "?desde=21#tabla" in primera
    assert ": los lugares anteriores" not in primera
    assert ": los lugares que siguen" not in texto(cliente, f"{RUTA}?desde=41")


@pytest.mark.parametrize("desde", ["-1", "0", "abc", "1e9", "99999999999999999999", "²", "' OR 1=1"])
def test_lo_que_no_es_un_lugar_no_rompe_nada(desde: str) -> None:
    inscritos(3)
    assert navegador(suscriptor("Ana")).get(RUTA, {"desde": desde}).status_code == 200


def test_el_nombre_se_escapa() -> None:
    cuentas = inscritos(3)
    Cuenta.objects.filter(pk=cuentas[0]).update(nombre="<b>Ana</b>")
    pagina = texto(navegador(Cuenta.objects.get(pk=cuentas[1])))
    assert "<b>Ana" not in pagina
    assert "&lt;b&gt;Ana" in pagina


def test_nunca_sale_el_correo() -> None:
    cuentas = inscritos(3)
    Cuenta.objects.filter(pk=cuentas[0]).update(nombre="")
    assert "@prueba.mx" not in texto(navegador(Cuenta.objects.get(pk=cuentas[1])))


def test_solo_entran_los_suscriptores(client: Client) -> None:
    assert client.get(RUTA)["Location"] == f"/entrar/?next={RUTA}"
    (ajena,) = cuentas_nuevas(1)
    assert navegador(Cuenta.objects.get(pk=ajena)).get(RUTA).status_code == 403


def test_las_mismas_consultas_con_diez_que_con_sesenta(django_assert_max_num_queries) -> None:
    cliente = navegador(Cuenta.objects.get(pk=con_puntos(inscritos(60)).orden()[30]))
    cliente.get(RUTA)  # la primera página apunta además la sesión
    with django_assert_max_num_queries(31):
        cliente.get(RUTA)


def test_jugar_cambia_la_pagina() -> None:
    cuentas = inscritos(8)
    jugada(cuentas[4:], 0, (100, 40))
    puntos.partidas_sumar()
    assert clasificacion_recalcular(corregir=False).coincide
    pagina = texto(navegador(Cuenta.objects.get(pk=cuentas[5])))
    assert "−" in re.findall(r"<dd class=\"n\">(.*?)</dd>", pagina)[0]
