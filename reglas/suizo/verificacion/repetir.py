"""Repetir cada emparejamiento y compararlo con lo publicado (TO13, TO15)."""

from reglas.errores import ErrorDeRegla
from reglas.suizo.emparejar import emparejar
from reglas.suizo.verificacion.visto import Faltas, Vista


def repeticion(vista: Vista) -> Faltas:
    """Con lo que se sabía entonces, las mismas mesas, con los mismos asientos y números, y los mismos descansos."""
    try:
        debido = emparejar(vista.antes)
    except ErrorDeRegla as error:
        yield ErrorDeRegla("no_se_puede_repetir", porque=error.mensaje())
        return
    debidas = {mesa.numero: mesa for mesa in debido.mesas}
    for mesa in vista.mesas:
        suya = debidas.get(mesa.numero)
        if suya is None or (suya.asientos, suya.entidades) != (mesa.asientos, mesa.entidades):
            seria = "ninguna" if suya is None else ", ".join(suya.asientos)
            yield ErrorDeRegla("mesa_distinta", mesa=mesa.numero, dice=", ".join(mesa.asientos), debe=seria)
    faltan = sorted(set(debidas) - {mesa.numero for mesa in vista.mesas})
    yield from (ErrorDeRegla("falta_mesa", mesa=numero) for numero in faltan)
    if set(debido.descansan) != set(vista.partida.descansan):
        yield ErrorDeRegla("descansos_distintos", quienes=", ".join(debido.descansan) or "nadie")
