"""La hoja de una partida: sus mesas y por qué, con quien busca su nombre llevado a la suya (TO15, D777)."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from reglas.suizo.tipos import Contrarios
from torneos import consultas
from torneos.estado import EstadoTorneo, PartidaVista
from torneos.pantallas import mesas_dichas
from torneos.porque.equipos import orden_de
from torneos.porque.hoja import (
    MesaExplicada,
    bolsas_dichas,
    cifras_de,
    descansan_en,
    hoja_dicha,
    orden_dicho,
    turnos_dichos,
    voz_de,
)
from torneos.porque.sin_mesa import sin_mesa
from torneos.porque.tuyo import tuyo
from torneos.porque.voz import Leida
from torneos.sesion import buscado, recordar_buscado
from torneos.tabla_dicha import bolsas_tras
from torneos.views.comun import con_nombre, estado_o_404, numero_escrito

TODOS = 0
"""En `quien`: que la hoja se lea entera y se olvide a quién se buscó."""


@require_GET
@never_cache
def partida(peticion: HttpRequest, codigo: str, numero: int) -> HttpResponse:
    """Una partida publicada: sus mesas, y por qué (TO15)."""
    estado = estado_o_404(codigo)
    vista, hoja = consultas.partida_de(estado.id, numero), consultas.hoja_de(estado.id, numero)
    if vista is None or hoja is None:
        raise Http404
    escrito = peticion.GET.get("q", "").strip()[:40]
    hallados = _hallados(estado, vista, escrito) if escrito else []
    quien = numero_escrito(peticion.GET.get("quien", ""), 5)
    if (va_a := _a_quien(peticion, estado, vista, hallados, quien)) is not None:
        return redirect(f"{reverse('torneos:partida', args=[estado.codigo, numero])}?quien={va_a}#j-{va_a}")
    if quien == TODOS:
        recordar_buscado(peticion.session, estado.codigo, None)
    contexto = _contexto(estado, vista, hoja, quien or None)
    contexto |= {"abierta": numero_escrito(peticion.GET.get("mesa", "")), "escrito": escrito}
    contexto["hallados"] = [(n, estado.nombre_de(n)) for n in hallados]
    contexto["volver"] = _regreso(estado, peticion.GET.get("volver", ""))
    return render(peticion, "torneos/partida.html", contexto)


def _hallados(estado: EstadoTorneo, vista: PartidaVista, escrito: str) -> list[int]:
    """Los de esta partida que se llaman así, o con ese número."""
    suyos = _los_de(estado, vista)
    exacto = numero_escrito(escrito, 5)
    if exacto in suyos and estado.sujeto_de(exacto) != exacto:
        return [exacto]
    return [n for n in con_nombre(estado, escrito) if n in suyos]


def _los_de(estado: EstadoTorneo, vista: PartidaVista) -> set[int]:
    """De quiénes dice algo la hoja: los que juegan, descansan o avisaron."""
    sentados = {estado.sujeto_de(n) for m in vista.mesas for n in m.asientos}
    sujetos = sentados | {*vista.descansan, *vista.ausentes}
    return sujetos | {i.numero for i in estado.inscritos.values() if i.conjunto in sujetos}


def _lo_suyo(
    estado: EstadoTorneo, vista: PartidaVista, hoja: dict[str, Any], quien: int | None
) -> dict[str, Any] | None:
    """Lo de quien se busca, arriba y junto (D794)."""
    mesa = vista.mesa_de.get(quien) if quien is not None else None
    de = next((m for m in hoja.get("mesas", ()) if mesa and m["mesa"] == mesa.numero), None)
    if mesa is None or de is None:
        return None
    voz = voz_de(estado, vista.numero, quien)
    return {"dicho": tuyo(estado, de, mesa.asientos, vista.numero, voz, Leida.de(hoja)), "mesa": mesa.numero}


def _a_quien(
    peticion: HttpRequest, estado: EstadoTorneo, vista: PartidaVista, hallados: Sequence[int], quien: int | None
) -> int | None:
    """A quién se lleva: al que buscó, que desde ahí se recuerda, o al que este aparato recordaba."""
    if len(hallados) == 1:
        recordar_buscado(peticion.session, estado.codigo, hallados[0])
        return hallados[0]
    if quien is not None or "mesa" in peticion.GET or "q" in peticion.GET:
        return None
    suyo = buscado(peticion.session, estado.codigo)
    return suyo if suyo in _los_de(estado, vista) else None


def _regreso(estado: EstadoTorneo, escrito: str) -> dict[str, Any] | None:
    """De «5-17»: a la mesa de la persona 17 en la partida 5, de donde se vino."""
    de, _guion, a = escrito.partition("-")
    partida, quien = numero_escrito(de), numero_escrito(a, 5)
    if partida is None or quien not in estado.inscritos or not 1 <= partida <= estado.publicadas:
        return None
    return {"partida": partida, "quien": quien}


def _contexto(estado: EstadoTorneo, vista: PartidaVista, hoja: dict[str, Any], quien: int | None) -> dict[str, Any]:
    numero = vista.numero
    # de un torneo traído no hay hoja: las mesas van sin su porqué (D579)
    asientos = {m.numero: m.asientos for m in vista.mesas}
    voz = voz_de(estado, numero)
    explicadas: list[MesaExplicada] = hoja_dicha(estado, hoja, asientos, voz) if hoja else []
    dichas = {m["mesa"].numero: m for m in mesas_dichas(estado, vista)}
    quien = quien if quien in _los_de(estado, vista) else None
    turnos = turnos_dichos(estado, hoja, voz) if hoja else {}
    lo_suyo = _lo_suyo(estado, vista, hoja, quien)
    fuera = sin_mesa(estado, vista, quien) if quien else None
    return {
        "estado": estado,
        "vista": vista,
        "mesas": [(m, dichas[m.numero]) for m in explicadas],
        "hoja": hoja,
        "cifras": cifras_de(estado, hoja) if hoja else [],
        "orden": orden_dicho(estado),
        "segunda_vez": not estado.en_conjunto and estado.regla_de_contrarios is Contrarios.UNA_VEZ,
        "sin_hoja": [] if hoja else list(dichas.values()),
        "explicadas": explicadas,
        "anulados": consultas.sorteos_anulados(estado.id),
        "descansan": [
            (*uno, turnos.get(uno[0], ""), _antes(estado, uno[0], numero))
            for uno in descansan_en(estado, numero, vista.descansan)
        ],
        "ausentes": [(n, estado.nombre_de(n)) for n in vista.ausentes],
        "bolsas": bolsas_dichas(estado, vista.corte, bolsas_tras(estado, numero - 1)),
        "quien": quien,
        "su_sujeto": estado.sujeto_de(quien) if quien else None,
        "quien_es": estado.nombre_de(quien) if quien else "",
        "tuyo": lo_suyo,
        "sin_mesa": fuera,
        "arriba": lo_suyo is not None or (fuera is not None and fuera.arriba),
    }


def _antes(estado: EstadoTorneo, numero: int, partida: int) -> list[str]:
    """De un conjunto, a quiénes se suple en esa partida (D793)."""
    return [p.antes for p in orden_de(estado, numero, partida) if p.antes]
