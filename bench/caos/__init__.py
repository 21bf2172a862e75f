"""Golpes al sistema mientras se juega: nada de lo acusado se pierde ni se repite, y se sigue jugando (EL9, EL10)."""
