"""El expediente de tarjetas (SA1-SA3): guarda las que dio la mesa, da la roja, anula, y de ahí salen las suspensiones.

La base impide castigar dos veces un hecho: `Tarjeta.hecho` es único y la suspensión lleva la clave de sus hechos. Todo
lo de una cuenta va de uno en uno (toma su fila) y se vuelve a calcular entero: repetir o llegar tarde no cambia nada.
"""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from config.base.transaccion import en_transaccion
from enlinea.convivencia.consultas.tarjetas import pura, tarjetas_de
from enlinea.convivencia.servicios.mensajes import mensaje_de_la_casa
from enlinea.diario import diario
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.hora import en_fecha
from enlinea.diario.renglon import Leido
from enlinea.errores import ErrorDeServicio
from enlinea.models import Mesa, Tarjeta
from reglas import sanciones
from reglas.sanciones import HechoDeMesa
from reglas.tarjetas import Color
from suscripciones import consultas as suscripciones
from suscripciones import servicios as cuentas
from suscripciones.errores import ErrorDeSuscripcion

POR_BARRIDO = 200
LARGO_DE_HECHO = 80


# --- las que da la mesa -----------------------------------------------------------------------------------------------
def mesa_tarjetas_proyectar(*, mesa_id: int) -> int:
    """Guarda las tarjetas de las partidas acabadas de la mesa y lo que de ellas siga; devuelve cuántas eran nuevas.

    Idempotente, también entre procesos. Levanta `Mesa.DoesNotExist`.
    """
    datos = DatosDeMesa.leer(mesa_id)
    if datos.modo != Mesa.Modo.NORMAL:
        return 0
    return tarjetas_guardar(datos, diario.leidos(diario.leer(mesa_id)), 0)


def tarjetas_guardar(datos: DatosDeMesa, leidos: Sequence[Leido], partida: int) -> int:
    """Lo mismo, de una mesa normal y un diario ya leídos, desde que acabó la `partida`."""
    fechas = {leido.num: leido.fecha for leido in leidos}
    en_la_mesa = sanciones.hechos_de(((leido.num, leido.eventos) for leido in leidos), partida)
    # la suspensión corre desde una fecha: lo que la mesa mide no lo es (`enlinea/diario/hora`)
    hechos = [hecho._replace(instante=fechas[hecho.num]) for hecho in en_la_mesa]
    suyos: dict[int, list[HechoDeMesa]] = defaultdict(list)
    for hecho in hechos:
        cuenta_id = datos.cuentas[hecho.persona]
        if cuenta_id is not None:
            suyos[cuenta_id].append(hecho)
    return sum(_guardar(cuenta_id, datos.id, suyos[cuenta_id]) for cuenta_id in sorted(suyos))


def _guardar(cuenta_id: int, mesa_id: int, hechos: Sequence[HechoDeMesa]) -> int:
    filas = {f"mesa:{mesa_id}:{h.num}:{h.indice}": h for h in hechos}

    def guardar() -> int:
        cuentas.cuenta_tomar(cuenta_id)
        hay = set(Tarjeta.objects.filter(hecho__in=filas).values_list("hecho", flat=True))
        nuevas = [
            Tarjeta(
                cuenta_id=cuenta_id, color=str(h.color), hecho=hecho, mesa_id=mesa_id, partida=h.partida,
                instante=en_fecha(h.instante),
            )
            for hecho, h in filas.items()
            if hecho not in hay
        ]  # fmt: skip
        if nuevas:
            Tarjeta.objects.bulk_create(nuevas)
            _cuadrar(cuenta_id, timezone.now())
        return len(nuevas)

    return en_transaccion(guardar)


def tarjetas_faltantes_proyectar() -> int:
    """El barrido: las mesas cerradas cuyas tarjetas faltan, también las jugadas antes de llevarse el expediente.

    Devuelve cuántas tarjetas eran nuevas. Cada mesa se lee una vez. Las suspensiones corren desde su hecho: por lo
    viejo ya cumplido no se suspende a nadie hoy.
    """
    por_ver = Mesa.objects.filter(estado=Mesa.Estado.CERRADA, con_tarjetas=False).order_by("cerrada")
    nuevas = 0
    for mesa_id, modo in list(por_ver.values_list("pk", "modo")[:POR_BARRIDO]):
        if modo == Mesa.Modo.NORMAL:
            with suppress(Mesa.DoesNotExist):  # la que nunca tuvo a los cuatro no se jugó
                nuevas += mesa_tarjetas_proyectar(mesa_id=mesa_id)
        Mesa.objects.filter(pk=mesa_id).update(con_tarjetas=True)
    return nuevas


# --- las de la administración -----------------------------------------------------------------------------------------
def tarjeta_roja(
    *,
    cuenta_id: int,
    administrador_id: int,
    motivo: str,
    id_hecho: str,
    ahora: datetime,
    mesa_id: int | None = None,
) -> Tarjeta:
    """Jugador nocivo (SA3): suspende un mes y, si está jugando, lo saca al momento; su partida queda no finalizada.

    `id_hecho` dice por qué hecho es («reporte:12», «orden:<uuid>», hasta 80 letras): el mismo no da dos rojas y
    repetirlo devuelve la misma tarjeta. `motivo`, hasta 200 letras, lo lee la persona. Errores: `sin_permiso`
    (`enlinea.add_tarjeta`), `motivo_vacio`, `motivo_largo`, `cuenta_inexistente`, `orden_ajena`.
    """
    _exigir_administrador(administrador_id, "enlinea.add_tarjeta")
    porque = motivo_exigido(motivo)
    if not id_hecho.strip() or len(id_hecho) > LARGO_DE_HECHO:
        raise ErrorDeServicio("forma_invalida")

    def dar() -> Tarjeta:
        tomar_cuenta(cuenta_id)
        tarjeta, nueva = Tarjeta.objects.get_or_create(
            hecho=id_hecho,
            defaults={
                "cuenta_id": cuenta_id, "color": Tarjeta.Color.ROJA, "mesa_id": mesa_id, "instante": ahora,
                "motivo": porque, "dada_por_id": administrador_id,
            },
        )  # fmt: skip
        if nueva:
            _cuadrar(cuenta_id, ahora)
        return tarjeta

    tarjeta = en_transaccion(dar)
    if tarjeta.cuenta_id != cuenta_id or tarjeta.color != Tarjeta.Color.ROJA:
        raise ErrorDeServicio("orden_ajena")
    return tarjeta


def tarjeta_anular(*, tarjeta_id: int, administrador_id: int, motivo: str, ahora: datetime) -> Tarjeta:
    """La anula, levanta la suspensión que dependía de ella y se lo dice a la persona con un mensaje. Idempotente.

    Errores: `sin_permiso` (`enlinea.change_tarjeta`), `motivo_vacio`, `motivo_largo`, `tarjeta_inexistente`.
    """
    _exigir_administrador(administrador_id, "enlinea.change_tarjeta")
    porque = motivo_exigido(motivo)
    cuenta_id = Tarjeta.objects.filter(pk=tarjeta_id).values_list("cuenta_id", flat=True).first()
    if cuenta_id is None:
        raise ErrorDeServicio("tarjeta_inexistente")

    def anular() -> Tarjeta:
        tomar_cuenta(cuenta_id)
        tarjeta = Tarjeta.objects.select_related("mesa").get(pk=tarjeta_id)
        if tarjeta.anulada_en is not None:
            return tarjeta
        suspendida = suscripciones.suspension_vigente(cuenta_id, ahora) is not None
        tarjeta.anulada_en, tarjeta.anulada_por_id, tarjeta.motivo_de_anulacion = ahora, administrador_id, porque
        tarjeta.save(update_fields=["anulada_en", "anulada_por", "motivo_de_anulacion"])
        _cuadrar(cuenta_id, ahora)
        libre = suspendida and suscripciones.suspension_vigente(cuenta_id, ahora) is None
        mensaje_de_la_casa(
            para_id=cuenta_id, texto=_aviso_de_anulacion(tarjeta, libre), administrador_id=administrador_id, ahora=ahora
        )
        return tarjeta

    return en_transaccion(anular)


def _aviso_de_anulacion(tarjeta: Tarjeta, libre: bool) -> str:
    datos = {
        "color": tarjeta.get_color_display(),
        "dia": date_format(timezone.localtime(tarjeta.instante), r"j \d\e F \d\e Y").lower(),
        "motivo": tarjeta.motivo_de_anulacion,
    }
    texto = _("Anulamos tu tarjeta %(color)s del %(dia)s. Motivo: %(motivo)s") % datos
    if libre:
        texto = f"{texto}\n{_('Tu suspensión quedó levantada: ya puedes jugar en línea.')}"
    return texto


# --- lo que sigue de ellas --------------------------------------------------------------------------------------------
def _cuadrar(cuenta_id: int, ahora: datetime) -> None:
    """Las suspensiones que tocan por TODAS sus tarjetas; la cuenta ya está tomada."""
    filas = {t.hecho: t for t in tarjetas_de(cuenta_id)}
    levantadas = suscripciones.levantadas_por_alguien([cuenta_id])
    salen = sanciones.expediente_de((pura(t) for t in filas.values()), levantadas).suspensiones
    cuentas.suspensiones_cuadrar(
        cuenta_id=cuenta_id,
        debidas=[
            cuentas.SuspensionDebida(
                s.clave, str(s.color), s.desde, s.hasta, _porque(s.color, filas[s.hechos[-1]]), s.levantada
            )
            for s in salen
        ],
        ahora=ahora,
    )


def _porque(color: Color, ultima: Tarjeta) -> str:
    """El motivo que lee la persona."""
    match color:
        case Color.AMARILLA:
            mesa = ultima.mesa.nombre if ultima.mesa else ""
            return _("Juntaste 28 tarjetas amarillas en una partida de la mesa «%(mesa)s».") % {"mesa": mesa}
        case Color.AZUL:
            return _("Juntaste 2 tarjetas azules: dos veces no volviste a tiempo a tu partida.")
        case Color.ROJA:
            return (_("Tarjeta roja. %(motivo)s") % {"motivo": ultima.motivo})[: cuentas.LARGO_DE_MOTIVO]


def tomar_cuenta(cuenta_id: int) -> None:
    """Toma la cuenta hasta que acabe la transacción: lo que se le sanciona va de uno en uno. `cuenta_inexistente`."""
    try:
        cuentas.cuenta_tomar(cuenta_id)
    except ErrorDeSuscripcion as error:
        raise ErrorDeServicio("cuenta_inexistente") from error


def _exigir_administrador(cuenta_id: int, permiso: str) -> None:
    if not suscripciones.administra(cuenta_id, permiso):
        raise ErrorDeServicio("sin_permiso")


def motivo_exigido(motivo: str) -> str:
    """El motivo en un renglón. Errores: `motivo_vacio`, `motivo_largo` (más de 200 letras)."""
    try:
        return cuentas.motivo_valido(motivo)
    except ErrorDeSuscripcion as error:
        raise ErrorDeServicio(error.codigo) from error
