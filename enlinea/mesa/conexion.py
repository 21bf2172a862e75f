"""Un navegador sentado a la mesa: quién es, cuándo latió y por dónde se le escribe."""

from config.vivo.cupos import DE_JUGAR, Ritmo
from enlinea.mesa.salida import Salida
from reglas.tarjetas import Graves


class Conexion:
    """Un socket de una persona en una mesa; una persona puede tener varias pestañas. Quien mira es `NADIE`."""

    __slots__ = (
        "cuenta",
        "latido",
        "miran",
        "pasos",
        "persona",
        "reponiendo",
        "ritmo",
        "salida",
        "sesion",
        "tarjetas",
        "visto_desde",
        "visto_num",
    )

    def __init__(self, persona: int, cuenta: int, sesion: str, salida: Salida, latido: float) -> None:
        self.persona = persona
        self.cuenta = cuenta
        self.sesion = sesion
        self.salida = salida
        self.latido = latido
        """Instante del lazo (s) del último mensaje."""
        self.ritmo = Ritmo(DE_JUGAR, latido)
        """A quien manda sin parar se le frena."""
        self.reponiendo = False
        """Aún no se sabe desde cuándo faltaba: su reloj no vence."""
        self.tarjetas: tuple[Graves, ...] = ()
        """Las de cada persona, como se le dijeron."""
        self.miran = 0
        """Cuántos miran la mesa, como se le dijo."""
        self.pasos = False
        """Si su navegador suma lo que cambió a la vista que tiene (`paso.py`); si no, se le da entera."""
        self.visto_num = -1
        self.visto_desde = 0
        """Cuándo mostró el turno de `visto_num`, en ms de la mesa."""
