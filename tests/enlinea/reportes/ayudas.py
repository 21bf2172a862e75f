"""Vocabulario de los reportes: quién señala a quién, y qué decide la administración."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from enlinea.models import Charla, Mesa, Reporte
from enlinea.moderacion.servicios.decisiones import reporte_decidir
from enlinea.moderacion.servicios.reportes import Hecho, reporte_enviar
from suscripciones.models import Cuenta

D = Reporte.Decision


DONDE = Reporte.Donde


def en(mesa: Mesa, numero: int | None = None) -> Hecho:
    """La partida en que va la mesa, o una ya acabada."""
    return Hecho(DONDE.ACADEMIA if numero else DONDE.MESA, mesa.pk, numero)


def senala(
    quien: Cuenta, a: Cuenta, hecho: Hecho, ahora: datetime, comentario: str = "Me insultó", orden: UUID | None = None
) -> Reporte:
    numero = reporte_enviar(
        quien_id=quien.pk, senalado_id=a.pk, hecho=hecho, comentario=comentario, id_orden=orden or uuid4(), ahora=ahora,
        enlace="https://a.mx/administracion/enlinea/reporte/",
    )  # fmt: skip
    return Reporte.objects.get(pk=numero)


def decide(jefa: Cuenta, reporte: Reporte, decision: str, ahora: datetime, texto: str = "") -> None:
    reporte_decidir(reporte_id=reporte.pk, administrador_id=jefa.pk, decision=decision, texto=texto, ahora=ahora)


def dice(cuenta: Cuenta, texto: str, ahora: datetime, mesa: Mesa | None = None, **mas: Any) -> Charla:
    return Charla.objects.create(
        mesa=mesa, autor=cuenta, nombre=cuenta.nombre, texto=texto, instante=ahora, id_orden=uuid4(), **mas
    )


def jefa(correo: str = "jefa@prueba.mx") -> Cuenta:
    return Cuenta.objects.create_superuser(email=correo, password="x", nombre=correo.split("@")[0].title())
