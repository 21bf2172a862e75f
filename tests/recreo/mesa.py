"""Vocabulario de mesa para contar los casos del Recreo como se juegan."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from recreo import consultas, servicios
from recreo.consultas import version as consultas_de_version
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, MesaVista
from recreo.identidad import Quien
from recreo.models import Jugador, Mesa, Recreo
from recreo.servicios import DatosJugador, Resultado
from reglas.anotacion import ManoAnotada
from reglas.roles import mesa_del_rol
from reglas.tipos import Desenlace, Meta
from tests.recreo.fabricas import suscrita
from tests.reglas.ayudas import cierre, dominada, empate, manos

CIEN, DOSCIENTOS, JUEGOS = Meta.CIEN, Meta.DOSCIENTOS, Meta.JUEGOS_GANADOS
NADIE = Quien()
NOMBRES = (
    "Memo", "Beto", "Carmen", "Nacho", "Mari", "Toño", "Lupe", "Irma",
    "Chucho", "Paco", "Tere", "Güera", "Rafa", "Queta", "Pepe", "Yola",
)  # fmt: skip

__all__ = ["cierre", "dominada", "empate", "manos"]


@contextmanager
def falla(codigo: str, **datos: Any) -> Iterator[ErrorDeServicio]:
    """Debe negarse con este código y, si se dan, estos datos."""
    with pytest.raises(ErrorDeServicio) as info:
        yield  # type: ignore[misc]
    assert info.value.codigo == codigo
    assert {k: info.value.datos.get(k) for k in datos} == datos


@dataclass
class Mesero:
    """Un Recreo y cómo se le dan órdenes: cada quien con su identidad."""

    id: int
    quienes: dict[int, Quien]

    def orden(self, servicio: Callable[..., Resultado], por: int | Quien = 1, **datos: Any) -> Resultado:
        """La da el jugador número `por`, o esa identidad."""
        quien = por if isinstance(por, Quien) else self.quienes[por]
        if servicio is servicios.jugador_reclamar and "nombre" not in datos:
            datos.setdefault("clave", self.fila.clave)  # llegó por el enlace
        datos.setdefault("id_orden", uuid4())
        return servicio(recreo_id=self.id, quien=quien, **datos)

    @property
    def fila(self) -> Recreo:
        return Recreo.objects.get(pk=self.id)

    @property
    def version(self) -> int:
        return consultas_de_version.versiones([self.id])[self.id]

    @property
    def estado(self) -> EstadoRecreo:
        return consultas.estado_de(self.id)

    def mesa(self, partida: int = 1, mesa: int = 1) -> MesaVista:
        vista = self.estado.partida(partida)
        assert vista is not None
        encontrada = vista.mesa(mesa)
        assert encontrada is not None
        return encontrada

    def fila_mesa(self, partida: int = 1, mesa: int = 1) -> Mesa:
        return Mesa.objects.get(partida__recreo_id=self.id, partida__numero=partida, numero=mesa)

    def prepara(self, partida: int = 1, mesa: int = 1, *, anotador: int | None = None) -> int:
        """Anotador (el de Abajo si no se dice), asistencia completa y salidor. Devuelve quién anota."""
        asientos = mesa_del_rol(self.estado.rol, partida, mesa).asientos
        quien = anotador or next(n for n in asientos if n in self.quienes)
        aqui = {"partida": partida, "mesa": mesa}
        self.orden(servicios.mesa_elegir_anotador, 1, **aqui, numero=quien)
        self.orden(servicios.mesa_confirmar_asistencia, quien, **aqui, presentes=list(asientos))
        self.orden(servicios.mesa_elegir_salidor, quien, **aqui, numero=asientos[0])
        return quien

    def prepara_de_nuevo(self, partida: int = 1, mesa: int = 1) -> None:
        """Como `prepara`, con quien de verdad se sienta: anota quien organiza."""
        asientos = self.mesa(partida, mesa).asientos
        aqui = {"partida": partida, "mesa": mesa}
        self.orden(servicios.mesa_confirmar_asistencia, 1, **aqui, presentes=list(asientos))
        self.orden(servicios.mesa_elegir_salidor, 1, **aqui, numero=asientos[0])

    def anota(
        self, x: ManoAnotada, partida: int = 1, mesa: int = 1, *, por: int | Quien = 1, mano: int | None = None,
        revision: int | None = None, **extra: Any,
    ) -> Resultado:  # fmt: skip
        """Anota la mano que sigue (o la que se diga) viendo lo último."""
        vista = self.mesa(partida, mesa)
        cual = vista.siguiente if mano is None else mano
        vio = vista.revisiones.get(cual, 0) if revision is None else revision
        return self.orden(
            servicios.mano_anotar, por, partida=partida, mesa=mesa, mano=cual, revision=vio,
            desenlace=x.desenlace, pareja=x.pareja, tantos=x.tantos, **extra,
        )  # fmt: skip

    def anota_todo(self, jugadas: Sequence[ManoAnotada], partida: int = 1, mesa: int = 1) -> None:
        quien = self.mesa(partida, mesa).anotador or 1
        for numero, x in enumerate(jugadas, start=1):
            self.anota(x, partida, mesa, por=quien, mano=numero, revision=0)

    def cierra(self, partida: int = 1, mesa: int = 1) -> Resultado:
        """El anotador confirma y el organizador cierra lo que ve."""
        vista = self.mesa(partida, mesa)
        self.orden(servicios.mesa_confirmar, vista.anotador or 1, partida=partida, mesa=mesa)
        return self.orden(
            servicios.mesa_cerrar, partida=partida, mesa=mesa, ganadora=vista.va_ganando, anotadas=vista.anotadas
        )

    def gana(self, a: int, b: int, partida: int = 1, mesa: int = 1) -> Resultado:
        """La mesa entera, de la asistencia al cierre, con estos tantos."""
        self.prepara(partida, mesa)
        self.anota_todo(manos(a, b), partida, mesa)
        return self.cierra(partida, mesa)

    def suspende(self, a: int, b: int, partida: int = 1, mesa: int = 1) -> Resultado:
        self.prepara(partida, mesa)
        self.anota_todo(manos(a, b), partida, mesa)
        cuantas = self.mesa(partida, mesa).anotadas
        return self.orden(servicios.mesa_suspender, partida=partida, mesa=mesa, anotadas=cuantas)

    def siguiente(self, partida: int) -> Resultado:
        return self.orden(servicios.partida_siguiente, partida=partida)

    def juega_todo(self, a: int = 100, b: int = 20) -> None:
        """El programa entero, de una mesa por partida, desde la que toca; falta anunciar el final."""
        for partida in range(max(len(self.estado.partidas), 1), self.estado.total + 1):
            if partida > len(self.estado.partidas):
                self.siguiente(partida)
            for mesa in self.estado.partidas[-1].abiertas:
                self.gana(a, b, partida, mesa.numero)

    def anuncia(self) -> Resultado:
        """Quien organiza anuncia el final."""
        return self.orden(servicios.final_anunciar)


def recreo_de(
    tamano: int, meta: Meta = CIEN, *, empieza: bool = True, entran: bool = True, nombres: Sequence[str] = NOMBRES,
    importe: Decimal = Decimal(0), pago: bool = False,
) -> Mesero:  # fmt: skip
    """Un Recreo de `tamano`: el 1 organiza con su cuenta y los demás entran con su teléfono."""
    organizador = suscrita()
    recreo = servicios.recreo_crear(
        cuenta_id=organizador.pk, id_orden=uuid4(), tamano=tamano, nombre="Domingo", lugar="Casa de Memo", meta=meta,
        importe=importe, pago_extraordinario=pago,
    )  # fmt: skip
    m = Mesero(recreo.pk, {1: Quien(cuenta_id=organizador.pk)})
    renglones = [DatosJugador(n, nombres[n - 1]) for n in range(1, tamano + 1)]
    m.orden(servicios.jugadores_guardar, jugadores=renglones)
    for n in range(2, tamano + 1) if entran else ():
        m.quienes[n] = Quien(llave=f"telefono-{recreo.pk}-{n}")
        Jugador.objects.filter(recreo=recreo, numero=n).update(llave=m.quienes[n].llave, entro=recreo.creado)
    if empieza:
        m.orden(servicios.recreo_empezar)
    return m


def nombra_coorganizador(m: Mesero, numero: int) -> None:
    m.orden(servicios.coorganizador_nombrar, numero=numero, coorganiza=True)


def jugada(texto: str) -> ManoAnotada:
    """«D0:35» dominada de la pareja 0 con 35; «C1:20» cierre; «E» o «E1» cierre empatado."""
    tipo = {"D": Desenlace.DOMINADA, "C": Desenlace.CIERRE, "E": Desenlace.CIERRE_EMPATADO}[texto[0]]
    pareja, _sep, tantos = texto[1:].partition(":")
    return ManoAnotada(tipo, int(pareja) if pareja else None, int(tantos or 0))
