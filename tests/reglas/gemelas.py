"""La mesa de `reglas` y la del modelo, movidas con las mismas órdenes y comparadas tras cada una."""

import json
import random
from typing import Any

from reglas import mano as reglas_mano
from reglas.errores import ErrorDeRegla
from reglas.fichas import TEXTOS, lista
from reglas.mano import EXTREMOS
from reglas.mesa import eventos as ev
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import decidir, plazo_de
from reglas.mesa.estado import Mesa, evolucionar, plegar
from reglas.mesa.tipos import Eleccion, Fase, Modo, Motivo
from reglas.tipos import Meta
from tests.reglas.actas_modelo import elegir
from tests.reglas.modelo_en_linea import MesaModelo, Secreto

FASES = {
    "espera": Fase.ESPERA,
    "repartiendo": Fase.REPARTIENDO,
    "jugando": Fase.JUGANDO,
    "plantilla": Fase.FIN_DE_MANO,
    "voto": Fase.FIN_DE_PARTIDA,
    "cerrada": Fase.CERRADA,
}
EXTREMO = {"A": reglas_mano.A, "B": reglas_mano.B, None: None}
INICIO = 1_790_000_000_000
TODAS = set(TEXTOS)


class Gemelas:
    """Las dos mesas. `pedir` avanza las dos y exige que digan lo mismo."""

    def __init__(self, meta: str, modo: str, semilla: int, lugares: tuple[int, int, int, int] = (0, 1, 2, 3)) -> None:
        self.azar = random.Random(semilla)
        self.ahora = INICIO
        self.secretos: list[Secreto] = []
        self.callada = False
        """Sin comparar cada paso, para llegar pronto lejos; al terminar la racha se compara."""
        self.mesa = Mesa()
        self.renglones: list[list[ev.Evento]] = []
        self._mover(o.Abrir(Meta(meta), Modo(modo), 0, lugares))
        self.modelo = MesaModelo(meta, modo, list(lugares), 0, self.secretos, self.ahora)
        self.comparar()

    def sortear(self) -> ev.Secreto:
        claves = tuple(f"{self.azar.getrandbits(64):036x}" for _ in range(28))
        semilla = f"{self.azar.getrandbits(64):x}"
        self.secretos.append(Secreto(list(claves), semilla))
        return ev.Secreto("compromiso", claves, semilla)

    def _mover(self, orden: o.Orden) -> None:
        """Decide y pliega; cada evento deja huella y cabe en el diario tal cual."""
        eventos = decidir(self.mesa, orden, self.ahora, self.sortear)
        assert eventos
        mesa = self.mesa
        for evento in eventos:
            antes, mesa = mesa, evolucionar(mesa, evento)
            assert mesa != antes, evento
        self.mesa = mesa._replace(num=mesa.num + 1)
        self.renglones.append(eventos)

    @property
    def diario(self) -> list[list[Any]]:
        """Los renglones como quedan en la base."""
        return json.loads(json.dumps([[ev.a_lista(evento) for evento in uno] for uno in self.renglones]))  # type: ignore[no-any-return]

    def pedir(self, orden: str, *datos: Any) -> str | None:
        """El código del error, igual en las dos, o None si procedió."""
        antes = self.mesa
        try:
            self._mover(self._orden(orden, *datos))
        except ErrorDeRegla as error:
            codigo: str | None = error.codigo
            assert self.mesa == antes
        else:
            codigo = None
        self.modelo.ahora = self.ahora
        if codigo is None and isinstance(tirada := self.renglones[-1][0], ev.Tirada) and tirada.automatica:
            self.modelo.tiro_el_sistema = (TEXTOS[tirada.ficha], EXTREMOS[tirada.extremo] or None)
        assert self.modelo.pedir(orden, *datos) == codigo, (orden, datos)
        if not self.callada:
            self.comparar()
        return codigo

    @staticmethod
    def _orden(orden: str, *datos: Any) -> o.Orden:
        if orden == "tirar":
            asiento, ficha, extremo, *resto = datos
            return o.Tirar(asiento, TEXTOS.index(ficha), EXTREMO[extremo], *resto)
        if orden == "elegir":
            return o.Elegir(datos[0], Eleccion(datos[1]))
        if orden == "anular":
            return o.Anular(Motivo(datos[0]), datos[1])
        clases: dict[str, Any] = {
            "nonce": o.DarNonce,
            "comenzar": o.Comenzar,
            "continuar": o.Continuar,
            "ausentar": o.Ausentar,
            "volver": o.Volver,
            "salir": o.Salir,
            "vencer": o.Vencer,
            "reabrir": o.Reabrir,
            "prorrogar": o.Prorrogar,
        }
        return clases[orden](*datos)  # type: ignore[no-any-return]

    # --- comparación
    def comparar(self) -> None:
        mesa, modelo = self.mesa, self.modelo
        assert mesa.fase is FASES[modelo.fase]
        assert list(mesa.ocupantes) == modelo.lugares
        assert plazo_de(mesa) == modelo.plazo()
        assert list(mesa.amarillas) == modelo.amarillas
        assert {a: limite for a, limite in enumerate(mesa.ausentes) if limite} == {
            a: limite for a, (limite, _) in modelo.ausentes.items()
        }
        assert bool(mesa.detenido) == bool(modelo.ausentes)
        assert mesa.detenido == (modelo.detenido if modelo.ausentes else 0)
        assert (list(mesa.fuera), list(mesa.callado)) == (modelo.faltado, modelo.esperado)
        assert [n is not None for n in mesa.nonces] == [p < 0 or p in modelo.nonces for p in modelo.lugares]
        assert (mesa.motivo, mesa.culpable) == (modelo.motivo, modelo.culpable)
        assert mesa.listos == sum(1 << asiento for asiento in modelo.listos)
        assert {a: str(voto) for a, voto in enumerate(mesa.votos) if voto} == modelo.votos
        if modelo.partida is not None:
            assert mesa.tantos == tuple(modelo.partida.suma)
            assert mesa.ganadas == tuple(modelo.partida.juegos)
            assert mesa.ganadora == (-1 if modelo.partida.ganadora is None else modelo.partida.ganadora)
            assert [
                (c.desenlace.split("_")[0], c.asiento, c.ganadora, c.tantos) for c in mesa.cuentas
            ] == modelo.cuentas
        if modelo.mano is None:
            assert mesa.mano is None
        else:
            self._comparar_mano()

    def _comparar_mano(self) -> None:
        mano, suya = self.mesa.mano, self.modelo.mano
        assert mano is not None and suya is not None
        manos = [[TEXTOS[ficha] for ficha in lista(bits)] for bits in mano.manos]
        assert [sorted(fichas) for fichas in suya.manos] == manos
        tiradas = [TEXTOS[ficha] for ficha in mano.cadena[::3]]
        todas = [*tiradas, *(ficha for fichas in manos for ficha in fichas)]
        assert len(todas) == 28 and set(todas) == TODAS
        assert (mano.a, mano.b) == (suya.terminales() or (-1, -1))
        assert list(mano.pases) == suya.pases
        assert mano.salidor == suya.salidor
        if self.mesa.fase is Fase.JUGANDO:
            assert mano.turno == suya.turno
            opciones = reglas_mano.legales(mano)
            assert [(TEXTOS[f], reglas_mano.EXTREMOS[e] or None) for f, e in opciones] == suya.legales(suya.turno)
            assert self.mesa.reloj == self.modelo.reloj
            assert self.mesa.abierto == self.modelo.apertura
            assert self.mesa.cuantas == self.modelo.tarjetas_del_turno
            assert self.mesa.devuelto == self.modelo.esperado_en_el_turno
            if opciones:
                cierre = reglas_mano.hay_situacion_de_cierre(mano, opciones)
                assert cierre == (self.modelo.reloj == 60)

    def repetir(self) -> None:
        """El diario entero, leído de JSON, vuelve a dar el mismo estado."""
        mesa = Mesa()
        for renglon in self.diario:
            mesa = plegar(mesa, [ev.de_lista(datos) for datos in renglon])
        assert mesa == self.mesa

    # --- jugar
    def espera_al_plazo(self) -> None:
        self.ahora = max(self.ahora, self.modelo.plazo())

    def comenzar(self) -> None:
        """Los cuatro nonces y «Comenzar»."""
        for asiento in self.modelo.personas():
            self.pedir("nonce", asiento, f"n{asiento}")
        self.pedir("comenzar", self.modelo.lugares.index(0))

    def una_jugada(self, azar: random.Random, busca_cerrar: bool = False, tarda: int = 900) -> None:
        """Tira el que puede o pasa el sistema."""
        mano = self.modelo.mano
        assert mano is not None
        legales = mano.legales(mano.turno)
        if not legales:
            self.espera_al_plazo()
            self.pedir("vencer")
            return
        self.ahora += tarda
        ficha, extremo = elegir(azar, mano, legales, busca_cerrar)
        assert self.pedir("tirar", mano.turno, ficha, extremo) is None

    def hasta_el_fin_de_mano(self, azar: random.Random, busca_cerrar: bool = False) -> None:
        while self.modelo.fase == "jugando" and not self.modelo.ausentes:
            self.una_jugada(azar, busca_cerrar)

    def hasta_el_fin_de_partida(self, azar: random.Random) -> None:
        self.callada = True
        while self.modelo.fase in ("jugando", "plantilla", "repartiendo"):
            self.hasta_el_fin_de_mano(azar)
            if self.modelo.fase != "voto":
                self.espera_al_plazo()
                self.pedir("vencer")
        self.callada = False
        self.comparar()
