"""Un salón entero: cuánto tarda una mesa en verse en la mesa de control, y la partida siguiente en mil teléfonos."""
