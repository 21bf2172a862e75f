"""La clasificación, leída de lo guardado (ES2): quintiles, puntos, mi lugar y la tabla; siempre al día.

El quintil sale de comparar claves con las cuatro fronteras. El lugar se cuenta desde la de su quintil: sólo lo piden
las pantallas.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet, Subquery

from enlinea.models import Clasificado, TablaDeClasificacion
from reglas.ranking import QUINTILES, quintil
from reglas.tabla import clave_de, primer_lugar, puntos_de_clave
from suscripciones import consultas as suscripciones

FRONTERAS = ("frontera_2", "frontera_3", "frontera_4", "frontera_5")
POR_PAGINA = 20
Mojon = tuple[int, int | None]
"""Un lugar (desde 0) y la clave de quien va ahí; sin clave, el que sigue al último."""


@dataclass(frozen=True, slots=True)
class MiLugar:
    """Dónde va alguien; `lugar` desde 1. `faltan`: puntos para subir de quintil, al `arriba`; None si es el mejor."""

    lugar: int
    inscritos: int
    puntos: int
    quintil: int
    arriba: int | None
    faltan: int | None
    mojon: Mojon
    """Su sitio: desde ahí su página se lee sin volver a contar."""


@dataclass(frozen=True, slots=True)
class Renglon:
    """Uno de la tabla; `lugar` desde 1."""

    lugar: int
    cuenta: int
    nombre: str
    puntos: int
    quintil: int


@dataclass(frozen=True, slots=True)
class PaginaDeClasificacion:
    """Un tramo seguido de la tabla; `antes` y `despues`, el lugar en que empiezan los tramos vecinos, si los hay."""

    inscritos: int
    renglones: tuple[Renglon, ...]
    antes: int | None
    despues: int | None


def quintil_de(cuentas: Collection[int]) -> dict[int, int]:
    """Quintil 1 (el mejor) a 5 de cada cuenta, entre todos los inscritos; quien no está inscrito va en el último.

    Una sola consulta: las claves y las fronteras son del mismo instante.
    """
    filas = Clasificado.objects.filter(pk__in=cuentas, clave__isnull=False).annotate(
        **{nombre: Subquery(TablaDeClasificacion.objects.values(nombre)[:1]) for nombre in FRONTERAS}
    )
    leidas = filas.values_list("pk", "clave", *FRONTERAS)
    quintiles = {cuenta: quintil_de_clave(clave, fronteras) for cuenta, clave, *fronteras in leidas}
    return {cuenta: quintiles.get(cuenta, QUINTILES) for cuenta in cuentas}


def quintil_de_clave(clave: int, fronteras: Collection[int | None]) -> int:
    """El quintil de un sitio, según la clave del primero de los quintiles 2 a 5 (None: nadie llega)."""
    return 1 + sum(frontera is not None and frontera <= clave for frontera in fronteras)


def mi_lugar(cuenta: int) -> MiLugar | None:
    """Lugar, puntos, quintil y cuánto falta para subir si los demás no se mueven; None si no está inscrita."""
    tabla = TablaDeClasificacion.objects.first()
    clave = Clasificado.objects.filter(pk=cuenta).values_list("clave", flat=True).first()
    if tabla is None or clave is None:
        return None
    # entre una lectura y otra alguien pudo entrar o salir: el lugar, dentro de la tabla que se leyó
    lugar = min(_lugar(tabla, clave), tabla.inscritos - 1)
    mio, puntos = quintil(lugar, tabla.inscritos), puntos_de_clave(clave)
    # hay que pasar al último del quintil de arriba
    pasar = _clave_en(tabla, primer_lugar(mio, tabla.inscritos) - 1)
    if pasar is None:
        return MiLugar(lugar + 1, tabla.inscritos, puntos, mio, None, None, (lugar, clave))
    nuevos = puntos_de_clave(pasar)
    # con los mismos puntos va antes la cuenta más antigua
    nuevos += clave_de(nuevos, cuenta) > pasar
    # un punto más puede pasar de golpe a muchos empatados
    arriba = _quintil_al_llegar(tabla, clave_de(nuevos, cuenta))
    return MiLugar(lugar + 1, tabla.inscritos, puntos, mio, arriba, max(1, nuevos - puntos), (lugar, clave))


def _quintil_al_llegar(tabla: TablaDeClasificacion, clave: int) -> int:
    """El quintil de quien subiera a esa clave libre, sin contar cuántos quedan delante."""
    fronteras = [getattr(tabla, nombre) for nombre in FRONTERAS]
    llega = quintil_de_clave(clave, fronteras)
    frontera = fronteras[llega - 1] if llega < QUINTILES else None
    # si entre él y el primero del siguiente no hay nadie, queda en el lugar de ese primero
    if frontera is not None and not _en_orden().filter(clave__gt=clave, clave__lt=frontera).exists():
        return llega + 1
    return llega


def pagina_de_clasificacion(desde: int, cerca: Mojon | None = None) -> PaginaDeClasificacion:
    """Veinte renglones desde ese lugar (el primero es 1); si no existe, la página que más se le acerque.

    `cerca`: un sitio que ya se conozca, para no recorrer la tabla desde la frontera de su quintil.
    """
    tabla = TablaDeClasificacion.objects.first() or TablaDeClasificacion()
    primero = max(0, min(desde - 1, tabla.inscritos - POR_PAGINA))
    clave = _clave_en(tabla, primero, cerca)
    claves = [] if clave is None else list(_en_orden().filter(clave__gte=clave)[:POR_PAGINA].values_list("pk", "clave"))
    nombres = suscripciones.nombres_publicos([cuenta for cuenta, _clave in claves])
    fronteras = [getattr(tabla, nombre) for nombre in FRONTERAS]
    renglones = tuple(
        Renglon(
            lugar, cuenta, nombres.get(cuenta, ""), puntos_de_clave(suya or 0), quintil_de_clave(suya or 0, fronteras)
        )
        for lugar, (cuenta, suya) in enumerate(claves, start=primero + 1)
    )
    sigue = primero + POR_PAGINA
    return PaginaDeClasificacion(
        tabla.inscritos,
        renglones,
        antes=max(1, primero + 1 - POR_PAGINA) if primero else None,
        despues=sigue + 1 if sigue < tabla.inscritos else None,
    )


def _en_orden() -> QuerySet[Clasificado]:
    return Clasificado.objects.filter(clave__isnull=False).order_by("clave")


def _mojones(tabla: TablaDeClasificacion) -> list[Mojon]:
    """Lugares (desde 0) cuya clave ya se sabe; el último es el que sigue al último."""
    lugares = [primer_lugar(q, tabla.inscritos) for q in range(2, QUINTILES + 1)]
    return [*zip(lugares, (getattr(tabla, nombre) for nombre in FRONTERAS), strict=True), (tabla.inscritos, None)]


def _lugar(tabla: TablaDeClasificacion, clave: int) -> int:
    """Cuántos van delante de esa clave."""
    cual = quintil_de_clave(clave, [getattr(tabla, nombre) for nombre in FRONTERAS])
    inicio, primera = (0, None) if cual == 1 else _mojones(tabla)[cual - 2]
    delante = _en_orden().filter(clave__lt=clave)
    return inicio + (delante if primera is None else delante.filter(clave__gte=primera)).count()


def _clave_en(tabla: TablaDeClasificacion, lugar: int, cerca: Mojon | None = None) -> int | None:
    """La clave de quien va en ese lugar, desde 0; None si no hay nadie."""
    if not 0 <= lugar < tabla.inscritos:
        return None
    desde, corte = min(
        [(0, None), *_mojones(tabla), *([cerca] if cerca else [])], key=lambda mojon: abs(mojon[0] - lugar)
    )
    salto, orden = lugar - desde, _en_orden()
    if salto >= 0:
        orden = orden if corte is None else orden.filter(clave__gte=corte)
    else:
        orden = (orden if corte is None else orden.filter(clave__lt=corte)).reverse()
        salto = -salto - 1
    return orden.values_list("clave", flat=True)[salto : salto + 1].first()
