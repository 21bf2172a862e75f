"""Formularios que no son una orden a secas: crear, apuntarse, registrar una lista y los premios (TO1, TO2, TO23)."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from config.comun.escrito import TextoCorto, sin_invisibles
from recreo.errores import ErrorDeServicio
from reglas.metas import Meta
from reglas.suizo.premios import Premio
from reglas.suizo.tipos import Contrarios, Modalidad, Tipo
from torneos.campos import FormaDeTu
from torneos.servicios import Ajustes, Persona
from torneos.textos import llano, texto_de

FORMATOS = {
    "azteca-100": (Tipo.AZTECA, Meta.CIEN, _("Azteca, a 100 tantos")),
    "azteca-200": (Tipo.AZTECA, Meta.DOSCIENTOS, _("Azteca, a 200 tantos")),
    "maya": (Tipo.MAYA, Meta.JUEGOS_GANADOS, _("Maya, a juegos ganados")),
}
MULTIPLICADO = "2"
"""Con qué se juega: en pantallas y con las mismas fichas."""
LETRAS_DE_LISTA = 9_000
LINEAS_DE_LISTA = 300
LUGARES_DE_PREMIO = 64
BOLSAS = {"bolsa 1": 1, "bolsa 2": 2, "bolsa 3": 3, "individual": 1, "parejas": 2, "equipos": 3}
"""Los renglones que dicen de cuál son los que siguen."""


class FormaDeTorneo(FormaDeTu):
    """Lo que se fija al crear (TO1)."""

    id_orden = forms.UUIDField(widget=forms.HiddenInput)
    nombre = TextoCorto(
        label=_("Nombre del torneo"),
        max_length=60,
        error_messages={"required": _("Falta el nombre del torneo. Así lo encontrará la gente.")},
    )
    lugar = TextoCorto(label=_("Lugar"), max_length=60, required=False)
    fecha = forms.DateTimeField(
        label=_("Día y hora"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "maxlength": "16"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Como 2026-11-28 16:00."),
        error_messages={"invalid": _("Escribe el día y la hora, como 2026-11-28 16:00.")},
    )
    formato = forms.ChoiceField(
        label=_("Formato"),
        choices=[(clave, dicho) for clave, (_t, _m, dicho) in FORMATOS.items()],
        initial="azteca-100",
        widget=forms.RadioSelect,
    )
    modalidad = forms.ChoiceField(
        label=_("Modalidad"),
        choices=[
            (Modalidad.INDIVIDUAL.value, _("Individual: cada quien lleva su cuenta")),
            (Modalidad.PAREJAS.value, _("Parejas: los mismos dos todo el torneo")),
            (Modalidad.EQUIPOS.value, _("Equipos de cuatro")),
        ],
        initial=Modalidad.INDIVIDUAL.value,
        required=False,
        widget=forms.RadioSelect,
    )
    tablas = forms.ChoiceField(
        label=_("Cómo se premia"),
        choices=[
            ("", _("Una sola tabla")),
            ("2", _("Multibolsa a 2 bolsas (más de 32 personas)")),
            ("3", _("Multibolsa a 3 bolsas (más de 32 personas)")),
            ("a_distancia", _("A Distancia: también por parejas y equipos declarados")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    encuentro = forms.ChoiceField(
        label=_("En Equipos, contra el mismo rival"),
        choices=[("3", _("Tres partidas: todas las combinaciones")), ("1", _("Una: rival nuevo cada partida"))],
        required=False,
    )
    intercambio = forms.IntegerField(
        label=_("En Multibolsa, cuántos cambian de bolsa en el segundo corte"),
        min_value=0,
        max_value=128,
        required=False,
        help_text=_("Si lo dejas vacío: uno de cada ocho de la bolsa menor."),
    )
    previstas = forms.IntegerField(label=_("Partidas"), min_value=1, max_value=30, initial=9)
    pantallas = forms.ChoiceField(
        label=_("Con qué se juega"),
        choices=[
            ("", _("Con fichas, en la mesa")),
            ("1", _("Intranet: cada quien en su pantalla, sin hablarse ni verse (más de 32 personas)")),
            ("2", _("Intranet Multiplicado: además, todas las mesas reciben las mismas fichas (más de 32 personas)")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    minutos = forms.IntegerField(
        label=_("Minutos por partida"),
        min_value=5,
        max_value=240,
        required=False,
        help_text=_("Si lo dejas vacío: 45 a cien tantos, 60 lo demás."),
    )
    espera = forms.IntegerField(label=_("Minutos para dar ausencia"), min_value=0, max_value=60, initial=10)
    cupo = forms.IntegerField(
        label=_("Lugares"),
        min_value=2,
        max_value=1024,
        initial=128,
        help_text=_("De personas, de parejas o de equipos; en total, hasta 1,024 personas."),
    )
    cuota = forms.DecimalField(label=_("Cuota"), min_value=0, max_digits=8, decimal_places=2, initial=0)
    garantizado = forms.DecimalField(
        label=_("Premios garantizados"), min_value=0, max_digits=10, decimal_places=2, initial=0
    )
    contrarios = forms.ChoiceField(
        label=_("Repetir contrarios"),
        required=False,
        choices=[
            ("", _("Lo que convenga al número de personas")),
            (Contrarios.NUNCA.value, _("Nunca")),
            (Contrarios.UNA_VEZ.value, _("Una vez, y no en las dos partidas previas")),
        ],
    )

    def clean(self) -> None:
        """El Multiplicado es un formato: no lleva además bolsas ni A Distancia (TO27)."""
        super().clean()
        if self.cleaned_data.get("pantallas") == MULTIPLICADO and self.cleaned_data.get("tablas"):
            self.add_error("tablas", texto_de(ErrorDeServicio("multiplicado_una_tabla")))

    def ajustes(self) -> Ajustes:
        """Lo escrito, para el servicio."""
        d = self.cleaned_data
        tipo, meta, _dicho = FORMATOS[d["formato"]]
        tablas = d["tablas"]
        bolsas = int(tablas) if tablas.isdecimal() else None
        if tablas:
            tipo = Tipo.A_DISTANCIA if bolsas is None else Tipo.MULTIBOLSA
        elif d["pantallas"] == MULTIPLICADO:
            tipo = Tipo.MULTIPLICADO
        return Ajustes(
            nombre=d["nombre"],
            fecha=d["fecha"],
            tipo=tipo,
            meta=meta,
            previstas=d["previstas"],
            lugar=d["lugar"],
            contrarios=Contrarios(d["contrarios"]) if d["contrarios"] else None,
            minutos=d["minutos"],
            espera=d["espera"],
            cupo=d["cupo"],
            cuota=d["cuota"],
            garantizado=d["garantizado"],
            modalidad=Modalidad(d["modalidad"] or Modalidad.INDIVIDUAL),
            encuentro=int(d["encuentro"] or 3),
            bolsas=bolsas,
            intercambio=d["intercambio"] if bolsas else None,
            intranet=bool(d["pantallas"]),
        )


class FormaDeApuntarse(FormaDeTu):
    """Quien llega por el enlace: basta el nombre (TO2)."""

    id_orden = forms.UUIDField(widget=forms.HiddenInput)
    nombre = TextoCorto(
        label=_("Tu nombre, como quieres que te llamen"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={
            "required": _("Falta tu nombre."),
            "max_length": _("Ese nombre es muy largo: hasta 40 letras."),
        },
    )
    correo = forms.EmailField(
        label=_("Tu correo (si quieres)"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email"}),
        error_messages={"invalid": _("Ese correo no está completo. Es como nombre@correo.mx.")},
    )
    club = TextoCorto(label=_("Tu club (si tienes)"), max_length=60, required=False)
    procedencia = TextoCorto(label=_("De dónde vienes (si quieres)"), max_length=60, required=False)

    def persona(self) -> Persona:
        """Lo escrito, para el servicio."""
        d = self.cleaned_data
        return Persona(d["nombre"], d["correo"], d["club"], d["procedencia"])


class FormaDeRegistro(FormaDeTu):
    """Una lista de nombres, uno por renglón; tras una coma, el club."""

    id_orden = forms.UUIDField(widget=forms.HiddenInput)
    lista = forms.CharField(
        label=_("Un nombre por renglón"),
        max_length=LETRAS_DE_LISTA,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Si quieres, después de una coma va el club: «Carmen Ruiz, La Mula de Seis»."),
        error_messages={
            "required": _("Escribe al menos un nombre."),
            "max_length": _("Es una lista muy larga: hasta 300 nombres de una vez."),
        },
    )
    llegaron = forms.BooleanField(label=_("Ya están en la sala"), required=False)

    def clean_lista(self) -> list[Persona]:
        """Las personas, en su orden."""
        personas = []
        renglones = self.cleaned_data["lista"].splitlines()
        if len(renglones) > LINEAS_DE_LISTA:
            raise ValidationError(_("Son muchos nombres: hasta %(n)d de una vez."), params={"n": LINEAS_DE_LISTA})
        for renglon in renglones:
            nombre, _coma, club = renglon.partition(",")
            if nombre.strip():
                sin_invisibles(nombre.strip() + club.strip())
                if len(nombre.strip()) > 40:
                    raise ValidationError(_("Hay un nombre muy largo: hasta 40 letras."))
                personas.append(Persona(nombre, club=club))
        return personas


class FormaDePremios(FormaDeTu):
    """Un premio por renglón: «1 6000» o «2 30%»; con varias tablas, antes va de cuál son (TO23)."""

    id_orden = forms.UUIDField(widget=forms.HiddenInput)
    lista = forms.CharField(
        label=_("Un premio por renglón"),
        max_length=LETRAS_DE_LISTA,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_(
            "El lugar y lo que vale: «1 6000» en dinero, o «2 30%» de lo recaudado o garantizado. En Multibolsa, un "
            "renglón «Bolsa 2» antes de los suyos; A Distancia, «Parejas» o «Equipos»."
        ),
    )

    def clean_lista(self) -> Sequence[Premio]:
        """Los premios; el renglón que no se entiende se dice."""
        renglones = [r for r in self.cleaned_data["lista"].splitlines() if r.strip()]
        if len(renglones) > LUGARES_DE_PREMIO:
            raise ValidationError(_("Son muchos premios: hasta %(n)d."), params={"n": LUGARES_DE_PREMIO})
        premios, bolsa = [], 1
        for renglon in renglones:
            if (titulo := BOLSAS.get(llano(renglon.strip().rstrip(":")))) is not None:
                bolsa = titulo
            else:
                premios.append(_premio(renglon.strip(), bolsa))
        return premios


def _premio(renglon: str, bolsa: int) -> Premio:
    lugar, _espacio, cuanto = renglon.replace("$", "").replace("º", "").replace(".°", "").partition(" ")
    try:
        valor = Decimal(cuanto.replace(",", "").replace("%", "").strip())
        if valor < 0 or not lugar.rstrip(".").isdecimal() or len(lugar) > 4:
            raise InvalidOperation
    except InvalidOperation as e:
        raise ValidationError(_("No se entiende «%(renglon)s»."), params={"renglon": renglon[:40]}) from e
    de = {"porcentaje": valor} if "%" in cuanto else {"importe": valor}
    return Premio(int(lugar.rstrip(".")), bolsa, **de)


def escrito_de(premios: Sequence[Any]) -> str:
    """Los guardados, como se escriben."""
    renglones, bolsa = [], 1
    for p in premios:
        if p.bolsa != bolsa:
            renglones.append(p.de)
            bolsa = p.bolsa
        renglones.append(f"{p.lugar} {_cifra(p.porcentaje) + '%' if p.importe is None else _cifra(p.importe)}")
    return "\n".join(renglones)


def _cifra(valor: Decimal) -> str:
    return f"{valor:.2f}".removesuffix(".00")
