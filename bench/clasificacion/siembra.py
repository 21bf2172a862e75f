"""Muchas cuentas inscritas con sus puntos, escritas de una vez; las fronteras se buscan contando, sin el servicio."""

from datetime import timedelta

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from enlinea.models import Clasificado, Jugador, Mesa, Partida, TablaDeClasificacion
from reglas.tabla import primer_lugar
from suscripciones.models import Cuenta, Plan, Suscripcion

REPARTOS = {
    # dos de cada cinco acaban de llegar; los demás, de −40 a 1,200 puntos
    "mixto": "CASE WHEN {id} % 5 < 2 THEN 0 ELSE ({id} * 7919) % 1241 - 40 END",
    # el peor empate: todos en 0
    "recién llegados": "0",
}


def crecer(hasta: int, reparto: str) -> int:
    """Deja al menos `hasta` inscritos con los puntos de ese reparto; devuelve cuántos son."""
    hay = Clasificado.objects.count()
    if hay < hasta:
        _cuentas(hay, hasta)
    inscritos = max(hay, hasta)
    puntos = REPARTOS[reparto].format(id="cuenta_id")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE enlinea_clasificado SET puntos = {puntos}, clave = cuenta_id - ({puntos}) * 1099511627776"
        )
        TablaDeClasificacion.objects.all().delete()
        TablaDeClasificacion.objects.create(inscritos=inscritos, aplicadas=_aplicadas(), **fronteras(inscritos))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE")
        else:
            cursor.execute("ANALYZE")
    return inscritos


def _aplicadas() -> int:
    return Partida.objects.aggregate(ultima=Max("orden_de_puntos"))["ultima"] or 0


def fronteras(inscritos: int) -> dict[str, int | None]:
    """La clave del primero de cada quintil, contando desde el principio."""
    claves = Clasificado.objects.filter(clave__isnull=False).order_by("clave").values_list("clave", flat=True)
    return {
        f"frontera_{q}": claves[lugar] if (lugar := primer_lugar(q, inscritos)) < inscritos else None
        for q in range(2, 6)
    }


def _cuentas(desde: int, hasta: int) -> None:
    """Sin suscripción: la clasificación sólo la mira al entrar, y éstas ya están dentro."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            """WITH RECURSIVE n(i) AS (SELECT CAST(%s AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < %s)
            INSERT INTO suscripciones_cuenta
              (password, is_superuser, email, nombre, is_active, is_staff, date_joined)
            SELECT '!', %s, 'banco-' || i || '@ejemplo.mx', 'Jugador ' || i, %s, %s, %s FROM n""",
            [desde, hasta, False, True, False, timezone.now()],
        )
        cursor.execute(
            """INSERT INTO enlinea_clasificado (cuenta_id, puntos, clave)
            SELECT id, 0, id FROM suscripciones_cuenta WHERE id NOT IN (SELECT cuenta_id FROM enlinea_clasificado)"""
        )


def alta(numero: int) -> int:
    """Una cuenta suscrita que la clasificación todavía no conoce."""
    plan, ahora = Plan.objects.order_by("meses").first(), timezone.now()
    cuenta = Cuenta.objects.create(email=f"nueva-{numero}@ejemplo.mx", nombre=f"Nueva {numero}", password="!")
    Suscripcion.objects.create(
        cuenta=cuenta, plan=plan, inicio=ahora, fin=ahora + timedelta(days=200), importe=20, moneda="USD",
        registrada_en=ahora,
    )  # fmt: skip
    return cuenta.pk


def partida(mesa: Mesa, numero: int, cuentas: list[int], menos: int) -> None:
    """Guardada y por sumar; gana siempre la pareja 0, por 100 contra `menos`."""
    ahora = timezone.now()
    fila = Partida.objects.create(
        mesa=mesa, numero=numero, meta="100", modo="normal", inicio=ahora, fin=ahora, finalizada=True, ganadora=0,
        tantos_0=100, tantos_1=menos,
    )  # fmt: skip
    Jugador.objects.bulk_create(
        Jugador(partida=fila, asiento=n, cuenta_id=c, nombre=f"N{n}") for n, c in enumerate(cuentas)
    )
