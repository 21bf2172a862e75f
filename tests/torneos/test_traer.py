"""Traer un torneo de su acta: vuelve el mismo, entero o a medias, y lo hostil no deja nada (TO30, D576 a D579)."""

import copy
import io
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from recreo.errores import ErrorDeServicio
from reglas.metas import Meta
from reglas.suizo.dictamen import Sancion
from reglas.suizo.tipos import Modalidad, Tipo
from reglas.suizo.verificacion.verificar import verificar_torneo
from reglas.tipos import Desenlace
from suscripciones.models import Cuenta
from tests.a_la_vez import correr_a_la_vez
from tests.enlinea.mesas import suscriptor
from tests.torneos.formatos import abrir_conjuntos, abrir_muchos, de_mesa, jugar_con_tropiezos
from tests.torneos.salon import FinDeMesa, Salon, abrir, quien_es
from torneos import servicios
from torneos.actas import traida as acta_traida
from torneos.identidad import Quien
from torneos.models import Inscrito, Mesa, Resultado, Torneo
from torneos.reconstruir import acta_de
from torneos.servicios import Persona, traer_aparte
from torneos.textos import texto_de

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def bajada(salon: Salon) -> dict[str, Any]:
    """El acta tal como sale del archivo."""
    acta: dict[str, Any] = json.loads(json.dumps(acta_de(salon.fila)))
    return acta


def traer(acta: Any, quien: Quien | None = None) -> Salon:
    quien = quien or quien_es(suscriptor(f"Trae{Cuenta.objects.count()}"))
    return Salon(quien, servicios.torneo_traer(quien=quien, acta=acta).torneo.pk)


def anotar_mano(salon: Salon, mesa: Mesa, mano: int, pareja: int, tantos: int) -> None:
    salon.pedir(
        "mano_anotar", partida=mesa.partida.numero, mesa=mesa.numero, mano=mano, revision=0,
        desenlace=Desenlace.DOMINADA, pareja=pareja, tantos=tantos,
    )  # fmt: skip


def con_de_todo() -> Salon:
    """Tardío, retiro, ausencias, forzada, fijas, castigo quitado, correcciones y una mesa a medio anotar."""
    salon = abrir(previstas=6, personas=13, lugar="Casino")
    salon.pedir("restriccion_poner", uno=1, otro=2, tipo="prohibido", motivo="Son hermanos")
    salon.pedir("inscrito_fijar", numero=5, mesa=2)
    salon.jugar()
    salon.pedir("inscritos_agregar", personas=[Persona("Zoila")], llegaron=True)
    salon.pedir("restriccion_poner", uno=3, otro=4, tipo="evitar", motivo="Mismo club")
    salon.pedir("ausencia_avisar", numero=6, motivo="Fue al doctor")
    salon.jugar()
    salon.pedir("sancion_poner", numero=7, tipo=Sancion.CASTIGO, tantos=2, motivo="Habló")
    salon.pedir("mesa_forzar", numeros=[1, 11, 10, 12], motivo="Final de familia")
    salon.publicar()
    salon.pedir("mesa_corregir", partida=2, mesa=1, fin=FinDeMesa.META, ganadora=1, a=0, b=100, motivo="Al revés")
    salon.pedir("mesa_corregir", partida=2, mesa=1, fin=FinDeMesa.META, ganadora=0, a=100, b=7, motivo="Otra vez")
    salon.pedir("castigo_quitar", sancion=salon.fila.sanciones.get(tipo="castigo").pk, motivo="Fue un error")
    abiertas = salon.mesas()
    cuatro = de_mesa(abiertas[0])
    donde = {"partida": 3, "mesa": abiertas[0].numero}
    yo = Quien(mesa=abiertas[0].clave, numero=cuatro[0])
    salon.pedir("mesa_empezar", quien=yo, **donde, presentes=cuatro, salidor=cuatro[0])
    anotar_mano(salon, abiertas[0], 1, 0, 35)
    salon.pedir("mesa_dar_ausencia", partida=3, mesa=abiertas[1].numero, ausentes=[de_mesa(abiertas[1])[0]])
    salon.pedir("inscrito_retirar", numero=9, motivo="Se sintió mal")
    salon.pedir("ausencia_avisar", numero=8, motivo="Vuelve luego")
    return salon


def test_a_medias_vuelve_igual_y_se_puede_seguir_jugando() -> None:
    acta = bajada(con_de_todo())
    assert acta["partidas"][2]["mesas"][0]["manos"] == [{"pareja": 0, "tantos": 35}], "la mesa abierta lleva sus manos"
    traido = traer(acta)
    assert bajada(traido) == acta
    fila = traido.fila
    assert (fila.estado, fila.lugar, fila.traido is not None) == ("en_juego", "Casino", True)
    # lo que se quitó se sabe que se quitó
    assert fila.sanciones.filter(quita__isnull=False).count() == 1
    abierta = traido.mesas()[0]
    cuatro = de_mesa(abierta)
    yo = Quien(mesa=abierta.clave, numero=cuatro[1])
    donde = {"partida": 3, "mesa": abierta.numero}
    traido.pedir("mesa_empezar", quien=yo, **donde, presentes=cuatro, salidor=cuatro[0])
    anotar_mano(traido, abierta, 2, 0, 70)
    traido.pedir("mesa_cerrar", **donde, anotadas=2)
    for mesa in traido.mesas():
        if mesa.cerrada is None:
            traido.capturar(mesa)
    traido.pedir("partida_cerrar", partida=3)
    for _vez in range(3):
        traido.jugar()
    assert verificar_torneo(bajada(traido))["faltas"] == []


@pytest.mark.parametrize("modalidad", [Modalidad.PAREJAS, Modalidad.EQUIPOS])
def test_parejas_y_equipos_con_suplente_y_sus_nombres(modalidad: Modalidad) -> None:
    salon = abrir_conjuntos(modalidad, 8, previstas=6, meta=Meta.JUEGOS_GANADOS, tipo=Tipo.MAYA)
    salon.jugar()
    por = salon.fila.inscritos.get(conjunto__numero=1, letra=0).numero
    salon.pedir("suplente_entrar", numero=1, por=por)
    jugar_con_tropiezos(salon)
    acta = bajada(salon)
    traido = traer(acta)
    assert bajada(traido) == acta
    nombres = dict(Inscrito.objects.filter(torneo=salon.torneo_id, conjunto=None).values_list("numero", "nombre"))
    assert dict(traido.fila.inscritos.filter(conjunto=None).values_list("numero", "nombre")) == nombres
    traido.jugar()
    assert verificar_torneo(bajada(traido))["faltas"] == []
    # de un programa que no dice cómo se llaman, se llaman como los suyos
    for entidad in acta["entidades"]:
        del entidad["nombre"]
    otra = traer(acta)
    suyos = list(otra.fila.inscritos.filter(conjunto__numero=2).order_by("letra").values_list("nombre", flat=True))
    assert otra.fila.inscritos.get(numero=2).nombre.startswith(suyos[0].split()[0])


def test_multibolsa_con_su_corte_y_a_distancia_con_lo_declarado() -> None:
    salon = abrir_muchos(33, tipo=Tipo.MULTIBOLSA, previstas=9, bolsas=2, cupo=64)
    for _vez in range(4):
        salon.jugar()
    acta = bajada(salon)
    assert len(acta["bolsas"]["cortes"]) == 1 and bajada(traer(acta)) == acta
    otro = abrir_muchos(33, tipo=Tipo.A_DISTANCIA, previstas=3, cupo=64, cuenta=suscriptor("Otra"))
    otro.pedir("distancia_declarar", numeros=[1, 2])
    otro.pedir("distancia_declarar", numeros=[3, 4, 5, 6], nombre="Los Arcos")
    otro.jugar()
    acta = bajada(otro)
    assert len(acta["distancia"]) == 2 and bajada(traer(acta)) == acta


def test_el_que_acabo_queda_terminado_y_su_tabla_es_la_misma() -> None:
    salon = abrir(previstas=2)
    salon.jugar()
    salon.jugar()
    acta = bajada(salon)
    traido = traer(acta)
    assert traido.fila.estado == Torneo.Estado.TERMINADO
    assert bajada(traido)["clasificacion"] == acta["clasificacion"]
    codigo = traido.fila.codigo
    for ruta in ("", "tabla/", "partida/1/", "partida/2/", "tele/", "donde/1/", "acta.json"):
        assert Client().get(f"/torneos/{codigo}/{ruta}").status_code == 200, ruta
    assert "Se trajo de un acta" in Client().get(f"/torneos/{codigo}/").content.decode()
    assert "que dice las mesas y no su porqué" in " ".join(
        Client().get(f"/torneos/{codigo}/partida/1/").content.decode().split()
    )


def test_una_semilla_de_otro_programa_se_conserva() -> None:
    acta = bajada(jugado())
    acta["semilla"] = "la que sea, sin clave"
    traido = traer(acta)
    assert bajada(traido)["semilla"] == acta["semilla"]
    traido.publicar()


def jugado() -> Salon:
    salon = abrir(previstas=4)
    salon.jugar()
    return salon


def test_la_misma_acta_es_el_mismo_torneo_salvo_que_se_cancele() -> None:
    acta, yo = bajada(jugado()), quien_es(suscriptor("Beto"))
    uno = servicios.torneo_traer(quien=yo, acta=acta)
    dos = servicios.torneo_traer(quien=yo, acta=acta)
    assert (uno.torneo, uno.ya_estaba, dos.torneo, dos.ya_estaba) == (uno.torneo, False, uno.torneo, True)
    Salon(yo, uno.torneo.pk).pedir("torneo_cancelar", motivo="Era otra")
    tres = servicios.torneo_traer(quien=yo, acta=acta)
    assert tres.torneo != uno.torneo and not tres.ya_estaba
    assert traer(acta).torneo_id != tres.torneo.pk, "otra cuenta, otro torneo"


def poner(*camino: Any, valor: Any) -> Callable[[dict[str, Any]], None]:
    def cambiar(acta: dict[str, Any]) -> None:
        aqui: Any = acta
        for paso in camino[:-1]:
            aqui = aqui[paso]
        aqui[camino[-1]] = valor

    return cambiar


def otra_persona(acta: dict[str, Any]) -> None:
    acta["entidades"] = [{"id": "40", "jugadores": ["1", "2"], "desde": 1, "hasta": None}]


def par_repetido(acta: dict[str, Any]) -> None:
    acta["prohibidos"] = [["1", "2"], ["1", "2"]]


MESA = ("partidas", 0, "mesas", 0)
HOSTILES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "identificador que no es número": (poner("siguiente", valor={"ausentes": ["<script>"]}), "acta_sin_numeros"),
    "número enorme": (poner("partidas", 0, "descansan", valor=["99999"]), "regla_id_desconocido"),
    "cero a la izquierda": (poner("siguiente", valor={"ausentes": ["01"]}), "acta_sin_numeros"),
    "dígitos de otro alfabeto": (poner("siguiente", valor={"ausentes": ["٣"]}), "acta_sin_numeros"),
    "partidas de más": (poner("previstas", valor=10**9), "acta_no_cabe"),
    "nombre de un mega": (poner("jugadores", 0, "nombre", valor="A" * 10**6), "acta_no_cabe"),
    "nombre que voltea la letra": (poner("jugadores", 0, "nombre", valor="Ana\u202eoteB"), "acta_con_invisibles"),
    "nulo en el nombre del torneo": (poner("nombre", valor="Copa\x00"), "acta_con_invisibles"),
    "nulo en la semilla": (poner("semilla", valor="a:\x00"), "acta_con_invisibles"),
    "sin nombre": (poner("nombre", valor="   "), "acta_no_cabe"),
    "número de mesa que no cabe": (poner(*MESA, "mesa", valor=10**12), "acta_no_cabe"),
    "marcador imposible": (poner(*MESA, "marcador", valor=[10**12, 0]), "regla_marcador_invalido"),
    "mano imposible": (poner(*MESA, "manos", valor=[{"pareja": 7, "tantos": 3}]), "acta_no_cabe"),
    "mano con tantos de nadie": (poner(*MESA, "manos", valor=[{"pareja": None, "tantos": 3}]), "acta_se_perderia"),
    "mano con reparto": (
        poner(*MESA, "manos", valor=[{"pareja": 0, "tantos": 3, "reparto": [["0-0"]] * 4}]), "acta_se_perderia",
    ),
    "castigo enorme": (poner("castigos", valor=[{"partida": 1, "sujeto": "1", "tantos": 10**9}]), "acta_no_cabe"),
    "castigo de mañana": (poner("castigos", valor=[{"partida": 9, "sujeto": "1", "tantos": 5}]), "acta_no_cabe"),
    "corregida antes de cerrarse": (
        poner(*MESA, "correcciones", valor=[{"tras": 1, "fin": None, "ganadora": None, "marcador": [0, 0]}]),
        "regla_correccion_invalida",
    ),
    "formato por jugarse": (poner("tipo", valor="intranet"), "acta_de_otro_formato"),
    "sin partidas": (poner("partidas", valor=[]), "acta_sin_partidas"),
    "meta de otro formato": (poner("tipo", valor="maya"), "meta_del_formato"),
    "conjuntos en Individual": (otra_persona, "acta_numeros_cruzados"),
    "el mismo par dos veces": (par_repetido, "acta_con_repetidos"),
    "fijas que nadie ocupa": (poner("siguiente", valor={"fijas": [{"id": "77", "mesa": 1}]}), "acta_se_perderia"),
    "no es un acta": (poner("formato", valor="otra cosa"), "regla_formato_desconocido"),
    "un texto por lista": (poner("jugadores", valor="Ana"), "regla_tipo_invalido"),
}  # fmt: skip


def test_lo_hostil_se_niega_con_su_porque_y_no_deja_nada() -> None:
    buena, yo = bajada(jugado()), quien_es(suscriptor("Beto"))
    antes = (Torneo.objects.count(), Inscrito.objects.count(), Resultado.objects.count())
    for caso, (cambiar, codigo) in HOSTILES.items():
        acta = copy.deepcopy(buena)
        cambiar(acta)
        with pytest.raises(ErrorDeServicio) as negado:
            servicios.torneo_traer(quien=yo, acta=acta)
        assert negado.value.codigo == codigo, caso
        assert "No se pudo (" not in texto_de(negado.value), caso
        assert (Torneo.objects.count(), Inscrito.objects.count(), Resultado.objects.count()) == antes, caso
    for raro in (None, [], "acta", 7, {"formato": []}):
        with pytest.raises(ErrorDeServicio):
            servicios.torneo_traer(quien=yo, acta=raro)


@pytest.mark.parametrize(
    "contenido",
    [b"", b"\xff\xfe", b"{", b"[" * 100_000, b'{"a": NaN}', b"9" * 5000, b" " * (acta_traida.MAXIMO + 1)],
    ids=["vacio", "no es texto", "a medias", "hondo", "NaN", "cifra enorme", "grande"],
)
def test_un_archivo_cualquiera_no_tira_nada(contenido: bytes) -> None:
    with pytest.raises(ErrorDeServicio) as negado:
        acta_traida.leer_contenido(contenido)
    assert negado.value.codigo in ("acta_ilegible", "acta_grande")


def test_lo_trae_quien_puede_organizar() -> None:
    acta = bajada(jugado())
    with pytest.raises(ErrorDeServicio) as negado:
        servicios.torneo_traer(quien=quien_es(suscriptor("Vencida", vigente=False)), acta=acta)
    assert negado.value.codigo == "suscripcion_ninguna"


def test_por_la_pantalla_se_sube_y_se_llega_a_su_mesa_de_control() -> None:
    acta = bajada(jugado())
    acta["jugadores"][0]["nombre"] = "<b>Ana</b>"
    cliente = Client()
    ruta = reverse("torneos:traer")
    assert "/entrar" in cliente.get(ruta).url
    cliente.force_login(suscriptor("Beto"), backend=BACKEND)
    assert "Archivo del acta" in cliente.get(ruta).content.decode()
    assert cliente.post(ruta).status_code == 422
    malo = SimpleUploadedFile("acta.json", b"{", content_type="application/json")
    respuesta = cliente.post(ruta, {"archivo": malo})
    assert respuesta.status_code == 422 and "no es un acta" in respuesta.content.decode()
    bueno = io.BytesIO(json.dumps(acta).encode())
    bueno.name = "acta.json"
    respuesta = cliente.post(ruta, {"archivo": bueno}, follow=True)
    assert "Listo: el torneo ya está aquí." in respuesta.content.decode()
    codigo = Torneo.objects.exclude(traido=None).get().codigo
    publica = cliente.get(f"/torneos/{codigo}/").content.decode()
    assert "<b>Ana</b>" not in publica and "&lt;b&gt;Ana" in publica


def como_archivo(acta: Any) -> io.BytesIO:
    archivo = io.BytesIO(json.dumps(acta).encode())
    archivo.name = "acta.json"
    return archivo


def test_el_grande_entra_aparte_con_cuanto_va_y_dos_envios_son_uno(monkeypatch: pytest.MonkeyPatch) -> None:
    pendientes: list[Callable[[], None]] = []
    monkeypatch.setattr(traer_aparte, "MESAS_AL_MOMENTO", 0)
    monkeypatch.setattr(traer_aparte, "aparte", pendientes.append)
    dichas: list[int] = []
    de_siempre = traer_aparte._decir
    monkeypatch.setattr(traer_aparte, "_decir", lambda *a, **m: (dichas.append(a[2].van), de_siempre(*a, **m))[1])
    acta, cliente, otro = bajada(jugado()), Client(), Client()
    cliente.force_login(suscriptor("Beto"), backend=BACKEND)
    otro.force_login(suscriptor("Caro"), backend=BACKEND)
    ruta = reverse("torneos:traer")
    vas = {cliente.post(ruta, {"archivo": como_archivo(acta)}).url for _vez in range(2)}
    va = vas.pop()
    assert not vas and len(pendientes) == 1 and not Torneo.objects.exclude(traido=None).exists()
    assert "Partida <b" in cliente.get(va).content.decode()
    assert cliente.get(va, headers={"X-Requested-With": "XMLHttpRequest"}).json() == {"van": 0}
    assert "Se cortó" in otro.get(va).content.decode(), "el encargo es de quien lo pidió"
    pendientes.pop()()
    assert dichas == [0, *range(1, len(acta["partidas"]) + 1), len(acta["partidas"])]
    codigo = Torneo.objects.exclude(traido=None).get().codigo
    for _vez in range(2):  # con «atrás» y recargando se llega igual
        assert cliente.get(va, headers={"X-Requested-With": "XMLHttpRequest"}).json() == {"van": None}
        assert cliente.get(va).url.endswith(f"/{codigo}/control/")
    cache.clear()  # se olvidó el encargo, o contesta otro proceso sin la misma caché: el torneo ahí está
    assert cliente.get(va).url.endswith(f"/{codigo}/control/")
    assert cliente.post(ruta, {"archivo": como_archivo(acta)}).url.endswith(f"/{codigo}/control/")


def test_el_grande_que_no_cuadra_o_se_corta_lo_dice_y_no_deja_nada(monkeypatch: pytest.MonkeyPatch) -> None:
    pendientes: list[Callable[[], None]] = []
    monkeypatch.setattr(traer_aparte, "MESAS_AL_MOMENTO", 0)
    monkeypatch.setattr(traer_aparte, "aparte", pendientes.append)
    acta, cliente = bajada(jugado()), Client()
    cliente.force_login(suscriptor("Beto"), backend=BACKEND)
    ruta = reverse("torneos:traer")
    # se apaga el servidor a media escritura
    va = cliente.post(ruta, {"archivo": como_archivo(acta)}).url
    monkeypatch.setattr(traer_aparte, "apagandose", lambda: True)
    pendientes.pop()()
    assert "Sube el acta otra vez" in cliente.get(va).content.decode()
    monkeypatch.undo()
    monkeypatch.setattr(traer_aparte, "MESAS_AL_MOMENTO", 0)
    monkeypatch.setattr(traer_aparte, "aparte", pendientes.append)
    # y otra vez: lo que sólo se sabe al volver a armarlo
    va = cliente.post(ruta, {"archivo": como_archivo(acta)}).url
    monkeypatch.setattr(servicios.traer, "canonico", lambda *a: None)
    monkeypatch.setattr(servicios.traer, "donde_difieren", lambda *a: "las personas")
    pendientes.pop()()
    assert "Algo del acta se perdería (las personas)" in cliente.get(va).content.decode()
    assert not Torneo.objects.exclude(traido=None).exists()


@pytest.mark.parametrize(("formato", "dicho"), [("partida", "en la Academia"), ("recreo", "desde «Recreo»")])
def test_el_acta_de_otra_cosa_dice_de_que_es_y_donde_se_trae(formato: str, dicho: str) -> None:
    with pytest.raises(ErrorDeServicio) as negado:
        acta_traida.leer({"formato": f"amigos-domino/{formato}", "version": 1})
    assert dicho in texto_de(negado.value)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_la_misma_acta_a_la_vez_entra_una() -> None:
    acta, yo = bajada(jugado()), quien_es(suscriptor("Beto"))
    quedo = correr_a_la_vez(ErrorDeServicio, *[partial(servicios.torneo_traer, quien=yo, acta=acta)] * 3)
    assert len({t.torneo.pk for t in quedo}) == 1 and sorted(t.ya_estaba for t in quedo) == [False, True, True]
