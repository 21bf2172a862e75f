"""Qué órdenes acepta la web: nombre → formulario que traduce y servicio que la aplica."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.comun.escrito import TextoCorto
from recreo import servicios
from recreo.hoja.formas import (
    FormaDeAplicarDefault,
    FormaDeAsiento,
    FormaDeAsistencia,
    FormaDeBorrar,
    FormaDeCierre,
    FormaDeDefault,
    FormaDeDiscrepancia,
    FormaDeIncidencia,
    FormaDeLlamada,
    FormaDeMano,
    FormaDeMesa,
    FormaDeOrden,
    FormaDeResolver,
    FormaDeRevisarHoja,
    FormaDeSuspension,
    FormaDeVer,
)
from recreo.servicios import Resultado
from reglas.singularidades import Discapacidad


class FormaDeJugador(FormaDeOrden):
    """Nombra un número de jugador."""

    numero = forms.IntegerField(min_value=1, max_value=99)


class FormaDeCastigo(FormaDeJugador):
    """Tantos y motivo."""

    numero = forms.IntegerField(min_value=1, max_value=99, error_messages={"required": _("Escoge a quién se castiga.")})
    tantos = forms.IntegerField(
        error_messages={
            "required": _("Escribe cuántos tantos se descuentan."),
            "invalid": _("Escribe los tantos con números."),
        }
    )
    motivo = TextoCorto(max_length=200, required=False)


class FormaDeReclamo(FormaDeOrden):
    """Con el enlace, qué número; con el código dictado, cómo se llama; en otra con los mismos, nada."""

    clave = TextoCorto(max_length=24, required=False)
    numero = forms.IntegerField(required=False, min_value=1, max_value=99)
    nombre = TextoCorto(
        max_length=40, required=False, error_messages={"max_length": _("Ese nombre es muy largo: hasta 40 letras.")}
    )
    otro_telefono = forms.BooleanField(required=False)
    el_mismo = forms.BooleanField(required=False)

    def clean_numero(self) -> int:
        """Sin número se busca por el nombre."""
        return self.cleaned_data["numero"] or 0


class FormaDeSolicitud(FormaDeOrden):
    """Dejar entrar (1) o no (0) a quien lo pidió."""

    solicitud = forms.IntegerField(min_value=1)
    acepta = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])


class FormaDeAprobacion(FormaDeOrden):
    """Que quien organiza apruebe a cada quien (1), o no (0)."""

    pide = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])


class FormaDeConformidad(FormaDeOrden):
    """Que la otra pareja confirme la hoja para cerrar (1), o no (0)."""

    exige = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])


class FormaDeCoorganizador(FormaDeJugador):
    """Dar (1) o quitar (0) los poderes del organizador."""

    coorganiza = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])


class FormaDeDiscapacidad(FormaDeJugador):
    """Cuáles quedan marcadas, y si se consiente; «Guardar» sin escoger no es quitarla, que se pide con `nada`."""

    cuales = forms.MultipleChoiceField(
        choices=[(d, d) for d in (*(d.value for d in Discapacidad), "nada")],
        error_messages={"required": _("Escoge cuál: visual, motriz o auditiva.")},
    )
    consiente = forms.BooleanField(required=False)

    def clean_cuales(self) -> list[Discapacidad]:
        """Las escogidas; con `nada`, ninguna."""
        return [d for d in Discapacidad if d.value in self.cleaned_data["cuales"]]


class FormaDePartida(FormaDeOrden):
    """Iniciar una partida."""

    partida = forms.IntegerField(min_value=1, max_value=99)


class FormaDePase(FormaDeOrden):
    """Usar un pase de mesa; `numero` si todavía no se tiene lugar."""

    clave = TextoCorto(max_length=64)
    numero = forms.IntegerField(required=False, min_value=1, max_value=99)


class FormaDeInvitacion(FormaDeOrden):
    """A quién se invita otra vez; sin número, a todos los que faltan."""

    numero = forms.IntegerField(required=False, min_value=1, max_value=99)


class FormaDeQuienAnota(FormaDeMesa):
    """Quién se veía anotando la mesa; 0, nadie."""

    era = forms.IntegerField(min_value=0, max_value=99)


class FormaDeLlamadaHecha(FormaDeMesa):
    """Qué llamada de la mesa se vio."""

    llamada = forms.IntegerField(min_value=1)


class FormaDeInsistir(FormaDeLlamadaHecha):
    """Otro motivo y si suena otra vez (1) o no (0)."""

    texto = TextoCorto(max_length=200, required=False)
    suena = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])


class FormaDeAnularCastigo(FormaDeOrden):
    """Nombra un castigo."""

    castigo = forms.IntegerField(min_value=1)


class FormaDeReloj(FormaDeOrden):
    """Con cuántos minutos sin mano se avisa de una mesa."""

    minutos = forms.IntegerField(min_value=0, max_value=99)


class FormaConMotivo(FormaDeOrden):
    """Lo que pide decir por qué; vacío lo niega el servicio, junto al campo."""

    motivo = TextoCorto(max_length=200, required=False)


class FormaDeReabrirMesa(FormaDeMesa):
    """Qué mesa y por qué."""

    motivo = TextoCorto(max_length=200, required=False)


class FormaDeDeshacer(FormaDePartida):
    """Qué inicio se deshace."""

    motivo = TextoCorto(max_length=200, required=False)


class _ConHasta(FormaDeJugador):
    """Desde qué partida y hasta cuál; sin ella, en adelante."""

    desde = forms.IntegerField(min_value=1, max_value=99)
    hasta = forms.IntegerField(required=False, min_value=0, max_value=99)
    motivo = TextoCorto(max_length=200, required=False)

    def clean_hasta(self) -> int:
        """Sin partida final es en adelante."""
        return self.cleaned_data["hasta"] or 0


class FormaDeSuplente(_ConHasta):
    """Quién entra: un nombre, o un suplente que ya estaba."""

    nombre = TextoCorto(
        max_length=40, required=False, error_messages={"max_length": _("Ese nombre es muy largo: hasta 40 letras.")}
    )
    suplente = forms.IntegerField(required=False, min_value=0, max_value=999)

    def clean_suplente(self) -> int:
        """Sin número es alguien nuevo."""
        return self.cleaned_data["suplente"] or 0


class FormaDeAusencia(_ConHasta):
    """A qué partidas falta."""


class FormaDeVuelta(FormaDeJugador):
    """Desde qué partida vuelve el titular."""

    desde = forms.IntegerField(min_value=1, max_value=99)
    motivo = TextoCorto(max_length=200, required=False)


class FormaDeRelevo(FormaDeOrden):
    """Nombra un relevo."""

    relevo = forms.IntegerField(min_value=1)
    motivo = TextoCorto(max_length=200, required=False)


class FormaDePersona(FormaDeJugador):
    """Nombre y correo de alguien."""

    nombre = TextoCorto(
        max_length=40, required=False, error_messages={"max_length": _("Ese nombre es muy largo: hasta 40 letras.")}
    )
    correo = forms.EmailField(
        required=False, error_messages={"invalid": _("Ese correo no está completo. Es como nombre@correo.mx.")}
    )
    motivo = TextoCorto(max_length=200, required=False)


class FormaDeTamano(FormaDeOrden):
    """De cuántos, y cuántas personas se sabe que quedan fuera."""

    tamano = forms.IntegerField(min_value=1, max_value=99)
    fuera = forms.IntegerField(required=False, min_value=0, max_value=99)

    def clean_fuera(self) -> int:
        """Si no se dice, nadie."""
        return self.cleaned_data["fuera"] or 0


class FormaDeOtra(FormaDeOrden):
    """Otra con los mismos, aunque alguien más ya haya armado una (`aparte`)."""

    aparte = forms.BooleanField(required=False)


class FormaDeFoto(FormaDeOrden):
    """Sólo su identificador: la foto se lee aparte, sin guardarla en el disco."""


class FormaDeQuitarFoto(FormaDeMesa):
    """Qué foto de qué mesa."""

    foto = forms.IntegerField(min_value=1)


@dataclass(frozen=True, slots=True)
class OrdenWeb:
    """Una orden que la web acepta. `con_llave`: quien no tiene cuenta recibe una llave de teléfono;
    `con_enlace`: el servicio pide el enlace completo de la invitación."""

    forma: type[FormaDeOrden]
    servicio: Callable[..., Resultado]
    con_llave: bool = False
    con_enlace: bool = False


def _orden(forma: type[FormaDeOrden], servicio: Callable[..., Resultado], **extra: Any) -> OrdenWeb:
    return OrdenWeb(forma, servicio, **extra)


ORDENES: dict[str, OrdenWeb] = {
    "mesa_elegir_anotador": _orden(FormaDeAsiento, servicios.mesa_elegir_anotador),
    "mesa_confirmar_asistencia": _orden(FormaDeAsistencia, servicios.mesa_confirmar_asistencia),
    "mesa_elegir_salidor": _orden(FormaDeAsiento, servicios.mesa_elegir_salidor),
    "organizador_llamar": _orden(FormaDeLlamada, servicios.organizador_llamar),
    "default_responder": _orden(FormaDeDefault, servicios.default_responder),
    "llamada_retirar": _orden(FormaDeLlamadaHecha, servicios.llamada_retirar),
    "llamada_insistir": _orden(FormaDeInsistir, servicios.llamada_insistir),
    "incidencia_atender": _orden(FormaDeIncidencia, servicios.incidencia_atender),
    "incidencia_ver": _orden(FormaDeVer, servicios.incidencia_ver),
    "anotador_no_esta": _orden(FormaDeQuienAnota, servicios.anotador_no_esta),
    "anotador_sigue": _orden(FormaDeMesa, servicios.anotador_sigue),
    "anotador_relevar": _orden(FormaDeQuienAnota, servicios.anotador_relevar),
    "anotador_volver": _orden(FormaDeQuienAnota, servicios.anotador_volver),
    "mano_anotar": _orden(FormaDeMano, servicios.mano_anotar),
    "mano_borrar": _orden(FormaDeBorrar, servicios.mano_borrar),
    "mano_devolver": _orden(FormaDeBorrar, servicios.mano_devolver),
    "hoja_revisar": _orden(FormaDeRevisarHoja, servicios.hoja_revisar),
    "conformidad_exigir": _orden(FormaDeConformidad, servicios.conformidad_exigir),
    "foto_quitar": _orden(FormaDeQuitarFoto, servicios.foto_quitar),
    "discrepancia_proponer": _orden(FormaDeDiscrepancia, servicios.discrepancia_proponer),
    "discrepancia_resolver": _orden(FormaDeResolver, servicios.discrepancia_resolver),
    "mesa_confirmar": _orden(FormaDeMesa, servicios.mesa_confirmar),
    "mesa_cerrar": _orden(FormaDeCierre, servicios.mesa_cerrar),
    "mesa_suspender": _orden(FormaDeSuspension, servicios.mesa_suspender),
    "mesa_aplicar_default": _orden(FormaDeAplicarDefault, servicios.mesa_aplicar_default),
    "castigo_aplicar": _orden(FormaDeCastigo, servicios.castigo_aplicar),
    "castigo_anular": _orden(FormaDeAnularCastigo, servicios.castigo_anular),
    "partida_siguiente": _orden(FormaDePartida, servicios.partida_siguiente),
    "numeros_sortear": _orden(FormaDeOrden, servicios.numeros_sortear),
    "recreo_empezar": _orden(FormaDeOrden, servicios.recreo_empezar),
    "recreo_cancelar": _orden(FormaDeOrden, servicios.recreo_cancelar),
    "jugador_reclamar": _orden(FormaDeReclamo, servicios.jugador_reclamar, con_llave=True),
    "otra_ahora_no": _orden(FormaDeOrden, servicios.otra_ahora_no),
    "invitacion_aceptar": _orden(FormaDeOrden, servicios.invitacion_aceptar),
    "solicitud_responder": _orden(FormaDeSolicitud, servicios.solicitud_responder),
    "aprobacion_pedir": _orden(FormaDeAprobacion, servicios.aprobacion_pedir),
    "codigo_cambiar": _orden(FormaDeOrden, servicios.codigo_cambiar),
    "jugador_liberar": _orden(FormaDeJugador, servicios.jugador_liberar),
    "invitaciones_enviar": _orden(FormaDeInvitacion, servicios.invitaciones_enviar, con_enlace=True),
    "discapacidad_marcar": _orden(FormaDeDiscapacidad, servicios.discapacidad_marcar),
    "tele_abrir": _orden(FormaDeOrden, servicios.tele_abrir),
    "tele_anular": _orden(FormaDeOrden, servicios.tele_anular),
    "coorganizador_nombrar": _orden(FormaDeCoorganizador, servicios.coorganizador_nombrar),
    "mesa_pasar": _orden(FormaDeMesa, servicios.mesa_pasar),
    "mesa_recibir": _orden(FormaDePase, servicios.mesa_recibir, con_llave=True),
    "reloj_ajustar": _orden(FormaDeReloj, servicios.reloj_ajustar),
    # caminos de regreso
    "final_anunciar": _orden(FormaDeOrden, servicios.final_anunciar),
    "recreo_terminar_aqui": _orden(FormaConMotivo, servicios.recreo_terminar_aqui),
    "recreo_reabrir": _orden(FormaConMotivo, servicios.recreo_reabrir),
    "recreo_pausar": _orden(FormaConMotivo, servicios.recreo_pausar),
    "recreo_retomar": _orden(FormaDeOrden, servicios.recreo_retomar),
    "lugar_retomar": _orden(FormaDeOrden, servicios.lugar_retomar),
    "mesa_reabrir": _orden(FormaDeReabrirMesa, servicios.mesa_reabrir),
    "partida_deshacer": _orden(FormaDeDeshacer, servicios.partida_deshacer),
    "suplente_poner": _orden(FormaDeSuplente, servicios.suplente_poner),
    "titular_volver": _orden(FormaDeVuelta, servicios.titular_volver),
    "relevo_deshacer": _orden(FormaDeRelevo, servicios.relevo_deshacer),
    "ausencia_poner": _orden(FormaDeAusencia, servicios.ausencia_poner),
    "persona_llego": _orden(FormaDeJugador, servicios.persona_llego),
    "persona_cambiar": _orden(FormaDePersona, servicios.persona_cambiar),
    "tamano_cambiar": _orden(FormaDeTamano, servicios.tamano_cambiar),
}
