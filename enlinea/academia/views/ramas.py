"""Las ramas de simulación: guardarlas, compararlas lado a lado y borrarlas (AC2)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.comun.recarga import orden_o_regreso
from config.templatetags.domino import nombre_de_ficha
from enlinea.academia.consultas import ramas as consultas
from enlinea.academia.consultas.fuente import Fuente
from enlinea.academia.consultas.ramas import Columna
from enlinea.academia.forms import FormaDeRama
from enlinea.academia.servicios import ramas as servicios
from enlinea.academia.views.repetir import fuente_o_404, leer_jugadas, numero_de
from enlinea.acceso.views.comun import aceptar, cuenta_de, de_suscriptores, negar
from enlinea.errores import ErrorDeServicio
from enlinea.sala.views.marco import contexto_de_sala
from enlinea.textos.frases import y_lista
from reglas.fichas import FICHAS


@de_suscriptores
@require_safe
def ramas(peticion: HttpRequest, tipo: str, fuente_id: int) -> HttpResponse:
    """Las manos con ramas, lado a lado, y la partida que habrían dado (`?m1=<rama>` elige la de la mano 1)."""
    fuente = fuente_o_404(peticion, tipo, fuente_id)
    cuenta = cuenta_de(peticion)
    elegidas = {mano: numero_de(peticion, f"m{mano + 1}") for mano in range(len(fuente.manos))}
    manos = consultas.partida_que_pudo_ser(fuente, cuenta, elegidas)
    datos = {
        **contexto_de_sala(peticion, "academia"),
        "fuente": fuente,
        "manos": [{"m": mano, "dice": _resultado(fuente, mano.cuenta)} for mano in manos],
        "final": manos[-1].marcador if manos else None,
        "parejas": [y_lista([fuente.nombres[p], fuente.nombres[p + 2]]) for p in (0, 1)],
        "tablas": [_tabla(fuente, mano.numero, consultas.columnas_de(fuente, mano.numero, mano.ramas))
                   for mano in manos if mano.ramas],
        "borrada": numero_de(peticion, "borrada"),
    }  # fmt: skip
    return render(peticion, "enlinea/academia/ramas.html", datos)


def _resultado(fuente: Fuente, cuenta: Any) -> str:
    """Cómo acabó una mano, en una frase."""
    if cuenta is None:
        return _("sin terminar")
    desenlace, asiento, ganadora, tantos = cuenta
    if ganadora is None:
        return _("cierre, nadie la ganó")
    pareja = y_lista([fuente.nombres[ganadora], fuente.nombres[ganadora + 2]])
    como = _("dominó %(quien)s") % {"quien": fuente.nombres[asiento]} if desenlace == "dominada" else _("cierre")
    if fuente.meta.tantos is None:
        return _("%(como)s: gana %(pareja)s") % {"como": como, "pareja": pareja}
    return _("%(como)s: %(tantos)s para %(pareja)s") % {"como": como, "tantos": tantos, "pareja": pareja}


def _tabla(fuente: Fuente, mano: int, columnas: list[Columna]) -> dict[str, Any]:
    """Una mano: sus columnas y, por renglón, la jugada de cada una."""
    largo = max(len(c.jugadas) for c in columnas)
    return {
        "n": mano + 1,
        "columnas": [{"c": c, "dice": _resultado(fuente, c.cuenta), "pases": sum(c.pases)} for c in columnas],
        "renglones": [
            {"n": lugar + 1, "celdas": [_celda(fuente, columna, columnas[0], lugar) for columna in columnas]}
            for lugar in range(largo)
        ],
    }


def _celda(fuente: Fuente, columna: Columna, jugada: Columna, lugar: int) -> dict[str, Any]:
    """Una ficha de la columna; `otra` si en ese lugar no se jugó esa misma, ahí y por esa persona."""
    if lugar >= len(columna.jugadas):
        return {"quien": "", "ficha": "", "otra": False}
    ficha, _extremo, asiento = columna.jugadas[lugar]
    otra = lugar >= len(jugada.jugadas) or jugada.jugadas[lugar] != columna.jugadas[lugar]
    return {
        "quien": fuente.nombres[asiento],
        "ficha": FICHAS[ficha],
        "nombre": nombre_de_ficha(*FICHAS[ficha]),
        "otra": otra,
    }


@de_suscriptores
@orden_o_regreso(lambda tipo, fuente_id: reverse("enlinea:repetir", args=[tipo, fuente_id]))
def guardar(peticion: HttpRequest, tipo: str, fuente_id: int) -> HttpResponse:
    """Guarda la simulación y lleva a verla."""
    fuente = fuente_o_404(peticion, tipo, fuente_id)
    aqui = reverse("enlinea:repetir", args=[tipo, fuente_id])
    forma = FormaDeRama(peticion.POST)
    if not forma.is_valid():
        return negar(peticion, ErrorDeServicio("forma_invalida"), aqui)
    d = forma.cleaned_data
    try:
        rama = servicios.rama_guardar(
            cuenta_id=cuenta_de(peticion),
            id_orden=d["id_orden"],
            fuente=fuente,
            mano=d["mano"] - 1,
            desde=d["desde"],
            jugadas=leer_jugadas(d["jugadas"]),
            nombre=d["nombre"],
            ahora=timezone.now(),
        )
    except ValueError:
        return negar(peticion, ErrorDeServicio("forma_invalida"), aqui)
    except ErrorDeServicio as error:
        return negar(peticion, error, aqui)
    return aceptar(peticion, f"{aqui}?mano={rama.mano + 1}&rama={rama.pk}&jugada={rama.desde}")


@de_suscriptores
@orden_o_regreso(lambda tipo, fuente_id, rama_id: reverse("enlinea:ramas", args=[tipo, fuente_id]))
def quitar(peticion: HttpRequest, tipo: str, fuente_id: int, rama_id: int) -> HttpResponse:
    """Borra una rama, o la devuelve con `restaurar=1`."""
    fuente_o_404(peticion, tipo, fuente_id)
    lista = reverse("enlinea:ramas", args=[tipo, fuente_id])
    try:
        if peticion.POST.get("restaurar") == "1":
            rama = servicios.rama_restaurar(cuenta_id=cuenta_de(peticion), rama_id=rama_id)
            messages.success(peticion, _("La rama «%(nombre)s» está de vuelta.") % {"nombre": rama.nombre})
            return aceptar(peticion, lista)
        rama = servicios.rama_borrar(cuenta_id=cuenta_de(peticion), rama_id=rama_id, ahora=timezone.now())
    except ErrorDeServicio as error:
        return negar(peticion, error, lista)
    return aceptar(peticion, f"{lista}?borrada={rama.pk}")
