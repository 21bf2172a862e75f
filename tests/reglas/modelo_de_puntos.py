"""Modelo ingenuo de la clasificación (ES2): una lista que se ordena entera cada vez, con la tabla de 002 §4.2 a mano.

No comparte nada con el producto: ni claves, ni fronteras, ni la fórmula.
"""

from collections.abc import Sequence


class Modelo:
    """Puntos por cuenta y quiénes están inscritos."""

    def __init__(self) -> None:
        self.puntos: dict[int, int] = {}
        self.inscritas: set[int] = set()

    def inscribir(self, cuenta: int) -> None:
        self.inscritas.add(cuenta)
        self.puntos.setdefault(cuenta, 0)

    def salir(self, cuenta: int) -> None:
        self.inscritas.discard(cuenta)

    def orden(self) -> list[int]:
        """De más a menos puntos; a iguales, la cuenta más antigua."""
        return sorted(self.inscritas, key=lambda c: (-self.puntos[c], c))

    def quintil(self, cuenta: int) -> int:
        orden = self.orden()
        return 5 * orden.index(cuenta) // len(orden) + 1 if cuenta in orden else 5

    def jugar(self, cuentas: Sequence[int], meta: str, ganadora: int, tantos: tuple[int, int]) -> list[tuple[int, ...]]:
        """(puntos antes, después, quintil antes, después) por asiento."""
        antes = [self.puntos.setdefault(c, 0) for c in cuentas]
        q = [self.quintil(c) for c in cuentas]
        for asiento, cuenta in enumerate(cuentas):
            gano = asiento % 2 == ganadora
            self.puntos[cuenta] += 1 + self._pp(meta, gano, abs(tantos[0] - tantos[1]))
            for contrario in ((asiento + 1) % 4, (asiento + 3) % 4):
                self.puntos[cuenta] += self._pt(gano, q[asiento] - q[contrario])
        return [(antes[n], self.puntos[c], q[n], self.quintil(c)) for n, c in enumerate(cuentas)]

    @staticmethod
    def _pp(meta: str, gano: bool, diferencia: int) -> int:
        if meta == "juegos_ganados":
            return 0
        if diferencia > 50:
            return 3 if gano else -2
        if diferencia > 9:
            return 2 if gano else -1
        return 1 if gano else 0

    @staticmethod
    def _pt(gano: bool, arriba: int) -> int:
        """`arriba`: por cuántos quintiles está el contrario arriba (negativo, abajo)."""
        return 1 + max(0, arriba) if gano else min(0, arriba)
