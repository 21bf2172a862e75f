"""Lo que queda de cada partida: su acta y su estadística (EL10, ES1)."""
