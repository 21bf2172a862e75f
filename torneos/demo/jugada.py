"""El torneo que se juega solo, con el que se arman los de la demostración.

La hora va inyectada para que las fechas se crean, y los marcadores salen de una semilla fija.
"""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from reglas.metas import Meta
from reglas.tipos import Desenlace
from torneos import servicios
from torneos.identidad import Quien
from torneos.models import Mesa
from torneos.servicios import Ajustes, Persona

CLUBES = ("La Mula de Seis", "Los Arcos", "El Cierre", "Blancas Dobles")
NOMBRES = (
    "Andrés Fuentes", "Beatriz Ruiz", "Benito Solís", "Óscar Medina", "Amalia Arce", "Rosa Rojas", "Esther Duarte",
    "Estela Ortega", "Hilda Palma", "Ramón Vega", "Consuelo Campos", "Lalo Zamora", "Elena Ibarra", "Delia Franco",
    "Pepe Quintana", "Alicia Mora", "Socorro Silva", "Andrés Rincón", "Margarita Cruz", "Raquel Nava", "Gus Quiroz",
    "Raúl Sáenz", "Silvia Vargas", "Gilberto Pineda", "Daniel Bravo", "Lupita Serrano", "Gerardo Islas",
    "Yolanda Cano", "Salvador Soto", "Rafael Bernal", "Chucho Vela", "Luis Cordero",
)  # fmt: skip


class Demo:
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
        """Aquí mismo: la demostración se carga sin servidor."""
        ensayo = self.orden("ensayo_pedir").datos["ensayo"]
        servicios.ensayos_preparar(aqui=True)
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
