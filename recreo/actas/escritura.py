"""Actas del Recreo: exportar lo jugado e importar lo anotado en otra parte (formato en `docs/actas.md`).

Importar es jugar el acta entera por los mismos servicios que usa la pantalla, como el organizador, en una sola
transacción: entra toda o no entra nada.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from recreo import consultas, servicios
from recreo.actas import lectura as lectura
from recreo.actas.lectura import ErrorDeActa
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo
from recreo.identidad import Quien
from recreo.models import Recreo
from reglas.actas import ActaRecreo, Horario, JugadorActa, escribir_recreo, leer_recreo
from reglas.clasificacion import clasificar
from reglas.errores import ErrorDeRegla
from reglas.partida import calcular_partida
from reglas.recreo import MesaJugada, PartidaJugada
from reglas.relevos import ocupante, partida_con_relevos, suplentes
from reglas.roles import mesa_del_rol, partida_del_rol, rol_de
from reglas.textos import por_que_no_se_abrio, redactar
from reglas.tipos import Fin, Meta
from suscripciones import consultas as suscripciones

TAMANO_MAXIMO = 2 * 1024 * 1024
__all__ = ["ErrorDeActa", "Importada", "exportar", "importar", "leer_archivo", "leer_contenido"]


def exportar(estado: EstadoRecreo, *, con_correos: bool = False) -> dict[str, Any]:
    """El acta de un Recreo, lista para JSON. Sin correos salvo que se pidan: son datos de las personas."""
    return escribir_recreo(
        ActaRecreo(
            recreo=estado.jugado,
            nombre=estado.nombre,
            lugar=estado.lugar,
            procedencia=estado.procedencia or None,
            jugadores=_jugadores(estado, range(1, estado.tamano + 1), con_correos),
            suplentes=_jugadores(estado, suplentes(estado.relevos, estado.tamano), con_correos),
            terminado_antes=estado.terminado_antes,
            exige_conformidad=estado.exige_conformidad,
            fecha=timezone.localdate(estado.iniciado).isoformat() if estado.iniciado else None,
            horarios=tuple(Horario(p.numero, _hora(p.inicio), _hora(p.termino)) for p in estado.partidas),
        )
    )


def _jugadores(estado: EstadoRecreo, numeros: Iterable[int], con_correos: bool) -> tuple[JugadorActa, ...]:
    suyos = (estado.jugadores[n] for n in numeros)
    return tuple(JugadorActa(j.numero, j.nombre, (j.correo or None) if con_correos else None) for j in suyos)


def _hora(instante: datetime | None) -> str | None:
    return None if instante is None else timezone.localtime(instante).isoformat(timespec="seconds")


def leer_archivo(ruta: Path) -> Any:
    """El JSON de un archivo de a lo más 2 MB. Errores: `archivo_ilegible`, `archivo_grande`, `json_invalido`."""
    try:
        with ruta.open("rb") as archivo:
            contenido = archivo.read(TAMANO_MAXIMO + 1)
    except OSError as e:
        raise ErrorDeActa("archivo_ilegible", archivo=str(ruta), motivo=_(por_que_no_se_abrio(e))) from e
    return leer_contenido(contenido)


def leer_contenido(contenido: bytes) -> Any:
    """El JSON de lo que se subió. Errores: `archivo_grande`, `json_invalido`."""
    if len(contenido) > TAMANO_MAXIMO:
        raise ErrorDeActa("archivo_grande", maximo=TAMANO_MAXIMO // 2**20)
    try:
        return json.loads(contenido.decode("utf-8-sig"), parse_constant=_rechazar)
    except (ValueError, RecursionError) as e:
        raise ErrorDeActa("json_invalido") from e


def _rechazar(nombre: str) -> NoReturn:
    raise ValueError(nombre)


@dataclass(frozen=True, slots=True)
class Importada:
    """Qué quedó tras importar; `avisos` son textos para quien importó."""

    recreo_id: int
    codigo: str
    nombre: str
    estado: str
    avisos: tuple[str, ...] = ()


def importar(datos: Any, *, organizador: str, otra_vez: bool = False, ahora: datetime | None = None) -> Importada:
    """Mete un acta por los servicios, como el organizador con ese correo; completa queda terminada.

    El permiso es el de la pantalla y de hoy: suscripción vigente y no estar en otro Recreo. La misma acta no
    entra dos veces salvo `otra_vez`, o que la primera se haya cancelado. Error: ErrorDeActa, sin dejar nada.
    """
    instante = ahora or timezone.now()
    try:
        acta = lectura.limpiar(leer_recreo(datos))
    except ErrorDeRegla as e:
        raise ErrorDeActa("regla", **{**e.datos, "texto": redactar(e.codigo, e.datos, _)}) from e
    fechas = lectura.fechas_de(acta)
    cuenta_id = suscripciones.cuenta_de(organizador)
    if cuenta_id is None:
        raise ErrorDeActa("organizador_desconocido", correo=organizador)
    # La fila propia manda: el número 1 es quien organiza, diga lo que diga el acta.
    correo = suscripciones.correo_de(cuenta_id)
    avisos = lectura.avisos(acta, correo)
    with transaction.atomic():
        recreo = _crear(acta, cuenta_id, correo, None if otra_vez else _orden_de(datos, cuenta_id), instante)
        captura = _Captura(acta, recreo.pk, Quien(cuenta_id=cuenta_id), instante)
        captura.sentar()
        captura.jugar()
        captura.acabar()
        if fechas is not None and acta.recreo.partidas:
            captura.fechar(fechas)
        estado = consultas.estado_de(recreo.pk)
        if estado.clasificaciones != clasificar(acta.recreo):
            raise RuntimeError(f"Lo importado no clasifica como el acta (Recreo {recreo.codigo})")
    return Importada(recreo.pk, recreo.codigo, recreo.nombre, estado.estado, avisos)


def _orden_de(datos: Any, cuenta_id: int) -> UUID:
    """Siempre la misma para la misma acta y organizador: así se reconoce una ya importada."""
    huella = hashlib.sha256(json.dumps(datos, sort_keys=True).encode()).hexdigest()
    return uuid5(NAMESPACE_URL, f"acta:{cuenta_id}:{huella}")


def _crear(acta: ActaRecreo, cuenta_id: int, correo: str, orden: UUID | None, ahora: datetime) -> Recreo:
    def crear(id_orden: UUID) -> Recreo:
        return servicios.recreo_crear(
            cuenta_id=cuenta_id,
            id_orden=id_orden,
            tamano=acta.recreo.tamano,
            rol=acta.recreo.rol,
            nombre=acta.nombre,
            lugar=acta.lugar,
            meta=acta.recreo.meta,
            importe=acta.recreo.importe,
            pago_extraordinario=acta.recreo.pago_extraordinario,
            procedencia=acta.procedencia or "",
            ahora=ahora,
        )

    with _situado():
        try:
            recreo = crear(orden or uuid4())
            if recreo.estado == Recreo.Estado.CANCELADO:
                recreo = crear(uuid4())
        except ErrorDeServicio as e:
            if e.codigo == "ya_en_otro_recreo":
                _exigir_libres({1: correo}, "organizador_ocupado")
            raise
    if recreo.version > 1:
        raise ErrorDeActa("acta_ya_importada", codigo_recreo=recreo.codigo, recreo=recreo.nombre)
    return recreo


def _exigir_libres(correos: dict[int, str], codigo: str) -> None:
    ocupados = consultas.recreos_sin_terminar_de(correos.values())
    for numero, correo in sorted(correos.items()):
        if correo in ocupados:
            clave, nombre = ocupados[correo]
            raise ErrorDeActa(codigo, numero=numero, correo=correo, codigo_recreo=clave, recreo=nombre)


@contextmanager
def _situado(**donde: int) -> Iterator[None]:
    """Vuelve ErrorDeActa, con su partida y su mesa, lo que un servicio no aceptó."""
    try:
        yield
    except ErrorDeServicio as e:
        raise ErrorDeActa(e.codigo, **{**e.datos, **donde}) from e


@dataclass(frozen=True, slots=True)
class _Captura:
    """Juega un acta en un Recreo ya creado: cada paso es la orden que daría el organizador en la pantalla."""

    acta: ActaRecreo
    recreo_id: int
    quien: Quien
    ahora: datetime

    def _orden(self, servicio: Callable[..., servicios.Resultado], **datos: Any) -> None:
        servicio(recreo_id=self.recreo_id, quien=self.quien, id_orden=uuid4(), ahora=self.ahora, **datos)

    def sentar(self) -> None:
        """Nombres y correos por número; el correo del 1 es el de quien organiza."""
        correos = {j.numero: j.correo for j in self.acta.jugadores if j.correo and j.numero != 1}
        propio = suscripciones.correo_de(self.quien.cuenta_id or 0)
        _exigir_libres({n: c for n, c in correos.items() if c != propio}, "jugador_ocupado")
        jugadores = [servicios.DatosJugador(j.numero, j.nombre, j.correo or "") for j in self.acta.jugadores]
        with _situado():
            self._orden(servicios.jugadores_guardar, jugadores=jugadores)

    def jugar(self) -> None:
        """Las partidas en orden; sin ninguna, el Recreo queda en preparación."""
        for p in self.acta.recreo.partidas:
            with _situado(partida=p.numero):
                if p.numero == 1:
                    self._orden(servicios.recreo_empezar)
                    self._relevar()
                else:
                    self._orden(servicios.partida_siguiente, partida=p.numero)
                # antes que las mesas: al cerrarse la última ya no se puede castigar en esta partida
                for c in p.castigos:
                    if c.tantos and self._cuenta(p):
                        self._orden(servicios.castigo_aplicar, numero=c.jugador, tantos=c.tantos)
            for m in sorted(p.mesas, key=lambda m: m.numero):
                with _situado(partida=p.numero, mesa=m.numero):
                    self._mesa(p, m)

    def _cuenta(self, p: PartidaJugada) -> bool:
        """Terminada antes, la partida a medias no cuenta, ni sus castigos (D305)."""
        return not self.acta.terminado_antes or all(m.fin is not None for m in p.mesas)

    def _relevar(self) -> None:
        """Todos los relevos, con la primera partida abierta y nadie anotando; los suplentes, por su número."""
        r = self.acta.recreo
        nombres = {s.numero: s.nombre for s in self.acta.suplentes}
        hay: set[int] = set()
        for x in sorted(r.relevos, key=lambda x: (x.jugador <= r.tamano, x.jugador, x.desde)):
            if x.jugador <= r.tamano:
                self._orden(servicios.titular_volver, numero=x.jugador, desde=x.desde)
                continue
            como = {"suplente": x.jugador} if x.jugador in hay else {"nombre": nombres[x.jugador]}
            estado = consultas.estado_de(self.recreo_id)
            sale = ocupante(estado.relevos, x.lugar, x.desde)
            self._orden(servicios.suplente_poner, numero=sale, desde=x.desde, **como)
            hay.add(x.jugador)

    def acabar(self) -> None:
        """El acta completa queda terminada; la que se terminó antes, también."""
        estado = consultas.estado_de(self.recreo_id)
        with _situado():
            # después de cerrar: entonces, o estaba confirmada o se dijo por qué
            if self.acta.exige_conformidad:
                self._orden(servicios.conformidad_exigir, exige=True)
            if estado.falta_anunciar:
                self._orden(servicios.final_anunciar)
            elif self.acta.terminado_antes and estado.cerradas:
                self._orden(servicios.recreo_terminar_aqui, motivo=_("Así lo dice el acta."))

    def _mesa(self, p: PartidaJugada, m: MesaJugada) -> None:
        aqui = {"partida": p.numero, "mesa": m.numero}
        rol = rol_de(self.acta.recreo.tamano, self.acta.recreo.rol)
        lugares = mesa_del_rol(rol, p.numero, m.numero).asientos
        sentados = partida_con_relevos(partida_del_rol(rol, p.numero), self.acta.recreo.relevos).mesas[m.numero - 1]
        if m.manos or m.salidor is not None:
            self._orden(servicios.mesa_confirmar_asistencia, **aqui, presentes=sentados.asientos)
        if m.salidor is not None:
            self._orden(servicios.mesa_elegir_salidor, **aqui, numero=sentados.asientos[lugares.index(m.salidor)])
        for n, mano in enumerate(m.manos, start=1):
            self._orden(
                servicios.mano_anotar,
                **aqui,
                mano=n,
                revision=0,
                desenlace=mano.desenlace,
                pareja=mano.pareja,
                tantos=mano.tantos,
                sin_salidor=m.salidor is None,
            )
        for x in m.pareceres:
            numero = sentados.asientos[lugares.index(x.jugador)]
            self._orden(servicios.hoja_asentar, **aqui, numero=numero, conforme=x.conforme, motivo=x.motivo)
        self._cerrar(aqui, self.acta.recreo.meta, m)

    def _cerrar(self, aqui: dict[str, int], meta: Meta, m: MesaJugada) -> None:
        if m.fin is Fin.META:
            gana = calcular_partida(meta, m.manos, m.fin).ganadora
            self._orden(servicios.mesa_confirmar, **aqui)
            self._orden(servicios.mesa_cerrar, **aqui, ganadora=gana, anotadas=len(m.manos))
        elif m.fin is Fin.TIEMPO:
            self._orden(servicios.mesa_suspender, **aqui, anotadas=len(m.manos))
        elif m.fin is Fin.DEFAULT:
            self._orden(servicios.mesa_aplicar_default, **aqui, gana=m.gana_default)

    def fechar(self, fechas: dict[int, servicios.Fechas]) -> None:
        """Cuándo se jugó, según el acta; el rastro conserva cuándo se capturó."""
        with _situado():
            self._orden(servicios.recreo_fechar, iniciado=fechas[1].inicio, partidas=fechas)
