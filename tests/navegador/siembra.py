"""Lo que ya existe cuando empieza una historia: quienes organizan, con su suscripción. Corre dentro de `manage.py`."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from enlinea.clasificacion.servicios.puntos import partidas_sumar
from enlinea.historial.servicios.estadistica import estadisticas_faltantes_guardar
from enlinea.models import Analisis, Lugar, Mesa, Partida, Tarjeta
from enlinea.moderacion.servicios.reportes import Hecho, reporte_enviar
from suscripciones import servicios
from suscripciones.models import Cuenta, Plan, Suscripcion
from tests.enlinea.estadistica.ayudas import guardar
from tests.navegador.casa import clave_de_sesion
from tests.reglas.partidas_conocidas import NOMBRES

ORGANIZADORES = tuple(f"organiza{n}@prueba.mx" for n in (*range(1, 44), 47, 48, 49, *range(59, 96)))


def sembrar() -> None:
    """Cuentas con suscripción, sin contraseña: entran con el código de su correo o con su sesión ya abierta."""
    Plan.objects.filter(clave="anual").update(precio_mxn=690)
    for correo in ORGANIZADORES:
        cuenta = servicios.cuenta_por_correo(correo, correo.partition("@")[0])
        servicios.cuenta_verificar_correo(cuenta)
        servicios.suscripcion_registrar(
            cuenta_id=cuenta.pk,
            plan="anual",
            registrada_por_id=None,
            ahora=timezone.now(),
            origen=Suscripcion.Origen.PASARELA,
        )
        Session.objects.filter(pk=_sesion(cuenta)).update(session_key=clave_de_sesion(correo))


def sembrar_cuartetos(pedidos: dict[str, list[list[str]]]) -> None:
    """Por meta (o «sala», sin mesa todavía), cuatro nombres por cuarteto; escribe sus sesiones en JSON.

    Las mesas quedan listas: los cuatro ya aceptaron.
    """
    hechos: dict[str, list[dict[str, Any]]] = {}
    for meta, grupos in pedidos.items():
        for nombres in grupos:
            cuatro = [_persona(nombre) for nombre in nombres]
            mesa = None if meta == "sala" else _mesa(meta, cuatro)
            sesiones = [_sesion(cuenta) for cuenta in cuatro]
            quienes = {"correos": [c.email for c in cuatro], "cuentas": [c.pk for c in cuatro]}
            uno = {"mesa": mesa, "nombres": nombres, "sesiones": sesiones, **quienes}
            hechos.setdefault(meta, []).append(uno)
    print(json.dumps(hechos))


def sembrar_jefa(con_azul: int) -> None:
    """Quien administra; escribe su sesión. A esa cuenta le deja una azul de antes."""
    jefa = Cuenta.objects.create_superuser(f"jefa-{uuid4().hex[:6]}@prueba.mx", nombre="Jefa")
    Tarjeta.objects.create(cuenta_id=con_azul, color="azul", hecho=f"antes:{con_azul}", instante=timezone.now())
    print(_sesion(jefa))


def sembrar_oficina() -> None:
    """Quien administra; escribe su sesión."""
    print(_sesion(Cuenta.objects.create_superuser(f"oficina-{uuid4().hex[:6]}@prueba.mx", nombre="Jefa")))


def sembrar_reporte(partida: int) -> None:
    """El segundo de esa partida señala al tercero; escribe el número del reporte y la sesión de quien lo atiende."""
    una = Partida.objects.get(pk=partida)
    quien, senalado = una.jugadores.order_by("asiento")[1:3]
    reporte = reporte_enviar(
        quien_id=quien.cuenta_id, senalado_id=senalado.cuenta_id, hecho=Hecho("academia", una.mesa_id, una.numero),
        comentario="Me <b>insultó</b>", id_orden=uuid4(), ahora=timezone.now(),
    )  # fmt: skip
    jefa = Cuenta.objects.create_superuser(f"atiende-{uuid4().hex[:6]}@prueba.mx", nombre="Jefa")
    print(json.dumps({"reporte": reporte, "sesion": _sesion(jefa)}))


def sembrar_expediente(correo: str) -> None:
    """Una cuenta con tarjetas de los dos colores de la mesa y una roja anulada."""
    quien, ahora = _persona("Rosa <i>", correo), timezone.now()
    for n in range(7):
        Tarjeta.objects.create(cuenta=quien, color="amarilla", hecho=f"{correo}:{n}", partida=1, instante=ahora)
    Tarjeta.objects.create(cuenta=quien, color="azul", hecho=f"{correo}:z", instante=ahora)
    anulada = {"anulada_en": ahora, "motivo_de_anulacion": "Era otra persona con el mismo nombre"}
    Tarjeta.objects.create(
        cuenta=quien, color="roja", hecho=f"{correo}:r", motivo="Insultos", instante=ahora, **anulada
    )


def sembrar_suspension(correo: str) -> None:
    """Desde ya y por una semana."""
    ahora = timezone.now()
    servicios.cuenta_suspender(
        cuenta_id=servicios.cuenta_por_correo(correo).pk,
        desde=ahora,
        hasta=ahora + timedelta(days=7),
        motivo="Lenguaje",
    )


def sembrar_partida(nombres: list[str], meta: str = "100", semilla: int = 15) -> None:
    """Una partida ya terminada entre esos cuatro, y analizada; escribe su número y las sesiones en JSON."""
    from enlinea.academia.servicios.analisis import analisis_guardar
    from enlinea.historial.servicios.historia import mesa_proyectar
    from reglas.analisis.estudio import estudio_de
    from tests.enlinea.mesas import de_prueba, renglones_de

    cuatro = [_persona(nombre) for nombre in nombres]
    mesa = Mesa.objects.get(pk=_mesa(meta, cuatro))
    with transaction.atomic():
        mesa_proyectar(mesa.pk, renglones_de(mesa, de_prueba(mesa, semilla).comenzar().acabar_partida()))
        # lo toma antes que el barrido de la casa: si los dos lo hicieran, el otro guardaría el suyo cuando pudiera
        Analisis.objects.filter(partida__mesa=mesa).update(tomado_hasta=timezone.now() + timedelta(hours=1))
    Mesa.objects.filter(pk=mesa.pk).update(estado="cerrada", proyectada=True)
    Lugar.objects.filter(mesa=mesa).update(activo=False)
    partida = mesa.partidas.get()
    analisis_guardar(partida.analisis, estudio_de(partida.acta))
    sesiones = [_sesion(cuenta) for cuenta in cuatro]
    print(json.dumps({"partida": partida.pk, "manos": len(partida.acta["manos"]), "sesiones": sesiones}))


def sembrar_otro_juego(correo: str) -> None:
    """Una partida a Música de tres, ya terminada, de esa cuenta con otras dos; escribe su número."""
    from enlinea.historial.servicios.historia import mesa_proyectar
    from enlinea.models import PartidaDeOtroJuego
    from tests.enlinea.mesas import de_prueba, renglones_de, sentar

    tres = [Cuenta.objects.get(email=correo), _persona("Beto"), _persona("Carmen <b>")]
    mesa = sentar(tres, "100", juego="musica-3-0-7")
    mesa_proyectar(mesa.pk, renglones_de(mesa, de_prueba(mesa).comenzar().acabar_partida()))
    Mesa.objects.filter(pk=mesa.pk).update(estado="cerrada", proyectada=True)
    Lugar.objects.filter(mesa=mesa).update(activo=False)
    print(json.dumps(PartidaDeOtroJuego.objects.get(mesa=mesa).pk))


def sembrar_conocidas() -> None:
    """Mari, Beto, Carmen y Nacho (conocidas-0 a 3), con las cuatro partidas conocidas; Mari, en el asiento 0."""
    cuatro = [_persona(nombre, f"conocidas-{n}@prueba.mx") for n, nombre in enumerate(NOMBRES)]
    for cual in range(4):
        guardar(cuatro, cual, dia=cual)
    estadisticas_faltantes_guardar()
    partidas_sumar()
    for cuenta in cuatro:
        Session.objects.filter(pk=_sesion(cuenta)).update(session_key=clave_de_sesion(cuenta.email))


def sembrar_estadistica(correo: str, cuantas: int) -> None:
    """Una cuenta con tantas partidas ya jugadas: las cuatro conocidas, una tras otra, con gente que se turna."""
    yo = _persona("Mari", correo)
    otros = [_persona(nombre) for nombre in ("Beto", "Carmen <b>", "Nacho", "Doña Chayo", "Toño")]
    for n in range(cuantas):
        uno, pareja, otro = (otros[(n // 8 + salto) % 5] for salto in (0, 1, 2))
        nombre = "=La de <i>siempre</i>" if n == cuantas - 1 else ""
        guardar([yo, uno, pareja, otro], n % 4, dia=n, **({"nombre": nombre} if nombre else {}))
    estadisticas_faltantes_guardar()
    partidas_sumar()


def _persona(nombre: str, correo: str = "") -> Cuenta:
    correo = correo or f"{uuid4().hex[:12]}@prueba.mx"
    cuenta = Cuenta.objects.create(email=correo, nombre=nombre, password="!sin-clave")
    servicios.cuenta_verificar_correo(cuenta)
    servicios.suscripcion_registrar(
        cuenta_id=cuenta.pk,
        plan="anual",
        registrada_por_id=None,
        ahora=timezone.now(),
        origen=Suscripcion.Origen.PASARELA,
    )
    return cuenta


def _mesa(meta: str, cuatro: list[Cuenta]) -> int:
    mesa = Mesa.objects.create(nombre="La del estribo", meta=meta, modo="normal", organizador=cuatro[0], estado="lista")
    # a los diez minutos de lista sin nadie, el barrido la deshace; y a ésta quizá le toque su historia mucho después
    Mesa.objects.filter(pk=mesa.pk).update(creada=timezone.now() + timedelta(days=1))
    for asiento, cuenta in enumerate(cuatro):
        Lugar.objects.create(mesa=mesa, asiento=asiento, cuenta=cuenta, nombre=cuenta.nombre, respuesta="acepto")
    return int(mesa.pk)


def _sesion(cuenta: Cuenta) -> str:
    sesion = SessionStore()
    sesion[SESSION_KEY], sesion[BACKEND_SESSION_KEY] = str(cuenta.pk), settings.AUTHENTICATION_BACKENDS[0]
    sesion[HASH_SESSION_KEY] = cuenta.get_session_auth_hash()
    sesion.save()
    return str(sesion.session_key)


def sembrar_torneo(correo: str) -> None:
    """Uno de nueve con la primera partida cerrada y la segunda publicada; escribe su código, la clave de su mesa 1, el
    código de otro por abrir y el enlace con que se dejan de recibir convocatorias.

    En una transacción: el barrido de la casa no ve el ensayo pendiente.
    """
    from suscripciones import baja
    from tests.torneos.salon import abrir, emparejar_aqui
    from torneos.servicios import ensayo

    ensayo.aparte.correr = emparejar_aqui  # type: ignore[assignment]
    with transaction.atomic():
        salon = abrir(personas=9, previstas=3, cuenta=Cuenta.objects.get(email=correo))
        salon.jugar()
        salon.pedir("restriccion_poner", uno=1, otro=2, tipo="prohibido", motivo="Son hermanos")
        salon.publicar()
        salon.pedir("juez_llamar", partida=2, mesa=2, texto="¿Vale la mula?")
        cuenta = Cuenta.objects.get(email=correo)
        por_abrir = abrir(personas=0, cuenta=cuenta).fila.codigo
    de_baja = baja.camino(cuenta.pk, baja.Aviso.TORNEOS)
    sembrado = {"codigo": salon.fila.codigo, "clave": salon.mesas()[0].clave, "por_abrir": por_abrir, "baja": de_baja}
    print(json.dumps(sembrado))


def sembrar_salon(correo: str, personas: int) -> None:
    """Un salón con esas personas y nombres como los de verdad, en su segunda partida; escribe su código."""
    from tests.torneos.salon import NOMBRES, abrir, emparejar_aqui
    from torneos.servicios import Persona, ensayo

    ensayo.aparte.correr = emparejar_aqui  # type: ignore[assignment]
    apellidos = ("Fuentes Ruiz", "Solís", "Medina de la Garza", "Arce", "Villavicencio", "Campos y Zamora")
    gente = [Persona(f"{NOMBRES[n % 24]} {apellidos[n // 24 % 6]} {n}") for n in range(personas)]
    salon = abrir(personas=0, previstas=9, cuenta=Cuenta.objects.get(email=correo))
    salon.pedir("inscritos_agregar", personas=gente, llegaron=True)
    # sólo publicar va en una transacción (el barrido de la casa no ve el ensayo): con 256, todo junto la detendría
    with transaction.atomic():
        salon.publicar()
    for mesa in salon.mesas():
        salon.capturar(mesa)
    salon.pedir("partida_cerrar", partida=1)
    with transaction.atomic():
        salon.publicar()
    print(json.dumps({"codigo": salon.fila.codigo}))
