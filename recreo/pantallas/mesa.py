"""Mi mesa, otra mesa, todas las mesas, descanso y espera (RE3, RE4, RE5)."""

from collections.abc import Hashable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from recreo.estado import EstadoRecreo, JugadorVisto, MesaVista, PartidaVista, Visor
from recreo.models import Incidencia
from recreo.pantallas import anotar, conformidad, llaves, otra, piezas, regreso, singularidades
from recreo.pantallas.base import Contexto, Mirada, Pantalla
from recreo.pantallas.llamada import dicho_de_llamada, en_que_va, la_que_va
from recreo.pantallas.mesa_en_lista import MesaEnLista
from recreo.pantallas.piezas import juega, mano_dicha, nombres_de
from recreo.pantallas.proxima import lo_que_sigue
from recreo.pantallas.relevo import puede_volver
from recreo.pantallas.resultado import resultado_dicho
from recreo.textos import en_lista

T = Incidencia.Tipo


@dataclass(frozen=True, slots=True)
class Candidato:
    """Quien puede anotar la mesa. `toca`: su número es de los que deben anotarla (RG11); si son dos, sólo a uno."""

    numero: int
    nombre: str
    yo: bool
    acceso: bool
    toca: bool
    anota: bool
    por: str
    """De quién es el número por el que le toca, si es el de su pareja (RE9)."""


@dataclass(frozen=True, slots=True)
class VersionDistinta:
    """Una mano con dos versiones, en espera del organizador."""

    id: int
    mano: int
    suya: str
    anotada: str
    quien: str


def situacion(estado: EstadoRecreo, visor: Visor) -> str:
    """Qué le toca ver a quien mira: espera, cancelado, terminado, entre, descanso, cerrada, mesa o mirando."""
    if estado.estado != "en_juego" or estado.actual is None:
        return {"cancelado": "cancelado", "terminado": "terminado"}.get(estado.estado, "espera")
    if visor.numero is None:
        return "mirando"
    mia = estado.actual.mesa_de(visor.numero)
    if not estado.actual.abiertas:
        return "entre"
    if mia is None:
        return "descanso"
    return "cerrada" if mia.cerrada else "mesa"


def de_mi_mesa(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """La pantalla de cada participante: lo suyo y las otras mesas."""
    return {**de_las_demas(estado, mirada, visor), **de_mi_mesa_sola(estado, mirada, visor)}


def de_mi_mesa_sola(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """Su mesa, su descanso o su espera."""
    que = situacion(estado, visor)
    partida = estado.actual
    mia = partida.mesa_de(visor.numero) if partida and visor.numero else None
    contexto = {
        "situacion": que,
        "dicho": _dicho(estado, que, mia, visor),
        "partida": partida,
        **(_por_terminar(partida) if partida else {}),
        **_comunes(estado, visor),
    }
    if mia is not None and que in ("mesa", "cerrada", "entre"):
        contexto.update(contexto_de_mesa(estado, mia, visor))
    if visor.numero and que in ("descanso", "cerrada", "entre"):
        contexto["proxima"] = lo_que_sigue(estado, visor.numero)
    return contexto


def de_otra_mesa(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """Una mesa cualquiera, para mirar o para que la anote quien organiza."""
    partida = estado.partida(mirada.partida)
    mesa = partida.mesa(mirada.mesa) if partida else None
    if partida is None or mesa is None:
        return {"situacion": "sin_mesa", "dicho": "", **_comunes(estado, visor)}
    que = "cerrada" if mesa.cerrada else "mesa"
    return {
        "situacion": que,
        "dicho": _dicho(estado, que, mesa, visor),
        "partida": partida,
        **_comunes(estado, visor),
        **_por_terminar(partida),
        **_mesas_de(estado, partida, visor, mesa),
        **contexto_de_mesa(estado, mesa, visor),
    }


def de_las_mesas(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """Todas las mesas de la partida en curso."""
    partida = estado.actual
    if partida is None:
        return {"situacion": "espera", "dicho": "", **_comunes(estado, visor)}
    vistas = _mesas_de(estado, partida, visor)
    dicho = _la_que_cambio(estado, partida, visor)
    return {"situacion": "mesas", "dicho": dicho, "partida": partida, **_comunes(estado, visor), **vistas}


def _la_que_cambio(estado: EstadoRecreo, partida: PartidaVista, visor: Visor) -> str:
    """De la mesa donde pasó lo último: con cuatro que anotan, oírlas todas cada vez no deja oír nada (D495)."""
    mesa = max(partida.mesas, key=lambda m: m.cerrada or m.ultimo_cambio, default=None)
    if mesa is None:
        return ""
    dicho = resultado_dicho(estado, mesa).titulo if mesa.cerrada else anotar.ultima_dicha(estado, mesa, visor)
    return _("Mesa %(n)d: %(dicho)s") % {"n": mesa.numero, "dicho": dicho} if dicho else ""


def de_pase(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """El QR para pasar la mesa: quién anota ahora, para saber cuándo ya la recibieron."""
    partida = estado.partida(mirada.partida)
    mesa = partida.mesa(mirada.mesa) if partida else None
    anota = estado.nombre_de(mesa.anotador) if mesa and mesa.anotador else ""
    dicho = _("Anota %(anota)s.") % {"anota": anota} if anota else ""
    return {"mesa": mesa, "situacion": "pase", "partida": partida, "anota": anota, "dicho": dicho}


def _comunes(estado: EstadoRecreo, visor: Visor) -> Contexto:
    fila = next((f for f in estado.filas if f.jugador == visor.numero), None) if estado.cerradas else None
    return {
        "organiza": estado.nombre_de(1),
        "acumulado": fila,
        "otra": otra.la_que_toca(estado, visor),
        "juegos_ganados": estado.meta.tantos is None,
        **regreso.de_quien_mira(estado, visor),
    }


def contexto_de_mesa(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> Contexto:
    """Todo lo de una mesa: marcador, asientos, manos, lo que falta decidir y lo que se puede hacer."""
    puede, propuesto = visor.anota(mesa), mesa.abierta(T.DEFAULT_PROPUESTO)
    revisada, organiza = conformidad.de_la_hoja(estado, mesa, visor), estado.nombre_de(1)
    llamada = la_que_va(mesa)
    return {
        **piezas.de_mesa(estado, mesa, visor),
        # llave de lo que no cambia con las manos: sólo con la persona, su mesa y los nombres
        "suya": (visor, mesa.id, llaves.comun(estado)),
        # y lo que además cambia al pasar la mesa, al elegir salidor o al proponer un default
        "anotada": (visor, mesa.id, mesa.anotador, mesa.salidor, bool(propuesto), llaves.comun(estado)),
        "puede": puede,
        **(anotar.de_la_hoja(estado, mesa, visor) if puede else {}),
        "puede_elegir": not mesa.cerrada and (puede or (mesa.anotador is None and juega(mesa, visor))),
        "puede_llamar": not mesa.cerrada and not visor.manda and (puede or juega(mesa, visor)),
        "candidatos": _candidatos(estado, mesa, visor),
        "companero": estado.nombre_de(mesa.companero(visor.numero)) if juega(mesa, visor) and visor.numero else "",
        "contrarios": piezas.pareja_en_palabras(estado, mesa, 1 - piezas.pareja_de_abajo(mesa, visor)),
        "ausentes": en_lista(estado.nombre_de(n) for n in mesa.ausentes),
        "falta_alguien": bool(mesa.ausentes) and not mesa.negado,
        "propuesto": propuesto,
        "llamada": llamada,
        "llamada_va": en_que_va(llamada) if llamada else "",
        "llamada_dicha": dicho_de_llamada(llamada, organiza) if llamada else "",
        "vuelve": puede_volver(estado, mesa, visor.numero) is not None,
        "distintas": _distintas(estado, mesa),
        "sale": anotar.quien_sale(estado, mesa, visor),
        "sopa": anotar.quien_hace_sopa(estado, mesa, visor),
        "por_mi": _por_mi(estado, mesa, visor),
        "singularidades": singularidades.de_la_mesa(estado, mesa, visor),
        "anota": estado.nombre_de(mesa.anotador) if mesa.anotador else "",
        "credito": anotar.credito(estado, mesa),
        "gana": piezas.pareja_en_palabras(estado, mesa, mesa.va_ganando) if mesa.va_ganando is not None else "",
        "resultado": resultado_dicho(estado, mesa) if mesa.cerrada else None,
        "compartir": _para_compartir(estado, mesa),
        "revisada": revisada,
        # la pareja que la revisa la ve igual; el formulario lleva cuántas anotaciones se vieron
        "igual_revisada": (revisada, mesa.id, mesa.anotadas, mesa.cerrada, organiza),
        # como `igual`, y además con qué se corrige y se borra
        "igual_manos": (piezas.igual_para(estado, mesa, visor), puede),
        **(anotar.lo_ultimo(estado, mesa) if puede else {}),
    }


def _candidatos(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> tuple[Candidato, ...]:
    """Los cuatro de la mesa, primero a quien le toca anotar; y quien organiza, aunque no juegue en ella."""
    numeros = list(mesa.asientos)
    if visor.manda and visor.numero and visor.numero not in numeros:
        numeros.append(visor.numero)
    # a dos a la vez no: el primero con teléfono y, sin ninguno, el primero (D327)
    requeridos = singularidades.requeridos_de(estado, mesa)
    con_telefono = [n for n in requeridos if estado.jugadores[n].tiene_acceso]
    le_toca = next(iter(con_telefono or requeridos), None)
    todos = [
        Candidato(
            numero=n,
            nombre=estado.nombre_de(n),
            yo=n == visor.numero,
            acceso=estado.jugadores[n].tiene_acceso,
            toca=n == le_toca,
            anota=n == mesa.anotador,
            por=singularidades.por_quien_anota(estado, mesa, n) if n == le_toca else "",
        )
        for n in numeros
    ]
    return tuple(sorted(todos, key=lambda c: (not c.acceso, not c.toca, not c.yo)))


def _por_mi(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> JugadorVisto | None:
    """Quien anota en lugar de quien mira, si ya entró: es lo primero que se le ofrece (D493)."""
    otro = singularidades.anota_en_su_lugar(estado, mesa, visor.numero)
    return estado.jugadores[otro] if otro and estado.jugadores[otro].tiene_acceso else None


def _distintas(estado: EstadoRecreo, mesa: MesaVista) -> tuple[VersionDistinta, ...]:
    anotadas = {m.mano: m for m in mesa.manos}
    return tuple(
        VersionDistinta(
            id=d.id,
            mano=anotadas[d.mano].numero,
            suya=mano_dicha(estado, mesa, d.datos),
            anotada=mano_dicha(estado, mesa, anotadas[d.mano].datos),
            quien=d.quien,
        )
        for d in mesa.discrepancias
        if d.mano in anotadas
    )


def _por_terminar(partida: PartidaVista) -> Contexto:
    """Las mesas que faltan para la partida siguiente (RE6)."""
    return {
        "abiertas": partida.abiertas,
        "faltan": en_lista(m.numero for m in partida.abiertas),
        "por_cerrar": next((m for m in partida.abiertas if m.etapa == "por_cerrar"), None),
    }


def _mesas_de(estado: EstadoRecreo, partida: PartidaVista, visor: Visor, arriba: MesaVista | None = None) -> Contexto:
    """Las mesas de la partida; si una ya se ve entera arriba, sólo las otras."""
    return {
        "mesas": tuple(MesaEnLista(estado, m, visor) for m in partida.mesas if m is not arriba),
        "hay_arriba": arriba is not None,
        "descansan": nombres_de(estado, partida.rol.descansan, visor),
    }


def _para_compartir(estado: EstadoRecreo, mesa: MesaVista) -> str:
    a, b = (piezas.pareja_en_palabras(estado, mesa, p) for p in (0, 1))
    datos = {
        "recreo": estado.nombre,
        "partida": mesa.partida,
        "mesa": mesa.numero,
        "a": a,
        "b": b,
        "va": piezas.anuncio_de(mesa.marcador[0]),
        "vb": piezas.anuncio_de(mesa.marcador[1]),
    }
    if mesa.cerrada:
        return _("%(recreo)s, partida %(partida)d, mesa %(mesa)d (terminada): %(a)s %(va)s, %(b)s %(vb)s.") % datos
    return _("%(recreo)s, partida %(partida)d, mesa %(mesa)d: %(a)s %(va)s, %(b)s %(vb)s.") % datos


def _dicho(estado: EstadoRecreo, que: str, mesa: MesaVista | None, visor: Visor) -> str:
    """Una frase para quien no ve la pantalla: lo último que pasó y lo que sigue."""
    if que == "mesa" and mesa is not None:
        return anotar.ultima_dicha(estado, mesa, visor) or _paso_dicho(estado, mesa)
    if que == "cerrada" and mesa is not None:
        return resultado_dicho(estado, mesa).titulo
    proxima = lo_que_sigue(estado, visor.numero) if visor.numero and que in ("descanso", "entre") else None
    if que == "descanso":
        return _("Descansas esta partida.") + (f" {proxima.frase}" if proxima else "")
    if que == "entre":
        return _("La partida %(n)d terminó.") % {"n": len(estado.partidas)} + (f" {proxima.frase}" if proxima else "")
    return {
        "espera": _("El Recreo todavía no empieza."),
        "terminado": _("El Recreo terminó."),
        "cancelado": _("El Recreo se canceló."),
    }.get(que, "")


def _paso_dicho(estado: EstadoRecreo, mesa: MesaVista) -> str:
    anota = estado.nombre_de(mesa.anotador) if mesa.anotador else ""
    return {
        "anotador": _("Falta elegir quién anota."),
        "asistencia": _("Anota %(anota)s. Falta confirmar que estén los cuatro.") % {"anota": anota},
        "salidor": _("Falta elegir quién sale primero."),
    }.get(mesa.etapa, "")


ZONAS = {zona: f"recreo/mesa/_{zona}.html" for zona in ("donde", "donde_sub", "contenido", "barra", "anuncio")}
CON_LAS_DEMAS = {**ZONAS, "demas": "recreo/mesa/_demas.html", "mas": "recreo/mesa/_mas_zona.html"}


def de_las_demas(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """Sólo las otras mesas."""
    mia, partida = _mesa_en_juego(estado, visor), estado.actual
    vistas = _mesas_de(estado, partida, visor, mia) if partida else {}
    return {"situacion": situacion(estado, visor), "partida": partida, **vistas}


def llave_mia(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Hashable:
    """Lo propio: mientras se juega sólo depende de la mesa de quien mira; si no, de toda la versión."""
    mia = _mesa_en_juego(estado, visor)
    if mia is None:
        return estado.version, visor
    return visor, llaves.de_mesa(mia), llaves.comun(estado)


def llave_donde(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Hashable:
    """El título es el mismo para los cuatro y no cambia con las manos."""
    mia = _mesa_en_juego(estado, visor)
    return (estado.version, visor) if mia is None else (mia.id, llaves.comun(estado))


def llave_barra(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Hashable:
    """A quien anota, el botón le dice qué mano sigue; a los demás sólo les cambia con la etapa."""
    mia = _mesa_en_juego(estado, visor)
    if mia is None or visor.anota(mia):
        return llave_mia(estado, mirada, visor)
    return visor, mia.id, mia.etapa, mia.anotador, mia.ausentes, mia.negado, llaves.comun(estado)


def llave_demas(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Hashable:
    """Las otras mesas se ven igual para los cuatro de una mesa."""
    mia = _mesa_en_juego(estado, visor)
    if mia is None or estado.actual is None:
        return estado.version, visor
    return mia.id, llaves.de_mesas(m for m in estado.actual.mesas if m is not mia), llaves.comun(estado)


def sin_mas(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """A las pestañas les basta el estado."""
    return {}


def llave_pestanas(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Hashable:
    """Las pestañas cambian al empezar y al terminar, y con los poderes de quien mira."""
    return visor, mirada.pantalla, estado.estado, bool(estado.partidas), estado.importe


def _mesa_en_juego(estado: EstadoRecreo, visor: Visor) -> MesaVista | None:
    return estado.en_mesa.get(visor.numero) if visor.numero else None


PANTALLAS: dict[str, Pantalla] = {
    "mesa": Pantalla(
        de_mi_mesa,
        {**CON_LAS_DEMAS, "pestanas": "recreo/_piezas/_pestanas.html"},
        {
            **dict.fromkeys(("contenido", "anuncio", "mas"), llave_mia),
            **dict.fromkeys(("donde", "donde_sub"), llave_donde),
            "barra": llave_barra,
            "demas": llave_demas,
            "pestanas": llave_pestanas,
        },
        {**dict.fromkeys((*ZONAS, "mas"), de_mi_mesa_sola), "demas": de_las_demas, "pestanas": sin_mas},
    ),
    "otra_mesa": Pantalla(de_otra_mesa, CON_LAS_DEMAS),
    "mesas": Pantalla(de_las_mesas, {**ZONAS, "contenido": "recreo/mesa/_mesas.html"}),
    "pase": Pantalla(de_pase, {**ZONAS, "contenido": "recreo/mesa/_pase.html"}),
    **anotar.PANTALLAS,
}
