"""Lo común de lo que mide y castiga la mesa en línea: clientes exactos al protocolo y servidores propios."""
