"""Lo que el caos descubrió: cuándo NO se puede acusar una orden que chocó en el diario."""

from uuid import UUID, uuid4

from enlinea.diario.diario import ESQUEMA, escribir_eventos
from enlinea.diario.lotes import ENTRO, NO_SE_PUDO, OTRO_SE_ADELANTO, Aviso
from enlinea.diario.renglon import Renglon
from enlinea.diario.sorteo import sortear
from enlinea.mesa.viva import RELEER_CADA, MesaViva, Pedido
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import decidir
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.relojes import PLAZOS
from reglas.mesa.tipos import Modo
from reglas.tipos import Meta

AHORA = 1_700_000_000_000


class Casa:
    """Un proceso de mentira: guarda lo que se manda al lote y lo que se pide releer."""

    plazos = PLAZOS

    def __init__(self) -> None:
        self.lote: list[tuple[Renglon, Aviso]] = []
        self.releidos: list[Pedido] = []
        self.rearmadas = 0
        self.reloj = AHORA

    def fecha(self) -> int:
        return AHORA

    def ahora(self) -> int:
        return self.reloj

    def anexar(self, renglon: Renglon, aviso: Aviso) -> None:
        self.lote.append((renglon, aviso))

    def releer(self, mesa: MesaViva, pedido: Pedido) -> None:
        self.releidos.append(pedido)

    def cambio(self, mesa: MesaViva, antes: Mesa) -> None: ...

    def rearmar(self, mesa: MesaViva) -> None:
        self.rearmadas += 1


class Oreja:
    """En lugar de una conexión."""

    persona = 0
    libre = False

    def __init__(self) -> None:
        self.salida = self
        self.oido: list[str] = []

    def responder(self, octetos: bytes) -> None:
        self.oido.append(octetos.decode())

    def vista(self, vista: bytes) -> None: ...


def abierta() -> tuple[MesaViva, Casa]:
    abrir = o.Abrir(Meta.CIEN, Modo.NORMAL, 0, (0, 1, 2, 3))
    casa = Casa()
    return MesaViva(1, plegar(Mesa(), decidir(Mesa(), abrir, AHORA, sortear)), casa), casa


def nonce(persona: int, oreja: Oreja | None) -> Pedido:
    return Pedido(lambda estado: o.DarNonce(persona, "ab"), uuid4(), 1, persona, oreja)  # type: ignore[arg-type]


def de_otro(mesa: Mesa, persona: int, id_orden: UUID | None = None) -> Renglon:
    eventos = decidir(mesa, o.DarNonce(persona, "cd"), AHORA, sortear)
    return Renglon(1, mesa.num + 1, id_orden or uuid4(), persona, ESQUEMA, escribir_eventos(eventos), AHORA)


def test_si_lo_de_otro_llego_por_aviso_antes_que_el_choque_la_orden_se_decide_de_nuevo() -> None:
    mesa, casa = abierta()
    oreja = Oreja()
    mesa.pedir(nonce(0, oreja))
    # el aviso gana: el renglón ajeno ya está plegado cuando la base dice que el nuestro no cupo
    mesa.al_releer([de_otro(mesa.estado, 1)])
    casa.lote[0][1](OTRO_SE_ADELANTO)
    mesa.al_releer([], casa.releidos[0])
    assert not oreja.oido
    assert casa.lote[1][0].num == 3
    casa.lote[1][1](ENTRO)
    assert '"tipo":"acuse"' in oreja.oido[0]


def test_una_orden_repetida_que_ya_nadie_recuerda_se_acusa() -> None:
    mesa, casa = abierta()
    oreja = Oreja()
    mesa.pedir(nonce(0, oreja))
    casa.lote[0][1](OTRO_SE_ADELANTO)
    mesa.al_releer([], casa.releidos[0])
    assert '"tipo":"acuse"' in oreja.oido[0]


def test_lo_nuestro_que_llego_por_aviso_no_regresa_la_mesa() -> None:
    mesa, casa = abierta()
    mesa.pedir(nonce(0, Oreja()))
    nuestro = casa.lote[0][0]
    mesa.al_releer([nuestro])
    mesa.al_releer([de_otro(mesa.estado, 1)])
    casa.lote[0][1](ENTRO)
    assert mesa.estado.num == 3
    assert mesa.estado.nonces[:2] == ("ab", "cd")


def test_si_la_base_no_contesta_se_dice_y_lo_de_la_casa_vuelve_a_armarse() -> None:
    mesa, casa = abierta()
    oreja = Oreja()
    mesa.pedir(nonce(0, oreja))
    casa.lote[0][1](NO_SE_PUDO)
    assert '"codigo":"reintenta"' in oreja.oido[0]
    assert casa.rearmadas == 0
    mesa.pedir(nonce(1, None))
    casa.lote[1][1](NO_SE_PUDO)
    assert casa.rearmadas == 1
    assert not mesa.ocupada


def listo(version: int, persona: int, oreja: Oreja) -> Pedido:
    return nonce(persona, oreja)._replace(version=version)


def test_sobre_menos_de_lo_que_vio_no_se_decide_hasta_releer_por_su_orden() -> None:
    """Si se acababa de releer por otra, se decidía sobre lo viejo: a quien le tocaba se le negaba su turno."""
    mesa, casa = abierta()
    una, otra = Oreja(), Oreja()
    mesa.pedir(listo(2, 0, una))
    mesa.al_releer([de_otro(mesa.estado, 1)], casa.releidos[0])
    casa.lote.pop()[1](ENTRO)
    assert '"tipo":"acuse"' in una.oido[0]
    adelantada = listo(mesa.estado.num + 1, 2, otra)
    mesa.pedir(adelantada)
    assert '"codigo":"reintenta"' in otra.oido.pop()
    assert not casa.lote
    assert len(casa.releidos) == 1, "y sin una lectura por mensaje"
    casa.reloj += RELEER_CADA + 1
    mesa.pedir(adelantada)
    mesa.al_releer([de_otro(mesa.estado, 3)], casa.releidos[1])
    casa.lote.pop()[1](ENTRO)
    assert '"tipo":"acuse"' in otra.oido[0]


def test_si_no_se_pudo_releer_tampoco_se_decide_sobre_lo_viejo() -> None:
    mesa, casa = abierta()
    oreja = Oreja()
    adelantada = listo(2, 0, oreja)
    mesa.pedir(adelantada)
    mesa.al_no_poder(casa.releidos[0])
    mesa.pedir(adelantada)
    assert [dicho.count('"codigo":"reintenta"') for dicho in oreja.oido] == [1, 1]
    assert not casa.lote


def test_si_lo_que_vio_ya_no_existe_tras_releer_se_decide_y_la_mesa_sigue() -> None:
    """La base volvió de un respaldo."""
    mesa, casa = abierta()
    oreja = Oreja()
    mesa.pedir(listo(90, 0, oreja))
    mesa.al_releer([], casa.releidos[0])
    casa.lote.pop()[1](ENTRO)
    assert '"tipo":"acuse"' in oreja.oido[0]
