"""Las trece primeras, juntas: una base nueva las hace de una vez (decisión 059)."""

import uuid

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import config.comun.correo
from config.base.tablas_juntas import TablasJuntas


class Migration(migrations.Migration):
    replaces = [
        ("recreo", "0001_initial"),
        ("recreo", "0002_anota_en_papel"),
        ("recreo", "0003_invitacion_no_llego"),
        ("recreo", "0004_puertas"),
        ("recreo", "0005_hoja"),
        ("recreo", "0006_avisos"),
        ("recreo", "0007_procedencia_y_reloj"),
        ("recreo", "0008_regresos"),
        ("recreo", "0009_borrar_y_revisar"),
        ("recreo", "0010_rol"),
        ("recreo", "0011_foto_de_hoja"),
        ("recreo", "0012_necesidades"),
        ("recreo", "0013_penas"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        TablasJuntas(
            [
                migrations.CreateModel(
                    name="Pena",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("nombre", models.CharField(max_length=60, verbose_name="nombre")),
                        ("lugar", models.CharField(blank=True, default="", max_length=60, verbose_name="lugar")),
                        ("clave", models.CharField(max_length=24, unique=True)),
                        ("orden", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ("creada", models.DateTimeField()),
                        ("version", models.PositiveIntegerField(default=1)),
                        ("sumada", models.PositiveIntegerField(default=0)),
                        ("resumen", models.JSONField(default=dict)),
                    ],
                    options={
                        "verbose_name": "peña",
                        "verbose_name_plural": "peñas",
                        "ordering": ("nombre", "pk"),
                    },
                ),
                migrations.CreateModel(
                    name="Recreo",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("codigo", models.CharField(max_length=8, unique=True, verbose_name="código")),
                        ("clave", models.CharField(blank=True, db_default="", default="", max_length=24)),
                        (
                            "pide_aprobacion",
                            models.BooleanField(
                                db_default=False, default=False, verbose_name="quien organiza aprueba a cada quien"
                            ),
                        ),
                        ("nombre", models.CharField(max_length=60, verbose_name="nombre")),
                        ("lugar", models.CharField(blank=True, max_length=60, verbose_name="lugar")),
                        (
                            "procedencia",
                            models.CharField(
                                blank=True, db_default="", default="", max_length=60, verbose_name="procedencia"
                            ),
                        ),
                        (
                            "tamano",
                            models.PositiveSmallIntegerField(
                                choices=[
                                    (4, "4"),
                                    (5, "5"),
                                    (6, "6"),
                                    (7, "7"),
                                    (8, "8"),
                                    (9, "9"),
                                    (10, "10"),
                                    (11, "11"),
                                    (12, "12"),
                                    (13, "13"),
                                    (14, "14"),
                                    (15, "15"),
                                    (16, "16"),
                                ],
                                verbose_name="jugadores",
                            ),
                        ),
                        (
                            "rol",
                            models.CharField(
                                choices=[("oficial", "oficial"), ("equilibrado", "equilibrado")],
                                db_default="oficial",
                                default="oficial",
                                max_length=12,
                                verbose_name="rol",
                            ),
                        ),
                        (
                            "meta",
                            models.CharField(
                                choices=[
                                    ("100", "100 tantos"),
                                    ("200", "200 tantos"),
                                    ("juegos_ganados", "Juegos ganados"),
                                ],
                                max_length=16,
                                verbose_name="meta",
                            ),
                        ),
                        (
                            "importe",
                            models.DecimalField(
                                decimal_places=2,
                                default=0,
                                max_digits=8,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="importe de la apuesta",
                            ),
                        ),
                        ("pago_extraordinario", models.BooleanField(default=False, verbose_name="pago extraordinario")),
                        (
                            "estado",
                            models.CharField(
                                choices=[
                                    ("preparacion", "En preparación"),
                                    ("en_juego", "En juego"),
                                    ("terminado", "Terminado"),
                                    ("cancelado", "Cancelado"),
                                ],
                                default="preparacion",
                                max_length=12,
                            ),
                        ),
                        ("version", models.PositiveIntegerField(default=1)),
                        ("epoca", models.PositiveIntegerField(db_default=0, default=0)),
                        ("creado", models.DateTimeField(verbose_name="creado")),
                        ("iniciado", models.DateTimeField(blank=True, null=True, verbose_name="iniciado")),
                        ("terminado", models.DateTimeField(blank=True, null=True, verbose_name="terminado")),
                        ("terminado_antes", models.BooleanField(db_default=False, default=False)),
                        ("pausado", models.DateTimeField(blank=True, null=True, verbose_name="en pausa desde")),
                        ("actividad", models.DateTimeField(verbose_name="última actividad")),
                        (
                            "minutos_sin_mano",
                            models.PositiveSmallIntegerField(
                                db_default=15, default=15, verbose_name="minutos sin mano"
                            ),
                        ),
                        ("clave_tele", models.CharField(blank=True, db_default="", default="", max_length=24)),
                        (
                            "exige_conformidad",
                            models.BooleanField(
                                db_default=False, default=False, verbose_name="la otra pareja confirma la hoja"
                            ),
                        ),
                        (
                            "organizador",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="recreos",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="organizador",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "recreo",
                        "verbose_name_plural": "recreos",
                        "ordering": ("-creado",),
                        "indexes": [models.Index(fields=["estado", "actividad"], name="recreo_por_actividad")],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("tamano__range", (4, 16))), name="recreo_tamano_jugable"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("tamano__in", (4, 5, 6, 7, 8, 12, 16)), ("rol", "equilibrado"), _connector="OR"
                                ),
                                name="recreo_rol_que_hay",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("tamano__in", (4, 5, 6, 7)),
                                    models.Q(("importe", 0), ("pago_extraordinario", False)),
                                    _connector="OR",
                                ),
                                name="recreo_apuesta_solo_en_ronda",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("importe__gte", 0)), name="recreo_importe_no_negativo"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("clave_tele", ""), _negated=True),
                                fields=("clave_tele",),
                                name="recreo_tele_unica",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Cita",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("orden", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ("cuando", models.DateTimeField()),
                        ("lugar", models.CharField(blank=True, default="", max_length=60)),
                        ("nota", models.CharField(blank=True, default="", max_length=200)),
                        ("secuencia", models.PositiveSmallIntegerField(default=0)),
                        ("cambiada", models.DateTimeField()),
                        ("cancelada", models.DateTimeField(blank=True, null=True)),
                        (
                            "pena",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="citas", to="recreo.pena"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("cuando", "pk"),
                        "indexes": [models.Index(fields=["pena", "cuando"], name="cita_por_fecha")],
                    },
                ),
                migrations.CreateModel(
                    name="Cuota",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("orden", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ("concepto", models.CharField(max_length=60)),
                        (
                            "importe",
                            models.DecimalField(
                                decimal_places=2, max_digits=9, validators=[django.core.validators.MinValueValidator(0)]
                            ),
                        ),
                        ("vence", models.DateField(blank=True, null=True)),
                        ("puesta", models.DateTimeField()),
                        (
                            "pena",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="cuotas", to="recreo.pena"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("-puesta", "-pk"),
                        "constraints": [
                            models.CheckConstraint(condition=models.Q(("importe__gt", 0)), name="cuota_positiva")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Miembro",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("nombre", models.CharField(max_length=40, verbose_name="nombre")),
                        (
                            "correo",
                            config.comun.correo.CampoDeCorreo(
                                blank=True, default="", max_length=254, verbose_name="correo"
                            ),
                        ),
                        (
                            "papel",
                            models.CharField(
                                choices=[("encargado", "Encargado"), ("tesorero", "Tesorero"), ("miembro", "Miembro")],
                                default="miembro",
                                max_length=12,
                            ),
                        ),
                        ("desde", models.DateTimeField()),
                        ("salio", models.DateTimeField(blank=True, null=True)),
                        (
                            "cuenta",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="penas",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "pena",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="miembros", to="recreo.pena"
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "miembro de una peña",
                        "verbose_name_plural": "miembros de peñas",
                        "ordering": ("nombre", "pk"),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("cuenta__isnull", False)),
                                fields=("pena", "cuenta"),
                                name="miembro_por_cuenta",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Temporada",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("nombre", models.CharField(max_length=40, verbose_name="nombre")),
                        ("desde", models.DateField()),
                        ("hasta", models.DateField(blank=True, null=True)),
                        ("por_lugar", models.JSONField(default=list)),
                        ("mejores", models.PositiveSmallIntegerField(default=0)),
                        ("asistencia", models.PositiveSmallIntegerField(default=0)),
                        ("resumen", models.JSONField(default=dict)),
                        (
                            "pena",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="temporadas", to="recreo.pena"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("-desde", "-pk"),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("hasta__isnull", True)),
                                fields=("pena",),
                                name="temporada_abierta_una",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("hasta__isnull", True), ("hasta__gte", models.F("desde")), _connector="OR"
                                ),
                                name="temporada_en_orden",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CodigoRetirado",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("codigo", models.CharField(max_length=8, unique=True)),
                        (
                            "recreo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="retirados",
                                to="recreo.recreo",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Desglose",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("version", models.PositiveIntegerField()),
                        ("datos", models.JSONField(default=dict)),
                        (
                            "recreo",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE, related_name="desglose", to="recreo.recreo"
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="JuegoDePena",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("dia", models.DateField()),
                        ("quienes", models.JSONField(default=dict)),
                        (
                            "pena",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="juegos", to="recreo.pena"
                            ),
                        ),
                        (
                            "recreo",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE, related_name="de_pena", to="recreo.recreo"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("-dia", "-pk"),
                        "indexes": [models.Index(fields=["pena", "-dia", "-id"], name="juego_por_dia")],
                    },
                ),
                migrations.CreateModel(
                    name="Jugador",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("numero", models.PositiveSmallIntegerField(verbose_name="número")),
                        ("nombre", models.CharField(max_length=40, verbose_name="nombre")),
                        ("correo", models.EmailField(blank=True, default="", max_length=254, verbose_name="correo")),
                        ("llave", models.CharField(blank=True, default="", max_length=64)),
                        ("entro", models.DateTimeField(blank=True, null=True, verbose_name="entró")),
                        ("invitado", models.DateTimeField(blank=True, null=True, verbose_name="invitado")),
                        ("invitado_a", models.EmailField(blank=True, default="", max_length=254)),
                        ("no_llego_a", models.EmailField(blank=True, default="", max_length=254)),
                        ("co_organizador", models.BooleanField(default=False, verbose_name="coorganiza")),
                        (
                            "anota",
                            models.CharField(
                                choices=[
                                    ("telefono", "Con su teléfono"),
                                    ("papel", "En papel"),
                                    ("organizador", "Lo captura el organizador"),
                                ],
                                default="telefono",
                                max_length=12,
                            ),
                        ),
                        ("vigente", models.BooleanField(default=True)),
                        ("falta_desde", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("falta_hasta", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("discapacidades", models.CharField(blank=True, db_default="", default="", max_length=24)),
                        ("discapacidad_consentida", models.DateTimeField(blank=True, null=True)),
                        ("discapacidad_por_otro", models.BooleanField(db_default=False, default=False)),
                        (
                            "cuenta",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="jugadores",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "recreo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="jugadores",
                                to="recreo.recreo",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "jugador",
                        "verbose_name_plural": "jugadores",
                        "ordering": ("recreo", "numero"),
                        "constraints": [
                            models.UniqueConstraint(fields=("recreo", "numero"), name="jugador_numero_unico"),
                            models.UniqueConstraint(
                                condition=models.Q(("cuenta__isnull", False), ("vigente", True)),
                                fields=("cuenta",),
                                name="cuenta_en_un_recreo",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("vigente", True), models.Q(("llave", ""), _negated=True)),
                                fields=("llave",),
                                name="telefono_en_un_recreo",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("discapacidades", ""), ("discapacidad_consentida__isnull", False), _connector="OR"
                                ),
                                name="discapacidad_consentida",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Orden",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("id_orden", models.UUIDField()),
                        ("accion", models.CharField(max_length=40)),
                        ("huella", models.CharField(max_length=80)),
                        ("resultado", models.JSONField(default=dict)),
                        ("instante", models.DateTimeField(db_index=True)),
                        (
                            "recreo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="ordenes", to="recreo.recreo"
                            ),
                        ),
                    ],
                    options={
                        "constraints": [models.UniqueConstraint(fields=("recreo", "id_orden"), name="orden_una_vez")],
                    },
                ),
                migrations.CreateModel(
                    name="Partida",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("numero", models.PositiveSmallIntegerField()),
                        ("inicio", models.DateTimeField()),
                        ("termino", models.DateTimeField(blank=True, null=True)),
                        ("cierres", models.PositiveSmallIntegerField(db_default=0, default=0)),
                        (
                            "recreo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="partidas", to="recreo.recreo"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("recreo", "numero"),
                        "constraints": [
                            models.UniqueConstraint(fields=("recreo", "numero"), name="partida_numero_unico")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CuotaDeMiembro",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "estado",
                            models.CharField(
                                choices=[("pendiente", "Pendiente"), ("pagada", "Pagada"), ("exenta", "Exenta")],
                                default="pendiente",
                                max_length=12,
                            ),
                        ),
                        ("cambio", models.DateTimeField(blank=True, null=True)),
                        (
                            "cuota",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="de_cada_quien",
                                to="recreo.cuota",
                            ),
                        ),
                        (
                            "apunto",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="recreo.miembro",
                            ),
                        ),
                        (
                            "miembro",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="cuotas", to="recreo.miembro"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("miembro__nombre", "pk"),
                        "constraints": [models.UniqueConstraint(fields=("cuota", "miembro"), name="cuota_por_miembro")],
                    },
                ),
                migrations.CreateModel(
                    name="PagoEntreMiembros",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("orden", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ("importe", models.DecimalField(decimal_places=2, max_digits=9)),
                        ("instante", models.DateTimeField()),
                        ("anulado", models.DateTimeField(blank=True, null=True)),
                        (
                            "a",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="cobro", to="recreo.miembro"
                            ),
                        ),
                        (
                            "apunto",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="recreo.miembro",
                            ),
                        ),
                        (
                            "de",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="pago", to="recreo.miembro"
                            ),
                        ),
                        (
                            "pena",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="pagos", to="recreo.pena"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("-instante", "-pk"),
                        "constraints": [
                            models.CheckConstraint(condition=models.Q(("importe__gt", 0)), name="pago_positivo"),
                            models.CheckConstraint(
                                condition=models.Q(("de", models.F("a")), _negated=True), name="pago_a_otro"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Respuesta",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("viene", models.BooleanField()),
                        (
                            "cita",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="respuestas", to="recreo.cita"
                            ),
                        ),
                        (
                            "miembro",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="respuestas",
                                to="recreo.miembro",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("cita", "miembro"), name="respuesta_por_miembro")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="AparatoAvisado",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("quien", models.CharField(max_length=80)),
                        ("sesion", models.CharField(max_length=40)),
                        ("huella", models.CharField(max_length=64, unique=True)),
                        ("direccion", models.TextField()),
                        ("p256dh", models.CharField(max_length=120)),
                        ("secreto", models.CharField(max_length=40)),
                        ("creado", models.DateTimeField()),
                        ("version", models.PositiveIntegerField(default=0)),
                        ("mirado", models.DateTimeField(blank=True, null=True)),
                        ("dichas", models.JSONField(default=list)),
                        ("no_antes", models.DateTimeField(blank=True, null=True)),
                        ("fallas", models.PositiveSmallIntegerField(default=0)),
                        (
                            "jugador",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="aparatos_avisados",
                                to="recreo.jugador",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [models.Index(fields=["jugador", "version"], name="aparato_por_mirar")],
                    },
                ),
                migrations.CreateModel(
                    name="Presencia",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("latido", models.DateTimeField()),
                        ("a_la_vista", models.DateTimeField(blank=True, null=True)),
                        (
                            "jugador",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="presencia",
                                to="recreo.jugador",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Relevo",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("lugar", models.PositiveSmallIntegerField()),
                        ("desde", models.PositiveSmallIntegerField()),
                        (
                            "jugador",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT, related_name="relevos", to="recreo.jugador"
                            ),
                        ),
                        (
                            "recreo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="relevos", to="recreo.recreo"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("desde", "lugar"),
                        "constraints": [
                            models.UniqueConstraint(fields=("recreo", "lugar", "desde"), name="relevo_una_vez")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="SolicitudDeLugar",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("llave", models.CharField(blank=True, default="", max_length=64)),
                        ("instante", models.DateTimeField()),
                        (
                            "cuenta",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "jugador",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="solicitudes",
                                to="recreo.jugador",
                            ),
                        ),
                        (
                            "recreo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="solicitudes",
                                to="recreo.recreo",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("pk",),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("cuenta__isnull", False)),
                                fields=("recreo", "cuenta"),
                                name="solicitud_por_cuenta",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("llave", ""), _negated=True),
                                fields=("recreo", "llave"),
                                name="solicitud_por_telefono",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Suceso",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "tipo",
                            models.CharField(
                                choices=[
                                    ("final", "Se anunció el final"),
                                    ("terminado_aqui", "Se terminó aquí"),
                                    ("reabierto", "Se reabrió el Recreo"),
                                    ("mesa_reabierta", "Se reabrió una mesa"),
                                    ("partida_deshecha", "Se deshizo el inicio de una partida"),
                                    ("pausa", "Se dejó para otro día"),
                                    ("retomado", "Se retomó"),
                                    ("suplente", "Entró un suplente"),
                                    ("titular", "Volvió el titular"),
                                    ("relevo_deshecho", "Se deshizo un relevo"),
                                    ("ausencia", "Falta alguien"),
                                    ("llegada", "Llegó quien faltaba"),
                                    ("nombre", "Cambió un nombre"),
                                    ("correo", "Cambió un correo"),
                                    ("tamano", "Cambió cuántos juegan"),
                                    ("mano_borrada", "Se borró una mano"),
                                    ("mano_devuelta", "Se devolvió una mano"),
                                    ("hoja_conforme", "Conforme con la hoja"),
                                    ("hoja_objetada", "Objetó la hoja"),
                                    ("conformidad", "Si se exige confirmar la hoja"),
                                    ("sin_conformidad", "Se cerró sin confirmar la hoja"),
                                ],
                                max_length=20,
                            ),
                        ),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        ("motivo", models.CharField(blank=True, default="", max_length=200)),
                        ("datos", models.JSONField(default=dict)),
                        ("reservado", models.JSONField(default=dict)),
                        (
                            "jugador",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="sucesos",
                                to="recreo.jugador",
                            ),
                        ),
                        (
                            "recreo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="sucesos", to="recreo.recreo"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("pk",),
                    },
                ),
                migrations.CreateModel(
                    name="Castigo",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "tantos",
                            models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)]),
                        ),
                        ("motivo", models.CharField(blank=True, default="", max_length=200)),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        ("anulado", models.DateTimeField(blank=True, null=True)),
                        (
                            "jugador",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="castigos",
                                to="recreo.jugador",
                            ),
                        ),
                        (
                            "partida",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="castigos",
                                to="recreo.partida",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("instante",),
                    },
                ),
                migrations.CreateModel(
                    name="Mesa",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("numero", models.PositiveSmallIntegerField()),
                        ("version", models.PositiveIntegerField(db_default=0, default=0)),
                        ("actividad", models.DateTimeField(blank=True, null=True)),
                        ("asistencia", models.DateTimeField(blank=True, null=True)),
                        ("salidor", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("confirmada", models.DateTimeField(blank=True, null=True)),
                        ("confirmada_por", models.CharField(blank=True, default="", max_length=40)),
                        (
                            "fin",
                            models.CharField(
                                blank=True,
                                choices=[("meta", "meta"), ("tiempo", "tiempo"), ("default", "default")],
                                max_length=8,
                                null=True,
                            ),
                        ),
                        ("gana_default", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("motivo", models.CharField(blank=True, default="", max_length=200)),
                        ("cerrada", models.DateTimeField(blank=True, null=True)),
                        ("cerrada_por", models.CharField(blank=True, default="", max_length=40)),
                        (
                            "anotador",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="mesas_que_anota",
                                to="recreo.jugador",
                            ),
                        ),
                        (
                            "partida",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="mesas", to="recreo.partida"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("partida", "numero"),
                        "constraints": [
                            models.UniqueConstraint(fields=("partida", "numero"), name="mesa_numero_unico"),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("cerrada__isnull", True), ("fin__isnull", True)),
                                    models.Q(("cerrada__isnull", False), ("fin__isnull", False)),
                                    _connector="OR",
                                ),
                                name="mesa_cerrada_dice_su_fin",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("fin__isnull", True), ("gana_default__isnull", True)),
                                    models.Q(
                                        ("gana_default__isnull", True), models.Q(("fin", "default"), _negated=True)
                                    ),
                                    models.Q(
                                        ("fin", "default"),
                                        ("fin__isnull", False),
                                        ("gana_default__in", (0, 1)),
                                        ("gana_default__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="mesa_default_con_fin",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("salidor__isnull", True), ("salidor__lt", 4), _connector="OR"),
                                name="mesa_salidor",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Anotacion",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("mano", models.PositiveSmallIntegerField()),
                        (
                            "desenlace",
                            models.CharField(
                                choices=[
                                    ("dominada", "dominada"),
                                    ("cierre", "cierre"),
                                    ("cierre_empatado", "cierre_empatado"),
                                ],
                                max_length=16,
                            ),
                        ),
                        ("pareja", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("tantos", models.PositiveSmallIntegerField(default=0)),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        ("revision", models.PositiveSmallIntegerField()),
                        ("borrada", models.BooleanField(default=False)),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="anotaciones",
                                to="recreo.mesa",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("mesa", "mano", "revision"),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("mesa", "mano", "revision"), name="anotacion_revision_unica"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("pareja__isnull", True), ("pareja__in", (0, 1)), _connector="OR"),
                                name="anotacion_pareja",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Asiento",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("lugar", models.PositiveSmallIntegerField()),
                        ("presente", models.BooleanField(default=True)),
                        (
                            "jugador",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="asientos",
                                to="recreo.jugador",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="asientos", to="recreo.mesa"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("mesa", "lugar"),
                        "constraints": [
                            models.UniqueConstraint(fields=("mesa", "lugar"), name="asiento_lugar_unico"),
                            models.UniqueConstraint(fields=("mesa", "jugador"), name="asiento_jugador_unico"),
                            models.CheckConstraint(condition=models.Q(("lugar__lt", 4)), name="asiento_lugar"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Discrepancia",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("mano", models.PositiveSmallIntegerField()),
                        (
                            "desenlace",
                            models.CharField(
                                choices=[
                                    ("dominada", "dominada"),
                                    ("cierre", "cierre"),
                                    ("cierre_empatado", "cierre_empatado"),
                                ],
                                max_length=16,
                            ),
                        ),
                        ("pareja", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("tantos", models.PositiveSmallIntegerField(default=0)),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        ("resuelta", models.DateTimeField(blank=True, null=True)),
                        ("aceptada", models.BooleanField(blank=True, null=True)),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="discrepancias",
                                to="recreo.mesa",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("instante",),
                    },
                ),
                migrations.CreateModel(
                    name="FotoDeHoja",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("imagen", models.BinaryField()),
                        ("ancho", models.PositiveSmallIntegerField()),
                        ("alto", models.PositiveSmallIntegerField()),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        (
                            "jugador",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="fotos",
                                to="recreo.jugador",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="fotos", to="recreo.mesa"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("pk",),
                    },
                ),
                migrations.CreateModel(
                    name="Incidencia",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "tipo",
                            models.CharField(
                                choices=[
                                    ("llamada", "Llamada al organizador"),
                                    ("default_propuesto", "Default propuesto"),
                                    ("default_negado", "Default negado"),
                                    ("infraccion", "Infracción"),
                                    ("anotador_ido", "Quien anota ya no está"),
                                    ("hoja_conforme", "Conforme con la hoja"),
                                    ("hoja_objetada", "Objeta la hoja"),
                                ],
                                max_length=20,
                            ),
                        ),
                        ("texto", models.CharField(blank=True, default="", max_length=200)),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        ("atendida", models.DateTimeField(blank=True, null=True)),
                        ("atendida_por", models.CharField(blank=True, default="", max_length=40)),
                        ("mirada", models.DateTimeField(blank=True, null=True)),
                        ("mirada_por", models.CharField(blank=True, db_default="", default="", max_length=40)),
                        ("anotadas", models.PositiveIntegerField(blank=True, null=True)),
                        (
                            "jugador",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="incidencias",
                                to="recreo.jugador",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="incidencias",
                                to="recreo.mesa",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("instante",),
                    },
                ),
                migrations.CreateModel(
                    name="PaseDeMesa",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("clave", models.CharField(max_length=32, unique=True)),
                        ("vence", models.DateTimeField()),
                        ("usado", models.DateTimeField(blank=True, null=True)),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="pases", to="recreo.mesa"
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                    },
                ),
            ]
        ),
    ]
