"""Cómo puede no salir un push."""


class Ido(Exception):
    """Ese aparato ya no está apuntado (404 o 410): se borra."""


class NoSalio(Exception):
    """No se pudo ahora; se puede intentar otra vez."""
