"""El verificador: lee un acta de torneo en JSON y dice en qué falta a las reglas, sin usar nada de `reglas.suizo`.

Escrito aparte del emparejador a propósito, desde el texto de TO3-TO12 y TO21-TO24; el juez de las parejas repetidas es
networkx. Sólo comprueba lo publicado: no busca mejores mesas.
"""

from collections import Counter, defaultdict
from hashlib import sha256
from itertools import combinations

import networkx as nx

VUELTAS = {1: ((0, 1), (2, 3)), 2: ((0, 2), (1, 3)), 0: ((0, 3), (2, 1))}


class Verificador:
    def __init__(self, acta):
        self.acta = acta
        self.individual = acta["modalidad"] == "individual"
        self.equipos = acta["modalidad"] == "equipos"
        self.de_mesa = 4 if self.individual else 2
        lista = [j for j in acta["jugadores"] if not j["comodin"]] if self.individual else acta["entidades"]
        self.sujetos = {uno["id"]: uno for uno in lista}
        self.comodines = {j["id"] for j in acta["jugadores"] if j["comodin"]} if self.individual else set()
        self.meta = None if acta["meta"] == "juegos_ganados" else int(acta["meta"])
        self.partidas = sorted(acta["partidas"], key=lambda p: p["partida"])
        self.faltas = []

    # -- la cuenta -------------------------------------------------------------------------------

    def puntos(self, mesa, lado):
        """(puntos, ganadas, favor, contra) de un lado de una mesa jugada."""
        favor, contra = mesa["marcador"][lado], mesa["marcador"][1 - lado]
        gana = mesa["ganadora"] == lado
        if self.meta is None:
            return 0, int(gana), favor, contra
        if mesa["fin"] in ("default", "sancion"):
            favor, contra = (self.meta, contra) if gana else (favor, self.meta)
        if not gana:
            return 0, 0, favor, contra
        valen = 3 if contra == 0 else 2 if contra <= self.meta // 2 else 1
        if mesa["fin"] == "tiempo":
            valen = 1
        if mesa["fin"] in ("default", "sancion"):
            valen = min(valen, 2)
        return valen, 1, favor, contra

    def sin_jugar(self, presente):
        if self.meta is None:
            return (0, 1, 4, 2) if presente else (0, 0, 0, 4)
        return (2, 1, self.meta, self.meta // 2) if presente else (0, 0, 0, self.meta)

    def de_partida(self, partida):
        """Por sujeto: lo que sumó, rivales, compañeros y lo neto; sin rivales si no se jugó."""
        salen = {}
        for mesa in partida["mesas"]:
            a = mesa["asientos"]
            for k in range(4) if self.individual else range(2):
                quien = a[k] if self.individual else mesa["entidades"][k]
                lado = k % 2
                suyos = [a[lado], a[lado + 2]]
                uno = salen.setdefault(quien, [[0] * 4, set(), [], 0])
                if mesa["fin"] == "ausencia":
                    falto = quien in mesa["ausentes"] or (not self.individual and set(suyos) & set(mesa["ausentes"]))
                    suma = self.sin_jugar(not falto)
                else:
                    suma = self.puntos(mesa, lado)
                    uno[1] |= {a[1 - lado], a[3 - lado]} if self.individual else {mesa["entidades"][1 - lado]}
                    uno[2] += [a[(k + 2) % 4]] if self.individual else []
                    uno[3] += (1 if suma[1] else -1) if self.meta is None else suma[2] - suma[3]
                uno[0] = [x + y for x, y in zip(uno[0], suma, strict=True)]
        for quien, datos in self.sujetos.items():
            if quien in salen or (datos["hasta"] is not None and datos["hasta"] < partida["partida"]):
                continue
            suma = [x * (2 if self.equipos else 1) for x in self.sin_jugar(quien in partida["descansan"])]
            salen[quien] = [suma, set(), [], 0]
        return salen

    def cuentas(self, hasta):
        total = defaultdict(lambda: [0] * 4)
        for partida in self.partidas[:hasta]:
            for quien, (suma, *_) in self.de_partida(partida).items():
                total[quien] = [x + y for x, y in zip(total[quien], suma, strict=True)]
        return total

    def principal(self, hasta):
        return {quien: suma[1 if self.meta is None else 0] for quien, suma in self.cuentas(hasta).items()}

    def tabla(self, hasta, entran):
        cuentas, principal = self.cuentas(hasta), self.principal(hasta)
        vueltas = [self.de_partida(p) for p in self.partidas[:hasta]]
        castigo = Counter()
        for c in self.acta["castigos"]:
            castigo[c["sujeto"]] += c["tantos"] if c["partida"] <= hasta else 0
        clave, fuerza = {}, {}
        for quien, datos in self.sujetos.items():
            if datos["desde"] > entran:
                continue
            puntos, ganadas, favor, contra = cuentas[quien]
            neto = favor - contra - castigo[quien]
            retirado = (
                datos["hasta"] is not None and datos["hasta"] <= hasta and datos["hasta"] < self.acta["previstas"]
            )
            antes = (ganadas, neto, favor) if self.meta is None else (puntos, ganadas, neto, favor, -contra)
            clave[quien] = (not retirado, *antes)
            fuerza[quien] = 0
            for vuelta in vueltas:
                if quien in vuelta:
                    _, rivales, con, _ = vuelta[quien]
                    fuerza[quien] += (
                        sum(principal[r] for r in rivales) - sum(principal[c] for c in con)
                        if rivales
                        else principal[quien]
                    )
        iguales = defaultdict(set)
        for quien, suya in clave.items():
            iguales[suya].add(quien)
        entre = {
            quien: sum(v[quien][3] for v in vueltas if quien in v and v[quien][1] & (iguales[suya] - {quien}))
            for quien, suya in clave.items()
        }
        sorteo = {quien: sha256(f"{self.acta['semilla']}:{quien}".encode()).hexdigest() for quien in clave}
        orden = sorted(clave, key=lambda q: sorteo[q])
        return sorted(orden, key=lambda q: (tuple(-int(x) for x in clave[q]), -entre[q], -fuerza[q]))

    # -- lo que se comprueba ---------------------------------------------------------------------

    def falta(self, partida, que, *datos):
        self.faltas.append((partida["partida"], que, *datos))

    def verificar(self):
        for partida in self.partidas:
            self.asistencia(partida)
            self.descansos(partida)
            self.mesas(partida)
            if self.individual:
                self.parejas(partida)
            if self.equipos:
                self.rotacion(partida)
        return self.faltas

    def activos(self, numero):
        return {
            q for q, d in self.sujetos.items() if d["desde"] <= numero and (d["hasta"] is None or numero <= d["hasta"])
        }

    def grupos(self, numero):
        """Las bolsas de esa partida, o todos juntos."""
        bolsas = self.acta.get("bolsas")
        if not bolsas or (etapa := (numero - 1) // (self.acta["previstas"] // 3)) == 0:
            return [set(self.sujetos) | self.comodines]
        return [set(bolsa) for bolsa in bolsas["cortes"][etapa - 1]]

    def asistencia(self, partida):
        vistos = Counter(partida["descansan"])
        for mesa in partida["mesas"]:
            vistos.update(mesa["asientos"] if self.individual else [])
            if not self.individual and mesa["entidades"] is not None:
                vistos.update(mesa["entidades"])
        debidos = self.activos(partida["partida"]) - set(partida["ausentes"])
        doble = 2 if self.equipos else 1
        for quien in debidos:
            veces = vistos[quien]
            if veces != (1 if quien in partida["descansan"] else doble):
                self.falta(partida, "no_esta_una_vez", quien, veces)
        for quien in set(vistos) - debidos - self.comodines:
            self.falta(partida, "no_le_tocaba", quien)
        sentados = Counter(persona for mesa in partida["mesas"] for persona in mesa["asientos"])
        if sentados and max(sentados.values()) > 1:
            self.falta(partida, "en_dos_mesas")

    def descansos(self, partida):
        numero = partida["partida"]
        previos = Counter(q for p in self.partidas[: numero - 1] for q in p["descansan"])
        tabla = self.tabla(numero - 1, numero)
        if self.equipos and self.acta["encuentro"] == 3 and numero % 3 != 1:
            return
        comodines = sum(1 for m in partida["mesas"] for q in m["asientos"] if q in self.comodines)
        for grupo in self.grupos(numero):
            aqui = [q for q in tabla if q in grupo and q in self.activos(numero) and q not in partida["ausentes"]]
            fuera = [q for q in aqui if q in partida["descansan"]]
            if not self.comodines and len(fuera) != len(aqui) % self.de_mesa:
                self.falta(partida, "sobran_descansos", len(fuera), len(aqui))
            if comodines and fuera and len(self.grupos(numero)) == 1 and len(fuera) >= len(aqui) % self.de_mesa:
                self.falta(partida, "comodines_de_mas")
            esperados = sorted(aqui, key=lambda q: (previos[q], -aqui.index(q)))[: len(fuera)]
            if set(esperados) != set(fuera):
                self.falta(partida, "descansa_otro", fuera, esperados)

    def mesas(self, partida):
        if [m["mesa"] for m in partida["mesas"]] != list(range(1, len(partida["mesas"]) + 1)):
            self.falta(partida, "mesas_sin_orden")
        principal = self.principal(partida["partida"] - 1)
        sumas = [sum(principal.get(q, 0) for q in (m["entidades"] or m["asientos"])) for m in partida["mesas"]]
        if sumas != sorted(sumas, reverse=True):
            self.falta(partida, "mesa_1_no_es_la_mayor")
        prohibidos = {frozenset(par) for par in self.acta["prohibidos"]}
        de_quien = {q: n for n, grupo in enumerate(self.grupos(partida["partida"])) for q in grupo}
        for mesa in partida["mesas"]:
            quienes = mesa["entidades"] or mesa["asientos"]
            if not mesa["forzada"] and any(frozenset(par) in prohibidos for par in combinations(quienes, 2)):
                self.falta(partida, "prohibidos_juntos", mesa["mesa"])
            if not mesa["forzada"] and len({de_quien[q] for q in quienes if q in de_quien}) > 1:
                self.falta(partida, "de_dos_bolsas", mesa["mesa"])

    def juntos(self, hasta):
        veces = Counter()
        for partida in self.partidas[:hasta]:
            for a, b, c, d in (mesa["asientos"] for mesa in partida["mesas"]):
                veces.update((frozenset((a, c)), frozenset((b, d))))
        return veces

    def parejas(self, partida):
        """Ninguna repetida que un emparejamiento evite, bolsa por bolsa; el juez es networkx."""
        antes = self.juntos(partida["partida"] - 1)
        prohibidos = {frozenset(par) for par in self.acta["prohibidos"]}
        for grupo in self.grupos(partida["partida"]):
            mesas = [m for m in partida["mesas"] if set(m["asientos"]) & grupo and not m["forzada"]]
            pares = [frozenset(par) for m in mesas for par in (m["asientos"][::2], m["asientos"][1::2])]
            repetidas = sum(1 for par in pares if antes[par])
            if not repetidas:
                continue
            quienes = sorted({q for par in pares for q in par})
            grafo = nx.Graph()
            grafo.add_edges_from(
                par
                for par in combinations(quienes, 2)
                if not antes[frozenset(par)] and frozenset(par) not in prohibidos
            )
            nuevas = len(nx.max_weight_matching(grafo, maxcardinality=True))
            if repetidas > len(pares) - nuevas:
                self.falta(partida, "pareja_repetida", repetidas, len(pares) - nuevas)

    def rotacion(self, partida):
        orden = {e["id"]: e["jugadores"] for e in self.acta["entidades"]}
        for una, otra in zip(partida["mesas"][::2], partida["mesas"][1::2], strict=True):
            if una["entidades"] != otra["entidades"]:
                self.falta(partida, "encuentro_separado", una["mesa"])
                continue
            for mesa, cual in ((una, 0), (otra, 1)):
                for lado, equipo in enumerate(mesa["entidades"]):
                    i, j = VUELTAS[partida["partida"] % 3][cual]
                    if mesa["asientos"][lado::2] != [orden[equipo][i], orden[equipo][j]]:
                        self.falta(partida, "mal_rotada", mesa["mesa"])


def faltas_de(acta):
    """Las faltas de un acta, vacía si no hay."""
    return Verificador(acta).verificar()
