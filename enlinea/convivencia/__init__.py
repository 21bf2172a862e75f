"""Lo que se sabe de cada quien: tarjetas, silencios, mensajes de la administración y cómo se platica."""
