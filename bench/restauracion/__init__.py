"""El simulacro: jugar, destruir la base, restaurarla de su respaldo y seguir jugando (EL10)."""
