"""Mesas en la base y su diario escrito de una vez, para probar lo que se hace con él después."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from enlinea.diario import diario
from enlinea.diario.diario import ESQUEMA, escribir_eventos
from enlinea.diario.renglon import Renglon
from enlinea.models import Lugar, Mesa
from reglas.mesa.tipos import Modo
from reglas.reglamento import AMIGOS, reglamento_de_texto
from reglas.tipos import Meta
from suscripciones.models import Cuenta, Plan, Suscripcion
from tests.reglas.partidas import PERSONAS, UNA_PERSONA, MesaDePrueba

NOMBRES = ("Mari", "Beto", "Carmen", "Nacho")


def suscriptor(nombre: str, vigente: bool = True) -> Cuenta:
    """Una cuenta, con suscripción por omisión."""
    cuenta = Cuenta.objects.create_user(email=f"{nombre.lower()}@prueba.mx", nombre=nombre)
    if vigente:
        plan = Plan.objects.order_by("meses").first() or Plan.objects.create(
            clave="prueba", nombre="Prueba", meses=6, precio=20
        )
        ahora = timezone.now()
        Suscripcion.objects.create(
            cuenta=cuenta, plan=plan, inicio=ahora - timedelta(days=1), fin=ahora + timedelta(days=90),
            importe=20, moneda="USD", registrada_en=ahora,
        )  # fmt: skip
    return cuenta


def los_cuatro() -> list[Cuenta]:
    return [suscriptor(nombre) for nombre in NOMBRES]


def sentar(
    cuentas: Sequence[Cuenta | None], meta: str = Meta.CIEN, modo: Modo = Modo.NORMAL, juego: str = str(AMIGOS)
) -> Mesa:
    """Una mesa lista con esas personas (None es automática)."""
    mesa = Mesa.objects.create(
        nombre="La del estribo", meta=str(meta), modo=str(modo), organizador=cuentas[0], estado=Mesa.Estado.LISTA,
        reglamento=juego,
    )  # fmt: skip
    for asiento, cuenta in enumerate(cuentas):
        nombre = cuenta.nombre if cuenta else f"Autómata {asiento}"
        Lugar.objects.create(mesa=mesa, asiento=asiento, cuenta=cuenta, nombre=nombre, respuesta=Lugar.Respuesta.ACEPTO)
    return mesa


def de_prueba(mesa: Mesa, semilla: int = 1) -> MesaDePrueba:
    """El juego de esa mesa, todavía en espera."""
    reglamento = reglamento_de_texto(mesa.reglamento)
    ocupantes = (UNA_PERSONA if mesa.modo == Mesa.Modo.PRACTICA else PERSONAS)[: reglamento.asientos]
    meta = reglamento.meta_de(mesa.meta)
    assert meta is not None
    return MesaDePrueba(meta, Modo(mesa.modo), semilla, ocupantes, reglamento)


def renglones_de(mesa: Mesa, juego: MesaDePrueba) -> list[Renglon]:
    return [
        Renglon(mesa.pk, num, uuid4(), -1, ESQUEMA, escribir_eventos(eventos), instante)
        for num, (eventos, instante) in enumerate(zip(juego.renglones, juego.instantes, strict=True), start=1)
    ]


def al_diario(mesa: Mesa, juego: MesaDePrueba) -> None:
    """Anexa lo que falte del juego."""
    diario.anexar(renglones_de(mesa, juego))
