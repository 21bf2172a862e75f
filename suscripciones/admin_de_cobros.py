"""La caja, en la administración: registrar un pago, devolver, ver sus hechos y bajar lo que pide factura (D425)."""

import uuid
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.administracion import (
    AltaQueSeNiega,
    ConAntesYDespues,
    DeshacerConMotivo,
    ListaExplicada,
    PorAtender,
    Seguro,
    SoloLectura,
)
from config.comun.escrito import TextoCorto
from config.comun.fechas import en_dia
from config.comun.hoja_de_calculo import csv_de, descarga_csv
from suscripciones import servicios
from suscripciones.cobros.dinero import A_MANO, escrito, numero_dictado
from suscripciones.consultas import oficina as oficina
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cobro, HechoDeCobro, Plan
from suscripciones.models.cobros import Forma
from suscripciones.textos import sin_precio, texto_de

COLUMNAS = (
    "folio", "pagado_en", "plan", "importe", "moneda", "devuelto", "como", "correo", "rfc", "razon_social", "regimen",
    "uso_cfdi", "codigo_postal", "numero",
)  # fmt: skip


class AltaDeCobro(forms.ModelForm):
    """A quién, qué plan, cuánto, cómo pagó y con qué referencia; y que el dinero ya está."""

    orden = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    seguro = Seguro(
        _l("Para registrar el pago, marca antes «Ya tengo el dinero». No se cambió nada."),
        label=_l("Ya tengo el dinero"),
    )

    class Meta:
        model = Cobro
        fields = ("cuenta", "plan", "moneda", "forma", "nota")
        field_classes = {"nota": TextoCorto}
        help_texts = {
            "cuenta": _l("Escribe su nombre o su correo y elígela de la lista."),
            "nota": _l("El número del recibo o de la transferencia. Lo ve la persona en su recibo."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "forma" in self.fields:
            self.fields["forma"].choices = [(f.value, Forma(f.value).label) for f in A_MANO]  # type: ignore[attr-defined]
            self.initial.setdefault("forma", A_MANO[0].value)
            self.initial.setdefault("moneda", "USD")

    def clean(self) -> dict[str, Any]:
        """Sin precio en esa moneda no se registra: se dice aquí, con lo escrito a la vista."""
        datos: dict[str, Any] = super().clean() or self.cleaned_data
        plan, moneda = datos.get("plan"), datos.get("moneda")
        if plan and moneda and moneda not in plan.precios:
            self.add_error("moneda", sin_precio(moneda))
        if plan and not plan.activo:
            self.add_error("plan", texto_de(ErrorDeSuscripcion("plan_desconocido")))
        return datos


class Hechos(SoloLectura, admin.TabularInline):
    """Qué le pasó, en orden; sólo se lee."""

    model = HechoDeCobro
    extra = 0
    fields = readonly_fields = ("cuando", "que", "cuanto", "referencia", "quien", "motivo", "recibido")

    @admin.display(description=_l("importe"))
    def cuanto(self, uno: HechoDeCobro) -> str:
        """Con su moneda; sin dinero, nada."""
        return escrito(uno.importe, uno.moneda) if uno.importe else "—"


class PagosPorAtender(PorAtender):
    """Lo mismo que cuenta el inicio."""

    cuales = (
        ("sin_conciliar", _l("en línea, sin conciliar"), lambda _todos, ahora: oficina.sin_conciliar(ahora)),
        ("en_disputa", _l("en disputa"), lambda _todos, _ahora: oficina.en_disputa()),
        ("por_devolver", _l("cobrado de más: por devolver"), lambda _todos, _ahora: oficina.por_devolver()),
    )


@admin.register(Plan)
class AdminDePlan(ConAntesYDespues, ListaExplicada, admin.ModelAdmin):
    """Planes y precios; el precio nuevo no cambia lo ya registrado."""

    explica = _l(
        "Lo que se ofrece y cuánto cuesta. Cambiar un precio no cambia lo ya registrado. OXXO y SPEI se ofrecen sólo "
        "si hay precio en pesos."
    )

    list_display = ("nombre", "meses", "en_dolares", "en_pesos", "activo")

    @admin.display(description=_l("precio en dólares"), ordering="precio")
    def en_dolares(self, uno: Plan) -> str:
        """Con su moneda."""
        return escrito(uno.precio, "USD")

    @admin.display(description=_l("precio en pesos"), ordering="precio_mxn")
    def en_pesos(self, uno: Plan) -> str:
        """Con su moneda; si no lo hay, qué se deja de ofrecer (D724)."""
        return escrito(uno.precio_mxn, "MXN") if uno.precio_mxn is not None else _("falta: sin OXXO ni SPEI")

    def has_delete_permission(self, peticion: HttpRequest, obj: Any = None) -> bool:
        """No se borra: se retira quitándole «activo»."""
        return False

    def get_readonly_fields(self, peticion: HttpRequest, obj: Plan | None = None) -> Any:
        """La clave es su identidad."""
        return ("clave",) if obj else ()


@admin.register(Cobro)
class AdminDeCobro(AltaQueSeNiega, DeshacerConMotivo, admin.ModelAdmin):
    """Pagos: se registran y se devuelven; nunca se editan ni se borran."""

    explica = _l(
        "Cada pago, en línea o registrado a mano, y en qué va. Para registrar uno que ya recibiste, toca «Registrar un "
        "pago». Para devolver uno, ábrelo. Para facturar, marca los que quieras y elige «Bajar para facturar»."
    )
    titulo_de_alta = _l("Registrar un pago")
    accion = "devolver"
    letrero = _l("Devolver este pago")
    que_pasa = _l(
        "Se quita el tiempo que dio y los periodos que siguen se recorren. Si se pagó con tarjeta en línea, el dinero "
        "regresa solo a esa tarjeta; si fue en efectivo, OXXO o transferencia, entrégalo tú: aquí sólo se apunta."
    )
    hecho = _l("Pago devuelto.")

    list_display = ("numero", "cuenta", "que_plan", "cuanto_es", "estado", "forma", "pagado_el")
    list_filter = (PagosPorAtender, "estado", "forma", "por", "moneda")
    search_fields = ("cuenta__email", "cuenta__nombre", "nota", "id_externo")
    search_help_text = _l("Nombre, correo o número («P-42»)")
    # dos pantallas de teléfono; lo de antes se busca
    list_per_page = 7
    autocomplete_fields = ("cuenta",)
    list_select_related = ("cuenta", "plan")
    actions = ("bajar_para_facturar",)
    form = AltaDeCobro
    inlines = (Hechos,)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Cobro], search_term: str) -> Any:
        """También por el número que la persona dicta."""
        if (numero := numero_dictado(search_term)) is not None:
            return queryset.filter(pk=numero), False
        return super().get_search_results(request, queryset, search_term)

    @admin.display(description=_l("pagado"), ordering="pagado_en", empty_value="—")
    def pagado_el(self, uno: Cobro) -> str | None:
        """El día; la hora está adentro."""
        return en_dia(uno.pagado_en) if uno.pagado_en else None

    @admin.display(description=_l("número"), ordering="pk")
    def numero(self, uno: Cobro) -> str:
        """«P-00042»."""
        return uno.numero

    @admin.display(description=_l("importe"), ordering="importe")
    def cuanto_es(self, uno: Cobro) -> str:
        """«36.00 USD»."""
        return uno.cuanto

    @admin.display(description=_l("plan"), ordering="plan")
    def que_plan(self, uno: Cobro) -> str:
        """Su nombre: lo que cuesta hoy no viene al caso."""
        return str(uno.plan.nombre)

    @admin.display(description=_l("se cobró"))
    def se_cobro(self, uno: Cobro) -> str:
        """Con su moneda."""
        return escrito(uno.pagado, uno.moneda)

    @admin.display(description=_l("se devolvió"))
    def se_devolvio(self, uno: Cobro) -> str:
        """Con su moneda."""
        return escrito(uno.devuelto, uno.moneda)

    @admin.display(description=_l("cobrado de más"))
    def de_mas(self, uno: Cobro) -> str:
        """Lo que hay que devolver a mano."""
        return escrito(uno.sobra, uno.moneda)

    @admin.display(description=_l("lo que da"))
    def da(self, uno: Cobro) -> str:
        """Del primer al último día, si da algo."""
        suyo = servicios.periodo_de(uno)
        return " – ".join(en_dia(suyo[que]) for que in ("desde", "hasta")) if suyo else "—"

    def get_fields(self, peticion: HttpRequest, obj: Cobro | None = None) -> Any:
        """En el alta, lo indispensable."""
        if obj is None:
            return ("cuenta", "plan", "moneda", "forma", "nota", "seguro", "orden")
        return (
            "numero", "cuenta", "que_plan", "cuanto_es", "estado", "da", "forma", "por", "nota", "creado", "pagado_en",
            "se_cobro", "se_devolvio", "de_mas", "registrado_por", "folio", "id_externo",
        )  # fmt: skip

    def get_readonly_fields(self, peticion: HttpRequest, obj: Cobro | None = None) -> Any:
        """Lo registrado sólo se lee."""
        return () if obj is None else self.get_fields(peticion, obj)

    def get_inlines(self, peticion: HttpRequest, obj: Cobro | None) -> Any:
        """En el alta todavía no hay hechos."""
        return self.inlines if obj else ()

    def has_add_permission(self, peticion: HttpRequest) -> bool:
        """Quien registra suscripciones."""
        return peticion.user.has_perm("suscripciones.add_suscripcion")

    def has_delete_permission(self, peticion: HttpRequest, obj: Any = None) -> bool:
        """No se borra: se devuelve y queda el rastro."""
        return False

    def save_model(self, peticion: HttpRequest, obj: Cobro, form: Any, change: bool) -> None:
        """Por el servicio, que deja quién lo registró; la misma orden no registra dos veces."""
        if change:
            return
        try:
            quedo = servicios.pago_registrar(
                cuenta_id=obj.cuenta_id, plan=obj.plan.clave, moneda=obj.moneda, forma=obj.forma, referencia=obj.nota,
                registrado_por_id=peticion.user.pk, ahora=timezone.now(), id_orden=form.cleaned_data["orden"],
            )  # fmt: skip
        except ErrorDeSuscripcion as error:  # cambió algo entre revisar la forma y guardar
            self.message_user(peticion, texto_de(error), messages.ERROR)
        else:
            obj.__dict__.update(quedo.__dict__)

    # --- devolver -----------------------------------------------------------------------------------------------------
    def ya_no(self, objeto: Cobro) -> str:
        """Si no hay nada que devolver."""
        if objeto.estado == Cobro.Estado.DISPUTADO:
            return _("El banco ya retiró este dinero: la disputa se atiende con quien cobró.")
        return "" if objeto.pagado > objeto.devuelto else texto_de(ErrorDeSuscripcion("nada_que_devolver"))

    def hacer(self, objeto: Cobro, administrador_id: int, motivo: str, ahora: datetime) -> str:
        """Lo devuelve; si otra persona se adelantó, lo dice."""
        try:
            servicios.cobro_devolver(cobro_id=objeto.pk, motivo=motivo, devuelto_por_id=administrador_id, ahora=ahora)
        except ErrorDeSuscripcion as error:
            return texto_de(error)
        return ""

    # --- facturar -----------------------------------------------------------------------------------------------------
    @admin.action(description=_l("Bajar para facturar (CSV)"), permissions=["view"])
    def bajar_para_facturar(self, peticion: HttpRequest, elegidos: QuerySet[Cobro]) -> HttpResponse:
        """Los elegidos, con los datos de quien los dio."""
        respuesta = descarga_csv(f"pagos-{timezone.localdate():%Y-%m-%d}", csv_para_facturar(elegidos))
        respuesta["Cache-Control"] = "no-store"
        return respuesta


def csv_para_facturar(cobros: QuerySet[Cobro]) -> str:
    """Un renglón por pago cobrado; ningún texto se calcula (`hoja_de_calculo`)."""
    pagados = cobros.filter(pagado__gt=0).select_related("plan", "cuenta", "cuenta__factura").order_by("pagado_en")
    return csv_de(COLUMNAS, map(_renglon, pagados))


def _renglon(uno: Cobro) -> Iterator[str]:
    suyos = getattr(uno.cuenta, "factura", None)
    yield str(uno.folio)
    yield timezone.localtime(uno.pagado_en).isoformat() if uno.pagado_en else ""
    yield from (uno.plan.nombre, f"{uno.importe:.2f}", uno.moneda, f"{uno.devuelto:.2f}", uno.forma, uno.cuenta.email)
    for campo in ("rfc", "nombre", "regimen", "uso", "codigo_postal"):
        yield getattr(suyos, campo, "")
    yield uno.numero
