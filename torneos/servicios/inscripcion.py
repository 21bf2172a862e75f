"""Quiénes juegan: inscribir, llegar, entrar tarde, retirarse, comodines y cuotas (TO2 a TO5, TO32)."""

from collections.abc import Sequence
from typing import NamedTuple

from config.comun.correo import correo_normal
from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos
from recreo.hoja.textos import en_lista
from reglas.suizo.premios import Cobro
from reglas.suizo.tipos import Modalidad
from torneos.models import SUPLENTE, Declarado, Inscrito
from torneos.servicios.base import LARGO_DE_NOMBRE, VIVOS, E, Operacion, exigir_motivo, orden

TERCIO = 3


class Persona(NamedTuple):
    """Lo que se dice al inscribir a alguien; basta el nombre (TO2)."""

    nombre: str
    correo: str = ""
    club: str = ""
    procedencia: str = ""


@orden(*VIVOS)
def inscritos_agregar(op: Operacion, *, personas: Sequence[Persona], llegaron: bool = False) -> Datos:
    """Inscribe a varios de una vez desde la mesa de registro; con `llegaron`, ya están en la sala.

    Errores: `solo_control`, `falta_nombre_de_persona`, `nombre_ya_inscrito`, `cupo_lleno`, `cupo_corto`,
    `tarde_para_entrar`.
    """
    op.exigir_mando()
    nuevos = _inscribir(op, personas, desde=siguiente(op) if llegaron else None)
    op.contar("inscritos_agregar", nombres=[i.nombre for i in nuevos], llegaron=llegaron)
    return {"numeros": [i.numero for i in nuevos]}


@orden(E.REGISTRO)
def inscrito_apuntarse(op: Operacion, *, persona: Persona) -> Datos:
    """Se inscribe quien llega por el enlace; la cuota la paga al llegar. Los mismos errores, sin pedir permiso."""
    (i,) = _inscribir(op, [persona])
    op.contar("inscrito_apuntarse", nombres=[i.nombre])
    return {"numero": i.numero}


def _inscribir(op: Operacion, personas: Sequence[Persona], desde: int | None = None) -> list[Inscrito]:
    """De una sola vez: mil nombres son dos consultas."""
    if op.modalidad is not Modalidad.INDIVIDUAL:
        raise ErrorDeServicio("se_inscribe_el_conjunto")
    quienes = {i.nombre.casefold(): i.numero for i in op.torneo.inscritos.only("numero", "nombre")}
    ultimo = max(quienes.values(), default=0)
    quedan = op.torneo.cupo - len(quienes)
    if len(personas) > quedan:
        raise ErrorDeServicio("cupo_corto" if quedan > 0 else "cupo_lleno", cupo=op.torneo.cupo, quedan=quedan)
    nuevos = []
    for numero, persona in enumerate(personas, start=ultimo + 1):
        nombre = " ".join(persona.nombre.split())[:LARGO_DE_NOMBRE]
        if not nombre:
            raise ErrorDeServicio("falta_nombre_de_persona")
        suyo = quienes.setdefault(nombre.casefold(), numero)
        if suyo != numero:
            raise ErrorDeServicio("nombre_ya_inscrito", nombre=nombre, numero=suyo)
        nuevos.append(
            Inscrito(
                torneo=op.torneo,
                numero=numero,
                nombre=nombre,
                correo=correo_normal(persona.correo),
                club=" ".join(persona.club.split())[:60],
                procedencia=" ".join(persona.procedencia.split())[:60],
                llego=op.ahora if desde else None,
                desde=desde,
            )
        )
    return Inscrito.objects.bulk_create(nuevos)


@orden(*VIVOS)
def inscrito_llego(op: Operacion, *, numero: int) -> None:
    """Confirma que llegó: se le empareja desde la partida que sigue, si no ha perdido más de un tercio (TO3, D331).

    Errores: `solo_control`, `numero_inexistente`, `ya_llego`, `tarde_para_entrar`.
    """
    op.exigir_mando()
    i = op.sujeto(numero)
    _llegar(op, i)
    op.contar("inscrito_llego", numeros=[numero])


def _llegar(op: Operacion, i: Inscrito) -> None:
    if i.desde is not None:
        raise ErrorDeServicio("ya_llego", nombre=i.nombre)
    i.llego, i.desde = op.ahora, siguiente(op)
    i.save(update_fields=["llego", "desde"])


def siguiente(op: Operacion) -> int:
    """Desde cuál juega quien llega ahora, si no ha perdido más de un tercio (TO3, D331)."""
    perdidas = op.publicadas()
    if perdidas * TERCIO > op.torneo.previstas:
        raise ErrorDeServicio("tarde_para_entrar", partidas=perdidas, previstas=op.torneo.previstas)
    return perdidas + 1


@orden(*VIVOS)
def inscrito_no_llego(op: Operacion, *, numero: int) -> None:
    """Deshace una llegada mientras no se le haya emparejado. Errores: `solo_control`, `ya_jugo`."""
    op.exigir_mando()
    i = op.sujeto(numero)
    if i.desde is not None and i.desde <= op.publicadas():
        raise ErrorDeServicio("ya_jugo", nombre=i.nombre)
    i.llego, i.desde, i.hasta = None, None, None
    i.save(update_fields=["llego", "desde", "hasta"])
    op.contar("inscrito_no_llego", numeros=[numero])


@orden(*VIVOS)
def inscrito_retirar(op: Operacion, *, numero: int, motivo: str) -> None:
    """No se le empareja más; conserva lo jugado y va al final de la tabla (TO3). Si nunca se le emparejó, sale.

    Errores: `solo_control`, `numero_inexistente`, `no_ha_llegado`, `ya_se_retiro`, `falta_motivo`.
    """
    op.exigir_mando()
    i = op.sujeto(numero)
    retirar(op, i)
    op.contar("inscrito_retirar", motivo=exigir_motivo(motivo), numeros=[numero])


def retirar(op: Operacion, i: Inscrito) -> None:
    """Hasta la última publicada."""
    if i.hasta is not None:
        raise ErrorDeServicio("ya_se_retiro", nombre=i.nombre)
    if i.desde is None:
        raise ErrorDeServicio("no_ha_llegado", nombre=i.nombre)
    publicadas = op.publicadas()
    if i.desde > publicadas:
        i.desde = i.llego = None
    else:
        i.hasta = publicadas
    i.save(update_fields=["desde", "hasta", "llego"])


@orden(*VIVOS)
def inscrito_regresar(op: Operacion, *, numero: int) -> None:
    """Deshace un retiro si desde entonces no se ha publicado otra partida. Errores: `solo_control`, `no_regresa`."""
    op.exigir_mando()
    i = op.sujeto(numero)
    if i.hasta is None or i.expulsado or i.hasta != op.publicadas():
        raise ErrorDeServicio("no_regresa", nombre=i.nombre)
    i.hasta = None
    i.save(update_fields=["hasta"])
    op.contar("inscrito_regresar", numeros=[numero])


@orden(*VIVOS)
def inscrito_cambiar(
    op: Operacion, *, numero: int, nombre: str, correo: str = "", club: str = "", procedencia: str = ""
) -> None:
    """Corrige sus datos; iniciado el torneo también (TO1). Errores: `solo_control`, `nombre_ya_inscrito`."""
    op.exigir_mando()
    i = op.inscrito(numero)
    limpio = " ".join(nombre.split())[:LARGO_DE_NOMBRE]
    if not limpio:
        raise ErrorDeServicio("falta_nombre_de_persona")
    iguales = op.torneo.inscritos.filter(nombre__iexact=limpio, conjunto__isnull=i.conjunto_id is None)
    otro = iguales.exclude(pk=i.pk).first()
    if otro is not None:
        raise ErrorDeServicio("nombre_ya_inscrito", nombre=limpio, numero=otro.numero)
    op.contar("inscrito_cambiar", numeros=[numero], antes=i.nombre, nombre=limpio)
    nombrar_otra_vez(i, limpio)
    i.nombre, i.correo = limpio, correo_normal(correo)
    i.club, i.procedencia = " ".join(club.split())[:60], " ".join(procedencia.split())[:60]
    i.save(update_fields=["nombre", "correo", "club", "procedencia"])


def nombrar_otra_vez(quien: Inscrito, nombre: str) -> list[tuple[str, str]]:
    """Lo que se llama como los suyos (su pareja, o lo declarado a distancia) sigue llamándose así al corregirse un
    nombre (D394). Devuelve cómo se llamaba y cómo se llama cada uno.
    """
    juntos: list[tuple[Inscrito | Declarado, list[Inscrito]]] = []
    if quien.conjunto is not None:
        juntos.append((quien.conjunto, list(quien.conjunto.integrantes.exclude(letra=SUPLENTE).order_by("letra"))))
    for suya in quien.declaraciones.select_related("declarado"):
        de_los_suyos = suya.declarado.suyos.select_related("inscrito").order_by("pk")
        juntos.append((suya.declarado, [s.inscrito for s in de_los_suyos]))
    cambios = []
    for junto, suyos in juntos:
        antes = junto.nombre
        if antes == nombre_por_omision([i.nombre for i in suyos]):
            junto.nombre = nombre_por_omision([nombre if i.pk == quien.pk else i.nombre for i in suyos])
            junto.save(update_fields=["nombre"])
            cambios.append((antes, junto.nombre))
    return cambios


def nombre_por_omision(nombres: Sequence[str]) -> str:
    """«Ana y Beto»; si no caben enteros, el primer nombre de cada quien."""
    for suyos in (list(nombres), [nombre.split()[0] for nombre in nombres]):
        if len(dicho := en_lista(suyos)) <= LARGO_DE_NOMBRE:
            return dicho
    return dicho[:LARGO_DE_NOMBRE]


@orden(*VIVOS)
def inscrito_comodin(op: Operacion, *, numero: int, comodin: bool) -> None:
    """De la casa: completa mesas, no clasifica ni cobra (TO4). Sólo antes de que se le empareje.

    Errores: `solo_control`, `ya_jugo`.
    """
    op.exigir_mando()
    i = op.sujeto(numero)
    if i.desde is not None and i.desde <= op.publicadas():
        raise ErrorDeServicio("ya_jugo", nombre=i.nombre)
    i.comodin = comodin
    i.save(update_fields=["comodin"])
    op.contar("inscrito_comodin", numeros=[numero], comodin=comodin)


@orden(*VIVOS)
def inscrito_fijar(op: Operacion, *, numero: int, mesa: int | None) -> None:
    """Desde la partida que sigue se le sienta en esa mesa, porque no puede moverse; sin mesa, en cualquiera (TO12)."""
    op.exigir_mando()
    i = op.sujeto(numero)
    i.mesa_fija = mesa
    i.save(update_fields=["mesa_fija"])
    op.contar("inscrito_fijar", numeros=[numero], mesa_fija=mesa)


@orden(E.REGISTRO, E.EN_JUEGO, E.TERMINADO)
def inscrito_cobrar(op: Operacion, *, numero: int, cobro: Cobro) -> None:
    """Cómo va su cuota: cobrada, exenta o pendiente (TO32). La aplicación no mueve dinero."""
    op.exigir_mando()
    i = op.sujeto(numero)
    op.contar("inscrito_cobrar", numeros=[numero], antes=i.cobro, cobro=cobro.value)
    i.cobro = cobro.value
    i.save(update_fields=["cobro"])
