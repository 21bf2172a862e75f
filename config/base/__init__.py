"""La base de datos y la caché: conexiones, consultas preparadas, transacciones y sesiones."""
