"""Una mesa de verdad con servidor de mentira: `reglas.mesa` decide, `vista` pinta y el navegador habla con ella.

La página la arma Django sin base ni proceso; el socket lo contesta Playwright. La hora se adelanta a mano.
"""

import json
import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory

from enlinea.mesa import mensajes as m
from enlinea.mesa.consultas import MiLugar
from enlinea.mesa.paso import paso
from enlinea.mesa.views import _contexto
from enlinea.mesa.vista import como_se_juega, vista
from enlinea.textos.tablero import todos
from reglas.errores import ErrorDeRegla
from reglas.historia import acta_de, partidas_de
from reglas.mano import legales
from reglas.mesa import eventos as ev
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import decidir, plazo_de
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.robo import espera_a_que_robe
from reglas.mesa.tipos import Eleccion, Fase, Modo
from reglas.metas import AQueSeJuega
from reglas.reglamento import AMIGOS, Reglamento
from reglas.sorteo import compromiso_de
from reglas.tipos import Meta

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route, WebSocketRoute

RAIZ = Path(__file__).resolve().parent.parent.parent
CASA = "http://mesa.prueba"
NOMBRES = ("Mari", "Nacho", "Carmen", "Beto")
TIPOS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}
_SIN_DATOS = {m.Comenzar: o.Comenzar, m.Continuar: o.Continuar, m.Salir: o.Salir, m.Robar: o.Robar}
POLITICA = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'; connect-src 'self' ws: wss:"
)


@cache
def leer(ruta: str) -> bytes:
    """Un estático de la casa, por su ruta; los conjuntos también."""
    return Path(str(finders.find(ruta.removeprefix("/static/")))).read_bytes()


class MesaFalsa:
    """El estado, el diario en memoria y los sockets de quienes la miran."""

    con_pasos = True

    def __init__(
        self,
        meta: AQueSeJuega = Meta.CIEN,
        modo: Modo = Modo.NORMAL,
        semilla: int = 1,
        nombres: tuple[str, ...] = NOMBRES,
        reglamento: Reglamento = AMIGOS,
    ) -> None:
        self.meta = meta if reglamento.oficial else reglamento.metas[0]
        self.modo, self.reglamento, self.nombres = modo, reglamento, nombres[: reglamento.asientos]
        self.azar = random.Random(semilla)
        self.ahora = 1_000_000
        self.estado = Mesa()
        self.eventos: list[ev.Evento] = []
        self.sockets: list[tuple[int, WebSocketRoute]] = []
        self.sabe: dict[WebSocketRoute, Mesa] = {}
        """De qué estado tiene la vista cada uno."""
        self.recibidos: list[dict[str, Any]] = []
        self.hechas: dict[UUID, str] = {}
        self.charlas: list[dict[str, Any]] = []
        self.callada = False
        self.llena = False
        """Entran muchos: a quien llega se le dice que ya viene, hasta `sentar`."""
        """No contesta órdenes (las guarda sin aplicar), como si el servidor se trabara."""
        self.latidos = 0
        self.direcciones: list[str] = []
        self.sin_acuse = 0
        """Cuántas órdenes se aplican sin que llegue su acuse ni su vista."""
        self.faltan: tuple[int, ...] = ()
        """«Comenzar» se rechaza: no se han sentado los cuatro."""
        self.juntos: tuple[int, ...] = ()
        """Comparten aparato o red: sin `enterado`, «Comenzar» se rechaza."""
        self.pedir(o.Abrir(self.meta, modo, 0, tuple(range(reglamento.asientos)), reglamento))

    # --- el juego -----------------------------------------------------------------------------------------------------
    def sortear(self) -> ev.Secreto:
        claves = tuple(str(UUID(int=self.azar.getrandbits(128), version=4)) for _ in range(28))
        semilla = f"{self.azar.getrandbits(256):064x}"
        return ev.Secreto(compromiso_de(claves, semilla), claves, semilla)

    def pedir(self, orden: o.Orden, difundir: bool = True) -> None:
        """Decide, pliega y, si procede, manda a cada quien su vista."""
        eventos = decidir(self.estado, orden, self.ahora, self.sortear)
        self.eventos += eventos
        self.estado = plegar(self.estado, eventos)
        if difundir:
            self.difundir()

    def difundir(self) -> None:
        """Como la casa: el paso a quien le basta, la vista a quien no."""
        for persona, socket in list(self.sockets):
            sabe = self.sabe.get(socket) if self.con_pasos else None
            corto = paso(sabe, self.estado, self.ahora) if sabe is not None else None
            suyo = self.estado.ocupantes.index(persona)
            socket.send(corto.para(suyo).decode() if corto is not None else self.vista_de(persona))
            self.sabe[socket] = self.estado

    def vista_de(self, persona: int) -> str:
        return vista(self.estado, self.estado.ocupantes.index(persona), self.ahora).decode()

    def comenzar(self, con_nonces: bool = True) -> None:
        """Reparte la primera mano; los que faltan dan su número."""
        if con_nonces:
            for asiento in range(self.reglamento.asientos):
                if self.estado.nonces[asiento] is None:
                    self.pedir(o.DarNonce(asiento, f"{self.azar.getrandbits(128):032x}"), difundir=False)
        self.pedir(o.Comenzar(0), difundir=False)
        if self.estado.fase is Fase.REPARTIENDO:
            self.avanzar(3_100)
        self.difundir()

    def avanzar(self, ms: int) -> None:
        """Pasa el tiempo y vence lo que toque."""
        hasta = self.ahora + ms
        while (plazo := plazo_de(self.estado)) and plazo <= hasta and self.estado.fase is not Fase.CERRADA:
            self.ahora = plazo
            self.pedir(o.Vencer())
        self.ahora = hasta

    def tirar(self, cual: int = 0, con_nonce: bool = False) -> bool:
        """Juega (o pasa) quien está en turno; falso si la mano ya acabó."""
        mano = self.estado.mano
        if self.estado.fase is not Fase.JUGANDO or mano is None:
            return False
        opciones = legales(mano)
        if not opciones and espera_a_que_robe(self.estado, mano):
            self.pedir(o.Robar(mano.turno))
            return True
        if not opciones:
            self.avanzar(1_200)
            return True
        ficha, extremo = opciones[cual % len(opciones)]
        nonce = f"{self.azar.getrandbits(128):032x}" if con_nonce else None
        self.pedir(o.Tirar(mano.turno, ficha, extremo or None, nonce))
        return True

    def jugar_hasta(self, listo: Any, tope: int = 400) -> None:
        """Juega al azar hasta que `listo(estado)`; entre manos, sigue."""
        for _ in range(tope):
            if listo(self.estado):
                return
            if self.estado.fase is Fase.FIN_DE_MANO:
                self.avanzar(16_000)
            elif not self.tirar(self.azar.randrange(50)):
                break
        assert listo(self.estado), "no se llegó a ese estado; prueba otra semilla"

    # --- el socket ----------------------------------------------------------------------------------------------------
    def conectar(self, socket: "WebSocketRoute", persona: int) -> None:
        self.sockets.append((persona, socket))
        self.direcciones.append(socket.url)
        socket.on_message(lambda texto: self.recibir(persona, socket, str(texto)))
        if self.llena:
            socket.send(m.Codec.escribir(m.Llegando()))
        else:
            self.sentar(socket, persona)

    def sentar(self, socket: "WebSocketRoute", persona: int) -> None:
        """Le toca."""
        cuentas = [(c.desenlace, c.asiento, c.ganadora, c.tantos) for c in self.estado.cuentas]
        personas = [{"nombre": n, "automatico": False, "azules": 0, "rojas": 0} for n in self.nombres]
        datos = {
            "nombre": "La del estribo", "meta": self.meta, "modo": self.modo, "organizador": 0,
            "personas": personas, "yo": persona, "cuentas": cuentas, "juego": self.reglamento.nombre,
            **como_se_juega(self.reglamento),
        }  # fmt: skip
        socket.send(json.dumps({"tipo": "mesa", "version": self.estado.num, "datos": datos}))
        socket.send(self.vista_de(persona))
        self.sabe[socket] = self.estado
        socket.send(json.dumps({"tipo": "charlas", "version": 0, "datos": {"lineas": self.charlas}}))

    def cortar(self) -> None:
        """Se cae el servidor."""
        for _persona, socket in self.sockets:
            socket.close(code=1012)
        self.sockets.clear()

    def recibir(self, persona: int, socket: "WebSocketRoute", texto: str) -> None:
        entrada = m.Codec.leer(texto)
        assert entrada is not None, f"el navegador mandó algo fuera del protocolo: {texto}"
        if self.llena:
            return
        if isinstance(entrada, m.Latido):
            self.latidos += 1
            socket.send(m.Codec.escribir(m.LatidoOido(self.estado.num)))
            return
        self.recibidos.append({"persona": persona, **json.loads(texto)})
        if self.callada:
            return
        if entrada.id_orden in self.hechas:
            socket.send(self.hechas[entrada.id_orden])
            return
        contesta = self._aplicar(persona, entrada)
        self.hechas[entrada.id_orden] = contesta
        if self.sin_acuse:
            self.sin_acuse -= 1
            return
        socket.send(contesta)
        self.difundir()

    def _aplicar(self, persona: int, entrada: Any) -> str:
        asiento = self.estado.ocupantes.index(persona)
        if isinstance(entrada, m.Charla):
            self.decir(persona, entrada.datos.texto)
            return m.Codec.escribir(m.Acuse(self.estado.num, m.DatosAcuse(entrada.id_orden)))
        d = entrada.datos
        orden: o.Orden
        if isinstance(entrada, m.Tirar):
            orden = o.Tirar(asiento, d.ficha, d.extremo or None, d.nonce)
        elif isinstance(entrada, m.DarNonce):
            orden = o.DarNonce(asiento, d.nonce)
        elif isinstance(entrada, m.Elegir):
            orden = o.Elegir(asiento, Eleccion(d.opcion))
        else:
            orden = _SIN_DATOS[type(entrada)](asiento)
        try:
            if self.faltan and isinstance(entrada, m.Comenzar):
                datos = m.DatosRechazo(str(entrada.id_orden), "falta_alguien", faltan=self.faltan)
                return m.Codec.escribir(m.Rechazo(self.estado.num, datos))
            if self.juntos and isinstance(entrada, m.Comenzar) and not d.enterado:
                datos = m.DatosRechazo(str(entrada.id_orden), "comparten", juntos=self.juntos)
                return m.Codec.escribir(m.Rechazo(self.estado.num, datos))
            self.pedir(orden, difundir=False)
        except ErrorDeRegla as error:
            return m.Codec.escribir(m.Rechazo(self.estado.num, m.DatosRechazo(str(entrada.id_orden), error.codigo)))
        return m.Codec.escribir(m.Acuse(self.estado.num, m.DatosAcuse(entrada.id_orden)))

    def despedir(self, codigo: str) -> None:
        """A todos, como el servidor."""
        for _p, socket in self.sockets:
            socket.send(m.Codec.escribir(m.Fuera(m.DatosFuera(codigo))))

    def decir(self, persona: int, texto: str) -> None:
        linea = {"id": len(self.charlas) + 1, "persona": persona, "texto": texto, "hora": "8:17"}
        self.charlas.append(linea)
        for _p, socket in self.sockets:
            socket.send(json.dumps({"tipo": "charlas", "version": 0, "datos": {"lineas": [linea]}}))

    def tarjetas_a_la_vista(self, *personas: tuple[int, int]) -> None:
        """(azules, rojas) de cada persona: cambiaron sin jugada."""
        for _p, socket in self.sockets:
            datos = {"personas": personas}
            socket.send(json.dumps({"tipo": "tarjetas", "version": self.estado.num, "datos": datos}))

    # --- la página ----------------------------------------------------------------------------------------------------
    def abrir(self, pagina: "Page", persona: int = 0) -> "Page":
        """La página de la mesa, como la sirve Django, con este socket."""
        html = self.html()
        pagina.route("**/*", lambda ruta: self._servir(ruta, html))
        pagina.route_web_socket(re.compile("/ws/mesa/"), lambda socket: self.conectar(socket, persona))
        pagina.goto(f"{CASA}/enlinea/mesa/7/")
        pagina.wait_for_function("() => window.AmigosMesa && AmigosMesa.vista")
        return pagina

    def _servir(self, ruta: "Route", html: str) -> None:
        camino = ruta.request.url.removeprefix(CASA).partition("?")[0]
        if camino.startswith("/static/"):
            ruta.fulfill(body=leer(camino), content_type=TIPOS.get(Path(camino).suffix, "text/plain"))
        elif camino == "/enlinea/mesa/7/":
            ruta.fulfill(body=html, content_type="text/html", headers={"Content-Security-Policy": POLITICA})
        elif camino == "/enlinea/mesa/7/historia.json":
            ruta.fulfill(body=json.dumps(self.historia()), content_type="application/json")
        else:
            ruta.fulfill(body="<title>Sala</title><h1>Sala</h1>", content_type="text/html; charset=utf-8")

    def historia(self) -> dict[str, Any]:
        """Las manos terminadas de la partida en curso, como `enlinea:historia`."""
        partida = partidas_de(self.eventos)[-1]
        return {"partida": partida.numero, **acta_de(partida, self.nombres)}

    def html(self) -> str:
        peticion = RequestFactory().get("/enlinea/mesa/7/")
        peticion.user = AnonymousUser()
        lugar = MiLugar(7, "La del estribo", self.meta, self.modo, "lista", True, False, reglamento=self.reglamento)
        return render_to_string("enlinea/mesa/pagina.html", _contexto(peticion, replace(lugar)), peticion)


__all__ = ["CASA", "NOMBRES", "MesaFalsa", "todos"]
