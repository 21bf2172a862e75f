"""Modelo de la mesa en línea, escrito desde los documentos (002; RG1, EL3-EL9, SA1-SA2) y sin usar `reglas`.

Cada orden es un método que la cumple o levanta `NoProcede` con su código. Instantes en milisegundos.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tests.reglas.modelo_mesa import FICHAS, ManoModelo, PartidaModelo, derecha

SEG = 1000
CINCO_MINUTOS = ("sin_prisa", "completada")
PASE, PLANTILLA, VOTO, AUSENCIA, COMIENZO, NONCES = 1200, 15 * SEG, 60 * SEG, 300 * SEG, 120 * SEG, 3 * SEG
MARGEN, MARGEN_DE_MANO = 15 * SEG, 60 * SEG
REPETIR_JUGADA = 700
VOLVER_A_LA_MESA = 3_000
REPETIR_MANO, TOPE_DE_MANOS = 2_000, 20_000
OTRA_CADA = 5 * SEG
TARJETAS_QUE_TERMINAN = 28


class NoProcede(Exception):
    """La orden no se puede cumplir; `args[0]` es el código."""


def exige(condicion: object, codigo: str) -> None:
    if not condicion:
        raise NoProcede(codigo)


@dataclass
class Secreto:
    claves: list[str]
    semilla: str


@dataclass
class MesaModelo:
    """La mesa: `lugares[asiento]` es la persona; las automáticas, con número negativo."""

    meta: str
    modo: str
    lugares: list[int]
    organizador: int
    secretos: list[Secreto]
    """Los que la casa va dando; el último es el comprometido."""
    ahora: int
    fase: str = "espera"
    vence: int = 0
    apertura: int = 0
    publicado: int = 0
    nonces: dict[int, str] = field(default_factory=dict)
    """Por persona: lo que dio para la mano que sigue."""
    mano: ManoModelo | None = None
    reloj: int = 0
    tarjetas_del_turno: int = 0
    partida: PartidaModelo | None = None
    cuentas: list[tuple[str, int, int | None, int]] = field(default_factory=list)
    amarillas: list[int] = field(default_factory=lambda: [0] * 4)
    ausentes: dict[int, tuple[int, bool]] = field(default_factory=dict)
    detenido: int = 0
    idas: dict[int, int] = field(default_factory=dict)
    """Cuándo se fue cada ausente."""
    faltado: list[int] = field(default_factory=lambda: [0] * 4)
    """Lo que cada asiento ha faltado desde que acabó la mano anterior."""
    esperado: list[int] = field(default_factory=lambda: [0] * 4)
    """Lo que se le ha devuelto a cada asiento por callar en sus turnos, desde entonces."""
    esperado_en_el_turno: int = 0
    listos: set[int] = field(default_factory=set)
    votos: dict[int, str] = field(default_factory=dict)
    tiro_el_sistema: tuple[str, str | None] = ("", None)
    motivo: str = ""
    culpable: int = -1
    azul: bool = False

    def __post_init__(self) -> None:
        self.publicado = self.ahora
        self.vence = self.ahora + COMIENZO

    # --- lo que se ve de fuera
    def plazo(self) -> int:
        return min(limite for limite, _ in self.ausentes.values()) if self.ausentes else self.vence

    def personas(self) -> list[int]:
        return [asiento for asiento in range(4) if self.lugares[asiento] >= 0]

    # --- sorteo y comienzo
    def nonce(self, asiento: int, texto: str) -> None:
        self._abierta()
        persona = self.lugares[asiento]
        exige(persona >= 0 and persona not in self.nonces, "ya_estaba")
        exige(texto.isascii() and len(texto) <= 64, "nonce_invalido")
        self.nonces[persona] = texto
        espera = self.fase == "repartiendo" or (self.fase == "plantilla" and self._todos_listos())
        if espera and not self.ausentes and self._hay_nonces():
            self._repartir()

    def _hay_nonces(self) -> bool:
        """RG1: los cuatro, o pasaron 3 s desde que se publicó el compromiso."""
        return all(self.lugares[a] in self.nonces for a in self.personas()) or self.ahora >= self.publicado + NONCES

    def comenzar(self, asiento: int) -> None:
        self._abierta()
        exige(self.fase == "espera", "fuera_de_fase")
        exige(self.lugares[asiento] == self.organizador, "no_es_organizador")
        self._nueva_partida(self.lugares)

    def _nueva_partida(self, lugares: list[int]) -> None:
        self.lugares, self.partida, self.mano, self.cuentas = lugares, PartidaModelo(self.meta), None, []
        self.amarillas, self.votos, self.listos = [0] * 4, {}, set()
        self.faltado, self.esperado = [0] * 4, [0] * 4
        self.fase, self.vence = "repartiendo", self.publicado + NONCES
        if self._hay_nonces():
            self._repartir()

    def _repartir(self) -> None:
        """RG1: por SHA-256(clave ‖ nonces), siete a cada asiento; el salidor, de la semilla; después rota (RG5)."""
        secreto = self.secretos[-2]  # la casa ya dio el que sigue
        pegados = "".join(self.nonces.get(persona, "") for persona in self.lugares).encode()
        huellas = [(sha256(clave.encode() + pegados).hexdigest(), n) for n, clave in enumerate(secreto.claves)]
        orden = [FICHAS[n] for _, n in sorted(huellas)]
        if self.mano is None:
            salidor = int(sha256(secreto.semilla.encode() + pegados).hexdigest(), 16) % 4
        else:
            salidor = derecha(self.mano.salidor)
        self.mano = ManoModelo([orden[:7], orden[7:14], orden[14:21], orden[21:]], salidor)
        self.nonces, self.publicado, self.listos = {}, self.ahora, set()
        self.fase = "jugando"
        self._abrir_turno()

    # --- la mano
    def _abrir_turno(self) -> None:
        assert self.mano is not None
        self.apertura, self.tarjetas_del_turno, self.esperado_en_el_turno = self.ahora, 0, 0
        self.reloj = self.mano.reloj() if self.mano.legales(self.mano.turno) else 0
        self.vence = self._siguiente_del_turno()

    def _siguiente_del_turno(self) -> int:
        """EL7: 5 y 6; 20 y otra cada 5; en cierre, cada 5 pasados los 60. Sin prisa, 5 minutos; práctica, nada."""
        if self.reloj == 0:
            return self.apertura + PASE
        if self.modo != "normal":
            return self.apertura + 300 * SEG if self.modo in CINCO_MINUTOS else 0
        van = self.tarjetas_del_turno
        segundos = {5: [5, 6][min(van, 1)], 20: 20 + 5 * van, 60: 65 + 5 * van}[self.reloj]
        return self.apertura + segundos * SEG

    def tirar(self, asiento: int, ficha: str, extremo: str | None, nonce: str | None = None) -> None:
        self._abierta()
        exige(self.fase == "jugando", "fuera_de_fase")
        exige(not self.ausentes, "mesa_detenida")
        assert self.mano is not None
        exige(asiento == self.mano.turno, "no_es_tu_turno")
        exige(ficha in self.mano.manos[asiento], "ficha_ajena")
        legales = [lado for una, lado in self.mano.legales(asiento) if una == ficha]
        exige(legales, "no_tiene_cabida")
        puntas = self.mano.terminales()
        if len(legales) == 2:
            exige(extremo, "falta_extremo")
            legales = [extremo]
        elif puntas is not None and puntas[0] != puntas[1]:
            exige(extremo in (None, legales[0]), "no_tiene_cabida")
        persona = self.lugares[asiento]
        if nonce is not None and persona >= 0 and persona not in self.nonces:
            exige(nonce.isascii() and len(nonce) <= 64, "nonce_invalido")
            self.nonces[persona] = nonce
        self._tirada(ficha, legales[0])

    def _tirada(self, ficha: str, extremo: str | None) -> None:
        assert self.mano is not None and self.partida is not None
        self.mano.tirar(ficha, extremo)
        if self.mano.fin is None:
            self._abrir_turno()
            return
        assert self.mano.quien is not None
        gana, cuantos = self.mano.cuenta(self.meta)
        self.partida.anotar(gana, cuantos)
        self.cuentas.append((self.mano.fin, self.mano.quien, gana, cuantos))
        acaba = self.partida.ganadora is not None
        self.fase = "voto" if acaba else "plantilla"
        self.reloj, self.apertura, self.listos, self.votos = 0, self.ahora, set(), {}
        self.faltado, self.esperado = [0] * 4, [0] * 4
        self.vence = self.ahora + (VOTO if acaba else PLANTILLA) * (1 if self.modo == "normal" else 5)

    # --- entre manos y al final
    def _todos_listos(self) -> bool:
        return self.listos >= set(self.personas())

    def continuar(self, asiento: int) -> None:
        self._abierta()
        exige(self.fase == "plantilla", "fuera_de_fase")
        exige(not self.ausentes, "mesa_detenida")
        exige(asiento not in self.listos, "ya_estaba")
        self.listos.add(asiento)
        if self._todos_listos():
            if self._hay_nonces():
                self._repartir()
            else:
                self.vence = min(self.vence, self.publicado + NONCES)

    def elegir(self, asiento: int, opcion: str) -> None:
        """002 §2.9.3: los cuatro el mismo botón; con uno distinto, todos a la Sala."""
        self._abierta()
        exige(self.fase == "voto", "fuera_de_fase")
        exige(asiento not in self.votos, "ya_estaba")
        self.votos[asiento] = opcion
        if opcion == "comunicacion":
            self._cerrar("comunicacion", asiento)
        elif len({self.votos[a] for a in self.personas() if a in self.votos}) > 1:
            self._cerrar("sin_acuerdo", asiento)
        elif all(a in self.votos for a in self.personas()):
            self._nueva_partida(self.lugares_nuevos(opcion))

    def lugares_nuevos(self, opcion: str) -> list[int]:
        """Revancha: el organizador y su pareja intercambian. Rotar: la pareja se ubica a la izquierda del organizador,
        el de la izquierda a su derecha y el de la derecha pasa a ser su pareja."""
        yo = self.lugares.index(self.organizador)
        d = derecha(yo)
        p = derecha(d)
        i = derecha(p)
        era = {"yo": self.lugares[yo], "derecha": self.lugares[d], "pareja": self.lugares[p], "izq": self.lugares[i]}
        nuevos = list(self.lugares)
        if opcion == "revancha":
            nuevos[yo], nuevos[p] = era["pareja"], era["yo"]
        else:
            nuevos[i], nuevos[d], nuevos[p] = era["pareja"], era["izq"], era["derecha"]
        return nuevos

    # --- ausencias
    def ausentar(self, asiento: int, nuestra: bool = False, callaba: int = 0) -> None:
        self._abierta()
        if self.fase in ("espera", "voto"):
            motivo = "salida" if self.fase == "espera" else "comunicacion"
            self._cerrar("caida" if nuestra else motivo, asiento)
            return
        if asiento in self.ausentes:
            limite, ya = self.ausentes[asiento]
            exige(nuestra and not ya, "ya_estaba")
            # culpa nuestra: lo que hubiera faltado antes no le quita nada de sus cinco minutos
            self.ausentes[asiento] = (max(limite, self.idas[asiento] + AUSENCIA), True)
            return
        de_su_turno = self.fase == "jugando" and self.mano and self.mano.turno == asiento and self.reloj
        if self.ausentes or not de_su_turno:
            callaba = 0
        elif nuestra:
            callaba = min(callaba, self.ahora - self.apertura)
        else:
            callaba = min(callaba, self.ahora - self.apertura, self._margen(asiento))
        # falta desde que se le dejó de oír
        self.idas[asiento] = self.ahora - max(callaba, 0)
        if not self.ausentes:
            self.detenido = self.idas[asiento]
        queda = AUSENCIA if nuestra else max(AUSENCIA - self.faltado[asiento], 0)
        self.ausentes[asiento] = (self.ahora + queda, nuestra)

    def salir(self, asiento: int) -> None:
        self._abierta()
        a_media = self.modo == "completada" and self.fase in ("repartiendo", "jugando", "plantilla")
        if self.modo == "practica" or a_media:
            self._cerrar("salida", asiento)
        else:
            self.ausentar(asiento)

    def volver(self, asiento: int) -> None:
        """EL9: cuando ya no falta nadie, todo sigue con lo que quedaba, tras repetir las jugadas.

        Lo que faltó y la repetición que causa se le suman, si no fue culpa nuestra.
        """
        self._abierta()
        exige(asiento in self.ausentes, "ya_estaba")
        _, nuestra = self.ausentes.pop(asiento)
        if not nuestra:
            self.faltado[asiento] += max(self.ahora - self.idas[asiento], 0)
        if not self.ausentes:
            repetir = 0
            if self.mano and self.fase == "jugando":
                repetir = VOLVER_A_LA_MESA + len(self.mano.tiradas) * REPETIR_JUGADA
                repetir += min(TOPE_DE_MANOS, len(self.cuentas) * REPETIR_MANO)
            self._recorrer(self.ahora - self.detenido + repetir)
            self.detenido = 0
            if not nuestra:
                self.faltado[asiento] += repetir

    def _recorrer(self, cuanto: int) -> None:
        self.apertura += cuanto
        if self.vence:
            self.vence += cuanto

    def reabrir(self, perdido: int, quien_callo: int = -1) -> None:
        """Lo caído por nuestra culpa, entero; lo que alguien calló en su turno, 15 s por turno y 60 por mano."""
        self._abierta()
        exige(self.vence and not self.ausentes and perdido > 0, "fuera_de_fase")
        if quien_callo >= 0:
            exige(self.fase == "jugando" and self.mano and self.mano.turno == quien_callo, "fuera_de_fase")
            perdido = min(perdido, self._margen(quien_callo))
            exige(perdido > 0, "fuera_de_fase")
            self.esperado_en_el_turno += perdido
            self.esperado[quien_callo] += perdido
        self._recorrer(perdido)

    def _margen(self, asiento: int) -> int:
        return min(MARGEN - self.esperado_en_el_turno, MARGEN_DE_MANO - self.esperado[asiento])

    def prorrogar(self, perdido: int) -> None:
        self._abierta()
        exige(self.ausentes and perdido > 0, "fuera_de_fase")
        for asiento, (limite, nuestra) in self.ausentes.items():
            self.ausentes[asiento] = (limite + perdido, nuestra)
            self.idas[asiento] += perdido

    def anular(self, motivo: str, asiento: int) -> None:
        self._abierta()
        self._cerrar(motivo, asiento)

    # --- vencimientos
    def vencer(self, credito: int = 0) -> None:
        self._abierta()
        plazo = self.plazo()
        exige(plazo and self.ahora - credito >= plazo, "no_vence")
        if self.ausentes:
            asiento = min(self.ausentes, key=lambda uno: (self.ausentes[uno][0], uno))
            nuestra = self.ausentes[asiento][1]
            self.azul = self.modo == "normal" and not nuestra
            self._cerrar("caida" if nuestra else "abandono", asiento)
        elif self.fase in ("espera", "voto"):
            self._cerrar("sin_comenzar" if self.fase == "espera" else "sin_acuerdo", -1)
        elif self.fase in ("repartiendo", "plantilla"):
            self._repartir()
        else:
            self._vencer_turno()

    def _vencer_turno(self) -> None:
        assert self.mano is not None
        turno = self.mano.turno
        if self.reloj == 0:
            self.mano.pasar()
            self._abrir_turno()
        elif self.reloj == 5 and self.tarjetas_del_turno == 1:
            ((ficha, extremo),) = self.mano.legales(turno)
            self._tirada(ficha, extremo)
        elif self.modo in CINCO_MINUTOS:
            # cuál tira el sistema no lo dice la regla: basta con que sea legal
            assert self.tiro_el_sistema in self.mano.legales(turno)
            self._tirada(*self.tiro_el_sistema)
        else:
            self.tarjetas_del_turno += 1
            self.amarillas[turno] += 1
            self.vence = self._siguiente_del_turno()
            if self.amarillas[turno] == TARJETAS_QUE_TERMINAN:
                self._cerrar("tarjetas", turno)

    def _cerrar(self, motivo: str, asiento: int) -> None:
        self.fase, self.vence, self.ausentes, self.detenido = "cerrada", 0, {}, 0
        self.motivo, self.culpable = motivo, asiento

    def _abierta(self) -> None:
        exige(self.fase != "cerrada", "mesa_cerrada")

    def pedir(self, orden: str, *datos: Any) -> str | None:
        """Cumple la orden y da None, o el código por el que no procede."""
        try:
            getattr(self, orden)(*datos)
        except NoProcede as motivo:
            return str(motivo.args[0])
        return None
