"""Lectura de lo que pasa en línea: quién está, qué se arma y cómo va cada quien."""

from enlinea.consultas.clasificacion import quintil_de
from enlinea.consultas.mensajes import MensajeVisto, mensajes_de
from enlinea.consultas.sala import (
    EstadoSala,
    LugarVisto,
    MesaVista,
    Persona,
    estado_de_sala,
    mesa_activa_de,
    permiso_para_jugar,
)

__all__ = [
    "EstadoSala",
    "LugarVisto",
    "MensajeVisto",
    "MesaVista",
    "Persona",
    "estado_de_sala",
    "mensajes_de",
    "mesa_activa_de",
    "permiso_para_jugar",
    "quintil_de",
]
