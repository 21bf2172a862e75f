"""Comprobar el acta de un torneo: en qué falta a las reglas y si sus mesas se repiten (TO3-TO13, TO19-TO25; §7)."""
