"""Un Multiplicado de prueba: se dicta, y cada mesa juega las mismas fichas con su propio azar."""

import random
from collections.abc import Callable
from typing import Any

from enlinea.models import Mesa as MesaEnLinea
from reglas.mano import legales
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import plazo_de
from reglas.mesa.eventos import RepartoComun
from reglas.mesa.tipos import Fase, Modo
from reglas.metas import Meta
from reglas.suizo.tipos import Tipo
from tests.enlinea.mesas import al_diario
from tests.reglas.partidas import MesaDePrueba
from tests.torneos.salon import Salon, abrir
from torneos.models import Mesa, Partida
from torneos.servicios import intranet

TEXTO = "3-6 0-0 2-5"
Confirmar = Callable[..., Any]


def multiplicado(personas: int = 8, **mas: Any) -> Salon:
    """Con sus puestos puestos."""
    salon = abrir(personas=personas, intranet=True, tipo=Tipo.MULTIPLICADO, **mas)
    salon.pedir("puestos_poner", por_zona=max(personas // 4, 1))
    return salon


def dictada(salon: Salon, texto: str = TEXTO) -> Partida:
    """La que sigue, publicada y con sus mesas abiertas."""
    partida = salon.publicar()
    salon.pedir("partida_dictar", partida=partida.numero, texto=texto, repetido=texto)
    return salon.actual()


class MesaAlAzar(MesaDePrueba):
    """Como la de verdad abriría su diario, y quien tira escoge al azar: otra mesa, otro juego."""

    def __init__(self, mesa: Mesa, semilla: int) -> None:
        fila = MesaEnLinea.objects.get(pk=mesa.en_linea)
        self.fila, self.dados = fila, random.Random(semilla)
        comun = RepartoComun(fila.clave_de_reparto, fila.texto_de_reparto)
        super().__init__(Meta(fila.meta), Modo.INTRANET, semilla, comun=comun)
        self.comenzar()

    def turno(self) -> None:
        mano = self.mesa.mano
        assert mano is not None
        opciones = legales(mano)
        if opciones and self.mesa.reloj:
            ficha, extremo = self.dados.choice(opciones)
            self.pedir(o.Tirar(mano.turno, ficha, extremo))
        else:
            self.pedir(o.Vencer(), plazo_de(self.mesa) - self.ahora)


def jugar_entera(mesa: Mesa, semilla: int) -> MesaAlAzar:
    """Hasta la meta, y a su diario; la hoja todavía no lo sabe."""
    juego = MesaAlAzar(mesa, semilla)
    juego.acabar_partida()
    assert juego.mesa.fase is Fase.FIN_DE_PARTIDA
    al_diario(juego.fila, juego)
    return juego


def jugar_una_mano(mesa: Mesa, semilla: int) -> MesaAlAzar:
    """Sólo la primera, y a su diario."""
    juego = MesaAlAzar(mesa, semilla)
    juego.acabar_mano()
    al_diario(juego.fila, juego)
    return juego


def acabar_partida(salon: Salon, confirmar: Confirmar) -> None:
    """Todas las mesas de la que se juega, hasta la meta y confirmadas, y la partida cerrada."""
    for n, mesa in enumerate(salon.mesas(), 1):
        jugar_entera(mesa, n)
        cerrar(mesa, confirmar)
    salon.pedir("partida_cerrar", partida=1)


def cerrar(mesa: Mesa, confirmar: Confirmar) -> None:
    """Su hoja recibe lo jugado y se confirma."""
    assert mesa.en_linea is not None
    with confirmar(execute=True):
        intranet.recibir(mesa.en_linea)
