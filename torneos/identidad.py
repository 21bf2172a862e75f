"""Quién pide en un torneo: una cuenta, quien trae la clave de una mesa, o un aparato que sólo se apunta (TO2, TO16)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quien:
    """Identidad de quien pide. `correo` y `nombre` son los de su cuenta; no cuentan en la huella."""

    cuenta_id: int | None = None
    correo: str = ""
    nombre: str = ""
    mesa: str = ""
    """La clave de la hoja que trae."""
    numero: int | None = None
    """Quién dijo ser, de los cuatro de esa mesa."""
    aparato: str = ""
    casa: bool = False
    """Lo pide la propia aplicación, por lo que pasó en la mesa en línea; nunca viene de fuera."""

    @property
    def huella(self) -> str:
        """Identifica a quien dio una orden, para que nadie recoja el resultado de otro."""
        if self.casa:
            return "casa"
        if self.cuenta_id is not None:
            return f"c{self.cuenta_id}"
        return f"m{self.mesa}.{self.numero}" if self.mesa else f"a{self.aparato}"
