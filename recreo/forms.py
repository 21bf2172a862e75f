"""Formularios del alta (RE2): ámbito y jugadores. Lo escrito no se pierde y cada error va junto a su campo."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from config.comun.escrito import TextoCorto
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, JugadorVisto
from recreo.models import NOMBRES_DE_META, Jugador
from recreo.servicios import DatosJugador
from recreo.textos import texto_de
from reglas.tipos import Meta, TipoDeRol

CORREO = re.compile(r"[^\s,;<>()]+@[^\s,;<>()]+")
ADORNO = re.compile(r"^\s*(?:\d{1,2}\s*[.):-]+|[-*•·])\s*")
NUMERO = re.compile(r"\d{1,2}[.):-]*")
SEPARA = re.compile(r"[,;\t]+")
LETRAS_DE_NOMBRE = 40
LETRAS_DE_LISTA = 6_000
"""Dieciséis nombres con el correo más largo que hay no llegan a cinco mil."""

# error de servicio → campo del formulario junto al que se dice
CAMPOS = {
    "apuesta_solo_en_ronda": "importe",
    "castigo_invalido": "tantos",
    "falta_conformidad": "motivo",
    "falta_motivo": "motivo",
    "falta_nombre": "nombre",
    "gana_la_otra_pareja": "ganadora",
    "importe_invalido": "importe",
    "infractor_de_la_ganadora": "infraccion_de",
    "lugar_ocupado": "correo",
    "correo_repetido": "correo",
    "no_se_sienta_aqui": "infraccion_de",
    "nombre_repetido": "nombre",
    "numero_inexistente": "numero",
    "pareja_invalida": "gana",
    "ya_en_otro_recreo": "correo",
}


def decir_error(forma: forms.BaseForm, error: ErrorDeServicio) -> None:
    """Pone el error junto a su campo; si no es de ninguno, arriba del formulario."""
    campo = CAMPOS.get(error.codigo, "")
    forma.add_error(campo if campo in forma.fields else None, texto_de(error))


class Importe(forms.DecimalField):
    """Un importe como la gente lo escribe: «$20», «1,000.50»."""

    def to_python(self, value: Any) -> Any:
        """Quita el signo de pesos, los espacios y la coma de los miles; una coma al final es el punto."""
        texto = str(value or "").replace("$", "").replace(" ", "")
        texto = re.sub(r",(\d{1,2})$", r".\1", texto) if "." not in texto else texto
        return super().to_python(texto.replace(",", "") or "0")


class FormaDeAmbito(forms.Form):
    """Nombre, lugar, meta y, en Ronda, la apuesta."""

    id_orden = forms.UUIDField(widget=forms.HiddenInput)
    nombre = TextoCorto(
        label=_("Nombre del Recreo"),
        max_length=60,
        help_text=_("Así lo verán tus amigos: «Sobremesa del domingo»."),
        error_messages={"required": _("Falta el nombre del Recreo. Escríbelo: así lo encontrarán tus amigos.")},
    )
    lugar = TextoCorto(label=_("Lugar (opcional)"), max_length=60, required=False)
    procedencia = TextoCorto(
        label=_("Procedencia (opcional)"),
        max_length=60,
        required=False,
        help_text=_("De dónde son: «Puebla», «Club La Mula de Seis», «La familia Ruiz»."),
    )
    meta = forms.TypedChoiceField(
        label=_("¿A qué juegan?"),
        coerce=Meta,
        choices=[(m.value, t) for m, t in NOMBRES_DE_META.items()],
        initial=Meta.CIEN.value,
        widget=forms.RadioSelect,
    )
    importe = Importe(
        label=_("Apuesta por valor ficha"),
        min_value=0,
        max_digits=7,
        decimal_places=2,
        required=False,
        initial=0,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        error_messages={
            "invalid": _("Escribe el importe con números, como 20 o 12.50. Con 0 no hay apuesta."),
            "min_value": _("El importe va de cero en adelante. Con 0 no hay apuesta."),
            "max_decimal_places": _("El importe lleva a lo más dos decimales: centavos."),
            "max_digits": _("Ese importe es demasiado grande. Escribe hasta 99,999.99."),
            "max_whole_digits": _("Ese importe es demasiado grande. Escribe hasta 99,999.99."),
        },
    )
    pago_extraordinario = forms.BooleanField(label=_("Con pago extraordinario al final"), required=False)

    rol = forms.TypedChoiceField(
        label=_("¿Con qué rol?"),
        coerce=TipoDeRol,
        choices=[
            (TipoDeRol.OFICIAL.value, _("El oficial")),
            (TipoDeRol.EQUILIBRADO.value, _("El equilibrado")),
        ],
        initial=TipoDeRol.OFICIAL.value,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, ronda: bool, con_rol: bool, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        if not con_rol:
            del self.fields["rol"]
        if not ronda:
            del self.fields["importe"], self.fields["pago_extraordinario"]


def guardado_de(estado: EstadoRecreo) -> dict[str, Any]:
    """El ámbito como está, para llenar el formulario."""
    return {
        "nombre": estado.nombre,
        "lugar": estado.lugar,
        "procedencia": estado.procedencia,
        "meta": estado.meta.value,
        "rol": estado.tipo_de_rol.value,
        "importe": estado.importe,
        "pago_extraordinario": estado.pago_extraordinario,
    }


class FormaDeRenglon(forms.Form):
    """Un número: nombre, correo y, si es anotador, cómo anotará."""

    nombre = TextoCorto(
        max_length=LETRAS_DE_NOMBRE,
        required=False,
        error_messages={"max_length": _("Ese nombre es muy largo: hasta 40 letras.")},
    )
    correo = forms.EmailField(
        required=False, error_messages={"invalid": _("Ese correo no está completo. Es como nombre@correo.mx.")}
    )
    anota = forms.ChoiceField(choices=Jugador.Anota.choices, required=False)


@dataclass(frozen=True, slots=True)
class Renglon:
    """Un renglón del alta en pantalla."""

    jugador: JugadorVisto
    forma: FormaDeRenglon
    anota: bool
    fijo: bool
    """Su correo no se cambia: es el organizador, o ya entró y el Recreo está en juego."""
    prepara: bool = True
    """Todavía no empieza: los números se pueden cambiar."""

    @property
    def se_mueve(self) -> bool:
        """Su nombre puede pasar a otro número: nadie lo ocupa todavía (D312)."""
        return self.jugador.numero != 1 and not self.jugador.tiene_acceso and self.prepara

    @property
    def abierto(self) -> bool:
        """El correo y el papel salen cuando se piden, o si ahí hay un error."""
        return bool(self.forma.is_bound and self.forma["correo"].errors)

    @property
    def elegido(self) -> str:
        """Cómo anotará, según lo escrito o lo guardado."""
        return str(self.forma["anota"].value() or "telefono")


def renglones_de(estado: EstadoRecreo, datos: Mapping[str, Any] | None = None) -> list[Renglon]:
    """Un renglón por número, con lo guardado o con lo que se mandó."""
    return [_renglon(estado, j, datos) for j in estado.jugadores.values()]


def _renglon(estado: EstadoRecreo, j: JugadorVisto, datos: Mapping[str, Any] | None) -> Renglon:
    guardado = {"nombre": j.nombre, "correo": j.correo, "anota": j.anota}
    return Renglon(
        jugador=j,
        forma=FormaDeRenglon(datos, prefix=f"j{j.numero}", initial=guardado),
        anota=j.numero in estado.anotadores,
        fijo=j.numero == 1 or (estado.estado == "en_juego" and j.tiene_acceso),
        prepara=estado.estado == "preparacion",
    )


def datos_de(renglones: Sequence[Renglon]) -> list[DatosJugador] | None:
    """Lo escrito, listo para guardar; None si algún renglón tiene error."""
    if not all(r.forma.is_valid() for r in renglones):
        return None
    return [
        DatosJugador(
            r.jugador.numero,
            r.forma.cleaned_data["nombre"],
            r.jugador.correo if r.fijo else r.forma.cleaned_data["correo"],
            r.forma.cleaned_data["anota"] or r.jugador.anota,
        )
        for r in renglones
    ]


def decir_en_renglon(renglones: Sequence[Renglon], error: ErrorDeServicio) -> bool:
    """Pone el error en el renglón de su número; False si no es de ninguno."""
    numero = error.datos.get("numero")
    for r in renglones:
        if r.jugador.numero == numero:
            decir_error(r.forma, error)
            return True
    return False


LO_DE_CADA_QUIEN = ("nombre", "correo", "anota")


def mover(datos: Mapping[str, Any], movibles: Sequence[int], numero: int, paso: int) -> dict[str, Any]:
    """Lo escrito, con el de `numero` un lugar más arriba (-1) o más abajo (1) entre los que se pueden mover."""
    movido = {k: datos[k] for k in datos}
    donde = movibles.index(numero) + paso if numero in movibles else -1
    if not 0 <= donde < len(movibles):
        return movido
    for campo in LO_DE_CADA_QUIEN:
        uno, otro = f"j{numero}-{campo}", f"j{movibles[donde]}-{campo}"
        movido[uno], movido[otro] = datos.get(otro, ""), datos.get(uno, "")
    return movido


@dataclass(slots=True)
class Reparto:
    """Cómo quedó el alta tras repartir una lista, y lo que no se repartió: nada se pierde sin decirlo."""

    lleno: dict[str, Any]
    de_mas: bool = False
    """La lista no es la de un Recreo: no se miró."""
    sobran: list[str] = field(default_factory=list)
    repetidos: list[str] = field(default_factory=list)
    largos: list[str] = field(default_factory=list)
    correo_del_1: str = ""
    """El correo que traía el número 1: no se pone, es el de la cuenta de quien organiza."""


def repartir(datos: Mapping[str, Any], tamano: int) -> Reparto:
    """Reparte una lista pegada entre los números sin nombre.

    Cada renglón (o coma) es una persona; acepta «3. Beto», «- Beto», «Beto beto@correo.mx» y «Beto, beto@correo.mx».
    """
    lleno = {k: datos[k] for k in datos}
    reparto = Reparto(lleno, de_mas=len(str(datos.get("lista", ""))) > LETRAS_DE_LISTA)
    if reparto.de_mas:
        return reparto
    puestos = {str(lleno.get(f"j{n}-nombre", "")).strip().casefold() for n in range(1, tamano + 1)}
    libres = [n for n in range(1, tamano + 1) if not str(lleno.get(f"j{n}-nombre", "")).strip()]
    quedan = []
    organiza = str(lleno.get("j1-nombre", "")).strip().casefold()
    for nombre, correo in _personas(str(datos.get("lista", ""))):
        if organiza and nombre.casefold() == organiza:
            organiza = ""  # se apuntó también en su lista: ya es el 1
            continue
        causa = _por_que_no_cabe(reparto, nombre, puestos, libres)
        if causa is not None:
            causa.append(nombre)
            quedan.append(f"{nombre} {correo}".strip())
            continue
        numero = libres.pop(0)
        puestos.add(nombre.casefold())
        lleno[f"j{numero}-nombre"] = nombre
        if correo and numero == 1:
            reparto.correo_del_1 = correo
        elif correo:
            lleno[f"j{numero}-correo"] = correo
    lleno["lista"] = "\n".join(quedan)
    return reparto


def _por_que_no_cabe(reparto: Reparto, nombre: str, puestos: set[str], libres: list[int]) -> list[str] | None:
    if nombre.casefold() in puestos:
        return reparto.repetidos
    if len(nombre) > LETRAS_DE_NOMBRE:
        return reparto.largos
    return None if libres else reparto.sobran


def _personas(lista: str) -> list[tuple[str, str]]:
    personas: list[tuple[str, str]] = []
    for renglon in lista.splitlines():
        antes = len(personas)
        partes = [p for p in SEPARA.split(renglon) if p.strip()]
        for parte in partes:
            solo = parte.strip(" <>()")
            if len(personas) > antes and not personas[-1][1] and CORREO.fullmatch(solo):
                personas[-1] = (personas[-1][0], solo)  # «Beto, beto@correo.mx»: el correo es de quien va antes
            elif not (len(partes) > 1 and NUMERO.fullmatch(solo)) and (persona := _persona(parte))[0]:
                personas.append(persona)
    return personas


def _persona(parte: str) -> tuple[str, str]:
    hallado = CORREO.search(parte)
    correo = hallado.group() if hallado and _es_correo(hallado.group()) else ""
    # lo que rodea al correo se va con él; sin correo, lo escrito es el nombre tal cual
    suelto = parte.replace(correo, " ").strip(" <>()") if correo else parte
    nombre = " ".join(ADORNO.sub("", suelto).split())
    return nombre or correo.partition("@")[0], correo


def _es_correo(texto: str) -> bool:
    try:
        validate_email(texto)
    except ValidationError:
        return False
    return True


class FormaDeReclamoDeHistoria(forms.Form):
    """Un Recreo (o todos, sin decir cuál), y si es de quien lo dice (1) o no (0)."""

    mios = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])
    recreo = forms.IntegerField(required=False, min_value=0, max_value=2**53)

    def clean_recreo(self) -> int:
        """Sin decirlo, todos."""
        return self.cleaned_data["recreo"] or 0
