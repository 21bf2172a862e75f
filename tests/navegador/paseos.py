"""Los paseos por todas las pantallas, qué rutas pisa cada uno y quien las revisa."""

from collections.abc import Callable

from tests.navegador import (
    recorrido_academia,
    recorrido_enlinea,
    recorrido_formatos,
    recorrido_pagos,
    recorrido_penas,
    recorrido_publico,
    recorrido_recreo,
    recorrido_segundo_paso,
    recorrido_torneo,
)
from tests.navegador.recorrido_publico import Parada
from tests.navegador.revisiones import nombre_de_ruta
from tests.navegador.telefono import Fabrica, Telefono

Paseo = Callable[[Fabrica, Parada], object]


def _con(paseo: Callable[[Telefono, Parada], None]) -> Paseo:
    return lambda fabrica, parada: paseo(fabrica("quien pasea"), parada)


def _publicos(*nombres: str) -> set[str]:
    return {f"publico:{n}" for n in nombres}


def _recreo(*nombres: str) -> set[str]:
    return {f"recreo:{n}" for n in nombres}


def _enlinea(*nombres: str) -> set[str]:
    return {f"enlinea:{n}" for n in nombres}


def _torneos(*nombres: str) -> set[str]:
    return {f"torneos:{n}" for n in nombres}


# paseo → cómo se da y qué rutas tiene que pisar
PASEOS: dict[str, tuple[Paseo, set[str]]] = {
    "publicas": (
        _con(recorrido_publico.publicas),
        _publicos(
            "inicio", "quienes_somos", "reglamento", "ayuda_recreo", "roles", "ayuda_enlinea", "planes",
            "privacidad", "juegos", "navegadores", "contacto", "terminos", "ayuda_federacion", "ayuda_musica",
            "comprobar",
        )
        | {
            "visita:jugar", "visita:juegos", "visita:pasar", "visita:pasar_mesa", "visita:partida", "visita:ejercicios",
            "visita:ejercicio",
            "suscripciones:entrar", "suscripciones:correo", "recreo:entrada", "account_login", "account_signup",
            "account_reset_password", "account_reset_password_done", "account_reset_password_from_key",
            "account_reset_password_from_key_done", "account_inactive",
        },
    ),
    "codigo": (
        _con(recorrido_publico.codigo_de_entrada),
        {"suscripciones:entrar", "suscripciones:codigo", "suscripciones:cuenta", "recreo:mios"},
    ),
    "cuenta": (
        _con(recorrido_publico.cuenta_con_suscripcion),
        {"suscripciones:cuenta", "suscripciones:avisos", "account_email", "account_logout", "usersessions_list"},
    ),
    "contrasena": (
        _con(recorrido_publico.contrasena),
        {
            "account_set_password", "account_change_password", "account_reauthenticate",
            "account_reset_password_from_key", "account_email_verification_sent",
        },
    ),
    "segundo_paso": (
        _con(recorrido_segundo_paso.pasear),
        {
            "mfa_index", "mfa_authenticate", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp",
            "mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_list_webauthn", "mfa_add_webauthn",
            "mfa_reauthenticate_webauthn", "mfa_edit_webauthn", "mfa_remove_webauthn",
        },
    ),
    "pagar": (
        _con(recorrido_pagos.pasear),
        {
            "suscripciones:pagar", "suscripciones:pago", "suscripciones:pago_demostracion", "suscripciones:pagos",
            "suscripciones:factura",
        },
    ),
    "mis_datos": (
        _con(recorrido_publico.mis_datos),
        {"suscripciones:datos", "suscripciones:correo_nuevo", "suscripciones:borrar", "publico:privacidad"},
    ),
    "errores": (_con(recorrido_publico.paginas_de_error), set()),
    "recreo": (
        lambda fabrica, parada: recorrido_recreo.pasear(fabrica, "organiza20@prueba.mx", parada),
        _recreo(
            "entrada", "nuevo", "mios", "ambito", "jugadores", "invitar", "tablero", "castigo", "cerrar", "suspender",
            "default", "clasificacion", "apuesta", "recibir", "mesa", "mesas", "pase", "otra_mesa", "anotar", "anotada",
            "aparatos", "sin_senal",
            "avisos",
            "final", "terminar", "reabrir", "deshacer", "pausar", "cuantos", "personas", "persona", "historia",
            "reabrir_mesa", "papel", "capturar", "fotos", "importar",
        )
        | {"invitacion_corta", "invitacion_completa"},
    ),
    "penas": (
        lambda fabrica, parada: recorrido_penas.pasear(fabrica, "organiza64@prueba.mx", parada),
        _recreo(
            "penas", "pena", "pena_tabla", "pena_duelos", "pena_dinero", "pena_gente", "pena_cuotas", "pena_recreos",
            "pena_llevarse", "pena_editar", "pena_salir", "pena_borrar", "pena_jugar", "pena_fecha", "pena_temporada",
            "pena_persona", "pena_entrar", "pena_nueva",
        ),
    ),
    "cancelado": (
        lambda fabrica, parada: recorrido_recreo.cancelado(fabrica, "organiza21@prueba.mx", parada),
        _recreo("cancelar", "ir", "invitacion", "discapacidad", "tele", "tele_enlace"),
    ),
    "enlinea": (
        lambda fabrica, parada: recorrido_enlinea.sola(fabrica("Sola"), "organiza22@prueba.mx", parada),
        _enlinea("sala", "armar", "mensajes", "estadistica", "personas", "partidas", "convivencia", "mesa", "enlace")
        | _enlinea("mirar", "gente", "persona", "cara", "cita_nueva", "cita", "telefono")
        | _enlinea("clasificacion"),
    ),
    "estadistica": (
        lambda fabrica, parada: recorrido_enlinea.estadistica(fabrica("Mari"), "mari.pasea@prueba.mx", parada),
        _enlinea("estadistica", "manos", "personas", "partidas", "otros_juegos", "otro_repetir"),
    ),
    "sanciones": (
        lambda fabrica, parada: recorrido_enlinea.sancionada(fabrica("Rosa"), "rosa.pasea@prueba.mx", parada),
        _enlinea("tarjetas"),
    ),
    "torneo": (
        lambda fabrica, parada: recorrido_torneo.pasear(fabrica, "organiza34@prueba.mx", parada),
        _torneos(
            "lista", "nuevo", "traer", "publica", "buscar", "donde", "tabla", "partida", "alfabetico", "tele", "mesa",
            "anotar", "control", "registro", "convocar", "persona", "emparejar", "captura", "mesa_de_control", "hojas",
            "caja", "auxiliares", "rastro", "acta_final",
        )
        | {"suscripciones:baja"},
    ),
    "formatos": (
        lambda fabrica, parada: recorrido_formatos.pasear(fabrica, "organiza36@prueba.mx", parada),
        _torneos("declarar", "a_distancia", "puesto", "puesto_mesa", "puestos", "fichas"),
    ),
    "academia": (
        recorrido_academia.pasear,
        _enlinea(
            "academia", "importar", "repetir", "ramas", "ejercicios", "ejercicio", "senalar", "senalar_en_partida",
            "repetir_reporte", "parejas", "pareja", "coleccion", "de_la_casa", "estudio",
        )
        | {"estudio:ver"},
    ),
}  # fmt: skip

# rutas que no pintan pantalla propia, y por qué
SIN_PANTALLA = {
    "publico:codigo": "manda al Recreo de ese código",
    "publico:robots": "texto para buscadores",
    "publico:mapa": "texto para buscadores",
    "visita:mano": "contesta al guion",
    "estudio:imagen": "es un dibujo",
    "estudio:mano": "contesta al guion",
    "estudio:analisis": "contesta al guion",
    "estudio:simular": "contesta al guion",
    "enlinea:estudio_compartir": "sólo POST",
    "enlinea:estudio_comentar": "sólo POST",
    "enlinea:estudio_anular": "sólo POST",
    "enlinea:estudio_callar": "sólo POST",
    "visita:pasar_orden": "contesta al guion",
    "torneos:puesto_llamar": "contesta al guion",
    "visita:partida_mano": "contesta al guion",
    "visita:partida_analisis": "contesta al guion",
    "visita:partida_simular": "contesta al guion",
    "suscripciones:reenviar": "sólo POST",
    "suscripciones:sesion_cerrar": "sólo POST",
    "mfa_download_recovery_codes": "descarga",
    "mfa_login_webauthn": "contesta al guion",
    "suscripciones:datos_codigo": "sólo POST",
    "enlinea:mensajes_leidos": "sólo POST",
    "suscripciones:pago_revisar": "sólo POST",
    "suscripciones:aviso_de_pago": "contesta a quien cobra",
    "suscripciones:datos_descargar": "descarga",
    "account_confirm_login_code": "de la biblioteca; la entrada con código es propia",
    "recreo:orden": "sólo POST",
    "recreo:pasar": "sólo POST",
    "recreo:vivo": "contesta al guion",
    "recreo:quien": "contesta al guion",
    "recreo:trabajador": "el trabajador de servicio",
    "enlinea:trabajador": "el trabajador de servicio",
    "enlinea:telefono_apuntar": "sólo POST",
    "enlinea:telefono_quitar": "sólo POST",
    "recreo:acta": "descarga",
    "recreo:hojas": "un PDF",
    "recreo:reporte": "un PDF",
    "recreo:tabla": "descarga",
    "recreo:foto_de_hoja": "una imagen",
    "recreo:avisos_apuntar": "sólo POST",
    "recreo:avisos_quitar": "sólo POST",
    "recreo:foto": "una imagen",
    "recreo:tele_vivo": "contesta al guion",
    "recreo:otra": "sólo POST",
    "recreo:reclamar": "sólo POST",
    "recreo:pena_orden": "sólo POST",
    "recreo:pena_ics": "descarga",
    "recreo:pena_hoja": "descarga",
    "recreo:pena_todo": "descarga",
    "torneos:orden": "sólo POST",
    "torneos:orden_de_mesa": "sólo POST",
    "torneos:vivo": "contesta al guion",
    "torneos:acta": "descarga",
    "torneos:repartos": "descarga",
    "torneos:tabla_csv": "descarga",
    "torneos:mesas_csv": "descarga",
    "enlinea:vivo": "contesta al guion",
    "enlinea:otro_acta": "descarga",
    "enlinea:enlace_qr": "es un dibujo",
    "enlinea:orden": "sólo POST",
    "enlinea:practica": "sólo POST",
    "enlinea:acta": "descarga",
    "enlinea:final": "contesta al guion",
    "enlinea:estadistica_csv": "descarga",
    "enlinea:estadistica_json": "descarga",
    "enlinea:historia": "contesta al guion",
    "enlinea:acta_importada": "descarga",
    "enlinea:acta_borrar": "sólo POST",
    "enlinea:repetir_mano": "contesta al guion",
    "enlinea:repetir_reporte_mano": "contesta al guion",
    "enlinea:simular": "contesta al guion",
    "enlinea:analisis": "contesta al guion",
    "enlinea:variante": "contesta al guion",
    "enlinea:sabido": "contesta al guion",
    "enlinea:reintentar": "sólo POST",
    "enlinea:silenciar": "sólo POST",
    "enlinea:orden_de_gente": "sólo POST",
    "enlinea:cita_archivo": "descarga",
    "enlinea:rama_guardar": "sólo POST",
    "enlinea:rama_quitar": "sólo POST",
}


class Revisor:
    """Revisa cada parada y junta lo que esté mal, para verlo todo de una vez."""

    def __init__(self, revision: Callable[[Telefono], list[str]]) -> None:
        self.revision = revision
        self.malos: list[str] = []
        self.nombres: list[str] = []
        self.rutas: set[str] = set()

    def __call__(self, nombre: str, telefono: Telefono) -> None:
        self.nombres.append(nombre)
        ruta = nombre_de_ruta(telefono)
        if ruta is None:
            assert nombre.startswith("error-"), telefono.ruta
        else:
            self.rutas.add(ruta)
        telefono.pagina.wait_for_load_state("load")
        self.malos += [f"[{nombre}] {malo}" for malo in self.revision(telefono)]
