"""Lo que se le dice a la persona, y lo que comparten la mesa y la Academia."""
