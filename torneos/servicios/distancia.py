"""A Distancia: declarar parejas y equipos antes de la partida 1 (TO25; 001 §6.2.4.8)."""

from collections.abc import Sequence

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos
from reglas.suizo.tipos import Tipo
from torneos.models import Declarado, EnDeclarado
from torneos.servicios.base import LARGO_DE_NOMBRE, E, Operacion, orden
from torneos.servicios.conjuntos import limpio
from torneos.servicios.inscripcion import nombre_por_omision

TAMANOS = (2, 4)


@orden(E.REGISTRO)
def distancia_declarar(op: Operacion, *, numeros: Sequence[int], nombre: str = "") -> Datos:
    """Dos son pareja y cuatro, equipo; una persona está a lo más en uno de cada tipo.

    Errores: `solo_control`, `solo_a_distancia`, `declarado_de_dos_o_cuatro`, `numero_inexistente`,
    `comodin_a_distancia`, `ya_declarado`, `declarado_repetido`.
    """
    op.exigir_mando()
    if op.torneo.tipo != Tipo.A_DISTANCIA.value:
        raise ErrorDeServicio("solo_a_distancia")
    if len(numeros) not in TAMANOS or len(set(numeros)) != len(numeros):
        raise ErrorDeServicio("declarado_de_dos_o_cuatro")
    suyos = [op.inscrito(numero) for numero in numeros]
    if de_casa := next((i for i in suyos if i.comodin), None):
        raise ErrorDeServicio("comodin_a_distancia", nombre=de_casa.nombre)
    ya = EnDeclarado.objects.filter(inscrito__in=suyos, cuantos=len(suyos)).select_related("inscrito", "declarado")
    if (otro := ya.first()) is not None:
        raise ErrorDeServicio("ya_declarado", nombre=otro.inscrito.nombre, conjunto=otro.declarado.nombre)
    dicho = limpio(nombre, LARGO_DE_NOMBRE) or nombre_por_omision([i.nombre for i in suyos])
    if op.torneo.declarados.filter(nombre__iexact=dicho).exists():
        raise ErrorDeServicio("declarado_repetido", nombre=dicho)
    d = Declarado.objects.create(torneo=op.torneo, nombre=dicho, cuantos=len(suyos))
    EnDeclarado.objects.bulk_create(EnDeclarado(declarado=d, inscrito=i, cuantos=d.cuantos) for i in suyos)
    op.contar("distancia_declarar", numeros=list(numeros), nombre=dicho)
    return {"declarado": d.pk}


@orden(E.REGISTRO)
def distancia_quitar(op: Operacion, *, declarado: int) -> None:
    """Ya no van juntos. Errores: `solo_control`, `declarado_inexistente`."""
    op.exigir_mando()
    d = op.torneo.declarados.filter(pk=declarado).first()
    if d is None:
        raise ErrorDeServicio("declarado_inexistente")
    op.contar("distancia_quitar", nombre=d.nombre)
    d.delete()
