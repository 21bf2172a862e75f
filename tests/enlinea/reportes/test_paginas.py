"""Señalar y silenciar por HTTP, la cola en la administración, y lo que ve quien quedó fuera."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from enlinea.models import Mesa, Reporte, Silencio
from enlinea.sala.servicios import presencia
from suscripciones.models import Cuenta, Suscripcion
from tests.enlinea.mesas import los_cuatro, sentar, suscriptor
from tests.enlinea.reportes.ayudas import D, decide, dice, en, jefa, senala
from tests.enlinea.sala.ayudas import navegador
from tests.secreto.escena import montar

pytestmark = pytest.mark.django_db
GUION = {"X-Requested-With": "XMLHttpRequest"}
COLA = "/administracion/enlinea/reporte/"


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture
def cuatro() -> list[Cuenta]:
    return los_cuatro()


@pytest.fixture
def mesa(cuatro: list[Cuenta]) -> Mesa:
    return sentar(cuatro)


def texto(respuesta: object) -> str:
    return " ".join(respuesta.content.decode().split())  # type: ignore[attr-defined]


def datos(mesa: Mesa, a: Cuenta, **mas: object) -> dict[str, object]:
    return {"id_orden": str(uuid4()), "mesa": mesa.pk, "senalado": a.pk, "comentario": "Me insultó", **mas}


def test_la_mesa_ofrece_senalar_y_silenciar_a_los_otros_tres(mesa: Mesa, cuatro: list[Cuenta]) -> None:
    Cuenta.objects.filter(pk=cuatro[1].pk).update(nombre="<b>Beto</b>")
    mesa.lugares.filter(cuenta=cuatro[1]).update(nombre="<b>Beto</b>")
    pagina = texto(navegador(cuatro[0]).get(f"/enlinea/mesa/{mesa.pk}/"))
    assert pagina.count("data-senalar") == pagina.count("data-silenciar") == 3
    assert "Señalar a &lt;b&gt;Beto&lt;/b&gt;" in pagina
    assert "<b>Beto</b>" not in pagina
    assert "Señalar a Mari" not in pagina


def test_en_practica_no_hay_a_quien(ahora: datetime) -> None:
    ana = suscriptor("Ana")
    practica = sentar([ana, None, None, None])
    assert "data-senalar" not in texto(navegador(ana).get(f"/enlinea/mesa/{practica.pk}/"))


def test_el_guion_recibe_json_y_sin_guiones_se_vuelve_a_donde_estaba(mesa: Mesa, cuatro: list[Cuenta]) -> None:
    respuesta = navegador(cuatro[0]).post("/enlinea/senalar/", datos(mesa, cuatro[1]), headers=GUION)
    assert (respuesta.status_code, respuesta.json()["ok"]) == (200, True)
    repetida = navegador(cuatro[0]).post("/enlinea/senalar/", datos(mesa, cuatro[1]), headers=GUION)
    assert (repetida.status_code, repetida.json()["codigo"]) == (409, "ya_senalado")
    cliente = navegador(cuatro[2])
    ida = cliente.post("/enlinea/senalar/", datos(mesa, cuatro[1], volver="/enlinea/mensajes/"))
    assert (ida.status_code, ida["Location"]) == (302, "/enlinea/mensajes/")
    assert "La administración va a leer tu reporte" in texto(cliente.get("/enlinea/mensajes/"))
    assert Reporte.objects.count() == 2
    assert Reporte.objects.first().enlace == "http://testserver/administracion/enlinea/reporte/"  # type: ignore[union-attr]


def test_a_otra_casa_no_se_vuelve(mesa: Mesa, cuatro: list[Cuenta]) -> None:
    for malo in ("https://malo.mx/", "//malo.mx", "javascript:alert(1)"):
        respuesta = navegador(cuatro[0]).post(
            "/enlinea/silenciar/", {"id_orden": str(uuid4()), "cuenta": cuatro[1].pk, "volver": malo}
        )
        assert respuesta["Location"] == "/enlinea/convivencia/"


def test_sin_guiones_un_error_no_pierde_lo_escrito(mesa: Mesa, cuatro: list[Cuenta], ahora: datetime) -> None:
    senala(cuatro[0], cuatro[1], en(mesa), ahora)
    respuesta = navegador(cuatro[0]).post("/enlinea/senalar/", datos(mesa, cuatro[1], comentario="Otra <vez>"))
    assert respuesta.status_code == 409
    assert "Otra &lt;vez&gt;</textarea>" in texto(respuesta)
    assert "Ya señalaste a Beto" in texto(respuesta)


def test_la_pagina_de_senalar_no_existe_para_quien_no_coincidio(mesa: Mesa, cuatro: list[Cuenta]) -> None:
    ruta = f"/enlinea/senalar/?mesa={mesa.pk}&senalado={cuatro[1].pk}"
    assert "Señalar a Beto" in texto(navegador(cuatro[0]).get(ruta))
    assert navegador(suscriptor("Otra")).get(ruta).status_code == 404
    assert Client().get(ruta)["Location"].startswith("/entrar/")
    assert navegador(cuatro[0]).get(f"/enlinea/senalar/?mesa={mesa.pk}&senalado={cuatro[0].pk}").status_code == 404
    # sin decir a quién ni de qué: a donde se elige, sin hacer nada (D126)
    for mala in ("", "?mesa=x", f"?mesa={mesa.pk}", "?mesa=1&linea=1&senalado=1"):
        assert navegador(cuatro[0]).get(f"/enlinea/senalar/{mala}")["Location"] == "/enlinea/convivencia/"
    for malo in ({}, {"mesa": "x"}, {"mesa": 10**30, "senalado": 1}, {"senalado": -1, "mesa": 1}):
        assert navegador(cuatro[0]).post("/enlinea/senalar/", malo, headers=GUION).status_code == 409


def test_con_la_suscripcion_vencida_tambien_se_senala(mesa: Mesa, cuatro: list[Cuenta], ahora: datetime) -> None:
    Suscripcion.objects.filter(cuenta=cuatro[0]).update(inicio=ahora - timedelta(9), fin=ahora - timedelta(1))
    assert navegador(cuatro[0]).post("/enlinea/senalar/", datos(mesa, cuatro[1]), headers=GUION).status_code == 200


def test_con_la_sesion_vencida_el_guion_lo_sabe(mesa: Mesa, cuatro: list[Cuenta]) -> None:
    respuesta = Client().post("/enlinea/senalar/", datos(mesa, cuatro[1]), headers=GUION)
    assert (respuesta.status_code, respuesta.json()["codigo"]) == (401, "sin_sesion")


@pytest.mark.parametrize("con_guion", [True, False])
def test_a_quien_se_le_cerro_la_sesion_se_le_dice_que_no_se_guardo(
    mesa: Mesa, cuatro: list[Cuenta], con_guion: bool
) -> None:
    visitante = Client()
    respuesta = visitante.post("/enlinea/senalar/", datos(mesa, cuatro[1]), headers=GUION if con_guion else {})
    a_donde = respuesta.json()["ir"] if con_guion else respuesta["Location"]
    assert "lo último no se guardó" in texto(visitante.get(a_donde, follow=True))
    assert "lo último no se guardó" not in texto(Client().get("/enlinea/", follow=True)), "sin haber enviado nada"


def test_convivencia_junta_companeros_platicadores_y_silenciados(
    mesa: Mesa, cuatro: list[Cuenta], ahora: datetime
) -> None:
    platicona = suscriptor("Platicona")
    dice(platicona, "hola <i>a</i> todos", ahora)
    cliente = navegador(cuatro[0])
    presencia.presencia_por_consulta(cuenta_id=cuatro[0].pk, ahora=ahora)
    cliente.post("/enlinea/silenciar/", {"id_orden": str(uuid4()), "cuenta": cuatro[1].pk, "con_aviso": "1"})
    assert Silencio.objects.get().callado == cuatro[1]
    pagina = texto(cliente.get("/enlinea/convivencia/"))
    assert "Volver a leer a Beto" in pagina
    assert "Silenciar a Beto" not in pagina.replace('data-si="Silenciar a Beto"', "")
    assert "Silenciar a Carmen" in pagina
    assert "«hola &lt;i&gt;a&lt;/i&gt; todos»" in pagina
    assert "Señalar a Platicona" in pagina
    cliente.post("/enlinea/silenciar/", {"id_orden": str(uuid4()), "cuenta": platicona.pk})
    assert "todos»" not in texto(cliente.get("/enlinea/convivencia/")), "de quien se silenció no se enseña nada"
    for quien in (cuatro[1], platicona):
        cliente.post("/enlinea/silenciar/", {"id_orden": str(uuid4()), "cuenta": quien.pk, "quitar": "1"})
    assert not Silencio.objects.exists()


def test_desde_la_academia_se_elige_a_quien(ahora: datetime) -> None:
    escena = montar()
    ruta = f"/enlinea/senalar/partida/{escena.suya.terminada.pk}/"
    pagina = texto(navegador(escena.cuentas[0]).get(ruta))
    assert pagina.count("Señalar a ") >= 3
    assert 'name="partida" value="1"' in pagina
    assert navegador(escena.papeles["ajena"]).get(ruta).status_code == 404
    repetir = texto(navegador(escena.cuentas[0]).get(f"/enlinea/academia/partida/{escena.suya.terminada.pk}/"))
    assert ruta in repetir


# --- la cola ----------------------------------------------------------------------------------------------------------
def test_la_cola_dice_todo_y_se_decide_desde_ahi(mesa: Mesa, cuatro: list[Cuenta], ahora: datetime) -> None:
    dice(cuatro[1], "eres un ***", ahora, mesa, original="eres un <b>pendejo</b>")
    senala(cuatro[2], cuatro[1], en(mesa), ahora, "También a mí")
    reporte = senala(cuatro[0], cuatro[1], en(mesa), ahora, "Me <script>insultó</script>")
    cliente = navegador(jefa())
    lista = texto(cliente.get(COLA))
    assert "Me &lt;script&gt;insultó&lt;/script&gt;" in lista
    assert '<td class="field-van">2</td>' in lista
    uno = texto(cliente.get(f"{COLA}{reporte.pk}/change/"))
    assert "Me &lt;script&gt;insultó&lt;/script&gt;" in uno
    assert "(mari@prueba.mx)" in uno
    assert "(beto@prueba.mx)" in uno
    assert "eres un &lt;b&gt;pendejo&lt;/b&gt;" in uno
    assert "Los demás vieron: eres un ***" in uno
    assert "1 reporte más contra esta persona" in uno
    assert uno.count('name="decision"') == 4
    sin_marcar = texto(cliente.post(f"{COLA}{reporte.pk}/change/", {"decision": "bloqueado", "texto": "Cuida <eso>"}))
    assert "marca antes «Estoy seguro»" in sin_marcar and "Cuida &lt;eso&gt;</textarea>" in sin_marcar
    largo = texto(cliente.post(f"{COLA}{reporte.pk}/change/", {"decision": "advertido", "texto": "x" * 1001}))
    assert "muy largo: caben 1000 letras" in largo and "x" * 1001 in largo
    reporte.refresh_from_db()
    assert reporte.decision == Reporte.Decision.PENDIENTE
    hecho = cliente.post(f"{COLA}{reporte.pk}/change/", {"decision": "advertido", "texto": ""}, follow=True)
    assert "Decidido: advertencia" in texto(hecho)
    otra_vez = navegador(jefa("otra@prueba.mx")).post(
        f"{COLA}{reporte.pk}/change/", {"decision": "roja", "texto": "", "seguro": "1"}, follow=True
    )
    assert "Ya lo decidió Jefa: advertencia" in texto(otra_vez)
    assert 'value="ignorado"' not in texto(cliente.get(f"{COLA}{reporte.pk}/change/"))
    assert cliente.get(f"{COLA}{reporte.pk}/delete/").status_code == 403
    assert cliente.get(f"{COLA}add/").status_code == 403
    vacia = senala(cuatro[3], cuatro[1], en(mesa), ahora)
    assert "Elige qué hacer" in texto(cliente.post(f"{COLA}{vacia.pk}/change/", {}, follow=True))


def test_ver_no_es_decidir_y_sin_permiso_no_se_ve(mesa: Mesa, cuatro: list[Cuenta], ahora: datetime) -> None:
    from django.contrib.auth.models import Permission

    reporte = senala(cuatro[0], cuatro[1], en(mesa), ahora)
    ruta = f"{COLA}{reporte.pk}/change/"
    ayuda = Cuenta.objects.create_user(email="ayuda@prueba.mx", is_staff=True)
    for prohibida in (COLA, ruta, f"{COLA}{reporte.pk}/registro.json"):
        assert navegador(ayuda).get(prohibida).status_code == 403
    ayuda.user_permissions.add(Permission.objects.get(codename="view_reporte"))
    assert "pero no decidirlos" in texto(navegador(ayuda).get(ruta))
    assert "no tiene permiso" in texto(navegador(ayuda).post(ruta, {"decision": "roja", "seguro": "1"}, follow=True))
    reporte.refresh_from_db()
    assert reporte.decision == D.PENDIENTE


def test_el_registro_que_baja_la_administracion_no_lleva_la_mano_en_juego(ahora: datetime) -> None:
    escena = montar()
    reporte = senala(escena.cuentas[0], escena.cuentas[1], en(escena.suya.mesa), ahora)
    cliente = navegador(escena.papeles["administra"])
    bajado = cliente.get(f"{COLA}{reporte.pk}/registro.json")
    assert len(bajado.json()["manos"]) == 1
    pagina = texto(cliente.get(f"{COLA}{reporte.pk}/change/"))
    assert pagina.count("jugada por jugada") == 1
    assert "Mari tiró " in pagina
    for ruta in (COLA, f"{COLA}{reporte.pk}/change/", f"{COLA}{reporte.pk}/registro.json"):
        assert escena.suya.rastros_en_juego(cliente.get(ruta).content, None) == []
    assert cliente.get(f"{COLA}999/registro.json").status_code == 404


def test_en_el_tablero_solo_la_mano_acabada_y_solo_para_quien_atiende_reportes(ahora: datetime) -> None:
    escena = montar()
    base = f"/enlinea/reportes/{escena.reporte}/partida/"
    cliente = navegador(escena.papeles["administra"])
    pagina = cliente.get(f"{base}?mano=9")
    assert "Mari tiró " in texto(pagina) and escena.suya.rastros_en_juego(pagina.content, None) == []
    assert cliente.get(f"{base}1.json").json()["mano"] == 1
    assert cliente.get(f"{base}2.json").status_code == 404
    assert cliente.get("/enlinea/reportes/999/partida/").status_code == 404
    ayuda = Cuenta.objects.create_user(email="ayuda@prueba.mx", is_staff=True)
    assert navegador(ayuda).get(base).status_code == 404
    assert cliente.post(base).status_code == 405


def test_quien_quedo_fuera_lee_por_que_en_la_puerta(mesa: Mesa, cuatro: list[Cuenta], ahora: datetime) -> None:
    reporte = senala(cuatro[0], cuatro[1], en(mesa), ahora)
    decide(jefa(), reporte, D.BLOQUEADO, ahora)
    puerta = texto(navegador(cuatro[1]).get("/enlinea/", follow=True))
    assert "Por tu conducta en la mesa «La del estribo»" in puerta
    assert "Mari" not in puerta
    assert "Revisamos tu reporte sobre Beto" in texto(navegador(cuatro[0]).get("/enlinea/"))
