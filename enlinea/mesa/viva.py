"""Una mesa en memoria: recibe órdenes, las decide, las mete al diario y, ya confirmadas, contesta y difunde.

Es sólo caché del diario. Nada aquí espera: una orden entra al lote y su aviso llega al lazo. Mientras una orden de la
mesa espera su lote, las demás hacen fila; las cuatro vistas se arman del estado confirmado, nunca de uno a medias.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol
from uuid import UUID

from config.base.medidas import RECHAZOS
from enlinea.diario.diario import CASA, ESQUEMA, escribir_eventos, leer_eventos
from enlinea.diario.lotes import ENTRO, OTRO_SE_ADELANTO, Aviso
from enlinea.diario.renglon import Renglon
from enlinea.diario.sorteo import sortear
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.mensajes import Acuse, Codec, DatosAcuse, DatosRechazo, Rechazo
from enlinea.mesa.paso import paso
from enlinea.mesa.vista import con_acuse, publica, vista
from reglas.errores import ErrorDeRegla
from reglas.mesa.decidir import decidir
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.ordenes import Orden, Robar, Tirar
from reglas.mesa.relojes import Plazos
from reglas.mesa.tipos import Fase

FILA_MAXIMA = 32
RECORDADAS = 32
"""Órdenes que se contestan igual si se repiten, entre éstas y el doble. Quien repite su tirada no ha hecho otra, y sin
él la mesa no avanza más de una vuelta: sobran. Con mil mesas, cada una de más es memoria.
"""
RELEER_CADA = 500
"""Milisegundos: a quien dice haber visto más que nosotros se le cree, pero no una lectura por mensaje.

Menos de lo que el navegador tarda en repetir (`static/js/mesa/conexion.js`): a la siguiente ya se lee.
"""

Armar = Callable[[Mesa], Orden]
"""Hace la orden con el asiento que la persona tiene en ESE estado."""


class Pedido(NamedTuple):
    """Una orden por decidir; `conexion` None si la pide la casa."""

    armar: Armar
    id_orden: UUID
    version: int
    persona: int
    conexion: Conexion | None


class Entorno(Protocol):
    """Lo que la mesa necesita de su proceso."""

    plazos: Plazos

    def ahora(self) -> int:
        """La hora de las mesas, ms: con ella se mide."""

    def fecha(self) -> int:
        """La de la base, ms desde 1970: cuándo fue."""

    def anexar(self, renglon: Renglon, aviso: Aviso) -> None:
        """Al lote."""

    def releer(self, mesa: "MesaViva", pedido: Pedido) -> None:
        """Otro se adelantó: traer lo que falta y llamar a `al_releer`."""

    def cambio(self, mesa: "MesaViva", antes: Mesa) -> None:
        """Quedó confirmado un renglón nuestro."""

    def rearmar(self, mesa: "MesaViva") -> None:
        """Una orden de la casa no se pudo escribir: su plazo sigue pendiente."""

    def a_quien_mira(self, mesa: "MesaViva") -> None:
        """Los cuatro ya tienen lo nuevo."""


class MesaViva:
    """El estado, quién la mira y la fila de pedidos de una mesa."""

    def __init__(self, id_de_mesa: int, estado: Mesa, entorno: Entorno) -> None:
        self.id = id_de_mesa
        self.estado = estado
        self.turno_desde = estado.num
        self.antes_de_partida = Mesa()
        """El estado justo antes de la partida en curso, si este proceso la vio comenzar; si no, el de antes de todo."""
        self.conexiones: set[Conexion] = set()
        self.mirones: set[Conexion] = set()
        """Los que miran sin estar sentados: no son presencia, no ordenan y van después de los cuatro."""
        self.salieron: set[int] = set()
        """Las personas ausentes que se fueron a propósito: sólo abrir la mesa otra vez las devuelve (EL9).

        Del diario se sabe por quién dio la orden: a quien se pierde lo ausenta la casa.
        """
        self.ocupada = False
        self._sobre = 0
        """El `num` sobre el que se decidió lo que espera su lote; negativo, si aún no se decide."""
        self._releida = 0
        self._entorno = entorno
        self._fila: deque[Pedido] = deque()
        self._hechas: dict[UUID, int] = {}
        self._de_antes: dict[UUID, int] = {}

    # --- pedir --------------------------------------------------------------------------------------------------------
    def pedir(self, pedido: Pedido, releido: bool = False) -> None:
        """Decide ahora o hace fila. La respuesta va a la conexión que lo pidió.

        Sobre menos de lo que vio quien pide sólo se decide si ya se releyó por su orden: antes se le negaba su turno.
        """
        hecha = self._hechas.get(pedido.id_orden) or self._de_antes.get(pedido.id_orden)
        if hecha is not None:
            _acusar(pedido, hecha)
        elif not self.ocupada:
            if releido or pedido.version <= self.estado.num:
                self._decidir(pedido)
            elif self._entorno.ahora() - self._releida > RELEER_CADA:
                self._ponerse_al_dia(pedido)
            else:
                rechazar(pedido.conexion, pedido.id_orden, "reintenta", self.estado.num)
        elif len(self._fila) < FILA_MAXIMA:
            self._fila.append(pedido)
        else:
            rechazar(pedido.conexion, pedido.id_orden, "despacio", self.estado.num)

    def _ponerse_al_dia(self, pedido: Pedido) -> None:
        """Quien pide vio más de lo que este proceso sabe: lo confirmó otro, que quizá murió antes de avisar (EL10)."""
        self._releida = self._entorno.ahora()
        self.ocupada, self._sobre = True, -1
        self._entorno.releer(self, pedido)

    def _decidir(self, pedido: Pedido) -> None:
        estado = self.estado
        ahora = self._entorno.ahora()
        try:
            orden = pedido.armar(estado)
            if type(orden) is Tirar or type(orden) is Robar:
                self._exigir_turno(estado, orden, pedido.version)
            eventos = decidir(estado, orden, ahora, sortear, self._entorno.plazos)
        except ErrorDeRegla as error:
            rechazar(pedido.conexion, pedido.id_orden, error.codigo, estado.num)
            return
        despues = plegar(estado, eventos)
        asiento = CASA if pedido.persona < 0 else estado.ocupantes.index(pedido.persona)
        texto = escribir_eventos(eventos)
        renglon = Renglon(self.id, despues.num, pedido.id_orden, asiento, ESQUEMA, texto, self._entorno.fecha())
        self.ocupada, self._sobre = True, estado.num
        self._entorno.anexar(renglon, lambda resultado: self._al_confirmar(resultado, pedido, despues))

    def _exigir_turno(self, estado: Mesa, orden: Tirar | Robar, version: int) -> None:
        """Tirar y robar nombran el turno que se vio; lo demás que haya cambiado no la hace vieja."""
        mano = estado.mano
        if version < self.turno_desde and mano is not None and mano.turno == orden.asiento:
            raise ErrorDeRegla("vieja")

    def _al_confirmar(self, resultado: int, pedido: Pedido, despues: Mesa) -> None:
        if resultado == ENTRO:
            antes = self.estado
            if despues.num > antes.num:  # si no, ya llegó por un aviso, y quizá con lo que le siguió
                self._poner(despues)
            self._recordar(pedido.id_orden, despues.num)
            try:
                self.difundir(pedido, antes)
                if despues.detenido and pedido.persona >= 0:
                    self._sacar_si_salio(pedido.persona, antes)
                self._entorno.cambio(self, antes)
            finally:
                # falle lo que falle al contarlo, ya está en el diario: la mesa sigue
                self._seguir()
        elif resultado == OTRO_SE_ADELANTO:
            self._entorno.releer(self, pedido)
        else:
            self.al_no_poder(pedido)

    def al_no_poder(self, pedido: Pedido) -> None:
        """La base no contestó: nada se hizo y se dice; lo de la casa se vuelve a intentar."""
        rechazar(pedido.conexion, pedido.id_orden, "reintenta", self.estado.num)
        self._seguir()
        if pedido.conexion is None:
            self._entorno.rearmar(self)

    def _seguir(self) -> None:
        """Atiende la fila hasta que una vuelva a esperar su lote."""
        self.ocupada = False
        while self._fila and not self.ocupada:
            self.pedir(self._fila.popleft())

    # --- lo que llega del diario --------------------------------------------------------------------------------------
    def al_releer(self, renglones: list[Renglon], pedido: Pedido | None = None) -> None:
        """Lo que otros confirmaron; luego `pedido`, que no entró o que esperaba esto, se decide, y sigue la fila.

        Si no hay nada nuevo desde que se decidió (lo nuevo pudo llegar antes, por un aviso), lo que chocó fue su
        `id_orden`: es una orden vieja que ya se había hecho.
        """
        hubo = self.plegar(renglones)
        if hubo:
            self.difundir()
        if pedido is not None:
            self.ocupada = False
            if self.estado.num > self._sobre:
                self.pedir(pedido, releido=True)
            else:
                _acusar(pedido, self.estado.num)
        if not self.ocupada:
            self._seguir()

    def plegar(self, renglones: list[Renglon]) -> bool:
        """Pone al día el estado y lo que no está en él: órdenes hechas y quién salió. Falso si no había nada nuevo.

        Así también se carga del diario: quien salió a propósito sigue fuera tras un reinicio (EL9, D156).
        """
        nuevos = [r for r in renglones if r.num > self.estado.num]
        for renglon in nuevos:
            antes = self.estado
            self._poner(plegar(antes, leer_eventos(renglon.eventos)))
            self._recordar(renglon.id_orden, renglon.num)
            if self.estado.detenido and renglon.asiento != CASA:
                self._sacar_si_salio(self.estado.ocupantes[renglon.asiento], antes)
        return bool(nuevos)

    def _poner(self, estado: Mesa) -> None:
        if estado.mano is not self.estado.mano or estado.fase is not self.estado.fase:
            self.turno_desde = estado.num
        if estado.partida != self.estado.partida:
            self.antes_de_partida = self.estado
        if self.salieron:
            self.salieron = {p for p in self.salieron if estado.ausentes[estado.ocupantes.index(p)]}
        self.estado = estado

    def _recordar(self, id_orden: UUID, num: int) -> None:
        """Entre RECORDADAS y el doble; lo más viejo se tira de una vez."""
        if len(self._hechas) >= RECORDADAS:
            self._de_antes, self._hechas = self._hechas, {}
        self._hechas[id_orden] = num

    # --- quién está ---------------------------------------------------------------------------------------------------
    def conexion_de(self, persona: int) -> Conexion | None:
        """Su pestaña que latió al último, si tiene alguna aquí."""
        suyas = [c for c in self.conexiones if c.persona == persona]
        return max(suyas, key=_latido) if suyas else None

    def conexiones_de(self, persona: int) -> int:
        """Cuántas pestañas tiene aquí."""
        return sum(c.persona == persona for c in self.conexiones)

    def falta(self, persona: int) -> bool:
        """Si ya se le declaró ausente."""
        return bool(self.estado.ausentes[self.estado.ocupantes.index(persona)])

    def _sacar_si_salio(self, persona: int, antes: Mesa) -> None:
        """Lo pidió ella y quedó ausente: se despiden todas sus pestañas y aparatos, o un latido la regresaría (EL9)."""
        asiento = self.estado.ocupantes.index(persona)
        if not self.estado.ausentes[asiento] or antes.ausentes[asiento]:
            return
        self.salieron.add(persona)
        for conexion in self.conexiones:
            if conexion.persona == persona:
                conexion.salida.despedir("saliste")

    def estan_todos(self) -> bool:
        """Si las personas de la mesa tienen todas su socket en este proceso."""
        aqui = {c.persona for c in self.conexiones}
        return all(persona < 0 or persona in aqui for persona in self.estado.ocupantes)

    def laten_todos(self, desde: float) -> bool:
        """Si hay cuatro pestañas o más y todas latieron después: lo de siempre, y barato de ver."""
        if len(self.conexiones) < 4 or not self.estan_todos():
            return False
        return all(c.latido > desde for c in self.conexiones)

    # --- difundir -----------------------------------------------------------------------------------------------------
    def difundir(self, pedido: Pedido | None = None, antes: Mesa | None = None) -> None:
        """La vista de cada asiento, a cada una de sus pestañas; en la suya, el acuse de quien lo pidió.

        A quien ya tiene la de `antes` le basta el paso. A quien va lento el acuse le va aparte: una vista que espera
        puede no salir nunca.
        """
        ahora = self._entorno.ahora()
        estado = self.estado
        corto = None if antes is None else paso(antes, estado, ahora)
        comun: bytes | None = None
        quien = pedido.conexion if pedido is not None else None
        if quien is not None and pedido is not None and not (quien in self.conexiones and quien.salida.libre):
            _acusar(pedido, estado.num)
            quien = None
        for conexion in self.conexiones:
            asiento = estado.ocupantes.index(conexion.persona)
            if corto is not None and conexion.pasos and conexion.salida.sigue_de(corto.de):
                suya = corto.para(asiento)
            else:
                comun = comun or publica(estado, ahora)
                suya = vista(estado, asiento, ahora, comun)
            if conexion is quien and pedido is not None:
                suya = con_acuse(suya, pedido.id_orden)
            conexion.salida.vista(suya, estado.num)
        if self.mirones:
            self._entorno.a_quien_mira(self)

    def presentar(self, conexion: Conexion) -> None:
        """La vista, a quien llega."""
        ahora, estado = self._entorno.ahora(), self.estado
        if estado.fase is not Fase.SIN_ABRIR:
            suya = vista(estado, estado.ocupantes.index(conexion.persona), ahora)
            conexion.salida.vista(suya, estado.num)


def _latido(conexion: Conexion) -> float:
    return conexion.latido


def _acusar(pedido: Pedido, num: int) -> None:
    if pedido.conexion is not None:
        pedido.conexion.salida.responder(Codec.octetos(Acuse(num, DatosAcuse(pedido.id_orden))))


def rechazar(
    conexion: Conexion | None,
    id_orden: UUID | str,
    codigo: str,
    num: int,
    espera: int = 0,
    faltan: tuple[int, ...] = (),
    juntos: tuple[int, ...] = (),
) -> None:
    """Contesta que no se hizo nada y por qué; a la casa no hay a quién.

    `espera`: en segundos, para `despacio`. `faltan` y `juntos`: los asientos, para `falta_alguien` y `comparten`.
    """
    if conexion is not None:
        RECHAZOS.sumar(codigo)
        datos = DatosRechazo(str(id_orden), codigo, espera, faltan, juntos)
        conexion.salida.responder(Codec.octetos(Rechazo(num, datos)))
