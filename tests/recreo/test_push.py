"""Avisos con el teléfono dormido: a quién, qué, cuántas veces y cuándo se olvida el aparato (D293)."""

import base64
import json
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import http_ece
import pytest
import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.sessions.models import Session
from django.db.models import F
from django.utils import timezone

from config.comun import push
from config.comun.push_fallas import Ido, NoSalio
from recreo import servicios
from recreo.models import AparatoAvisado, Jugador, Recreo
from recreo.servicios.empuje import RITMO, aparato_apuntar, aparato_quitar, avisos_olvidar, repartir
from recreo.servicios.presencia import Oido, presencia_renovar
from tests.recreo.conexion import galleta_de, navegador_de
from tests.recreo.mesa import Mesero, falla, recreo_de
from tests.recreo.terminado import acabar

pytestmark = pytest.mark.django_db
DE_CHROME = "https://fcm.googleapis.com/fcm/send/abc"


@pytest.fixture(autouse=True)
def con_llave(settings: Any) -> None:
    settings.PUSH_LLAVE = push.llave_nueva()


class Servicio:
    """Los servicios de push, de mentira: guardan lo que se les manda o dicen que no."""

    def __init__(self) -> None:
        self.salieron: list[dict[str, str]] = []
        self.falla: Exception | None = None

    def __call__(self, direccion: str, p256dh: str, secreto: str, aviso: dict[str, str], vale: int = 0, /) -> None:
        if self.falla is not None:
            raise self.falla
        self.salieron.append(aviso)


@pytest.fixture
def servicio() -> Servicio:
    return Servicio()


@pytest.fixture
def m() -> Mesero:
    """Mesas en marcha: al principio nadie tiene nada pendiente."""
    hecho = recreo_de(8)
    hecho.prepara(anotador=4)
    hecho.prepara(mesa=2, anotador=5)
    return hecho


def apunta(m: Mesero, numero: int = 1, direccion: str = DE_CHROME) -> str:
    sesion = galleta_de(m.quienes[numero])
    aparato_apuntar(
        recreo_id=m.id, quien=m.quienes[numero], sesion=sesion, direccion=direccion, p256dh="B" * 80, secreto="s" * 20,
        ahora=timezone.now(),
    )  # fmt: skip
    repartir(timezone.now(), lambda *_: pytest.fail("lo que ya había no se avisa"))
    return sesion


def llama(m: Mesero, por: int = 7, mesa: int = 2) -> None:
    m.orden(servicios.organizador_llamar, por, partida=1, mesa=mesa)


def en(segundos: float) -> datetime:
    return timezone.now() + timedelta(seconds=segundos)


def test_una_llamada_se_manda_una_vez_con_lo_preciso(m: Mesero, servicio: Servicio) -> None:
    apunta(m)
    llama(m)
    assert repartir(en(0), servicio) == 1
    assert repartir(en(0), servicio) == repartir(en(60), servicio) == 0
    (aviso,) = servicio.salieron
    assert aviso["t"] == "La mesa 2 te llama."
    assert set(aviso) == {"t", "d", "u", "k"}
    assert aviso["u"] == f"/recreo/{m.fila.codigo}/"


def test_cada_quien_recibe_lo_suyo_al_empezar_la_partida(m: Mesero, servicio: Servicio) -> None:
    apunta(m, 5)
    for mesa in (1, 2):
        m.orden(servicios.mesa_aplicar_default, partida=1, mesa=mesa, gana=0)
    m.siguiente(2)
    repartir(en(0), servicio)
    (aviso,) = servicio.salieron
    assert aviso["t"].startswith("Te toca: mesa") and "contra" in aviso["d"]


def test_con_una_pantalla_suya_a_la_vista_no_se_manda(m: Mesero, servicio: Servicio) -> None:
    apunta(m)
    presencia_renovar([Oido(m.id, 1, True)], en(0))
    llama(m)
    assert repartir(en(1), servicio) == 0
    assert repartir(en(90), servicio) == 0, "ya la vio en su pantalla"
    presencia_renovar([Oido(m.id, 1, False)], en(120))  # abierta pero guardada
    llama(m, 3, 1)
    assert repartir(en(120), servicio) == 1


def test_no_mas_de_uno_cada_tanto_y_lo_que_espero_sale_junto(m: Mesero, servicio: Servicio) -> None:
    apunta(m)
    llama(m)
    assert repartir(en(0), servicio) == 1
    llama(m, 3, 1)
    m.orden(servicios.default_responder, 5, partida=1, mesa=2, numero=7, aplica=True)
    assert repartir(en(5), servicio) == 0
    assert repartir(en(RITMO.total_seconds() + 1), servicio) == 1
    assert servicio.salieron[1]["t"] == "La mesa 1 te llama."
    assert servicio.salieron[1]["d"].endswith("y 1 más")


def test_si_el_servicio_falla_se_intenta_otra_vez_y_a_la_tercera_se_deja(m: Mesero, servicio: Servicio) -> None:
    apunta(m)
    llama(m)
    servicio.falla = NoSalio("HTTP 503")
    for segundos in (0, 30, 90):
        assert repartir(en(segundos), servicio) == 0
    servicio.falla = None
    assert repartir(en(300), servicio) == 0, "ya no viene al caso"
    llama(m, 3, 1)
    assert repartir(en(301), servicio) == 1
    assert AparatoAvisado.objects.get().fallas == 0


def test_si_falla_una_vez_sale_en_la_siguiente(m: Mesero, servicio: Servicio) -> None:
    apunta(m)
    llama(m)
    servicio.falla = NoSalio("plazo")
    repartir(en(0), servicio)
    servicio.falla = None
    assert repartir(en(30), servicio) == 1


@pytest.mark.parametrize("caso", ["410", "sesion", "lugar", "termina", "quita", "de_otro"])
def test_el_aparato_se_olvida(m: Mesero, servicio: Servicio, caso: str) -> None:
    sesion = apunta(m, 7)
    if caso == "410":
        servicio.falla = Ido()
        m.orden(servicios.jugador_liberar, numero=5)  # la mesa 2 se queda sin anotador
    elif caso == "sesion":
        Session.objects.filter(session_key=sesion).delete()
    elif caso == "lugar":
        m.orden(servicios.jugador_liberar, numero=7)
    elif caso == "termina":
        m.orden(servicios.recreo_cancelar)
    elif caso == "quita":
        assert aparato_quitar(quien=m.quienes[1], direccion=DE_CHROME) == 0
        assert aparato_quitar(quien=m.quienes[7], direccion=DE_CHROME) == 1
    else:  # el mismo teléfono, ahora de otra persona
        apunta(m, 8)
        assert AparatoAvisado.objects.get().jugador.numero == 8
        return
    repartir(en(60), servicio)
    assert not AparatoAvisado.objects.exists()
    assert servicio.salieron == []


def test_otra_con_los_mismos_le_llega_al_telefono_que_quedo_apuntado(servicio: Servicio) -> None:
    m = recreo_de(4)
    m.prepara()
    apunta(m, 4)
    acabar(m)
    assert repartir(en(60), servicio) == 0 and AparatoAvisado.objects.exists(), "sigue, por si arman otra"
    nueva = servicios.recreo_repetir(recreo_id=m.id, cuenta_id=m.quienes[1].cuenta_id or 0, id_orden=uuid4())
    Recreo.objects.filter(pk=m.id).update(version=F("version") + 1)  # lo que hace al confirmar
    assert repartir(en(120), servicio) == 1 and repartir(en(180), servicio) == 0
    (aviso,) = servicio.salieron
    assert (aviso["t"], aviso["u"]) == ("Memo armó otra con los mismos.", f"/recreo/{m.fila.codigo}/")
    assert nueva.codigo not in str(aviso)


def test_lo_que_quede_de_un_recreo_acabado_lo_borra_la_retencion(m: Mesero) -> None:
    apunta(m)
    presencia_renovar([Oido(m.id, 1, True)], en(0))
    m.orden(servicios.recreo_cancelar)
    assert avisos_olvidar(en(0)) == 0
    assert avisos_olvidar(en(86_401)) == 2


def test_a_lo_mas_cinco_aparatos_por_persona(m: Mesero) -> None:
    for n in range(7):
        apunta(m, 1, f"{DE_CHROME}{n}")
    apunta(m, 1, f"{DE_CHROME}6")
    assert [a.direccion[-1] for a in AparatoAvisado.objects.order_by("pk")] == list("23456")


@pytest.mark.parametrize(
    "direccion",
    ["http://fcm.googleapis.com/x", "https://127.0.0.1/x", "https://fcm.googleapis.com:8443/x",
     "https://fcm.googleapis.com.malo.mx/x", "https://a@fcm.googleapis.com/x", "https://malo.mx/fcm.googleapis.com",
     f"{DE_CHROME}{'a' * 1000}"],
)  # fmt: skip
def test_solo_se_le_habla_a_servicios_de_push(m: Mesero, direccion: str) -> None:
    with falla("push_desconocido"):
        apunta(m, 1, direccion)


def test_sin_llave_no_se_ofrece_ni_se_apunta(m: Mesero, settings: Any) -> None:
    settings.PUSH_LLAVE = ""
    with falla("push_apagado"):
        apunta(m)
    assert 'data-push-llave=""' in navegador_de(m.quienes[1]).get(f"/recreo/{m.fila.codigo}/mesa/").content.decode()
    assert repartir(en(0)) == 0


def test_por_la_web_se_apunta_quien_tiene_lugar_y_nadie_mas(m: Mesero) -> None:
    camino, datos = (
        f"/recreo/{m.fila.codigo}/avisos/",
        {"direccion": DE_CHROME, "p256dh": "B" * 80, "secreto": "s" * 20},
    )
    carmen, ajena = navegador_de(m.quienes[3]), navegador_de(recreo_de(4).quienes[2])
    assert ajena.post(f"{camino}apuntar/", datos).status_code == 400
    assert carmen.get(f"{camino}apuntar/").status_code == 405
    assert carmen.post(f"{camino}apuntar/", {**datos, "secreto": "<b>"}).status_code == 400
    assert carmen.post(f"{camino}apuntar/", {**datos, "direccion": "https://malo.mx/"}).status_code == 409
    assert carmen.post(f"{camino}apuntar/", datos).json() == {"ok": True}
    aparato = AparatoAvisado.objects.get()
    assert aparato.jugador == Jugador.objects.get(recreo=m.id, numero=3)
    assert ajena.post(f"{camino}quitar/", datos).json() == {"ok": True}
    assert AparatoAvisado.objects.exists()
    carmen.post(f"{camino}quitar/", datos)
    assert not AparatoAvisado.objects.exists()


def test_lo_que_sale_va_cifrado_y_firmado_y_no_sigue_vueltas(monkeypatch: pytest.MonkeyPatch) -> None:
    suya, secreto = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    punto = suya.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    pedidos: list[dict[str, Any]] = []

    def post(_sesion: object, url: str, **mas: Any) -> requests.Response:
        pedidos.append({"url": url, **mas})
        respuesta = requests.Response()
        respuesta.status_code = 201
        return respuesta

    monkeypatch.setattr(requests.Session, "post", post)
    llaves = [base64.urlsafe_b64encode(x).rstrip(b"=").decode() for x in (punto, secreto)]
    push.mandar(DE_CHROME, *llaves, {"t": "La mesa 2 te llama."})  # type: ignore[arg-type]
    (pedido,) = pedidos
    assert pedido["allow_redirects"] is False
    assert pedido["headers"]["authorization"].startswith("vapid t=")
    assert b"mesa" not in pedido["data"]
    claro = http_ece.decrypt(pedido["data"], private_key=suya, auth_secret=secreto, version="aes128gcm")
    assert json.loads(claro) == {"t": "La mesa 2 te llama."}


@pytest.mark.parametrize(("estado", "error"), [(410, Ido), (404, Ido), (503, NoSalio)])
def test_lo_que_contesta_el_servicio(monkeypatch: pytest.MonkeyPatch, estado: int, error: type[Exception]) -> None:
    punto = ec.generate_private_key(ec.SECP256R1()).public_key()
    p256dh = base64.urlsafe_b64encode(punto.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)).decode()

    def post(_sesion: object, _url: str, **_mas: Any) -> requests.Response:
        respuesta = requests.Response()
        respuesta.status_code = estado
        return respuesta

    monkeypatch.setattr(requests.Session, "post", post)
    with pytest.raises(error):
        push.mandar(DE_CHROME, p256dh, base64.urlsafe_b64encode(b"0" * 16).decode(), {"t": "x"})
