"""De las filas de Parejas, Equipos, Multibolsa y A Distancia a lo que pide `reglas/suizo` (decisión 025).

El número de un conjunto es su identificador, y el de cada integrante, el suyo: no se pisan.
"""

from reglas.suizo import tipos as de_reglas
from torneos.models import SUPLENTE, Inscrito, Torneo


def jugadores_de(t: Torneo) -> tuple[de_reglas.Jugador, ...]:
    """Los integrantes de los conjuntos que ya llegaron; el suplente, sólo si entró (TO4)."""
    filas = t.inscritos.filter(conjunto__desde__isnull=False).select_related("conjunto").order_by("numero")
    return tuple(
        de_reglas.Jugador(str(i.numero), i.nombre, i.conjunto.comodin)  # type: ignore[union-attr]
        for i in filas
        if i.letra != SUPLENTE or i.conjunto.suplente_desde is not None  # type: ignore[union-attr]
    )


def entidades_de(t: Torneo) -> tuple[de_reglas.Entidad, ...]:
    """Los conjuntos que ya llegaron, con los suyos en su orden (TO2)."""
    suyos: dict[int, list[Inscrito]] = {}
    for i in t.inscritos.filter(conjunto__isnull=False).order_by("conjunto", "letra"):
        suyos.setdefault(i.conjunto_id or 0, []).append(i)
    llegaron = t.inscritos.filter(conjunto=None, desde__isnull=False).order_by("numero")
    return tuple(_entidad(c, suyos[c.pk]) for c in llegaron)


def _entidad(c: Inscrito, suyos: list[Inscrito]) -> de_reglas.Entidad:
    suplente = None
    de_banca = next((i for i in suyos if i.letra == SUPLENTE), None)
    por = next((i for i in suyos if i.pk == c.suple_a_id), None)
    if de_banca is not None and por is not None and c.suplente_desde is not None:
        suplente = de_reglas.Suplente(str(de_banca.numero), str(por.numero), c.suplente_desde)
    titulares = tuple(str(i.numero) for i in suyos if i.letra != SUPLENTE)
    return de_reglas.Entidad(str(c.numero), titulares, c.desde or 1, c.hasta, suplente, c.nombre)


def bolsas_de(t: Torneo) -> de_reglas.Bolsas | None:
    """Cuántas, cuántos se intercambian y los cortes de las partidas publicadas (TO24)."""
    if t.bolsas is None:
        return None
    cortes = t.partidas.filter(corte__isnull=False).order_by("numero").values_list("corte", flat=True)
    hechos = tuple(tuple(tuple(str(n) for n in bolsa) for bolsa in corte or ()) for corte in cortes)
    return de_reglas.Bolsas(t.bolsas, t.intercambio, hechos)


def distancia_de(t: Torneo) -> tuple[de_reglas.Distancia, ...]:
    """Las parejas y los equipos declarados, con los suyos que ya llegaron (TO25)."""
    declarados = t.declarados.order_by("cuantos", "pk").prefetch_related("suyos__inscrito")
    quienes = [(d, [s.inscrito for s in d.suyos.all() if s.inscrito.desde is not None]) for d in declarados]
    return tuple(de_reglas.Distancia(d.nombre, tuple(str(i.numero) for i in suyos)) for d, suyos in quienes if suyos)
