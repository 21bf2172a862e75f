"""Que nadie sepa lo que no puede ver: ni por los bytes que recibe ni por el tiempo que tarda un pase (EL8)."""
