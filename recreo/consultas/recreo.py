"""Lectura del Recreo: un solo viaje a la base arma el estado entero de una versión."""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from config.base.consulta_armada import Armada
from recreo.consultas.otra import hay_otras, otras_de
from recreo.consultas.sorteo import ultimo_sorteo
from recreo.consultas.version import version_y_sello, versiones_de_mesas
from recreo.errores import ErrorDeServicio
from recreo.estado import CastigoVisto, EstadoRecreo, JugadorVisto, MesaVista, PartidaVista, SolicitudVista
from recreo.hoja.consultas import Lote, al_dia, campos_de_vista, leer_lote, leer_mesas
from recreo.models import Castigo, CodigoRetirado, Jugador, Mesa, Partida, PaseDeMesa, Recreo, Relevo, SolicitudDeLugar
from reglas.relevos import Relevo as RelevoDeReglas
from reglas.relevos import rol_con_relevos
from reglas.roles import Rol, anotadores_de_mesa, rol_de
from reglas.singularidades import Discapacidad
from reglas.tipos import Meta, TipoDeRol

UN_DIA = timedelta(days=1)
# en cada petición: armarla costaba más que preguntarla
_por_codigo = Armada(lambda codigos: Recreo.objects.filter(codigo__in=codigos).order_by().values_list("pk"), "text")
VIVOS = (Recreo.Estado.PREPARACION, Recreo.Estado.EN_JUEGO)


@dataclass(frozen=True)
class ResumenRecreo:
    """Un renglón de la lista de Recreos de una persona."""

    codigo: str
    nombre: str
    lugar: str
    tamano: int
    estado: str
    creado: datetime
    iniciado: datetime | None
    procedencia: str = ""


def id_de(codigo: str) -> int:
    """Identificador del Recreo con ese código, aunque sea uno retirado. Error: `recreo_inexistente`."""
    return con_codigo(codigo)[0]


def con_codigo(codigo: str) -> tuple[int, bool]:
    """Identificador del Recreo con ese código, y si es el vigente. Error: `recreo_inexistente`."""
    # PostgreSQL no busca un texto con el carácter nulo
    buscado = codigo.upper() if codigo.isalnum() else ""
    for (pk,) in _por_codigo([buscado]):
        return pk, True
    # quien ya entró sigue con la dirección de antes; a los demás se les niega después
    retirado = CodigoRetirado.objects.filter(codigo=buscado).values_list("recreo", flat=True).first()
    if retirado is None:
        raise ErrorDeServicio("recreo_inexistente")
    return retirado, False


def invitacion_de(recreo_id: int) -> tuple[str, str]:
    """Con qué código y qué clave se invita ahora."""
    return Recreo.objects.values_list("codigo", "clave").get(pk=recreo_id)


def tiene_lugar(recreo_id: int, cuenta_id: int | None, llave: str) -> bool:
    """¿Organiza ese Recreo, o está sentado en él?"""
    suyos = Jugador.objects.filter(recreo=recreo_id)
    if cuenta_id is not None and (
        suyos.filter(cuenta=cuenta_id).exists() or Recreo.objects.filter(pk=recreo_id, organizador=cuenta_id).exists()
    ):
        return True
    return bool(llave) and suyos.filter(llave=llave).exists()


def invitaciones_de(correo: str) -> list[ResumenRecreo]:
    """Los Recreos sin terminar donde apuntaron ese correo y su dueño no ha entrado, del más nuevo al más viejo."""
    if not correo:
        return []
    filas = Recreo.objects.filter(jugadores__correo=correo, jugadores__cuenta=None, jugadores__vigente=True).order_by(
        "-creado"
    )
    return [resumen(r) for r in filas[:20]]


def de_la_tele(clave: str, ahora: datetime) -> int | None:
    """El Recreo cuyo enlace de la tele lleva esa clave; None si nunca valió, se anuló o acabó hace un día (D496)."""
    # PostgreSQL no busca un texto con el carácter nulo
    if not clave or not clave.isprintable():
        return None
    sigue = Q(terminado=None) | Q(terminado__gte=ahora - UN_DIA)
    return Recreo.objects.filter(sigue, clave_tele=clave[:64]).values_list("pk", flat=True).first()


def existe(codigo: str) -> bool:
    """¿Hay un Recreo con ese código?"""
    return _con_codigo(codigo).exists()


def _con_codigo(codigo: str) -> QuerySet[Recreo]:
    # PostgreSQL no busca un texto con el carácter nulo
    return Recreo.objects.filter(codigo=codigo.upper()) if codigo.isalnum() else Recreo.objects.none()


def esta_en_uno(cuenta_id: int | None, llave: str) -> bool:
    """¿Esa cuenta, o ese teléfono, está en un Recreo sin terminar?"""
    propios = Jugador.objects.filter(vigente=True)
    con_cuenta = cuenta_id is not None and propios.filter(cuenta_id=cuenta_id).exists()
    return con_cuenta or recreo_de_llave(llave) is not None


def ociosos(limite: datetime) -> list[int]:
    """Los Recreos sin terminar ni en pausa (D306) en que nada se movió desde `limite`, ni en ellos ni en sus mesas."""
    quietos = Recreo.objects.filter(estado__in=VIVOS, pausado=None)
    con_movimiento = Mesa.objects.filter(partida__recreo=OuterRef("pk"), actividad__gte=limite)
    return list(quietos.filter(~Exists(con_movimiento), actividad__lt=limite).values_list("pk", flat=True))


def ultima_actividad(recreo: Recreo) -> datetime:
    """Cuándo se movió algo por última vez en él o en una de sus mesas."""
    de_mesas = Mesa.objects.filter(partida__recreo=recreo).aggregate(ultima=Max("actividad"))["ultima"]
    return max(recreo.actividad, de_mesas or recreo.actividad)


def recreos_de(cuenta_id: int) -> list[ResumenRecreo]:
    """Recreos de una cuenta, del más nuevo al más viejo."""
    filas = Recreo.objects.filter(jugadores__cuenta_id=cuenta_id).order_by("-creado")[:50]
    return [resumen(r) for r in filas]


def resumen(r: Recreo) -> ResumenRecreo:
    """El renglón de un Recreo."""
    return ResumenRecreo(r.codigo, r.nombre, r.lugar, r.tamano, r.estado, r.creado, r.iniciado, r.procedencia)


def recreos_sin_terminar_de(correos: Iterable[str]) -> dict[str, tuple[str, str]]:
    """De esos correos, los que están en un Recreo sin terminar: su código y su nombre (RE1)."""
    filas = Jugador.objects.filter(vigente=True, correo__in=[c for c in correos if c])
    return {c: (k, n) for c, k, n in filas.values_list("correo", "recreo__codigo", "recreo__nombre")}


def cuentas_en_juego(cuentas: Collection[int]) -> set[int]:
    """De esas cuentas, las que están en un Recreo en curso."""
    suyos = Jugador.objects.filter(vigente=True, cuenta__in=cuentas, recreo__estado=Recreo.Estado.EN_JUEGO)
    return {c for c in suyos.order_by().values_list("cuenta_id", flat=True) if c is not None}


def llaves_en_recreo(llaves: Iterable[str]) -> set[str]:
    """De esas llaves de teléfono, las de un Recreo sin terminar."""
    suyas = [llave for llave in llaves if llave]
    return set(Jugador.objects.filter(vigente=True, llave__in=suyas).order_by().values_list("llave", flat=True))


def recreo_de_llave(llave: str) -> str | None:
    """Código del Recreo sin terminar de un teléfono que reclamó un nombre."""
    if not llave:
        return None
    return Jugador.objects.filter(vigente=True, llave=llave).values_list("recreo__codigo", flat=True).first()


def llave_con_lugar(llave: str) -> bool:
    """¿Es la llave del teléfono de alguien, aunque su Recreo haya terminado?"""
    return bool(llave) and Jugador.objects.filter(llave=llave).exists()


def pausados_de(cuenta_id: int | None, llave: str) -> list[ResumenRecreo]:
    """Los Recreos en pausa donde esa persona tiene lugar: está libre, pero ahí la esperan (D306)."""
    suyo = Q(jugadores__cuenta=cuenta_id) if cuenta_id is not None else Q(pk=None)
    if llave:
        suyo |= Q(jugadores__llave=llave)
    filas = Recreo.objects.filter(suyo, estado=Recreo.Estado.EN_JUEGO, pausado__isnull=False).distinct()
    return [resumen(r) for r in filas.order_by("-pausado")[:20]]


def pase_vigente(clave: str, ahora: datetime) -> tuple[int, int, int] | None:
    """(recreo_id, partida, mesa) de un pase sin usar; None si ya no vale."""
    return (
        PaseDeMesa.objects.filter(clave=clave, usado=None, vence__gte=ahora)
        .values_list("mesa__partida__recreo_id", "mesa__partida__numero", "mesa__numero")
        .first()
    )


def pase_vence(clave: str) -> datetime | None:
    """Hasta cuándo vale un pase."""
    return PaseDeMesa.objects.filter(clave=clave).values_list("vence", flat=True).first()


def estado_de(recreo_id: int, previo: EstadoRecreo | None = None) -> EstadoRecreo:
    """El Recreo completo. Error: `recreo_inexistente`.

    La versión se lee primero: si algo cambia a media lectura, el aviso siguiente trae una versión mayor. Con `previo`
    (el mismo Recreo, una versión anterior) sólo se leen las mesas que cambiaron y, si no hubo orden de todo el Recreo,
    nada más.
    """
    version, sello = version_y_sello(recreo_id)
    if previo is not None and previo.partidas and previo.sello == sello:
        return _con_otras_mesas(previo, version)
    piden = Exists(SolicitudDeLugar.objects.filter(recreo=OuterRef("pk")))
    r = Recreo.objects.filter(pk=recreo_id).annotate(piden=piden, repetido=hay_otras()).first()
    if r is None:
        raise ErrorDeServicio("recreo_inexistente")
    nuevo = _entero(r, version, sello, previo)
    if previo is not None:
        nuevo.heredar(previo)
    return nuevo


def _entero(r: Recreo, version: int, sello: tuple[Hashable, ...], previo: EstadoRecreo | None) -> EstadoRecreo:
    """El Recreo leído entero, menos las mesas que ya se conocen."""
    aparte = r.estado not in VIVOS or r.pausado is not None
    jugadores = {j.pk: _jugador(j, aparte) for j in Jugador.objects.filter(recreo=r).order_by("numero")}
    numeros = {pk: j.numero for pk, j in jugadores.items()}
    relevos = _relevos(r, numeros)
    previas = previo.partidas if previo is not None and previo.epoca == r.epoca else ()
    return EstadoRecreo(
        id=r.pk,
        codigo=r.codigo,
        nombre=r.nombre,
        lugar=r.lugar,
        tamano=r.tamano,
        tipo_de_rol=TipoDeRol(r.rol),
        meta=Meta(r.meta),
        importe=r.importe,
        pago_extraordinario=r.pago_extraordinario,
        organizador_id=r.organizador_id,
        estado=r.estado,
        version=version,
        epoca=r.epoca,
        creado=r.creado,
        iniciado=r.iniciado,
        terminado=r.terminado,
        jugadores={j.numero: j for j in jugadores.values()},
        partidas=_partidas(r, rol_con_relevos(rol_de(r.tamano, r.rol), relevos), numeros, previas),
        clave=r.clave,
        pide_aprobacion=r.pide_aprobacion,
        solicitudes=_solicitudes(r, numeros),
        procedencia=r.procedencia,
        minutos_sin_mano=r.minutos_sin_mano,
        relevos=relevos,
        pausado=r.pausado,
        terminado_antes=r.terminado_antes,
        exige_conformidad=r.exige_conformidad,
        clave_tele=r.clave_tele,
        sorteo=ultimo_sorteo(r.pk) if r.estado == Recreo.Estado.PREPARACION else None,
        otras=otras_de(r),
        sello=sello,
        llaves=numeros,
    )


def _con_otras_mesas(previo: EstadoRecreo, version: int) -> EstadoRecreo:
    """El mismo Recreo con las mesas que cambiaron: personas, partidas, castigos y relevos son los de antes."""
    de = {m.id: p for p in previo.partidas for m in p.mesas}
    suyas = {pk: v for pk, v in versiones_de_mesas(previo.id).items() if pk in de}

    def leer(faltan: Collection[int]) -> dict[int, MesaVista]:
        filas = leer_mesas(Mesa, faltan)
        lote, llaves = leer_lote(Mesa, faltan), previo.llaves
        donde = (previo.tamano, previo.tipo_de_rol.value, previo.meta, previo.rol)
        return {m.pk: _mesa(*donde, de[m.pk].numero, de[m.pk].inicio, m, lote, llaves) for m in filas}

    vistas = al_dia(suyas, (m for p in previo.partidas for m in p.mesas), leer)
    if len(vistas) != len(de):  # a media lectura se quitó una partida
        return estado_de(previo.id)
    partidas = tuple(
        replace(p, mesas=tuple(vistas[m.id] for m in p.mesas)) if any(vistas[m.id] is not m for m in p.mesas) else p
        for p in previo.partidas
    )
    nuevo = replace(previo, version=version, partidas=partidas)
    nuevo.__dict__.update({k: v for k, v in previo.__dict__.items() if k in ("rol", "anotadores")})
    nuevo.heredar(previo)
    return nuevo


def _relevos(r: Recreo, numeros: dict[int, int]) -> tuple[RelevoDeReglas, ...]:
    """Sólo hay donde hay suplentes: a los demás Recreos no les cuestan un viaje."""
    if not any(n > r.tamano for n in numeros.values()):
        return ()
    filas = Relevo.objects.filter(recreo=r).order_by("desde", "lugar")
    return tuple(RelevoDeReglas(f.lugar, numeros[f.jugador_id], f.desde) for f in filas)


def _solicitudes(r: Recreo, numeros: dict[int, int]) -> tuple[SolicitudVista, ...]:
    """Si nadie pide, no cuestan un viaje: lo dice la fila del Recreo."""
    if not getattr(r, "piden", True):
        return ()
    return tuple(
        SolicitudVista(s.pk, numeros[s.jugador_id], s.cuenta_id, s.llave, s.instante, bool(s.jugador.llave))
        for s in SolicitudDeLugar.objects.filter(recreo=r).select_related("jugador")
    )


def _jugador(j: Jugador, aparte: bool) -> JugadorVisto:
    """`aparte`: terminado o en pausa nadie está vigente, y eso no dice que se fuera."""
    invitado = j.invitado if j.correo and j.invitado_a == j.correo else None
    no_llego = bool(j.correo) and j.no_llego_a == j.correo
    return JugadorVisto(
        j.numero, j.nombre, j.correo, j.cuenta_id, j.llave, j.entro, j.co_organizador, j.anota, invitado, no_llego,
        j.vigente or aparte, j.falta_desde, j.falta_hasta,
        frozenset(map(Discapacidad, j.discapacidades.split())), j.discapacidad_por_otro,
    )  # fmt: skip


def _partidas(
    r: Recreo, rol: Rol, numeros: dict[int, int], conocidas: tuple[PartidaVista, ...]
) -> tuple[PartidaVista, ...]:
    filas = Partida.objects.filter(recreo=r).order_by("numero", "mesas__numero")
    partidas: dict[int, Partida] = {}
    mesas: dict[int, dict[int, int]] = {}
    for pk, numero, inicio, termino, cierres, mesa, version in filas.values_list(
        "pk", "numero", "inicio", "termino", "cierres", "mesas", "mesas__version"
    ):
        partidas.setdefault(pk, Partida(pk=pk, numero=numero, inicio=inicio, termino=termino, cierres=cierres))
        mesas.setdefault(pk, {})
        if mesa is not None:
            mesas[pk][mesa] = version
    if not partidas:
        return ()
    versiones = {mesa: v for suyas in mesas.values() for mesa, v in suyas.items()}
    inicios = {p.numero: p.inicio for p in partidas.values()}
    previas = [m for p in conocidas for m in p.mesas if m.inicio == inicios.get(p.numero)]
    vistas = al_dia(versiones, previas, lambda faltan: _leer_mesas(r, rol, partidas, faltan, numeros))
    castigos: dict[int, list[CastigoVisto]] = {pk: [] for pk in partidas}
    for c in Castigo.objects.filter(partida__recreo=r, anulado=None).order_by("pk"):
        visto = CastigoVisto(c.pk, numeros[c.jugador_id], c.tantos, c.motivo, c.quien, c.instante)
        castigos[c.partida_id].append(visto)
    return tuple(
        PartidaVista(
            numero=p.numero,
            inicio=p.inicio,
            termino=p.termino,
            rol=rol.partidas[p.numero - 1],
            mesas=_las_mismas(tuple(vistas[mesa] for mesa in mesas[pk] if mesa in vistas), conocidas, p.numero),
            castigos=tuple(castigos[pk]),
            cierres=p.cierres,
        )
        for pk, p in partidas.items()
    )


def _las_mismas(
    mesas: tuple[MesaVista, ...], conocidas: tuple[PartidaVista, ...], partida: int
) -> tuple[MesaVista, ...]:
    """Si no cambió ninguna de la partida, el grupo de antes: compararlo no cuesta nada."""
    antes = conocidas[partida - 1].mesas if partida <= len(conocidas) else ()
    iguales = len(antes) == len(mesas) and all(a is b for a, b in zip(antes, mesas, strict=True))
    return antes if iguales else mesas


def _leer_mesas(
    r: Recreo, rol: Rol, partidas: Mapping[int, Partida], cuales: Collection[int], numeros: Mapping[int, int]
) -> dict[int, MesaVista]:
    # la fila antes que lo suyo: si cambia a media lectura, se recuerda con la versión de antes y se vuelve a leer
    filas = leer_mesas(Mesa, cuales)
    lote = leer_lote(Mesa, cuales)
    de = {m.pk: partidas[m.partida_id] for m in filas}
    donde = (r.tamano, r.rol, Meta(r.meta), rol)
    return {m.pk: _mesa(*donde, de[m.pk].numero, de[m.pk].inicio, m, lote, numeros) for m in filas}


def _mesa(
    tamano: int,
    tipo: str,
    meta: Meta,
    rol: Rol,
    partida: int,
    inicio: datetime,
    m: Mesa,
    lote: Lote,
    numeros: Mapping[int, int],
) -> MesaVista:
    """`rol`: con quien de verdad ocupa cada lugar; los anotadores que pide el programa son de esos lugares (D303)."""
    programa = rol_de(tamano, tipo)
    lugares = programa.partidas[partida - 1].mesas[m.numero - 1].asientos
    del_rol = rol.partidas[partida - 1].mesas[m.numero - 1]
    ocupa = dict(zip(lugares, del_rol.asientos, strict=True))
    return MesaVista(
        **campos_de_vista(m, lote, meta, numeros),
        asientos=del_rol.asientos,
        inicio=inicio,
        partida=partida,
        rol=del_rol,
        requeridos=tuple(ocupa[n] for n in anotadores_de_mesa(programa, partida, m.numero)),
    )
