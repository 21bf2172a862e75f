"""Las reglas de un cobro, puras: qué le pasó, en qué va y cuánto vale (SU2)."""
