"""Marcar una discapacidad (RE9): con consentimiento, sólo la ve quien la necesita, se aplica y se borra cuando debe."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from recreo import actas, consultas, servicios
from recreo.identidad import Quien
from recreo.models import Jugador, Orden, Recreo
from recreo.pantallas import PANTALLAS, Mirada, contexto_de, pintar, puede_mirar
from recreo.pantallas.singularidades import requeridos_de
from recreo.servicios import DatosJugador, datos_propios
from recreo.servicios.discapacidad import discapacidades_olvidar
from reglas.singularidades import Discapacidad
from suscripciones.servicios import Borrado
from tests.recreo.mesa import Mesero, dominada, falla, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

pytestmark = pytest.mark.django_db
VISUAL, MOTRIZ, AUDITIVA = Discapacidad.VISUAL, Discapacidad.MOTRIZ, Discapacidad.AUDITIVA
MEMO, BETO, CARMEN, NACHO, MARI = 1, 2, 3, 4, 5
"""Mesa 1: Memo y Beto contra Carmen y Nacho, que se sienta a la derecha de Beto, que se sienta a la de Carmen."""


def marca(m: Mesero, numero: int, *cuales: Discapacidad, por: int | None = None) -> None:
    m.orden(servicios.discapacidad_marcar, por or numero, numero=numero, cuales=list(cuales), consiente=True)


def suyo(m: Mesero, numero: int) -> Jugador:
    return Jugador.objects.get(recreo_id=m.id, numero=numero)


def mesa_de(m: Mesero, numero: int, pantalla: str = "mesa") -> str:
    return texto(como(m.quienes[numero]).get(ruta(m, pantalla)))


# --- marcarla ---------------------------------------------------------------------------------------------------------
def test_la_marca_la_propia_persona_o_quien_organiza_si_se_lo_pide_y_nadie_mas() -> None:
    m = recreo_de(8)
    marca(m, CARMEN, VISUAL, MOTRIZ)
    assert (suyo(m, CARMEN).discapacidades, suyo(m, CARMEN).discapacidad_por_otro) == ("visual motriz", False)
    marca(m, MARI, AUDITIVA, por=MEMO)
    assert (suyo(m, MARI).discapacidades, suyo(m, MARI).discapacidad_por_otro) == ("auditiva", True)
    with falla("discapacidad_ajena"):
        marca(m, CARMEN, AUDITIVA, por=NACHO)


def test_sin_consentimiento_no_se_guarda_nada_y_quitarla_no_lo_pide() -> None:
    m = recreo_de(8)
    with falla("falta_consentimiento"):
        m.orden(servicios.discapacidad_marcar, CARMEN, numero=CARMEN, cuales=[VISUAL])
    assert suyo(m, CARMEN).discapacidades == ""
    marca(m, CARMEN, VISUAL)
    assert suyo(m, CARMEN).discapacidad_consentida is not None
    m.orden(servicios.discapacidad_marcar, CARMEN, numero=CARMEN, cuales=[])
    assert (suyo(m, CARMEN).discapacidades, suyo(m, CARMEN).discapacidad_consentida) == ("", None)


def test_desde_la_pantalla_se_marca_y_a_la_de_otra_persona_no_se_entra() -> None:
    m = recreo_de(8)
    carmen = como(m.quienes[CARMEN])
    pagina = texto(carmen.get(ruta(m, "discapacidad", CARMEN)))
    assert "Acepto que se guarde" in pagina and "Es voluntario." in pagina
    datos = {"numero": CARMEN, "cuales": ["visual", "auditiva"], "siguiente": ruta(m, "mesa")}
    camino = ruta(m, "orden", "discapacidad_marcar")
    sin_consentir = manda(carmen, camino, **datos, volver=ruta(m, "discapacidad", CARMEN))
    assert "Falta marcar que aceptas." in texto(carmen.get(sin_consentir.url))
    assert manda(carmen, camino, **datos, consiente="1").url == ruta(m, "mesa")
    assert suyo(m, CARMEN).discapacidades == "visual auditiva"
    sin_escoger = manda(carmen, camino, numero=CARMEN, consiente="1", volver=ruta(m, "discapacidad", CARMEN))
    assert "Escoge cuál" in texto(carmen.get(sin_escoger.url)) and suyo(m, CARMEN).discapacidades
    ajena = como(m.quienes[NACHO]).get(ruta(m, "discapacidad", CARMEN))
    assert ajena.status_code == 302 and ajena.url == ruta(m, "ir")
    assert Client().get(ruta(m, "discapacidad", CARMEN)).status_code == 302
    otra = manda(carmen, camino, numero=CARMEN, cuales=["salud"], consiente="1")
    assert otra.status_code == 302 and suyo(m, CARMEN).discapacidades == "visual auditiva", "lo que no existe se niega"


def test_a_quien_se_la_marco_quien_organiza_se_le_dice_y_la_puede_quitar() -> None:
    m = recreo_de(8)
    marca(m, CARMEN, MOTRIZ, por=MEMO)
    pagina = texto(como(m.quienes[CARMEN]).get(ruta(m, "discapacidad", CARMEN)))
    assert "La marcó quien organiza porque se lo pediste. Si no fue así, quítala." in pagina
    assert "Quitar lo marcado" in pagina
    manda(como(m.quienes[CARMEN]), ruta(m, "orden", "discapacidad_marcar"), numero=CARMEN, cuales="nada")
    assert suyo(m, CARMEN).discapacidades == ""


# --- lo que la aplicación aplica --------------------------------------------------------------------------------------
def test_a_la_sopa_la_hace_su_pareja_en_toda_la_rotacion_y_sale_quien_salia() -> None:
    m = recreo_de(4)
    m.prepara(anotador=BETO)  # sale Beto, así que la sopa le toca a Carmen
    marca(m, CARMEN, VISUAL)
    assert "la sopa la haces tú, por Carmen" in mesa_de(m, NACHO)
    assert "la sopa la hace Nacho por ti" in mesa_de(m, CARMEN)
    assert "la sopa la hace Nacho por Carmen" in mesa_de(m, BETO)
    m.anota(dominada(0, 10), por=BETO)
    assert "Sale Nacho" in mesa_de(m, BETO) and "la sopa la haces tú" in mesa_de(m, BETO), "la rotación no cambia"


def test_con_la_auditiva_la_sopa_no_cambia() -> None:
    m = recreo_de(4)
    m.prepara(anotador=BETO)
    marca(m, CARMEN, AUDITIVA)
    assert "la sopa la hace Carmen" in mesa_de(m, BETO) and "por Carmen" not in mesa_de(m, BETO)


def test_si_anotaba_pasa_a_anotar_su_pareja_y_la_mesa_lo_puede_cambiar_despues() -> None:
    m = recreo_de(8)
    m.prepara(anotador=CARMEN)
    marca(m, CARMEN, AUDITIVA)
    assert m.mesa().anotador == NACHO
    m.orden(servicios.mesa_elegir_anotador, NACHO, partida=1, mesa=1, numero=CARMEN)
    assert m.mesa().anotador == CARMEN
    marca(m, CARMEN, AUDITIVA, VISUAL)
    assert m.mesa().anotador == CARMEN, "cambiar lo marcado no le quita lo que escogió hacer"


def test_si_su_pareja_no_ha_entrado_sigue_anotando_quien_anotaba() -> None:
    m = recreo_de(8)
    m.orden(servicios.jugador_liberar, numero=NACHO)
    m.prepara(anotador=CARMEN)
    marca(m, CARMEN, AUDITIVA)
    assert m.mesa().anotador == CARMEN


def test_al_escoger_quien_anota_se_le_ofrece_su_pareja_y_puede_anotar_si_quiere() -> None:
    m = recreo_de(8)
    marca(m, CARMEN, VISUAL)
    vista = contexto_de(m.estado, Mirada("mesa"), m.estado.visor(m.quienes[CARMEN]))
    assert vista["por_mi"].numero == NACHO
    dicho = mesa_de(m, CARMEN)
    assert "Que anote Nacho" in dicho and "Anoto yo" in dicho
    assert "Cuando le toque anotar a Carmen, hace las anotaciones Nacho." in dicho
    suya, de_beto = (como(m.quienes[n]).get(ruta(m, "mesa")).content.decode() for n in (CARMEN, BETO))
    assert 'data-clave="anota-por-mi"' in suya and 'data-clave="anota-por-mi"' not in de_beto


def test_los_anotadores_requeridos_se_recalculan_y_a_quien_le_toca_tambien() -> None:
    m = recreo_de(8)
    assert (m.estado.anotadores, m.mesa().requeridos) == ((1, 7, 8), (1,))
    marca(m, MEMO, MOTRIZ)
    assert m.estado.anotadores == (2, 7, 8)
    assert requeridos_de(m.estado, m.mesa()) == (BETO,), "su pareja; y el 2, que además suple al 1, es el mismo"
    candidatos = contexto_de(m.estado, Mirada("mesa"), m.estado.visor(m.quienes[NACHO]))["candidatos"]
    beto = next(c for c in candidatos if c.toca)
    assert (beto.numero, beto.por) == (BETO, "Memo")
    assert "le toca anotar por Memo" in mesa_de(m, NACHO)


# --- lo que recuerda, y a quién ---------------------------------------------------------------------------------------
def test_la_mesa_recuerda_cada_momento_con_los_nombres_de_quien_ayuda() -> None:
    m = recreo_de(8)
    m.prepara(anotador=MEMO)
    marca(m, CARMEN, VISUAL)
    dicho = mesa_de(m, NACHO)
    for frase in (
        "Así se juega en esta mesa",
        "Al empezar la mano Cuando le toque hacer la sopa a Carmen, la hace Nacho.",
        "Mientras se juega Carmen puede tocar sus fichas y cambiarlas de ubicación.",
        "menciona cómo quedan las terminales; Beto, a su derecha, la coloca como corresponde.",
        "menciona en voz alta el valor de las dos terminales de la cadena.",
        "contesta Beto, a su derecha.",
    ):
        assert frase in dicho, frase


def test_quien_anota_recuerda_entre_mano_y_mano_ensenar_la_plantilla() -> None:
    m = recreo_de(8)
    m.prepara(anotador=MEMO)
    marca(m, CARMEN, AUDITIVA)
    aqui = ruta(m, "anotar", 1, 1)
    frase = "Quien anota le muestra a Carmen la plantilla, para que conozca el marcador."
    assert frase not in texto(como(m.quienes[MEMO]).get(aqui)), "todavía no hay marcador que enseñar"
    m.anota(dominada(0, 10), por=MEMO)
    assert frase in texto(como(m.quienes[MEMO]).get(aqui))
    m.orden(servicios.mesa_elegir_anotador, MEMO, partida=1, mesa=1, numero=CARMEN)
    assert frase not in texto(como(m.quienes[CARMEN]).get(aqui)), "a sí misma no se la enseña"


RASTROS = ("discapac", "Así se juega", "por Carmen", "Nacho, a la derecha", "terminales en voz")


def test_fuera_de_su_mesa_y_de_quien_manda_no_se_ve_en_ninguna_pantalla() -> None:
    m = recreo_de(8)
    m.orden(servicios.tele_abrir)
    m.prepara(anotador=MEMO)
    marca(m, CARMEN, VISUAL, MOTRIZ, AUDITIVA)
    estado = m.estado
    for numero in (MARI, 6):
        visor = estado.visor(m.quienes[numero])
        for nombre in PANTALLAS:
            if not puede_mirar(nombre, visor) or nombre == "pase":
                continue
            dicho = " ".join(pintar(estado, Mirada(nombre, 1, 1), visor).values())
            for enlace in (ruta(m, "discapacidad", numero), "mi-discapacidad", "Juego con una discapacidad"):
                dicho = dicho.replace(enlace, "")
            assert [r for r in RASTROS if r in dicho] == [], (nombre, numero)
    # a quien no es de la mesa se le dice a quién le toca la sopa, como siempre
    otra = pintar(estado, Mirada("otra_mesa", 1, 1), estado.visor(m.quienes[MARI]))["contenido"]
    assert "la sopa la hace Carmen" in " ".join(otra.split())
    assert "la sopa la hace Nacho por Carmen" in mesa_de(m, BETO)
    organiza = texto(como(m.quienes[MEMO]).get(ruta(m, "otra_mesa", 1, 1)))
    assert "Así se juega en esta mesa" in organiza and "Nada de esto se sanciona" in organiza
    assert "no se sanciona" in texto(como(m.quienes[MEMO]).get(ruta(m, "castigo")))
    assert "Discapacidad: visual, motriz y auditiva" in texto(como(m.quienes[MEMO]).get(ruta(m, "personas")))


def test_no_sale_en_el_acta_los_archivos_el_rastro_ni_la_orden_guardada() -> None:
    m = recreo_de(8)
    m.prepara(anotador=MEMO)
    marca(m, CARMEN, VISUAL)
    acta = json.dumps(actas.exportar(m.estado), default=str)
    assert "discapac" not in acta and "visual" not in acta
    assert not m.fila.sucesos.filter(jugador__numero=CARMEN).exists()
    guardada = Orden.objects.get(recreo_id=m.id, accion="discapacidad_marcar")
    assert guardada.resultado == {}
    # la huella no dice cuál: con otra discapacidad sería la misma
    m.orden(
        servicios.discapacidad_marcar, CARMEN, numero=CARMEN, cuales=[MOTRIZ], consiente=True,
        id_orden=guardada.id_orden,
    )  # fmt: skip
    assert suyo(m, CARMEN).discapacidades == "visual", "el mismo identificador no se aplica dos veces"


def test_cerrada_la_mesa_su_mesa_ya_no_la_ve() -> None:
    m = recreo_de(8)
    m.gana(100, 20)
    marca(m, CARMEN, VISUAL)
    assert "Así se juega" not in texto(como(m.quienes[BETO]).get(ruta(m, "otra_mesa", 1, 1)))


# --- va con la persona, y se borra ------------------------------------------------------------------------------------
def test_al_dejar_el_lugar_se_borra_y_quien_llega_no_la_hereda() -> None:
    m = recreo_de(8)
    marca(m, CARMEN, VISUAL)
    m.orden(servicios.jugador_liberar, CARMEN, numero=CARMEN)
    assert (suyo(m, CARMEN).discapacidades, suyo(m, CARMEN).discapacidad_consentida) == ("", None)


def test_al_reacomodar_los_numeros_va_con_el_nombre_y_un_nombre_nuevo_no_trae_nada() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    marca(m, CARMEN, VISUAL, por=MEMO)
    cambiados = [DatosJugador(CARMEN, "Nacho"), DatosJugador(NACHO, "Carmen")]
    m.orden(servicios.jugadores_guardar, jugadores=cambiados)
    assert {j.nombre: j.discapacidades for j in Jugador.objects.filter(recreo_id=m.id)} == {
        "Memo": "", "Beto": "", "Nacho": "", "Carmen": "visual",
    }  # fmt: skip
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(NACHO, "Yola")])
    assert suyo(m, NACHO).discapacidades == "" and suyo(m, NACHO).discapacidad_consentida is None


def test_en_el_sorteo_va_con_la_persona() -> None:
    m = recreo_de(16, empieza=False, entran=False)
    marca(m, CARMEN, VISUAL, por=MEMO)
    m.orden(servicios.numeros_sortear)
    assert [j.nombre for j in Jugador.objects.filter(recreo_id=m.id).exclude(discapacidades="")] == ["Carmen"]


def test_con_los_mismos_otro_dia_no_se_copia() -> None:
    m = recreo_de(4)
    marca(m, CARMEN, VISUAL)
    m.orden(servicios.recreo_cancelar)
    cuenta = m.quienes[MEMO].cuenta_id
    assert cuenta is not None
    otro = servicios.recreo_repetir(recreo_id=m.id, cuenta_id=cuenta, id_orden=uuid4())
    assert not otro.jugadores.exclude(discapacidades="").exists()


def test_se_olvida_un_dia_despues_de_acabar_y_no_antes() -> None:
    m = recreo_de(4)
    marca(m, CARMEN, VISUAL)
    m.orden(servicios.recreo_cancelar)
    ahora = timezone.now()
    Recreo.objects.filter(pk=m.id).update(terminado=ahora - timedelta(hours=23))
    assert discapacidades_olvidar(ahora) == 0 and suyo(m, CARMEN).discapacidades == "visual"
    Recreo.objects.filter(pk=m.id).update(terminado=ahora - timedelta(hours=25))
    assert discapacidades_olvidar(ahora) == 1 and suyo(m, CARMEN).discapacidades == ""
    assert discapacidades_olvidar(ahora) == 0


def test_va_en_la_descarga_de_sus_datos_y_se_va_con_la_cuenta() -> None:
    m = recreo_de(4)
    cuenta = m.quienes[MEMO].cuenta_id
    assert cuenta is not None
    m.quienes[CARMEN] = Quien(cuenta_id=cuenta)
    marca(m, MEMO, AUDITIVA)
    suyos = datos_propios.exportar(cuenta)["recreos"][0]["tu_discapacidad"]
    assert suyos["cuales"] == ["auditiva"] and suyos["consentiste"] and not suyos["la_marco_quien_organiza"]
    m.orden(servicios.recreo_cancelar, MEMO)
    datos_propios.borrar(Borrado(cuenta, "Memo", "", "Jugador 1", timezone.now()))
    assert (suyo(m, MEMO).discapacidades, suyo(m, MEMO).discapacidad_consentida) == ("", None)


# --- lo que se oye ----------------------------------------------------------------------------------------------------
def oido(m: Mesero, pantalla: str, numero: int) -> str:
    estado = consultas.estado_de(m.id)
    return " ".join(pintar(estado, Mirada(pantalla), estado.visor(m.quienes[numero]))["anuncio"].split())


def test_cada_cambio_se_oye_en_una_frase_que_dice_que_cambio() -> None:
    m = recreo_de(8)
    m.prepara(anotador=MEMO)
    marca(m, CARMEN, VISUAL)
    assert oido(m, "mesa", BETO) == "Sales tú, Beto, la sopa la hace Nacho por Carmen."
    m.anota(dominada(0, 25), por=MEMO)
    assert oido(m, "mesa", CARMEN).startswith("Mano 1: dominada, 25 tantos para Memo y Beto. Van 0 a 25. Sale Nacho")
    m.anota(dominada(1, 30), por=MEMO)
    m.anota(dominada(0, 20), por=MEMO, mano=1)
    assert oido(m, "mesa", CARMEN).startswith(
        "Se corrigió la mano 1: dominada, 20 tantos para Memo y Beto. Van 30 a 20."
    )
    m.orden(servicios.mano_borrar, MEMO, partida=1, mesa=1, mano=2, revision=1)
    assert oido(m, "mesa", CARMEN).startswith("Se borró la mano 2. Van 0 a 20.")


def test_en_todas_las_mesas_se_oye_solo_la_que_cambio() -> None:
    m = recreo_de(16)
    for mesa in (1, 2, 3, 4):
        m.prepara(1, mesa)
        m.anota(dominada(0, 10 + mesa), 1, mesa)
    assert oido(m, "mesas", MEMO).startswith("Mesa 4: Mano 1: dominada, 14 tantos")
    m.anota(dominada(1, 22), 1, 2)
    dicho = oido(m, "mesas", MEMO)
    assert dicho.startswith("Mesa 2: Mano 2: dominada, 22 tantos") and dicho.count("Mesa ") == 1
