"""Cuántas jugadas por segundo, con qué demora y con cuánta memoria se sirve la mesa en línea."""
