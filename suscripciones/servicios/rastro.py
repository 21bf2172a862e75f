"""La bitácora de la administración no guarda el nombre de quien borró su cuenta (decisiones 016 y 030).

Se queda el rastro: quién, cuándo, a qué número y qué hizo. Lo demás es texto copiado en su momento («Ana · Seis
meses», el motivo que alguien escribió), y borrar la cuenta no lo tocaba.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q

from suscripciones.models import Cuenta

Suyos = Mapping[int, set[str]]
"""De cada tipo (su número en `ContentType`), los números de lo suyo que la bitácora nombra."""
LARGO = 200
"""Lo que cabe en `object_repr`."""
CORTO = 3
"""Un nombre de tantas letras o menos también puede ser otra palabra."""


def rastro_de(cuenta_id: int) -> Suyos:
    """La cuenta y todo lo que cuelga de ella que aparece en la bitácora. Se pregunta antes de borrarlo."""
    nombrados: dict[int, set[str]] = defaultdict(set)
    for tipo, uno in LogEntry.objects.values_list("content_type", "object_id").distinct():
        nombrados[tipo].add(str(uno))
    suyos = defaultdict(set, {ContentType.objects.get_for_model(Cuenta).pk: {str(cuenta_id)}})
    for modelo, campo in _cuelgan():
        tipo = ContentType.objects.get_for_model(modelo).pk
        if tipo in nombrados:
            de_ella = modelo._default_manager.filter(**{campo: cuenta_id}).values_list("pk", flat=True)
            suyos[tipo] |= {str(pk) for pk in de_ella} & nombrados[tipo]
    return suyos


def rastro_tapar(suyos: Suyos, *, seudonimo: str, nombres: Iterable[str] = (), correo: str = "") -> None:
    """Reescribe cada renglón con lo que su objeto dice ahora; de lo escrito quita esos nombres, y el correo, de todos.

    Va después de borrar; vale repetirlo. El nombre sólo se quita de lo suyo: en lo de otros puede ser el de un tocayo.
    """
    de_cuentas = ContentType.objects.get_for_model(Cuenta).pk
    for tipo, ids in suyos.items():
        ahora = _como_se_llaman(tipo, ids)
        for renglon in LogEntry.objects.filter(content_type=tipo, object_id__in=ids):
            nombre, quita = ahora.get(str(renglon.object_id), seudonimo), (correo, *nombres)
            _tapar(renglon, nombre, quita, seudonimo, con_valores=tipo != de_cuentas)
    if correo:
        en_json = json.dumps(correo)[1:-1]
        con_el = Q(object_repr__icontains=correo) | Q(change_message__icontains=correo)
        for renglon in LogEntry.objects.filter(con_el | Q(change_message__icontains=en_json)):
            _tapar(renglon, renglon.object_repr, (correo,), seudonimo)


def _cuelgan() -> list[tuple[type[Model], str]]:
    relaciones: list[Any] = [r for r in Cuenta._meta.get_fields(include_hidden=True) if r.auto_created]
    de_otros = [r for r in relaciones if not r.concrete and r.related_model is not LogEntry]
    return [(r.related_model, r.field.name) for r in de_otros]


def _como_se_llaman(tipo: int, ids: set[str]) -> dict[str, str]:
    modelo = ContentType.objects.get_for_id(tipo).model_class()
    filas = modelo._default_manager.filter(pk__in=ids) if modelo is not None else ()
    return {str(una.pk): str(una) for una in filas}


def _tapar(renglon: LogEntry, nombre: str, quita: Iterable[str], seudonimo: str, *, con_valores: bool = True) -> None:
    antes = renglon.object_repr, renglon.change_message
    renglon.object_repr = _sin(nombre, quita, seudonimo)[:LARGO]
    mensaje = renglon.change_message if con_valores else _sin_valores(renglon.change_message)
    renglon.change_message = _en_mensaje(mensaje, quita, seudonimo)
    if antes != (renglon.object_repr, renglon.change_message):
        renglon.save(update_fields=["object_repr", "change_message"])


def _sin_valores(mensaje: str) -> str:
    """De lo que se le cambió a la cuenta, qué y no de qué a qué (D516): ahí están también sus nombres de antes."""
    try:
        leido = json.loads(mensaje)
    except ValueError:
        return mensaje
    for parte in leido if isinstance(leido, list) else ():
        cambio = parte.get("changed") if isinstance(parte, dict) else None
        if isinstance(cambio, dict) and isinstance(cambio.get("fields"), list):
            cambio["fields"] = [str(campo).partition(": ")[0] for campo in cambio["fields"]]
    return json.dumps(leido)


def _en_mensaje(mensaje: str, quita: Iterable[str], seudonimo: str) -> str:
    """Lo que cambió, como Django lo guarda: una lista en JSON, de la que sólo se tocan los valores; o un texto."""
    try:
        leido = json.loads(mensaje)
    except ValueError:
        return _sin(mensaje, quita, seudonimo)

    def recorrer(algo: object) -> object:
        if isinstance(algo, dict):
            return {clave: recorrer(valor) for clave, valor in algo.items()}
        if isinstance(algo, list):
            return [recorrer(uno) for uno in algo]
        return _sin(algo, quita, seudonimo) if isinstance(algo, str) else algo

    return json.dumps(recorrer(leido))


def _sin(texto: str, quita: Iterable[str], seudonimo: str) -> str:
    """Cada uno como palabra entera; uno muy corto («Al») sólo con sus mayúsculas, que también es otra palabra."""
    for uno in filter(None, quita):
        como = re.IGNORECASE if len(uno) > CORTO else 0
        texto = re.sub(rf"(?<!\w){re.escape(uno)}(?!\w)", seudonimo, texto, flags=como)
    return texto
