"""Qué páginas se miden y quién las abre, en la demostración."""

from collections.abc import Iterator

from django.conf import settings
from django.test import Client

from bench.paginas.medir import Medida, medir, pesada
from enlinea.models import Lugar, Mesa, Partida
from enlinea.salon.consultas import pagina_de_mesa
from recreo.demo import CLUB
from recreo.models import Recreo
from suscripciones.models import Cuenta
from torneos.models import Torneo


def medidas(ligera: int, de_mesa: int) -> Iterator[tuple[str, int, Medida]]:
    """Nombre, techo y lo medido."""
    nadie, lupita = Client(), de("lupita@demo.mx")
    recreo = f"/recreo/{Recreo.objects.get(nombre=CLUB).codigo}/"
    torneo = f"/torneos/{Torneo.objects.latest('pk').codigo}/"
    mesa = mesa_de("lupita@demo.mx")
    partida = Partida.objects.filter(jugadores__cuenta__email="lupita@demo.mx").latest("pk")
    for nombre, techo, cliente, ruta in (
        ("Portada", ligera, nadie, "/"),
        ("Entrada", ligera, nadie, "/entrar/"),
        ("Mano de prueba", de_mesa, nadie, "/probar/"),
        ("Mano de prueba, de Música", de_mesa, nadie, "/probar/?juego=musica-2-0-7"),
        ("Mesa en línea", de_mesa, lupita, f"/enlinea/mesa/{mesa}/"),
        ("Sala", ligera, lupita, "/enlinea/"),
        ("Academia", ligera, lupita, "/enlinea/academia/"),
        ("Academia, partida", de_mesa, lupita, f"/enlinea/academia/partida/{partida.pk}/"),
        ("Recreo, mesa", ligera, lupita, f"{recreo}mesa/"),
        ("Recreo, anotar", ligera, lupita, f"{recreo}partida/3/mesa/1/anotar/"),
        ("Recreo, tablero", ligera, lupita, f"{recreo}tablero/"),
        ("Recreo, clasificación", ligera, lupita, f"{recreo}clasificacion/"),
        ("Torneo, público", ligera, nadie, torneo),
        ("Torneo, puesto", ligera, nadie, f"{torneo}puesto/"),
    ):
        yield nombre, techo, medir(cliente, ruta)
    puesto = {**pagina_de_mesa(mesa, "Mesa 1", "100"), "puesto_url": "/", "entrar": "/", "codigo": "PRUEBA"}
    yield "Torneo, mesa del puesto", de_mesa, pesada("torneos/puesto/mesa.html", puesto)


def de(correo: str) -> Client:
    """Con la sesión de esa cuenta."""
    cliente = Client()
    cliente.force_login(Cuenta.objects.get(email=correo), backend=settings.AUTHENTICATION_BACKENDS[0])
    return cliente


def mesa_de(correo: str) -> int:
    """Una mesa lista, con esa persona y tres autómatas."""
    suya = Cuenta.objects.get(email=correo)
    mesa = Mesa.objects.create(nombre="La medida", meta="100", organizador=suya, estado=Mesa.Estado.LISTA)
    for asiento, cuenta in enumerate((suya, None, None, None)):
        nombre = cuenta.nombre if cuenta else f"Autómata {asiento}"
        Lugar.objects.create(mesa=mesa, asiento=asiento, cuenta=cuenta, nombre=nombre, respuesta=Lugar.Respuesta.ACEPTO)
    return mesa.pk
