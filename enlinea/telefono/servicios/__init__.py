"""A qué teléfonos, qué se anota para avisar y cómo sale."""
