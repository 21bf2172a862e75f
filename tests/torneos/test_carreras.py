"""A la vez y con conexiones de verdad: publicar, deshacer, registrar, corregir y anotar, uno antes del otro (TO14)."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from recreo.errores import ErrorDeServicio
from reglas.suizo.tipos import Modalidad
from reglas.suizo.verificacion.verificar import verificar_torneo
from reglas.tipos import Desenlace
from tests.a_la_vez import correr_a_la_vez, vueltas
from tests.enlinea.mesas import suscriptor
from tests.torneos.formatos import abrir_conjuntos
from tests.torneos.salon import FinDeMesa, Salon, abrir
from torneos import servicios
from torneos.identidad import Quien
from torneos.models import Asiento, Mesa, Orden, Partida
from torneos.reconstruir import acta_de
from torneos.servicios import Conjunto, Persona

pytestmark = pytest.mark.django_db(transaction=True)
a_la_vez = partial(correr_a_la_vez, ErrorDeServicio)


def codigos(quedo: list[Any]) -> list[str]:
    return sorted(r.codigo if isinstance(r, ErrorDeServicio) else "ok" for r in quedo)


def pide(salon: Salon, accion: str, **datos: Any) -> Any:
    return lambda: salon.pedir(accion, **datos)


def entero(salon: Salon) -> None:
    """Cada mesa publicada tiene sus cuatro, y el acta se sostiene."""
    for partida in Partida.objects.filter(torneo=salon.torneo_id):
        assert Asiento.objects.filter(mesa__partida=partida).count() == 4 * partida.mesas.count() > 0
    assert verificar_torneo(acta_de(salon.fila))["faltas"] == []


def test_dos_que_publican_a_la_vez_publican_una() -> None:
    for vez in range(vueltas(3)):
        salon = abrir(cuenta=suscriptor(f"Lupita{vez}"))
        ensayo = salon.ensayar()
        quedo = a_la_vez(*[pide(salon, "partida_publicar", ensayo=ensayo) for _ in range(3)])
        assert codigos(quedo) == ["ensayo_inexistente", "ensayo_inexistente", "ok"]
        assert Partida.objects.filter(torneo=salon.torneo_id).count() == 1
        entero(salon)


def test_la_misma_orden_de_publicar_a_la_vez_es_la_misma() -> None:
    salon = abrir()
    ensayo, orden = salon.ensayar(), uuid4()
    quedo = a_la_vez(*[pide(salon, "partida_publicar", ensayo=ensayo, id_orden=orden) for _ in range(3)])
    assert codigos(quedo) == ["ok"] * 3 and sorted(r.repetida for r in quedo) == [False, True, True]
    assert Orden.objects.filter(id_orden=orden).count() == 1


def test_publicar_y_registrar_a_la_vez_no_deja_a_nadie_a_medias() -> None:
    """O entró antes y el ensayo ya no vale, o entra en la que sigue."""
    for vez in range(vueltas(5)):
        salon = abrir(previstas=6, cuenta=suscriptor(f"Lupita{vez}"))
        ensayo = salon.ensayar()
        publicar, _registrar = a_la_vez(
            pide(salon, "partida_publicar", ensayo=ensayo),
            pide(salon, "inscritos_agregar", personas=[Persona("Zoila")], llegaron=True),
        )
        entro = salon.fila.inscritos.get(nombre="Zoila").desde
        if isinstance(publicar, ErrorDeServicio):
            assert (publicar.codigo, entro) == ("ensayo_viejo", 1)
        else:
            assert entro == 2
        entero(salon)


def test_deshacer_y_anotar_a_la_vez_gana_uno() -> None:
    for vez in range(vueltas(5)):
        salon = abrir(cuenta=suscriptor(f"Lupita{vez}"))
        salon.publicar()
        mesa = salon.mesas()[0]
        cuatro = list(mesa.asientos.order_by("lugar").values_list("jugador__numero", flat=True))
        yo = Quien(mesa=mesa.clave, numero=cuatro[0])
        donde = {"partida": 1, "mesa": 1}
        salon.pedir("mesa_empezar", quien=yo, **donde, presentes=cuatro, salidor=cuatro[0])
        mano = {"mano": 1, "revision": 0, "desenlace": Desenlace.DOMINADA, "pareja": 0, "tantos": 20}
        deshizo, anoto = a_la_vez(
            pide(salon, "partida_deshacer", partida=1, motivo="Faltaba alguien"),
            pide(salon, "mano_anotar", quien=yo, **donde, **mano),
        )
        hay = Mesa.objects.filter(partida__torneo=salon.torneo_id).exists()
        if isinstance(deshizo, ErrorDeServicio):
            assert deshizo.codigo == "ya_anotaron" and hay and not isinstance(anoto, ErrorDeServicio)
        else:
            assert isinstance(anoto, ErrorDeServicio) and not hay
            assert anoto.codigo in ("mesa_inexistente", "torneo_registro")


def test_corregir_y_publicar_a_la_vez_deja_un_acta_que_se_repite() -> None:
    """La corrección quedó antes de las mesas, o el acta dice que llegó después (D330)."""
    for vez in range(vueltas(5)):
        salon = abrir(cuenta=suscriptor(f"Lupita{vez}"))
        salon.jugar()
        ensayo = salon.ensayar()
        corrige = {"partida": 1, "mesa": 1, "fin": FinDeMesa.META, "ganadora": 0, "a": 100, "b": 0, "motivo": "Error"}
        publicar, _corregir = a_la_vez(
            pide(salon, "partida_publicar", ensayo=ensayo), pide(salon, "mesa_corregir", **corrige)
        )
        if isinstance(publicar, ErrorDeServicio):
            assert publicar.codigo == "ensayo_viejo"
        entero(salon)


def test_dos_papeles_de_la_misma_mesa_entra_uno_y_de_mesas_distintas_los_dos() -> None:
    salon = abrir()
    salon.publicar()
    papel = {"partida": 1, "a": 100, "b": 5}
    assert codigos(a_la_vez(*[pide(salon, "mesa_capturar", **papel, mesa=1) for _ in range(3)])) == [
        "mesa_cerrada", "mesa_cerrada", "ok",
    ]  # fmt: skip
    salon.pedir("inscritos_agregar", personas=[Persona("Zoila")])
    quedo = a_la_vez(pide(salon, "mesa_capturar", **papel, mesa=2), pide(salon, "inscrito_llego", numero=9))
    assert codigos(quedo) == ["ok", "ok"]


def test_dos_que_se_apuntan_a_la_vez_llevan_numeros_distintos() -> None:
    salon = abrir(personas=0, cupo=8)
    yo = Quien(aparato="x")
    quedo = a_la_vez(*[pide(salon, "inscrito_apuntarse", quien=yo, persona=Persona(f"Persona {n}")) for n in range(10)])
    assert codigos(quedo) == ["cupo_lleno"] * 2 + ["ok"] * 8
    assert sorted(salon.fila.inscritos.values_list("numero", flat=True)) == list(range(1, 9))


def test_la_misma_persona_en_dos_parejas_a_la_vez_queda_en_una() -> None:
    """Por el enlace y en la mesa de registro: quien llega segundo lo sabe, y nadie queda en dos (TO2)."""
    for vez in range(vueltas(5)):
        salon = abrir(modalidad=Modalidad.PAREJAS, cupo=16, personas=0, cuenta=suscriptor(f"Lupita{vez}"))
        parejas = [Conjunto((Persona("Ana"), Persona(f"Beto {n}")), f"Pareja {n}") for n in range(3)]
        quedo = a_la_vez(
            pide(salon, "conjuntos_agregar", conjuntos=parejas[:1]),
            *[pide(salon, "conjunto_apuntarse", quien=Quien(aparato="x"), conjunto=c) for c in parejas[1:]],
        )
        assert codigos(quedo) == ["ok", "ya_en_un_conjunto", "ya_en_un_conjunto"]
        assert (
            salon.fila.inscritos.filter(nombre="Ana").count() == 1 == salon.fila.inscritos.filter(conjunto=None).count()
        )


def test_entrar_el_suplente_y_publicar_a_la_vez_es_antes_o_despues() -> None:
    for vez in range(vueltas(4)):
        salon = abrir_conjuntos(Modalidad.PAREJAS, 4, previstas=6, cuenta=suscriptor(f"Lupita{vez}"))
        ensayo = salon.ensayar()
        por = salon.fila.inscritos.get(conjunto__numero=1, letra=0).numero
        publicar, entro = a_la_vez(
            pide(salon, "partida_publicar", ensayo=ensayo), pide(salon, "suplente_entrar", numero=1, por=por)
        )
        if isinstance(publicar, ErrorDeServicio):
            assert (publicar.codigo, entro.datos) == ("ensayo_viejo", {"desde": 1})
        else:
            assert entro.datos == {"desde": 2}
        entero(salon)


@pytest.mark.postgres
def test_dos_barridos_no_calculan_el_mismo_ensayo() -> None:
    salon = abrir()
    salon.pedir("ensayo_pedir")
    assert sorted(a_la_vez(servicios.ensayos_preparar, servicios.ensayos_preparar)) == [0, 1]
