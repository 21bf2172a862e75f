"""Torneos simulados para medir el emparejamiento y ponerlo a prueba."""
