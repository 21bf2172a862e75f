"""Qué órdenes acepta la web: nombre → formulario que traduce y servicio que la aplica."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from recreo import servicios
from recreo.servicios import Resultado
from reglas.tipos import Desenlace

PAREJAS = [("0", "0"), ("1", "1")]


class FormaDeOrden(forms.Form):
    """Toda orden lleva su identificador: repetirla no la aplica dos veces."""

    id_orden = forms.UUIDField()


class FormaDeMesa(FormaDeOrden):
    """Nombra una mesa de una partida."""

    partida = forms.IntegerField(min_value=1, max_value=99)
    mesa = forms.IntegerField(min_value=1, max_value=9)


class FormaDeJugador(FormaDeOrden):
    """Nombra un número de jugador."""

    numero = forms.IntegerField(min_value=1, max_value=99)


class FormaDeAsiento(FormaDeMesa):
    """Nombra a un jugador de una mesa."""

    numero = forms.IntegerField(min_value=1, max_value=99)


class FormaDeAsistencia(FormaDeMesa):
    """Los números presentes; ninguno es válido."""

    presentes = forms.TypedMultipleChoiceField(
        coerce=int, required=False, choices=[(str(n), str(n)) for n in range(1, 17)]
    )


class FormaDeDefault(FormaDeAsiento):
    """Proponer (1) o negar (0) el default contra la pareja de un jugador."""

    aplica = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")], empty_value=None)


class FormaDeMano(FormaDeMesa):
    """Una mano: cómo terminó, qué pareja y cuántos tantos; `revision` es la que se vio."""

    mano = forms.IntegerField(min_value=1, max_value=200)
    revision = forms.IntegerField(min_value=0, max_value=9999)
    desenlace = forms.TypedChoiceField(coerce=Desenlace, choices=[(d.value, d.value) for d in Desenlace])
    pareja = forms.TypedChoiceField(coerce=int, required=False, empty_value=None, choices=PAREJAS)
    tantos = forms.IntegerField(
        required=False, min_value=0, max_value=9999, error_messages={"invalid": _("Escribe los tantos con números.")}
    )

    def clean_tantos(self) -> int:
        """Sin tantos es cero: un cierre empatado o una mano a juegos ganados."""
        return self.cleaned_data["tantos"] or 0


class FormaDeDiscrepancia(FormaDeMano):
    """La otra versión de una mano."""

    revision = None  # type: ignore[assignment]


class FormaDeBorrar(FormaDeMesa):
    """Deshacer la última mano."""

    mano = forms.IntegerField(min_value=1, max_value=200)
    revision = forms.IntegerField(min_value=0, max_value=9999)


class FormaDeLlamada(FormaDeMesa):
    """Llamar al organizador, con o sin explicación."""

    texto = forms.CharField(max_length=200, required=False)


class FormaDeCierre(FormaDeMesa):
    """Confirmar la pareja ganadora de lo que se vio."""

    ganadora = forms.TypedChoiceField(
        coerce=int, choices=PAREJAS, error_messages={"required": _("Escoge qué pareja ganó.")}
    )
    anotadas = forms.IntegerField(min_value=0, max_value=9999)


class FormaDeSuspension(FormaDeMesa):
    """Suspender por tiempo lo que se vio."""

    anotadas = forms.IntegerField(min_value=0, max_value=9999)
    motivo = forms.CharField(max_length=200, required=False)


class FormaDeAplicarDefault(FormaDeMesa):
    """Default o infracción: quién gana y, si es infracción, de quién."""

    gana = forms.TypedChoiceField(
        coerce=int, choices=PAREJAS, error_messages={"required": _("Escoge qué pareja gana.")}
    )
    infraccion_de = forms.IntegerField(required=False, min_value=1, max_value=99)
    motivo = forms.CharField(max_length=200, required=False)


class FormaDeCastigo(FormaDeJugador):
    """Tantos y motivo."""

    numero = forms.IntegerField(min_value=1, max_value=99, error_messages={"required": _("Escoge a quién se castiga.")})
    tantos = forms.IntegerField(
        error_messages={
            "required": _("Escribe cuántos tantos se descuentan."),
            "invalid": _("Escribe los tantos con números."),
        }
    )
    motivo = forms.CharField(max_length=200, required=False)


class FormaDeCoorganizador(FormaDeJugador):
    """Dar (1) o quitar (0) los poderes del organizador."""

    coorganiza = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])


class FormaDePartida(FormaDeOrden):
    """Iniciar una partida."""

    partida = forms.IntegerField(min_value=1, max_value=99)


class FormaDePase(FormaDeOrden):
    """Usar un pase de mesa; `numero` si todavía no se tiene lugar."""

    clave = forms.CharField(max_length=64)
    numero = forms.IntegerField(required=False, min_value=1, max_value=99)


class FormaDeInvitacion(FormaDeOrden):
    """A quién se invita otra vez; sin número, a todos los que faltan."""

    numero = forms.IntegerField(required=False, min_value=1, max_value=99)


class FormaDeIncidencia(FormaDeOrden):
    """Nombra una incidencia."""

    incidencia = forms.IntegerField(min_value=1)


class FormaDeResolver(FormaDeOrden):
    """Aceptar (1) o no (0) la otra versión de una mano."""

    discrepancia = forms.IntegerField(min_value=1)
    acepta = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])


class FormaDeAnularCastigo(FormaDeOrden):
    """Nombra un castigo."""

    castigo = forms.IntegerField(min_value=1)


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
    "incidencia_atender": _orden(FormaDeIncidencia, servicios.incidencia_atender),
    "mano_anotar": _orden(FormaDeMano, servicios.mano_anotar),
    "mano_borrar": _orden(FormaDeBorrar, servicios.mano_borrar),
    "discrepancia_proponer": _orden(FormaDeDiscrepancia, servicios.discrepancia_proponer),
    "discrepancia_resolver": _orden(FormaDeResolver, servicios.discrepancia_resolver),
    "mesa_confirmar": _orden(FormaDeMesa, servicios.mesa_confirmar),
    "mesa_cerrar": _orden(FormaDeCierre, servicios.mesa_cerrar),
    "mesa_suspender": _orden(FormaDeSuspension, servicios.mesa_suspender),
    "mesa_aplicar_default": _orden(FormaDeAplicarDefault, servicios.mesa_aplicar_default),
    "castigo_aplicar": _orden(FormaDeCastigo, servicios.castigo_aplicar),
    "castigo_anular": _orden(FormaDeAnularCastigo, servicios.castigo_anular),
    "partida_siguiente": _orden(FormaDePartida, servicios.partida_siguiente),
    "recreo_empezar": _orden(FormaDeOrden, servicios.recreo_empezar),
    "recreo_cancelar": _orden(FormaDeOrden, servicios.recreo_cancelar),
    "jugador_reclamar": _orden(FormaDeJugador, servicios.jugador_reclamar, con_llave=True),
    "jugador_liberar": _orden(FormaDeJugador, servicios.jugador_liberar),
    "invitaciones_enviar": _orden(FormaDeInvitacion, servicios.invitaciones_enviar, con_enlace=True),
    "coorganizador_nombrar": _orden(FormaDeCoorganizador, servicios.coorganizador_nombrar),
    "mesa_pasar": _orden(FormaDeMesa, servicios.mesa_pasar),
    "mesa_recibir": _orden(FormaDePase, servicios.mesa_recibir, con_llave=True),
}
