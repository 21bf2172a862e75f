"""Las ocho primeras, juntas, y los dos planes (decisión 059). Aparte de las que siguen: entre unas y otras van las sesiones."""

import uuid

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import config.comun.filtro
from config.base.tablas_juntas import TablasJuntas
from suscripciones.planes import PLANES


def sembrar(apps, esquema):
    """Los dos planes del reglamento (SU2)."""
    Plan = apps.get_model("suscripciones", "Plan")
    for clave, nombre, meses, precio in PLANES:
        Plan.objects.get_or_create(clave=clave, defaults={"nombre": nombre, "meses": meses, "precio": precio})


class Migration(migrations.Migration):
    replaces = [
        ("suscripciones", "0001_initial"),
        ("suscripciones", "0002_planes"),
        ("suscripciones", "0003_sanciones"),
        ("suscripciones", "0004_nombres_limpios"),
        ("suscripciones", "0005_nombres_claros"),
        ("suscripciones", "0006_correo_por_salir"),
        ("suscripciones", "0007_cuenta_inactiva"),
        ("suscripciones", "0008_intentos"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        TablasJuntas(
            [
                migrations.CreateModel(
                    name="Cuenta",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("password", models.CharField(max_length=128, verbose_name="password")),
                        ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                        (
                            "is_superuser",
                            models.BooleanField(
                                default=False,
                                help_text="Designates that this user has all permissions without explicitly assigning them.",
                                verbose_name="superuser status",
                            ),
                        ),
                        ("email", models.EmailField(max_length=254, verbose_name="correo")),
                        (
                            "username",
                            models.CharField(
                                blank=True,
                                max_length=40,
                                null=True,
                                validators=[
                                    django.core.validators.RegexValidator(
                                        "^[\\w.-]+\\Z", "Usa sólo letras, números, punto, guion o guion bajo."
                                    ),
                                    config.comun.filtro.sin_groserias,
                                ],
                                verbose_name="usuario",
                            ),
                        ),
                        (
                            "nombre",
                            models.CharField(
                                blank=True,
                                max_length=60,
                                validators=[config.comun.filtro.sin_groserias],
                                verbose_name="nombre",
                            ),
                        ),
                        ("is_active", models.BooleanField(default=True, verbose_name="activa")),
                        ("is_staff", models.BooleanField(default=False, verbose_name="entra a la administración")),
                        ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="alta")),
                        (
                            "groups",
                            models.ManyToManyField(
                                blank=True,
                                help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                                related_name="user_set",
                                related_query_name="user",
                                to="auth.group",
                                verbose_name="groups",
                            ),
                        ),
                        (
                            "user_permissions",
                            models.ManyToManyField(
                                blank=True,
                                help_text="Specific permissions for this user.",
                                related_name="user_set",
                                related_query_name="user",
                                to="auth.permission",
                                verbose_name="user permissions",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "cuenta",
                        "verbose_name_plural": "cuentas",
                        "indexes": [
                            models.Index(
                                condition=models.Q(("is_active", False)), fields=["id"], name="cuenta_inactiva"
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                django.db.models.functions.text.Lower("email"),
                                name="cuenta_correo_unico",
                                violation_error_message="Ya hay una cuenta con ese correo.",
                            ),
                            models.UniqueConstraint(
                                django.db.models.functions.text.Lower("username"),
                                condition=models.Q(("username__isnull", False)),
                                name="cuenta_usuario_unico",
                                violation_error_message="Ese usuario ya está ocupado. Prueba con otro.",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CodigoDeEntrada",
                    fields=[
                        ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ("correo", models.EmailField(max_length=254)),
                        ("huella", models.CharField(max_length=64)),
                        ("origen", models.CharField(max_length=64)),
                        ("creado", models.DateTimeField()),
                        ("intentos", models.PositiveSmallIntegerField(default=0)),
                        ("usado_en", models.DateTimeField(null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["correo", "creado"], name="codigo_por_correo"),
                            models.Index(fields=["origen", "creado"], name="codigo_por_origen"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CorreoDeDemo",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("para", models.CharField(max_length=254)),
                        ("asunto", models.CharField(max_length=250)),
                        ("cuerpo", models.TextField()),
                        ("creado", models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        "ordering": ("-id",),
                    },
                ),
                migrations.CreateModel(
                    name="CorreoPorSalir",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("para", models.EmailField(max_length=254, verbose_name="para")),
                        (
                            "motivo",
                            models.CharField(
                                choices=[
                                    ("codigo", "código para entrar"),
                                    ("cuenta", "correo o contraseña de la cuenta"),
                                    ("vencimiento", "vencimiento de la suscripción"),
                                    ("invitacion", "invitación a un Recreo"),
                                    ("administracion", "aviso a la administración"),
                                ],
                                max_length=15,
                                verbose_name="de qué es",
                            ),
                        ),
                        ("asunto", models.CharField(blank=True, editable=False, max_length=250)),
                        ("cuerpo", models.TextField(blank=True, editable=False)),
                        ("id_mensaje", models.CharField(editable=False, max_length=120)),
                        ("referencia", models.CharField(blank=True, editable=False, max_length=80)),
                        ("creado", models.DateTimeField(verbose_name="se escribió")),
                        ("caduca", models.DateTimeField(verbose_name="vale hasta")),
                        ("siguiente", models.DateTimeField(verbose_name="siguiente intento")),
                        ("intentos", models.PositiveSmallIntegerField(default=0, verbose_name="intentos")),
                        (
                            "estado",
                            models.CharField(
                                choices=[
                                    ("pendiente", "por salir"),
                                    ("enviado", "salió"),
                                    ("rechazado", "no lo aceptaron"),
                                    ("caducado", "no salió a tiempo"),
                                ],
                                default="pendiente",
                                max_length=10,
                                verbose_name="estado",
                            ),
                        ),
                        ("terminado", models.DateTimeField(null=True, verbose_name="terminó")),
                        (
                            "falla",
                            models.CharField(
                                blank=True, max_length=200, verbose_name="qué contestó el servidor de correo"
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "correo",
                        "verbose_name_plural": "correos que salen",
                        "ordering": ("-id",),
                        "indexes": [
                            models.Index(
                                condition=models.Q(("estado", "pendiente")),
                                fields=["caduca", "id"],
                                name="correo_por_salir",
                            ),
                            models.Index(fields=["creado"], name="correo_por_fecha"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Intentos",
                    fields=[
                        ("clave", models.CharField(max_length=64, primary_key=True, serialize=False)),
                        ("se_olvida", models.DateTimeField(db_index=True)),
                        ("ultimo", models.DateTimeField()),
                    ],
                    options={
                        "verbose_name": "intentos contados",
                        "verbose_name_plural": "intentos contados",
                    },
                ),
                migrations.CreateModel(
                    name="Plan",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("clave", models.SlugField(max_length=20, unique=True, verbose_name="clave")),
                        ("nombre", models.CharField(max_length=40, verbose_name="nombre")),
                        (
                            "meses",
                            models.PositiveSmallIntegerField(
                                validators=[django.core.validators.MinValueValidator(1)], verbose_name="meses"
                            ),
                        ),
                        ("precio", models.DecimalField(decimal_places=2, max_digits=8, verbose_name="precio")),
                        ("moneda", models.CharField(default="USD", max_length=3, verbose_name="moneda")),
                        ("activo", models.BooleanField(default=True, verbose_name="activo")),
                    ],
                    options={
                        "verbose_name": "plan",
                        "verbose_name_plural": "planes",
                        "ordering": ("meses", "clave"),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("meses__gte", 1)), name="plan_dura_al_menos_un_mes"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="AvisoDeVencimiento",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("fin", models.DateTimeField()),
                        ("umbral", models.PositiveSmallIntegerField()),
                        ("enviado_en", models.DateTimeField(null=True)),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("cuenta", "fin", "umbral"), name="aviso_una_sola_vez")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Suspension",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("desde", models.DateTimeField(verbose_name="desde")),
                        (
                            "hasta",
                            models.DateTimeField(
                                blank=True, help_text="Vacío: bloqueo, sin fin.", null=True, verbose_name="hasta"
                            ),
                        ),
                        (
                            "motivo",
                            models.CharField(
                                help_text="Lo lee la persona al entrar.", max_length=200, verbose_name="motivo"
                            ),
                        ),
                        ("clave", models.CharField(editable=False, max_length=80, null=True, unique=True)),
                        ("levantada_en", models.DateTimeField(editable=False, null=True, verbose_name="se levantó")),
                        (
                            "motivo_de_levantar",
                            models.CharField(
                                blank=True, editable=False, max_length=200, verbose_name="por qué se levantó"
                            ),
                        ),
                        (
                            "origen",
                            models.CharField(
                                choices=[
                                    ("administracion", "decisión de la administración"),
                                    ("amarilla", "tarjetas amarillas"),
                                    ("azul", "tarjetas azules"),
                                    ("roja", "tarjeta roja"),
                                ],
                                default="administracion",
                                editable=False,
                                max_length=14,
                                verbose_name="de dónde salió",
                            ),
                        ),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="suspensiones",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "levantada_por",
                            models.ForeignKey(
                                editable=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quién la levantó",
                            ),
                        ),
                        (
                            "puesta_por",
                            models.ForeignKey(
                                editable=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quién la puso",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "suspensión",
                        "verbose_name_plural": "suspensiones",
                        "ordering": ("-desde", "-id"),
                    },
                ),
                migrations.CreateModel(
                    name="Suscripcion",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("inicio", models.DateTimeField(verbose_name="desde")),
                        ("fin", models.DateTimeField(verbose_name="hasta")),
                        ("importe", models.DecimalField(decimal_places=2, max_digits=8, verbose_name="importe")),
                        ("moneda", models.CharField(max_length=3, verbose_name="moneda")),
                        (
                            "origen",
                            models.CharField(
                                choices=[("manual", "registro del administrador"), ("pasarela", "pago en línea")],
                                default="manual",
                                max_length=10,
                                verbose_name="origen",
                            ),
                        ),
                        ("registrada_en", models.DateTimeField(verbose_name="registrada")),
                        ("nota", models.CharField(blank=True, max_length=200, verbose_name="nota")),
                        (
                            "id_orden",
                            models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="orden"),
                        ),
                        ("anulada_en", models.DateTimeField(blank=True, null=True, verbose_name="anulada")),
                        (
                            "anulada_por",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="anulada por",
                            ),
                        ),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="suscripciones",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "plan",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                to="suscripciones.plan",
                                verbose_name="plan",
                            ),
                        ),
                        (
                            "registrada_por",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="registrada por",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "suscripción",
                        "verbose_name_plural": "suscripciones",
                        "ordering": ("-fin", "-id"),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("fin__gt", models.F("inicio"))), name="suscripcion_dura_algo"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("anulada_en__isnull", True)),
                                fields=("cuenta", "inicio"),
                                name="suscripcion_un_periodo_por_inicio",
                            ),
                        ],
                    },
                ),
            ]
        ),
        migrations.RunPython(sembrar, migrations.RunPython.noop),
    ]
