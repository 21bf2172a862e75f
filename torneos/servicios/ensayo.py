"""Emparejar aparte: se pide, un barrido lo calcula en otro proceso y queda a la vista antes de publicarse (TO13, TO14).

Lo toma un barrido a la vez; si muere, otro lo intenta, a lo más tres veces. Ninguna página espera.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from config.vivo import aparte, tareas
from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos
from reglas.suizo.acta import escribir_torneo
from reglas.suizo.informes import informe_de_emparejar
from reglas.suizo.tipos import DE_MESA, Modalidad, Tipo
from torneos.models import Ensayo, Mesa, Torneo
from torneos.reconstruir import huella_de_acta, torneo_de
from torneos.servicios.base import VIVOS, Operacion, avisar_al_confirmar, orden

TAREA = "torneos: emparejar"
PLAZO = timedelta(seconds=120)
"""El de 1,024 tarda menos de dos segundos con un núcleo libre; con la máquina llena y prioridad baja, mucho más."""
HOLGURA = timedelta(seconds=30)
INTENTOS = 3
POR_BARRIDO = 10
MINIMO = 8
"""Maya y Azteca piden más de siete jugadores (001 §6.2.4.4)."""
MINIMO_DE_MUCHOS = 33
"""Multibolsa y A Distancia, más de 32 (001 §6.2.4.7, §6.2.4.8)."""


@orden(*VIVOS)
def ensayo_pedir(op: Operacion) -> Datos:
    """Forma el emparejamiento de la partida que sigue. Si ya hay uno de lo mismo, es ése.

    Errores: `solo_control`, `falta_dictado`, `torneo_completo`, `partida_sin_cerrar` (con las mesas que faltan),
    `faltan_personas`, `faltan_conjuntos`.
    """
    op.exigir_mando()
    exigir_que_siga(op)
    acta = acta_por_emparejar(op.torneo)
    huella = huella_de_acta(acta)
    vivo = op.torneo.ensayos.filter(huella=huella).exclude(estado=Ensayo.Estado.FALLIDO).first()
    if vivo is None:
        vivo = Ensayo.objects.create(
            torneo=op.torneo,
            partida=op.publicadas() + 1,
            huella=huella,
            acta=acta,
            quien=op.nombre,
            creado=op.ahora,
        )
        op.contar("ensayo_pedir", partida=vivo.partida)
    transaction.on_commit(lambda: tareas.despertar(TAREA), robust=True)
    return {"ensayo": vivo.pk}


def exigir_que_siga(op: Operacion) -> None:
    """Nada se empareja con resultados pendientes, y se dice qué mesa falta (TO13)."""
    if not (op.torneo.dictado or op.torneo.semilla):
        raise ErrorDeServicio("falta_dictado")
    publicadas = op.publicadas()
    if publicadas >= op.torneo.previstas:
        raise ErrorDeServicio("torneo_completo", previstas=op.torneo.previstas)
    actual = op.actual()
    if actual is not None and actual.cerrada is None:
        abiertas = Mesa.objects.filter(partida=actual, cerrada=None).order_by("numero")
        raise ErrorDeServicio(
            "partida_sin_cerrar", partida=actual.numero, mesas=list(abiertas.values_list("numero", flat=True))
        )
    hay = op.torneo.inscritos.filter(desde__lte=publicadas + 1, hasta=None, comodin=False).count()
    if hay < (minimo := _minimo(op, publicadas)):
        falta = "faltan_personas" if op.modalidad is Modalidad.INDIVIDUAL else "faltan_conjuntos"
        raise ErrorDeServicio(falta, hay=hay, minimo=minimo)


def _minimo(op: Operacion, publicadas: int) -> int:
    """De a quienes se clasifica: para empezar, lo que pide el formato; después, una mesa o un encuentro."""
    if publicadas:
        return DE_MESA if op.modalidad is Modalidad.INDIVIDUAL else 2
    muchos = op.torneo.intranet or op.torneo.tipo in (Tipo.MULTIBOLSA.value, Tipo.A_DISTANCIA.value)
    return -(-(MINIMO_DE_MUCHOS if muchos else MINIMO) // op.modalidad.de_cuantos)


def acta_por_emparejar(t: Torneo) -> dict[str, Any]:
    """Lo que se le da a `python -m reglas emparejar`; sin el nombre del torneo, que no decide nada."""
    torneo = torneo_de(t)
    return escribir_torneo(replace(torneo, nombre=t.codigo))


def ensayos_preparar(*, aqui: bool = False) -> int:
    """El barrido: calcula los pendientes, del más viejo al más nuevo; devuelve cuántos quedaron listos.

    Con `aqui` no abre otro proceso: la demostración se carga sin servidor y arrancar uno por partida cuesta lo que
    emparejarla.
    """
    listos = 0
    for _vez in range(POR_BARRIDO):
        tomado = _tomar(timezone.now())
        if tomado is None:
            break
        if aqui:
            salida: aparte.Salida | None = aparte.Salida(0, informe_de_emparejar(tomado.acta, hoja=True))
        else:
            salida = aparte.correr(["emparejar", "--hoja"], tomado.acta, PLAZO, urge=True)
            if salida is None and tareas.apagandose():
                Ensayo.objects.filter(pk=tomado.pk).update(intentos=tomado.intentos - 1, tomado_hasta=None)
                break
        listos += _guardar(tomado, salida, timezone.now())
    return listos


def _tomar(ahora: datetime) -> Ensayo | None:
    """Uno que nadie tenga, ya a nombre de quien llama. El que agotó sus intentos queda fallido."""
    libres = Q(tomado_hasta__isnull=True) | Q(tomado_hasta__lt=ahora)
    with transaction.atomic():
        pendientes = Ensayo.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            libres, estado=Ensayo.Estado.PENDIENTE
        )
        agotados = list(pendientes.filter(intentos__gte=INTENTOS))
        for agotado in agotados:
            _acabar(agotado, Ensayo.Estado.FALLIDO, ahora, error={"codigo": "no_se_pudo"})
        uno = pendientes.filter(intentos__lt=INTENTOS).order_by("creado", "pk").first()
        if uno is not None:
            uno.intentos += 1
            uno.tomado, uno.tomado_hasta = ahora, ahora + PLAZO + HOLGURA
            uno.save(update_fields=["intentos", "tomado", "tomado_hasta"])
    for torneo_id in {e.torneo_id for e in [*agotados, uno] if e is not None}:
        _subir(torneo_id)
    return uno


def _guardar(ensayo: Ensayo, salida: aparte.Salida | None, ahora: datetime) -> bool:
    """Guarda lo que contestó; sin respuesta lo suelta para otro intento. Lo que las reglas niegan no se repite."""
    with transaction.atomic():
        actual = Ensayo.objects.select_for_update().filter(pk=ensayo.pk, estado=Ensayo.Estado.PENDIENTE).first()
        if actual is None:  # se publicó otro, o se canceló el torneo
            return False
        if salida is None:
            actual.tomado_hasta = None
            actual.save(update_fields=["tomado_hasta"])
        elif salida.codigo:
            _acabar(actual, Ensayo.Estado.FALLIDO, ahora, error=salida.datos.get("error", {}))
        else:
            _acabar(actual, Ensayo.Estado.LISTO, ahora, resultado=salida.datos)
    _subir(ensayo.torneo_id)
    return salida is not None and not salida.codigo


def _acabar(ensayo: Ensayo, estado: str, ahora: datetime, **con: Any) -> None:
    ensayo.estado, ensayo.listo, ensayo.tomado_hasta = estado, ahora, None
    ensayo.resultado, ensayo.error = con.get("resultado"), con.get("error")
    ensayo.save(update_fields=["estado", "listo", "tomado_hasta", "resultado", "error"])


def _subir(torneo_id: int) -> None:
    """La mesa de control ve que avanzó. Aparte de la transacción del ensayo: publicar toma primero el torneo."""
    with transaction.atomic():
        Torneo.objects.filter(pk=torneo_id).update(version=F("version") + 1)
        avisar_al_confirmar(torneo_id)
