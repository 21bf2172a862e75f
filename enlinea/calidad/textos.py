"""El informe de calidad, en palabras: qué se midió, cuánto se aparta y qué tan probable es por azar."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from enlinea.calidad.consultas import CuantoHay, Notable
from enlinea.models import InformeDeCalidad, RenglonDeCalidad
from reglas.calidad import parejas, tiempos
from reglas.fichas import TEXTOS
from reglas.mano import A, B

UNO_EN_MUCHOS = 1_000_000

MOTIVOS = {
    "constante": _l(
        "Siempre tarda casi lo mismo: la mitad de sus jugadas se apartan de su mediana (%(mediana)s s) menos de "
        "%(cerca)s %%; en una persona suele ser más de 25 %%. Se señala abajo de %(umbral)s %%."
    ),
    "rapida": _l(
        "Con cuatro fichas o más con cabida tarda %(dificil)s s de mediana (%(dificiles)d jugadas). Se señala abajo "
        "de %(umbral)s s: no da tiempo de verlas y elegir."
    ),
    "separa": _l(
        "Por lo que tarda se adivina si tenía una opción o varias en %(separa)s de cada 100 comparaciones (50 es "
        "azar). Se señala desde %(umbral)s: su pareja podría estar leyendo la pausa."
    ),
}


def resumen_de(informe: InformeDeCalidad) -> list[str]:
    """Qué se miró esa semana, en renglones."""
    if informe.hecho is None:
        return [_("Todavía se está midiendo.")]
    r = informe.resumen
    renglones = [
        _("Partidas en mesas normales: %(partidas)d; medidas %(medidas)d, y %(a_fondo)d jugada por jugada.") % r,
        _("Parejas con bastantes manos para probarlas: %(parejas)d. Personas con bastantes tiempos: %(personas)d.") % r,
    ]
    if r["medidas"] < r["partidas"]:
        faltan = r["partidas"] - r["medidas"]
        renglones.append(_("No dio tiempo de medir %(n)d partidas: quedaron fuera.") % {"n": faltan})
    return renglones


NO_ES_PRUEBA = _l("Tener una señal no prueba nada: mira las partidas y decide tú. A nadie se castiga ni se avisa solo.")


def por_que_vacio(informe: InformeDeCalidad) -> list[str]:
    """Por qué un informe ya hecho no trae nada que mirar; vacío si trae algo o todavía se mide."""
    if informe.hecho is None or informe.renglones.exists():
        return []
    if not informe.resumen["partidas"]:
        return [_("No hay nada que mirar: esa semana no terminó ninguna partida que cuente.")]
    porque = [_("No hay nada que mirar: en lo que se midió, nadie se apartó de lo normal.")]
    if not informe.resumen["parejas"]:
        datos = {"manos": parejas.MINIMO_DE_MANOS, "decisiones": parejas.MINIMO_DE_DECISIONES}
        porque.append(
            _(
                "Ninguna pareja ha jugado todavía lo bastante para probarla: hacen falta %(manos)d manos y "
                "%(decisiones)d decisiones en ocho semanas."
            )
            % datos
        )
    return porque


def como_va(hay: CuantoHay) -> list[str]:
    """Qué es el informe, cuándo se hace y con cuántas partidas cuenta ahora, en frases."""
    dia = f"{hay.semana:%d/%m/%Y}"
    frases = [
        _(
            "Cada lunes, desde las 4 de la mañana, el sistema mira solo las partidas que terminaron la semana anterior "
            "y apunta si algo se sale de lo normal: parejas que juegan como si vieran las fichas ajenas, cuentas que "
            "comparten aparato o red, y tiempos raros."
        )
    ]
    if hay.pasada:
        frases.append(
            ngettext(
                "En la semana del %(dia)s terminó %(n)d partida", "En la semana del %(dia)s terminaron %(n)d partidas",
                hay.pasada,
            )
            % {"dia": dia, "n": hay.pasada}
            + (_(" y su informe ya está abajo.") if hay.listo else _(": su informe se está preparando."))
        )  # fmt: skip
    else:
        frases.append(_("En la semana del %(dia)s no terminó ninguna partida: no hay nada que mirar.") % {"dia": dia})
    frases.append(
        ngettext(
            "Para el informe que sigue va %(n)d partida.", "Para el informe que sigue van %(n)d partidas.",
            hay.esta_semana,
        )
        % {"n": hay.esta_semana}
    )  # fmt: skip
    return [*frases, str(NO_ES_PRUEBA)]


def que_se_midio(renglon: RenglonDeCalidad) -> str:
    """Una explicación de la medida, sin números de la persona."""
    if renglon.clase == RenglonDeCalidad.Clase.PAREJA:
        return _(
            "En cada decisión se compara lo que vale la ficha elegida, con las cuatro manos a la vista, con lo que "
            "vale la que elegiría quien sólo sabe lo público desde ese asiento. Quien no ve lo ajeno a veces le gana y "
            "a veces pierde; en promedio, no gana. Se perdona hasta %(margen)s tantos por decisión."
        ) % {"margen": _numero(parejas.MARGEN, 1)}
    if renglon.clase == RenglonDeCalidad.Clase.COMPARTEN:
        return _(
            "Si dos cuentas de la misma mesa entraron desde el mismo aparato o la misma red. Una familia, un club o un "
            "negocio comparten red; una pareja puede compartir tableta."
        )
    return _(
        "Cuánto tarda en tirar, por su mediana y sus cuartiles, sin las jugadas que tiró el sistema. Una señal lenta o "
        "un teléfono viejo también cambian los tiempos."
    )


def cuanto_se_aparta(renglon: RenglonDeCalidad) -> list[str]:
    """Los números de este renglón, dichos."""
    if renglon.clase == RenglonDeCalidad.Clase.PAREJA:
        return _de_pareja(renglon.datos)
    if renglon.clase == RenglonDeCalidad.Clase.COMPARTEN:
        return _de_compartir(renglon.datos)
    return _de_tiempos(renglon.datos)


def por_azar(renglon: RenglonDeCalidad) -> str:
    """Qué tan probable es salir así sin hacer nada malo."""
    if renglon.azar is None:
        return _("No se puede calcular: hay que mirarlo.")
    azar = float(renglon.azar)
    datos = {
        "n": number_format(min(round(1 / azar) if azar else UNO_EN_MUCHOS, UNO_EN_MUCHOS), force_grouping=True),
        "umbral": number_format(round(1 / parejas.UMBRAL), force_grouping=True),
    }
    texto = _("1 en %(n)s, ya contando todas las parejas que se probaron. Se señala desde 1 en %(umbral)s.") % datos
    return _("Menos de %(texto)s") % {"texto": texto} if azar * UNO_EN_MUCHOS < 1 else texto


def notable(una: Notable) -> str:
    """Una decisión que llama la atención."""
    return _(
        "Mano %(mano)d, jugada %(jugada)d: tiró %(elegida)s; lo público pedía %(publica)s. Ganó %(ganado)d tantos."
    ) % {
        "mano": una.mano + 1,
        "jugada": una.jugada + 1,
        "elegida": jugada(una.opciones[una.elegida]),
        "publica": jugada(una.opciones[una.publica]),
        "ganado": una.ganado,
    }


def jugada(opcion: Sequence[int]) -> str:
    """Ficha y dónde cae."""
    ficha, donde = TEXTOS[opcion[0]], {A: _("arriba o izquierda"), B: _("abajo o derecha")}.get(opcion[1])
    return f"{ficha} ({donde})" if donde else ficha


def _de_pareja(datos: Mapping[str, Any]) -> list[str]:
    return [
        _("Gana %(cuanto)s tantos por decisión (± %(error)s), en %(decisiones)d decisiones de %(manos)d manos.")
        % {
            "cuanto": _numero(datos["por_decision"], 2),
            "error": _numero(datos["error"], 2),
            "decisiones": datos["decisiones"],
            "manos": datos["manos"],
        },
        _("Cuenta lo medido esa semana y las siete anteriores, si jugaron juntas."),
    ]


def _de_compartir(datos: Mapping[str, Any]) -> list[str]:
    renglones = []
    if n := datos["mesas_aparato"]:
        renglones.append(ngettext("Mismo aparato en %d mesa.", "Mismo aparato en %d mesas.", n) % n)
    if n := datos["mesas_navegador"]:
        renglones.append(
            ngettext(
                "Misma red y mismo navegador, sin galleta, en %d mesa: parece el mismo aparato.",
                "Misma red y mismo navegador, sin galleta, en %d mesas: parece el mismo aparato.",
                n,
            )
            % n
        )
    if n := datos["mesas_red"]:
        renglones.append(ngettext("Misma red en %d mesa.", "Misma red en %d mesas.", n) % n)
    como = {"pareja": datos["como_pareja"], "contrarios": datos["como_contrarios"]}
    return [*renglones, _("Partidas terminadas ahí: %(pareja)d como pareja y %(contrarios)d como contrarios.") % como]


def _de_tiempos(datos: Mapping[str, Any]) -> list[str]:
    umbrales = {
        "constante": _numero(50 * tiempos.CASI_IGUALES, 1),
        "rapida": _numero(tiempos.MUY_RAPIDA / 1000, 1),
        "separa": _numero(100 * tiempos.SEPARA, 0),
    }
    dichos = {
        "mediana": _numero((datos["mediana"] or 0) / 1000, 1),
        "cerca": _numero(50 * (datos["dispersion"] or 0), 1),
        "dificil": _numero((datos["mediana_dificil"] or 0) / 1000, 2),
        "dificiles": datos["dificiles"],
        "separa": _numero(100 * (datos["separacion"] or 0), 1),
    }
    de_cuantas = _("Son %(n)d jugadas suyas en la semana.") % {"n": datos["jugadas"]}
    return [*(str(MOTIVOS[m]) % {**dichos, "umbral": umbrales[m]} for m in datos["motivos"]), de_cuantas]


def _numero(valor: float, decimales: int) -> str:
    return number_format(valor, decimal_pos=decimales)
