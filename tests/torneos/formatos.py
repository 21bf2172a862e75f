"""Salones de Parejas, Equipos, Multibolsa y A Distancia, y una partida con tropiezos al azar."""

from typing import Any

from reglas.suizo.dictamen import Sancion
from reglas.suizo.tipos import Modalidad
from tests.torneos.salon import NOMBRES, Salon, abrir
from torneos.models import Inscrito, Mesa
from torneos.servicios import Conjunto, Persona


def gente(cuantos: int, desde: int = 0) -> list[Persona]:
    """Nombres que no se repiten por muchos que sean."""
    return [Persona(f"{NOMBRES[n % 24]} {n}") for n in range(desde, desde + cuantos)]


def conjunto(n: int, de: int, suplente: bool = False) -> Conjunto:
    """La pareja o el equipo n, siempre con la misma gente."""
    personas = gente(de + 1, n * (de + 1))
    return Conjunto(tuple(personas[:de]), "" if de == 2 else f"Equipo {n}", personas[de] if suplente else None)


def abrir_conjuntos(modalidad: Modalidad, cuantos: int, **mas: Any) -> Salon:
    """Con esos conjuntos en la sala; los dos primeros, con suplente."""
    mas.setdefault("cupo", 64)
    salon = abrir(modalidad=modalidad, personas=0, **mas)
    suyos = [conjunto(n, modalidad.de_cuantos, n <= 2) for n in range(1, cuantos + 1)]
    salon.pedir("conjuntos_agregar", conjuntos=suyos, llegaron=True)
    return salon


def abrir_muchos(cuantos: int, **mas: Any) -> Salon:
    """Individual, de los que piden más de 32."""
    salon = abrir(personas=0, **mas)
    salon.pedir("inscritos_agregar", personas=gente(cuantos), llegaron=True)
    return salon


def de_mesa(mesa: Mesa) -> list[int]:
    """Los cuatro números, por asiento."""
    return list(mesa.asientos.order_by("lugar").values_list("jugador__numero", flat=True))


def presentes(salon: Salon) -> list[Inscrito]:
    """A quienes se les empareja la que sigue."""
    return list(salon.fila.inscritos.filter(desde__isnull=False, hasta=None, comodin=False).order_by("numero"))


def jugar_con_tropiezos(salon: Salon) -> None:
    """Una partida en que alguien avisa, falta, se va, pierde por sanción o carga un castigo."""
    azar, vivos = salon.azar, presentes(salon)
    if azar.random() < 0.3:
        salon.pedir("ausencia_avisar", numero=azar.choice(vivos).numero)
    numero = salon.publicar().numero
    for mesa in salon.mesas():
        suerte, donde = azar.random(), {"partida": numero, "mesa": mesa.numero}
        if suerte < 0.08:
            salon.pedir("mesa_dar_ausencia", **donde, ausentes=[azar.choice(de_mesa(mesa))])
        elif suerte < 0.14:
            salon.pedir("mesa_dar_default", **donde, gana=azar.randrange(2), motivo="Se fue")
        elif suerte < 0.18:
            salon.pedir("mesa_dar_perdida", **donde, numero=azar.choice(de_mesa(mesa)), motivo="Insultó")
        else:
            salon.capturar(mesa)
    salon.pedir("partida_cerrar", partida=numero)
    jugaron = [i for i in presentes(salon) if i.desde is not None and i.desde <= numero]
    if azar.random() < 0.4:
        salon.pedir("sancion_poner", numero=azar.choice(jugaron).numero, tipo=Sancion.CASTIGO, tantos=2, motivo="Habló")
    if azar.random() < 0.25 and len(jugaron) > 6:
        salon.pedir("inscrito_retirar", numero=azar.choice(jugaron).numero, motivo="Se sintió mal")
