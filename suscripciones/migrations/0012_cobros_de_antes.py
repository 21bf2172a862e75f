"""Lo registrado antes de que hubiera cobros, con el suyo: así lo sumado es lo pagado desde el primer día (D421)."""

from django.db import migrations

DE_A_CUANTAS = 500


def apuntar(apps, esquema):
    Suscripcion, Cobro = apps.get_model("suscripciones", "Suscripcion"), apps.get_model("suscripciones", "Cobro")
    HechoDeCobro = apps.get_model("suscripciones", "HechoDeCobro")
    sin_cobro = Suscripcion.objects.filter(cobro=None, importe__gt=0, moneda__in=("USD", "MXN")).select_related("plan")
    for una in sin_cobro.iterator(chunk_size=DE_A_CUANTAS):
        anulada, pagada = una.anulada_en, una.registrada_en
        cobro = Cobro.objects.create(
            cuenta_id=una.cuenta_id, plan_id=una.plan_id, meses=una.plan.meses, importe=una.importe, moneda=una.moneda,
            por="manual", forma="otra", creado=pagada, id_orden=una.id_orden, nota=una.nota,
            registrado_por_id=una.registrada_por_id, estado="devuelto" if anulada else "pagado", pagado_en=pagada,
            pagado=una.importe, devuelto=una.importe if anulada else 0, recibo_en=pagada,
        )
        hechos = [("pagado", pagada, una.registrada_por_id)]
        if anulada:
            hechos.append(("devuelto", anulada, una.anulada_por_id))
        for que, cuando, quien in hechos:
            HechoDeCobro.objects.create(
                cobro=cobro, que=que, referencia=f"antes-{una.pk}", cuando=cuando, importe=una.importe,
                moneda=una.moneda, recibido=cuando, quien_id=quien,
            )
        una.cobro, una.meses, una.pagada_en = cobro, una.plan.meses, pagada
        una.save(update_fields=["cobro", "meses", "pagada_en"])


class Migration(migrations.Migration):
    dependencies = [("suscripciones", "0011_cobros")]

    operations = [migrations.RunPython(apuntar, migrations.RunPython.noop)]
