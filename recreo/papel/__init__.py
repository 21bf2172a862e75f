"""Lo que se imprime de un Recreo y lo que se lleva a una hoja de cálculo (RE8, decisión 029)."""
