"""Suspender, bloquear y levantar, en la administración (SU3)."""

from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.administracion import AltaQueSeNiega, DeshacerConMotivo
from config.comun.fechas import cuando
from suscripciones import servicios
from suscripciones.altas import AltaDeSuspension
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Suspension
from suscripciones.partes_de_persona import estado_de
from suscripciones.textos import texto_de


@admin.register(Suspension)
class AdminDeSuspension(AltaQueSeNiega, DeshacerConMotivo, admin.ModelAdmin):
    """Suspender (o bloquear, sin «hasta») y levantar, con motivo; lo demás sólo se mira."""

    explica = _l(
        "Quién no puede jugar en línea ni organizar Recreos o torneos, desde cuándo y por qué. Las de tarjetas las "
        "pone el sistema y terminan solas. Para dejar entrar antes a alguien, ábrela y toca «Levantar la suspensión»."
    )
    titulo_de_alta = _l("Suspender o bloquear una cuenta")
    accion = "levantar"
    letrero = _l("Levantar la suspensión")
    que_pasa = _l("Podrá entrar desde este momento. Sus tarjetas se quedan en el expediente.")
    hecho = _l("Suspensión levantada.")

    list_display = ("cuenta", "como_esta", "motivo", "origen", "desde", "termina")
    list_filter = ("origen", "desde")
    search_fields = ("cuenta__email", "cuenta__nombre", "motivo")
    search_help_text = _l("Busca por nombre, correo o motivo")
    autocomplete_fields = ("cuenta",)
    list_select_related = ("cuenta",)
    form = AltaDeSuspension

    @admin.display(description=_l("cómo está"))
    def como_esta(self, una: Suspension) -> str:
        """En una palabra."""
        return estado_de(una, timezone.now())

    @admin.display(description=_l("termina"), ordering="hasta")
    def termina(self, una: Suspension) -> str:
        """Hasta cuándo; sin fecha, es bloqueo."""
        return cuando(una.hasta) if una.hasta else _("cuando alguien la levante")

    def get_fields(self, peticion: HttpRequest, obj: Suspension | None = None) -> Any:
        """En el alta, a quién, hasta cuándo y por qué: corre desde ya."""
        if obj is None:
            return ("cuenta", "hasta", "motivo", "seguro", "orden")
        levantada = ("levantada_en", "levantada_por", "motivo_de_levantar") if obj.levantada_en else ()
        return ("cuenta", "como_esta", "motivo", "origen", "desde", "termina", "puesta_por", *levantada)

    def get_readonly_fields(self, peticion: HttpRequest, obj: Suspension | None = None) -> Any:
        """Lo puesto sólo se lee."""
        return () if obj is None else self.get_fields(peticion, obj)

    def save_model(self, peticion: HttpRequest, obj: Suspension, form: Any, change: bool) -> None:
        """Por el servicio, que deja quién la puso; la misma orden no suspende dos veces."""
        if change:
            return
        try:
            puesta = servicios.suspension_a_mano(
                cuenta_id=obj.cuenta_id, hasta=obj.hasta, motivo=obj.motivo, puesta_por_id=peticion.user.pk or 0,
                id_orden=form.cleaned_data["orden"], ahora=timezone.now(),
            )  # fmt: skip
        except ErrorDeSuscripcion as error:  # otra persona se adelantó entre revisar la forma y guardar
            self.message_user(peticion, texto_de(error), messages.ERROR)
        else:
            obj.__dict__.update(puesta.__dict__)

    def has_delete_permission(self, peticion: HttpRequest, obj: Any = None) -> bool:
        """No se borra: se levanta y queda el rastro."""
        return False

    # --- levantar -----------------------------------------------------------------------------------------------------
    def ya_no(self, objeto: Suspension) -> str:
        """Si ya está levantada, o se cumplió sola."""
        if objeto.levantada_en is not None:
            datos = {
                "quien": objeto.levantada_por or _("el sistema"), "cuando": cuando(objeto.levantada_en),
                "motivo": objeto.motivo_de_levantar or "—",
            }  # fmt: skip
            return _("Esta suspensión ya está levantada: la levantó %(quien)s %(cuando)s. Motivo: %(motivo)s") % datos
        if objeto.hasta is not None and objeto.hasta <= timezone.now():
            return _("Esta suspensión ya se cumplió %(cuando)s: no hay nada que levantar.") % {
                "cuando": cuando(objeto.hasta)
            }
        return ""

    def hacer(self, objeto: Suspension, administrador_id: int, motivo: str, ahora: datetime) -> str:
        """La levanta; si otra persona se adelantó, lo dice."""
        try:
            una = servicios.suspension_levantar(
                suspension_id=objeto.pk, levantada_por_id=administrador_id, motivo=motivo, ahora=ahora
            )
        except ErrorDeSuscripcion as error:
            return texto_de(error)
        return "" if una.levantada_en == ahora else self.ya_no(una)
