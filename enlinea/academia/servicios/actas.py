"""Guardar en la Academia: actas importadas y ramas de simulación. Cada quien sólo toca lo suyo (AC1, AC2)."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NoReturn

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_un_renglon
from enlinea.models import ActaImportada, Analisis
from reglas.acta_partida import FORMATO_PARTIDA, VERSION_PARTIDA
from reglas.errores import ErrorDeRegla
from reglas.reglamento import AMIGOS
from reglas.textos import redactar
from reglas.verificacion import repetir_partida

LARGO_DE_ACTA = 512 * 1024
MANOS_DE_ACTA = 100
ACTAS_POR_CUENTA = 50
LARGO_DE_JUGADOR = 60
UNA_HORA = 3_600_000


def acta_importar(*, cuenta_id: int, contenido: bytes, nombre: str, ahora: datetime) -> tuple[ActaImportada, bool]:
    """Guarda el acta ya comprobada y limpia; la misma otra vez devuelve la que había (y falso).

    `contenido`: JSON en UTF-8. Errores: `acta_larga`, `acta_vacia`, `acta_ilegible`, `acta_con_muchas_manos`,
    `acta_sin_manos`,
    `acta_invalida`, `acta_invalida_en_mano` y `acta_invalida_en_jugada` (contadas desde 1) y `muchas_actas`.
    """
    acta = acta_limpia(contenido)
    huella = hashlib.sha256(json.dumps(acta, sort_keys=True).encode()).hexdigest()
    previa = ActaImportada.objects.filter(cuenta_id=cuenta_id, huella=huella).first()
    if previa is not None:
        return previa, False
    if ActaImportada.objects.filter(cuenta_id=cuenta_id).count() >= ACTAS_POR_CUENTA:
        raise ErrorDeServicio("muchas_actas", maximo=ACTAS_POR_CUENTA)
    titulo = en_un_renglon(nombre)[:LARGO_DE_JUGADOR].strip() or " · ".join(acta["asientos"])[:LARGO_DE_JUGADOR]
    try:
        with transaction.atomic():
            nueva = ActaImportada.objects.create(
                cuenta_id=cuenta_id,
                nombre=titulo,
                meta=acta["meta"],
                manos=len(acta["manos"]),
                acta=acta,
                huella=huella,
                creada=ahora,
            )
            Analisis.objects.create(importada=nueva, creado=ahora)
    except IntegrityError:
        # dos toques a la vez: la base dejó entrar a uno
        return ActaImportada.objects.get(cuenta_id=cuenta_id, huella=huella), False
    return nueva, True


def acta_borrar(*, cuenta_id: int, importada_id: int) -> None:
    """La quita con sus ramas y su análisis. Quien no es su dueño no borra nada: `acta_inexistente`."""
    borradas, _que = ActaImportada.objects.filter(pk=importada_id, cuenta_id=cuenta_id).delete()
    if not borradas:
        raise ErrorDeServicio("acta_inexistente")


def acta_limpia(contenido: bytes) -> dict[str, Any]:
    """El acta comprobada y sólo con lo que se conoce: lo demás que trajera el archivo no se guarda.

    Los mismos errores que `acta_importar`, menos `muchas_actas`.
    """
    if len(contenido) > LARGO_DE_ACTA:
        raise ErrorDeServicio("acta_larga", maximo=LARGO_DE_ACTA // 1024)
    if not contenido.strip():
        raise ErrorDeServicio("acta_vacia")
    try:
        datos = json.loads(contenido.decode("utf-8-sig"), parse_constant=_sin_constantes)
    except (ValueError, RecursionError) as error:
        raise ErrorDeServicio("acta_ilegible") from error
    manos = datos.get("manos") if isinstance(datos, dict) else None
    if isinstance(manos, list) and len(manos) > MANOS_DE_ACTA:
        raise ErrorDeServicio("acta_con_muchas_manos", maximo=MANOS_DE_ACTA)
    try:
        partida = repetir_partida(datos)
    except ErrorDeRegla as error:
        raise _invalida(error) from error
    if partida.reglamento is not AMIGOS:
        raise ErrorDeServicio("acta_de_otro_juego")
    if not manos:
        raise ErrorDeServicio("acta_sin_manos")
    return {
        "formato": FORMATO_PARTIDA,
        "version": VERSION_PARTIDA,
        "meta": datos["meta"],
        "asientos": [_nombre(nombre, lugar) for lugar, nombre in enumerate(datos["asientos"], start=1)],
        "manos": [_mano_limpia(mano) for mano in manos],
    }


def _sin_constantes(nombre: str) -> NoReturn:
    raise ValueError(nombre)


def _invalida(error: ErrorDeRegla) -> ErrorDeServicio:
    """El error de la regla, con la mano y la jugada contadas desde 1, como las ve la persona."""
    datos = dict(error.datos)
    mano, jugada = datos.pop("mano", None), datos.pop("jugada", None)
    texto = redactar(error.codigo, datos, _)
    if mano is None:
        return ErrorDeServicio("acta_invalida", texto=texto)
    if jugada is None:
        return ErrorDeServicio("acta_invalida_en_mano", mano=mano + 1, texto=texto)
    return ErrorDeServicio("acta_invalida_en_jugada", mano=mano + 1, jugada=jugada + 1, texto=texto)


def _nombre(texto: str, lugar: int) -> str:
    # un sustituto suelto no cabe en UTF-8 ni en la base
    limpio = en_un_renglon(texto.encode("utf-8", "ignore").decode())
    return limpio[:LARGO_DE_JUGADOR] or f"Jugador {lugar}"


def _mano_limpia(mano: Mapping[str, Any]) -> dict[str, Any]:
    limpia: dict[str, Any] = {
        "reparto": [list(suyas) for suyas in mano["reparto"]],
        "salidor": mano["salidor"],
        "jugadas": [_jugada_limpia(jugada) for jugada in mano["jugadas"]],
    }
    sorteo = _sorteo_limpio(mano.get("sorteo"))
    return {**limpia, "sorteo": sorteo} if sorteo else limpia


def _jugada_limpia(jugada: Mapping[str, Any]) -> dict[str, Any]:
    limpia = {"asiento": jugada["asiento"], "ficha": jugada["ficha"], "extremo": jugada.get("extremo")}
    return limpia if jugada.get("ms") is None else {**limpia, "ms": min(jugada["ms"], UNA_HORA)}


def _sorteo_limpio(sorteo: Any) -> dict[str, Any] | None:
    """El sorteo se conserva, para que `verificar-reparto` siga valiendo, si tiene la forma y el largo debidos."""
    if not isinstance(sorteo, dict):
        return None
    claves, nonces = sorteo.get("claves"), sorteo.get("nonces")
    if not isinstance(claves, list) or not isinstance(nonces, list):
        return None
    if len(claves) != AMIGOS.fichas.bit_count() or len(nonces) != AMIGOS.asientos:
        return None
    textos = [sorteo.get("compromiso"), sorteo.get("semilla"), *claves, *nonces]
    if not all(isinstance(texto, str) and texto.isascii() and texto.isprintable() for texto in textos):
        return None
    if any(len(texto) > 128 for texto in textos):
        return None
    return {"compromiso": textos[0], "claves": claves, "semilla": textos[1], "nonces": nonces}
