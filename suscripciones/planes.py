"""Los dos planes del reglamento: 20 USD por seis meses y 36 USD por un año (SU2)."""

from decimal import Decimal

# (clave, nombre, meses, precio en USD); precio y nombre se cambian después en la administración
PLANES = (
    ("seis_meses", "Seis meses", 6, Decimal("20.00")),
    ("anual", "Un año", 12, Decimal("36.00")),
)
