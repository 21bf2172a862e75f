"""Entregar a cada quien lo suyo, en un JSON que se lee (derecho de acceso)."""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from suscripciones import datos_propios
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cobro, CorreoPorSalir, Cuenta, DatosDeFactura, Suscripcion, Suspension


def datos_exportar(*, cuenta_id: int, ahora: datetime) -> dict[str, Any]:
    """Todo lo que se guarda de una cuenta, con tipos que entiende JSON. Error: `cuenta_desconocida`.

    De los demás, sólo el nombre con que ya se vieron. No va lo que sirve para entrar (contraseña, códigos).
    """
    cuenta = Cuenta.objects.filter(pk=cuenta_id, is_active=True).first()
    if cuenta is None:
        raise ErrorDeSuscripcion("cuenta_desconocida")
    return {
        "que_es": "Lo que Amigos por el Dominó guarda de tu cuenta",
        "hecho": ahora,
        "cuenta": _cuenta(cuenta),
        **{suyo.nombre: suyo.exportar(cuenta_id) for suyo in datos_propios.apuntados()},
    }


def _cuenta(cuenta: Cuenta) -> dict[str, Any]:
    return {
        "numero": cuenta.pk,
        "correo": cuenta.email,
        "usuario": cuenta.username or "",
        "nombre": cuenta.nombre,
        "alta": cuenta.date_joined,
        "ultima_entrada": cuenta.last_login,
        "con_contrasena": cuenta.has_usable_password(),
        "correos_comprobados": list(EmailAddress.objects.filter(user=cuenta).values("email", "verified")),
        "suscripciones": list(
            Suscripcion.objects.filter(cuenta=cuenta).values(
                "plan__nombre", "inicio", "fin", "importe", "moneda", "registrada_en", "nota", "anulada_en"
            )
        ),
        "pagos": [_pago(uno) for uno in Cobro.objects.filter(cuenta=cuenta).select_related("plan").order_by("creado")],
        "datos_para_factura": list(
            DatosDeFactura.objects.filter(cuenta=cuenta).values(
                "rfc", "nombre", "regimen", "uso", "codigo_postal", "actualizado"
            )
        ),
        "suspensiones": list(
            Suspension.objects.filter(cuenta=cuenta).values(
                "desde", "hasta", "motivo", "origen", "levantada_en", "motivo_de_levantar"
            )
        ),
        "sesiones_abiertas": list(
            UserSession.objects.filter(user=cuenta).values("created_at", "last_seen_at", "ip", "user_agent")
        ),
        "segundo_paso": list(Authenticator.objects.filter(user=cuenta).values("type", "created_at", "last_used_at")),
        "avisos_que_apagaste": list(cuenta.avisos_apagados.values_list("aviso", flat=True)),
        "notas_de_la_casa": list(cuenta.notas.values("escrita", "texto")),
        "correos_que_te_mandamos": list(
            CorreoPorSalir.objects.filter(para__iexact=cuenta.email).values("motivo", "creado", "estado")
        ),
    }


def _pago(cobro: Cobro) -> dict[str, Any]:
    hechos = cobro.hechos.values("que", "cuando", "importe", "moneda", "referencia", "motivo")
    return {
        "numero": cobro.numero,
        "folio": cobro.folio,
        "plan": cobro.plan.nombre,
        "importe": cobro.importe,
        "moneda": cobro.moneda,
        "como": cobro.forma,
        "quien_cobra": cobro.por,
        "estado": cobro.estado,
        "creado": cobro.creado,
        "referencia": cobro.nota,
        "hechos": list(hechos),
    }
