"""Mirar una mesa sin sentarse a ella: la página, su socket y a quién se publica (D477-D479)."""
