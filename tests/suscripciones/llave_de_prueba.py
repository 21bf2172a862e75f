"""Un aparato que guarda llaves de acceso (WebAuthn) y contesta como un navegador: sin atestación y con ES256."""

import json
import secrets
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

AQUI = "https://testserver"
PRESENTE, COMPROBADA, CON_LLAVE = 0x01, 0x04, 0x40


class Llave:
    """Una llave para `testserver`."""

    def __init__(self) -> None:
        self.id = secrets.token_bytes(16)
        self._privada = ec.generate_private_key(ec.SECP256R1())
        self._veces = 0
        self._de = ""

    def crear(self, opciones: dict[str, Any], comprobada: bool = True) -> str:
        """Lo que el navegador pone en `credential` al agregarla."""
        pide = opciones["publicKey"]
        self._de = pide["user"]["id"]
        publica = cbor.encode(dict(ES256.from_cryptography_key(self._privada.public_key())))
        datos = self._datos(CON_LLAVE, comprobada) + b"\0" * 16 + len(self.id).to_bytes(2, "big") + self.id + publica
        objeto = cbor.encode({"fmt": "none", "attStmt": {}, "authData": datos})
        return self._credencial("webauthn.create", pide["challenge"], attestationObject=objeto)

    def usar(self, opciones: dict[str, Any], comprobada: bool = True, aqui: str = AQUI) -> str:
        """Lo que pone al entrar con ella."""
        reto, datos = opciones["publicKey"]["challenge"], self._datos(0, comprobada)
        cliente = self._cliente("webauthn.get", reto, aqui)
        firma = self._privada.sign(datos + sha256(cliente).digest(), ec.ECDSA(SHA256()))
        suyo: dict[str, Any] = {"authenticatorData": datos, "signature": firma, "clientDataJSON": cliente}
        return self._credencial("webauthn.get", reto, userHandle=self._de, **suyo)

    def _datos(self, mas: int, comprobada: bool) -> bytes:
        self._veces += 1
        senas = PRESENTE | (COMPROBADA if comprobada else 0) | mas
        return sha256(b"testserver").digest() + bytes([senas]) + self._veces.to_bytes(4, "big")

    def _cliente(self, que: str, reto: str, aqui: str = AQUI) -> bytes:
        return json.dumps({"type": que, "challenge": reto, "origin": aqui}).encode()

    def _credencial(self, que: str, reto: str, **respuesta: Any) -> str:
        respuesta.setdefault("clientDataJSON", self._cliente(que, reto))
        textos = {n: v if isinstance(v, str) else websafe_encode(v) for n, v in respuesta.items()}
        suyo = websafe_encode(self.id)
        return json.dumps(
            {"type": "public-key", "id": suyo, "rawId": suyo, "response": textos, "clientExtensionResults": {}}
        )
