"""De los planes al recibo: pagar en OXXO de mentira, lo que se ve mientras, mis pagos y los datos para factura."""

from tests.navegador.recorrido_publico import Parada
from tests.navegador.telefono import Telefono

CORREO = "paga@prueba.mx"


def pasear(t: Telefono, parada: Parada) -> None:
    """Un comprobante que se paga, una tarjeta que no pasa, y la factura mal y bien."""
    t.entrar(CORREO)
    t.abrir("/cuenta/pagos/")
    parada("pagos-ninguno", t)
    t.abrir("/planes/")
    parada("planes-para-pagar", t)
    t.abrir("/pagar/seis_meses/?moneda=MXN")
    parada("pagar-sin-precio-en-pesos", t)
    _elegir(t, "anual", "Efectivo en OXXO")
    parada("pago-de-demostracion", t)
    t.tocar("Dar el comprobante")
    parada("pago-comprobante", t)
    t.abrir("/pagar/anual/")
    t.tocar("Seguir al pago")
    parada("pagar-sin-elegir", t)
    t.tocar("Ver mi comprobante")
    t.tocar("Demostración: hacer que pague")
    t.tocar("Que se pague")
    parada("pago-recibo", t)
    _elegir(t, "anual", "36.00 USD")
    t.abrir("/cuenta/pagos/")
    parada("pagos", t)
    _elegir(t, "anual", "36.00 USD")
    t.tocar("Que no se pueda")
    parada("pago-fallido", t)
    t.abrir("/cuenta/factura/")
    t.tocar("Guardar", exacto=True)
    parada("factura-con-errores", t)
    for campo, valor in (("RFC", "VECJ880326XX1"), ("Nombre o razón social", "Juan Vega"), ("Código postal", "06700")):
        t.escribir(campo, valor)
    t.pagina.get_by_label("Régimen fiscal").select_option("612")
    t.tocar("Guardar", exacto=True)
    parada("pagos-con-factura", t)


def _elegir(t: Telefono, plan: str, manera: str) -> None:
    t.abrir(f"/pagar/{plan}/")
    t.pagina.locator(".elige", has_text=manera).first.click()
    t.tocar("Seguir al pago")
    t.esperar_ruta("/demostracion/$")
