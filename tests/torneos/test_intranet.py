"""Un torneo en pantallas: puestos y pases, las mesas en línea, su hoja y quién la decide (TO26, decisión 047)."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from enlinea.models import Mesa as MesaEnLinea
from enlinea.models import Partida as PartidaEnLinea
from enlinea.models import Tarjeta
from enlinea.salon import consultas as salon_visto
from recreo.errores import ErrorDeServicio
from reglas.errores import ErrorDeRegla
from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Fase, Modo
from reglas.metas import Meta
from reglas.suizo import puestos as reglas
from reglas.suizo.tipos import Modalidad, Tipo
from suscripciones.models import Cuenta
from tests.enlinea.mesas import al_diario, de_prueba, suscriptor
from tests.reglas.partidas import MesaDePrueba
from tests.torneos.salon import Salon, abrir
from torneos import servicios
from torneos.consultas import puestos
from torneos.identidad import Quien
from torneos.models import Mesa, Puesto
from torneos.servicios import Conjunto, Persona, ensayo, intranet

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocos_bastan")]


def en_pantallas(personas: int = 8, **mas: Any) -> Salon:
    salon = abrir(personas=personas, intranet=True, **mas)
    salon.pedir("puestos_poner", por_zona=max(personas // 4, 1))
    return salon


def tomar(salon: Salon, p: Puesto) -> dict[str, Any]:
    """La sesión de un aparato que acaba de tomar ese puesto."""
    suyo = servicios.puesto_tomar(torneo_id=salon.torneo_id, pase=puestos.pase_de(p), red="")
    return {puestos.LLAVE: [suyo.pk, suyo.toma]}


def puesto_de(mesa: Mesa, asiento: int) -> Puesto:
    """Donde va ese asiento."""
    todas = list(Mesa.objects.filter(partida=mesa.partida).order_by("numero").values_list("pk", flat=True))
    zona, numero = reglas.puesto_de(todas.index(mesa.pk), asiento, len(todas), mesa.partida.numero)
    return Puesto.objects.get(torneo=mesa.partida.torneo_id, zona=zona, numero=numero)


def en_linea_de(mesa: Mesa) -> int:
    assert mesa.en_linea is not None
    return mesa.en_linea


def jugando(mesa: Mesa, semilla: int = 1) -> MesaDePrueba:
    """La partida de esa mesa, ya comenzada, que todavía no está en su diario."""
    juego = de_prueba(MesaEnLinea.objects.get(pk=en_linea_de(mesa)), semilla)
    juego.comenzar()
    return juego


def al_final(mesa: Mesa, juego: MesaDePrueba) -> None:
    al_diario(MesaEnLinea.objects.get(pk=en_linea_de(mesa)), juego)


# --- los puestos ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("mesas", [1, 2, 3, 4, 5, 8, 9, 64])
def test_los_cuatro_en_cuatro_zonas_y_nunca_juntos(mesas: int) -> None:
    for partida in range(1, 6):
        ocupados = set()
        for orden in range(mesas):
            suyos = [reglas.puesto_de(orden, a, mesas, partida) for a in range(4)]
            assert {p.zona for p in suyos} == {0, 1, 2, 3}
            assert [reglas.asiento_de(p, mesas, partida) for p in suyos] == [(orden, a) for a in range(4)]
            ocupados.update(suyos)
            if mesas < 4:
                continue
            for a in suyos:
                for b in suyos:
                    if b.zona == a.zona + 1:
                        assert abs(a.numero - b.numero) > 1
                        assert (a.numero, b.numero) != (mesas, 1)
        assert len(ocupados) == 4 * mesas
    assert reglas.asiento_de(reglas.Puesto(0, mesas + 1), mesas, 1) is None


def test_el_pase_no_se_guarda_y_renovarlo_lo_anula() -> None:
    salon = en_pantallas()
    p = Puesto.objects.filter(torneo=salon.torneo_id).first()
    assert p is not None
    pase = puestos.pase_de(p)
    assert pase not in str(list(Puesto.objects.values()))
    assert len({v.pase for v in puestos.puestos_de(salon.torneo_id)}) == 8
    sesion = tomar(salon, p)
    assert puestos.puesto_de_sesion(sesion) == p
    salon.pedir("puesto_renovar", zona=p.zona, numero=p.numero)
    assert puestos.puesto_de_sesion(sesion) is None
    with pytest.raises(ErrorDeServicio, match="pase_invalido"):
        servicios.puesto_tomar(torneo_id=salon.torneo_id, pase=pase, red="10.0.0.1")


def test_otro_aparato_toma_el_lugar_y_el_de_antes_lo_suelta() -> None:
    salon = en_pantallas()
    p = Puesto.objects.filter(torneo=salon.torneo_id).first()
    assert p is not None
    primero, segundo = tomar(salon, p), tomar(salon, p)
    assert puestos.puesto_de_sesion(primero) is None
    assert puestos.puesto_de_sesion(segundo) == p


def test_quien_prueba_pases_se_cansa_y_el_salon_no() -> None:
    salon = en_pantallas()
    p = Puesto.objects.filter(torneo=salon.torneo_id).first()
    assert p is not None
    for _ in range(60):
        with pytest.raises(ErrorDeServicio, match="pase_invalido"):
            servicios.puesto_tomar(torneo_id=salon.torneo_id, pase="AAAAAAAA", red="10.0.0.1")
    with pytest.raises(ErrorDeServicio, match="muchos_pases"):
        servicios.puesto_tomar(torneo_id=salon.torneo_id, pase=puestos.pase_de(p), red="10.0.0.1")
    servicios.puesto_tomar(torneo_id=salon.torneo_id, pase=puestos.pase_de(p), red="10.0.0.2")


def test_sin_escribir_el_pase_se_pide_y_no_cuenta_como_equivocado(client: Client) -> None:
    salon = en_pantallas()
    donde = f"/torneos/{salon.fila.codigo}/puesto/"
    for _ in range(61):
        dicho = client.post(donde, {"pase": "  "})
    assert dicho.status_code == 409 and "Falta el pase" in dicho.content.decode()


def test_en_el_puesto_primero_se_lee_quien_y_como_sentarse(client: Client) -> None:
    salon = en_pantallas()
    salon.publicar()
    p = puesto_de(salon.mesas()[0], 0)
    donde = f"/torneos/{salon.fila.codigo}/puesto/"
    dicho = client.post(donde, {"pase": puestos.pase_de(p)}, follow=True).content.decode()
    nombre, sentarse = dicho.index('id="quien">'), dicho.index("sentarme a jugar")
    assert nombre < sentarse < dicho.index('class="quien__n"'), (
        "el botón no queda bajo lo demás, con el teléfono acostado"
    )
    assert "· Mesa 1" in dicho and "lugar__num" not in dicho


def test_la_mesa_de_control_lleva_a_los_puestos_y_no_a_capturar_papeles(client: Client) -> None:
    salon = en_pantallas()
    salon.publicar()
    client.force_login(Cuenta.objects.get(pk=salon.organiza.cuenta_id))
    barra = client.get(f"/torneos/{salon.fila.codigo}/control/").content.decode().partition('class="barra')[2]
    assert 'data-clave="puestos"' in barra and 'data-clave="captura"' not in barra


def test_desde_el_puesto_se_llama_al_juez_una_vez_y_a_nombre_de_quien_juega(client: Client) -> None:
    salon = en_pantallas()
    salon.publicar()
    mesa, suyo = salon.mesas()[0], f"/torneos/{salon.fila.codigo}/puesto/"
    a_donde, pase = f"{suyo}llamar/", puestos.pase_de(puesto_de(mesa, 2))
    # sin el pase, nadie llama
    assert client.post(a_donde, {"id_orden": str(uuid4())}).status_code == 409
    client.post(suyo, {"pase": pase})
    assert a_donde in client.get(f"{suyo}mesa/").content.decode()
    una = str(uuid4())
    # el doble toque, la respuesta perdida y quien insiste dejan una sola llamada abierta
    for id_orden in (una, una, str(uuid4())):
        assert client.post(a_donde, {"id_orden": id_orden}).json() == {"ok": True}
    abiertas = list(mesa.incidencias.filter(tipo="llamada", atendida=None))
    assert [i.quien for i in abiertas] == [mesa.asientos.get(lugar=2).jugador.nombre]
    assert client.post(a_donde, {"id_orden": "no es"}).status_code == 409
    assert client.get(a_donde).status_code == 405
    # otro aparato tomó el puesto: éste ya no llama
    tomar(salon, puesto_de(mesa, 2))
    assert client.post(a_donde, {"id_orden": str(uuid4())}).status_code == 409


def test_el_aparato_de_un_puesto_no_se_va_sin_querer_y_si_sale_vuelve(client: Client) -> None:
    salon = en_pantallas()
    salon.publicar()
    p = puesto_de(salon.mesas()[0], 0)
    publica, donde = f"/torneos/{salon.fila.codigo}/", f"/torneos/{salon.fila.codigo}/puesto/"
    vuelta = f'href="{donde}"'
    assert vuelta not in client.get(publica).content.decode()
    dicho = client.post(donde, {"pase": puestos.pase_de(p)}, follow=True).content.decode()
    assert "cabecera__volver" not in dicho and "<footer" not in dicho and "¿Dónde juego?" in dicho
    assert vuelta in client.get(publica).content.decode()
    assert vuelta in client.get(f"{donde}?otro").content.decode()


def test_sin_puestos_bastantes_no_se_publica_y_se_dice_cuantos() -> None:
    salon = abrir(personas=8, intranet=True)
    salon.pedir("puestos_poner", por_zona=1)
    hecho = salon.ensayar()
    assert salon.negado("partida_publicar", ensayo=hecho) == "faltan_puestos"
    assert not MesaEnLinea.objects.exists()
    salon.pedir("puestos_poner", por_zona=2)
    salon.pedir("partida_publicar", ensayo=hecho)
    assert salon.negado("puestos_poner", por_zona=1) == "faltan_puestos"
    con_fichas = abrir(cuenta=suscriptor("Memo"), personas=0)
    assert con_fichas.negado("puestos_poner", por_zona=2) == "no_es_en_pantallas"


def test_con_el_pase_de_un_puesto_solo_se_entra_a_su_asiento() -> None:
    salon = en_pantallas()
    salon.publicar()
    una, otra = salon.mesas()
    for asiento in range(4):
        p = puesto_de(una, asiento)
        sesion = tomar(salon, p)
        toma = puestos.toma_de(en_linea_de(una), sesion)
        assert toma is not None and toma.asiento == asiento
        assert puestos.toma_de(en_linea_de(otra), sesion) is None
        suyo = puestos.en_su_puesto(p)
        assert (suyo.mesa, suyo.asiento) == (una, asiento)
    assert puestos.toma_de(en_linea_de(una), {}) is None
    assert puestos.toma_de(en_linea_de(una), {puestos.LLAVE: [1, ""]}) is None


def test_pide_mas_de_treinta_y_dos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ensayo, "MINIMO_DE_MUCHOS", 33)
    assert en_pantallas().negado("ensayo_pedir") == "faltan_personas"


# --- la hoja ----------------------------------------------------------------------------------------------------------
def test_lo_que_acaba_en_linea_queda_en_la_hoja_una_vez() -> None:
    salon = en_pantallas()
    salon.publicar()
    mesa, otra = salon.mesas()
    juego = jugando(mesa)
    juego.acabar_mano()
    al_final(mesa, juego)
    intranet.recibir(en_linea_de(mesa))
    intranet.recibir(en_linea_de(mesa))
    mesa.refresh_from_db()
    assert (mesa.cerrada, mesa.anotaciones.count()) == (None, 1)
    assert mesa.salidor == salon_visto.como_va(en_linea_de(mesa)).salidor
    juego.seguir()
    juego.acabar_partida()
    al_final(mesa, juego)
    for _ in range(2):
        intranet.recibir(en_linea_de(mesa))
    mesa.refresh_from_db()
    (suyo,) = mesa.resultados.all()
    assert mesa.cerrada and suyo.fin == "meta" and suyo.ganadora == juego.mesa.ganadora
    assert (suyo.marcador_0, suyo.marcador_1) == juego.mesa.tantos
    assert mesa.anotaciones.count() == len(juego.mesa.cuentas)
    assert not otra.anotaciones.exists()
    # ni estadística, ni puntos, ni tarjetas, ni las 50
    assert not (PartidaEnLinea.objects.exists() or Tarjeta.objects.exists())


@pytest.mark.parametrize("meta", [Meta.JUEGOS_GANADOS, Meta.DOSCIENTOS])
def test_a_las_otras_metas_el_marcador_tambien_es_el_de_la_mesa(meta: Meta) -> None:
    salon = en_pantallas(meta=meta, tipo=Tipo.MAYA if meta.tantos is None else Tipo.AZTECA)
    salon.publicar()
    mesa = salon.mesas()[0]
    juego = jugando(mesa, 3)
    juego.acabar_partida()
    al_final(mesa, juego)
    intranet.recibir(en_linea_de(mesa))
    (suyo,) = mesa.resultados.all()
    lleva = juego.mesa.ganadas if meta.tantos is None else juego.mesa.tantos
    assert (suyo.marcador_0, suyo.marcador_1) == lleva


@pytest.mark.parametrize("con_mano", [False, True])
def test_quien_no_vuelve_en_cinco_minutos_falto_o_pierde_por_default(con_mano: bool) -> None:
    salon = en_pantallas()
    salon.publicar()
    mesa = salon.mesas()[0]
    juego = jugando(mesa)
    if con_mano:
        juego.acabar_mano()
        juego.seguir()
    juego.pedir(o.Ausentar(2))
    juego.pedir(o.Vencer(), 300_001)
    assert juego.mesa.fase is Fase.CERRADA
    al_final(mesa, juego)
    intranet.recibir(en_linea_de(mesa))
    (suyo,) = mesa.resultados.all()
    numero = mesa.asientos.get(lugar=2).jugador.numero
    if con_mano:
        assert (suyo.fin, suyo.ganadora) == ("default", 1)
    else:
        assert (suyo.fin, suyo.ausentes) == ("ausencia", [numero])
    assert not Tarjeta.objects.exists()


def test_la_decide_un_juez_y_en_las_pantallas_termina(django_capture_on_commit_callbacks: Any) -> None:
    salon = en_pantallas()
    partida = salon.publicar()
    mesa = salon.mesas()[0]
    juego = jugando(mesa)
    juego.acabar_mano()
    al_final(mesa, juego)
    intranet.recibir(en_linea_de(mesa))
    de_mesa = {"partida": partida.numero, "mesa": mesa.numero}
    anota = {"mano": 2, "revision": 0, "desenlace": juego.mesa.cuentas[0].desenlace, "pareja": 0, "tantos": 5}
    assert salon.negado("mano_anotar", **de_mesa, **anota) == "se_anota_sola"
    with django_capture_on_commit_callbacks(execute=True):
        salon.pedir("mesa_dar_default", **de_mesa, gana=0, motivo="Se fue y no vuelve")
    assert salon_visto.como_va(en_linea_de(mesa)).cerrada
    assert MesaEnLinea.objects.get(pk=en_linea_de(mesa)).estado == MesaEnLinea.Estado.CERRADA
    intranet.recibir(en_linea_de(mesa))
    assert mesa.resultados.count() == 1


@pytest.mark.parametrize(
    "formato", [{"modalidad": Modalidad.EQUIPOS, "cupo": 8}, {"tipo": Tipo.MULTIBOLSA, "bolsas": 2}]
)
def test_en_equipos_y_multibolsa_tambien_se_juega_en_pantallas(formato: dict[str, Any]) -> None:
    salon = abrir(personas=0, intranet=True, previstas=9, **formato)
    salon.pedir("puestos_poner", por_zona=9)
    if "modalidad" in formato:
        equipos = [Conjunto(tuple([Persona(f"E{n}{letra}") for letra in "abcd"]), f"Equipo {n}") for n in range(4)]
        salon.pedir("conjuntos_agregar", conjuntos=equipos, llegaron=True)
    else:
        personas = [Persona(f"Persona {n}") for n in range(36)]
        salon.pedir("inscritos_agregar", personas=personas, llegaron=True)
    salon.publicar()
    mesa = salon.mesas()[0]
    juego = jugando(mesa)
    juego.acabar_partida()
    al_final(mesa, juego)
    intranet.recibir(en_linea_de(mesa))
    assert mesa.resultados.get().ganadora == juego.mesa.ganadora


def test_nadie_de_fuera_pide_por_la_casa() -> None:
    salon = en_pantallas()
    partida = salon.publicar()
    mesa = salon.mesas()[0]
    assert salon.negado("mesa_recibir", partida=partida.numero, mesa=mesa.numero) == "no_eres_de_esta_mesa"
    assert "casa" not in {q.huella for q in (salon.organiza, Quien(mesa=mesa.clave, numero=1), Quien(aparato="x"))}


def test_deshacer_solo_antes_de_repartir(django_capture_on_commit_callbacks: Any) -> None:
    salon = en_pantallas()
    partida = salon.publicar()
    mesa = salon.mesas()[0]
    al_final(mesa, jugando(mesa))
    assert salon.negado("partida_deshacer", partida=partida.numero, motivo="Otra vez") == "ya_anotaron"


def test_deshecha_sus_mesas_en_linea_se_cierran(django_capture_on_commit_callbacks: Any) -> None:
    salon = en_pantallas()
    partida = salon.publicar()
    suyas = [en_linea_de(m) for m in salon.mesas()]
    with django_capture_on_commit_callbacks(execute=True):
        salon.pedir("partida_deshacer", partida=partida.numero, motivo="Otra vez")
    assert sorted(salon_visto.cerradas(suyas)) == sorted(suyas)


def test_el_barrido_recoge_lo_que_falto() -> None:
    salon = en_pantallas()
    salon.publicar()
    mesa, otra = salon.mesas()
    for cual in (mesa, otra):
        juego = jugando(cual)
        juego.acabar_partida()
        juego.pedir(o.Vencer(), 60_001)
        al_final(cual, juego)
        MesaEnLinea.objects.filter(pk=cual.en_linea).update(estado=MesaEnLinea.Estado.CERRADA, cerrada=timezone.now())
    assert servicios.en_linea_conciliar() == 2
    assert servicios.en_linea_conciliar() == 0
    assert all(m.cerrada for m in salon.mesas())


def test_la_mesa_de_un_torneo_ni_vence_ni_se_deshace_sola() -> None:
    juego = MesaDePrueba(Meta.CIEN, Modo.INTRANET, 1)
    assert juego.mesa.vence == 0
    with pytest.raises(ErrorDeRegla) as negado:
        juego.pedir(o.Ausentar(1))
    assert negado.value.codigo == "fuera_de_fase"
    juego.comenzar()
    reloj, abierto = juego.mesa.reloj, juego.mesa.abierto
    assert juego.mesa.vence - abierto in {(reloj + 10) * 1000, (reloj + 15) * 1000, reloj * 1000, 6_000}
