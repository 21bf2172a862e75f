"""Análisis exacto de una mano con las fichas a la vista (AC3): cuánto vale cada jugada legal y qué costó cada error.

`actas.analizar_acta` es la orden `python -m reglas analizar`; `errores.errores_de`, lo que cada quien dejó ir; y
`estudio.estudio_de`, todo junto y listo para guardar en JSON.
"""
