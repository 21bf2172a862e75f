"""Organiza las carreras y comprueba cada una contra el diario."""

import multiprocessing
import random
from collections import Counter
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any
from uuid import UUID, uuid5

from bench.carreras.competidor import Llegada, Salida, competir
from enlinea.diario import diario
from enlinea.diario.diario import CASA, ESQUEMA, escribir_eventos, leer_eventos, replegar
from enlinea.diario.renglon import Renglon
from reglas.mano import legales
from reglas.mesa import eventos as ev
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import decidir, plazo_de
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.eventos import Secreto
from reglas.mesa.tipos import Fase, Modo
from reglas.sorteo import compromiso_de
from reglas.tipos import Meta

ESPACIO = UUID("11111111-2222-4333-8444-555555555555")
FICHAS = (1 << 28) - 1


class Pista:
    """Una mesa tras otra; en cada paso, todos los competidores a la vez."""

    def __init__(self, base: str, procesos: int, semilla: int) -> None:
        self.azar = random.Random(100 * semilla + procesos)
        self.fallas: list[str] = []
        self.ganadas: Counter[str] = Counter()
        self.carreras = 0
        self._base = diario.abrir()
        self._mesa = 0
        self._estado = Mesa()
        contexto = multiprocessing.get_context("spawn")
        self._barrera = contexto.Barrier(procesos)
        self._lineas: list[Connection] = []
        self._procesos = []
        for _ in range(procesos):
            mia, suya = contexto.Pipe()
            proceso = contexto.Process(target=competir, args=(base, suya, self._barrera), daemon=True)
            proceso.start()
            self._lineas.append(mia)
            self._procesos.append(proceso)

    def __enter__(self) -> "Pista":
        for linea in self._lineas:
            assert linea.recv() == "listo"
        return self

    def __exit__(
        self, tipo: type[BaseException] | None, falla: BaseException | None, pila: TracebackType | None
    ) -> None:
        for linea, proceso in zip(self._lineas, self._procesos, strict=True):
            if proceso.is_alive():
                linea.send(None)
            proceso.join(10)
            if proceso.is_alive():
                proceso.kill()
        self._base.cerrar()

    def correr(self, cuantas: int) -> None:
        """Tantas carreras."""
        while self.carreras < cuantas:
            if self._estado.fase in (Fase.SIN_ABRIR, Fase.CERRADA):
                self._otra_mesa()
            self._una()
            self.carreras += 1

    # --- una carrera --------------------------------------------------------------------------------------------------
    def _una(self) -> None:
        antes = self._estado
        ahora = plazo_de(antes) + self.azar.randrange(3)
        salidas = [self._salida(i, antes, ahora) for i in range(len(self._lineas))]
        for linea, salida in zip(self._lineas, salidas, strict=True):
            linea.send(salida)
        llegadas: list[Llegada] = [linea.recv() for linea in self._lineas]
        nuevos = self._base.leer(self._mesa, antes.num)
        self._estado = replegar(nuevos, antes)
        self._comprobar(antes, salidas, llegadas, nuevos)

    def _salida(self, i: int, mesa: Mesa, ahora: int) -> Salida:
        """La mitad tira la que está en turno, cada quien con su orden; la otra mitad hace vencer el plazo."""
        opciones = legales(mesa.mano) if mesa.fase is Fase.JUGANDO and mesa.mano is not None else []
        al_dia = self.azar.random() < 0.7
        if opciones and (i % 2 == 0 or self.azar.random() < 0.3):
            ficha, extremo = self.azar.choice(opciones)
            assert mesa.mano is not None
            persona = mesa.ocupantes[mesa.mano.turno]
            id_orden = UUID(int=self.azar.getrandbits(128), version=4)
            return Salida(self._mesa, ahora, mesa.num, persona, ficha, extremo, id_orden, al_dia)
        de_la_casa = uuid5(ESPACIO, f"{self._mesa}:{mesa.num}:vencer")
        return Salida(self._mesa, ahora, mesa.num, -1, -1, 0, de_la_casa, al_dia)

    def _comprobar(self, antes: Mesa, salidas: list[Salida], llegadas: list[Llegada], nuevos: list[Renglon]) -> None:
        donde = f"carrera {self.carreras}, mesa {self._mesa}, num {antes.num}"
        nums = [r.num for r in nuevos]
        if nums != list(range(antes.num + 1, antes.num + 1 + len(nuevos))) or not nuevos:
            self.fallas.append(f"{donde}: renglones {nums}")
        de_quien = Counter(num for llegada in llegadas for num in llegada.entraron)
        if de_quien != Counter(nums):
            self.fallas.append(f"{donde}: se creyeron ganadores {dict(de_quien)} y hay {nums}")
        clases = Counter(type(e) for r in nuevos for e in leer_eventos(r.eventos))
        turnos = clases[ev.Tirada] + clases[ev.Pase]
        if turnos > 1 or clases[ev.Tarjeta] > 1 or clases[ev.ManoRepartida] > 1 or clases[ev.MesaCerrada] > 1:
            self.fallas.append(f"{donde}: pasó dos veces: {dict(clases)}")
        if len(nuevos) > 1 and not clases[ev.Tarjeta]:
            self.fallas.append(f"{donde}: dos ganadores: {dict(clases)}")
        hechas = {r.id_orden for r in nuevos}
        for salida, llegada in zip(salidas, llegadas, strict=True):
            acuses = sum('"tipo":"acuse"' in texto for texto in llegada.respuestas)
            if salida.persona >= 0 and acuses != (salida.id_orden in hechas):
                self.fallas.append(f"{donde}: {acuses} acuses de una orden que {salida.id_orden in hechas=}")
        self._veintiocho(donde)
        for clase, veces in clases.items():
            self.ganadas[ev.CODIGOS[clase]] += veces

    def _veintiocho(self, donde: str) -> None:
        mano = self._estado.mano
        if mano is None:
            return
        juntas, total = 0, 0
        for ficha in mano.cadena[0::3]:
            juntas |= 1 << ficha
            total += 1
        for suyas in mano.manos:
            juntas |= suyas
            total += suyas.bit_count()
        if juntas != FICHAS or total != 28:
            self.fallas.append(f"{donde}: no son 28 fichas distintas")

    # --- la mesa ------------------------------------------------------------------------------------------------------
    def _otra_mesa(self) -> None:
        """Abierta, con los cuatro nonces y la primera mano repartida."""
        self._mesa = self.azar.getrandbits(52) + 1
        self._estado = Mesa()
        ahora = 1_700_000_000_000
        meta = self.azar.choice(list(Meta))
        self._anexar(o.Abrir(meta, Modo.NORMAL, 0, (0, 1, 2, 3)), ahora)
        for asiento in range(4):
            self._anexar(o.DarNonce(asiento, f"{self.azar.getrandbits(128):032x}"), ahora)
        self._anexar(o.Comenzar(0), ahora)

    def _anexar(self, orden: o.Orden, ahora: int) -> None:
        eventos = decidir(self._estado, orden, ahora, self._sortear)
        self._estado = plegar(self._estado, eventos)
        texto = escribir_eventos(eventos)
        id_orden = UUID(int=self.azar.getrandbits(128), version=4)
        renglon = Renglon(self._mesa, self._estado.num, id_orden, CASA, ESQUEMA, texto, ahora)
        assert self._base.anexar([renglon])

    def _sortear(self) -> Secreto:
        claves = tuple(str(UUID(int=self.azar.getrandbits(128), version=4)) for _ in range(28))
        semilla = f"{self.azar.getrandbits(256):064x}"
        return Secreto(compromiso_de(claves, semilla), claves, semilla)


def resumen(pista: Pista) -> dict[str, Any]:
    """Cuántas veces ganó cada cosa."""
    return dict(pista.ganadas.most_common())
