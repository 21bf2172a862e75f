"""Configuración de la aplicación: qué hace el barrido."""

from django.apps import AppConfig
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

CINCO_SEGUNDOS = 5
DOS_SEGUNDOS = 2
UN_MINUTO = 60
DIEZ_MINUTOS = 600
UNA_HORA = 3600
DE_LARGO = 900
"""Segundos que puede durar una vuelta de lo que se atrasa con muchas partidas."""


class EnlineaConfig(AppConfig):
    """Dominó en línea."""

    name = "enlinea"
    verbose_name = _("En línea")

    def ready(self) -> None:
        """Apunta el barrido (lo que faltó guardar, las invitaciones que vencen), oye altas y comprueba el filtro."""
        from config.base.medidas import MESAS
        from config.comun import filtro
        from config.vivo.tareas import registrar_al_parar, registrar_barrido
        from enlinea import difusion
        from enlinea.calidad import aparte
        from enlinea.clasificacion.servicios import puntos
        from enlinea.convivencia.servicios import mensajes, tarjetas
        from enlinea.historial.servicios import estadistica, historia, huerfanas
        from enlinea.moderacion.servicios import reportes
        from enlinea.sala.servicios import abiertas, armado, en_curso, presencia
        from suscripciones.servicios import al_cambiar_inscripcion, al_suspender

        filtro.comprobar()
        MESAS.al_leer(_mesas_vivas)
        registrar_al_parar("en línea: mesas", _soltar_mesas)
        al_suspender(difusion.avisar)
        al_cambiar_inscripcion(puntos.inscripciones_actualizar)
        registrar_barrido("en línea: puntos por sumar", UN_MINUTO, puntos.poner_al_dia, DE_LARGO)
        registrar_barrido("en línea: inscripciones sin aviso", UNA_HORA, puntos.inscripciones_conciliar, DE_LARGO)
        registrar_barrido("en línea: historia que faltó", UN_MINUTO, historia.historias_faltantes_guardar, DE_LARGO)
        registrar_barrido(
            "en línea: estadística que faltó", UN_MINUTO, estadistica.estadisticas_faltantes_guardar, DE_LARGO
        )
        registrar_barrido("en línea: tarjetas que faltaron", UN_MINUTO, tarjetas.tarjetas_faltantes_proyectar, DE_LARGO)
        registrar_barrido("en línea: mesas que nadie atiende", UN_MINUTO, huerfanas.mesas_huerfanas_terminar)
        registrar_barrido("en línea: invitaciones vencidas", 1, lambda: armado.mesas_vencer(timezone.now()))
        registrar_barrido("en línea: lugares sin quien", 2, lambda: abiertas.lugares_sin_quien_soltar(timezone.now()))
        registrar_barrido(
            "en línea: mesas sin quien las arme", 2, lambda: armado.mesas_abandonadas_cancelar(timezone.now())
        )
        registrar_barrido(
            "en línea: correos de reportes", CINCO_SEGUNDOS, lambda: reportes.correos_mandar(timezone.now())
        )
        registrar_barrido(mensajes.TAREA, CINCO_SEGUNDOS, lambda: mensajes.mensajes_repartir(timezone.now()))
        registrar_barrido("en línea: presencias viejas", UNA_HORA, lambda: presencia.presencias_limpiar(timezone.now()))
        registrar_barrido("en línea: cómo iban las que acabaron", UNA_HORA, en_curso.en_curso_limpiar)
        _apuntar_la_academia()
        _apuntar_los_encuentros()
        _apuntar_lo_de_cada_cuenta()
        registrar_barrido("en línea: informe de calidad", DIEZ_MINUTOS, aparte.vuelta)


def _mesas_vivas() -> dict[str, float]:
    """Cuántas hay en la memoria de este proceso."""
    from enlinea.mesa.proceso import vivas

    return {"": vivas()}


def _apuntar_la_academia() -> None:
    """Lo que la Academia prepara aparte."""
    from config.vivo.tareas import registrar_barrido
    from enlinea.academia.servicios import analisis, calculos, fallas

    registrar_barrido("en línea: análisis por preparar", DOS_SEGUNDOS, analisis.analisis_preparar, DE_LARGO)
    registrar_barrido(calculos.TAREA, DOS_SEGUNDOS, calculos.calculos_preparar, DE_LARGO)
    registrar_barrido("en línea: fallas por apuntar", UN_MINUTO, fallas.fallas_faltantes_guardar)
    registrar_barrido("en línea: cálculos viejos", UNA_HORA, lambda: calculos.calculos_limpiar(timezone.now()))


def _apuntar_los_encuentros() -> None:
    """Las mesas con hora y a quien pidió que se le avise; y lo que se avisa con el teléfono guardado."""
    from config.vivo.tareas import registrar_barrido
    from enlinea.encuentros.servicios import apertura, avisos_de_cita, citas, espera

    registrar_barrido("en línea: mesas con hora", CINCO_SEGUNDOS, lambda: apertura.citas_abrir(timezone.now()))
    registrar_barrido("en línea: recordatorios", UN_MINUTO, lambda: avisos_de_cita.recordatorios_mandar(timezone.now()))
    registrar_barrido("en línea: mesas con hora viejas", UNA_HORA, lambda: citas.citas_limpiar(timezone.now()))
    registrar_barrido("en línea: ya hay tres", CINCO_SEGUNDOS, lambda: espera.esperas_avisar(timezone.now()))
    _apuntar_los_telefonos()


def _apuntar_los_telefonos() -> None:
    """Lo que se avisa con el teléfono guardado (D782)."""
    from config.base import retencion
    from config.vivo.tareas import registrar_barrido
    from enlinea.telefono.servicios import avisos

    registrar_barrido("en línea: avisos al teléfono", avisos.CADA, lambda: avisos.avisos_mandar(timezone.now()))
    retencion.registrar("avisos_en_linea", avisos.avisos_olvidar)


def _apuntar_lo_de_cada_cuenta() -> None:
    """Quién borra lo que se olvida solo, qué se guarda de cada cuenta, y qué se le enseña y qué trae al entrar."""
    from config.base import retencion
    from enlinea.acceso.servicios import huellas
    from enlinea.convivencia.consultas.mensajes import parada_de_mensajes
    from enlinea.encuentros.servicios.datos_propios import SUYO as de_mesas_con_hora
    from enlinea.historial.servicios import datos_propios
    from enlinea.visita.llevados import pasar_a_la_cuenta
    from suscripciones.servicios import al_entrar, al_traer, datos_de_cuenta

    retencion.registrar("huellas", huellas.huellas_limpiar)
    retencion.registrar("platica", datos_propios.platica_borrar)
    retencion.registrar("reportes", datos_propios.reportes_borrar)
    datos_de_cuenta(de_mesas_con_hora)
    datos_de_cuenta(datos_propios.SUYO)
    al_entrar(parada_de_mensajes)
    al_traer(pasar_a_la_cuenta)


async def _soltar_mesas() -> None:
    """Lo que las mesas de este proceso tenían empezado."""
    from enlinea.mesa.proceso import soltar

    await soltar()
