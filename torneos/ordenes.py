"""Qué órdenes acepta la web: nombre → formulario que traduce y servicio que la aplica (TO2 a TO20)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.comun.escrito import TextoCorto
from recreo.hoja.formas import (
    FormaDeBorrar,
    FormaDeDiscrepancia,
    FormaDeIncidencia,
    FormaDeLlamada,
    FormaDeMano,
    FormaDeMesa,
    FormaDeOrden,
    FormaDeResolver,
    Numero,
    Numeros,
)
from reglas.suizo.dictamen import Sancion
from reglas.suizo.premios import Cobro
from reglas.suizo.tipos import FinDeMesa
from torneos import servicios
from torneos.models import Auxiliar, Restriccion
from torneos.servicios import Resultado

PAREJAS = [("0", "0"), ("1", "1")]
TANTOS_MAXIMOS = 999


class Motivo(TextoCorto):
    """Por qué; vacío lo niega el servicio si hacía falta."""

    def __init__(self, **opciones: Any) -> None:
        super().__init__(max_length=200, required=False, **opciones)


def numeros_escritos(texto: str) -> list[int]:
    """Los de un renglón, separados con lo que sea; a lo más uno más de los que caben."""
    partes = "".join(c if c.isdecimal() else " " for c in texto).split()
    return [int(p) for p in partes if len(p) < 6][:5]


class Logico(forms.TypedChoiceField):
    """Sí (1) o no (0)."""

    def __init__(self, **opciones: Any) -> None:
        super().__init__(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")], empty_value=None, **opciones)


class FormaDeNumero(FormaDeOrden):
    """Nombra a una persona."""

    numero = Numero()


class FormaConMotivo(FormaDeOrden):
    """Sólo por qué."""

    motivo = Motivo()


class FormaDeRetiro(FormaDeNumero):
    """A quién y por qué."""

    motivo = Motivo()


class FormaDePartida(FormaDeOrden):
    """Nombra una partida."""

    partida = Numero()


class FormaDeDeshacer(FormaDePartida):
    """Qué partida y por qué."""

    motivo = Motivo()


class FormaDeDictado(FormaDeOrden):
    """Lo que se dictó en la sala."""

    texto = TextoCorto(max_length=60)


class FormaDeDictarPartida(FormaDePartida):
    """Lo que se dictó para una partida, dos veces; que sean iguales lo dice el servicio."""

    texto = TextoCorto(max_length=60, required=False)
    repetido = TextoCorto(max_length=60, required=False)


class FormaDeAuxiliar(FormaDeOrden):
    """A quién se dan permisos, cuáles y en qué mesas."""

    correo = forms.EmailField(error_messages={"invalid": _("Ese correo no está completo. Es como nombre@correo.mx.")})
    nombre = TextoCorto(max_length=40)
    papel = forms.ChoiceField(choices=Auxiliar.Papel.choices)
    desde_mesa = Numero(required=False)
    hasta_mesa = Numero(required=False)

    def clean_desde_mesa(self) -> int:
        """Sin decir, desde la 1."""
        return self.cleaned_data["desde_mesa"] or 1

    def clean_hasta_mesa(self) -> int:
        """Sin decir, todas."""
        return self.cleaned_data["hasta_mesa"] or 999


class FormaDeQuitarAuxiliar(FormaDeOrden):
    """Nombra a quien ayuda."""

    auxiliar = forms.IntegerField(min_value=1)


class FormaDePersona(FormaDeNumero):
    """Los datos de alguien ya inscrito."""

    nombre = TextoCorto(max_length=40)
    correo = forms.EmailField(required=False)
    club = TextoCorto(max_length=60, required=False)
    procedencia = TextoCorto(max_length=60, required=False)


class FormaDeIntercambio(FormaDeOrden):
    """Cuántos cambian de bolsa; sin decir, los de la regla."""

    intercambio = forms.IntegerField(min_value=0, max_value=128, required=False)


class FormaDeSuplente(FormaDeNumero):
    """El suplente de un conjunto."""

    nombre = TextoCorto(max_length=40, error_messages={"required": _("Falta el nombre del suplente.")})
    correo = forms.EmailField(required=False)


class FormaDeEntraSuplente(FormaDeNumero):
    """En qué conjunto, por quién y por qué."""

    por = Numero(error_messages={"required": _("Escoge a quién suple.")})
    motivo = Motivo()


class FormaDeDeclarar(FormaDeOrden):
    """Dos números si es pareja y cuatro si es equipo, y cómo se llaman."""

    numeros = TextoCorto(max_length=40, error_messages={"required": _("Escribe los números de quienes van juntos.")})
    nombre = TextoCorto(max_length=40, required=False)

    def clean_numeros(self) -> list[int]:
        """Separados con lo que sea."""
        return numeros_escritos(self.cleaned_data["numeros"])


class FormaDeQuitarDeclarado(FormaDeOrden):
    """Nombra una pareja o un equipo declarado."""

    declarado = forms.IntegerField(min_value=1)


class FormaDeComodin(FormaDeNumero):
    """Si es de la casa."""

    comodin = Logico()


class FormaDeMesaFija(FormaDeNumero):
    """En qué mesa; sin ella, en cualquiera."""

    mesa = Numero(required=False)


class FormaDeCobro(FormaDeNumero):
    """Cómo va su cuota."""

    cobro = forms.TypedChoiceField(coerce=Cobro, choices=[(c.value, c.value) for c in Cobro])


class FormaDeRestriccion(FormaDeOrden):
    """Qué par, de qué tipo y por qué."""

    uno = Numero()
    otro = Numero()
    tipo = forms.ChoiceField(choices=Restriccion.Tipo.choices)
    motivo = Motivo()


class FormaDeQuitarRestriccion(FormaConMotivo):
    """Nombra una restricción."""

    restriccion = forms.IntegerField(min_value=1)


class FormaDeForzada(FormaDeOrden):
    """Cuatro números, por asiento."""

    numeros = TextoCorto(max_length=40)
    motivo = Motivo()

    def clean_numeros(self) -> list[int]:
        """Separados con lo que sea."""
        return numeros_escritos(self.cleaned_data["numeros"])


class FormaDeQuitarDisposicion(FormaDeOrden):
    """Nombra lo dispuesto."""

    disposicion = forms.IntegerField(min_value=1)


class FormaDePublicar(FormaDeOrden):
    """Nombra un ensayo."""

    ensayo = forms.IntegerField(min_value=1)


class FormaDeEmpezar(FormaDeMesa):
    """Quiénes están y quién sale."""

    presentes = Numeros(required=False)
    salidor = Numero(required=False)


class FormaDeConfirmar(FormaDeMesa):
    """Quién confirma lo que se vio."""

    numero = Numero(error_messages={"required": _("Escoge quién confirma.")})
    anotadas = forms.IntegerField(min_value=0, max_value=9999)


class FormaDeCerrar(FormaDeMesa):
    """Lo anotado que se vio."""

    anotadas = forms.IntegerField(min_value=0, max_value=9999)


class FormaDeDefault(FormaDeMesa):
    """Qué pareja gana y por qué."""

    gana = forms.TypedChoiceField(coerce=int, choices=PAREJAS, error_messages={"required": _("Escoge quién gana.")})
    motivo = Motivo()


class FormaDeAusencia(FormaDeMesa):
    """Quiénes no vinieron."""

    ausentes = Numeros(error_messages={"required": _("Escoge quién faltó.")})
    motivo = Motivo()


class FormaDeCaptura(FormaDeMesa):
    """El marcador final de un papel."""

    a = forms.IntegerField(min_value=0, max_value=TANTOS_MAXIMOS)
    b = forms.IntegerField(min_value=0, max_value=TANTOS_MAXIMOS)


class FormaDeCorreccion(FormaDeCaptura):
    """Cómo quedó de verdad, y por qué se corrige."""

    fin = forms.TypedChoiceField(coerce=FinDeMesa, choices=[(f.value, f.value) for f in FinDeMesa])
    ganadora = forms.TypedChoiceField(coerce=int, required=False, empty_value=None, choices=PAREJAS)
    ausentes = Numeros(required=False)
    motivo = Motivo()


class FormaDePerdida(FormaDeMesa):
    """Quién pierde la partida por una falta, y por qué."""

    numero = Numero()
    motivo = Motivo()


class FormaDeSancion(FormaDeNumero):
    """Amonestación, castigo o expulsión."""

    tipo = forms.TypedChoiceField(coerce=Sancion, choices=[(s.value, s.value) for s in Sancion])
    tantos = forms.IntegerField(required=False, min_value=0, max_value=TANTOS_MAXIMOS)
    motivo = Motivo()

    def clean_tantos(self) -> int:
        """Sin cantidad es cero."""
        return self.cleaned_data["tantos"] or 0


class FormaDeQuitarSancion(FormaConMotivo):
    """Nombra un castigo."""

    sancion = forms.IntegerField(min_value=1)


class FormaDePuestos(FormaDeOrden):
    """Cuántos por zona."""

    por_zona = Numero()


class FormaDePuesto(FormaDeOrden):
    """Nombra un puesto."""

    zona = forms.IntegerField(min_value=0, max_value=3)
    numero = Numero()


@dataclass(frozen=True, slots=True)
class OrdenWeb:
    """Una orden que la web acepta. `de_mesa`: también la da quien trae la hoja de su mesa."""

    forma: type[FormaDeOrden]
    servicio: Callable[..., Resultado]
    de_mesa: bool = False


def _de_mesa(forma: type[FormaDeOrden], servicio: Callable[..., Resultado]) -> OrdenWeb:
    return OrdenWeb(forma, servicio, de_mesa=True)


ORDENES: dict[str, OrdenWeb] = {
    "sorteo_dictar": OrdenWeb(FormaDeDictado, servicios.sorteo_dictar),
    "torneo_cancelar": OrdenWeb(FormaConMotivo, servicios.torneo_cancelar),
    "torneo_terminar": OrdenWeb(FormaConMotivo, servicios.torneo_terminar),
    "auxiliar_poner": OrdenWeb(FormaDeAuxiliar, servicios.auxiliar_poner),
    "auxiliar_quitar": OrdenWeb(FormaDeQuitarAuxiliar, servicios.auxiliar_quitar),
    "inscrito_llego": OrdenWeb(FormaDeNumero, servicios.inscrito_llego),
    "inscrito_no_llego": OrdenWeb(FormaDeNumero, servicios.inscrito_no_llego),
    "inscrito_retirar": OrdenWeb(FormaDeRetiro, servicios.inscrito_retirar),
    "inscrito_regresar": OrdenWeb(FormaDeNumero, servicios.inscrito_regresar),
    "inscrito_cambiar": OrdenWeb(FormaDePersona, servicios.inscrito_cambiar),
    "intercambio_fijar": OrdenWeb(FormaDeIntercambio, servicios.intercambio_fijar),
    "distancia_declarar": OrdenWeb(FormaDeDeclarar, servicios.distancia_declarar),
    "distancia_quitar": OrdenWeb(FormaDeQuitarDeclarado, servicios.distancia_quitar),
    "suplente_registrar": OrdenWeb(FormaDeSuplente, servicios.suplente_registrar),
    "suplente_entrar": OrdenWeb(FormaDeEntraSuplente, servicios.suplente_entrar),
    "suplente_no_entra": OrdenWeb(FormaDeNumero, servicios.suplente_no_entra),
    "inscrito_comodin": OrdenWeb(FormaDeComodin, servicios.inscrito_comodin),
    "inscrito_fijar": OrdenWeb(FormaDeMesaFija, servicios.inscrito_fijar),
    "inscrito_cobrar": OrdenWeb(FormaDeCobro, servicios.inscrito_cobrar),
    "puestos_poner": OrdenWeb(FormaDePuestos, servicios.puestos_poner),
    "puesto_renovar": OrdenWeb(FormaDePuesto, servicios.puesto_renovar),
    "restriccion_poner": OrdenWeb(FormaDeRestriccion, servicios.restriccion_poner),
    "restriccion_quitar": OrdenWeb(FormaDeQuitarRestriccion, servicios.restriccion_quitar),
    "ausencia_avisar": OrdenWeb(FormaDeRetiro, servicios.ausencia_avisar),
    "mesa_forzar": OrdenWeb(FormaDeForzada, servicios.mesa_forzar),
    "disposicion_quitar": OrdenWeb(FormaDeQuitarDisposicion, servicios.disposicion_quitar),
    "ensayo_pedir": OrdenWeb(FormaDeOrden, servicios.ensayo_pedir),
    "partida_publicar": OrdenWeb(FormaDePublicar, servicios.partida_publicar),
    "partida_deshacer": OrdenWeb(FormaDeDeshacer, servicios.partida_deshacer),
    "partida_dictar": OrdenWeb(FormaDeDictarPartida, servicios.partida_dictar),
    "partida_arrancar": OrdenWeb(FormaDePartida, servicios.partida_arrancar),
    "partida_cerrar": OrdenWeb(FormaDePartida, servicios.partida_cerrar),
    "mesa_empezar": _de_mesa(FormaDeEmpezar, servicios.mesa_empezar),
    "mano_anotar": _de_mesa(FormaDeMano, servicios.mano_anotar),
    "mano_borrar": _de_mesa(FormaDeBorrar, servicios.mano_borrar),
    "discrepancia_proponer": _de_mesa(FormaDeDiscrepancia, servicios.discrepancia_proponer),
    "discrepancia_resolver": OrdenWeb(FormaDeResolver, servicios.discrepancia_resolver),
    "mesa_confirmar": _de_mesa(FormaDeConfirmar, servicios.mesa_confirmar),
    "mesa_objetar": _de_mesa(FormaDeLlamada, servicios.mesa_objetar),
    "juez_llamar": _de_mesa(FormaDeLlamada, servicios.juez_llamar),
    "incidencia_atender": OrdenWeb(FormaDeIncidencia, servicios.incidencia_atender),
    "mesa_cerrar": OrdenWeb(FormaDeCerrar, servicios.mesa_cerrar),
    "mesa_suspender": OrdenWeb(FormaDeCerrar, servicios.mesa_suspender),
    "mesa_dar_default": OrdenWeb(FormaDeDefault, servicios.mesa_dar_default),
    "mesa_dar_ausencia": OrdenWeb(FormaDeAusencia, servicios.mesa_dar_ausencia),
    "mesa_dar_perdida": OrdenWeb(FormaDePerdida, servicios.mesa_dar_perdida),
    "mesa_capturar": OrdenWeb(FormaDeCaptura, servicios.mesa_capturar),
    "mesa_corregir": OrdenWeb(FormaDeCorreccion, servicios.mesa_corregir),
    "sancion_poner": OrdenWeb(FormaDeSancion, servicios.sancion_poner),
    "castigo_quitar": OrdenWeb(FormaDeQuitarSancion, servicios.castigo_quitar),
}
