"""El rol que se escoge al armar el Recreo (RG12): en el servicio, en la pantalla y en el acta."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from recreo import servicios
from recreo.actas import exportar, importar
from recreo.identidad import Quien
from recreo.models import Recreo
from reglas.actas import leer_recreo
from reglas.roles import rol_de
from reglas.tipos import Meta, TipoDeRol
from tests.recreo.actas_de_prueba import CORREO, acta_de, ganada, organizador
from tests.recreo.fabricas import suscrita
from tests.recreo.mesa import Mesero
from tests.recreo.pagina import como, texto
from tests.recreo.terminado import acabar

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]
EQUILIBRADO, OFICIAL = TipoDeRol.EQUILIBRADO, TipoDeRol.OFICIAL


def armado(tamano: int, **mas: Any) -> Mesero:
    cuenta = suscrita()
    datos = {"nombre": "Jueves", "lugar": "", "meta": Meta.CIEN, **mas}
    recreo = servicios.recreo_crear(cuenta_id=cuenta.pk, id_orden=uuid4(), tamano=tamano, **datos)
    m = Mesero(recreo.pk, {1: Quien(cuenta_id=cuenta.pk)})
    nombres = [servicios.DatosJugador(n, f"Amiga {n}") for n in range(2, tamano + 1)]
    m.orden(servicios.jugadores_guardar, jugadores=nombres)
    return m


@pytest.mark.parametrize(
    ("tamano", "pedido", "queda"),
    [(8, OFICIAL, OFICIAL), (12, EQUILIBRADO, EQUILIBRADO), (13, OFICIAL, EQUILIBRADO), (9, EQUILIBRADO, EQUILIBRADO)],
)
def test_se_juega_con_el_que_se_escoge_y_donde_no_hay_oficial_con_el_que_hay(
    tamano: int, pedido: TipoDeRol, queda: TipoDeRol
) -> None:
    m = armado(tamano, rol=pedido)
    assert m.fila.rol == queda
    m.orden(servicios.recreo_empezar)
    esperada = rol_de(tamano, queda).partidas[0]
    assert [v.asientos for v in m.estado.partidas[0].mesas] == [x.asientos for x in esperada.mesas]


def test_un_recreo_de_diez_se_juega_entero_y_a_quien_repite_no_le_suma() -> None:
    m = armado(10)
    m.orden(servicios.recreo_empezar)
    acabar(m)
    estado = m.estado
    assert estado.clasificaciones.completo and len(estado.partidas) == 12
    assert [len(p.mesas) for p in estado.partidas] == [2] * 11 + [1]
    acreditadas = sum(f.juegos_ganados for f in estado.clasificaciones.final)
    assert acreditadas in {44, 46}  # 23 mesas, dos por mesa, menos los dos que repiten si ganaron


def test_mientras_se_prepara_se_cambia_de_rol_y_con_otro_tamano_vuelve_el_de_siempre() -> None:
    m = armado(8)
    ambito: dict[str, Any] = {"nombre": "Jueves", "lugar": "", "meta": Meta.CIEN}
    m.orden(servicios.recreo_editar, **ambito, rol=EQUILIBRADO)
    assert m.fila.rol == EQUILIBRADO
    m.orden(servicios.recreo_editar, **ambito)
    assert m.fila.rol == EQUILIBRADO
    m.orden(servicios.tamano_cambiar, tamano=12)
    assert m.fila.rol == OFICIAL
    m.orden(servicios.tamano_cambiar, tamano=14)
    assert m.fila.rol == EQUILIBRADO


@pytest.mark.parametrize("cambia", [{"tamano": 3}, {"tamano": 17}, {"tamano": 9}])
def test_la_base_no_guarda_un_tamano_que_no_se_juega_ni_un_rol_que_no_hay(cambia: dict[str, int]) -> None:
    m = armado(8)
    with pytest.raises(IntegrityError), transaction.atomic():
        Recreo.objects.filter(pk=m.id).update(**cambia)


@pytest.mark.parametrize("tamano", [6, 7, 8, 12])
def test_al_armarlo_se_escoge_con_una_frase_que_explica_en_que_se_distinguen(tamano: int) -> None:
    cliente = como(Quien(cuenta_id=suscrita().pk))
    camino = f"{reverse('recreo:nuevo')}?jugadores={tamano}"
    leido = texto(cliente.get(camino))
    assert "¿Con qué rol?" in leido and "En los dos juegas una vez con cada quien; en el equilibrado," in leido
    datos = {"id_orden": str(uuid4()), "nombre": "Jueves", "meta": "100", "rol": "equilibrado", "importe": "0"}
    assert cliente.post(camino, datos).status_code == 302
    assert Recreo.objects.get().rol == EQUILIBRADO


@pytest.mark.parametrize("tamano", [5, 9, 16])
def test_donde_solo_hay_uno_no_se_pregunta(tamano: int) -> None:
    cliente = como(Quien(cuenta_id=suscrita().pk))
    assert "¿Con qué rol?" not in texto(cliente.get(f"{reverse('recreo:nuevo')}?jugadores={tamano}"))


def test_un_rol_que_no_existe_se_niega_y_lo_dice() -> None:
    cliente = como(Quien(cuenta_id=suscrita().pk))
    datos = {"id_orden": str(uuid4()), "nombre": "Jueves", "meta": "100", "rol": "otro"}
    leido = texto(cliente.post(f"{reverse('recreo:nuevo')}?jugadores=8", datos))
    assert "Elige una opción de la lista: «otro» no está en ella" in leido
    assert not Recreo.objects.exists()


def test_otra_con_los_mismos_conserva_el_rol() -> None:
    m = armado(8, rol=EQUILIBRADO)
    m.orden(servicios.recreo_empezar)
    acabar(m)
    cuenta = m.quienes[1].cuenta_id
    assert cuenta is not None
    nuevo = servicios.recreo_repetir(recreo_id=m.id, cuenta_id=cuenta, id_orden=uuid4())
    assert nuevo.rol == EQUILIBRADO


@pytest.mark.parametrize(("tamano", "escrito"), [(8, "equilibrado"), (9, "equilibrado"), (8, "oficial"), (9, None)])
def test_el_acta_lleva_su_rol_y_vuelve_igual(tamano: int, escrito: str | None) -> None:
    organizador()
    mas = {} if escrito is None else {"rol": escrito}
    acta = acta_de([ganada(1), ganada(2)], tamano=tamano, **mas)
    hecha = importar(acta, organizador=CORREO)
    estado = Mesero(hecha.recreo_id, {}).estado
    sale = exportar(estado)
    assert sale.get("rol") == (None if escrito == "oficial" else "equilibrado")
    assert leer_recreo(sale).recreo == leer_recreo(acta).recreo
    assert estado.importe == Decimal(0)
