"""La mesa en línea de cada otro juego, movida al azar y comparada con la segunda escritura tras cada orden (VA3-VA10).

Una máquina por juego y número de jugadores: cada ficha está en un solo sitio, la cuenta es la del modelo y no se
niega ninguna jugada que quepa. De día, pocas; con `PERFIL=noche`, veinte mil de cada uno. Las dos mil de cada día, sin
su diario ni sus relojes, en `test_partidas_a_miles`.
"""

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from reglas import mano as reglas_mano
from reglas.automatas import mirar
from reglas.errores import ErrorDeRegla
from reglas.fichas import FICHAS, TEXTOS, ficha_de, lista
from reglas.historia import acta_de, partidas_de
from reglas.informes import informe_de_sorteo
from reglas.mano import EXTREMOS
from reglas.mesa import eventos as ev
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import decidir, plazo_de
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.relojes import PLAZOS
from reglas.mesa.robo import espera_a_que_robe, para_mirar
from reglas.mesa.tipos import Eleccion, Fase, Modo
from reglas.reglamento import reglamento_de
from reglas.sorteo import compromiso_de
from reglas.verificacion import verificar_partida
from tests.reglas import modelo_variantes as modelo
from tests.reglas.sorteos import claves_al_azar

NOCHE = os.environ.get("PERFIL") == "noche"
INICIO = 1_790_000_000_000
EXTREMO = {"A": reglas_mano.A, "B": reglas_mano.B, None: None}


class MesaDeOtroJuego:
    """La mesa de `reglas` y la mano del modelo, juntas."""

    def __init__(self, juego: modelo.Juego, meta: int, semilla: int, modo: Modo = Modo.NORMAL) -> None:
        self.juego, self.azar, self.ahora = juego, random.Random(semilla), INICIO
        self.reglamento = reglamento_de(juego.nombre, juego.jugadores, juego.parejas, juego.fichas)
        self.mesa, self.renglones = Mesa(), []
        self.suma, self.meta = [0] * len(juego.equipos), meta
        self.mano: modelo.ManoDeVariante | None = None
        a_que = self.reglamento.meta_de(str(meta))
        assert a_que is not None
        self.pedir(o.Abrir(a_que, modo, 0, tuple(range(juego.jugadores)), self.reglamento))
        for asiento in range(juego.jugadores):
            self.pedir(o.DarNonce(asiento, f"n{asiento}"))
        self.pedir(o.Comenzar(0))
        self._se_repartio()

    def sortear(self) -> ev.Secreto:
        claves = claves_al_azar(self.azar)
        semilla = f"{self.azar.getrandbits(64):x}"
        return ev.Secreto(compromiso_de(claves, semilla), claves, semilla)

    def pedir(self, orden: o.Orden, tarda: int = 100) -> list[ev.Evento]:
        self.ahora += tarda
        eventos = decidir(self.mesa, orden, self.ahora, self.sortear)
        self.mesa = plegar(self.mesa, [ev.de_lista(_ida_y_vuelta(uno)) for uno in eventos])
        self.renglones.append(eventos)
        return eventos

    def _se_repartio(self) -> None:
        mano = self.mesa.mano
        assert mano is not None
        primera = len(self.mesa.cuentas) == 0
        manos = [[TEXTOS[ficha] for ficha in lista(bits)] for bits in mano.manos]
        pozo = [TEXTOS[ficha] for ficha in self.mesa.aparte.pozo]
        assert all(len(suyas) == self.juego.fichas for suyas in manos)
        if primera and self.juego.nombre == "musica":
            assert mano.salidor == modelo.quien_sale(self.juego, manos, self.azar)
        if primera and self.juego.nombre == "federacion":
            suyas = [modelo.cuanto(TEXTOS[ficha]) for ficha in self.mesa.aparte.salida]
            assert len(suyas) == self.juego.jugadores and suyas[mano.salidor] == max(suyas)
        if not primera:
            assert self.mano is not None and mano.salidor == (self.mano.salidor + 1) % self.juego.jugadores
        if self.juego.nombre == "federacion":
            assert all(sum(map(modelo.es_doble, suyas)) <= 3 for suyas in manos)
        self.mano = modelo.ManoDeVariante(self.juego, manos, pozo, mano.salidor, primera)

    # --- lo que se puede hacer
    def tirar(self, ficha: str, extremo: str | None) -> str | None:
        """El código del error, o None; lo que el modelo admite nunca se niega."""
        assert self.mano is not None
        turno, puede = self.mano.turno, (ficha, extremo) in self.mano.opciones()
        try:
            self.pedir(o.Tirar(turno, ficha_de(ficha), EXTREMO[extremo]))
        except ErrorDeRegla as error:
            assert not puede, (error.codigo, ficha, extremo)
            return error.codigo
        if not puede:
            # sin decir dónde y con un solo sitio, o en las dos terminales iguales: cae donde debe
            (cae,) = [donde for una, donde in self.mano.opciones() if una == ficha]
            extremo = cae
        self.mano.tirar(ficha, extremo)
        self._si_acabo()
        return None

    def vence(self) -> None:
        """Roba, pasa o tira el sistema."""
        assert self.mano is not None
        opciones = self.mano.opciones()
        (evento, *_) = self.pedir(o.Vencer(), plazo_de(self.mesa) - self.ahora)
        if not opciones:
            assert type(evento) is {"robo": ev.Robo, "pase": ev.Pase}[self.mano.robar_o_pasar()]
            return
        assert isinstance(evento, ev.Tirada) and evento.automatica
        ficha = TEXTOS[evento.ficha]
        assert modelo.cuanto(ficha) == max(modelo.cuanto(una) for una, _ in opciones)
        self.mano.tirar(ficha, EXTREMOS[evento.extremo] or None)
        self._si_acabo()

    def _si_acabo(self) -> None:
        assert self.mano is not None
        assert (self.mano.fin is None) == (self.mesa.fase is Fase.JUGANDO)
        if self.mano.fin is None:
            return
        gana, tantos = self.mano.cuenta()
        ultima = self.mesa.cuentas[-1]
        assert (ultima.ganadora, ultima.tantos, list(ultima.no_jugados)) == (gana, tantos, self.mano.sobran())
        if gana is not None:
            self.suma[gana] += tantos
        assert list(self.mesa.tantos) == self.suma
        acabo = max(self.suma) >= self.meta
        assert (self.mesa.fase is Fase.FIN_DE_PARTIDA) == acabo
        assert not acabo or self.mesa.ganadora == self.suma.index(max(self.suma))

    def seguir(self) -> None:
        for asiento in range(self.juego.jugadores):
            self.pedir(o.DarNonce(asiento, f"m{asiento}"))
        for asiento in range(self.juego.jugadores):
            self.pedir(o.Continuar(asiento))
        self._se_repartio()

    def otra(self, opcion: Eleccion) -> None:
        for asiento in range(self.juego.jugadores):
            self.pedir(o.DarNonce(asiento, f"o{asiento}"))
        for asiento in range(self.juego.jugadores):
            self.pedir(o.Elegir(asiento, opcion))
        assert sorted(self.mesa.ocupantes) == list(range(self.juego.jugadores))
        self.suma, self.mano = [0] * len(self.juego.equipos), None
        self._se_repartio()

    # --- lo que siempre es cierto
    def revisar(self) -> None:
        mano, suya = self.mesa.mano, self.mano
        assert mano is not None and suya is not None and mano.aparte is not None
        fichas = [*mano.cadena[::3], *mano.aparte.pozo, *(f for bits in mano.manos for f in lista(bits))]
        assert sorted(fichas) == list(lista(self.reglamento.fichas)), "cada ficha está en un solo sitio"
        assert len(fichas) == len(FICHAS) - (self.juego.jugadores * self.juego.fichas == 27)
        assert [sorted(TEXTOS[f] for f in lista(bits)) for bits in mano.manos] == [sorted(s) for s in suya.manos]
        assert [TEXTOS[ficha] for ficha in mano.aparte.pozo] == suya.pozo
        assert (list(mano.pases), list(reglas_mano.robadas(mano))) == (suya.pases, suya.robadas)
        if self.mesa.fase is Fase.JUGANDO:
            opciones = [(TEXTOS[ficha], EXTREMOS[extremo] or None) for ficha, extremo in reglas_mano.legales(mano)]
            assert (mano.turno, opciones) == (suya.turno, suya.opciones())
            assert self.mesa.reloj == (suya.reloj() if opciones else 0)
            assert mirar(mano, self.mesa.meta).opciones == tuple(reglas_mano.legales(mano))

    def revisar_actas(self) -> None:
        """Cada partida del diario da un acta que se verifica, con su sorteo."""
        for partida in partidas_de(evento for uno in self.renglones for evento in uno):
            acta = acta_de(partida, [f"persona {n}" for n in range(self.juego.jugadores)])
            informe = verificar_partida(acta)
            assert informe["marcador"] == list(partida.tantos)
            assert informe["ganadora"] == (partida.ganadora if partida.finalizada else None)
            assert {una["sorteo"] for una in informe_de_sorteo(acta)["manos"]} <= {"correcto"}


def _ida_y_vuelta(evento: ev.Evento) -> list[Any]:
    return [list(campo) if isinstance(campo, tuple) else campo for campo in ev.a_lista(evento)]


class Maquina(RuleBasedStateMachine):
    """Lo que puede pasar en una mesa; cada juego es una clase con el suyo."""

    juego: modelo.Juego

    @initialize(semilla=st.integers(0, 2**32), largo=st.sampled_from([0, 0, 1]))
    def abrir(self, semilla, largo):
        meta = (100, 300)[largo] if self.juego.nombre == "federacion" else (30, 100)[largo]
        self.m = MesaDeOtroJuego(self.juego, meta, semilla)

    def _jugando(self) -> bool:
        return self.m.mesa.fase is Fase.JUGANDO

    @precondition(lambda self: self._jugando())
    @rule(pasos=st.integers(1, 40), busca=st.booleans(), semilla=st.integers(0, 2**32))
    def juegan(self, pasos, busca, semilla):
        azar = random.Random(semilla)
        for _ in range(pasos):
            if not self._jugando():
                return
            opciones = self.m.mano.opciones()
            if opciones and azar.random() < 0.9:
                assert self.m.tirar(*modelo.elegir(azar, self.m.mano, opciones, busca)) is None
            else:
                self.m.vence()

    @precondition(lambda self: self._jugando())
    @rule(ficha=st.sampled_from(TEXTOS), extremo=st.sampled_from([None, "A", "B"]))
    def tirar_cualquiera(self, ficha, extremo):
        self.m.tirar(ficha, extremo)

    @precondition(lambda self: self._jugando())
    @rule(cual=st.integers(0, 20), extremo=st.sampled_from([None, "A", "B"]))
    def tirar_una_suya(self, cual, extremo):
        suyas = sorted(self.m.mano.manos[self.m.mano.turno])
        self.m.tirar(suyas[cual % len(suyas)], extremo)

    @precondition(lambda self: self._jugando())
    @rule()
    def vence(self):
        self.m.vence()

    @precondition(lambda self: self.m.mesa.fase is Fase.FIN_DE_MANO)
    @rule()
    def seguir(self):
        self.m.seguir()

    @precondition(lambda self: self.m.mesa.fase is Fase.FIN_DE_PARTIDA)
    @rule(opcion=st.sampled_from([Eleccion.REVANCHA, Eleccion.ROTAR]))
    def otra(self, opcion):
        self.m.otra(opcion)

    @invariant()
    def todo_cuadra(self):
        if hasattr(self, "m"):
            self.m.revisar()

    def teardown(self):
        if hasattr(self, "m"):
            self.m.revisar_actas()


def _maquina(juego: modelo.Juego) -> type:
    clase = type(f"Maquina{juego.nombre.title()}{juego.jugadores}{juego.fichas}{juego.parejas}", (Maquina,), {})
    clase.juego = juego  # type: ignore[attr-defined]
    clase.TestCase.settings = settings(  # type: ignore[attr-defined]
        max_examples=20_000 if NOCHE else 25,
        stateful_step_count=30 if NOCHE else 12,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return clase.TestCase  # type: ignore[attr-defined, no-any-return]


TestFederacionParejas, TestFederacionDos, TestFederacionDosNueve, TestFederacionTres, TestFederacionTresNueve = map(
    _maquina, modelo.JUEGOS[:5]
)
TestMusicaDos, TestMusicaTres, TestMusicaCuatro, TestMusicaParejas = map(_maquina, modelo.JUEGOS[5:])


@pytest.mark.parametrize("juego", modelo.JUEGOS, ids=lambda juego: f"{juego.nombre}-{juego.jugadores}-{juego.fichas}")
def test_partidas_enteras(juego):
    """Muchas seguidas y de principio a fin, sin que Hypothesis las acorte."""
    for semilla in range(2_000 if NOCHE else 8):
        azar = random.Random(semilla)
        m = MesaDeOtroJuego(juego, 100, semilla, azar.choice(list(Modo)[:1]))
        while m.mesa.fase is not Fase.FIN_DE_PARTIDA:
            if m.mesa.fase is Fase.FIN_DE_MANO:
                m.seguir()
            elif m.mano is not None and (opciones := m.mano.opciones()):
                m.tirar(*modelo.elegir(azar, m.mano, opciones, semilla % 2 == 0))
            else:
                m.vence()
        m.revisar()
        m.revisar_actas()


def test_la_obligada_la_tira_el_sistema_a_los_tres_segundos_y_lo_demas_a_los_veinte():
    m = MesaDeOtroJuego(modelo.JUEGOS[0], 300, 5)
    vistos = {}
    while set(vistos) != {3, 20}:
        if m.mesa.fase is Fase.FIN_DE_MANO:
            m.seguir()
        if m.mesa.reloj:
            vistos[m.mesa.reloj] = m.mesa.vence - m.mesa.abierto
        m.vence()
    assert vistos == {3: 3_000, 20: 20_000}
    assert not any(m.mesa.amarillas)


def test_en_practica_solo_corre_el_reloj_de_la_obligada():
    for juego, relojes in ((modelo.JUEGOS[3], {3: 3_000, 20: 0}), (modelo.JUEGOS[6], {20: 0})):
        m = MesaDeOtroJuego(juego, 100, 5, Modo.PRACTICA)
        vistos = {}
        while m.mesa.fase is Fase.JUGANDO:
            opciones = m.mano.opciones()
            if opciones:
                # en la primera de cada quien, y tras robar, los tres segundos esperan a que vea sus fichas (D758)
                mano = m.mesa.mano
                primera = mano.manos[mano.turno].bit_count() == m.mesa.reglamento.por_mano or mano.aparte.en_turno
                espera = 10_000 if primera and m.mesa.reloj == 3 else 0
                vistos[m.mesa.reloj] = m.mesa.vence and m.mesa.vence - m.mesa.abierto - espera
                m.tirar(*opciones[0])
            else:
                m.vence()
        assert vistos.items() <= relojes.items() and 20 in vistos


def test_solo_en_practica_y_a_las_personas_se_les_espera_a_que_vean_sus_fichas():
    """D758: entre personas los tres segundos corren luego luego; al automático no hay a quién esperarle."""
    m = MesaDeOtroJuego(modelo.JUEGOS[3], 300, 5, Modo.PRACTICA)
    mano, quien = m.mesa.mano, m.mesa.mano.turno
    casos = {
        10_000: m.mesa,
        0: m.mesa._replace(modo=Modo.NORMAL),
    }
    assert {espera: para_mirar(mesa, mano, 3, PLAZOS) for espera, mesa in casos.items()} == {10_000: 10_000, 0: 0}
    solos = m.mesa._replace(ocupantes=tuple(-1 - a for a in range(m.mesa.reglamento.asientos)))
    assert para_mirar(solos, mano, 3, PLAZOS) == 0 == para_mirar(m.mesa, mano, 0, PLAZOS)
    opciones = m.mano.opciones()
    m.tirar(*opciones[0])
    ya_tiro = m.mesa.mano._replace(turno=quien)
    assert para_mirar(m.mesa, ya_tiro, 3, PLAZOS) == 0
    assert para_mirar(m.mesa, ya_tiro, 3, PLAZOS._replace(mirar_siempre=True)) == 10_000
    # la que acaba de robar tampoco la ha visto; entre personas no se espera
    robo = ya_tiro._replace(aparte=ya_tiro.aparte._replace(en_turno=1))
    assert para_mirar(m.mesa, robo, 3, PLAZOS) == 10_000
    assert para_mirar(m.mesa._replace(modo=Modo.NORMAL), robo, 3, PLAZOS) == 0


def _hasta_robar(m: MesaDeOtroJuego) -> None:
    """Juega hasta que quien está en turno no pueda tirar y quede pozo."""
    while m.mesa.fase is not Fase.JUGANDO or m.mesa.reloj or not reglas_mano.puede_robar(m.mesa.mano):
        if m.mesa.fase is Fase.FIN_DE_MANO:
            m.seguir()
        opciones = m.mano.opciones()
        if opciones:
            m.tirar(*opciones[0])
        else:
            m.vence()


@pytest.mark.parametrize("juego", [modelo.JUEGOS[1], modelo.JUEGOS[6]], ids=lambda juego: juego.nombre)
def test_en_practica_la_persona_roba_con_su_boton_y_a_los_veinte_segundos_el_sistema(juego):
    m = MesaDeOtroJuego(juego, 300, 8, Modo.PRACTICA)
    _hasta_robar(m)
    turno, antes = m.mesa.mano.turno, len(m.mesa.mano.aparte.pozo)
    assert plazo_de(m.mesa) - m.mesa.abierto == 20_000
    with pytest.raises(ErrorDeRegla) as falla:
        m.pedir(o.Robar((turno + 1) % juego.jugadores))
    assert falla.value.codigo == "no_es_tu_turno"
    robos = 0
    while m.mesa.reloj == 0 and reglas_mano.puede_robar(m.mesa.mano):
        (evento,) = m.pedir(o.Robar(turno))
        assert isinstance(evento, ev.Robo) and evento.asiento == turno
        robos += 1
    assert len(m.mesa.mano.aparte.pozo) == antes - robos and (juego.nombre == "federacion" or robos == 1)
    # ya puede tirar, o no le queda más que pasar
    with pytest.raises(ErrorDeRegla) as falla:
        m.pedir(o.Robar(turno))
    assert falla.value.codigo in ("puede_tirar", "no_hay_que_robar")


def test_fuera_de_la_practica_y_los_automaticos_roban_tras_la_pausa_de_siempre():
    m = MesaDeOtroJuego(modelo.JUEGOS[1], 300, 8)
    _hasta_robar(m)
    assert plazo_de(m.mesa) - m.mesa.abierto == 1_200
    practica = m.mesa._replace(modo=Modo.PRACTICA, ocupantes=(-1, -2))
    assert not espera_a_que_robe(practica, practica.mano)


def test_irse_no_castiga_donde_no_hay_tarjetas():
    m = MesaDeOtroJuego(modelo.JUEGOS[0], 300, 5)
    m.pedir(o.Salir(1))
    (anulada,) = m.pedir(o.Vencer(), 300_001)
    assert isinstance(anulada, ev.PartidaAnulada) and not anulada.azul
