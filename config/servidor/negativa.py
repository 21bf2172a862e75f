"""Contestarle que no a un socket que todavía no se abre."""

from config.servidor.tipos_asgi import Enviar, Mensaje, Recibir


async def negar_socket(scope: Mensaje, receive: Recibir, send: Enviar, estado: int) -> None:
    """Con ese estado HTTP; si el servidor no sabe contestarlo a un socket, sólo se cierra (403)."""
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return
    await send({"type": "websocket.http.response.start", "status": estado, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})
