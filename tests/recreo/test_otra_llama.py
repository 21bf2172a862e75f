"""«Otra con los mismos» llama a quienes siguen en el que terminó (D817, D818): un toque y a su lugar, y nadie más."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from recreo import servicios
from recreo.identidad import Quien
from recreo.models import Jugador, Recreo
from recreo.pantallas.cosas import cosas_de
from recreo.pantallas.otra import la_que_toca
from recreo.servicios import DatosJugador, Resultado, datos_propios
from suscripciones.servicios import Borrado
from tests.a_la_vez import vueltas
from tests.recreo.carrera import a_la_vez, codigos
from tests.recreo.fabricas import suscrita
from tests.recreo.mesa import NADIE, Mesero, falla, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto
from tests.recreo.terminado import acabar

Caso = Callable[[Mesero, Mesero], Any]


def que_termino(**mas: Any) -> Mesero:
    """Memo organizó con su cuenta, Carmen entró con la suya, y Beto y Nacho con su teléfono."""
    m, carmen = recreo_de(4, **mas), suscrita()
    Jugador.objects.filter(recreo=m.id, numero=3).update(cuenta=carmen, correo=carmen.email, llave="")
    m.quienes[3] = Quien(cuenta_id=carmen.pk)
    return acabar(m)


def otra(viejo: Mesero, arma: int = 1) -> Mesero:
    quien = viejo.quienes[arma]
    hecha = servicios.recreo_repetir(recreo_id=viejo.id, cuenta_id=quien.cuenta_id or 0, id_orden=uuid4())
    return Mesero(hecha.pk, {1: quien})


def entra(nuevo: Mesero, quien: Quien, **mas: Any) -> Resultado:
    return nuevo.orden(servicios.jugador_reclamar, quien, clave="", el_mismo=True, **mas)


def ofrece(viejo: Mesero, quien: Quien) -> list[str]:
    """Con qué nombre se le ofrece entrar, en la barra."""
    return [c.nombre for c in cosas_de(viejo.estado, viejo.estado.visor(quien))]


def dentro(nuevo: Mesero) -> dict[int, str]:
    return {n: j.nombre for n, j in nuevo.estado.jugadores.items() if j.tiene_acceso}


@pytest.mark.django_db
def test_un_toque_lo_deja_en_su_lugar_sin_clave_ni_aprobacion_aunque_cambie_de_numero() -> None:
    viejo = que_termino()
    Recreo.objects.filter(pk=viejo.id).update(pide_aprobacion=True)
    assert ofrece(viejo, viejo.quienes[4]) == []
    nuevo = otra(viejo, arma=3)  # Carmen pasa al 1 y Memo, al 3
    assert nuevo.fila.pide_aprobacion
    assert ofrece(viejo, viejo.quienes[4]) == ["Nacho"] and ofrece(viejo, viejo.quienes[1]) == ["Memo"]
    assert ofrece(viejo, viejo.quienes[3]) == [], "es la suya"
    assert [entra(nuevo, viejo.quienes[n]).datos["numero"] for n in (4, 1)] == [4, 3]
    assert dentro(nuevo) == {1: "Carmen", 3: "Memo", 4: "Nacho"} and not nuevo.estado.solicitudes
    assert nuevo.estado.jugadores[4].llave == viejo.quienes[4].llave
    assert nuevo.estado.jugadores[3].cuenta_id == viejo.quienes[1].cuenta_id
    assert ofrece(viejo, viejo.quienes[4]) == [] and ofrece(viejo, viejo.quienes[2]) == ["Beto"]
    nuevo.orden(servicios.recreo_empezar)
    assert ofrece(viejo, viejo.quienes[2]) == ["Beto"], "también ya en juego"


@pytest.mark.django_db
def test_tocar_dos_veces_entra_una_y_con_correo_copiado_tambien() -> None:
    viejo = que_termino()
    nuevo, id_orden = otra(viejo), uuid4()  # Memo organizaba: los correos van
    assert nuevo.estado.jugadores[3].correo and ofrece(viejo, viejo.quienes[3]) == ["Carmen"]
    hecho = entra(nuevo, viejo.quienes[3], id_orden=id_orden)
    entro = nuevo.estado.jugadores[3].entro
    assert entra(nuevo, viejo.quienes[3], id_orden=id_orden) == Resultado(hecho.version, {"numero": 3}, True)
    assert entra(nuevo, viejo.quienes[3]).datos == {"numero": 3}
    assert nuevo.estado.jugadores[3].entro == entro and dentro(nuevo) == {1: "Memo", 3: "Carmen"}


def nombra(viejo: Mesero, nuevo: Mesero) -> None:
    nuevo.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(4, "Nachito")])


def quita(viejo: Mesero, nuevo: Mesero) -> None:
    entra(nuevo, viejo.quienes[4])
    nuevo.orden(servicios.jugador_liberar, numero=4)


def releva(viejo: Mesero, nuevo: Mesero) -> None:
    nuevo.orden(servicios.recreo_empezar)
    nuevo.orden(servicios.suplente_poner, numero=4, nombre="Rafa", desde=1)


def termina(viejo: Mesero, nuevo: Mesero) -> None:
    nuevo.orden(servicios.recreo_empezar)
    acabar(nuevo)


NEGADOS: dict[str, tuple[Caso, str]] = {
    "tomado": (lambda v, n: n.orden(servicios.jugador_reclamar, Quien(llave="otra"), numero=4), "lugar_ocupado"),
    "con_otro_correo": (
        lambda v, n: n.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(4, "", "x@example.com")]),
        "lugar_con_correo",
    ),
    "cancelado": (lambda v, n: n.orden(servicios.recreo_cancelar), "estado_cancelado"),
    "terminado": (termina, "estado_terminado"),
    "otro_nombre": (nombra, "no_participas"),
    "quitado": (quita, "no_participas"),
    "relevado": (releva, "no_participas"),
    "fuera": (lambda v, n: n.orden(servicios.tamano_cambiar, tamano=5) and Jugador.objects.filter(
        recreo=n.id, numero=4).delete(), "no_participas"),
    "retirado": (lambda v, n: Jugador.objects.filter(recreo=v.id, numero=4).update(llave=""), "no_participas"),
    "en_otro": (lambda v, n: Jugador.objects.filter(pk=Jugador.objects.get(recreo=recreo_de(4).id, numero=2).pk).update(
        llave=v.quienes[4].llave), "ya_en_otro_recreo"),
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("caso", sorted(NEGADOS))
def test_ya_no_es_su_lugar_ni_se_le_ofrece_y_se_le_dice_por_que(caso: str) -> None:
    viejo = que_termino()
    nuevo, nacho = otra(viejo), viejo.quienes[4]
    hacer, codigo = NEGADOS[caso]
    hacer(viejo, nuevo)
    antes = dentro(nuevo)
    with falla(codigo):
        entra(nuevo, nacho)
    assert dentro(nuevo) == antes
    # en otro Recreo sólo se sabe al tocar: lo mismo que al reclamar un lugar
    assert ofrece(viejo, nacho) == (["Nacho"] if caso == "en_otro" else [])


@pytest.mark.django_db
def test_quien_no_tuvo_lugar_no_entra_ni_dice_que_ahora_no() -> None:
    viejo, ajeno = que_termino(), que_termino()
    nuevo = otra(viejo)
    for quien in (NADIE, Quien(llave="cualquiera"), Quien(cuenta_id=suscrita().pk), ajeno.quienes[4]):
        assert ofrece(viejo, quien) == []
        with falla("no_participas"):
            entra(nuevo, quien)
        with falla("no_participas"):
            nuevo.orden(servicios.otra_ahora_no, quien)
    assert dentro(nuevo) == {1: "Memo"}


@pytest.mark.django_db
def test_si_otra_persona_tomo_su_lugar_y_la_quitan_se_le_ofrece_otra_vez_y_el_sorteo_no_lo_cambia_por_otro() -> None:
    viejo = que_termino()
    nuevo = otra(viejo)
    nuevo.orden(servicios.jugador_reclamar, Quien(llave="otra"), numero=4)
    for pantalla in ("mesa", "clasificacion"):  # la oferta se le quitó: se le dice por qué (D857)
        assert "ya entró alguien en tu lugar" in texto(como(viejo.quienes[4]).get(ruta(viejo, pantalla))).lower()
    nuevo.orden(servicios.jugador_liberar, numero=4)
    nuevo.orden(servicios.numeros_sortear)
    assert ofrece(viejo, viejo.quienes[4]) == ["Nacho"]
    numero = entra(nuevo, viejo.quienes[4]).datos["numero"]
    assert nuevo.estado.jugadores[numero].nombre == "Nacho"
    nuevo.orden(servicios.jugador_liberar, viejo.quienes[4], numero=numero)
    assert ofrece(viejo, viejo.quienes[4]) == ["Nacho"], "la dejó él: puede volver"


@pytest.mark.django_db
def test_a_los_suplentes_no_se_les_ofrece_y_a_quien_relevo_el_que_la_arma_tampoco() -> None:
    m, rafa = recreo_de(4), suscrita()
    m.orden(servicios.suplente_poner, numero=3, nombre="Rafa", desde=1)
    Jugador.objects.filter(recreo=m.id, numero=5).update(cuenta=rafa)
    m.quienes[5] = Quien(cuenta_id=rafa.pk)
    acabar(m)
    de_memo = otra(m)
    assert ofrece(m, m.quienes[5]) == [] and ofrece(m, m.quienes[3]) == ["Carmen"]
    with falla("no_participas"):
        entra(de_memo, m.quienes[5])
    assert "Si quieres jugarla, dile a Memo." in texto(como(m.quienes[5]).get(ruta(m, "clasificacion")))
    de_memo.orden(servicios.recreo_cancelar)
    otra(m, arma=5)
    assert ofrece(m, m.quienes[3]) == [] and ofrece(m, m.quienes[2]) == ["Beto"]


@pytest.mark.django_db
def test_ahora_no_la_calla_y_despues_puede_entrar() -> None:
    viejo = que_termino()
    nuevo, nacho = otra(viejo), viejo.quienes[4]
    nuevo.orden(servicios.otra_ahora_no, nacho)
    assert ofrece(viejo, nacho) == [] and ofrece(viejo, viejo.quienes[2]) == ["Beto"]
    toca = la_que_toca(viejo.estado, viejo.estado.visor(nacho))
    assert toca is not None and toca.abierta
    entra(nuevo, nacho)
    nuevo.orden(servicios.jugador_liberar, nacho, numero=4)
    assert ofrece(viejo, nacho) == ["Nacho"], "entrar olvida el «ahora no»"


@pytest.mark.django_db
def test_el_que_termino_sube_su_version_con_cada_cambio_de_la_otra_y_no_con_sus_manos(
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[Any]],
) -> None:
    """Es lo que despierta a los teléfonos que lo siguen mirando."""
    viejo = que_termino()

    def sube(hacer: Callable[[], Any]) -> int:
        antes = viejo.version
        with django_capture_on_commit_callbacks(execute=True):
            hacer()
        return viejo.version - antes

    assert sube(lambda: otra(viejo)) == 1
    nuevo = Mesero(Recreo.objects.get(anterior=viejo.id).pk, viejo.quienes)
    assert sube(lambda: entra(nuevo, viejo.quienes[4])) == 1
    assert sube(lambda: nuevo.orden(servicios.recreo_empezar)) == 1
    assert sube(lambda: nuevo.orden(servicios.mesa_elegir_anotador, partida=1, mesa=1, numero=4)) == 0
    assert sube(lambda: nuevo.orden(servicios.recreo_cancelar)) == 1


@pytest.mark.django_db
def test_al_borrar_su_cuenta_el_lugar_nuevo_no_dice_quien_era() -> None:
    viejo = que_termino()
    nuevo = otra(viejo)
    Jugador.objects.filter(recreo=nuevo.id).update(correo="")  # como si la armara quien no los conoce
    carmen = Jugador.objects.get(recreo=viejo.id, numero=3)
    datos_propios.borrar(Borrado(carmen.cuenta_id or 0, "Carmen", carmen.correo, "Quien se fue", timezone.now()))
    assert not Jugador.objects.filter(recreo=nuevo.id, viene_de=carmen).exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("una_vez")
def test_en_la_pagina_la_barra_y_el_podio_la_ofrecen_y_un_toque_lo_lleva_dentro() -> None:
    viejo = que_termino()
    nuevo = otra(viejo)
    nacho, ajeno = como(viejo.quienes[4]), como(Quien(llave="cualquiera"))
    leido = texto(nacho.get(ruta(viejo, "clasificacion")))
    assert "Memo armó otra con los mismos." in leido and leido.count("Entrar como Nacho") == 2
    assert "Ahora no" in leido and "Armar otra aparte" not in leido, "entró sin cuenta"
    camino = ruta(nuevo, "orden", "jugador_reclamar")
    volver = ruta(viejo, "clasificacion")
    assert manda(ajeno, camino, el_mismo="1", volver=volver)["Location"] == volver
    assert dentro(nuevo) == {1: "Memo"}
    hecho = manda(nacho, camino, el_mismo="1", volver=volver)
    assert hecho["Location"] == ruta(nuevo, "ir") and dentro(nuevo)[4] == "Nacho"
    assert nacho.get(hecho["Location"]).status_code == 302
    despues = texto(nacho.get(volver))
    assert "armó otra con los mismos." in despues and "Entrar como" not in despues and "Ir a la otra" in despues
    assert "Ya armaste otra con los mismos." in texto(como(viejo.quienes[1]).get(volver))


@pytest.mark.django_db
@pytest.mark.usefixtures("una_vez")
def test_a_quien_iba_a_armar_la_segunda_se_le_dice_que_ya_hay_y_puede_armarla() -> None:
    viejo = que_termino()
    otra(viejo)
    carmen = como(viejo.quienes[3])
    # su página todavía decía «Otra con los mismos»
    hecho = manda(carmen, ruta(viejo, "otra"))
    leido = texto(carmen.get(hecho["Location"], follow=True))
    assert "Memo ya armó otra con los mismos. Entra a ésa" in leido
    assert "Entrar como Carmen" in leido and "Armar otra aparte" in leido
    assert Recreo.objects.filter(anterior=viejo.id).count() == 1
    manda(carmen, ruta(viejo, "otra"), aparte="1")
    assert Recreo.objects.filter(anterior=viejo.id).count() == 2
    # a Nacho se le ofrecen las dos, la primera antes; dentro de una, ninguna
    assert ofrece(viejo, viejo.quienes[4]) == ["Nacho", "Nacho"]
    assert [o.organiza for o in viejo.estado.otras] == ["Memo", "Carmen"]
    entra(Mesero(Recreo.objects.filter(anterior=viejo.id).latest("pk").pk, {}), viejo.quienes[4])
    assert ofrece(viejo, viejo.quienes[4]) == []


@pytest.mark.usefixtures("base_de_carrera")
def test_dos_aparatos_y_alguien_con_el_codigo_a_la_vez_y_uno_solo_gana() -> None:
    viejo = que_termino()
    # Nacho guardó el viejo en su historia: valen su teléfono y su cuenta
    suya, llave = suscrita(), viejo.quienes[4].llave
    Jugador.objects.filter(recreo=viejo.id, numero=4).update(cuenta=suya)
    nuevo = otra(viejo)
    telefono = partial(entra, nuevo, Quien(llave=llave))
    cuenta = partial(entra, nuevo, Quien(cuenta_id=suya.pk))
    for vuelta in range(vueltas(8)):
        codigo = partial(nuevo.orden, servicios.jugador_reclamar, Quien(llave=f"ajena-{vuelta}"), nombre="Nacho")
        quedo = a_la_vez(telefono, cuenta, codigo)
        assert codigos(quedo) in (
            ["lugar_ocupado", "lugar_ocupado", "ok"],  # ganó el código
            ["lugar_ocupado", "nombre_no_esta", "ok"],  # o uno de los suyos
        )
        j = Jugador.objects.get(recreo=nuevo.id, numero=4)
        assert bool(j.cuenta_id) + bool(j.llave) == 1
        # el mismo aparato, dos veces a la vez: uno entra y al otro lo deja donde está
        Jugador.objects.filter(pk=j.pk).update(cuenta=None, correo="", llave="", entro=None)
        assert codigos(a_la_vez(telefono, telefono)) == ["ok", "ok"]
        assert Jugador.objects.get(pk=j.pk).llave == llave
        Jugador.objects.filter(pk=j.pk).update(llave="", entro=None)
