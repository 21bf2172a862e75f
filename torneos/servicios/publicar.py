"""Publicar una partida entera o nada, deshacerla antes de la primera mano, su reloj y su cierre (TO14, TO17)."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos
from torneos.models import Asiento, Disposicion, Ensayo, Inscrito, Mesa, Partida, Restriccion, Resultado
from torneos.reconstruir import huella_de_acta
from torneos.servicios.base import VIVOS, E, Operacion, exigir_motivo, orden
from torneos.servicios.en_linea import abrir_en_linea, exigir_sin_repartir, soltar
from torneos.servicios.ensayo import acta_por_emparejar, exigir_que_siga

YA_DISPUESTO = "Ya estaba dispuesto en la que se deshizo."


@orden(*VIVOS)
def partida_publicar(op: Operacion, *, ensayo: int) -> Datos:
    """Publica un ensayo: la partida, sus mesas y sus asientos, en la misma transacción. Desde ahí no cambian.

    Errores: `solo_control`, los de `ensayo_pedir`, `ensayo_inexistente`, `ensayo_sin_acabar`, `ensayo_viejo` (algo
    cambió desde que se calculó: hay que ensayar otra vez) y, en pantallas, `faltan_puestos`.
    """
    op.exigir_mando()
    e = op.torneo.ensayos.filter(pk=ensayo).first()
    if e is None:
        raise ErrorDeServicio("ensayo_inexistente")
    if e.estado != Ensayo.Estado.LISTO or e.resultado is None:
        raise ErrorDeServicio("ensayo_sin_acabar")
    exigir_que_siga(op)
    acta = acta_por_emparejar(op.torneo)
    if e.partida != op.publicadas() + 1 or e.huella != huella_de_acta(acta):
        raise ErrorDeServicio("ensayo_viejo")
    _escribir(op, e.resultado, acta)
    if op.torneo.estado == E.REGISTRO:
        op.torneo.estado, op.torneo.iniciado = E.EN_JUEGO, op.ahora
    op.torneo.disposiciones.all().delete()
    op.torneo.ensayos.all().delete()
    op.contar("partida_publicar", partida=e.partida, mesas=len(e.resultado["mesas"]))
    return {"partida": e.partida}


def _escribir(op: Operacion, resultado: dict[str, Any], acta: dict[str, Any]) -> None:
    siguiente = acta.get("siguiente") or {}
    partida = Partida.objects.create(
        torneo=op.torneo,
        numero=resultado["partida"],
        publicada=op.ahora,
        quien=op.nombre,
        hoja=resultado["hoja"],
        descansan=[int(n) for n in resultado["descansan"]],
        ausentes=[int(n) for n in siguiente.get("ausentes", [])],
        fijas=[[int(f["id"]), f["mesa"]] for f in siguiente.get("fijas", [])],
        corte=resultado["corte"] and [[int(n) for n in bolsa] for bolsa in resultado["corte"]],
    )
    de = {i.numero: i for i in op.torneo.inscritos.all()}
    sentados: list[list[Inscrito]] = [[de[int(n)] for n in m["asientos"]] for m in resultado["mesas"]]
    en_linea = abrir_en_linea(op, [m["mesa"] for m in resultado["mesas"]], sentados)
    mesas = Mesa.objects.bulk_create(
        Mesa(
            partida=partida,
            numero=m["mesa"],
            clave=secrets.token_urlsafe(12),
            forzada=m.get("forzada", False),
            en_linea=suya,
        )
        for m, suya in zip(resultado["mesas"], en_linea, strict=True)
    )
    Asiento.objects.bulk_create(
        Asiento(mesa=mesa, lugar=lugar, jugador=quien)
        for mesa, cuatro in zip(mesas, sentados, strict=True)
        for lugar, quien in enumerate(cuatro)
    )


@orden(E.EN_JUEGO)
def partida_deshacer(op: Operacion, *, partida: int, motivo: str) -> None:
    """Anula la última publicada si nadie ha anotado nada en ella; se vuelve a emparejar (TO14).

    Lo que llegó mientras estaba publicada vale para la que se publique en su lugar; la primera pide otro sorteo.
    Errores: `solo_control`, `no_es_la_ultima`, `ya_anotaron`, `hay_sanciones`, `falta_motivo` y, en el Multiplicado,
    `ya_se_dicto_la_partida`.
    """
    op.exigir_mando()
    p = op.actual()
    if p is None or p.numero != partida:
        raise ErrorDeServicio("no_es_la_ultima")
    limpio = exigir_motivo(motivo)
    if p.dictado:
        raise ErrorDeServicio("ya_se_dicto_la_partida", partida=partida, texto=p.dictado)
    mesas = op.tomar_mesas(p)
    tocadas = Mesa.objects.filter(partida=p).filter(Q(anotaciones__isnull=False) | Q(cerrada__isnull=False))
    tocada = tocadas.order_by("numero").first()
    if tocada is not None:
        raise ErrorDeServicio("ya_anotaron", mesa=tocada.numero, partida=partida)
    exigir_sin_repartir(mesas, partida)
    if op.torneo.sanciones.filter(partida=partida).exists():
        raise ErrorDeServicio("hay_sanciones", partida=partida)
    _devolver(op, p, mesas)
    # la versión que se ve no baja: el torneo sube lo que ellas llevaban
    op.torneo.version += sum(m.version for m in mesas)
    soltar(mesas)
    p.delete()
    _recorrer(op, partida)
    anulado = _otro_sorteo(op) if partida == 1 else {}
    op.contar("partida_deshacer", motivo=limpio, partida=partida, **anulado)


def _otro_sorteo(op: Operacion) -> Datos:
    """Se reabre el registro con la clave ya revelada: quien la conoce podría acomodar quién entra. Hace falta otra,
    con su compromiso, y que la sala dicte otra vez (TO6; decisión 024). Devuelve lo que valía, para el rastro.
    """
    t = op.torneo
    anulado = {"clave": t.clave_de_sorteo, "dictado": t.dictado}
    t.clave_de_sorteo, t.dictado, t.semilla = secrets.token_hex(32), "", ""
    t.estado, t.iniciado = E.REGISTRO, None
    return anulado


def _devolver(op: Operacion, p: Partida, mesas: Sequence[Mesa]) -> None:
    """Las ausencias avisadas y las mesas forzadas con que se emparejó vuelven a estar dispuestas."""
    forzadas = dict.fromkeys(_forzada(m) for m in mesas if m.forzada)  # las dos mesas de un encuentro son una
    previas = [(Disposicion.Tipo.AUSENTE, [n]) for n in p.ausentes]
    previas += [(Disposicion.Tipo.FORZADA, list(quienes)) for quienes in forzadas]
    nuevas = {n for numeros in op.torneo.disposiciones.values_list("numeros", flat=True) for n in numeros}
    Disposicion.objects.bulk_create(
        Disposicion(
            torneo=op.torneo, tipo=tipo, numeros=numeros, motivo=YA_DISPUESTO, quien=op.nombre, instante=op.ahora
        )
        for tipo, numeros in previas
        if nuevas.isdisjoint(numeros)
    )


def _forzada(m: Mesa) -> tuple[int, ...]:
    """Como se dispuso: los cuatro por asiento o, en Parejas y Equipos, los dos que se enfrentan."""
    asientos = m.asientos.order_by("lugar").values_list("jugador__numero", "jugador__conjunto__numero")
    if any(conjunto is not None for _numero, conjunto in asientos):
        return tuple(conjunto for _numero, conjunto in asientos[:2])
    return tuple(numero for numero, _conjunto in asientos)


def _recorrer(op: Operacion, partida: int) -> None:
    """Lo que se dijo «tras la partida» queda dicho tras la anterior, que vuelve a ser la última publicada."""
    antes = partida - 1
    op.torneo.inscritos.filter(desde=partida + 1).update(desde=partida)
    op.torneo.inscritos.filter(suplente_desde=partida + 1).update(suplente_desde=partida)
    op.torneo.inscritos.filter(hasta=partida, desde=partida).update(desde=None, hasta=None, llego=None)
    op.torneo.inscritos.filter(hasta=partida).update(hasta=antes)
    Restriccion.objects.filter(torneo=op.torneo, desde=partida + 1).update(desde=partida)
    Restriccion.objects.filter(torneo=op.torneo, hasta=partida, desde=partida).delete()
    Restriccion.objects.filter(torneo=op.torneo, hasta=partida).update(hasta=antes)
    op.torneo.sanciones.filter(tras=partida).update(tras=antes)
    Resultado.objects.filter(mesa__partida__torneo=op.torneo, tras=partida).update(tras=antes)


@orden(E.EN_JUEGO)
def partida_arrancar(op: Operacion, *, partida: int) -> None:
    """Echa a andar el reloj de la partida; repetirlo lo deja como estaba (TO17). Error: `no_es_la_ultima`."""
    op.exigir_mando()
    p = op.actual()
    if p is None or p.numero != partida:
        raise ErrorDeServicio("no_es_la_ultima")
    if p.inicio is None:
        p.inicio = op.ahora
        p.save(update_fields=["inicio"])
        op.contar("partida_arrancar", partida=partida)


@orden(E.EN_JUEGO)
def partida_cerrar(op: Operacion, *, partida: int) -> None:
    """La da por cerrada: ya no falta ninguna mesa y su tabla se publica. Errores: `solo_control`, `no_es_la_ultima`,
    `partida_sin_cerrar` (con las que faltan).
    """
    op.exigir_mando()
    p = op.actual()
    if p is None or p.numero != partida:
        raise ErrorDeServicio("no_es_la_ultima")
    abiertas = [m.numero for m in op.tomar_mesas(p) if m.cerrada is None]
    if abiertas:
        raise ErrorDeServicio("partida_sin_cerrar", partida=partida, mesas=sorted(abiertas))
    if p.cerrada is None:
        p.cerrada = op.ahora
        p.save(update_fields=["cerrada"])
        op.contar("partida_cerrar", partida=partida)
