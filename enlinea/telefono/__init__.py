"""Avisar a quien no está viendo la pantalla: su teléfono, con web push (D781)."""
