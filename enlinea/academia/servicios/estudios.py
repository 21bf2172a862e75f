"""Compartir por enlace una partida jugada, con comentarios; sólo la toca su autor (AC1, D635-D637).

Cada orden deja el estudio como se pide: repetirla no cambia nada más. El enlace no se adivina y se quita cuando se
quiera; lo escrito se queda.
"""

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction

from enlinea.academia.consultas.fuente import PARTIDA, Fuente
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_parrafos, en_un_renglon
from enlinea.models import Comentario, Estudio, Jugador

LARGO_DE_TITULO, LARGO_DE_COMENTARIO = 60, 500
COMENTARIOS = 120
"""A lo más en un estudio: unas cinco manos comentadas jugada por jugada."""
LETRAS_DE_ENLACE = 16
"""En bytes: 128 bits, 22 letras."""


def estudio_compartir(
    *, fuente: Fuente, mano: int | None, titulo: str, con_nombres: bool, se_busca: bool, ahora: datetime
) -> Estudio:
    """Lo deja con enlace y como se pide; si ya tenía, es el mismo. `mano`, la única que se ve, desde 0.

    Errores: `no_se_comparte` (un acta importada no dice quién aceptó), `forma_invalida`, `titulo_largo`.
    """
    if mano is not None and not 0 <= mano < len(fuente.manos):
        raise ErrorDeServicio("forma_invalida")
    dicho = en_un_renglon(titulo)
    if len(dicho) > LARGO_DE_TITULO:
        raise ErrorDeServicio("titulo_largo", maximo=LARGO_DE_TITULO)
    with transaction.atomic():
        estudio = _suyo(fuente)
        estudio.mano, estudio.titulo, estudio.con_nombres, estudio.se_busca = mano, dicho, con_nombres, se_busca
        estudio.enlace = estudio.enlace or secrets.token_urlsafe(LETRAS_DE_ENLACE)
        estudio.cambiado = ahora
        estudio.save()
    return estudio


def estudio_anular(*, partida_id: int, cuenta_id: int, ahora: datetime) -> None:
    """El enlace repartido ya no abre nada; los comentarios se quedan. Sin suscripción también se puede. Idempotente."""
    suyo = Estudio.objects.filter(partida_id=partida_id, cuenta_id=cuenta_id, enlace__isnull=False)
    suyo.update(enlace=None, cambiado=ahora)


def comentario_guardar(
    *, fuente: Fuente, mano: int, jugada: int, texto: str, ahora: datetime, visto: str | None = None
) -> None:
    """Lo escrito de esa jugada, desde 0 (0 es recién repartidas); vacío lo quita.

    `visto`: lo que decía al escribirlo; si ya dice otra cosa no se pisa (D686). Errores: `no_se_comparte`,
    `forma_invalida`, `comentario_de_estudio_largo`, `muchos_comentarios`, `comentario_ya_cambio`, `comentario_quitado`.
    """
    if not 0 <= mano < len(fuente.manos) or not 0 <= jugada < len(fuente.manos[mano].estados):
        raise ErrorDeServicio("forma_invalida")
    dicho = en_parrafos(texto)
    if len(dicho) > LARGO_DE_COMENTARIO:
        raise ErrorDeServicio("comentario_de_estudio_largo", maximo=LARGO_DE_COMENTARIO)
    with transaction.atomic():
        estudio = _suyo(fuente)
        este = estudio.comentarios.filter(mano=mano, jugada=jugada)
        hay = este.values_list("texto", flat=True).first() or ""
        if visto is not None and hay not in (en_parrafos(visto), dicho):
            raise ErrorDeServicio("comentario_ya_cambio" if hay else "comentario_quitado", vista=hay)
        if not dicho:
            este.delete()
        elif not este.update(texto=dicho):
            if estudio.comentarios.count() >= COMENTARIOS:
                raise ErrorDeServicio("muchos_comentarios", maximo=COMENTARIOS)
            Comentario.objects.create(estudio=estudio, mano=mano, jugada=jugada, texto=dicho)
        estudio.cambiado = ahora
        estudio.save(update_fields=["cambiado"])


def nombre_callar(*, partida_id: int, cuenta_id: int, callar: bool, ahora: datetime) -> None:
    """Que su nombre no salga, o sí, en lo que se comparta de esa partida (D637). `no_se_comparte` si no jugó."""
    if not Jugador.objects.filter(partida_id=partida_id, cuenta_id=cuenta_id).update(sin_nombre=callar):
        raise ErrorDeServicio("no_se_comparte")
    Estudio.objects.filter(partida_id=partida_id).update(cambiado=ahora)


def _suyo(fuente: Fuente) -> Estudio:
    """El de quien mira esa fuente, ya apartado para escribirlo; nace si no había. Dentro de una transacción."""
    if fuente.tipo != PARTIDA or not fuente.cuenta:
        raise ErrorDeServicio("no_se_comparte")
    de_quien: dict[str, Any] = {"partida_id": fuente.id, "cuenta_id": fuente.cuenta}
    Estudio.objects.get_or_create(**de_quien)
    return Estudio.objects.select_for_update().get(**de_quien)
