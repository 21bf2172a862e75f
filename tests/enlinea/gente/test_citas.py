"""Mesas con hora y «avísame cuando haya tres»: apuntarse, recordar, abrir y avisar una sola vez (D631-D634)."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from enlinea.convivencia.servicios.silencios import silencio_poner
from enlinea.encuentros.consultas.citas import cita_vista, citas_de
from enlinea.encuentros.servicios import apertura, avisos_de_cita, citas, espera
from enlinea.errores import ErrorDeServicio
from enlinea.gente.servicios import amistades
from enlinea.models import CitaEnLinea, EsperaDeTres, Lugar, Mesa
from enlinea.sala.consultas.estado import estado_de_sala
from enlinea.sala.pantallas import propias
from suscripciones import servicios
from suscripciones.models import CorreoPorSalir, Cuenta
from suscripciones.servicios.borrado import cuentas_borradas_repasar
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.ayudas import llegan, navegador, reunidos

pytestmark = pytest.mark.django_db
HORA, MINUTO = timedelta(hours=1), timedelta(minutes=1)
SITIO = "https://casa.mx"


@pytest.fixture(autouse=True)
def buzon(settings: Any) -> None:
    """El de la casa: las cartas quedan por salir, en la transacción de quien las escribe."""
    settings.EMAIL_BACKEND = "suscripciones.buzon.BuzonDeSalida"


def pone(quien: Cuenta, ahora: datetime, orden: UUID | None = None, **cambia: Any) -> int:
    datos = citas.Datos(**{"cuando": ahora + 2 * HORA, "meta": "100", "modo": "normal", "nota": "", **cambia})
    return citas.cita_poner(cuenta_id=quien.pk, id_orden=orden or uuid4(), datos=datos, sitio=SITIO, ahora=ahora)


def va(quien: Cuenta, cita: int, ahora: datetime, si: bool | None = True) -> None:
    citas.cita_responder(cita_id=cita, cuenta_id=quien.pk, va=si, ahora=ahora)


def falla(codigo: str, hacer: Any, *datos: Any, **mas: Any) -> None:
    with pytest.raises(ErrorDeServicio) as dicho:
        hacer(*datos, **mas)
    assert dicho.value.codigo == codigo


def cartas(dice: str) -> list[str]:
    """A quiénes salió una carta con eso en el asunto."""
    return sorted(CorreoPorSalir.objects.filter(asunto__contains=dice).values_list("para", flat=True))


def test_se_pone_una_vez_y_caben_cuatro_y_los_quizas() -> None:
    ahora, orden = timezone.now(), uuid4()
    mari, *otros = reunidos(ahora, ("Mari", "Beto", "Carmen", "Nacho", "Paco"))
    cual = pone(mari, ahora, orden)
    assert pone(mari, ahora, orden) == cual
    falla("orden_ajena", pone, otros[0], ahora, orden)
    for otro in otros[:3]:
        va(otro, cual, ahora)
        va(otro, cual, ahora)
    falla("cita_llena", va, otros[3], cual, ahora)
    va(otros[3], cual, ahora, False)
    vista = cita_vista(cual, otros[3].pk, ahora)
    assert vista is not None and vista.voy is False
    assert (vista.van, vista.quizas) == (("Mari", "Beto", "Carmen", "Nacho"), ("Paco",))
    va(otros[0], cual, ahora, None)
    va(otros[3], cual, ahora)
    falla("cita_llena", va, otros[0], cual, ahora)
    assert [citas.citas_limpiar(ahora + timedelta(days=dias)) for dias in (30, 31)] == [0, 1]


def test_lo_que_cabe_de_quizas_se_dice_por_su_nombre(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citas, "APUNTADOS_A_LO_MAS", 1)
    ahora = timezone.now()
    mari, beto = reunidos(ahora, ("Mari", "Beto"))
    falla("cita_con_muchos", va, beto, pone(mari, ahora), ahora, False)


def test_lo_que_no_se_puede_poner() -> None:
    ahora = timezone.now()
    mari, *_ = reunidos(ahora)
    falla("cita_en_el_pasado", pone, mari, ahora, cuando=ahora)
    falla("cita_muy_lejos", pone, mari, ahora, cuando=ahora + timedelta(days=61))
    falla("meta_invalida", pone, mari, ahora, meta="mil")
    falla("modo_invalido", pone, mari, ahora, modo="practica")
    for n in range(5):
        pone(mari, ahora, cuando=ahora + (n + 1) * HORA)
    falla("muchas_citas", pone, mari, ahora)
    falla("suscripcion_ninguna", pone, suscriptor("Nueva", vigente=False), ahora)


def test_la_cambia_y_la_cancela_quien_la_puso_y_a_los_demas_se_les_avisa() -> None:
    ahora = timezone.now()
    mari, beto, carmen, _ = reunidos(ahora)
    cual = pone(mari, ahora)
    va(beto, cual, ahora)
    otra_hora = citas.Datos(ahora + 3 * HORA, "100", "normal")
    cambia: dict[str, Any] = {"cita_id": cual, "datos": otra_hora, "ahora": ahora}
    falla("no_la_organizas", citas.cita_cambiar, cuenta_id=beto.pk, **cambia)
    for _vez in range(2):
        citas.cita_cambiar(cuenta_id=mari.pk, **cambia)
    fila = CitaEnLinea.objects.get()
    vista = cita_vista(cual, beto.pk, ahora)
    assert vista is not None and (fila.secuencia, vista.voy) == (1, False)
    assert cartas("Cambió la hora") == ["beto@prueba.mx"]
    falla("no_la_organizas", citas.cita_cancelar, cita_id=cual, cuenta_id=beto.pk, ahora=ahora)
    for _vez in range(2):
        citas.cita_cancelar(cita_id=cual, cuenta_id=mari.pk, ahora=ahora)
    assert cartas("Se canceló") == ["beto@prueba.mx"]
    falla("cita_cancelada", va, carmen, cual, ahora)
    falla("cita_cancelada", citas.cita_cambiar, cuenta_id=mari.pk, **cambia)


def test_cancelada_se_dice_en_amigos_a_quien_se_apunto_y_no_se_va_callada() -> None:
    ahora = timezone.now()
    mari, beto, carmen, _ = reunidos(ahora)
    Cuenta.objects.filter(pk=mari.pk).update(nombre="<b>Mari</b>")
    cual = pone(mari, ahora, cuando=ahora + timedelta(days=20))
    va(beto, cual, ahora, False)
    vieja = navegador(beto)
    assert "WhatsApp" in vieja.get(f"/enlinea/gente/citas/{cual}/").content.decode()
    citas.cita_cancelar(cita_id=cual, cuenta_id=mari.pk, ahora=ahora)
    dicho = "&lt;b&gt;Mari&lt;/b&gt; canceló la mesa del"
    for camino in ("/enlinea/gente/", f"/enlinea/gente/citas/{cual}/"):
        pagina = vieja.get(camino).content.decode()
        assert dicho in pagina and "WhatsApp" not in pagina and 'name="va"' not in pagina
    assert "Cancelaste la mesa del" in navegador(mari).get("/enlinea/gente/").content.decode()
    assert citas_de(carmen.pk, ahora) == []
    guion: dict[str, Any] = {"headers": {"X-Requested-With": "XMLHttpRequest"}}
    cuerpo = {"id_orden": uuid4(), "cita": cual, "va": "si"}
    tarde = vieja.post("/enlinea/gente/orden/voy/", cuerpo, **guion).json()
    assert tarde["codigo"] == "cita_cancelada" and "<b>Mari</b> canceló esta mesa (era el" in tarde["texto"]
    assert [len(citas_de(beto.pk, ahora + timedelta(days=dias))) for dias in (6, 8)] == [1, 0]


def test_si_quien_la_puso_borra_su_cuenta_se_cancela_y_se_dice() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    cual, sola, ajena = pone(mari, ahora, nota="en mi casa"), pone(mari, ahora), pone(beto, ahora)
    va(beto, cual, ahora)
    va(mari, ajena, ahora)
    propio = servicios.datos_exportar(cuenta_id=mari.pk, ahora=ahora)["mesas_con_hora"]["te_apuntaste"]
    assert [fila["cita__nota"] for fila in propio] == ["en mi casa", "", ""]
    for _vez in range(2):
        seudonimo = servicios.cuenta_borrar(cuenta_id=mari.pk, ahora=ahora)
        cuentas_borradas_repasar(ahora)
    assert cartas("Se canceló") == ["beto@prueba.mx"] and not CitaEnLinea.objects.filter(pk=sola).exists()
    pagina = navegador(beto).get("/enlinea/gente/").content.decode()
    assert f"{seudonimo} canceló la mesa del" in pagina and CitaEnLinea.objects.get(pk=cual).nota == ""
    vista = cita_vista(ajena, beto.pk, ahora)
    assert vista is not None and vista.van == ("Beto",)


def test_quien_llega_tarde_no_pisa_la_hora_y_nadie_dice_que_va_a_otra() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    cual = pone(mari, ahora)
    de_mari, de_beto = navegador(mari), navegador(beto)
    guion: dict[str, Any] = {"headers": {"X-Requested-With": "XMLHttpRequest"}}
    dia = timezone.localtime(ahora + timedelta(days=2))

    def guarda(vista: int, hora: str, nota: str = "") -> dict[str, Any]:
        cuerpo = {"id_orden": uuid4(), "cita": cual, "vista": vista, "dia": f"{dia:%Y-%m-%d}", "hora": hora,
                  "meta": "100", "modo": "sin_prisa", "nota": nota}  # fmt: skip
        respuesta: dict[str, Any] = de_mari.post("/enlinea/gente/orden/cita/", cuerpo, **guion).json()
        return respuesta

    assert guarda(0, "20:00", "traigo café")["ok"]
    tarde = guarda(0, "21:00")
    assert tarde["codigo"] == "cita_ya_cambio" and tarde["datos"]["vista"] == 1
    assert "8:00 p.m., a 100 tantos, sin prisa, «traigo café»" in tarde["texto"]
    assert guarda(0, "20:00", "traigo café")["ok"], "guardar lo mismo no choca"
    cuerpo = {"id_orden": uuid4(), "cita": cual, "va": "si", "vista": 0}
    movida = de_beto.post("/enlinea/gente/orden/voy/", cuerpo, **guion).json()
    assert movida["codigo"] == "cita_movida" and "8:00 p.m." in movida["texto"]
    assert de_beto.post("/enlinea/gente/orden/voy/", {**cuerpo, "vista": 1}, **guion).json()["ok"]
    assert guarda(1, "21:00")["ok"], "escogió lo suyo"
    assert timezone.localtime(CitaEnLinea.objects.get().cuando).hour == 21


def test_la_ven_los_amigos_y_quien_trae_la_direccion_pero_no_quien_lo_silencio() -> None:
    ahora = timezone.now()
    mari, beto, carmen, _ = reunidos(ahora)
    amistades.amistad_pedir(cuenta_id=mari.pk, otra_id=beto.pk, ahora=ahora)
    amistades.amistad_pedir(cuenta_id=beto.pk, otra_id=mari.pk, ahora=ahora)
    cual = pone(mari, ahora)
    assert [[c.id for c in citas_de(quien.pk, ahora)] for quien in (mari, beto, carmen)] == [[cual], [cual], []]
    va(carmen, cual, ahora, False)
    assert [c.id for c in citas_de(carmen.pk, ahora)] == [cual]
    silencio_poner(cuenta_id=beto.pk, callado_id=mari.pk, ahora=ahora)
    assert citas_de(beto.pk, ahora) == []


def test_se_recuerda_media_hora_antes_una_vez_y_a_quien_lo_quiere() -> None:
    ahora = timezone.now()
    mari, beto, carmen, _ = reunidos(ahora)
    cual = pone(mari, ahora)
    va(beto, cual, ahora)
    va(carmen, cual, ahora, False)
    servicios.aviso_elegir(cuenta_id=beto.pk, aviso=servicios.Aviso.CITA, quiere=False)
    assert avisos_de_cita.recordatorios_mandar(ahora + 89 * MINUTO) == 0
    assert [avisos_de_cita.recordatorios_mandar(ahora + 91 * MINUTO) for _ in range(2)] == [1, 0]
    assert cartas("Tu mesa de dominó") == ["carmen@prueba.mx", "mari@prueba.mx"]
    carta = CorreoPorSalir.objects.filter(para="mari@prueba.mx").latest("pk").cuerpo
    assert f"{SITIO}/enlinea/gente/citas/{cual}/" in carta and "beto@prueba.mx" not in carta


def test_a_su_hora_se_abre_una_mesa_y_sienta_a_los_que_van_y_estan() -> None:
    ahora = timezone.now()
    mari, beto, carmen, nacho = reunidos(ahora)
    cual = pone(mari, ahora)
    for otro in (beto, carmen, nacho):
        va(otro, cual, ahora)
    hora = ahora + 2 * HORA
    llegan([mari, beto], hora)
    assert apertura.citas_abrir(hora - MINUTO) == 0
    llegan([mari, beto], hora)
    assert [apertura.citas_abrir(hora) for _ in range(2)] == [1, 0]
    mesa = Mesa.objects.get()
    assert (mesa.estado, mesa.solo_enlace, mesa.organizador_id) == ("abierta", True, mari.pk)
    assert set(mesa.lugares.values_list("cuenta_id", flat=True)) == {mari.pk, beto.pk}
    vista = cita_vista(cual, carmen.pk, hora)
    assert vista is not None and vista.enlace == mesa.enlace
    sentada = cita_vista(cual, mari.pk, hora)
    assert sentada is not None and sentada.abrio and sentada.enlace == "", "ya está en ella"
    ajena = cita_vista(cual, suscriptor("Lejana").pk, hora)
    assert ajena is not None and ajena.enlace == "", "el enlace es de los apuntados"


def test_desde_media_hora_antes_la_sala_la_dice_a_quien_va_y_luego_cual_mesa_es() -> None:
    """No se decía en ningún lado de la Sala, ni que la mesa que se abría era ésa (D812)."""
    ahora = timezone.now()
    mari, beto, carmen, nacho = reunidos(ahora)
    cual = pone(mari, ahora)
    va(beto, cual, ahora)
    va(carmen, cual, ahora, si=False)

    def sala(quien: Cuenta, cuando: datetime) -> str:
        estado = estado_de_sala(cuando, [c.pk for c in (mari, beto, carmen, nacho)])
        return " ".join(propias(estado, quien.pk, "sala")["tuya"].split())

    hora = ahora + 2 * HORA
    assert "mesa de Mari" not in sala(beto, hora - 31 * MINUTO)
    assert "mesa de Mari" in sala(beto, hora - 29 * MINUTO) and "Contigo: Mari." in sala(beto, hora - 29 * MINUTO)
    assert "Se abre sola a su hora" in sala(mari, hora - MINUTO)
    assert "mesa de Mari" not in sala(carmen, hora - MINUTO) + sala(nacho, hora - MINUTO), "quizá no es ir"
    llegan([mari], hora)
    assert apertura.citas_abrir(hora) == 1
    de_mari = sala(mari, hora)
    assert "Es la mesa con hora de Mari" in de_mari and "Falta de los que van: Beto." in de_mari
    assert "Ir a esa mesa" in sala(beto, hora) and Mesa.objects.get().enlace in sala(beto, hora)
    assert "mesa de Mari" not in sala(beto, hora + 31 * MINUTO)


def test_si_estan_los_cuatro_la_mesa_queda_lista_y_si_nadie_llega_no_se_abre() -> None:
    ahora = timezone.now()
    gente = reunidos(ahora)
    cuatro, sola = pone(gente[0], ahora), pone(gente[1], ahora, cuando=ahora + HORA)
    for otro in gente[1:]:
        va(otro, cuatro, ahora)
    llegan([], ahora + HORA)
    assert apertura.citas_abrir(ahora + HORA + 10 * MINUTO) == 0
    hora = ahora + 2 * HORA
    llegan(gente, hora)
    assert apertura.citas_abrir(hora) == 1
    for camino in ("/enlinea/", "/enlinea/gente/", f"/enlinea/gente/citas/{cuatro}/"):
        assert "data-recien" in navegador(gente[2]).get(camino).content.decode(), "se les lleva a la mesa (D690)"
    Mesa.objects.update(creada=ahora - HORA)
    assert "data-recien" not in navegador(gente[2]).get("/enlinea/").content.decode()
    assert Mesa.objects.get().estado == "lista" and Lugar.objects.filter(activo=True).count() == 4
    assert CitaEnLinea.objects.get(pk=sola).mesa_id is None


def test_avisa_una_vez_cuando_hay_tres_y_no_antes_ni_despues_de_vencer() -> None:
    ahora = timezone.now()
    gente = [suscriptor(n) for n in ("Mari", "Beto", "Carmen", "Nacho", "Paco")]
    mari, beto, carmen, nacho, paco = gente
    for _vez in range(2):
        espera.espera_pedir(cuenta_id=mari.pk, horas=1, sitio=SITIO, ahora=ahora)
    falla("espera_invalida", espera.espera_pedir, cuenta_id=mari.pk, horas=2, sitio=SITIO, ahora=ahora)
    llegan([beto, carmen], ahora)
    assert espera.esperas_avisar(ahora) == 0
    llegan([beto, carmen, nacho], ahora)
    assert [espera.esperas_avisar(ahora) for _ in range(2)] == [1, 0]
    assert cartas("Ya hay tres") == ["mari@prueba.mx"]
    espera.espera_pedir(cuenta_id=paco.pk, horas=1, sitio=SITIO, ahora=ahora - 2 * HORA)
    assert espera.esperas_avisar(ahora) == 0 and not EsperaDeTres.objects.exists()
    espera.espera_pedir(cuenta_id=paco.pk, horas=1, sitio=SITIO, ahora=ahora)
    for _vez in range(2):
        espera.espera_cancelar(cuenta_id=paco.pk)
    assert espera.esperas_avisar(ahora) == 0


def test_para_los_tres_no_cuenta_a_quien_silencio_y_a_quien_esta_no_se_le_avisa() -> None:
    ahora = timezone.now()
    mari, beto, carmen, nacho = reunidos(ahora)
    paco = suscriptor("Paco")
    silencio_poner(cuenta_id=paco.pk, callado_id=nacho.pk, ahora=ahora)
    for quien in (mari, paco):
        espera.espera_pedir(cuenta_id=quien.pk, horas=3, sitio=SITIO, ahora=ahora)
    llegan([mari, beto, nacho], ahora)
    assert espera.esperas_avisar(ahora) == 0 and EsperaDeTres.objects.count() == 2
    llegan([mari, beto, nacho, carmen], ahora)
    assert espera.esperas_avisar(ahora) == 1 and cartas("Ya hay tres") == ["paco@prueba.mx"]


def test_las_paginas_y_el_calendario() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    de_mari, de_beto = navegador(mari), navegador(beto)
    manana = timezone.localtime(ahora + timedelta(days=1))
    cuerpo = {"id_orden": uuid4(), "dia": f"{manana:%Y-%m-%d}", "hora": "20:00", "meta": "100", "modo": "normal",
              "nota": "<b>en casa</b>"}  # fmt: skip
    quedo = [de_mari.post("/enlinea/gente/orden/cita/", cuerpo)["Location"] for _ in range(2)]
    cita = CitaEnLinea.objects.get()
    assert quedo == [f"/enlinea/gente/citas/{cita.pk}/"] * 2 and cita.sitio == "http://testserver"
    assert "&lt;b&gt;en casa" in de_beto.get(quedo[0]).content.decode()
    assert "Cambiarla" in de_mari.get(quedo[0]).content.decode()
    de_beto.post("/enlinea/gente/orden/voy/", {"id_orden": uuid4(), "cita": cita.pk, "va": "quiza"})
    assert "quizá vas" in de_beto.get("/enlinea/gente/").content.decode()
    archivo = de_beto.get(f"/enlinea/gente/citas/{cita.pk}.ics").content.decode()
    assert f"UID:{cita.orden}@" in archivo and "SUMMARY:Dominó con Mari" in archivo and "SEQUENCE:0" in archivo
    assert [de_mari.get(f"/enlinea/gente/citas/{n}/").status_code for n in (1, 10**40)] == [404, 404]
    de_mari.post("/enlinea/gente/orden/cancelar-cita/", {"id_orden": uuid4(), "cita": cita.pk})
    assert "STATUS:CANCELLED" in de_beto.get(f"/enlinea/gente/citas/{cita.pk}.ics").content.decode()
    de_mari.post("/enlinea/gente/orden/avisame/", {"id_orden": uuid4(), "horas": 3})
    assert "una sola vez" in de_mari.get("/enlinea/gente/").content.decode()
    de_mari.post("/enlinea/gente/orden/ya-no-me-avises/", {"id_orden": uuid4()})
    assert not EsperaDeTres.objects.exists()
