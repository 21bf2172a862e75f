"""Demostración de los demás formatos: Parejas, Equipos, Multibolsa y A Distancia, cada uno chico (TO4, TO24, TO25)."""

from datetime import datetime, timedelta
from decimal import Decimal

from reglas.metas import Meta
from reglas.suizo.premios import Premio
from reglas.suizo.tipos import Modalidad, Tipo
from torneos.demo.jugada import NOMBRES, Demo
from torneos.identidad import Quien
from torneos.servicios import Ajustes, Conjunto, Persona

PAREJAS, EQUIPOS = "Copa de Parejas", "Interclubes"
MULTIBOLSA, A_DISTANCIA = "Multibolsa de Otoño", "Torneo de las Familias"
LOS_EQUIPOS = ("La Mula de Seis", "Los Arcos", "El Cierre", "Blancas Dobles")
MUCHOS = (*NOMBRES, "Chela Torres")
"""Más de 32, que es lo que piden (001 §6.2.4.7 y §6.2.4.8)."""


def cargar_formatos(quien: Quien, ahora: datetime) -> None:
    """Los cuatro, cada uno de un formato."""
    for cargar in (_parejas, _equipos, _multibolsa, _a_distancia):
        cargar(quien, ahora)


def _parejas(quien: Quien, ahora: datetime) -> None:
    """En su tercera partida; a una le entró su suplente."""
    inicio = ahora - timedelta(hours=2)
    ajustes = Ajustes(
        PAREJAS, inicio, Tipo.AZTECA, Meta.DOSCIENTOS, 6, "Club Los Arcos, Xalapa", cupo=32, cuota=Decimal(200),
        modalidad=Modalidad.PAREJAS,
    )  # fmt: skip
    demo = Demo(quien, ajustes, inicio)
    gente = [Persona(nombre) for nombre in NOMBRES]
    parejas = [Conjunto((gente[n], gente[n + 1]), suplente=gente[18] if not n else None) for n in range(0, 14, 2)]
    demo.orden("conjuntos_agregar", conjuntos=parejas, llegaron=True)
    demo.orden("sorteo_dictar", texto="1-1 0-6 2-3")
    demo.jugar()
    titular = demo.torneo.inscritos.get(conjunto__numero=1, letra=1)
    demo.orden("suplente_entrar", numero=1, por=titular.numero, motivo="Se sintió mal")
    demo.jugar()
    demo.hora = ahora - timedelta(minutes=30)
    demo.capturar(demo.publicar()[0])


def _equipos(quien: Quien, ahora: datetime) -> None:
    """Terminado: un encuentro de tres partidas."""
    inicio = ahora - timedelta(days=9)
    ajustes = Ajustes(
        EQUIPOS, inicio, Tipo.MAYA, Meta.JUEGOS_GANADOS, 3, "Velódromo, Xalapa", cupo=16, modalidad=Modalidad.EQUIPOS
    )
    demo = Demo(quien, ajustes, inicio)
    gente = [Persona(nombre) for nombre in NOMBRES]
    equipos = [Conjunto(tuple(gente[n * 4 : n * 4 + 4]), nombre) for n, nombre in enumerate(LOS_EQUIPOS)]
    demo.orden("conjuntos_agregar", conjuntos=equipos, llegaron=True)
    demo.orden("sorteo_dictar", texto="4-4 1-2 0-5")
    for _partida in range(3):
        demo.jugar()
    demo.orden("torneo_terminar")


def _multibolsa(quien: Quien, ahora: datetime) -> None:
    """Recién cortado en dos bolsas: se juega la cuarta."""
    inicio = ahora - timedelta(hours=4)
    ajustes = Ajustes(
        MULTIBOLSA, inicio, Tipo.MULTIBOLSA, Meta.CIEN, 9, "Salón Los Arcos, Xalapa", cupo=64,
        garantizado=Decimal(8000), bolsas=2,
    )  # fmt: skip
    demo = Demo(quien, ajustes, inicio)
    premios = ((1, 1, 40), (1, 2, 20), (2, 1, 25), (2, 2, 15))
    demo.orden("premios_guardar", premios=[Premio(n, b, porcentaje=Decimal(p)) for b, n, p in premios])
    demo.inscribir(MUCHOS, llegaron=True)
    demo.orden("sorteo_dictar", texto="5-5 0-1 3-4")
    for _partida in range(3):
        demo.jugar()
    demo.hora = ahora - timedelta(minutes=15)
    demo.publicar()


def _a_distancia(quien: Quien, ahora: datetime) -> None:
    """Terminado, con dos parejas y un equipo declarados."""
    inicio = ahora - timedelta(days=30)
    ajustes = Ajustes(A_DISTANCIA, inicio, Tipo.A_DISTANCIA, Meta.CIEN, 2, "Parque Juárez, Xalapa", cupo=64)
    demo = Demo(quien, ajustes, inicio)
    demo.inscribir(MUCHOS, llegaron=True)
    for numeros, nombre in (([1, 2], "Los primos"), ([3, 18], ""), ([5, 6, 7, 8], "Las comadres")):
        demo.orden("distancia_declarar", numeros=numeros, nombre=nombre)
    demo.orden("sorteo_dictar", texto="2-2 0-4 5-6")
    for _partida in range(2):
        demo.jugar()
    demo.orden("torneo_terminar")
