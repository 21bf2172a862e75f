"""Publicar en la capa de canales sin que nadie espere y sin que una capa colgada junte trabajo sin fin.

La de Redis publica de a uno y tarda hasta cinco segundos en decir que no puede: con un envío por aviso, cada jugada y
cada mensaje del chat dejaba otra tarea formada.
"""

import asyncio
import logging
from collections.abc import Hashable
from typing import Any

from config.capa import FALLAS_DE_REDIS

registro = logging.getLogger(__name__)

ESPERAN = 1_000
"""Avisos formados; con más, se tira el más viejo."""


class Pregonero:
    """Manda de a uno, en orden, lo que se le encarga. Vive en UN lazo. Lo que no pudo salir se pierde."""

    def __init__(self, capa: Any) -> None:
        self.capa = capa
        self._faltan: dict[Hashable, tuple[str, dict[str, Any]]] = {}
        self._corre: asyncio.Future[Any] | None = None
        self._callado = self._rebosa = False
        """Si ya se dijo que no se puede, o que se tiran avisos: una vez por caída, no una por aviso."""

    def mandar(self, grupo: str, aviso: dict[str, Any], que: Hashable) -> None:
        """Sin esperar. Si de eso mismo (`que`) hay uno que no ha salido, toma su lugar en la fila."""
        llave = (grupo, que)
        if llave not in self._faltan and len(self._faltan) >= ESPERAN:
            del self._faltan[next(iter(self._faltan))]
            if not self._rebosa:
                registro.warning("La capa de canales no contesta: se tiran avisos de más de %d formados", ESPERAN)
            self._rebosa = True
        self._faltan[llave] = (grupo, aviso)
        if self._corre is None or self._corre.done():
            self._corre = asyncio.ensure_future(self._vaciar())

    async def _vaciar(self) -> None:
        while self._faltan:
            grupo, aviso = self._faltan.pop(next(iter(self._faltan)))
            hecho: list[BaseException | None]
            hecho = await asyncio.gather(self.capa.group_send(grupo, aviso), return_exceptions=True)
            self._anotar(hecho[0])
        self._rebosa = False

    def _anotar(self, falla: BaseException | None) -> None:
        if falla is not None and not self._callado:
            que = "No se pudo avisar a la capa de canales: %s"
            if isinstance(falla, FALLAS_DE_REDIS):
                registro.warning(que, falla)
            else:
                registro.error(que, falla, exc_info=falla)
        self._callado = falla is not None
