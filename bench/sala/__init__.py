"""La lista de la Sala: lo que pesa y lo que cuesta cada llegada o salida."""
