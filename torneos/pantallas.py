"""Las pantallas vivas de un torneo: sus zonas y quién arma sus datos. La página y el socket pintan lo mismo."""

from collections.abc import Callable, Hashable, Mapping, MutableMapping
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from recreo.errores import ErrorDeServicio
from recreo.hoja import pantalla as de_la_hoja
from recreo.hoja.pantalla import Borrador
from reglas.suizo.tipos import FinDeMesa
from torneos import consultas
from torneos.alcanza import aviso_de_parejas
from torneos.consultas.multiplicado import levantadas
from torneos.estado import EstadoTorneo, MesaVista, PartidaVista, Visor
from torneos.identidad import Quien
from torneos.porque.conjuntos import motivos_de_conjuntos
from torneos.porque.equipos import quien_empezo
from torneos.porque.hoja import bolsas_dichas, cifras_de, descansan_en, hoja_dicha, turnos_dichos, voz_de
from torneos.porque.mesa import comun_de, frases_de
from torneos.porque.sin_mesa import donde_sin_mesa, numero_dicho
from torneos.porque.tuyo import con_quien
from torneos.porque.voz import Leida
from torneos.puestos import de_puesto, puesto_dicho
from torneos.sesion import dijo_ser, en_la_mesa
from torneos.tabla_dicha import bolsas_tras, los_primeros, tabla_vista
from torneos.textos import COMO_VAN, FINES, llano, texto_de

Contexto = dict[str, Any]
DE_LA_MESA = frozenset({"mesa", "anotar"})
"""Las que se miran con los ojos de quien trae la hoja de su mesa."""
DE_LA_CASA = frozenset({"control", "emparejar"})
"""Sólo quien lleva una mesa de control o es juez; emparejar, sólo quien manda."""
LUGARES_EN_PUBLICA = 12


@dataclass(frozen=True, slots=True)
class Mirada:
    """Qué pantalla se mira y, si aplica, de qué partida y mesa. En `donde`, `mesa` es el número de la persona."""

    pantalla: str
    partida: int = 0
    mesa: int = 0


Armar = Callable[[EstadoTorneo, Mirada, Visor], Contexto]


@dataclass(frozen=True, slots=True)
class Pantalla:
    """Datos de una pantalla y la plantilla de cada zona."""

    contexto: Armar
    zonas: Mapping[str, str]


def puede_mirar(pantalla: str, visor: Visor) -> bool:
    """¿Existe esa pantalla y es para esa persona?"""
    if pantalla == "emparejar":
        return visor.manda
    return pantalla in PANTALLAS and (pantalla not in DE_LA_CASA or visor.trabaja)


def visor_de(estado: EstadoTorneo, mirada: Mirada, sesion: MutableMapping[str, Any], quien: Quien) -> Visor:
    """Con los ojos de su cuenta o, en la mesa cuya hoja trajo, con los de quien dijo ser."""
    mesa = estado.actual.mesa(mirada.mesa) if mirada.pantalla in DE_LA_MESA and estado.actual else None
    if mesa is not None and dijo_ser(sesion, mesa.clave):
        quien = en_la_mesa(sesion, quien, mesa.clave)
    return estado.visor(quien)


def llave_de(mirada: Mirada, visor: Visor) -> Hashable:
    """Quienes miran lo mismo con los mismos ojos ven lo mismo. Lo que esa pantalla no usa no la hace otra."""
    if mirada.pantalla in DE_LA_MESA:
        return mirada, visor
    if mirada.pantalla in DE_LA_CASA:
        return mirada.pantalla, visor
    return mirada.pantalla, {"donde": mirada.mesa, "puesto": (mirada.partida, mirada.mesa)}.get(mirada.pantalla, 0)


def contexto_de(estado: EstadoTorneo, mirada: Mirada, visor: Visor) -> Contexto:
    """Los datos de una pantalla: los mismos para la página y para el socket."""
    pantalla = PANTALLAS[mirada.pantalla]
    comunes = {"estado": estado, "visor": visor, "mirada": mirada, "zonas": pantalla.zonas, "partida": estado.actual}
    return {**comunes, **pantalla.contexto(estado, mirada, visor)}


def pintar(estado: EstadoTorneo, mirada: Mirada, visor: Visor) -> dict[str, str]:
    """HTML de cada zona para el socket (sin petición: los formularios los completa el guion del navegador)."""
    contexto = {**contexto_de(estado, mirada, visor), "en_vivo": True}
    return {zona: render_to_string(de, contexto).strip() for zona, de in PANTALLAS[mirada.pantalla].zonas.items()}


# -- piezas -----------------------------------------------------------------------------------------------------------


def lado(estado: EstadoTorneo, mesa: MesaVista, pareja: int) -> Contexto:
    """Una pareja de una mesa: quiénes son, cuánto llevan y si ganaron."""
    return {
        "forma": pareja,
        "numeros": mesa.parejas[pareja],
        "nombres": _nombres(estado, mesa, pareja),
        "marcador": de_la_hoja.anuncio_de(mesa.marcador[pareja]),
        "gana": mesa.cierre.ganadora == pareja if mesa.cierre else mesa.va_ganando == pareja,
    }


def _nombres(estado: EstadoTorneo, mesa: MesaVista, pareja: int) -> str:
    """«Ana y Beto»; si son de un conjunto que se llama de otro modo, «Los Arcos (Ana y Beto)»."""
    dichos = de_la_hoja.nombres_de_pareja(mesa, pareja, estado.nombre_de)
    suyo = estado.sujeto_de(mesa.parejas[pareja][0])
    if not estado.en_conjunto or not estado.inscritos[suyo].quienes:
        return dichos
    return f"{estado.nombre_de(suyo)} ({dichos})"


def mesa_dicha(estado: EstadoTorneo, mesa: MesaVista) -> Contexto:
    """Una mesa en una lista."""
    return {
        "mesa": mesa,
        "lados": [lado(estado, mesa, 0), lado(estado, mesa, 1)],
        "como": COMO_VAN[mesa.como_va],
        "fin": FINES[mesa.cierre.fin] if mesa.cierre else "",
    }


def mesas_dichas(estado: EstadoTorneo, partida: PartidaVista | None) -> list[Contexto]:
    """Las de una partida, en su orden."""
    return [] if partida is None else [mesa_dicha(estado, m) for m in partida.mesas]


# -- pantallas --------------------------------------------------------------------------------------------------------


def de_publica(estado: EstadoTorneo, _mirada: Mirada, _visor: Visor) -> Contexto:
    """La página del torneo: lo que se juega y cómo van."""
    tabla = tabla_vista(estado, estado.cerradas)
    return {
        "mesas": mesas_dichas(estado, estado.actual),
        "tabla": los_primeros(tabla, LUGARES_EN_PUBLICA),
        "lugares": len(tabla),
        "vence": estado.actual.vence(estado.minutos) if estado.actual else None,
        "premios": consultas.premios_de(estado.id)[0],
    }


def de_tele(estado: EstadoTorneo, mirada: Mirada, visor: Visor) -> Contexto:
    """La pantalla del salón: dónde juega cada quien, qué falta y cómo van."""
    actual = estado.actual
    sentados = [] if actual is None else [(estado.nombre_de(n), m.numero) for n, m in actual.mesa_de.items()]
    return {
        **de_publica(estado, mirada, visor),
        "sentados": sorted(sentados, key=lambda par: llano(par[0])),
        "descansan": []
        if actual is None
        else [nombre for _n, nombre in descansan_en(estado, actual.numero, actual.descansan)],
        "tabla": los_primeros(tabla_vista(estado, estado.cerradas), 32),
    }


def de_donde(estado: EstadoTorneo, mirada: Mirada, _visor: Visor) -> Contexto:
    """Dónde juega una persona: su mesa, con quién y contra quién (TO30)."""
    persona = estado.inscritos.get(mirada.mesa)
    mesa = estado.actual.mesa_de.get(mirada.mesa) if estado.actual else None
    con, contra = "", tuple[str, ...]()
    if mesa is not None:
        pareja = mesa.pareja_de(mirada.mesa) or 0
        con = estado.nombre_de(mesa.companero(mirada.mesa))
        contra = tuple(estado.nombre_de(n) for n in mesa.parejas[1 - pareja])
    suyo = estado.sujeto_de(mirada.mesa)
    suyo_en_mesa = not estado.en_conjunto or suyo != mirada.mesa  # un conjunto no se sienta: sus integrantes
    descansa = estado.actual is not None and suyo in estado.actual.descansan
    aviso = estado.actual is not None and suyo in estado.actual.ausentes
    dicho: Contexto = {"persona": persona, "mesa": mesa, "con": con, "contra": contra}
    dicho |= {"descansa": descansa, "aviso": aviso, "puesto": puesto_dicho(estado, mesa, mirada.mesa)}
    dicho["vistas"] = levantadas(estado.id) if estado.multiplicado and suyo_en_mesa else []
    dicho |= {"suyas": _mesas_de(estado, mirada.mesa), "bolsa": _bolsa_de(estado, mirada.mesa)}
    dicho |= {"sin_mesa": donde_sin_mesa(estado, mirada.mesa), "numero": numero_dicho(estado, mirada.mesa)}
    return {**dicho, "suyo": suyo, "porque": _porque(estado, mirada.mesa)}


def _porque(estado: EstadoTorneo, numero: int) -> tuple[str, ...]:
    """En pocas frases, por qué le tocó esa mesa o descansar (TO15). De un conjunto, lo de los dos."""
    partida = estado.actual
    if partida is None:
        return ()
    suyo = estado.sujeto_de(numero)
    hoja = consultas.hoja_recordada(estado.id, partida.numero, partida.publicada)
    voz = voz_de(estado, partida.numero, numero)
    if suyo in partida.descansan:
        de_tu = replace(voz, tu=suyo)
        dicho = turnos_dichos(estado, hoja, de_tu).get(suyo)
        return (dicho,) if dicho else ()
    suyas = (m for m in partida.mesas if numero in (*m.asientos, *map(estado.sujeto_de, m.asientos)))
    mesa = next(suyas, None)
    de = next((m for m in hoja["mesas"] if mesa and m["mesa"] == mesa.numero), None)
    if mesa is None or de is None:
        return ()
    leida = Leida.de(hoja)
    if estado.en_conjunto:
        quien = quien_empezo(estado, numero, partida.numero) if suyo != numero else ""
        motivos = motivos_de_conjuntos(de, partida.numero, voz, leida, quien=quien)
        return (comun_de(de, partida.numero, voz, leida), *motivos)
    # la pareja, de tú como lo demás (D838)
    con = mesa.companero(numero)
    pareja = (_("Tu pareja, %(porque)s") % {"porque": con_quien(de, con, voz)},) if de.get("maneras") else ()
    return (*frases_de(de, mesa.asientos, partida.numero, voz, leida), *pareja)


def _bolsa_de(estado: EstadoTorneo, numero: int) -> int | None:
    """En cuál juega: la del corte que se estrena o, si no, la de la tabla (TO24)."""
    suyo = estado.sujeto_de(numero)
    nuevas = (estado.actual.corte if estado.actual else None) or ()
    estrena = next((cual for cual, bolsa in enumerate(nuevas, start=1) if suyo in bolsa), None)
    return estrena or bolsas_tras(estado, estado.cerradas).get(suyo)


def _mesas_de(estado: EstadoTorneo, conjunto: int) -> list[Contexto]:
    """De un conjunto, su mesa o, si es equipo, las dos (TO10)."""
    if estado.actual is None or not estado.en_conjunto:
        return []
    suyas = (m for m in estado.actual.mesas if conjunto in map(estado.sujeto_de, m.asientos))
    return [mesa_dicha(estado, m) for m in suyas]


def de_control(estado: EstadoTorneo, _mirada: Mirada, visor: Visor) -> Contexto:
    """La mesa de control: el salón, lo que espera a alguien y qué sigue. El juez ve su zona (TO16)."""
    actual = estado.actual
    suyas = [m for m in actual.mesas if visor.juzga(m.numero)] if actual else []
    return {
        "mesas": [mesa_dicha(estado, m) for m in suyas],
        "esperan": [mesa_dicha(estado, m) for m in suyas if m.como_va in ("mal", "firma")],
        "faltan": sum(m.cierre is None for m in suyas),
        "vence": actual.vence(estado.minutos) if actual else None,
        "en_espera": sum(i.situacion == "espera" for i in estado.sujetos),
        "se_puede_deshacer": actual is not None and actual.intacta and visor.manda and estado.vivo,
        "todas": actual is not None and not actual.abiertas,
        "ultima": estado.publicadas >= estado.previstas,
        "chico": len(suyas) <= 64,
    }


def de_emparejar(estado: EstadoTorneo, _mirada: Mirada, _visor: Visor) -> Contexto:
    """Lo dispuesto, el ensayo que se calcula y sus cifras antes de publicar (TO14)."""
    ensayo = estado.ensayo
    datos = consultas.ensayo_completo(ensayo.id) if ensayo and ensayo.estado == "listo" else None
    contexto: Contexto = {"ensayo": ensayo, "dispuesto": consultas.para_la_siguiente(estado.id), "datos": datos}
    contexto["avisa"] = "" if estado.publicadas else aviso_de_parejas(estado.presentes, estado.previstas)
    if ensayo is not None and ensayo.error:
        codigo = str(ensayo.error.get("codigo", "no_se_pudo"))
        con = {k: v for k, v in ensayo.error.items() if k != "codigo"}
        prefijo = "" if codigo == "no_se_pudo" else "regla_"
        contexto["error"] = texto_de(ErrorDeServicio(f"{prefijo}{codigo}", **con))
    if datos is not None:
        antes = consultas.hoja_anterior(estado.id, ensayo.id) if ensayo else None
        contexto["cifras"] = cifras_de(estado, datos["hoja"], antes)
        asientos = {m["mesa"]: m["asientos"] for m in datos["mesas"]}
        contexto["propuestas"] = hoja_dicha(estado, datos["hoja"], asientos, voz_de(estado, datos["partida"]))
        contexto["descansan"] = [nombre for _n, nombre in descansan_en(estado, datos["partida"], datos["descansan"])]
        contexto["bolsas"] = bolsas_dichas(estado, datos["corte"], bolsas_tras(estado, estado.cerradas))
    return contexto


def de_mesa(estado: EstadoTorneo, mirada: Mirada, visor: Visor) -> Contexto:
    """La mesa en el teléfono: quién anota, cómo van y qué sigue."""
    mesa = _mirada(estado, mirada)
    if mesa is None:
        return {"mesa": None}
    primera = (mesa.pareja_de(visor.numero) or 0) if visor.numero in mesa.asientos else 0
    anota = mesa.pareja_de(mesa.anotador) if mesa.anotador in mesa.asientos else None
    return {
        "mesa": mesa,
        "lados": [lado(estado, mesa, primera), lado(estado, mesa, 1 - primera)],
        "anotador": estado.nombre_de(mesa.anotador) if mesa.anotador else "",
        "puede": visor.anota(mesa) and mesa.cierre is None,
        "cuatro": [(n, estado.nombre_de(n)) for n in mesa.asientos],
        "contrarios": [(n, estado.nombre_de(n)) for n in mesa.asientos if anota is None or mesa.pareja_de(n) != anota],
        "manos": [(m, de_la_hoja.mano_dicha(mesa, m.datos, estado.nombre_de)) for m in reversed(mesa.manos)],
        "sale": estado.nombre_de(mesa.sale) if mesa.sale else "",
        "sopa": estado.nombre_de(mesa.sopa) if mesa.sopa else "",
        "fin": FINES[mesa.cierre.fin] if mesa.cierre else "",
        "ausentes": [estado.nombre_de(n) for n in (mesa.cierre.ausentes if mesa.cierre else mesa.ausentes)],
        "llamada": mesa.llama,
        "vence": estado.actual.vence(estado.minutos) if estado.actual else None,
        "por_ausencia": mesa.cierre is not None and mesa.cierre.fin is FinDeMesa.AUSENCIA,
    }


def de_anotar(estado: EstadoTorneo, mirada: Mirada, visor: Visor) -> Contexto:
    """Lo vivo mientras se anota."""
    mesa = _mirada(estado, mirada)
    if mesa is None:
        return {"mesa": None}
    primera = (mesa.pareja_de(visor.numero) or 0) if visor.numero in mesa.asientos else 0
    ultima = mesa.manos[-1] if mesa.manos else None
    return {
        **de_mesa(estado, mirada, visor),
        "marcador_ahora": de_la_hoja.anunciado(mesa.marcador, primera),
        "salen": de_la_hoja.quienes_salen(mesa, estado.nombre_de),
        "ultima": ultima,
        "ultima_dicha": de_la_hoja.mano_dicha(mesa, ultima.datos, estado.nombre_de) if ultima else "",
        "vuelta": reverse("torneos:mesa", args=[mesa.clave]),
    }


def formulario(estado: EstadoTorneo, mesa: MesaVista, visor: Visor, borrador: Borrador) -> Contexto:
    """Lo fijo de la pantalla de anotar: lo de la hoja, y a dónde lleva."""
    primera = (mesa.pareja_de(visor.numero) or 0) if visor.numero in mesa.asientos else 0
    yo = estado.nombre_de(visor.numero) if visor.numero else ""
    aqui = reverse("torneos:anotar", args=[mesa.clave])
    return {
        **de_la_hoja.formulario(mesa, borrador, primera, estado.nombre_de, yo),
        "aqui": aqui,
        "tras_anotar": reverse("torneos:mesa", args=[mesa.clave]),
        "al_volver": reverse("torneos:mesa", args=[mesa.clave]),
    }


def _mirada(estado: EstadoTorneo, mirada: Mirada) -> MesaVista | None:
    """La mesa de la partida que se juega; la de otra ya no se mira en vivo."""
    if estado.actual is None or estado.actual.numero != mirada.partida:
        return None
    return estado.actual.mesa(mirada.mesa)


PANTALLAS: dict[str, Pantalla] = {
    "publica": Pantalla(de_publica, {"contenido": "torneos/publica/_contenido.html"}),
    "tele": Pantalla(de_tele, {"contenido": "torneos/tele/_contenido.html"}),
    "puesto": Pantalla(de_puesto, {"contenido": "torneos/puesto/_contenido.html"}),
    "donde": Pantalla(de_donde, {"contenido": "torneos/donde/_contenido.html"}),
    "control": Pantalla(
        de_control, {"contenido": "torneos/control/_contenido.html", "barra": "torneos/control/_barra.html"}
    ),
    "emparejar": Pantalla(
        de_emparejar, {"contenido": "torneos/emparejar/_contenido.html", "barra": "torneos/emparejar/_barra.html"}
    ),
    "mesa": Pantalla(de_mesa, {"contenido": "torneos/mesa/_contenido.html", "barra": "torneos/mesa/_barra.html"}),
    "anotar": Pantalla(
        de_anotar, {"contenido": "torneos/anotar/_mientras.html", "barra": "torneos/anotar/_barra.html"}
    ),
}
