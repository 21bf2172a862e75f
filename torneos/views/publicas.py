"""Lo que ve cualquiera: los torneos, dónde juego, la tabla, la tele y los archivos (TO2, TO30)."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from config.base.contador import sumar
from config.comun.hoja_de_calculo import csv_de, descarga_csv
from config.comun.qr import completo, qr_de
from config.servidor.red import direccion_de_peticion, red_de
from recreo.errores import ErrorDeServicio
from torneos import consultas, servicios
from torneos.consultas.puestos import puesto_de_sesion
from torneos.estado import EstadoTorneo
from torneos.formas_de_conjuntos import FormaDeConjunto, forma_de_apuntarse
from torneos.forms import FormaDeApuntarse
from torneos.pantallas import Mirada
from torneos.sesion import aparato_asegurar, recordar_buscado
from torneos.tabla_dicha import tabla_vista
from torneos.textos import texto_de
from torneos.views.comun import con_nombre, estado_o_404, numero_escrito, pantalla, quien_pide

UNA_HORA = 3600
INSCRIPCIONES_POR_RED = 300
"""Por hora: un salón entero se apunta por la misma red; un guion que llena el cupo, no."""


@require_GET
@never_cache
def lista(peticion: HttpRequest) -> HttpResponse:
    """Los torneos: los que se juegan, los que vienen y los que acabaron."""
    quien = quien_pide(peticion)
    mios = consultas.torneos_de(quien.cuenta_id, quien.correo) if quien.cuenta_id else []
    invitan = consultas.invitaciones_de(quien.cuenta_id) if quien.cuenta_id else []
    contexto = {"torneos": consultas.torneos_publicos(), "mios": mios, "invitan": invitan}
    return render(peticion, "torneos/lista.html", contexto)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def publica(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """La página del torneo: antes, para qué es y cómo apuntarse; durante, ¿dónde juego?; después, la tabla."""
    forma = forma_de_apuntarse(consultas.modalidad_de(codigo))(peticion.POST or None)
    if peticion.method == "POST" and forma.is_valid():
        try:
            return _apuntar(peticion, codigo, forma)
        except ErrorDeServicio as e:
            forma.add_error("nombre" if "nombre" in e.codigo and "nombre" in forma.fields else None, texto_de(e))
    if peticion.method == "POST":
        estado_o_404(codigo)
    enlace = completo(peticion, peticion.path)
    p = puesto_de_sesion(peticion.session)
    # el aparato de un puesto, que vino a «¿Dónde juego?», vuelve a él (D669)
    suyo = p.nombre if p is not None and p.torneo_id == consultas.id_de(codigo) else ""
    extra = {"forma": forma, "enlace": enlace, "puesto_suyo": suyo}
    return pantalla(peticion, codigo, "torneos/publica/pagina.html", Mirada("publica"), **extra)


def _apuntar(peticion: HttpRequest, codigo: str, forma: FormaDeApuntarse | FormaDeConjunto) -> HttpResponse:
    """Se inscribe quien llega por el enlace; cuántas salen de una red se cuenta (D236)."""
    torneo = consultas.id_de(codigo)
    red = red_de(direccion_de_peticion(peticion))
    if red and sumar(f"torneos:inscripciones:{red}", UNA_HORA) > INSCRIPCIONES_POR_RED:
        raise ErrorDeServicio("muchas_inscripciones")
    aparato_asegurar(peticion.session)
    pedido = {"torneo_id": torneo, "quien": quien_pide(peticion), "id_orden": forma.cleaned_data["id_orden"]}
    if isinstance(forma, FormaDeConjunto):
        hecho = servicios.conjunto_apuntarse(**pedido, conjunto=forma.conjunto())
    else:
        hecho = servicios.inscrito_apuntarse(**pedido, persona=forma.persona())
    recordar_buscado(peticion.session, codigo, hecho.datos["numero"])
    return redirect("torneos:donde", codigo, hecho.datos["numero"])


@require_GET
@never_cache
def buscar(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """«¿Dónde juego?» por nombre; sin acentos también sirve (TO30)."""
    estado = estado_o_404(codigo)
    escrito = peticion.GET.get("q", "").strip()[:40]
    hallados = con_nombre(estado, escrito) if escrito else []
    if len(hallados) == 1:
        recordar_buscado(peticion.session, estado.codigo, estado.sujeto_de(hallados[0]))
        return redirect("torneos:donde", estado.codigo, hallados[0])
    mesas = estado.actual.mesa_de if estado.actual else {}
    filas = [(estado.inscritos[n], mesas.get(n)) for n in hallados]
    return render(peticion, "torneos/donde/buscar.html", {"estado": estado, "escrito": escrito, "filas": filas})


@require_GET
@never_cache
def donde(peticion: HttpRequest, codigo: str, numero: int) -> HttpResponse:
    """Dónde juega una persona."""
    if numero not in estado_o_404(codigo).inscritos:
        raise Http404
    return pantalla(peticion, codigo, "torneos/donde/pagina.html", Mirada("donde", mesa=numero))


@require_GET
@never_cache
def tabla(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """La tabla tras la última partida cerrada, o la que se pida con `tras`."""
    estado = estado_o_404(codigo)
    hasta = _hasta(estado, peticion.GET.get("tras", ""))
    contexto = {"estado": estado, "hasta": hasta, "filas": tabla_vista(estado, hasta)}
    return render(peticion, "torneos/tabla.html", {**contexto, "cuantas": range(1, estado.cerradas + 1)})


def _hasta(estado: EstadoTorneo, pedida: str) -> int:
    numero = numero_escrito(pedida)
    return estado.cerradas if numero is None else min(numero, estado.cerradas)


@require_GET
@never_cache
def tele(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """La pantalla del salón: sus vistas rotan solas."""
    estado = estado_o_404(codigo)
    qr = qr_de(completo(peticion, f"/torneos/{estado.codigo}/donde/"))
    return pantalla(peticion, codigo, "torneos/tele/pagina.html", Mirada("tele"), qr=qr)


@require_GET
@never_cache
def acta(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """El acta para archivar y verificar, sin correos (TO30)."""
    estado = estado_o_404(codigo)
    try:
        datos = consultas.acta_del_torneo(estado.id)
    except ErrorDeServicio:
        raise Http404 from None
    respuesta = JsonResponse(datos, json_dumps_params={"ensure_ascii": False, "indent": 1})
    respuesta["Content-Disposition"] = f'attachment; filename="torneo-{estado.codigo}.json"'
    return respuesta


@require_GET
@never_cache
def tabla_csv(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """La tabla, para una hoja de cálculo."""
    estado = estado_o_404(codigo)
    filas = tabla_vista(estado, _hasta(estado, peticion.GET.get("tras", "")))
    campos: tuple[str, ...] = ("lugar", "numero", "nombre", "club", "principal", "ganadas", "diferencia", "favor")
    campos += ("contra", "fuerza", "bolsa") if estado.bolsas else ("contra", "fuerza")
    campos += ("comparacion",) if estado.multiplicado else ()
    return descarga_csv(f"tabla-{estado.codigo}", csv_de(campos, ([getattr(f, c) for c in campos] for f in filas)))


@require_GET
@never_cache
def mesas_csv(peticion: HttpRequest, codigo: str, numero: int) -> HttpResponse:
    """Las mesas de una partida, para una hoja de cálculo."""
    estado = estado_o_404(codigo)
    vista = consultas.partida_de(estado.id, numero)
    if vista is None:
        raise Http404
    campos: tuple[str, ...] = ("partida", "mesa", "asiento", "numero", "nombre", "fin", "marcador_0", "marcador_1")
    campos += ("conjunto",) if estado.en_conjunto else ()
    filas: list[list[Any]] = []
    for m in vista.mesas:
        cierre = [m.cierre.fin, *m.cierre.marcador] if m.cierre else ["", "", ""]
        for a, n in enumerate(m.asientos):
            de = [estado.nombre_de(estado.sujeto_de(n))] if estado.en_conjunto else []
            filas.append([numero, m.numero, a, n, estado.nombre_de(n), *cierre, *de])
    return descarga_csv(f"mesas-{estado.codigo}-{numero}", csv_de(campos, filas))
