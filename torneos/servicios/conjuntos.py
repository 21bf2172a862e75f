"""Parejas y Equipos: se inscribe el conjunto, con su orden fijo y su suplente (TO2, TO4; decisión 025)."""

from collections.abc import Sequence
from typing import NamedTuple

from config.comun.correo import correo_normal
from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos
from reglas.suizo.tipos import Modalidad
from torneos.models import SUPLENTE, Inscrito
from torneos.servicios.base import LARGO_DE_NOMBRE, VIVOS, E, Operacion, orden
from torneos.servicios.inscripcion import Persona, nombre_por_omision, siguiente

PERSONAS = 1000
"""Las personas llevan números desde el que sigue: los conjuntos, que son 512 a lo más, nunca llegan."""


class Conjunto(NamedTuple):
    """Lo que se dice al inscribir una pareja o un equipo: los suyos en su orden; el nombre, si lo tiene."""

    integrantes: tuple[Persona, ...]
    nombre: str = ""
    suplente: Persona | None = None
    club: str = ""
    procedencia: str = ""


@orden(*VIVOS)
def conjuntos_agregar(op: Operacion, *, conjuntos: Sequence[Conjunto], llegaron: bool = False) -> Datos:
    """Inscribe varios desde la mesa de registro; con `llegaron`, ya están en la sala.

    Errores: `solo_control`, `se_inscribe_la_persona`, `integrantes_incompletos`, `falta_nombre_de_equipo`,
    `conjunto_repetido`, `ya_en_un_conjunto`, `correo_en_un_conjunto`, `cupo_lleno`, `cupo_corto`, `tarde_para_entrar`.
    """
    op.exigir_mando()
    nuevos = _inscribir(op, conjuntos, siguiente(op) if llegaron else None)
    op.contar("conjuntos_agregar", nombres=[c.nombre for c in nuevos], llegaron=llegaron)
    return {"numeros": [c.numero for c in nuevos]}


@orden(E.REGISTRO)
def conjunto_apuntarse(op: Operacion, *, conjunto: Conjunto) -> Datos:
    """Se inscriben quienes llegan por el enlace. Los mismos errores, sin pedir permiso."""
    (c,) = _inscribir(op, [conjunto], None)
    op.contar("conjunto_apuntarse", nombres=[c.nombre])
    return {"numero": c.numero}


def _inscribir(op: Operacion, conjuntos: Sequence[Conjunto], desde: int | None) -> list[Inscrito]:
    """De una sola vez: 500 parejas son cuatro consultas. La fila del torneo está tomada: nadie entra en dos."""
    if op.modalidad is Modalidad.INDIVIDUAL:
        raise ErrorDeServicio("se_inscribe_la_persona")
    lista = _Lista(op)
    quedan = op.torneo.cupo - len(lista.conjuntos)
    if len(conjuntos) > quedan:
        raise ErrorDeServicio("cupo_corto" if quedan > 0 else "cupo_lleno", cupo=op.torneo.cupo, quedan=quedan)
    nuevos = [lista.conjunto(c, desde) for c in conjuntos]
    Inscrito.objects.bulk_create(nuevos)
    gente = [persona for c, fila in zip(conjuntos, nuevos, strict=True) for persona in lista.integrantes(c, fila)]
    Inscrito.objects.bulk_create(gente)
    return nuevos


class _Lista:
    """Quiénes están ya, para que nadie se repita y para numerar a los nuevos."""

    def __init__(self, op: Operacion) -> None:
        self.op = op
        filas = list(op.torneo.inscritos.select_related("conjunto").order_by("numero"))
        self.conjuntos = {i.nombre.casefold(): i.numero for i in filas if i.conjunto is None}
        self.personas = {i.nombre.casefold(): i.conjunto.nombre for i in filas if i.conjunto is not None}
        self.correos = {i.correo: i.conjunto.nombre for i in filas if i.conjunto is not None and i.correo}
        self.ultimo = max(self.conjuntos.values(), default=0)
        self.ultima = max((i.numero for i in filas if i.conjunto is not None), default=PERSONAS)

    def conjunto(self, c: Conjunto, desde: int | None) -> Inscrito:
        """Su renglón, si está completo y su nombre no es de otro."""
        nombres = [limpio(p.nombre, LARGO_DE_NOMBRE) for p in c.integrantes]
        de = self.op.modalidad.de_cuantos
        if len(nombres) != de or not all(nombres):
            raise ErrorDeServicio("integrantes_incompletos", de=de, hay=len(list(filter(None, nombres))))
        nombre = limpio(c.nombre, LARGO_DE_NOMBRE)
        if not nombre and self.op.modalidad is Modalidad.EQUIPOS:
            raise ErrorDeServicio("falta_nombre_de_equipo")
        nombre = nombre or nombre_por_omision(nombres)
        self.ultimo += 1
        if self.conjuntos.setdefault(nombre.casefold(), self.ultimo) != self.ultimo:
            raise ErrorDeServicio("conjunto_repetido", nombre=nombre, numero=self.conjuntos[nombre.casefold()])
        return Inscrito(
            torneo=self.op.torneo,
            numero=self.ultimo,
            nombre=nombre,
            club=limpio(c.club, 60),
            procedencia=limpio(c.procedencia, 60),
            llego=self.op.ahora if desde else None,
            desde=desde,
        )

    def integrantes(self, c: Conjunto, fila: Inscrito) -> list[Inscrito]:
        """Los suyos, en su orden, y su suplente."""
        suyos = [self.persona(p, fila, letra) for letra, p in enumerate(c.integrantes)]
        return suyos + ([self.persona(c.suplente, fila, SUPLENTE)] if c.suplente is not None else [])

    def persona(self, p: Persona, conjunto: Inscrito, letra: int) -> Inscrito:
        """Su renglón, si no está ya en otro conjunto: por su nombre o por su correo."""
        nombre, correo = limpio(p.nombre, LARGO_DE_NOMBRE), correo_normal(p.correo)
        if not nombre:
            raise ErrorDeServicio("falta_nombre_de_persona")
        if (suyo := self.personas.get(nombre.casefold())) is not None:
            raise ErrorDeServicio("ya_en_un_conjunto", nombre=nombre, conjunto=suyo)
        if correo and (suyo := self.correos.get(correo)) is not None:
            raise ErrorDeServicio("correo_en_un_conjunto", nombre=nombre, conjunto=suyo)
        self.personas[nombre.casefold()] = conjunto.nombre
        self.correos |= {correo: conjunto.nombre} if correo else {}
        self.ultima += 1
        return Inscrito(
            torneo=self.op.torneo, numero=self.ultima, nombre=nombre, correo=correo, conjunto=conjunto, letra=letra
        )


def limpio(texto: str, largo: int) -> str:
    """Sin espacios de más y a lo más de ese largo."""
    return " ".join(texto.split())[:largo]


# -- el suplente ------------------------------------------------------------------------------------------------------


def _conjunto(op: Operacion, numero: int) -> Inscrito:
    c = op.sujeto(numero)
    if op.modalidad is Modalidad.INDIVIDUAL:
        raise ErrorDeServicio("sin_suplentes_en_individual")
    return c


@orden(*VIVOS)
def suplente_registrar(op: Operacion, *, numero: int, nombre: str, correo: str = "") -> None:
    """Registra al suplente de un conjunto, o cambia a quien lo era mientras no haya entrado: uno por conjunto (TO4).

    Errores: `solo_control`, `sin_suplentes_en_individual`, `suplente_ya_entro`, `ya_en_un_conjunto`,
    `correo_en_un_conjunto`.
    """
    op.exigir_mando()
    c = _conjunto(op, numero)
    if c.suplente_desde is not None:
        raise ErrorDeServicio("suplente_ya_entro", nombre=c.nombre)
    c.integrantes.filter(letra=SUPLENTE).delete()
    _Lista(op).persona(Persona(nombre, correo), c, SUPLENTE).save()
    op.contar("suplente_registrar", numeros=[c.numero], nombre=limpio(nombre, LARGO_DE_NOMBRE))


@orden(*VIVOS)
def suplente_entrar(op: Operacion, *, numero: int, por: int, motivo: str = "") -> Datos:
    """Desde la partida que sigue juega en lugar de uno de los titulares, y ya no hay regreso; la cuenta es del
    conjunto (TO4).

    Errores: `solo_control`, `sin_suplente`, `suplente_ya_entro`, `no_es_titular`, `no_ha_llegado`, `ya_se_retiro`.
    """
    op.exigir_mando()
    c = _conjunto(op, numero)
    if c.suplente_desde is not None:
        raise ErrorDeServicio("suplente_ya_entro", nombre=c.nombre)
    if c.desde is None or c.hasta is not None:
        raise ErrorDeServicio("no_ha_llegado" if c.desde is None else "ya_se_retiro", nombre=c.nombre)
    titular = c.integrantes.exclude(letra=SUPLENTE).filter(numero=por).first()
    if titular is None:
        raise ErrorDeServicio("no_es_titular", nombre=c.nombre)
    suplente = c.integrantes.filter(letra=SUPLENTE).first()
    if suplente is None:
        raise ErrorDeServicio("sin_suplente", nombre=c.nombre)
    c.suplente_desde, c.suple_a = op.publicadas() + 1, titular
    c.save(update_fields=["suplente_desde", "suple_a"])
    op.contar("suplente_entrar", motivo=motivo, numeros=[suplente.numero, titular.numero], desde=c.suplente_desde)
    return {"desde": c.suplente_desde}


@orden(*VIVOS)
def suplente_no_entra(op: Operacion, *, numero: int) -> None:
    """Deshace la entrada mientras no se haya publicado una partida con el suplente.

    Errores: `solo_control`, `suplente_sin_entrar`, `suplente_ya_jugo`.
    """
    op.exigir_mando()
    c = _conjunto(op, numero)
    if c.suplente_desde is None:
        raise ErrorDeServicio("suplente_sin_entrar", nombre=c.nombre)
    if c.suplente_desde <= op.publicadas():
        raise ErrorDeServicio("suplente_ya_jugo", nombre=c.nombre)
    c.suplente_desde, c.suple_a = None, None
    c.save(update_fields=["suplente_desde", "suple_a"])
    op.contar("suplente_no_entra", numeros=[c.numero])
