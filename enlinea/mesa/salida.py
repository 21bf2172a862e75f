"""Lo que se manda a un navegador: una cola acotada de respuestas y UNA vista, la última.

Como cada vista es el estado completo, a quien va lento se le guarda sólo la más nueva: no crece ni frena a nadie. Si
deja de leer, se corta. Mientras el otro lado lea, se escribe en el momento, sin tarea ni vuelta del lazo: la mesa manda
cuatro vistas por jugada y despertar una tarea para cada una costaba más que escribirla.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from config.base.medidas import RECHAZOS
from enlinea.mesa.escritor_de_socket import FALLAS_DE_ENVIO, EscritorDeSocket
from enlinea.mesa.mensajes import Codec, DatosFuera, Fuera

RESPUESTAS_MAXIMAS = 64
SEGUNDOS_SIN_LEER = 10.0
NINGUNA = -1


class Salida:
    """Lo que espera salir por un socket; nada aquí espera.

    `al_terminar` se llama una vez, dicha la despedida o cortada.
    """

    __slots__ = (
        "_al_terminar",
        "_escritor",
        "_hora",
        "_respuestas",
        "_terminada",
        "_ultima",
        "_vista",
        "cortada",
        "enviado",
        "enviando_desde",
        "sabe",
    )

    def __init__(self, escritor: EscritorDeSocket, al_terminar: Callable[["Salida"], None]) -> None:
        self._escritor, self._al_terminar = escritor, al_terminar
        self._hora = asyncio.get_running_loop().time
        # la cola nace con la primera respuesta que espera: casi ningún socket la usa
        self._respuestas: deque[bytes] | None = None
        self._vista: bytes | None = None
        self.sabe = NINGUNA
        """Versión de la última vista escrita en el socket, si se sabe: sobre ella vale un `paso` (`paso.py`)."""
        self._ultima = self._terminada = False
        self.cortada = False
        self.enviando_desde = 0.0
        self.enviado = 0.0
        """Instante del lazo (s) del último envío."""
        escritor.al_desahogar = self._al_desahogar

    def vista(self, vista: bytes, version: int) -> None:
        """Manda la vista o, si el otro lado va lento, la deja en lugar de la que esperaba."""
        if self.libre:
            self._mandar(vista)
            self.sabe = version
        elif not self._ultima and not self._terminada:
            self._vista, self.sabe = vista, NINGUNA

    def sigue_de(self, version: int) -> bool:
        """Si a quien está del otro lado le basta lo que cambió desde esa versión: la tiene, y va al corriente."""
        return self.sabe == version and self.libre

    def responder(self, texto: bytes) -> None:
        """Manda o encola una respuesta; con demasiadas sin leer, la conexión se corta."""
        if self.libre:
            self._mandar(texto)
        elif self._ultima or self._terminada:
            return
        elif self._respuestas is None:
            self._respuestas = deque((texto,))
        elif len(self._respuestas) >= RESPUESTAS_MAXIMAS:
            self.cortar()
        else:
            self._respuestas.append(texto)

    def cortar(self) -> None:
        """No se manda más."""
        self.cortada = True
        self._terminar()

    def despedir(self, codigo: str) -> None:
        """Dice por qué y termina."""
        RECHAZOS.sumar(codigo)
        self.responder(Codec.octetos(Fuera(DatosFuera(codigo))))
        self._vista, self._ultima = None, True
        self._vaciar()

    @property
    def despedida(self) -> bool:
        """Si ya se le dijo por qué no está: lo que aún llegue de ese navegador es de antes."""
        return self._ultima or self._terminada

    @property
    def libre(self) -> bool:
        """Si lo próximo que se mande sale ya, sin esperar detrás de nada."""
        return not (self._escritor.lleno or self._respuestas or self._ultima or self._terminada)

    def atorada(self, ahora: float) -> bool:
        """Si un envío lleva demasiado sin que el otro lado lea."""
        return self.enviando_desde > 0 and ahora - self.enviando_desde > SEGUNDOS_SIN_LEER

    def _al_desahogar(self) -> None:
        self.enviando_desde = 0.0
        self._vaciar()

    def _vaciar(self) -> None:
        """Manda lo que espera, mientras el otro lado lea; las respuestas salen antes que la vista."""
        while not (self._escritor.lleno or self._terminada):
            if self._respuestas:
                self._mandar(self._respuestas.popleft())
            elif self._ultima:
                self._terminar()
            elif self._vista is not None:
                vista, self._vista = self._vista, None
                self._mandar(vista)
            else:
                return

    def _mandar(self, texto: bytes) -> None:
        self.enviado = self._hora()
        try:
            self._escritor.escribir(texto)
        except FALLAS_DE_ENVIO:
            self.cortar()
            return
        if self._escritor.lleno:
            self.enviando_desde = self.enviado

    def _terminar(self) -> None:
        if not self._terminada:
            self._terminada = True
            self._respuestas = self._vista = None
            self._escritor.soltar()
            self._al_terminar(self)
