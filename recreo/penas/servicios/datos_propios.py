"""Lo que las peñas guardan de cada cuenta: entregarlo, y cómo queda al borrarla."""

from typing import Any

from recreo.models import Miembro, PagoEntreMiembros, Pena
from recreo.penas.servicios.base import Papel
from suscripciones.servicios import Borrado, Suyo


def exportar(cuenta_id: int) -> dict[str, Any]:
    """Sus peñas: qué papel tiene, sus lugares, sus cuotas, lo que pagó y cobró, y si dijo que venía."""
    suyos = Miembro.objects.filter(cuenta_id=cuenta_id).select_related("pena").order_by("desde")
    return {"penas": [_una(m) for m in suyos]}


def _una(m: Miembro) -> dict[str, Any]:
    pagos = PagoEntreMiembros.objects.filter(pena=m.pena_id)
    return {
        "nombre": m.pena.nombre,
        "lugar": m.pena.lugar,
        "tu_nombre": m.nombre,
        "tu_correo": m.correo,
        "tu_papel": m.papel,
        "desde": m.desde,
        "saliste": m.salio,
        "temporadas": [
            {"nombre": t.nombre, "desde": t.desde, "hasta": t.hasta, "tu_renglon": _renglon(t.resumen, m.pk)}
            for t in m.pena.temporadas.all()
        ],
        "cuotas": list(m.cuotas.values("cuota__concepto", "cuota__importe", "estado", "cambio")),
        "pagaste": list(pagos.filter(de=m).values("importe", "instante", "anulado")),
        "cobraste": list(pagos.filter(a=m).values("importe", "instante", "anulado")),
        "contestaste": list(m.respuestas.values("cita__cuando", "viene")),
    }


def _renglon(resumen: dict[str, Any], miembro: int) -> list[Any] | None:
    return next((fila for fila in resumen.get("tabla", ()) if fila[1] == miembro), None)


def impide(_cuenta_id: int) -> str:
    """Nada: si llevaba una peña, la hereda quien más tiempo lleve en ella."""
    return ""


def borrar(que: Borrado) -> None:
    """Su nombre pasa al seudónimo y sale; lo jugado y lo pagado quedan. La peña que llevaba sola cambia de manos, y la
    que ya no tiene a nadie con cuenta se borra."""
    suyos = Miembro.objects.filter(cuenta_id=que.cuenta_id)
    ids = sorted(suyos.values_list("pena_id", flat=True))
    for pena in Pena.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"):
        m = suyos.get(pena=pena)
        llevaba = m.papel == Papel.ENCARGADO
        m.nombre, m.correo, m.cuenta_id, m.papel = que.seudonimo, "", None, Papel.MIEMBRO
        m.salio = m.salio or que.ahora
        m.save()
        m.respuestas.all().delete()
        if llevaba:
            # dónde se juntan suele ser la casa de quien la lleva
            Pena.objects.filter(pk=pena.pk).update(lugar="")
            pena.citas.update(lugar="", nota="")
            _heredar(pena)
    if que.correo:
        Miembro.objects.filter(cuenta=None, correo=que.correo).update(correo="")


def _heredar(pena: Pena) -> None:
    estan = Miembro.objects.filter(pena=pena, salio=None, cuenta__isnull=False)
    if estan.filter(papel=Papel.ENCARGADO).exists():
        return
    heredero = estan.order_by("desde", "pk").first()
    if heredero is None:
        pena.delete()
        return
    heredero.papel = Papel.ENCARGADO
    heredero.save(update_fields=["papel"])


SUYO = Suyo("penas", exportar, impide, borrar)
