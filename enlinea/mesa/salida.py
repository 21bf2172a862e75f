"""Lo que se manda a un navegador: una cola acotada de respuestas y UNA vista, la última.

Como cada vista es el estado completo, a quien va lento se le guarda sólo la más nueva: no crece ni frena a nadie. Si
deja de leer, se corta. Mientras el otro lado lea, se escribe en el momento, sin tarea ni vuelta del lazo: la mesa manda
cuatro vistas por jugada y despertar una tarea para cada una costaba más que escribirla.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any

from enlinea.mensajes import Codec, DatosFuera, Fuera

RESPUESTAS_MAXIMAS = 64
SEGUNDOS_SIN_LEER = 10.0

Enviar = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]
FALLAS_DE_ENVIO = (OSError, RuntimeError)
"""El otro lado ya se fue: lo dice cada servidor a su manera, y no es un error nuestro."""


class _Resto:
    """Lo que le falta a una corrutina que ya empezó y espera `futuro`."""

    __slots__ = ("_corrutina", "_futuro")

    def __init__(self, corrutina: Coroutine[Any, Any, None], futuro: Any) -> None:
        self._corrutina, self._futuro = corrutina, futuro

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._futuro
        yield from self._corrutina.__await__()


class Salida:
    """La boca de un socket; nada aquí espera. `al_terminar` se llama una vez, dicha la despedida o cortada."""

    __slots__ = (
        "_al_terminar",
        "_enviar",
        "_lazo",
        "_respuestas",
        "_resto",
        "_terminada",
        "_ultima",
        "_vista",
        "cortada",
        "enviado",
        "enviando_desde",
    )

    def __init__(self, enviar: Enviar, al_terminar: Callable[["Salida"], None]) -> None:
        self._enviar, self._al_terminar = enviar, al_terminar
        self._lazo = asyncio.get_running_loop()
        self._respuestas: deque[str] = deque()
        self._vista: bytes | None = None
        self._resto: asyncio.Task[None] | None = None
        self._ultima = self._terminada = False
        self.cortada = False
        self.enviando_desde = 0.0
        self.enviado = 0.0
        """Instante del lazo (s) del último envío."""

    def vista(self, vista: bytes) -> None:
        """Manda la vista o, si el otro lado va lento, la deja en lugar de la que esperaba."""
        self._vista = vista
        self._vaciar()

    def responder(self, texto: str) -> None:
        """Manda o encola una respuesta; con demasiadas sin leer, la conexión se corta."""
        if len(self._respuestas) >= RESPUESTAS_MAXIMAS:
            self.cortar()
        else:
            self._respuestas.append(texto)
            self._vaciar()

    def cortar(self) -> None:
        """No se manda más; si un envío espera a que el otro lado lea, se suelta."""
        self.cortada = True
        if self._resto is not None:
            self._resto.cancel()
        self._terminar()

    def despedir(self, codigo: str) -> None:
        """Dice por qué y termina."""
        self._respuestas.append(Codec.escribir(Fuera(DatosFuera(codigo))))
        self._vista, self._ultima = None, True
        self._vaciar()

    @property
    def libre(self) -> bool:
        """Si lo próximo que se mande sale ya, sin esperar detrás de nada."""
        return self._resto is None and not self._respuestas and not self._terminada

    def atorada(self, ahora: float) -> bool:
        """Si un envío lleva demasiado sin que el otro lado lea."""
        return self.enviando_desde > 0 and ahora - self.enviando_desde > SEGUNDOS_SIN_LEER

    def _vaciar(self) -> None:
        """Manda lo que haya, mientras el otro lado lea; las respuestas salen antes que la vista."""
        while self._resto is None and not self._terminada:
            if self._respuestas:
                self._mandar(self._respuestas.popleft())
            elif self._ultima:
                self._terminar()
            elif self._vista is not None:
                vista, self._vista = self._vista, None
                self._mandar(vista.decode())
            else:
                return

    def _mandar(self, texto: str) -> None:
        envio = self._enviar({"type": "websocket.send", "text": texto})
        self.enviado = self._lazo.time()
        try:
            futuro = envio.send(None)
        except StopIteration:
            return
        except FALLAS_DE_ENVIO:
            self.cortar()
            return
        # el servidor espera a que el otro lado lea: el resto, aparte
        self.enviando_desde = self.enviado
        self._resto = asyncio.ensure_future(self._acabar(_Resto(envio, futuro)))

    async def _acabar(self, resto: _Resto) -> None:
        try:
            await resto
        except FALLAS_DE_ENVIO:
            self.cortada = True
        finally:
            self._resto, self.enviando_desde = None, 0.0
        if self.cortada:
            self._terminar()
        else:
            self._vaciar()

    def _terminar(self) -> None:
        if not self._terminada:
            self._terminada = True
            self._respuestas.clear()
            self._vista = None
            self._al_terminar(self)
