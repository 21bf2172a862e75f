"""Las peñas: quien juega cada semana (decisión 037). Nadie de fuera ve nada de una."""
