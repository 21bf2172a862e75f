"""Quién entra a En línea: permiso (SU3), sesión, y desde qué red y aparato."""
