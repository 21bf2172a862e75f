"""Única puerta de escritura de cuentas y suscripciones (SU1-SU3): cada acción, una función (ver cada módulo)."""

from suscripciones.cortes import al_suspender
from suscripciones.datos_propios import Borrado, Suyo
from suscripciones.datos_propios import apuntar as datos_de_cuenta
from suscripciones.entradas import al_entrar, al_traer
from suscripciones.inscripciones import al_cambiar_inscripcion
from suscripciones.lista_de_avisos import Aviso
from suscripciones.servicios.avisos import (
    administradores_avisar,
    aviso_a_muchos,
    aviso_elegir,
    aviso_mandar,
    avisos_de_vencimiento,
    avisos_elegir,
    invitacion_mandar,
    mensaje_mandar,
)
from suscripciones.servicios.barrido import barrer
from suscripciones.servicios.base import cuenta_tomar, cuentas_bloquear
from suscripciones.servicios.borrado import cuenta_borrar
from suscripciones.servicios.cartero import al_no_llegar
from suscripciones.servicios.cobros import cobro_crear, hechos_asentar
from suscripciones.servicios.cuentas import (
    correo_mudar,
    cuenta_cambiar_correo,
    cuenta_editar,
    cuenta_nombrar,
    cuenta_por_correo,
    cuenta_revisar_inscripcion,
    cuenta_verificar_correo,
)
from suscripciones.servicios.datos import datos_exportar
from suscripciones.servicios.demostracion import cuentas_demo_crear
from suscripciones.servicios.en_linea import (
    aviso_recibir,
    cobro_pagar,
    cobro_revisar,
    cobro_simular,
    cobros_conciliar,
    cobros_olvidar,
)
from suscripciones.servicios.entrada import codigo_comprobar, codigo_pedir, codigos_limpiar, cuenta_entrar
from suscripciones.servicios.facturas import factura_guardar
from suscripciones.servicios.notas import nota_escribir
from suscripciones.servicios.pagos import (
    DIAS_DE_EXTENSION,
    cobro_devolver,
    pago_registrar,
    se_devuelve_sola,
    suscripcion_anular,
    suscripcion_extender,
    suscripcion_registrar,
)
from suscripciones.servicios.recibos import periodo_de
from suscripciones.servicios.segundo_paso import segundo_paso_dar, segundo_paso_quitar, segundos_pasos_recifrar
from suscripciones.servicios.sesiones import sesion_apuntar, sesiones_cerrar, sesiones_limpiar
from suscripciones.servicios.suspensiones import (
    LARGO_DE_MOTIVO,
    SuspensionDebida,
    cuenta_suspender,
    motivo_valido,
    suspension_a_mano,
    suspension_levantar,
    suspensiones_cuadrar,
)
from suscripciones.servicios.topes import intento_contar, intento_devolver, intentos_limpiar

__all__ = [
    "DIAS_DE_EXTENSION",
    "LARGO_DE_MOTIVO",
    "Aviso",
    "Borrado",
    "SuspensionDebida",
    "Suyo",
    "administradores_avisar",
    "al_cambiar_inscripcion",
    "al_entrar",
    "al_no_llegar",
    "al_suspender",
    "al_traer",
    "aviso_a_muchos",
    "aviso_elegir",
    "aviso_mandar",
    "aviso_recibir",
    "avisos_de_vencimiento",
    "avisos_elegir",
    "barrer",
    "cobro_crear",
    "cobro_devolver",
    "cobro_pagar",
    "cobro_revisar",
    "cobro_simular",
    "cobros_conciliar",
    "cobros_olvidar",
    "codigo_comprobar",
    "codigo_pedir",
    "codigos_limpiar",
    "correo_mudar",
    "cuenta_borrar",
    "cuenta_cambiar_correo",
    "cuenta_editar",
    "cuenta_entrar",
    "cuenta_nombrar",
    "cuenta_por_correo",
    "cuenta_revisar_inscripcion",
    "cuenta_suspender",
    "cuenta_tomar",
    "cuenta_verificar_correo",
    "cuentas_bloquear",
    "cuentas_demo_crear",
    "datos_de_cuenta",
    "datos_exportar",
    "factura_guardar",
    "hechos_asentar",
    "intento_contar",
    "intento_devolver",
    "intentos_limpiar",
    "invitacion_mandar",
    "mensaje_mandar",
    "motivo_valido",
    "nota_escribir",
    "pago_registrar",
    "periodo_de",
    "se_devuelve_sola",
    "segundo_paso_dar",
    "segundo_paso_quitar",
    "segundos_pasos_recifrar",
    "sesion_apuntar",
    "sesiones_cerrar",
    "sesiones_limpiar",
    "suscripcion_anular",
    "suscripcion_extender",
    "suscripcion_registrar",
    "suspension_a_mano",
    "suspension_levantar",
    "suspensiones_cuadrar",
]
