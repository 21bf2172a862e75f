"""Con qué se llama a cada servicio, y qué tiene que haber pasado antes, para que quien manda (o quien toca) pueda."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from recreo import servicios
from recreo.identidad import Quien
from recreo.models import Relevo
from recreo.servicios import DatosJugador
from reglas.singularidades import Discapacidad
from reglas.tipos import Desenlace
from tests.recreo.mesa import CIEN, Mesero, dominada, manos

AQUI = {"partida": 1, "mesa": 1}
MANO = {"desenlace": Desenlace.DOMINADA, "pareja": 0, "tantos": 30}


def nada(m: Mesero) -> dict[str, Any]:
    return {}


def ultimo(m: Mesero) -> dict[str, Any]:
    return {"numero": m.fila.tamano}


def con_mano(m: Mesero) -> dict[str, Any]:
    m.anota(dominada(0, 20))
    return {"mano": 1}


def con_mano_borrada(m: Mesero) -> dict[str, Any]:
    con_mano(m)
    m.orden(servicios.mano_borrar, **AQUI, mano=1, revision=1)
    return {"mano": 1}


def por_revisar(m: Mesero) -> dict[str, Any]:
    con_mano(m)
    return {"numero": next(n for n in m.mesa().asientos if m.mesa().pareja_de(n) in m.mesa().revisan)}


def con_discrepancia(m: Mesero) -> dict[str, Any]:
    m.anota(dominada(0, 20))
    m.orden(servicios.discrepancia_proponer, 1, **AQUI, **MANO, mano=1)
    return {"discrepancia": m.mesa().discrepancias[0].id}


def en_meta(m: Mesero) -> dict[str, Any]:
    m.anota_todo(manos(100, 20))
    return {}


def por_cerrar(m: Mesero) -> dict[str, Any]:
    en_meta(m)
    m.orden(servicios.mesa_confirmar, 1, **AQUI)
    return {"ganadora": 0, "anotadas": m.mesa().anotadas}


def por_suspender(m: Mesero) -> dict[str, Any]:
    m.anota(dominada(0, 20))
    return {"anotadas": 1}


def con_llamada(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.organizador_llamar, 1, **AQUI)
    return {"incidencia": m.mesa().incidencias[0].id}


def con_llamada_vista(m: Mesero) -> dict[str, Any]:
    return {"llamada": con_llamada(m)["incidencia"]}


def con_mesa_pasada(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.mesa_elegir_anotador, m.mesa().anotador or 1, **AQUI, numero=3)
    return {"era": 3}


def con_ido(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.mesa_elegir_anotador, **AQUI, numero=3)
    m.orden(servicios.anotador_no_esta, **AQUI, era=3)
    return {"era": 3}


def con_castigo(m: Mesero) -> dict[str, Any]:
    return {"castigo": m.orden(servicios.castigo_aplicar, numero=3, tantos=10).datos["castigo"]}


def partida_cerrada(m: Mesero) -> dict[str, Any]:
    for mesa in m.estado.partidas[0].mesas:
        m.orden(servicios.mesa_aplicar_default, partida=1, mesa=mesa.numero, gana=0)
    return {"partida": 2}


def partida_cerrada_sola(m: Mesero) -> dict[str, Any]:
    partida_cerrada(m)
    return {}


def con_pase(m: Mesero) -> dict[str, Any]:
    return {"clave": m.orden(servicios.mesa_pasar, 1, **AQUI).datos["clave"]}


def invitado(m: Mesero) -> dict[str, Any]:
    numero = m.fila.tamano
    m.orden(servicios.jugador_liberar, numero=numero)
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(numero, "", "invitada@example.com")])
    return {"enlace": "https://ejemplo.mx/r/ABC234"}


def lugar_libre(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.jugador_liberar, numero=m.fila.tamano)
    return {"numero": m.fila.tamano}


def con_solicitud(m: Mesero) -> dict[str, Any]:
    libre = lugar_libre(m)
    m.orden(servicios.aprobacion_pedir, pide=True)
    m.orden(servicios.jugador_reclamar, Quien(llave="quien-pide"), **libre)
    return {"solicitud": m.estado.solicitudes[0].id}


def todo_jugado(m: Mesero) -> dict[str, Any]:
    for partida in range(1, m.estado.total + 1):
        if partida > 1:
            m.siguiente(partida)
        for mesa in m.estado.partidas[-1].mesas:
            m.orden(servicios.mesa_aplicar_default, partida=partida, mesa=mesa.numero, gana=0)
    return {}


def terminado(m: Mesero) -> dict[str, Any]:
    todo_jugado(m)
    m.anuncia()
    return {}


def mesa_cerrada(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.mesa_aplicar_default, **AQUI, gana=0)
    return {}


def en_pausa(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.recreo_pausar)
    return {}


def con_suplente(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.suplente_poner, numero=3, nombre="Rafa", desde=2)
    return {}


def con_relevo(m: Mesero) -> dict[str, Any]:
    con_suplente(m)
    return {"relevo": Relevo.objects.get(recreo_id=m.id).pk}


def con_ausente(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.ausencia_poner, numero=4, desde=2)
    return {}


@dataclass(frozen=True)
class Caso:
    """Argumentos fijos y los que salen de preparar el Recreo."""

    fijos: Mapping[str, Any] = field(default_factory=dict)
    antes: Callable[[Mesero], dict[str, Any]] = nada
    empieza: bool = True


AMBITO = {"nombre": "Lunes", "lugar": "", "meta": CIEN}
CASOS: dict[str, Caso] = {
    # --- alta
    "recreo_editar": Caso(AMBITO, empieza=False),
    "jugadores_guardar": Caso({"jugadores": [DatosJugador(4, "Don Nacho")]}),
    "invitaciones_enviar": Caso(antes=invitado),
    "numeros_sortear": Caso(empieza=False),
    "recreo_empezar": Caso(empieza=False),
    "recreo_cancelar": Caso(),
    "recreo_fechar": Caso({"iniciado": timezone.now(), "partidas": {}}),
    "partida_siguiente": Caso(antes=partida_cerrada),
    "reloj_ajustar": Caso({"minutos": 20}),
    # --- lugares
    "jugador_reclamar": Caso(antes=lugar_libre),
    "invitacion_aceptar": Caso(),
    "solicitud_responder": Caso({"acepta": True}, antes=con_solicitud),
    "aprobacion_pedir": Caso({"pide": True}),
    "codigo_cambiar": Caso(),
    "jugador_liberar": Caso(antes=ultimo),
    "coorganizador_nombrar": Caso({"numero": 4, "coorganiza": True}),
    "discapacidad_marcar": Caso({"numero": 6, "cuales": [Discapacidad.VISUAL], "consiente": True}),
    "tele_abrir": Caso(),
    "tele_anular": Caso(),
    "mesa_pasar": Caso(AQUI),
    "mesa_recibir": Caso(antes=con_pase),
    # --- mesa
    "mesa_elegir_anotador": Caso({**AQUI, "numero": 3}),
    "mesa_confirmar_asistencia": Caso({**AQUI, "presentes": [1, 3]}),
    "mesa_elegir_salidor": Caso({**AQUI, "numero": 4}),
    "organizador_llamar": Caso(AQUI),
    "llamada_retirar": Caso(AQUI, antes=con_llamada_vista),
    "llamada_insistir": Caso({**AQUI, "texto": "Urge", "suena": False}, antes=con_llamada_vista),
    "default_responder": Caso({**AQUI, "numero": 3, "aplica": True}),
    "incidencia_atender": Caso(antes=con_llamada),
    "incidencia_ver": Caso(antes=con_llamada),
    "anotador_no_esta": Caso(AQUI, antes=lambda m: {"era": m.mesa().anotador}),
    "anotador_sigue": Caso(AQUI),
    "anotador_relevar": Caso(AQUI, antes=con_ido),
    "anotador_volver": Caso(AQUI, antes=con_mesa_pasada),
    # --- anotación
    "mano_anotar": Caso({**AQUI, **MANO, "mano": 1, "revision": 0}),
    "mano_borrar": Caso({**AQUI, "revision": 1}, antes=con_mano),
    "mano_devolver": Caso({**AQUI, "revision": 2}, antes=con_mano_borrada),
    "discrepancia_proponer": Caso({**AQUI, **MANO}, antes=con_mano),
    "discrepancia_resolver": Caso({"acepta": True}, antes=con_discrepancia),
    # --- el papel
    "hoja_capturar": Caso({**AQUI, "manos": [dominada(0, 30)], "anotadas": 0}),
    "foto_agregar": Caso({**AQUI, "jpeg": b"x", "ancho": 1, "alto": 1}),
    # --- la hoja, revisada por la otra pareja
    "hoja_asentar": Caso({**AQUI, "conforme": True}, antes=por_revisar),
    "conformidad_exigir": Caso({"exige": True}),
    # --- cierre
    "mesa_confirmar": Caso(AQUI, antes=en_meta),
    "mesa_cerrar": Caso(AQUI, antes=por_cerrar),
    "mesa_suspender": Caso(AQUI, antes=por_suspender),
    "mesa_aplicar_default": Caso({**AQUI, "gana": 0}),
    "castigo_aplicar": Caso({"numero": 3, "tantos": 10}),
    "castigo_anular": Caso(antes=con_castigo),
    # --- caminos de regreso
    "final_anunciar": Caso(antes=todo_jugado),
    "recreo_terminar_aqui": Caso({"motivo": "Ya es tarde"}, antes=partida_cerrada_sola),
    "recreo_reabrir": Caso({"motivo": "Faltó un castigo"}, antes=terminado),
    "mesa_reabrir": Caso({**AQUI, "motivo": "Se anotó mal"}, antes=mesa_cerrada),
    "partida_deshacer": Caso({"partida": 1}),
    "recreo_pausar": Caso(),
    "recreo_retomar": Caso(antes=en_pausa),
    "suplente_poner": Caso({"numero": 3, "nombre": "Rafa", "desde": 2}),
    "titular_volver": Caso({"numero": 3, "desde": 3}, antes=con_suplente),
    "relevo_deshacer": Caso(antes=con_relevo),
    "ausencia_poner": Caso({"numero": 4, "desde": 2}),
    "persona_llego": Caso({"numero": 4}, antes=con_ausente),
    "persona_cambiar": Caso({"numero": 4, "nombre": "Don Nacho"}),
    "tamano_cambiar": Caso({"tamano": 12}, empieza=False),
}
