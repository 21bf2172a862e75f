"""Lo que se enseña de la estadística: renglones de tabla, gráfica y archivos para llevarse (ES1)."""
