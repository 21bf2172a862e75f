"""«Otra con los mismos» (D320): los mismos nombres, números y ámbito, y quien lo pide organiza."""

from decimal import Decimal
from uuid import uuid4

import pytest

from recreo import consultas, servicios
from recreo.identidad import Quien
from recreo.models import Jugador, Recreo
from recreo.servicios import DatosJugador
from suscripciones.models import CorreoPorSalir
from tests.recreo.carrera import a_la_vez, codigos
from tests.recreo.fabricas import FabricaDeCuenta, suscrita, vencida
from tests.recreo.mesa import Mesero, falla, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto
from tests.recreo.terminado import acabar

AMBITO = (
    "nombre", "lugar", "procedencia", "tamano", "meta", "importe", "pago_extraordinario", "minutos_sin_mano",
    "pide_aprobacion", "organizador_id",
)  # fmt: skip


def terminado(*, entra: int = 3, cuenta: object = None) -> tuple[Mesero, int]:
    """Cuatro con apuesta, procedencia y correos; el número `entra` con su cuenta. Devuelve también esa cuenta."""
    m = recreo_de(4, importe=Decimal(20), entran=False)
    suya = cuenta or suscrita()
    m.orden(
        servicios.jugadores_guardar,
        jugadores=[DatosJugador(2, "Beto", "beto@example.com", "papel"), DatosJugador(entra, "Carmen", suya.email)],  # type: ignore[attr-defined]
    )
    m.orden(servicios.invitacion_aceptar, Quien(cuenta_id=suya.pk))  # type: ignore[attr-defined]
    Recreo.objects.filter(pk=m.id).update(procedencia="Puebla", pide_aprobacion=True, minutos_sin_mano=30)
    return acabar(m), suya.pk  # type: ignore[attr-defined]


def repetir(m: Mesero, cuenta_id: int, **mas: object) -> Recreo:
    return servicios.recreo_repetir(recreo_id=m.id, cuenta_id=cuenta_id, **({"id_orden": uuid4()} | mas))  # type: ignore[arg-type]


def quienes(recreo: Recreo) -> list[tuple[int, str, str]]:
    return list(Jugador.objects.filter(recreo=recreo).order_by("numero").values_list("numero", "nombre", "correo"))


@pytest.mark.django_db
def test_quien_organizaba_tiene_los_mismos_nombres_correos_numeros_y_ambito() -> None:
    m, carmen = terminado()
    organiza = m.quienes[1].cuenta_id or 0
    antes = m.fila
    correos_antes = CorreoPorSalir.objects.count()
    nuevo = repetir(m, organiza)
    for campo in AMBITO:
        assert getattr(nuevo, campo) == getattr(antes, campo), campo
    assert nuevo.estado == "preparacion" and nuevo.codigo != antes.codigo and nuevo.clave != antes.clave
    de_antes = [(n, nombre, correo) for n, nombre, correo in quienes(antes)]
    assert quienes(nuevo) == de_antes and de_antes[1] == (2, "Beto", "beto@example.com")
    estado = consultas.estado_de(nuevo.pk)
    # nadie queda sentado salvo quien organiza, y no se manda nada
    assert [j.numero for j in estado.jugadores.values() if j.tiene_acceso] == [1]
    assert estado.jugadores[2].anota == "papel" and estado.jugadores[2].invitado is None
    assert CorreoPorSalir.objects.count() == correos_antes
    # y a quien tiene su correo se le ofrece
    assert [r.codigo for r in consultas.invitaciones_de("beto@example.com")] == [nuevo.codigo]
    assert m.estado.estado == "terminado"
    assert carmen not in {j.cuenta_id for j in estado.jugadores.values()}


@pytest.mark.django_db
def test_otra_persona_organiza_la_suya_cambia_de_numero_y_no_se_lleva_correos() -> None:
    m, carmen = terminado()
    nuevo = repetir(m, carmen)
    assert nuevo.organizador_id == carmen
    correo = Jugador.objects.get(recreo=nuevo, numero=1).correo
    assert quienes(nuevo) == [(1, "Carmen", correo), (2, "Beto", ""), (3, "Memo", ""), (4, "Nacho", "")]
    assert Jugador.objects.get(recreo=nuevo, numero=1).cuenta_id == carmen


@pytest.mark.django_db
def test_los_suplentes_no_ocupan_lugar_y_el_que_la_pide_entra_por_a_quien_relevo() -> None:
    m, rafa = recreo_de(4), suscrita()
    m.orden(servicios.suplente_poner, numero=3, nombre="Rafa", desde=1)
    Jugador.objects.filter(recreo=m.id, numero=5).update(cuenta_id=rafa.pk)
    acabar(m)
    titulares = ["Memo", "Beto", "Carmen", "Nacho"]
    assert [nombre for _n, nombre, _c in quienes(repetir(m, m.quienes[1].cuenta_id or 0))] == titulares
    de_rafa = quienes(repetir(m, rafa.pk))
    assert [(n, nombre) for n, nombre, _c in de_rafa] == [(1, "Rafa"), (2, "Beto"), (3, "Memo"), (4, "Nacho")]


@pytest.mark.django_db
def test_quien_no_puede_no_la_arma() -> None:
    m, sin_pagar = terminado(cuenta=vencida())
    with falla("suscripcion_vencida"):
        repetir(m, sin_pagar)
    with falla("no_participas"):
        repetir(m, suscrita().pk)
    en_juego = recreo_de(4)
    with falla("no_ha_terminado"):
        repetir(en_juego, en_juego.quienes[1].cuenta_id or 0)
    with falla("recreo_inexistente"):
        servicios.recreo_repetir(recreo_id=0, cuenta_id=sin_pagar, id_orden=uuid4())
    assert Recreo.objects.filter(estado="preparacion").count() == 0


@pytest.mark.django_db
def test_repetir_la_orden_da_el_mismo_y_otra_orden_se_niega() -> None:
    m, _carmen = terminado()
    organiza, id_orden = m.quienes[1].cuenta_id or 0, uuid4()
    nuevo = repetir(m, organiza, id_orden=id_orden)
    assert repetir(m, organiza, id_orden=id_orden).pk == nuevo.pk
    with falla("ya_en_otro_recreo"):
        repetir(m, organiza)


@pytest.mark.usefixtures("base_de_carrera")
def test_dos_toques_a_la_vez_arman_uno_solo() -> None:
    m, carmen = terminado()
    organiza, id_orden = m.quienes[1].cuenta_id or 0, uuid4()
    quedo = a_la_vez(*(lambda: repetir(m, organiza, id_orden=id_orden) for _ in range(3)))
    assert codigos(quedo) == ["ok"] * 3 and len({r.pk for r in quedo}) == 1
    # con otra orden, desde otro aparato; y a la vez la suya de otra persona, que sí es otro Recreo
    assert codigos(a_la_vez(lambda: repetir(m, carmen), lambda: repetir(m, carmen))) == ["ok", "ya_en_otro_recreo"]
    assert Recreo.objects.filter(estado="preparacion").count() == 2


@pytest.mark.django_db
@pytest.mark.usefixtures("una_vez")
def test_en_la_pagina_un_toque_lleva_a_invitar() -> None:
    m, _carmen = terminado()
    cliente = como(m.quienes[1])
    hecho = manda(cliente, ruta(m, "otra"))
    nuevo = Recreo.objects.get(estado="preparacion")
    assert hecho["Location"] == f"/recreo/{nuevo.codigo}/invitar/"
    assert "otro Recreo con los mismos" in texto(cliente.get(hecho["Location"]))
    # ya está en uno: se le dice en cuál
    assert "Ya estás en «Domingo»" in texto(cliente.get(manda(cliente, ruta(m, "otra"))["Location"]))
    assert cliente.get(ruta(m, "otra")).status_code == 405


@pytest.mark.django_db
@pytest.mark.usefixtures("una_vez")
def test_en_la_pagina_sin_suscripcion_el_aviso_de_siempre_y_un_extrano_a_la_invitacion() -> None:
    m, sin_pagar = terminado(cuenta=vencida())
    cliente = como(Quien(cuenta_id=sin_pagar))
    hecho = manda(cliente, ruta(m, "otra"))
    assert hecho["Location"] == "/recreo/"
    assert "venció" in texto(cliente.get("/recreo/"))
    assert manda(como(Quien(cuenta_id=FabricaDeCuenta().pk)), ruta(m, "otra"))["Location"] == ruta(m, "invitacion")
    assert Recreo.objects.filter(estado="preparacion").count() == 0
