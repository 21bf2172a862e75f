"""Un torneo de prueba que se juega por sus servicios: chico, rápido y con resultados que salen de una semilla."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.utils import timezone

from config.vivo import aparte
from recreo.errores import ErrorDeServicio
from reglas.metas import Meta
from reglas.suizo.informes import informe_de_emparejar
from reglas.suizo.tipos import FinDeMesa, Tipo
from suscripciones.models import Cuenta
from tests.enlinea.mesas import suscriptor
from torneos import servicios
from torneos.identidad import Quien
from torneos.models import Mesa, Partida, Torneo
from torneos.servicios import Ajustes, Persona

NOMBRES = (
    "Ana", "Beto", "Carmen", "Chucho", "Delia", "Elena", "Fito", "Güera", "Hilda", "Irma", "Javier", "Karla",
    "Lalo", "Memo", "Nacho", "Ofelia", "Pepe", "Queta", "Ramón", "Sara", "Toño", "Úrsula", "Vero", "Yoli",
)  # fmt: skip


def emparejar_aqui(orden: Sequence[str], acta: Any, plazo: timedelta, *, urge: bool) -> aparte.Salida:
    """Lo mismo que el subproceso, sin abrirlo: las pruebas que no son de él no lo pagan."""
    assert list(orden) == ["emparejar", "--hoja"]
    return aparte.Salida(0, informe_de_emparejar(acta, hoja=True))


def quien_es(cuenta: Cuenta) -> Quien:
    return Quien(cuenta_id=cuenta.pk, correo=cuenta.email, nombre=cuenta.nombre)


@dataclass
class Salon:
    """El torneo, quien lo organiza y un azar repetible."""

    organiza: Quien
    torneo_id: int
    azar: random.Random = field(default_factory=lambda: random.Random(7))

    @property
    def fila(self) -> Torneo:
        return Torneo.objects.get(pk=self.torneo_id)

    def pedir(self, accion: str, *, quien: Quien | None = None, **datos: Any) -> servicios.Resultado:
        """Da una orden nueva, como quien organiza si no se dice otra persona."""
        datos.setdefault("id_orden", uuid4())
        return getattr(servicios, accion)(torneo_id=self.torneo_id, quien=quien or self.organiza, **datos)

    def negado(self, accion: str, **datos: Any) -> str:
        """El código con que se niega."""
        try:
            self.pedir(accion, **datos)
        except ErrorDeServicio as e:
            return e.codigo
        raise AssertionError(f"{accion} no se negó")

    def inscribir(self, cuantos: int, *, llegaron: bool = True) -> list[int]:
        personas = [Persona(nombre) for nombre in NOMBRES[:cuantos]]
        return self.pedir("inscritos_agregar", personas=personas, llegaron=llegaron).datos["numeros"]

    def ensayar(self) -> int:
        ensayo = self.pedir("ensayo_pedir").datos["ensayo"]
        servicios.ensayos_preparar()
        return int(ensayo)

    def publicar(self) -> Partida:
        self.pedir("partida_publicar", ensayo=self.ensayar())
        return self.actual()

    def actual(self) -> Partida:
        return Partida.objects.filter(torneo=self.torneo_id).latest("numero")

    def mesas(self) -> list[Mesa]:
        return list(Mesa.objects.filter(partida=self.actual()).order_by("numero"))

    def capturar(self, mesa: Mesa, a: int | None = None, b: int | None = None) -> None:
        """Un papel; sin marcador, uno al azar que se sostiene."""
        if a is None or b is None:
            a, b = self.marcador()
        self.pedir("mesa_capturar", partida=mesa.partida.numero, mesa=mesa.numero, a=a, b=b)

    def marcador(self) -> tuple[int, int]:
        meta = Meta(self.fila.meta)
        pierde = self.azar.randrange(meta.tantos) if meta.tantos else self.azar.randrange(3)
        gana = meta.tantos or 4
        return (gana, pierde) if self.azar.random() < 0.5 else (pierde, gana)

    def jugar(self) -> Partida:
        """Publica la que sigue, captura todas sus mesas y la cierra."""
        partida = self.publicar()
        for mesa in self.mesas():
            self.capturar(mesa)
        self.pedir("partida_cerrar", partida=partida.numero)
        return partida


def abrir(
    *, tipo: Tipo = Tipo.AZTECA, meta: Meta = Meta.CIEN, previstas: int = 3, personas: int = 8, **mas: Any
) -> Salon:
    """Un torneo con su sorteo dictado y esas personas en la sala."""
    cuenta = mas.pop("cuenta", None) or suscriptor("Lupita")
    fecha: datetime = timezone.now() + timedelta(hours=1)
    ajustes = Ajustes("Torneo de prueba", fecha, tipo, meta, previstas, cuota=Decimal(100), **mas)
    torneo = servicios.torneo_crear(quien=quien_es(cuenta), ajustes=ajustes, id_orden=uuid4())
    salon = Salon(quien_es(cuenta), torneo.pk)
    salon.pedir("sorteo_dictar", texto="3-6 0-0 2-5")
    if personas:
        salon.inscribir(personas)
    return salon


__all__ = ["NOMBRES", "FinDeMesa", "Salon", "abrir", "emparejar_aqui", "quien_es"]
