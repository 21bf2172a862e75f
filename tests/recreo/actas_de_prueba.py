"""Actas escritas como se cuentan, y lo que se espera al meterlas."""

import copy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from recreo import actas, consultas
from recreo.actas import ErrorDeActa, exportar, importar
from recreo.models import Anotacion, Jugador, Recreo
from suscripciones.models import Cuenta, Suscripcion
from suscripciones.servicios import suscripcion_registrar
from tests.reglas.estrategias import TAMANOS
from tests.reglas.rol_del_documento import programa_oficial

CORREO = "ana@ejemplo.mx"
MESAS = {n: len(programa_oficial(n)[0][0]) for n in TAMANOS}


def organizador(correo: str = CORREO, *, suscrito: bool = True) -> Cuenta:
    cuenta = Cuenta.objects.create_user(correo, nombre="Ana")
    if suscrito:
        suscripcion_registrar(
            cuenta_id=cuenta.pk,
            plan="anual",
            registrada_por_id=None,
            origen=Suscripcion.Origen.PASARELA,
            ahora=datetime.now(UTC) - timedelta(days=1),
        )
    return cuenta


def mano(pareja: int | None = 0, tantos: int = 40, desenlace: str = "dominada") -> dict[str, Any]:
    return {"desenlace": desenlace, "pareja": pareja, "tantos": tantos}


def mesa(numero: int = 1, *manos: dict[str, Any], fin: str | None = "meta", **mas: Any) -> dict[str, Any]:
    return {"mesa": numero, "salidor": None, "manos": list(manos), "fin": fin, "gana_default": None, **mas}


def ganada(numero: int = 1, pareja: int = 0) -> dict[str, Any]:
    return mesa(numero, mano(pareja, 60), mano(pareja, 60))


def acta_de(*partidas: list[dict[str, Any]], tamano: int = 4, **mas: Any) -> dict[str, Any]:
    return {
        "formato": "amigos-domino/recreo",
        "version": 1,
        "nombre": "Los jueves",
        "lugar": "Casa de Ana",
        "meta": "100",
        "jugadores": [{"numero": n, "nombre": f"Jugador {n}"} for n in range(1, tamano + 1)],
        "importe": "0.00",
        "pago_extraordinario": False,
        "partidas": [{"partida": n, "mesas": m, "castigos": []} for n, m in enumerate(partidas, start=1)],
        **mas,
    }


def meter(acta: dict[str, Any], **opciones: Any) -> actas.Importada:
    return importar(acta, organizador=CORREO, **opciones)


def sacar(hecha: actas.Importada) -> dict[str, Any]:
    return exportar(consultas.estado_de(hecha.recreo_id))


def sin_fechas(acta: dict[str, Any]) -> dict[str, Any]:
    """Como `acta`, sin cuándo se jugó."""
    limpia = {k: v for k, v in copy.deepcopy(acta).items() if k != "fecha"}
    for p in limpia["partidas"]:
        p.pop("inicio", None)
        p.pop("termino", None)
    return limpia


class niega:
    """`with niega("codigo", partida=2):` exige ese ErrorDeActa, un mensaje sin huecos y que no quede nada."""

    def __init__(self, codigo: str, **datos: Any) -> None:
        self.codigo, self.datos, self.espera = codigo, datos, pytest.raises(ErrorDeActa)

    def __enter__(self) -> "niega":
        self.antes = Recreo.objects.count(), Jugador.objects.count(), Anotacion.objects.count()
        self.info = self.espera.__enter__()
        return self

    def __exit__(self, *excepcion: Any) -> bool | None:
        tragada = self.espera.__exit__(*excepcion)
        e = self.info.value
        self.mensaje = e.mensaje()
        assert (e.codigo, self.datos) == (self.codigo, {k: e.datos.get(k) for k in self.datos})
        assert self.mensaje and "%(" not in self.mensaje and e.codigo not in self.mensaje
        assert (Recreo.objects.count(), Jugador.objects.count(), Anotacion.objects.count()) == self.antes
        return tragada


def jugable(acta: dict[str, Any]) -> dict[str, Any]:
    """El acta al azar como la dejaría la aplicación: mesas completas y abierta sólo la última partida."""
    cuantas = MESAS[len(acta["jugadores"])]
    for i, p in enumerate(acta["partidas"]):
        hay = {m["mesa"]: m for m in p["mesas"]}
        p["mesas"] = [hay.get(n) or mesa(n, fin=None) for n in range(1, cuantas + 1)]
        if any(m["fin"] is None for m in p["mesas"]):
            acta["partidas"] = acta["partidas"][: i + 1]
            break
    return acta
