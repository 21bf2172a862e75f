"""Lo que mira el informe semanal de calidad (asunto de reportes y calidad): mide y compara, nunca decide ni castiga.

`parejas`: si una pareja elige mejor de lo que permite lo público. `tiempos`: si alguien tarda de un modo que no es de
persona. `prueba`: qué tan probable es por azar. Cuánto acierta y cuánto se equivoca está medido en bench/calidad.
"""
