"""La procedencia es un campo propio (000 I.A.2, D323): alta, pantallas y acta."""

import json
from decimal import Decimal

import pytest
from django.urls import reverse

from recreo import actas, consultas, servicios
from recreo.actas import ErrorDeActa
from recreo.identidad import Quien
from recreo.models import Recreo
from tests.recreo.actas_de_prueba import acta_de, ganada, organizador
from tests.recreo.fabricas import suscrita
from tests.recreo.mesa import CIEN, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

pytestmark = pytest.mark.django_db


def test_se_da_de_alta_se_cambia_y_se_ve() -> None:
    cliente = como(Quien(cuenta_id=suscrita().pk))
    manda(
        cliente, reverse("recreo:nuevo") + "?jugadores=4",
        nombre="Sobremesa", lugar="Casa", procedencia="  Los  de Puebla ", meta="100",
    )  # fmt: skip
    recreo = Recreo.objects.get()
    assert (recreo.lugar, recreo.procedencia) == ("Casa", "Los de Puebla")
    aqui = reverse("recreo:ambito", args=[recreo.codigo])
    assert 'value="Los de Puebla"' in cliente.get(aqui).content.decode()
    assert "Casa · Los de Puebla" in texto(cliente.get(reverse("recreo:jugadores", args=[recreo.codigo])))
    manda(cliente, aqui, nombre="Sobremesa", lugar="", procedencia="Cholula", meta="100")
    assert Recreo.objects.get().procedencia == "Cholula"
    assert "Cholula" in texto(cliente.get(reverse("recreo:mios")))


def test_al_editar_callada_se_vacia_y_de_mas_se_corta() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    m.orden(servicios.recreo_editar, nombre="D", lugar="", meta=CIEN, importe=Decimal(0), procedencia="a" * 70)
    assert m.estado.procedencia == "a" * 60
    m.orden(servicios.recreo_editar, nombre="D", lugar="", meta=CIEN)
    assert m.estado.procedencia == ""


def test_en_la_clasificacion_impresa_y_con_otra_llave_al_cambiar() -> None:
    m = recreo_de(4, entran=False)
    Recreo.objects.filter(pk=m.id).update(procedencia="Cholula")
    assert "Casa de Memo · Cholula" in texto(como(m.quienes[1]).get(ruta(m, "clasificacion")))


def test_un_acta_sin_procedencia_es_la_de_siempre_y_con_ella_va_y_vuelve() -> None:
    organizador()
    acta = acta_de([ganada()])
    hecha = actas.importar(acta, organizador="ana@ejemplo.mx")
    sin = actas.exportar(consultas.estado_de(hecha.recreo_id))
    assert "procedencia" not in sin
    Recreo.objects.filter(pk=hecha.recreo_id).update(procedencia="Cholula")
    con = actas.exportar(consultas.estado_de(hecha.recreo_id))
    assert list(con)[3:5] == ["lugar", "procedencia"] and con["procedencia"] == "Cholula"
    # quitarla deja el mismo archivo, byte por byte
    assert json.dumps({k: v for k, v in con.items() if k != "procedencia"}) == json.dumps(sin)
    organizador("otra@ejemplo.mx")
    otra = actas.importar(con, organizador="otra@ejemplo.mx")
    assert consultas.estado_de(otra.recreo_id).procedencia == "Cholula"


def test_una_procedencia_que_no_cabe_no_se_recorta() -> None:
    organizador()
    with pytest.raises(ErrorDeActa, match="«procedencia» pasa de 60 letras"):
        actas.importar({**acta_de([ganada()]), "procedencia": "x" * 61}, organizador="ana@ejemplo.mx")
