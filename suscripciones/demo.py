"""Cuentas del modo de demostración (`ENTORNO=demo`); ninguna existe fuera de él."""

from decimal import Decimal

from django.utils.translation import gettext_lazy as _

ORGANIZADORA = _("organizadora, con suscripción")
JUGADOR = _("juega, con suscripción")
LIBRE = _("con suscripción y sin Recreo: para organizar uno nuevo")
INVITADO = _("sin suscripción: sólo participa")
ADMINISTRADOR = _("administra cuentas y suscripciones")

CON_SUSCRIPCION = (ORGANIZADORA, JUGADOR, LIBRE)

PRECIOS_EN_PESOS = {"seis_meses": Decimal("380.00"), "anual": Decimal("690.00")}
"""Inventados: los de verdad los decide el dueño."""

# (nombre, correo, clave, papel)
CUENTAS_DEMO = [
    ("Lupita", "lupita@demo.mx", "domino-lupita", ORGANIZADORA),
    ("Beto", "beto@demo.mx", "domino-beto", JUGADOR),
    ("Carmen", "carmen@demo.mx", "domino-carmen", JUGADOR),
    ("Chucho", "chucho@demo.mx", "domino-chucho", JUGADOR),
    ("Nacho", "nacho@demo.mx", "domino-nacho", INVITADO),
    ("Paco", "paco@demo.mx", "domino-paco", LIBRE),
    ("Administración", "admin@demo.mx", "domino-admin", ADMINISTRADOR),
]
