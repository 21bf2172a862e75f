"""Dos mesas con todo lo que no debe salir, y quién lo pide (EL8).

La suya y la ajena tienen cada una una partida terminada (con acta, análisis, ejercicios, ramas, reporte y tarjetas de
verdad) y otra con la segunda mano en juego. Cada papel entra con su navegador.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from django.test.client import ClientHandler
from django.utils import timezone

from enlinea.academia.consultas.analisis import problema_de
from enlinea.academia.servicios.actas import acta_importar
from enlinea.academia.servicios.analisis import analisis_guardar
from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import (
    ActaImportada,
    Analisis,
    Charla,
    Ejercicio,
    InformeDeCalidad,
    Lugar,
    MensajeDelAdministrador,
    Mesa,
    Rama,
    RenglonDeCalidad,
    Reporte,
    Tarjeta,
)
from enlinea.moderacion.servicios.reportes import Hecho, reporte_enviar
from recreo.servicios import recreo_crear
from reglas.mesa.estado import asiento_de
from reglas.mesa.tipos import Eleccion, Fase
from reglas.repeticion import repetir
from reglas.tipos import Meta
from suscripciones.consultas import SUSPENSION_EN_SESION
from suscripciones.models import Cobro, CorreoPorSalir, Cuenta, Plan, Suspension
from tests.enlinea.academia.estudiada import SEMILLA, estudio
from tests.enlinea.mesas import al_diario, de_prueba, renglones_de, sentar, suscriptor
from tests.secreto.rastros import MesaJugada

FOLIO = UUID("5f0c8f6e-5d7a-4a35-9f7e-2f1b6c3d4e5f")
ROLES = ("anonima", "vencida", "ajena", "jugadora", "suspendida", "bloqueada", "personal", "administra")
"""`suspendida` y `bloqueada` jugaron la mesa: a la primera se le saca ahora; la otra ya entró sabiéndolo. `personal`
abre la administración sin ningún permiso."""
MANEJADOR = ClientHandler(enforce_csrf_checks=False)
"""Uno para todos los navegadores: cada uno nuevo volvería a recorrer los estáticos."""
JUGADORA, COMPANERA, CASTIGADA = 1, 2, 3


@dataclass
class Escena:
    """Quiénes son, dónde se juega y qué hay que esconder."""

    cuentas: list[Cuenta]
    suya: MesaJugada
    ajena: MesaJugada
    """La de otras cuatro personas."""
    importada: int
    """Un acta que subió la jugadora."""
    importada_ajena: int
    reporte: int
    """Sobre la partida que se está jugando: sólo se ve su primera mano, ya acabada."""
    rama: int
    rama_de_otra: int
    """De su compañera, de la misma partida."""
    rama_ajena: int
    ejercicio: int
    respuesta: dict[str, int]
    """Una de sus opciones, como la manda la página."""
    ejercicio_de_otra: int
    respuesta_de_otra: dict[str, int]
    papeles: dict[str, Cuenta]
    enlace: str
    """De una mesa que espera gente; la ajena, además, deja que la miren."""

    def asiento(self, rol: str) -> int | None:
        """El de quien está sentada a su mesa; los demás papeles no ven nada de ella."""
        return asiento_de(self.suya.juego, JUGADORA) if rol == "jugadora" else None

    def rastros(self, rol: str, bytes_: bytes) -> list[str]:
        """Todo lo que ese papel no debía recibir."""
        hallado = self.suya.rastros_en_juego(bytes_, self.asiento(rol)) + self.ajena.rastros_en_juego(bytes_, None)
        hallado += self.ajena.rastros_terminados(bytes_)
        return hallado if rol == "jugadora" else hallado + self.suya.rastros_terminados(bytes_)

    def navegador(self, rol: str) -> Client:
        """Uno nuevo, ya con su sesión."""
        cliente = Client(raise_request_exception=True)
        cliente.handler = MANEJADOR
        if rol in self.papeles:
            cliente.force_login(self.papeles[rol])
        if rol in ("suspendida", "bloqueada"):
            hasta = None if rol == "bloqueada" else timezone.now() + timedelta(days=7)
            una, _nueva = Suspension.objects.get_or_create(
                cuenta=self.papeles[rol], motivo=rol, defaults={"desde": timezone.now(), "hasta": hasta}
            )
            if rol == "bloqueada":
                sesion = cliente.session
                sesion[SUSPENSION_EN_SESION] = una.pk
                sesion.save()
        return cliente

    def sesion(self, rol: str) -> str:
        """La llave de su sesión, para un socket."""
        galleta = self.navegador(rol).cookies.get(settings.SESSION_COOKIE_NAME)
        return galleta.value if galleta else ""

    def lo_de_otros(self, rol: str) -> list[object]:
        """Lo que no es de ese papel y sólo tocan su dueña o la administración: no cambia por mucho que lo pida."""
        suya = self.papeles.get(rol)
        ramas, actas, ejercicios = (m.objects.exclude(cuenta=suya) for m in (Rama, ActaImportada, Ejercicio))
        return [
            *ramas.order_by("pk").values_list("pk", "borrada"),
            *actas.order_by("pk").values_list("pk"),
            *ejercicios.order_by("pk").values_list("pk", "intentos", "resuelto"),
            *Reporte.objects.order_by("pk").values_list("pk", "decision"),
            *Tarjeta.objects.order_by("pk").values_list("pk", "anulada_en"),
            *Suspension.objects.exclude(motivo=rol).order_by("pk").values_list("pk", "levantada_en"),
        ]


def jugar(cuentas: Sequence[Cuenta], semilla: int) -> MesaJugada:
    """La mesa de los cuatro, con su diario y su historia escritos."""
    mesa = sentar(cuentas, Meta.CIEN)
    juego = de_prueba(mesa, semilla).comenzar().acabar_partida()
    juego.votar(Eleccion.REVANCHA)
    juego.acabar_mano()
    juego.ahora = int(timezone.now().timestamp() * 1000)  # que el turno empiece ahora: con hora vieja ya habría vencido
    juego.seguir()
    assert juego.mesa.fase is Fase.JUGANDO and juego.mesa.partida == 2 and juego.mesa.mano is not None
    al_diario(mesa, juego)
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    return MesaJugada(mesa, mesa.partidas.get(), juego.mesa)


def montar() -> Escena:
    """Las dos mesas y todo lo que se guarda de ellas."""
    cuentas = [suscriptor(nombre) for nombre in ("Mari", "Beto", "Carmen", "Nacho")]
    otras = [suscriptor(nombre) for nombre in ("Ema", "Fito", "Gil", "Hugo")]
    suya, ajena = jugar(cuentas, SEMILLA), jugar(otras, 7)
    administra = Cuenta.objects.create_superuser("admin@prueba.mx", None, nombre="Administra")
    assert analisis_guardar(Analisis.objects.get(partida=suya.terminada), estudio(suya.terminada))
    reporte = reporte_enviar(
        quien_id=cuentas[JUGADORA].pk, senalado_id=cuentas[COMPANERA].pk, hecho=Hecho("mesa", suya.mesa.pk),
        comentario="Me insultó", id_orden=uuid4(), ahora=timezone.now(),
    )  # fmt: skip
    _para_la_administracion(suya, cuentas, administra)
    Mesa.objects.filter(pk=ajena.mesa.pk).update(se_mira=True)
    ejercicio, respuesta = _ejercicio(cuentas[JUGADORA])
    ejercicio_de_otra, respuesta_de_otra = _ejercicio(cuentas[COMPANERA])
    return Escena(
        cuentas=cuentas,
        suya=suya,
        ajena=ajena,
        importada=_importar(cuentas[JUGADORA], suya),
        importada_ajena=_importar(otras[JUGADORA], ajena),
        reporte=reporte,
        rama=_rama(cuentas[JUGADORA], suya),
        rama_de_otra=_rama(cuentas[COMPANERA], suya),
        rama_ajena=_rama(otras[JUGADORA], ajena),
        ejercicio=ejercicio,
        respuesta=respuesta,
        ejercicio_de_otra=ejercicio_de_otra,
        respuesta_de_otra=respuesta_de_otra,
        enlace=_una_que_espera(),
        papeles={
            "vencida": suscriptor("Vencida", vigente=False),
            "ajena": suscriptor("Ajena"),
            "jugadora": cuentas[JUGADORA],
            "suspendida": cuentas[CASTIGADA],
            "bloqueada": cuentas[CASTIGADA],
            "personal": Cuenta.objects.create_user("personal@prueba.mx", None, nombre="Personal", is_staff=True),
            "administra": administra,
        },
    )


def _una_que_espera() -> str:
    quien = suscriptor("Espera")
    mesa = Mesa.objects.create(
        nombre="La de Espera", meta="100", organizador=quien, estado="abierta", enlace="AbCdEfGh_-12", solo_enlace=True
    )
    Lugar.objects.create(mesa=mesa, asiento=0, cuenta=quien, nombre=quien.nombre, respuesta="acepto")
    return str(mesa.enlace)


def _importar(cuenta: Cuenta, de: MesaJugada) -> int:
    contenido = json.dumps(de.terminada.acta).encode()
    return acta_importar(cuenta_id=cuenta.pk, contenido=contenido, nombre="", ahora=timezone.now())[0].pk


def _ejercicio(cuenta: Cuenta) -> tuple[int, dict[str, int]]:
    uno = Ejercicio.objects.filter(cuenta=cuenta).earliest("pk").pk
    problema = problema_de(uno, cuenta.pk)
    assert problema is not None
    ficha, extremo, _valor = problema.valores[0]
    return uno, {"ficha": ficha, "extremo": extremo}


def _rama(cuenta: Cuenta, de: MesaJugada) -> int:
    """La misma primera mano, como rama."""
    cadena = repetir(de.terminada.acta or {})[0].fin.cadena
    jugadas = [list(par) for par in zip(cadena[::3], cadena[1::3], strict=True)]
    return Rama.objects.create(cuenta=cuenta, partida=de.terminada, mano=0, desde=0, jugadas=jugadas, nombre="Otra").pk


def _para_la_administracion(de: MesaJugada, cuentas: Sequence[Cuenta], administra: Cuenta) -> None:
    """Al menos uno de cada cosa que la administración lista."""
    ahora = timezone.now()
    quien = cuentas[COMPANERA]
    Group.objects.create(name="Soporte")
    CorreoPorSalir.objects.create(
        para="x@prueba.mx", motivo="codigo", id_mensaje="1", creado=ahora, caduca=ahora, siguiente=ahora
    )
    Suspension.objects.create(
        cuenta=quien, desde=ahora - timedelta(days=9), hasta=ahora - timedelta(days=2), motivo="x"
    )
    Cobro.objects.create(
        cuenta=quien, plan=Plan.objects.latest("pk"), meses=12, importe=36, moneda="USD", por="stripe", forma="tarjeta",
        creado=ahora, folio=FOLIO, pagado=36, estado="pagado", pagado_en=ahora,
    )  # fmt: skip
    Tarjeta.objects.create(cuenta=quien, color="azul", hecho="z", mesa=de.mesa, partida=1, instante=ahora)
    Charla.objects.create(
        mesa=de.mesa, autor=quien, nombre=quien.nombre, texto="Hola", instante=ahora, id_orden=uuid4()
    )
    MensajeDelAdministrador.objects.create(texto="Hola", enviado=ahora, enviado_por=administra)
    midio = dict.fromkeys(("partidas", "medidas", "a_fondo", "parejas", "personas"), 1)
    informe = InformeDeCalidad.objects.create(semana=date(2026, 1, 5), empezado=ahora, hecho=ahora, resumen=midio)
    veces = dict.fromkeys(("mesas_aparato", "mesas_navegador", "mesas_red", "como_pareja", "como_contrarios"), 1)
    RenglonDeCalidad.objects.create(
        informe=informe, clase="comparten", senalado=True, cuenta=quien, otra=cuentas[JUGADORA],
        datos={**veces, "partidas": [de.terminada.pk]},
    )  # fmt: skip
    recreo_crear(
        cuenta_id=cuentas[0].pk, id_orden=uuid4(), tamano=4, nombre="Recreo", lugar="", meta=Meta.CIEN,
        importe=Decimal(0), ahora=ahora,
    )  # fmt: skip
