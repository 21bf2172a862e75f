"""De un acta válida a lo que cabe en un Recreo: textos, correos y fechas, con el error dicho en palabras."""

import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.comun.correo import correo_normal
from recreo.servicios import Fechas
from recreo.servicios.anotacion import MANOS_MAXIMAS
from reglas.actas import ActaRecreo, Horario, JugadorActa
from reglas.conformidad import Parecer
from reglas.recreo import MesaJugada, PartidaJugada
from reglas.roles import rol_de

LARGO_DE_NOMBRE = 40
LARGO_DE_RECREO = 60
LARGO_DE_CORREO = 254
LARGO_DE_MOTIVO = 200
ANIOS = range(1900, 3000)

TEXTOS: Mapping[str, Any] = {
    "archivo_ilegible": gettext_lazy("No se pudo leer «%(archivo)s» (%(motivo)s). Revisa nombre y permisos."),
    "archivo_grande": gettext_lazy("El archivo pasa de %(maximo)s MB: no parece un acta. Revisa cuál elegiste."),
    "falta_archivo": gettext_lazy("Falta el archivo. Escoge el acta que bajaste: termina en .json."),
    "json_invalido": gettext_lazy("El archivo no es JSON válido. Revisa que esté completo."),
    "regla": gettext_lazy("%(texto)s"),
    "organizador_desconocido": gettext_lazy("No hay ninguna cuenta con el correo %(correo)s. Revisa --organizador."),
    "sin_cuenta": gettext_lazy("La cuenta del organizador está desactivada. Pide a la administración que la reactive."),
    "suspendido": gettext_lazy("El organizador está suspendido y no puede organizar. Elige a otra persona."),
    "suscripcion_vencida": gettext_lazy("La suscripción del organizador venció. Renuévala y vuelve a importar."),
    "suscripcion_ninguna": gettext_lazy("El organizador no tiene suscripción, y hace falta una para organizar."),
    "organizador_ocupado": gettext_lazy(
        "%(correo)s ya está en el Recreo «%(recreo)s» (%(codigo_recreo)s), que no ha terminado. "
        "Termínalo o cancélalo antes de importar."
    ),
    "jugador_ocupado": gettext_lazy(
        "El jugador %(numero)s, %(correo)s, ya está en el Recreo «%(recreo)s» (%(codigo_recreo)s), que no ha "
        "terminado. Termínalo o cancélalo, o quita su correo del acta."
    ),
    "ya_en_otro_recreo": gettext_lazy("Una persona del acta ya está en otro Recreo sin terminar. Quita su correo."),
    "acta_ya_importada": gettext_lazy(
        "Esta acta ya se importó: es el Recreo «%(recreo)s» (%(codigo_recreo)s). Si de verdad la quieres dos veces, "
        "usa --otra-vez."
    ),
    "importe_invalido": gettext_lazy("El importe debe ir de 0 a 99999.99. Corrígelo en el acta."),
    "falta_nombre": gettext_lazy("El Recreo no tiene nombre. Ponlo en «nombre»."),
    "faltan_nombres": gettext_lazy("Faltan los nombres de los jugadores %(lista)s. Complétalos en el acta."),
    "nombre_repetido": gettext_lazy(
        "El nombre «%(nombre)s» lo llevan los números %(otro)s y %(numero)s. Distínguelos, por ejemplo con su apellido."
    ),
    "correo_repetido": gettext_lazy(
        "El correo %(correo)s lo llevan los números %(otro)s y %(numero)s. Deja uno: el 1 lleva el de quien organiza."
    ),
    "texto_largo": gettext_lazy("«%(campo)s» pasa de %(maximo)s letras. Acórtalo."),
    "texto_raro": gettext_lazy("«%(campo)s» trae caracteres que no se pueden escribir. Vuelve a teclearlo."),
    "correo_invalido": gettext_lazy("El correo «%(correo)s» no es válido. Corrígelo o quítalo."),
    "castigo_invalido": gettext_lazy("Un castigo va de 1 a %(maximo)s tantos. Corrígelo en el acta."),
    "muchas_manos": gettext_lazy("Una mesa tiene a lo más %(maximo)s manos. Revisa que no estén repetidas."),
    "falta_partida": gettext_lazy("Esta partida no viene y hay otras después. Agrégala: se juegan en orden."),
    "faltan_mesas": gettext_lazy(
        "No puede empezar: en la partida anterior falta cerrar las mesas %(lista)s. Ponles su «fin»."
    ),
    "fecha_invalida": gettext_lazy("«%(campo)s» dice «%(valor)s» y no se entiende. Usa 2026-03-08 o 2026-03-08T18:30."),
    "fechas_en_desorden": gettext_lazy("Empieza antes de que acabe la anterior, o acaba antes de empezar. Revisa."),
}
_LUGARES = {
    "partida": gettext_lazy("partida %(n)s"),
    "mesa": gettext_lazy("mesa %(n)s"),
    "jugador": gettext_lazy("jugador %(n)s"),
}


class ErrorDeActa(Exception):
    """El acta no se importó y no quedó nada. `codigo` es estable; `datos` dice dónde (partida, mesa, jugador)."""

    def __init__(self, codigo: str, /, **datos: Any) -> None:
        super().__init__(codigo)
        self.codigo = codigo
        self.datos = datos

    def mensaje(self) -> str:
        """Texto para la persona: dónde, qué pasó y qué hacer."""
        if self.codigo not in TEXTOS:
            texto = _("No se pudo importar (%(codigo)s). Revisa el acta.") % {"codigo": self.codigo}
        else:
            numeros = self.datos.get("mesas") or self.datos.get("numeros") or ()
            texto = TEXTOS[self.codigo] % {**self.datos, "lista": ", ".join(map(str, numeros))}
        if self.codigo == "regla":  # las reglas ya dicen dónde
            return texto
        donde = ", ".join(str(t % {"n": self.datos[k]}) for k, t in _LUGARES.items() if k in self.datos)
        return f"{donde[0].upper()}{donde[1:]}. {texto}" if donde else texto

    def __str__(self) -> str:
        return self.mensaje()


def limpiar(acta: ActaRecreo) -> ActaRecreo:
    """El acta con los textos como se guardan y las partidas en orden y sin las que no han empezado."""
    partidas = _empezadas(acta)
    for p in partidas:
        for m in p.mesas:
            if len(m.manos) > MANOS_MAXIMAS:
                raise ErrorDeActa("muchas_manos", partida=p.numero, mesa=m.numero, maximo=MANOS_MAXIMAS)
    return replace(
        acta := _renumerar(acta),
        nombre=_texto("nombre", acta.nombre, LARGO_DE_RECREO),
        lugar=_texto("lugar", acta.lugar, LARGO_DE_RECREO),
        procedencia=_texto("procedencia", acta.procedencia or "", LARGO_DE_RECREO) or None,
        jugadores=tuple(_jugador(j) for j in sorted(acta.jugadores, key=lambda j: j.numero)),
        suplentes=tuple(_jugador(j) for j in acta.suplentes),
        recreo=replace(acta.recreo, partidas=tuple(_con_motivos(p) for p in _empezadas(acta))),
    )


def _con_motivos(p: PartidaJugada) -> PartidaJugada:
    """Los motivos de las objeciones, como se guardan; sin objeción no lo hay."""

    def limpio(m: MesaJugada, x: Parecer) -> Parecer:
        try:
            return replace(x, motivo="" if x.conforme else _texto("motivo", x.motivo, LARGO_DE_MOTIVO))
        except ErrorDeActa as e:
            e.datos.update(partida=p.numero, mesa=m.numero, jugador=x.jugador)
            raise

    return replace(p, mesas=tuple(replace(m, pareceres=tuple(limpio(m, x) for x in m.pareceres)) for m in p.mesas))


def _renumerar(acta: ActaRecreo) -> ActaRecreo:
    """Los suplentes, seguidos: así los numera el Recreo conforme entran. Los del acta pueden llevar huecos."""
    nuevo = {s.numero: acta.recreo.tamano + n for n, s in enumerate(acta.suplentes, start=1)}
    r = acta.recreo
    partidas = tuple(
        replace(p, castigos=tuple(replace(c, jugador=nuevo.get(c.jugador, c.jugador)) for c in p.castigos))
        for p in r.partidas
    )
    relevos = tuple(replace(x, jugador=nuevo.get(x.jugador, x.jugador)) for x in r.relevos)
    return replace(
        acta,
        suplentes=tuple(replace(s, numero=nuevo[s.numero]) for s in acta.suplentes),
        recreo=replace(r, partidas=partidas, relevos=relevos),
    )


def _empezadas(acta: ActaRecreo) -> tuple[PartidaJugada, ...]:
    """Un acta a medias puede traer preparadas, vacías, las partidas que siguen a la que está en juego."""
    partidas = sorted(acta.recreo.partidas, key=lambda p: p.numero)
    for esperada, p in enumerate(partidas, start=1):
        if p.numero != esperada:
            raise ErrorDeActa("falta_partida", partida=esperada)
    rol = rol_de(acta.recreo.tamano, acta.recreo.rol)
    while len(partidas) > 1 and _vacia(partidas[-1]) and not _cerrada(rol.partidas[len(partidas) - 2], partidas[-2]):
        partidas.pop()
    return tuple(partidas)


def _vacia(p: PartidaJugada) -> bool:
    sin_nada = all(m.salidor is None and not m.manos and m.fin is None for m in p.mesas)
    return sin_nada and not p.castigos


def _cerrada(del_rol: Any, p: PartidaJugada) -> bool:
    return len(p.mesas) == len(del_rol.mesas) and all(m.fin is not None for m in p.mesas)


def _jugador(j: JugadorActa) -> JugadorActa:
    try:
        return JugadorActa(j.numero, _texto("nombre", j.nombre, LARGO_DE_NOMBRE), _correo(j.correo))
    except ErrorDeActa as e:
        e.datos["jugador"] = j.numero
        raise


def _texto(campo: str, valor: str, maximo: int) -> str:
    limpio = " ".join(valor.split())
    if len(limpio) > maximo:
        raise ErrorDeActa("texto_largo", campo=campo, maximo=maximo)
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in limpio):
        raise ErrorDeActa("texto_raro", campo=campo)
    return limpio


def _correo(valor: str | None) -> str | None:
    limpio = correo_normal(valor or "")
    if not limpio:
        return None
    try:
        validate_email(limpio)
    except ValidationError:
        raise ErrorDeActa("correo_invalido", correo=limpio[:80]) from None
    if len(limpio) > LARGO_DE_CORREO:
        raise ErrorDeActa("correo_invalido", correo=limpio[:80])
    return limpio


def avisos(acta: ActaRecreo, organizador: str) -> tuple[str, ...]:
    """Lo que se decidió distinto del acta, dicho a quien importa."""
    suyo = acta.jugadores[0].correo
    if suyo is None or suyo == organizador:
        return ()
    texto = _("En el acta el número 1 es %(acta)s; queda con %(organizador)s, que organiza.")
    return (texto % {"acta": suyo, "organizador": organizador},)


def fechas_de(acta: ActaRecreo) -> dict[int, Fechas] | None:
    """Cuándo se jugó cada partida; None si el acta no dice ninguna fecha. Lo que falta se toma de lo anterior."""
    horarios = {h.partida: h for h in acta.horarios}
    fecha = _instante("fecha", acta.fecha, None)
    ultimo = fecha
    fechas: dict[int, Fechas] = {}
    for p in acta.recreo.partidas:
        h = horarios.get(p.numero, Horario(p.numero))
        try:
            inicio = _instante("inicio", h.inicio, ultimo) or ultimo
            termino = _instante("termino", h.termino, inicio)
        except ErrorDeActa as e:
            e.datos["partida"] = p.numero
            raise
        ultimo = termino or inicio
        if inicio is not None:
            fechas[p.numero] = Fechas(inicio, termino)
    if not fechas:
        return None
    primera = min(fechas)
    antes = {n: Fechas(fechas[primera].inicio, fechas[primera].inicio) for n in range(1, primera)}
    return {**antes, **fechas}


def _instante(campo: str, texto: str | None, antes: datetime | None) -> datetime | None:
    """ISO 8601: día, día y hora, o sólo la hora (la primera que haya después de `antes`)."""
    if texto is None:
        return None
    leido = _leer_fecha(texto.strip(), antes)
    if leido is None or leido.year not in ANIOS:
        raise ErrorDeActa("fecha_invalida", campo=campo, valor=texto[:40])
    return leido if timezone.is_aware(leido) else timezone.make_aware(leido)


def _leer_fecha(texto: str, antes: datetime | None) -> datetime | None:
    try:
        return datetime.fromisoformat(texto)
    except ValueError:
        pass
    try:
        hora = time.fromisoformat(texto)
    except ValueError:
        return None
    if antes is None or hora.tzinfo is not None:
        return None
    leido = timezone.make_aware(datetime.combine(timezone.localdate(antes), hora))
    return leido if leido >= antes else leido + timedelta(days=1)
