"""Torneos enteros de cada formato por sus servicios, con lo que pasa en un salón: su acta se acepta (TO2 a TO25)."""

import random
from dataclasses import replace
from decimal import Decimal

import pytest
from django.utils import timezone

from reglas.errores import ErrorDeRegla
from reglas.metas import Meta
from reglas.suizo.premios import Premio
from reglas.suizo.tipos import Modalidad, Tipo
from suscripciones.servicios import Borrado
from tests.enlinea.mesas import suscriptor
from tests.torneos.formatos import abrir_conjuntos, abrir_muchos, conjunto, jugar_con_tropiezos
from tests.torneos.salon import Salon, abrir
from tests.torneos.test_acta import faltas
from torneos import consultas
from torneos.consultas.distancia import filas_a_distancia
from torneos.models import Suceso
from torneos.reconstruir import acta_de
from torneos.servicios import Ajustes, Conjunto, Persona
from torneos.servicios.datos_propios import borrar

pytestmark = pytest.mark.django_db
PAREJAS, EQUIPOS = Modalidad.PAREJAS, Modalidad.EQUIPOS
AZTECA, MAYA = (Tipo.AZTECA, Meta.CIEN), (Tipo.MAYA, Meta.JUEGOS_GANADOS)


def entero(salon: Salon, semilla: int, tarde: int = 0) -> None:
    """Todas sus partidas con tropiezos; el de número `tarde` llega tras la primera."""
    salon.azar = random.Random(semilla)
    for numero in range(1, salon.fila.previstas + 1):
        if numero == 2 and tarde:
            salon.pedir("inscrito_llego", numero=tarde)
        jugar_con_tropiezos(salon)
    salon.pedir("torneo_terminar")
    assert faltas(salon) == []


def de_conjuntos(modalidad: Modalidad, formato: tuple[Tipo, Meta], semilla: int) -> Salon:
    tipo, meta = formato
    salon = abrir_conjuntos(
        modalidad, 7 + semilla % 2, previstas=6, tipo=tipo, meta=meta, cuenta=suscriptor(f"Lupita{semilla}")
    )
    nuevo = conjunto(20, modalidad.de_cuantos)
    (tarde,) = salon.pedir("conjuntos_agregar", conjuntos=[nuevo]).datos["numeros"]
    suplente = salon.fila.inscritos.get(conjunto__numero=1, letra=0)
    salon.pedir("suplente_entrar", numero=1, por=suplente.numero)
    salon.pedir("restriccion_poner", uno=1, otro=2, tipo="prohibido", motivo="Son hermanas")
    salon.pedir("inscrito_fijar", numero=3, mesa=2)
    entero(salon, semilla, tarde)
    return salon


@pytest.mark.parametrize(
    ("modalidad", "formato"),
    [
        pytest.param(PAREJAS, AZTECA, id="parejas-azteca"),
        pytest.param(EQUIPOS, MAYA, id="equipos-maya"),
        pytest.param(PAREJAS, MAYA, id="parejas-maya", marks=pytest.mark.noche),
        pytest.param(EQUIPOS, AZTECA, id="equipos-azteca", marks=pytest.mark.noche),
    ],
)
def test_un_torneo_de_conjuntos_entero_con_todo_lo_que_pasa(modalidad: Modalidad, formato: tuple[Tipo, Meta]) -> None:
    salon = de_conjuntos(modalidad, formato, 1)
    acta = acta_de(salon.fila)
    assert {len(e["jugadores"]) for e in acta["entidades"]} == {modalidad.de_cuantos}
    final = acta["clasificacion"]["final"]
    assert {f["sujeto"] for f in final} == {e["id"] for e in acta["entidades"]}
    suyos = next(e for e in acta["entidades"] if e["id"] == "1")
    sentados = {n for p in acta["partidas"] for m in p["mesas"] for n in m["asientos"]}
    # con los tropiezos, el suyo puede no haberse sentado nunca; si se sentó, con su suplente
    demas = set(suyos["jugadores"]) - {suyos["suplente"]["por"]}
    assert (suyos["suplente"]["id"] in sentados) == bool(sentados & demas)
    assert suyos["suplente"]["por"] not in sentados


def test_la_rotacion_de_dos_equipos_en_seis_partidas_con_suplente_en_la_quinta() -> None:
    """001 §6.2.2.3.3-6, por los servicios y en sus mesas: ab-hj y cd-km; ac-hk y bd-jm; ad-hm y cb-kj; otra vez."""
    salon = abrir(modalidad=EQUIPOS, cupo=4, previstas=6, personas=0)
    letras = ("abcd", "hjkm")
    suyos = [Conjunto(tuple(map(Persona, suyas)), f"Equipo {suyas}", Persona(f"{suyas[0]}2")) for suyas in letras]
    salon.pedir("conjuntos_agregar", conjuntos=suyos, llegaron=True)
    vistas = []
    for numero in range(1, 7):
        if numero == 5:
            por = salon.fila.inscritos.get(nombre="a").numero
            assert salon.pedir("suplente_entrar", numero=1, por=por).datos == {"desde": 5}
        salon.jugar()
        de = [list(m.asientos.order_by("lugar").values_list("jugador__nombre", flat=True)) for m in salon.mesas()]
        vistas.append(["-".join(sorted((q[0] + q[2], q[1] + q[3]))) for q in de])
    assert vistas == [
        ["ab-hj", "cd-km"], ["ac-hk", "bd-jm"], ["ad-hm", "cb-kj"],
        ["ab-hj", "cd-km"], ["a2c-hk", "bd-jm"], ["a2d-hm", "cb-kj"],
    ]  # fmt: skip
    assert salon.negado("suplente_no_entra", numero=1) == "suplente_ya_jugo"
    assert salon.negado("suplente_registrar", numero=1, nombre="Otra") == "suplente_ya_entro"
    assert faltas(salon) == []


@pytest.mark.parametrize("modalidad", [PAREJAS, EQUIPOS])
def test_lo_dispuesto_de_un_conjunto_se_publica_y_se_devuelve_al_deshacer(modalidad: Modalidad) -> None:
    salon = abrir_conjuntos(modalidad, 6, previstas=6)
    salon.jugar()
    de_uno = salon.fila.inscritos.get(conjunto__numero=2, letra=0).numero
    assert salon.negado("mesa_forzar", numeros=[1, 2, 3, 4], motivo="Final") == "forzada_de_dos"
    assert salon.negado("mesa_forzar", numeros=[2, de_uno], motivo="Final") == "forzada_de_dos", "los dos del mismo"
    salon.pedir("mesa_forzar", numeros=[1, de_uno], motivo="Final")
    salon.pedir("ausencia_avisar", numero=6)
    salon.pedir("suplente_entrar", numero=1, por=salon.fila.inscritos.get(conjunto__numero=1, letra=1).numero)
    salon.publicar()
    assert [m.forzada for m in salon.mesas()].count(True) == modalidad.de_cuantos // 2
    assert salon.negado("suplente_registrar", numero=1, nombre="Otra") == "suplente_ya_entro"
    salon.pedir("partida_deshacer", partida=2, motivo="Faltaba alguien")
    assert sorted(salon.fila.disposiciones.values_list("numeros", flat=True)) == [[1, 2], [6]]
    salon.pedir("suplente_no_entra", numero=1)
    assert faltas(salon) == []
    salon.jugar()
    assert faltas(salon) == []


def test_cada_modalidad_inscribe_lo_suyo_y_el_suplente_se_cambia_antes_de_entrar() -> None:
    salon = abrir_conjuntos(PAREJAS, 4)
    assert salon.negado("inscritos_agregar", personas=[Persona("Zoila")]) == "se_inscribe_el_conjunto"
    otro = abrir(cuenta=suscriptor("Otra"))
    assert otro.negado("conjuntos_agregar", conjuntos=[conjunto(9, 2)]) == "se_inscribe_la_persona"
    assert otro.negado("suplente_registrar", numero=1, nombre="Zoila") == "sin_suplentes_en_individual"
    salon.pedir("suplente_registrar", numero=1, nombre="Zoila")
    assert salon.fila.inscritos.get(conjunto__numero=1, letra=4).nombre == "Zoila"
    assert salon.negado("suplente_registrar", numero=2, nombre="zoila") == "ya_en_un_conjunto"
    uno = salon.fila.inscritos.get(conjunto__numero=1, letra=0)
    assert salon.negado("suplente_entrar", numero=2, por=uno.numero) == "no_es_titular"
    assert salon.negado(
        "suplente_entrar", numero=4, por=salon.fila.inscritos.get(conjunto__numero=4, letra=0).numero
    ) == ("sin_suplente")
    assert salon.negado("suplente_no_entra", numero=1) == "suplente_sin_entrar"
    salon.pedir("inscrito_cambiar", numero=uno.numero, nombre="Ana María")
    assert "Ana María y " in salon.fila.inscritos.get(numero=1).nombre, "se llama como los suyos"


@pytest.mark.noche
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("formato", [AZTECA, MAYA], ids=["azteca", "maya"])
@pytest.mark.parametrize("modalidad", [PAREJAS, EQUIPOS])
def test_muchos_torneos_de_conjuntos(modalidad: Modalidad, formato: tuple[Tipo, Meta]) -> None:
    for semilla in range(2, 27):
        de_conjuntos(modalidad, formato, semilla)


# -- Multibolsa y A Distancia -----------------------------------------------------------------------------------------


@pytest.fixture
def pocas_patadas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Aquí se miran los cortes y las cuentas, no la calidad de las mesas: la búsqueda va corta."""
    monkeypatch.setattr("reglas.suizo.individual.PATADAS", ((256, 5),))


def multibolsa(bolsas: int, formato: tuple[Tipo, Meta], semilla: int) -> Salon:
    cuenta = suscriptor(f"Multi{semilla}")
    salon = abrir_muchos(34, previstas=9, tipo=Tipo.MULTIBOLSA, meta=formato[1], bolsas=bolsas, cuenta=cuenta)
    (tarde,) = salon.pedir("inscritos_agregar", personas=[Persona("Zoila")]).datos["numeros"]
    premios = [Premio(1, bolsa, importe=Decimal(900 // bolsa)) for bolsa in range(1, bolsas + 1)]
    salon.pedir("premios_guardar", premios=premios)
    entero(salon, semilla, tarde)
    return salon


@pytest.mark.usefixtures("pocas_patadas")
@pytest.mark.parametrize(("bolsas", "formato"), [pytest.param(2, AZTECA, marks=pytest.mark.noche), (3, MAYA)])
def test_multibolsa_entera_con_sus_dos_cortes_y_un_premio_por_bolsa(bolsas: int, formato: tuple[Tipo, Meta]) -> None:
    salon = multibolsa(bolsas, formato, 5)
    cortes = {p.numero: p.corte for p in salon.fila.partidas.all() if p.corte}
    assert sorted(cortes) == [4, 7] and all(len(corte) == bolsas for corte in cortes.values())
    acta = acta_de(salon.fila)
    assert acta["bolsas"]["cortes"] == [[[str(n) for n in bolsa] for bolsa in cortes[k]] for k in (4, 7)]
    for partida in acta["partidas"][3:]:
        corte = cortes[4 if partida["partida"] < 7 else 7]
        for mesa in partida["mesas"]:
            assert any({int(n) for n in mesa["asientos"]} <= set(bolsa) for bolsa in corte), "nadie sale de su bolsa"
    final = consultas.tabla_de(salon.torneo_id, 9)
    tocan = consultas.premios_de(salon.torneo_id, final)[1]
    primeros = {int(f.sujeto) for f in final if f.lugar == 1 and f.renglon.bolsa}
    assert len(primeros) == bolsas and set(tocan) == primeros


@pytest.mark.noche
@pytest.mark.usefixtures("pocas_patadas")
def test_multibolsa_deshecha_en_el_corte_lo_vuelve_a_cortar() -> None:
    salon = abrir_muchos(33, previstas=9, tipo=Tipo.MULTIBOLSA, meta=Meta.CIEN, bolsas=2, intercambio=1)
    for _vez in range(3):
        salon.jugar()
    ultimo = int(consultas.tabla_de(salon.torneo_id, 3)[-1].sujeto)
    antes = salon.publicar().corte
    assert antes is not None and (list(map(len, antes)), antes[1][-1]) == ([16, 17], ultimo)
    salon.pedir("partida_deshacer", partida=4, motivo="Se fue el último")
    salon.pedir("inscrito_retirar", numero=ultimo, motivo="Se fue")
    despues = salon.publicar().corte
    assert despues is not None and list(map(len, despues)) == [16, 16] and ultimo not in despues[1]
    assert faltas(salon) == []


@pytest.mark.usefixtures("pocas_patadas")
def test_cuantos_se_intercambian_se_corrige_hasta_el_segundo_corte() -> None:
    salon = abrir_muchos(33, previstas=9, tipo=Tipo.MULTIBOLSA, meta=Meta.CIEN, bolsas=3, intercambio=9)
    for _vez in range(6):
        salon.jugar()
    with pytest.raises(ErrorDeRegla, match="cuarta parte"):  # de la menor, que es de ocho, hasta dos
        salon.ensayar()
    salon.pedir("intercambio_fijar", intercambio=2)
    antes, despues = salon.fila.partidas.get(numero=4).corte, salon.publicar().corte
    assert antes is not None and despues is not None
    assert [len(set(b) - set(a)) for a, b in zip(antes, despues, strict=True)] == [2, 4, 2]
    assert salon.negado("intercambio_fijar", intercambio=None) == "ya_se_corto"
    assert faltas(salon) == []


def test_con_gente_inscrita_no_cambia_la_modalidad() -> None:
    salon = abrir_conjuntos(PAREJAS, 4)
    ajustes = Ajustes("Otro", salon.fila.fecha, Tipo.AZTECA, Meta.CIEN, 3, modalidad=EQUIPOS, cupo=64)
    assert salon.negado("torneo_editar", ajustes=ajustes) == "modalidad_con_inscritos"
    salon.pedir("torneo_editar", ajustes=replace(ajustes, modalidad=PAREJAS))
    assert salon.negado("intercambio_fijar", intercambio=2) == "no_es_multibolsa"


def test_borrar_la_cuenta_de_quien_va_con_otra_persona_tampoco_deja_su_nombre_ahi() -> None:
    hilda = suscriptor("Hilda")
    salon = abrir(modalidad=PAREJAS, cupo=16, personas=0)
    suya = Persona("Hilda", hilda.email)
    salon.pedir("conjuntos_agregar", conjuntos=[Conjunto((suya, Persona("Beto")))])
    lejos = abrir(tipo=Tipo.A_DISTANCIA, personas=0, cuenta=suscriptor("Otra"))
    lejos.pedir("inscritos_agregar", personas=[suya, Persona("Beto")])
    lejos.pedir("distancia_declarar", numeros=[1, 2])
    borrar(Borrado(hilda.pk, "Hilda", hilda.email, "Persona borrada", timezone.now()))
    nombres = [*salon.fila.inscritos.values_list("nombre", flat=True), lejos.fila.declarados.get().nombre]
    assert not any("Hilda" in nombre for nombre in nombres)
    assert sum(nombre.endswith("y Beto") for nombre in nombres) == 2
    rastro = str(list(Suceso.objects.values_list("datos", flat=True)))
    assert "Hilda" not in rastro


@pytest.mark.usefixtures("pocas_patadas")
def test_multibolsa_y_a_distancia_piden_mas_de_32() -> None:
    for n, mas in enumerate(({"tipo": Tipo.MULTIBOLSA, "bolsas": 2, "previstas": 9}, {"tipo": Tipo.A_DISTANCIA})):
        salon = abrir_muchos(32, cuenta=suscriptor(f"Lupita{n}"), **mas)
        assert salon.negado("ensayo_pedir") == "faltan_personas"


def a_distancia(formato: tuple[Tipo, Meta], semilla: int) -> Salon:
    cuenta = suscriptor(f"Lejos{semilla}")
    salon = abrir_muchos(33, previstas=4, tipo=Tipo.A_DISTANCIA, meta=formato[1], cuenta=cuenta)
    (tarde,) = salon.pedir("inscritos_agregar", personas=[Persona("Zoila")]).datos["numeros"]
    for numeros, nombre in (([1, 2], "Los primos"), ([3, tarde], "Las tías"), ([1, 3, 5, 7], "Los nones")):
        salon.pedir("distancia_declarar", numeros=numeros, nombre=nombre)
    salon.pedir("premios_guardar", premios=[Premio(1, 2, importe=Decimal(500)), Premio(1, 3, importe=Decimal(900))])
    entero(salon, semilla, tarde)
    return salon


@pytest.mark.usefixtures("pocas_patadas")
@pytest.mark.parametrize("formato", [AZTECA, pytest.param(MAYA, marks=pytest.mark.noche)], ids=["azteca", "maya"])
def test_a_distancia_entero_suma_lo_de_cada_quien_y_no_los_enfrenta(formato: tuple[Tipo, Meta]) -> None:
    salon = a_distancia(formato, 3)
    acta = acta_de(salon.fila)
    assert {d["sujeto"] for d in acta["distancia_final"]} == {"Los primos", "Las tías", "Los nones"}
    for partida in acta["partidas"]:
        for mesa in partida["mesas"]:
            a, b, c, d = mesa["asientos"]
            assert not any({uno, otro} == {"1", "2"} for uno in (a, c) for otro in (b, d))
    filas = filas_a_distancia(salon.torneo_id, 4, final=True)
    final = {int(f.sujeto): f for f in consultas.tabla_de(salon.torneo_id, 4)}
    for fila in filas:
        suyos = [final[n] for n in fila.numeros]
        assert fila.renglon.cuenta.favor == sum(f.renglon.cuenta.favor for f in suyos)
        assert fila.mejor == min(f.lugar for f in suyos)
    assert [(f.cuantos, f.lugar) for f in filas] == [(2, 1), (2, 2), (4, 1)]
    assert [f.premio for f in filas] == [Decimal(500), None, Decimal(900)]


def test_declarar_lo_que_no_se_puede() -> None:
    salon = abrir_muchos(9, tipo=Tipo.A_DISTANCIA)
    salon.pedir("distancia_declarar", numeros=[1, 2])
    assert salon.negado("distancia_declarar", numeros=[2, 3]) == "ya_declarado"
    assert salon.negado("distancia_declarar", numeros=[3, 4, 5]) == "declarado_de_dos_o_cuatro"
    assert salon.negado("distancia_declarar", numeros=[3, 3]) == "declarado_de_dos_o_cuatro"
    assert salon.negado("distancia_declarar", numeros=[3, 99]) == "numero_inexistente"
    salon.pedir("distancia_declarar", numeros=[1, 2, 3, 4], nombre="Los Arcos")
    assert salon.negado("distancia_declarar", numeros=[5, 6], nombre="los arcos") == "declarado_repetido"
    salon.pedir("inscrito_comodin", numero=9, comodin=True)
    assert salon.negado("distancia_declarar", numeros=[8, 9]) == "comodin_a_distancia"
    salon.pedir("distancia_quitar", declarado=salon.fila.declarados.get(cuantos=2).pk)
    salon.pedir("distancia_declarar", numeros=[2, 3])
    otro = abrir(cuenta=suscriptor("Otra"))
    assert otro.negado("distancia_declarar", numeros=[1, 2]) == "solo_a_distancia"
    assert otro.negado("premios_guardar", premios=[Premio(1, 2, importe=Decimal(5))]) == "premio_de_otra_bolsa"


@pytest.mark.noche
@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("pocas_patadas")
@pytest.mark.parametrize("formato", [AZTECA, MAYA], ids=["azteca", "maya"])
def test_muchos_de_multibolsa_y_a_distancia(formato: tuple[Tipo, Meta]) -> None:
    for semilla in range(10, 20):
        multibolsa(2 + semilla % 2, formato, semilla)
        a_distancia(formato, semilla)
