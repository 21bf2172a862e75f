"""Demostración en pantallas: un Multiplicado con una partida jugada y la segunda por dictarse (TO26 a TO28, TO30)."""

from datetime import datetime, timedelta

from enlinea.salon.servicios import mesa_jugar_sola
from reglas.metas import Meta
from reglas.suizo.tipos import Tipo
from torneos import servicios
from torneos.demo.formatos import MUCHOS
from torneos.demo.jugada import Demo
from torneos.identidad import Quien
from torneos.models import Mesa
from torneos.servicios import Ajustes, intranet

MULTIPLICADO = "Duplicado de Xalapa"
TEXTO = "3-6 0-0 2-5"


def cargar_pantallas(quien: Quien, ahora: datetime) -> None:
    """De la primera ya se ven «tus fichas en otras mesas»; la segunda espera que quien organiza dicte su texto."""
    inicio = ahora - timedelta(hours=1)
    ajustes = Ajustes(
        MULTIPLICADO, inicio, Tipo.MULTIPLICADO, Meta.CIEN, 3, "Sala de cómputo, Xalapa", cupo=64, intranet=True
    )
    demo = Demo(quien, ajustes, inicio)
    demo.inscribir(MUCHOS, llegaron=True)
    demo.orden("puestos_poner", por_zona=len(MUCHOS) // 4)
    demo.orden("sorteo_dictar", texto="0-2 4-6 1-5")
    partida = demo.publicar()[0].partida
    demo.orden("partida_dictar", partida=partida.numero, texto=TEXTO, repetido=TEXTO)
    for semilla, en_linea in enumerate(Mesa.objects.filter(partida=partida).values_list("en_linea", flat=True)):
        assert en_linea is not None
        mesa_jugar_sola(en_linea, semilla, demo.hora)
        intranet.recibir(en_linea)
    servicios.embargo_levantar(partida.pk)
    demo.orden("partida_cerrar", partida=partida.numero)
    demo.publicar()
