"""Torneos de cada formato para el paseo: uno con el registro abierto y los demás ya jugándose."""

import json
from decimal import Decimal

from django.db import transaction

from reglas.suizo.premios import Premio
from reglas.suizo.tipos import Modalidad, Tipo
from suscripciones.models import Cuenta

MULTIPLICADO = {"intranet": True, "tipo": Tipo.MULTIPLICADO, "previstas": 2}


def sembrar(correo: str) -> None:
    """Los siembra en una transacción, para que ningún barrido vea un ensayo pendiente, y escribe sus códigos."""
    from reglas.suizo import individual
    from tests.torneos.formatos import abrir_conjuntos, abrir_muchos
    from tests.torneos.multiplicado import dictada, jugar_entera
    from tests.torneos.salon import emparejar_aqui
    from torneos.consultas.puestos import puestos_de
    from torneos.servicios import ensayo, intranet

    ensayo.aparte.correr = emparejar_aqui  # type: ignore[assignment]
    individual.PATADAS = ((256, 5),)
    cuenta = Cuenta.objects.get(email=correo)
    with transaction.atomic():
        registro = abrir_conjuntos(Modalidad.PAREJAS, 4, cuenta=cuenta)
        equipos = abrir_conjuntos(Modalidad.EQUIPOS, 5, previstas=3, cuenta=cuenta)
        multibolsa = abrir_muchos(33, previstas=9, tipo=Tipo.MULTIBOLSA, bolsas=2, cuenta=cuenta)
        multibolsa.pedir("premios_guardar", premios=[Premio(1, n, porcentaje=Decimal(50)) for n in (1, 2)])
        a_distancia = abrir_muchos(33, previstas=2, tipo=Tipo.A_DISTANCIA, cuenta=cuenta)
        declarar = abrir_muchos(9, tipo=Tipo.A_DISTANCIA, cuenta=cuenta)
        pantallas = abrir_muchos(36, intranet=True, cuenta=cuenta)
        pantallas.pedir("puestos_poner", por_zona=9)
        pantallas.publicar()
        multiplicado, sin_dictar = (abrir_muchos(36, cuenta=cuenta, **MULTIPLICADO) for _ in range(2))
        for salon in (multiplicado, sin_dictar):
            salon.pedir("puestos_poner", por_zona=9)
        sin_dictar.publicar()
        dictada(multiplicado)
        for salon in (a_distancia, declarar):
            salon.pedir("distancia_declarar", numeros=[1, 2], nombre="Los primos")
            salon.pedir("distancia_declarar", numeros=[1, 3, 5, 7], nombre="Los nones")
        for salon, partidas in ((equipos, 1), (multibolsa, 4), (a_distancia, 2)):
            for _vez in range(partidas):
                salon.jugar()
        equipos.publicar()
    salones = {"registro": registro, "equipos": equipos, "multibolsa": multibolsa, "a_distancia": a_distancia}
    salones |= {"declarar": declarar, "pantallas": pantallas, "multiplicado": multiplicado, "sin_dictar": sin_dictar}
    for n, mesa in enumerate(multiplicado.mesas(), 1):
        jugar_entera(mesa, n)
        assert mesa.en_linea is not None
        intranet.recibir(mesa.en_linea)
    pase = puestos_de(pantallas.torneo_id)[0].pase
    print(json.dumps({**{nombre: s.fila.codigo for nombre, s in salones.items()}, "pase": pase}))
