"""Partidas de cualquier juego con la mano de `reglas`, vigilada desde fuera: miles caben en segundos (VA1, VA3-VA10).

Son las funciones de la mano que la mesa llama, sin su diario, su sorteo ni sus relojes. En cada paso se vigila lo
barato: qué cabe, a quién le toca, cuántas fichas hay. Lo caro (dónde está cada una, la cadena, la cuenta), al acabar.
"""

import random
from collections.abc import Sequence

from reglas.fichas import TEXTOS, ficha_de, lista, mascara
from reglas.mano import EXTREMOS, contar, elegir_extremo, legales, pasar, puede_robar, repartida, robar, tirar
from reglas.partida import gana_por_meta
from reglas.reglamento import CUALQUIERA, Salida, reglamento_de
from reglas.tipos import Desenlace
from tests.reglas import modelo_variantes as modelo
from tests.reglas.modelo_mesa import MARCAS

SALE, A, B = (EXTREMOS.index(uno) for uno in ("", "A", "B"))
# con las dos terminales iguales, a la derecha de quien salió (RG2)
A_LA_DERECHA = (B, A, A, B)
CON = [mascara(n for n, texto in enumerate(TEXTOS) if palo in MARCAS[texto]) for palo in range(7)]
PESO = [modelo.cuanto(texto) for texto in TEXTOS]
ESTILOS = ("ligeras", "azar", "cierra", "pesadas")
"""Lo que cada quien tira: al azar, lo que deja iguales las terminales, lo que menos suma o lo que más."""


class PartidaVigilada:
    """Una partida; `ganadora` es el bando que llegó."""

    def __init__(self, juego: modelo.Juego, meta: int, semilla: int) -> None:
        self.juego, self.azar, self.tantos = juego, random.Random(semilla), [0] * len(juego.equipos)
        self.reglamento = reglamento_de(*juego.datos.values())
        a_que = self.reglamento.meta_de(str(meta))
        assert a_que is not None
        self.meta, self.a_que, self.cuantas = meta, a_que, len(juego.en_juego())
        self.salidor, self.manos_jugadas = -1, 0
        self.ganadora: int | None = None
        self._repartir()

    def _repartir(self) -> None:
        manos, pozo = modelo.repartir(self.azar, self.juego)
        bits = tuple([mascara([ficha_de(una) for una in suyas]) for suyas in manos])
        assert self.reglamento.admite(bits)
        self.obligada = CUALQUIERA
        if self.salidor < 0:
            self.salidor, self.obligada, _ = self._primera_salida(bits, manos)
        else:
            self.salidor = self.reglamento.sigue[self.salidor]
        self.en_turno = self.seguidos = 0
        en_pozo = tuple([ficha_de(una) for una in pozo])
        self.mano = repartida(bits, self.salidor, self.reglamento, en_pozo, self.obligada)

    def _primera_salida(self, bits: tuple[int, ...], manos: list[list[str]]) -> Salida:
        """Quién sale y con qué, de las dos escrituras (VA3, VA8)."""
        if self.reglamento.sale_por_fichas is not None:
            salida = self.reglamento.sale_por_fichas(bits)
            suya = modelo.ManoDeVariante(self.juego, manos, [], salida.asiento, primera=True)
            assert salida.asiento == modelo.quien_sale(self.juego, manos, self.azar)
            assert [(TEXTOS[salida.obligada], None)] == suya.opciones()
            return salida
        assert self.reglamento.sale_por_sorteo is not None
        sorteadas = self.azar.sample(range(28), 28)
        salida = self.reglamento.sale_por_sorteo(self.azar.randrange(2**32), lambda: sorteadas, self.juego.jugadores)
        suyas = [PESO[ficha] for ficha in salida.fichas]
        assert not suyas or suyas[salida.asiento] == max(suyas)
        return salida

    # --- un paso
    def caben(self) -> list[tuple[int, int]]:
        """Lo que puede tirar quien está en turno, por ficha y extremo; de las tablas de aquí."""
        mano = self.mano
        bits, a, b = mano.manos[mano.turno], mano.a, mano.b
        if not mano.cadena:
            return [(ficha, SALE) for ficha in lista(bits) if self.obligada in (CUALQUIERA, ficha)]
        if a == b:
            return [(ficha, A_LA_DERECHA[self.salidor]) for ficha in lista(bits & CON[a])]
        en_a, en_b = bits & CON[a], bits & CON[b]
        return [(f, donde) for f in lista(en_a | en_b) for donde, suyas in ((A, en_a), (B, en_b)) if suyas >> f & 1]

    def paso(self, cual: int = 0, estilo: str = "") -> None:
        """Una de las que caben, que nunca se niega; o el robo o el pase. Al acabar la mano, su cuenta y otra."""
        mano, opciones = self.mano, self.caben()
        turno = mano.turno
        assert legales(mano) == opciones
        if opciones:
            if estilo and len(opciones) > 1:
                cual = self._escoger(estilo, opciones)
            ficha, extremo = opciones[cual % len(opciones)]
            mano = tirar(mano, ficha, elegir_extremo(mano, ficha, extremo or None))
            self.en_turno = self.seguidos = 0
        elif self._le_toca_robar():
            mano = robar(mano)
            self.en_turno, self.seguidos = self.en_turno + 1, 0
        else:
            assert not puede_robar(mano)
            mano = pasar(mano)
            self.en_turno, self.seguidos = 0, self.seguidos + 1
        self.mano = mano
        en_pozo = 0 if mano.aparte is None else len(mano.aparte.pozo)
        assert sum(map(int.bit_count, mano.manos)) + en_pozo + len(mano.cadena) // 3 == self.cuantas
        if mano.desenlace is not None:
            self._contar()
        else:
            assert mano.turno == (turno if self.en_turno else (turno + 1) % self.juego.jugadores)
            assert 0 not in mano.manos and self.seguidos < self.juego.jugadores

    def _le_toca_robar(self) -> bool:
        """004: una a una hasta poder; 003: una, si quedan."""
        aparte = self.mano.aparte
        return aparte is not None and bool(aparte.pozo) and (self.juego.nombre == "federacion" or not self.en_turno)

    def _escoger(self, estilo: str, opciones: list[tuple[int, int]]) -> int:
        if estilo == "azar":
            return int(self.azar.random() * len(opciones))
        if estilo == "cierra":
            a, b = self.mano.a, self.mano.b
            iguales = (n for n, (f, donde) in enumerate(opciones) if donde and CON[b if donde == A else a] >> f & 1)
            return next(iguales, 0)
        pesos = [PESO[ficha] for ficha, _ in opciones]
        return pesos.index(max(pesos) if estilo == "pesadas" else min(pesos))

    def acabar(self, estilos: Sequence[str], manos: int = 1_000) -> None:
        """Esas manos más, o las que falten; cada asiento, a su manera."""
        hasta = self.manos_jugadas + manos
        while self.ganadora is None and self.manos_jugadas < hasta:
            self.paso(0, estilos[self.mano.turno % len(estilos)])

    # --- una vez por mano
    def _contar(self) -> None:
        self.revisar()
        mano, conteo = self.mano, contar(self.mano, self.a_que)
        quedan = [[TEXTOS[ficha] for ficha in lista(bits)] for bits in mano.manos]
        suya = modelo.ManoDeVariante(self.juego, quedan, [], self.salidor, primera=False)
        suya.quien = mano.cadena[-1]
        suya.fin = "cierre" if mano.manos[suya.quien] else "dominada"
        assert (conteo.desenlace is Desenlace.DOMINADA, conteo.asiento) == (suya.fin == "dominada", suya.quien)
        assert all(mano.manos) or suya.fin == "dominada"
        if suya.fin == "cierre":
            pozo = () if mano.aparte is None else mano.aparte.pozo
            assert not (sum(mano.manos) | mascara(pozo)) & (CON[mano.a] | CON[mano.b])
        gana, cuantos = suya.cuenta(self.meta)
        assert (conteo.ganadora, conteo.tantos, list(conteo.no_jugados)) == (gana, cuantos, suya.sobran())
        if gana is not None:
            self.tantos[gana] += cuantos
        self.manos_jugadas += 1
        self.ganadora = gana_por_meta(self.a_que, tuple(self.tantos), ())
        assert self.ganadora == next((n for n, suyos in enumerate(self.tantos) if suyos >= self.meta), None)
        if self.ganadora is None:
            self._repartir()

    def revisar(self) -> None:
        """Cada ficha está en un solo sitio, y puestas una tras otra dan las terminales."""
        mano = self.mano
        pozo = () if mano.aparte is None else mano.aparte.pozo
        fichas = [*mano.cadena[::3], *pozo, *(ficha for bits in mano.manos for ficha in lista(bits))]
        assert sorted(TEXTOS[ficha] for ficha in fichas) == self.juego.en_juego()
        a = b = -1
        for ficha, extremo in zip(mano.cadena[::3], mano.cadena[1::3], strict=True):
            menor, mayor = MARCAS[TEXTOS[ficha]]
            if extremo == SALE:
                a, b = (mayor, menor) if self.salidor < 2 else (menor, mayor)
            elif extremo == A:
                assert a in (menor, mayor)
                a = menor + mayor - a
            else:
                assert b in (menor, mayor)
                b = menor + mayor - b
        assert (mano.a, mano.b) == (a, b)
