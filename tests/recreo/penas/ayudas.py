"""Una peña de prueba y cómo se juega con ella."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.utils import timezone

from recreo import servicios as recreo
from recreo.identidad import Quien
from recreo.models import Miembro, Pena, Recreo
from recreo.penas import servicios
from recreo.servicios import desgloses
from suscripciones.models import Cuenta
from tests.recreo.fabricas import FabricaDeCuenta, suscrita
from tests.recreo.mesa import Mesero
from tests.recreo.terminado import acabar

NOMBRES = ("Beto", "Carmen", "Nacho", "Mari", "Toño")


@dataclass
class Club:
    """La peña, quién la lleva y sus miembros por nombre."""

    pena: Pena
    memo: Cuenta
    cuentas: dict[str, Cuenta] = field(default_factory=dict)

    @property
    def lleva(self) -> dict[str, int]:
        return {"pena_id": self.pena.pk, "cuenta_id": self.memo.pk}

    def como(self, nombre: str) -> dict[str, int]:
        return {"pena_id": self.pena.pk, "cuenta_id": self.cuentas[nombre].pk}

    def m(self, nombre: str) -> Miembro:
        return Miembro.objects.get(pena=self.pena, nombre=nombre)

    def entra(self, nombre: str, **cuenta: Any) -> Miembro:
        """Con el enlace y su cuenta, como quien ya estaba apuntado si lo estaba."""
        suya = self.cuentas.setdefault(nombre, FabricaDeCuenta(nombre=nombre, **cuenta))
        apuntado = Miembro.objects.filter(pena=self.pena, nombre=nombre, cuenta=None, salio=None).first()
        self.pena.refresh_from_db()
        return servicios.pena_entrar(
            clave=self.pena.clave, cuenta_id=suya.pk, miembro_id=apuntado.pk if apuntado else 0, nombre=nombre
        )

    def juega(self, *nombres: str, de_fuera: tuple[str, ...] = (), gana: int = 0, **ambito: Any) -> Mesero:
        """Un Recreo desde la peña, jugado por default hasta el final y sumado."""
        nuevo = self.arma(*nombres, de_fuera=de_fuera)
        if ambito:
            Recreo.objects.filter(pk=nuevo.pk).update(**ambito)
        m = Mesero(nuevo.pk, {1: Quien(cuenta_id=self.memo.pk)})
        m.orden(recreo.recreo_empezar)
        acabar(m, gana=gana)
        self.suma()
        return m

    def arma(self, *nombres: str, de_fuera: tuple[str, ...] = ()) -> Recreo:
        ids = [self.m(n).pk for n in nombres]
        return servicios.recreo_desde_pena(**self.lleva, id_orden=uuid4(), miembros=ids, de_fuera=de_fuera)

    def suma(self, ahora: datetime | None = None) -> None:
        """Lo que hace el barrido."""
        servicios.penas_poner_al_dia(desgloses.desgloses_poner(ahora or timezone.now()))
        self.pena.refresh_from_db()


def club(*nombres: str) -> Club:
    """Memo la lleva; los demás, apuntados por su nombre."""
    memo = suscrita(nombre="Memo")
    pena = servicios.pena_crear(cuenta_id=memo.pk, id_orden=uuid4(), nombre="Los jueves", lugar="Casa de Memo")
    hecho = Club(pena, memo, {"Memo": memo})
    servicios.miembros_apuntar(**hecho.lleva, nombres=nombres or NOMBRES[:3])
    return hecho
