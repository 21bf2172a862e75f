"""Clasificación parcial y final, y la apuesta (RE7, RG8-RG10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from django.utils.translation import gettext as _

from config.templatetags.domino import dinero, signo
from recreo.estado import EstadoRecreo, Visor
from recreo.pantallas.base import Contexto, Mirada, Pantalla
from recreo.pantallas.grafica import Grafica, grafica_de
from recreo.pantallas.otra import la_que_toca
from recreo.pantallas.podio import mi_noche, podio_de
from recreo.pantallas.regreso import nota_de, se_reabre_hasta
from recreo.textos import en_lista
from reglas.apuestas import quien_paga_a_quien
from reglas.clasificacion import Fila
from reglas.criterios import CRITERIOS
from reglas.roles import PartidaRol
from reglas.tipos import Meta

SOLO_CON_TANTOS = ("puntos", "eficiencia", "tantos_favor", "tantos_contra")


@dataclass(frozen=True, slots=True)
class Renglon:
    """Una fila de la clasificación, con su movimiento y por qué quedó ahí."""

    fila: Fila
    nombre: str
    yo: bool
    cambio: int | None
    """Lugares que subió (o bajó, negativo) desde la parcial anterior; None si no la hay."""
    desempate: str
    """Criterio que lo puso debajo de quien iba igual en lo principal; vacío si no hubo, o si es en todo y manda el
    número: decirlo en cada renglón no explica nada, y se dice una vez en «Cómo se desempata»."""
    nota: str = ""
    """Qué partidas son suyas, si hubo suplentes (D303)."""

    @property
    def se_movio(self) -> int:
        """Cuántos lugares, sin signo."""
        return abs(self.cambio or 0)


@dataclass(frozen=True, slots=True)
class MesaPublicada:
    """Una mesa que se publica: quién con quién, y si ahí juega quien mira."""

    numero: int
    parejas: tuple[str, str]
    mia: bool


@dataclass(frozen=True, slots=True)
class Publicada:
    """Las mesas de una partida y quiénes descansan."""

    numero: int
    en_juego: bool
    mesas: tuple[MesaPublicada, ...]
    descansan: str


@dataclass(frozen=True, slots=True)
class Vista:
    """Qué clasificación se mira: la final, la de ahora o una parcial pasada."""

    filas: tuple[Fila, ...]
    anteriores: tuple[Fila, ...]
    tras: int
    """Número de la última partida que cuenta; 0 si ninguna se ha cerrado."""
    final: bool
    pasada: bool


def vista_de(estado: EstadoRecreo, partida: int) -> Vista:
    """La clasificación de ahora, o la que quedó tras `partida`."""
    c = estado.clasificaciones
    cuantas = len(c.parciales)
    if partida in c.cerradas and partida != c.cerradas[-1]:
        k = c.cerradas.index(partida)
        return Vista(c.parciales[k], c.parciales[k - 1] if k else (), partida, False, True)
    final = estado.estado == "terminado"
    anteriores = c.parciales[-2] if cuantas > 1 else ()
    return Vista(estado.filas, anteriores, c.cerradas[-1] if cuantas else 0, final, False)


def nombre_de_criterio(codigo: str) -> str:
    """El criterio como se dice en la mesa."""
    return {
        "puntos": _("puntos"),
        "juegos_ganados": _("juegos ganados"),
        "eficiencia": _("eficiencia"),
        "tantos_favor": _("tantos a favor"),
        "tantos_contra": _("menos tantos en contra"),
        "diferencial": _("diferencial entre los empatados"),
        "numero": _("número de jugador"),
    }[codigo]


def criterios_de(meta: Meta) -> list[str]:
    """Los criterios que cuentan a esa meta, en orden (RG10)."""
    sobran = SOLO_CON_TANTOS if meta.tantos is None else ()
    return [nombre_de_criterio(c.codigo) for c in CRITERIOS if c.codigo not in sobran]


def renglones(estado: EstadoRecreo, vista: Vista, visor: Visor) -> tuple[Renglon, ...]:
    """Las filas, por lugar."""
    antes = {f.jugador: f.lugar for f in vista.anteriores}
    principal = "juegos_ganados" if estado.meta.tantos is None else "puntos"
    return tuple(
        Renglon(
            fila=f,
            nombre=estado.nombre_de(f.jugador),
            yo=f.jugador == visor.numero,
            cambio=antes[f.jugador] - f.lugar if f.jugador in antes else None,
            desempate=nombre_de_criterio(f.desempate) if f.desempate not in (None, principal, "numero") else "",
            nota=nota_de(estado, f.jugador),
        )
        for f in vista.filas
    )


def desempates(filas: Sequence[Fila], estado: EstadoRecreo, principal: str) -> list[str]:
    """«Beto va debajo de Lupita por eficiencia: +112 contra +116»; los que sólo separa el número, juntos."""
    textos = []
    for iguales in _iguales_en_todo(filas):
        quienes = en_lista(estado.nombre_de(f.jugador) for f in iguales)
        textos.append(_("%(quienes)s van iguales en todo: primero el número menor.") % {"quienes": quienes})
    for arriba, abajo in pairwise(filas):
        if abajo.desempate in (None, principal, "numero"):
            continue
        textos.append(
            _("%(abajo)s va debajo de %(arriba)s por %(criterio)s: %(suyo)s contra %(otro)s.")
            % {
                "abajo": estado.nombre_de(abajo.jugador),
                "arriba": estado.nombre_de(arriba.jugador),
                "criterio": nombre_de_criterio(abajo.desempate),
                "suyo": _valor(abajo, abajo.desempate),
                "otro": _valor(arriba, abajo.desempate),
            }
        )
    return textos


def _iguales_en_todo(filas: Sequence[Fila]) -> list[list[Fila]]:
    """Cada racha de quienes sólo separa su número."""
    rachas: list[list[Fila]] = []
    for fila in filas:
        if fila.desempate == "numero" and rachas:
            rachas[-1].append(fila)
        else:
            rachas.append([fila])
    return [r for r in rachas if len(r) > 1]


def _valor(fila: Fila, criterio: str) -> str:
    valor = getattr(fila, criterio)
    if valor is None:
        return "0"
    return signo(valor) if criterio in ("eficiencia", "diferencial") else str(valor)


def publicada(estado: EstadoRecreo, visor: Visor) -> Publicada | None:
    """Las mesas que toca mirar: las de la partida abierta o, si ya cerró, las de la que sigue (RE7)."""
    actual = estado.actual
    if actual is not None and actual.abiertas and estado.estado != "terminado":
        return publicar(estado, actual.rol, True, visor)
    if estado.estado == "en_juego" and estado.proxima is not None:
        return publicar(estado, estado.proxima, False, visor)
    return None


def publicar(estado: EstadoRecreo, rol: PartidaRol, en_juego: bool, visor: Visor) -> Publicada:
    """Una partida del rol, con los nombres de sus mesas."""
    return Publicada(
        numero=rol.numero,
        en_juego=en_juego,
        mesas=tuple(
            MesaPublicada(
                numero=m.numero,
                parejas=(_nombres(estado, m.parejas[0]), _nombres(estado, m.parejas[1])),
                mia=visor.numero in m.asientos,
            )
            for m in rol.mesas
        ),
        descansan=_nombres(estado, rol.descansan),
    )


def _nombres(estado: EstadoRecreo, numeros: Sequence[int]) -> str:
    return en_lista(estado.nombre_de(n) for n in numeros)


def titulo_de(estado: EstadoRecreo, vista: Vista) -> str:
    """«Tras la partida 3 de 7» o «Clasificación final»."""
    if vista.final and estado.terminado_antes:
        datos = {"tras": vista.tras, "total": estado.total}
        return _("Clasificación final, con %(tras)d de %(total)d partidas") % datos
    if vista.final:
        return _("Clasificación final")
    if not vista.tras:
        return _("Todavía sin partidas cerradas")
    return _("Tras la partida %(tras)d de %(total)d") % {"tras": vista.tras, "total": estado.total}


def texto_para_compartir(estado: EstadoRecreo, vista: Vista) -> str:
    """Lo que se pega en WhatsApp: sin correos ni nada que no esté en la tabla."""
    jg = estado.meta.tantos is None
    lineas = [f"*{estado.nombre}*", titulo_de(estado, vista), ""]
    for f in vista.filas:
        cuanto = _("%(n)d ganados") % {"n": f.juegos_ganados} if jg else _("%(n)d pts") % {"n": f.puntos}
        lineas.append(f"{f.lugar}. {estado.nombre_de(f.jugador)} · {cuanto}")
    return "\n".join(lineas)


def _clasificacion(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    vista = vista_de(estado, mirada.partida)
    jg = estado.meta.tantos is None
    filas = renglones(estado, vista, visor)
    con_apuesta = estado.es_ronda and bool(estado.importe)
    con_castigos = not jg and any(f.castigos for f in vista.filas)
    return {
        "vista": vista,
        "titulo": titulo_de(estado, vista),
        "renglones": filas,
        "jg": jg,
        "con_apuesta": con_apuesta,
        "con_extra": vista.final and estado.pago_extraordinario and bool(estado.importe),
        "con_castigos": con_castigos,
        "ancha": con_apuesta or con_castigos,  # con tantas columnas, lo demás va debajo de la tabla
        "criterios": criterios_de(estado.meta),
        "desempates": desempates(vista.filas, estado, "juegos_ganados" if jg else "puntos"),
        "grafica": _grafica(estado, visor),
        "publicada": publicada(estado, visor),
        "texto": texto_para_compartir(estado, vista),
        "anuncio": _anuncio(estado, vista, filas),
        **(_podio(estado, visor) if vista.final else {}),
        "reabre_hasta": se_reabre_hasta(estado) if visor.manda else None,
    }


def _podio(estado: EstadoRecreo, visor: Visor) -> Contexto:
    propia = estado.jugadores.get(visor.numero or 0)
    pagos = [(estado.nombre_de(p.de), estado.nombre_de(p.a), p.importe) for p in estado.pagos] if estado.importe else []
    return {
        "podio": podio_de(estado, visor),
        "noche": mi_noche(estado, visor),
        "pagos": pagos,
        "con_cuenta": visor.organiza or bool(propia and propia.cuenta_id),
        "otra": la_que_toca(estado, visor),
    }


def _grafica(estado: EstadoRecreo, visor: Visor) -> Grafica | None:
    c = estado.clasificaciones
    if len(c.parciales) < 2:  # con una sola nadie se ha movido
        return None
    lugares = {
        f.jugador: tuple(next((x.lugar for x in p if x.jugador == f.jugador), None) for p in c.parciales)
        for f in c.parciales[-1]
    }
    return grafica_de(lugares, c.cerradas, {n: estado.nombre_de(n) for n in lugares}, visor.numero)


def _anuncio(estado: EstadoRecreo, vista: Vista, filas: Sequence[Renglon]) -> str:
    if not vista.tras:
        return ""
    partes = [titulo_de(estado, vista) + "."]
    partes.append(
        _("Va primero %(quien)s.") % {"quien": filas[0].nombre}
        if not vista.final
        else _("Ganó %(quien)s.") % {"quien": filas[0].nombre}
    )
    partes += [_("Tú, lugar %(lugar)d.") % {"lugar": r.fila.lugar} for r in filas if r.yo]
    return " ".join(partes)


@dataclass(frozen=True, slots=True)
class Cobro:
    """Lo que un jugador gana o pierde, y su barra de 0 a 50 a cada lado del centro."""

    nombre: str
    yo: bool
    fichas: Decimal
    extra: Decimal
    saldo: Decimal
    x: int
    ancho: int


def cobros(estado: EstadoRecreo, filas: Sequence[Fila], visor: Visor) -> tuple[Cobro, ...]:
    """Del que más gana al que más paga."""
    tope = max((abs(f.saldo) for f in filas), default=Decimal(0)) or Decimal(1)
    hechos = []
    for f in sorted(filas, key=lambda f: (-f.saldo, f.lugar)):
        ancho = int(abs(f.saldo) * 48 / tope)
        hechos.append(
            Cobro(
                nombre=estado.nombre_de(f.jugador),
                yo=f.jugador == visor.numero,
                fichas=f.valor_ficha,
                extra=f.pago_extraordinario,
                saldo=f.saldo,
                x=50 if f.saldo >= 0 else 50 - ancho,
                ancho=ancho,
            )
        )
    return tuple(hechos)


def _apuesta(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    vista = vista_de(estado, 0)
    pagos = quien_paga_a_quien({f.jugador: f.saldo for f in vista.filas})
    renglones_de_pago = [
        {
            "de": estado.nombre_de(p.de),
            "a": estado.nombre_de(p.a),
            "importe": p.importe,
            "mio": visor.numero in (p.de, p.a),
        }
        for p in pagos
    ]
    return {
        "vista": vista,
        "hay_apuesta": estado.es_ronda and bool(estado.importe),
        "pagos": renglones_de_pago,
        "cobros": cobros(estado, vista.filas, visor),
        "con_extra": vista.final and estado.pago_extraordinario,
        "texto": _texto_de_apuesta(estado, vista, renglones_de_pago),
        "anuncio": _("Cambió la cuenta de la apuesta.") if vista.tras else "",
    }


def _texto_de_apuesta(estado: EstadoRecreo, vista: Vista, pagos: Sequence[dict[str, object]]) -> str:
    lineas = [f"*{estado.nombre}*", _("Apuesta final") if vista.final else titulo_de(estado, vista), ""]
    lineas += [
        _("%(de)s le paga %(importe)s a %(a)s") % {"de": p["de"], "a": p["a"], "importe": dinero(p["importe"])}
        for p in pagos
    ]
    return "\n".join(lineas)


def _zonas(carpeta: str) -> dict[str, str]:
    return {z: f"recreo/{carpeta}/_{z}.html" for z in ("donde", "donde_sub", "contenido", "barra", "anuncio")}


PANTALLAS: dict[str, Pantalla] = {
    "clasificacion": Pantalla(_clasificacion, _zonas("clasificacion")),
    "apuesta": Pantalla(_apuesta, _zonas("apuesta")),
}
