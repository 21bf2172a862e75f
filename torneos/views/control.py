"""La mesa de control: crear, registrar, emparejar, capturar, decidir una mesa, la caja y el rastro (TO1-TO20, TO32)."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from config.comun.qr import completo
from recreo.errores import ErrorDeServicio
from recreo.hoja.formas import FormaDeOrden
from reglas.textos import redactar
from torneos import consultas, servicios
from torneos.alcanza import aviso_de_parejas
from torneos.estado import EstadoTorneo, InscritoVisto, Visor
from torneos.formas_de_conjuntos import forma_de_registro
from torneos.forms import FormaDePremios, FormaDeTorneo, escrito_de
from torneos.models import SUPLENTE, Auxiliar, Restriccion
from torneos.pantallas import Mirada, de_mesa, mesa_dicha, mesas_dichas
from torneos.tabla_dicha import tabla_vista
from torneos.textos import ACCIONES, FINES, SANCIONES, SITUACIONES, llano, texto_de
from torneos.views.comun import de_control, estado_o_404, pantalla, quien_pide, sin_permiso
from torneos.views.distancia import tablas_a_distancia

CAMPOS = {"falta_nombre": "nombre", "meta_del_formato": "formato"}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def nuevo(peticion: HttpRequest) -> HttpResponse:
    """Crea un torneo."""
    forma = FormaDeTorneo(peticion.POST or None)
    if peticion.method == "POST" and forma.is_valid():
        datos = {"ajustes": forma.ajustes(), "id_orden": forma.cleaned_data["id_orden"]}
        try:
            torneo = servicios.torneo_crear(quien=quien_pide(peticion), **datos)
            return redirect("torneos:registro", torneo.codigo)
        except ErrorDeServicio as e:
            forma.add_error(CAMPOS.get(e.codigo), texto_de(e))
    return render(peticion, "torneos/nuevo.html", {"forma": forma})


@require_GET
@never_cache
def control(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """El salón y lo que espera a alguien."""
    return pantalla(peticion, codigo, "torneos/control/pagina.html", Mirada("control"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def registro(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Quiénes están: inscribir, confirmar llegadas, cuotas y retiros."""
    entrada = de_control(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    forma = forma_de_registro(estado.modalidad)(peticion.POST or None)
    if peticion.method == "POST" and forma.is_valid():
        try:
            hecho = _inscribir(peticion, estado, forma)
            messages.success(peticion, _("Quedaron inscritos: %(n)d.") % {"n": len(hecho.datos["numeros"])})
            return redirect("torneos:registro", estado.codigo)
        except ErrorDeServicio as e:
            forma.add_error("lista", texto_de(e))
    correos = consultas.inscritos_con_correo(estado.id)
    filas = [(i, SITUACIONES[i.situacion], correos.get(i.numero, "")) for i in estado.sujetos]
    avisa = "" if estado.publicadas or estado.en_conjunto else aviso_de_parejas(estado.presentes, estado.previstas)
    contexto = {"estado": estado, "visor": visor, "forma": forma, "avisa": avisa, **_filtradas(peticion, filas)}
    return render(peticion, "torneos/registro/pagina.html", contexto)


def _inscribir(peticion: HttpRequest, estado: EstadoTorneo, forma: Any) -> servicios.Resultado:
    """A las personas o, en Parejas y Equipos, a los conjuntos."""
    d = forma.cleaned_data
    pedido = {"torneo_id": estado.id, "quien": quien_pide(peticion), "id_orden": d["id_orden"]}
    if estado.en_conjunto:
        return servicios.conjuntos_agregar(**pedido, conjuntos=d["lista"], llegaron=d["llegaron"])
    return servicios.inscritos_agregar(**pedido, personas=d["lista"], llegaron=d["llegaron"])


def _filtradas(peticion: HttpRequest, filas: list[Any]) -> dict[str, Any]:
    """Sólo quienes no han llegado, si así se pidió, o quien se busca por su nombre o su número (D539)."""
    solo, escrito = peticion.GET.get("ver", ""), peticion.GET.get("q", "").strip()[:40]
    solo = solo if solo in SITUACIONES else ""
    vistas = [f for f in filas if (not solo or f[0].situacion == solo) and _es(f[0], llano(escrito))]
    return {
        "solo": solo,
        "filas": vistas,
        "sigue": _el_que_sigue(peticion.GET.get("tras", ""), vistas),
        "escrito": escrito,
        "busca": "busca" in peticion.GET,
        # tras marcar a quien se buscó, se busca al que sigue
        "vuelta": "?busca=" if escrito else f"?ver={solo}&tras=",
    }


def _es(i: InscritoVisto, buscado: str) -> bool:
    """Por su nombre, los de los suyos o su número; sin acentos también."""
    return not buscado or buscado == str(i.numero) or buscado in llano(f"{i.nombre} {i.quienes}")


def _el_que_sigue(tras: str, filas: list[Any]) -> int | None:
    """Tras marcar a uno, el siguiente que falta: ahí queda la página, con su botón listo."""
    if not tras.isdecimal() or len(tras) > 4:
        return None
    esperan = [f[0].numero for f in filas if f[0].situacion == "espera"]
    return next((n for n in esperan if n > int(tras)), next(iter(esperan), None))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def convocar(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """La convocatoria por correo a los suscriptores: qué dirá, y en qué va la que ya se mandó (TO2)."""
    entrada = de_control(peticion, codigo, organiza=True)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    forma = FormaDeOrden(peticion.POST or None)
    if peticion.method == "POST" and forma.is_valid():
        sitio = completo(peticion, "/").rstrip("/")
        pedido = {"torneo_id": estado.id, "quien": quien_pide(peticion), "id_orden": forma.cleaned_data["id_orden"]}
        try:
            servicios.convocatoria_pedir(**pedido, sitio=sitio)
            messages.success(peticion, _("La convocatoria ya está saliendo."))
        except ErrorDeServicio as e:
            messages.error(peticion, texto_de(e))
        return redirect("torneos:convocar", estado.codigo)
    contexto = {"estado": estado, "visor": visor, "convocatoria": consultas.convocatoria_de(estado.id)}
    if contexto["convocatoria"] is None and estado.estado == "registro":
        enlace = completo(peticion, reverse("torneos:publica", args=[estado.codigo]))
        contexto["asunto"], contexto["carta"] = consultas.carta_de_muestra(estado, enlace)
        contexto["cuantos"] = consultas.convocaria_a(estado.id, timezone.now())
    return render(peticion, "torneos/convocar.html", contexto)


@require_GET
@never_cache
def persona(peticion: HttpRequest, codigo: str, numero: int) -> HttpResponse:
    """Todo lo que se hace con alguien: sus datos, su mesa fija, su retiro y sus sanciones."""
    entrada = de_control(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    if numero not in estado.inscritos:
        raise Http404
    suyo = estado.inscritos[numero]
    contexto = {
        "estado": estado,
        "visor": visor,
        "persona": suyo,
        **_de_conjunto(estado, suyo),
        "situacion": SITUACIONES[suyo.situacion],
        "correo": consultas.inscritos_con_correo(estado.id).get(numero, ""),
        "sanciones": _sanciones_de(estado, numero),
        "tipos": [(t.value, dicho) for t, dicho in SANCIONES.items() if t.value != "perdida"],
    }
    return render(peticion, "torneos/registro/persona.html", contexto)


def _sanciones_de(estado: EstadoTorneo, numero: int) -> list[Any]:
    """Las suyas; de un conjunto, también las de los suyos."""
    puestas = [(s, s.inscrito.numero) for s in consultas.sanciones_de(estado.id)]
    return [(s, SANCIONES[s.tipo]) for s, de in puestas if numero in {de, estado.sujeto_de(de)}]


def _de_conjunto(estado: EstadoTorneo, suyo: InscritoVisto) -> dict[str, Any]:
    """De un conjunto, los suyos y su suplente; de un integrante, su conjunto."""
    if not estado.en_conjunto:
        return {}
    suyos = estado.integrantes_de(suyo.numero)
    return {
        "conjunto": None if suyo.conjunto is None else estado.inscritos[suyo.conjunto],
        "titulares": [i for i in suyos if i.letra != SUPLENTE],
        "suplente": next((i for i in suyos if i.letra == SUPLENTE), None),
        "suplido": estado.nombre_de(suyo.suple_a or 0),
        "suplente_jugo": suyo.suplente_desde is not None and suyo.suplente_desde <= estado.publicadas,
    }


@require_GET
@never_cache
def emparejar(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Lo dispuesto, el ensayo con sus cifras y publicar (TO14)."""
    extra = {"tipos": Restriccion.Tipo.choices}
    return pantalla(peticion, codigo, "torneos/emparejar/pagina.html", Mirada("emparejar"), **extra)


@require_GET
@never_cache
def captura(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Los papeles de un salón, con el teclado: mesa, marcador, Enter (TO16)."""
    estado = estado_o_404(codigo)
    visor = estado.visor(quien_pide(peticion))
    if not visor.trabaja or estado.actual is None:
        return sin_permiso(peticion, estado) if not visor.trabaja else redirect("torneos:control", estado.codigo)
    mesas = [m for m in mesas_dichas(estado, estado.actual) if visor.juzga(m["mesa"].numero)]
    faltan = [m for m in mesas if m["mesa"].cierre is None]
    # la que se anota en un teléfono se cierra con sus manos, no con su papel (D347)
    de_papel = next((m["mesa"].numero for m in faltan if not m["mesa"].manos), "")
    propuesta = peticion.GET.get("mesa", "")[:4] or de_papel
    contexto = {"estado": estado, "visor": visor, "mesas": mesas, "faltan": faltan, "propuesta": propuesta}
    return render(peticion, "torneos/captura/pagina.html", contexto)


@require_GET
@never_cache
def mesa(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """Una mesa, para quien decide en ella: cerrarla, corregirla o sancionar."""
    estado = estado_o_404(codigo)
    visor = estado.visor(quien_pide(peticion))
    if not visor.juzga(mesa):
        return sin_permiso(peticion, estado)
    vista = consultas.partida_de(estado.id, partida)
    m = vista.mesa(mesa) if vista else None
    if vista is None or m is None:
        raise Http404
    contexto = {
        **(de_mesa(estado, Mirada("mesa", partida, mesa), visor) if partida == estado.publicadas else {}),
        **mesa_dicha(estado, m),
        "estado": estado,
        "visor": visor,
        "vista": vista,
        "cuatro": [(n, estado.nombre_de(n)) for n in m.asientos],
        "fines": [(f.value, dicho) for f, dicho in FINES.items()],
        "discrepancias": m.discrepancias,
        "ausencia_desde": vista.vence(estado.espera),
    }
    return render(peticion, "torneos/control/mesa.html", contexto)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def caja(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """El corte y los premios (TO23, TO32). La aplicación informa: no mueve dinero."""
    entrada = de_control(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    premios, _tocan = consultas.premios_de(estado.id)
    forma = FormaDePremios(peticion.POST or None, initial={"lista": escrito_de(premios)})
    if peticion.method == "POST" and forma.is_valid():
        datos = {"id_orden": forma.cleaned_data["id_orden"], "premios": forma.cleaned_data["lista"]}
        try:
            servicios.premios_guardar(torneo_id=estado.id, quien=quien_pide(peticion), **datos)
            return redirect("torneos:caja", estado.codigo)
        except ErrorDeServicio as e:
            forma.add_error("lista", texto_de(e))
    return render(peticion, "torneos/caja.html", _de_caja(estado, visor, forma, premios))


def _de_caja(estado: EstadoTorneo, visor: Visor, forma: FormaDePremios, premios: Any) -> dict[str, Any]:
    corte = consultas.caja_de(estado.id)
    avisos = [redactar(a.codigo, a.datos, _) for a in consultas.avisos_de_premios(estado.id)]
    return {"estado": estado, "visor": visor, "forma": forma, "premios": premios, "corte": corte, "avisos": avisos}


@require_GET
@never_cache
def auxiliares(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """A quién se le dieron permisos, y el enlace con que entra."""
    entrada = de_control(peticion, codigo, organiza=True)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    enlace = completo(peticion, f"/torneos/{estado.codigo}/control/")
    contexto = {"estado": estado, "visor": visor, "papeles": Auxiliar.Papel.choices, "enlace": enlace}
    return render(peticion, "torneos/auxiliares.html", contexto)


@require_GET
@never_cache
def rastro(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Todo lo que ha pasado, de lo último a lo primero."""
    entrada = de_control(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    sucesos = [(s, ACCIONES.get(s.accion, s.accion), _quienes(estado, s)) for s in consultas.sucesos_de(estado.id)]
    return render(peticion, "torneos/rastro.html", {"estado": estado, "visor": visor, "sucesos": sucesos})


def _quienes(estado: EstadoTorneo, suceso: Any) -> list[str]:
    nombres = [estado.nombre_de(n) for n in suceso.datos.get("numeros", [])] or suceso.datos.get("nombres", [])
    return list(nombres)[:12]


@require_GET
@never_cache
def acta_final(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """El acta para firmar: ajustes, tabla y premios, en papel (TO31)."""
    entrada = de_control(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    contexto = {"estado": estado, "visor": visor, "filas": tabla_vista(estado, estado.cerradas)}
    return render(peticion, "torneos/papel/acta.html", {**contexto, **tablas_a_distancia(estado)})
