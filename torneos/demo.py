"""Demostración: uno de 32 en su quinta partida, uno terminado y uno por abrir, jugados por los mismos servicios (TO30).

La hora va inyectada para que las fechas se crean, y los marcadores salen de una semilla fija.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.db import transaction

from config.vivo.aparte import Salida
from reglas.metas import Meta
from reglas.suizo.informes import informe_de_emparejar
from reglas.suizo.premios import Cobro, Premio
from reglas.suizo.tipos import Tipo
from reglas.tipos import Desenlace
from torneos import servicios
from torneos.identidad import Quien
from torneos.models import Mesa, Torneo
from torneos.servicios import Ajustes, Persona

ORGANIZADORA = "lupita@demo.mx"
EN_JUEGO, TERMINADO, POR_ABRIR = "Torneo de la Amistad", "Copa Maya de Primavera", "Nacional de Xalapa"
CLUBES = ("La Mula de Seis", "Los Arcos", "El Cierre", "Blancas Dobles")
NOMBRES = (
    "Andrés Fuentes", "Beatriz Ruiz", "Benito Solís", "Óscar Medina", "Amalia Arce", "Rosa Rojas", "Esther Duarte",
    "Estela Ortega", "Hilda Palma", "Ramón Vega", "Consuelo Campos", "Lalo Zamora", "Elena Ibarra", "Delia Franco",
    "Pepe Quintana", "Alicia Mora", "Socorro Silva", "Andrés Rincón", "Margarita Cruz", "Raquel Nava", "Gus Quiroz",
    "Raúl Sáenz", "Silvia Vargas", "Gilberto Pineda", "Daniel Bravo", "Lupita Serrano", "Gerardo Islas",
    "Yolanda Cano", "Salvador Soto", "Rafael Bernal", "Chucho Vela", "Luis Cordero",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cargada:
    """Los códigos de los tres; `nueva` dice si se acaban de cargar."""

    nueva: bool
    codigos: tuple[str, ...]


def cargar(personas: Mapping[str, int], ahora: datetime) -> Cargada:
    """Carga los torneos una sola vez; la segunda no toca nada. Entra todo o no entra nada."""
    with transaction.atomic():
        hay = {t.nombre: t.codigo for t in Torneo.objects.filter(organizador=personas[ORGANIZADORA])}
        if EN_JUEGO in hay:
            return Cargada(False, tuple(hay.values()))
        quien = Quien(personas[ORGANIZADORA], ORGANIZADORA, "Lupita")
        return Cargada(True, (_en_juego(quien, ahora), _terminado(quien, ahora), _por_abrir(quien, ahora)))


class _Demo:
    """Un torneo que se juega solo."""

    def __init__(self, quien: Quien, ajustes: Ajustes, inicio: datetime) -> None:
        self.quien, self.hora = quien, inicio
        self.azar = random.Random(ajustes.nombre)
        self.torneo = servicios.torneo_crear(quien=quien, ajustes=ajustes, id_orden=uuid4(), ahora=inicio)

    def orden(self, accion: str, *, quien: Quien | None = None, **datos: Any) -> servicios.Resultado:
        self.hora += timedelta(seconds=20)
        servicio = getattr(servicios, accion)
        hecho: servicios.Resultado = servicio(
            torneo_id=self.torneo.pk, quien=quien or self.quien, id_orden=uuid4(), ahora=self.hora, **datos
        )
        return hecho

    def inscribir(self, nombres: Sequence[str], *, llegaron: bool) -> None:
        gente = [Persona(nombre, club=CLUBES[n % len(CLUBES)]) for n, nombre in enumerate(nombres)]
        self.orden("inscritos_agregar", personas=gente, llegaron=llegaron)

    def publicar(self) -> list[Mesa]:
        ensayo = self.orden("ensayo_pedir").datos["ensayo"]
        servicios.ensayos_preparar(_emparejar_aqui)
        numero = self.orden("partida_publicar", ensayo=ensayo).datos["partida"]
        self.orden("partida_arrancar", partida=numero)
        self.hora += timedelta(minutes=20)
        return list(Mesa.objects.filter(partida__torneo=self.torneo, partida__numero=numero).order_by("numero"))

    def capturar(self, mesa: Mesa) -> None:
        meta = Meta(self.torneo.meta)
        gana, pierde = (meta.tantos, self.azar.randrange(meta.tantos)) if meta.tantos else (4, self.azar.randrange(3))
        a, b = (gana, pierde) if self.azar.random() < 0.5 else (pierde, gana)
        self.orden("mesa_capturar", partida=mesa.partida.numero, mesa=mesa.numero, a=a, b=b)

    def jugar(self) -> None:
        mesas = self.publicar()
        for mesa in mesas:
            self.capturar(mesa)
        self.orden("partida_cerrar", partida=mesas[0].partida.numero)

    def anotar(self, mesa: Mesa, tantos: Sequence[int]) -> None:
        """Unas manos en el teléfono de la mesa, sin acabar."""
        cuatro = list(mesa.asientos.order_by("lugar").values_list("jugador__numero", flat=True))
        yo = Quien(mesa=mesa.clave, numero=cuatro[0])
        aqui = {"partida": mesa.partida.numero, "mesa": mesa.numero}
        self.orden("mesa_empezar", quien=yo, **aqui, presentes=cuatro, salidor=cuatro[1])
        for n, vale in enumerate(tantos, start=1):
            mano = {"mano": n, "revision": 0, "desenlace": Desenlace.DOMINADA, "pareja": n % 2, "tantos": vale}
            self.orden("mano_anotar", quien=yo, **aqui, **mano)


def _emparejar_aqui(acta: Mapping[str, Any]) -> Salida:
    """Sin abrir otro proceso: todavía no hay servidor a quien estorbar, y `make run` espera."""
    return Salida(0, informe_de_emparejar(acta, hoja=True))


def _en_juego(quien: Quien, ahora: datetime) -> str:
    inicio = ahora - timedelta(hours=3)
    ajustes = Ajustes(
        EN_JUEGO, inicio, Tipo.AZTECA, Meta.CIEN, 9, "Salón Los Arcos, Xalapa", cupo=128,
        cuota=Decimal(150), garantizado=Decimal(3000),
    )  # fmt: skip
    demo = _Demo(quien, ajustes, inicio)
    demo.orden("premios_guardar", premios=[Premio(n, porcentaje=Decimal(p)) for n, p in ((1, 50), (2, 30), (3, 20))])
    demo.inscribir(NOMBRES, llegaron=True)
    for numero in range(1, 29):
        demo.orden("inscrito_cobrar", numero=numero, cobro=Cobro.COBRADA)
    demo.orden("sorteo_dictar", texto="3-6 0-0 2-5")
    for _partida in range(4):
        demo.jugar()
    demo.hora = ahora - timedelta(minutes=25)
    mesas = demo.publicar()
    for mesa in mesas[:4]:
        demo.capturar(mesa)
    demo.anotar(mesas[4], (35, 22, 18))
    demo.anotar(mesas[5], (12, 40))
    return demo.torneo.codigo


def _terminado(quien: Quien, ahora: datetime) -> str:
    inicio = ahora - timedelta(days=20)
    ajustes = Ajustes(TERMINADO, inicio, Tipo.MAYA, Meta.JUEGOS_GANADOS, 4, "Casa de la Cultura, Puebla")
    demo = _Demo(quien, ajustes, inicio)
    demo.inscribir(NOMBRES[:13], llegaron=True)
    demo.orden("sorteo_dictar", texto="6-6 1-4 0-3")
    for _partida in range(4):
        demo.jugar()
    demo.orden("torneo_terminar")
    return demo.torneo.codigo


def _por_abrir(quien: Quien, ahora: datetime) -> str:
    ajustes = Ajustes(
        POR_ABRIR, ahora + timedelta(days=12), Tipo.AZTECA, Meta.DOSCIENTOS, 9, "Velódromo, Xalapa", cupo=256,
        cuota=Decimal(300), garantizado=Decimal(20000),
    )  # fmt: skip
    demo = _Demo(quien, ajustes, ahora - timedelta(days=2))
    demo.inscribir(NOMBRES[5:18], llegaron=False)
    return demo.torneo.codigo
