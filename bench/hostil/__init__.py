"""Lo peor que puede mandar un navegador: nada se rompe, nada cambia y las demás mesas no lo notan."""
