"""La mesa en línea como máquina pura: órdenes que se deciden en eventos, y eventos que se pliegan en estado."""
