"""Completar con automáticos la mesa en que esperan dos o tres: lo propone quien organiza y lo aceptan todos (D762).

La propuesta es su propio sí; el de cada quien va en su lugar y se borra con él: quien se levanta no deja nada atrás.
Todo se decide con la fila de la mesa tomada, como sentarse y levantarse: el último en llegar o la mesa completada, una
de las dos cosas.
"""

from collections.abc import Callable
from datetime import datetime

from enlinea.acceso.consultas import exigir_permiso
from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Lugar, Mesa
from enlinea.sala.servicios.armado import Armada, avisar_que_esta_completa, con_mesa
from enlinea.sala.servicios.automaticos import lugares_de_automaticos, sin_contar
from reglas.reglamento import reglamento_de_texto

E = Mesa.Estado
E_SI, E_NO = Lugar.Respuesta.ACEPTO, Lugar.Respuesta.RECHAZO
"""En una mesa abierta, quien está sentado aceptó; «rechazó» es que prefiere esperar, y dura lo que la propuesta."""
MINIMO = 2
"""A solas se practica (D740)."""


def completar_proponer(*, mesa_id: int, cuenta_id: int, nivel: str, ahora: datetime) -> Armada:
    """Quien organiza propone no esperar más. Con otro nivel es otra propuesta: los demás contestan de nuevo.

    Si ya se llenó o ya se completó, lleva a la mesa. Errores: los de SU3, `mesa_inexistente`, `no_es_tu_mesa`,
    `no_es_organizador`, `nivel_invalido`, `nadie_mas_espera`, `mesa_ya_no_esta`.
    """
    if nivel not in Mesa.Nivel.values:
        raise ErrorDeServicio("nivel_invalido")
    exigir_permiso(cuenta_id, ahora)

    def proponer(mesa: Mesa, suyo: Lugar) -> ErrorDeServicio | None:
        if mesa.organizador_id != cuenta_id:
            return ErrorDeServicio("no_es_organizador")
        if mesa.lugares.count() < MINIMO:
            return ErrorDeServicio("nadie_mas_espera")
        if mesa.nivel != nivel:
            mesa.nivel = nivel
            mesa.save(update_fields=["nivel"])
            olvidar_respuestas(mesa)
        _responder(suyo, True)
        return None

    return _en_la_abierta(mesa_id, cuenta_id, ahora, proponer)


def completar_aceptar(*, mesa_id: int, cuenta_id: int, ahora: datetime) -> Armada:
    """Está de acuerdo; con el último empieza. Repetirlo no hace nada.

    Errores: los de SU3, `mesa_inexistente`, `no_es_tu_mesa`, `sin_propuesta`, `mesa_ya_no_esta`.
    """
    exigir_permiso(cuenta_id, ahora)

    def aceptar(mesa: Mesa, suyo: Lugar) -> ErrorDeServicio | None:
        if not mesa.lugares.filter(cuenta=mesa.organizador_id, con_automaticos=True).exists():
            return ErrorDeServicio("sin_propuesta")
        _responder(suyo, True)
        return None

    return _en_la_abierta(mesa_id, cuenta_id, ahora, aceptar)


def completar_esperar(*, mesa_id: int, cuenta_id: int, ahora: datetime) -> Armada:
    """Prefiere esperar: quien organiza retira la propuesta y con ella lo que contestaron todos; los demás, lo suyo,
    y a todos se les dice quién (D816).

    Si ya empezó, lleva a la mesa, de donde se sale sin consecuencia. Errores: `mesa_inexistente`, `no_es_tu_mesa`,
    `mesa_ya_no_esta`.
    """

    def esperar(mesa: Mesa, suyo: Lugar) -> None:
        if mesa.organizador_id == cuenta_id:
            olvidar_respuestas(mesa)
        else:
            _responder(suyo, False, E_NO)

    return _en_la_abierta(mesa_id, cuenta_id, ahora, esperar)


def olvidar_respuestas(mesa: Mesa) -> None:
    """Ya no hay propuesta: se fue quien la hizo, la cambió o se quedó a solas."""
    mesa.lugares.exclude(con_automaticos=False, respuesta=E_SI).update(con_automaticos=False, respuesta=E_SI)


def completar_si_todos(mesa: Mesa, por: int, ahora: datetime) -> None:
    """Con el sí de todos los que esperan, la mesa queda lista: no cuenta y ya nadie más se sienta en ella.

    `por`: la cuenta por quien se mira, que lo está viendo; a las demás se les avisa al teléfono (D783).
    """
    sentados = list(mesa.lugares.all())
    reglamento = reglamento_de_texto(mesa.reglamento)
    if not (MINIMO <= len(sentados) < reglamento.asientos and all(lu.con_automaticos for lu in sentados)):
        return
    libres = set(range(reglamento.asientos)) - {lu.asiento for lu in sentados}
    Lugar.objects.bulk_create(lugares_de_automaticos(mesa, libres, {lu.nombre for lu in sentados}))
    # empieza a contar ahora, como la que se llena
    mesa.estado, mesa.creada = E.LISTA, ahora
    sin_contar(mesa)
    mesa.save(update_fields=["estado", "creada", "modo", "se_mira", "proyectada"])
    avisar_que_esta_completa(mesa, por, ahora)


def _responder(suyo: Lugar, si: bool, respuesta: str = E_SI) -> None:
    suyo.con_automaticos, suyo.respuesta = si, respuesta
    suyo.save(update_fields=["con_automaticos", "respuesta"])


def _en_la_abierta(
    mesa_id: int, cuenta_id: int, ahora: datetime, hacer: Callable[[Mesa, Lugar], ErrorDeServicio | None]
) -> Armada:
    def aplicar(mesa: Mesa) -> Armada | ErrorDeServicio:
        suyo = mesa.lugares.filter(cuenta=cuenta_id).first()
        if suyo is None:
            return ErrorDeServicio("no_es_tu_mesa")
        if mesa.estado == E.LISTA:
            return Armada(mesa.pk, mesa.estado)
        if mesa.estado != E.ABIERTA:
            return ErrorDeServicio("mesa_ya_no_esta")
        falla = hacer(mesa, suyo)
        if falla is not None:
            return falla
        completar_si_todos(mesa, cuenta_id, ahora)
        avisar_al_confirmar()
        return Armada(mesa.pk, mesa.estado)

    return con_mesa(mesa_id, aplicar)
