"""Las seis primeras, juntas: una base nueva las hace de una vez (decisión 059)."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.base.tablas_juntas import TablasJuntas


class Migration(migrations.Migration):
    replaces = [
        ("torneos", "0001_initial"),
        ("torneos", "0002_formatos"),
        ("torneos", "0003_convocatoria_y_traidos"),
        ("torneos", "0004_intranet"),
        ("torneos", "0005_multiplicado"),
        ("torneos", "0006_multiplicado_traido"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        TablasJuntas(
            [
                migrations.CreateModel(
                    name="Torneo",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("codigo", models.CharField(max_length=8, unique=True, verbose_name="código")),
                        ("nombre", models.CharField(max_length=60, verbose_name="nombre")),
                        ("lugar", models.CharField(blank=True, default="", max_length=60, verbose_name="lugar")),
                        ("fecha", models.DateTimeField(verbose_name="fecha")),
                        (
                            "modalidad",
                            models.CharField(
                                choices=[("individual", "individual"), ("parejas", "parejas"), ("equipos", "equipos")],
                                db_default="individual",
                                default="individual",
                                max_length=12,
                                verbose_name="modalidad",
                            ),
                        ),
                        (
                            "tipo",
                            models.CharField(
                                choices=[
                                    ("azteca", "azteca"),
                                    ("maya", "maya"),
                                    ("multibolsa", "multibolsa"),
                                    ("a_distancia", "a_distancia"),
                                    ("multiplicado", "multiplicado"),
                                ],
                                max_length=12,
                                verbose_name="formato",
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
                            "previstas",
                            models.PositiveSmallIntegerField(
                                validators=[django.core.validators.MinValueValidator(1)], verbose_name="partidas"
                            ),
                        ),
                        (
                            "encuentro",
                            models.PositiveSmallIntegerField(
                                db_default=3, default=3, verbose_name="partidas por encuentro"
                            ),
                        ),
                        ("bolsas", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="bolsas")),
                        (
                            "intercambio",
                            models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="intercambio"),
                        ),
                        (
                            "contrarios",
                            models.CharField(
                                blank=True,
                                choices=[("nunca", "nunca"), ("una_vez", "una_vez")],
                                default="",
                                max_length=8,
                                verbose_name="contrarios",
                            ),
                        ),
                        ("minutos", models.PositiveSmallIntegerField(default=45, verbose_name="minutos por partida")),
                        ("espera", models.PositiveSmallIntegerField(default=10, verbose_name="minutos de espera")),
                        ("cupo", models.PositiveSmallIntegerField(default=1024, verbose_name="lugares")),
                        ("cuota", models.DecimalField(decimal_places=2, default=0, max_digits=8, verbose_name="cuota")),
                        (
                            "garantizado",
                            models.DecimalField(decimal_places=2, default=0, max_digits=10, verbose_name="garantizado"),
                        ),
                        ("clave_de_sorteo", models.CharField(max_length=64)),
                        (
                            "dictado",
                            models.CharField(blank=True, default="", max_length=60, verbose_name="texto dictado"),
                        ),
                        ("semilla", models.CharField(blank=True, db_default="", default="", max_length=200)),
                        (
                            "intranet",
                            models.BooleanField(db_default=False, default=False, verbose_name="se juega en pantallas"),
                        ),
                        (
                            "clave_de_repartos",
                            models.CharField(blank=True, db_default="", default="", editable=False, max_length=64),
                        ),
                        ("traido", models.DateTimeField(blank=True, null=True, verbose_name="se trajo de un acta")),
                        (
                            "estado",
                            models.CharField(
                                choices=[
                                    ("registro", "Registro abierto"),
                                    ("en_juego", "En juego"),
                                    ("terminado", "Terminado"),
                                    ("cancelado", "Cancelado"),
                                ],
                                default="registro",
                                max_length=12,
                            ),
                        ),
                        ("version", models.PositiveIntegerField(default=1)),
                        ("creado", models.DateTimeField(verbose_name="creado")),
                        ("iniciado", models.DateTimeField(blank=True, null=True, verbose_name="iniciado")),
                        ("terminado", models.DateTimeField(blank=True, null=True, verbose_name="terminado")),
                        ("actividad", models.DateTimeField(verbose_name="última actividad")),
                        (
                            "organizador",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="torneos",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="organizador",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "torneo",
                        "verbose_name_plural": "torneos",
                        "ordering": ("-fecha",),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("cuota__gte", 0), ("garantizado__gte", 0)), name="torneo_importes"
                            ),
                            models.CheckConstraint(condition=models.Q(("previstas__gte", 1)), name="torneo_previstas"),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("tipo", "maya"), ("meta", "juegos_ganados")),
                                    models.Q(("tipo", "azteca"), models.Q(("meta", "juegos_ganados"), _negated=True)),
                                    ("tipo__in", ["multibolsa", "a_distancia", "multiplicado"]),
                                    _connector="OR",
                                ),
                                name="torneo_meta_del_formato",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("bolsas__in", (2, 3)), ("bolsas__isnull", False), ("tipo", "multibolsa")),
                                    models.Q(models.Q(("tipo", "multibolsa"), _negated=True), ("bolsas__isnull", True)),
                                    _connector="OR",
                                ),
                                name="torneo_bolsas_del_formato",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("tipo", "a_distancia"), _negated=True),
                                    ("modalidad", "individual"),
                                    _connector="OR",
                                ),
                                name="torneo_a_distancia_individual",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("tipo", "multiplicado"), _negated=True),
                                    ("intranet", True),
                                    _connector="OR",
                                ),
                                name="torneo_multiplicado_en_pantallas",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Auxiliar",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("correo", models.EmailField(max_length=254, verbose_name="correo")),
                        ("nombre", models.CharField(max_length=40, verbose_name="nombre")),
                        (
                            "papel",
                            models.CharField(
                                choices=[("control", "Mesa de control"), ("juez", "Juez de zona")], max_length=8
                            ),
                        ),
                        ("desde_mesa", models.PositiveSmallIntegerField(default=1)),
                        ("hasta_mesa", models.PositiveSmallIntegerField(default=999)),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="auxiliares",
                                to="torneos.torneo",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("torneo", "pk"),
                        "constraints": [
                            models.UniqueConstraint(fields=("torneo", "correo"), name="auxiliar_una_vez"),
                            models.CheckConstraint(
                                condition=models.Q(("desde_mesa__lte", models.F("hasta_mesa"))),
                                name="auxiliar_zona_en_orden",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Convocado",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("instante", models.DateTimeField()),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="convocatorias",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="convocados",
                                to="torneos.torneo",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [models.UniqueConstraint(fields=("torneo", "cuenta"), name="convocado_una_vez")],
                    },
                ),
                migrations.CreateModel(
                    name="Convocatoria",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("quien", models.CharField(max_length=40)),
                        ("sitio", models.CharField(max_length=200)),
                        ("pedida", models.DateTimeField()),
                        ("hasta_cuenta", models.BigIntegerField(default=0)),
                        ("mandadas", models.PositiveIntegerField(default=0)),
                        ("acabada", models.DateTimeField(blank=True, null=True)),
                        (
                            "torneo",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="convocatoria",
                                to="torneos.torneo",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("pk",),
                        "indexes": [
                            models.Index(
                                condition=models.Q(("acabada__isnull", True)),
                                fields=["id"],
                                name="convocatoria_por_repartir",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Declarado",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("nombre", models.CharField(max_length=40, verbose_name="nombre")),
                        ("cuantos", models.PositiveSmallIntegerField()),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="declarados",
                                to="torneos.torneo",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("torneo", "cuantos", "pk"),
                        "constraints": [
                            models.UniqueConstraint(fields=("torneo", "nombre"), name="declarado_un_nombre"),
                            models.CheckConstraint(
                                condition=models.Q(("cuantos__in", (2, 4))), name="declarado_de_dos_o_cuatro"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Disposicion",
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
                                choices=[("ausente", "Avisó que no juega"), ("forzada", "Mesa forzada")], max_length=8
                            ),
                        ),
                        ("numeros", models.JSONField(default=list)),
                        ("motivo", models.CharField(blank=True, default="", max_length=200)),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="disposiciones",
                                to="torneos.torneo",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("torneo", "pk"),
                    },
                ),
                migrations.CreateModel(
                    name="Ensayo",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("partida", models.PositiveSmallIntegerField()),
                        (
                            "estado",
                            models.CharField(
                                choices=[("pendiente", "En fila"), ("listo", "Listo"), ("fallido", "No se pudo")],
                                default="pendiente",
                                max_length=10,
                            ),
                        ),
                        ("huella", models.CharField(max_length=64)),
                        ("acta", models.JSONField()),
                        ("resultado", models.JSONField(blank=True, null=True)),
                        ("error", models.JSONField(blank=True, null=True)),
                        ("intentos", models.PositiveSmallIntegerField(default=0)),
                        ("tomado", models.DateTimeField(blank=True, null=True)),
                        ("tomado_hasta", models.DateTimeField(blank=True, null=True)),
                        ("quien", models.CharField(max_length=40)),
                        ("creado", models.DateTimeField()),
                        ("listo", models.DateTimeField(blank=True, null=True)),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="ensayos", to="torneos.torneo"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("torneo", "-pk"),
                        "indexes": [models.Index(fields=["estado", "creado"], name="ensayo_en_fila")],
                    },
                ),
                migrations.CreateModel(
                    name="Inscrito",
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
                        ("club", models.CharField(blank=True, default="", max_length=60, verbose_name="club")),
                        (
                            "procedencia",
                            models.CharField(blank=True, default="", max_length=60, verbose_name="procedencia"),
                        ),
                        ("comodin", models.BooleanField(default=False, verbose_name="comodín")),
                        ("llego", models.DateTimeField(blank=True, null=True, verbose_name="llegó")),
                        ("desde", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("hasta", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("expulsado", models.BooleanField(default=False)),
                        ("mesa_fija", models.PositiveSmallIntegerField(blank=True, null=True)),
                        (
                            "cobro",
                            models.CharField(
                                choices=[("cobrada", "cobrada"), ("exenta", "exenta"), ("pendiente", "pendiente")],
                                default="pendiente",
                                max_length=10,
                            ),
                        ),
                        ("letra", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("suplente_desde", models.PositiveSmallIntegerField(blank=True, null=True)),
                        (
                            "conjunto",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="integrantes",
                                to="torneos.inscrito",
                            ),
                        ),
                        (
                            "suple_a",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="torneos.inscrito",
                            ),
                        ),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="inscritos",
                                to="torneos.torneo",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "inscrito",
                        "verbose_name_plural": "inscritos",
                        "ordering": ("torneo", "numero"),
                        "constraints": [
                            models.UniqueConstraint(fields=("torneo", "numero"), name="inscrito_numero_unico"),
                            models.CheckConstraint(
                                condition=models.Q(("hasta", None), ("desde__isnull", False), _connector="OR"),
                                name="inscrito_sale_si_entro",
                            ),
                            models.UniqueConstraint(
                                fields=("conjunto", "letra"), name="inscrito_un_lugar_en_su_conjunto"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("conjunto", None), ("letra", None)),
                                    models.Q(
                                        ("comodin", False),
                                        ("conjunto__isnull", False),
                                        ("desde", None),
                                        ("letra__isnull", False),
                                        ("letra__lte", 4),
                                    ),
                                    _connector="OR",
                                ),
                                name="inscrito_integrante",
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
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="ordenes", to="torneos.torneo"
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("torneo", "id_orden"), name="orden_de_torneo_una_vez"),
                            models.UniqueConstraint(
                                condition=models.Q(("accion", "torneo_crear")),
                                fields=("id_orden",),
                                name="torneo_creado_una_vez",
                            ),
                        ],
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
                        ("publicada", models.DateTimeField()),
                        ("quien", models.CharField(max_length=40)),
                        ("hoja", models.JSONField(default=dict)),
                        ("descansan", models.JSONField(default=list)),
                        ("ausentes", models.JSONField(default=list)),
                        ("fijas", models.JSONField(default=list)),
                        ("corte", models.JSONField(blank=True, null=True)),
                        ("inicio", models.DateTimeField(blank=True, null=True)),
                        ("cerrada", models.DateTimeField(blank=True, null=True)),
                        ("dictado", models.CharField(blank=True, db_default="", default="", max_length=60)),
                        ("levantada", models.DateTimeField(blank=True, null=True)),
                        ("clave_de_fuera", models.CharField(blank=True, editable=False, max_length=64, null=True)),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="partidas",
                                to="torneos.torneo",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("torneo", "numero"),
                        "constraints": [
                            models.UniqueConstraint(fields=("torneo", "numero"), name="partida_de_torneo_unica")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Premio",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("bolsa", models.PositiveSmallIntegerField(db_default=1, default=1)),
                        ("lugar", models.PositiveSmallIntegerField()),
                        ("importe", models.DecimalField(blank=True, decimal_places=2, max_digits=10, null=True)),
                        ("porcentaje", models.DecimalField(blank=True, decimal_places=2, max_digits=5, null=True)),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="premios", to="torneos.torneo"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("torneo", "bolsa", "lugar"),
                        "constraints": [
                            models.UniqueConstraint(fields=("torneo", "bolsa", "lugar"), name="premio_un_lugar"),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("importe__isnull", True), ("porcentaje__gte", 0)),
                                    models.Q(("importe__gte", 0), ("porcentaje__isnull", True)),
                                    _connector="OR",
                                ),
                                name="premio_importe_o_porcentaje",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Puesto",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("zona", models.PositiveSmallIntegerField()),
                        ("numero", models.PositiveSmallIntegerField()),
                        ("serie", models.CharField(max_length=32)),
                        ("toma", models.CharField(blank=True, default="", max_length=32)),
                        ("tomado", models.DateTimeField(blank=True, null=True)),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="puestos", to="torneos.torneo"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("torneo", "zona", "numero"),
                        "constraints": [
                            models.UniqueConstraint(fields=("torneo", "zona", "numero"), name="puesto_unico"),
                            models.CheckConstraint(
                                condition=models.Q(("numero__gte", 1), ("zona__lt", 4)), name="puesto_en_su_zona"
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
                        ("accion", models.CharField(max_length=40)),
                        ("partida", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("mesa", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("datos", models.JSONField(default=dict)),
                        ("motivo", models.CharField(blank=True, default="", max_length=200)),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="sucesos", to="torneos.torneo"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("torneo", "pk"),
                    },
                ),
                migrations.CreateModel(
                    name="EnDeclarado",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("cuantos", models.PositiveSmallIntegerField()),
                        (
                            "declarado",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="suyos",
                                to="torneos.declarado",
                            ),
                        ),
                        (
                            "inscrito",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="declaraciones",
                                to="torneos.inscrito",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("declarado", "pk"),
                        "constraints": [
                            models.UniqueConstraint(fields=("inscrito", "cuantos"), name="declarado_una_de_cada_tipo")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Restriccion",
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
                                choices=[("prohibido", "Ni en la misma mesa"), ("evitar", "Mejor no enfrentarlos")],
                                max_length=10,
                            ),
                        ),
                        ("desde", models.PositiveSmallIntegerField(default=1)),
                        ("hasta", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("motivo", models.CharField(max_length=200)),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        (
                            "otro",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="torneos.inscrito"
                            ),
                        ),
                        (
                            "uno",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="torneos.inscrito"
                            ),
                        ),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="restricciones",
                                to="torneos.torneo",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("torneo", "pk"),
                        "constraints": [
                            models.UniqueConstraint(fields=("torneo", "uno", "otro"), name="restriccion_un_par")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Sancion",
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
                                    ("amonestacion", "amonestacion"),
                                    ("castigo", "castigo"),
                                    ("perdida", "perdida"),
                                    ("expulsion", "expulsion"),
                                ],
                                max_length=14,
                            ),
                        ),
                        ("partida", models.PositiveSmallIntegerField()),
                        ("tras", models.PositiveSmallIntegerField()),
                        ("tantos", models.SmallIntegerField(default=0)),
                        ("motivo", models.CharField(max_length=200)),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        (
                            "inscrito",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="sanciones",
                                to="torneos.inscrito",
                            ),
                        ),
                        (
                            "quita",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="quitada_por",
                                to="torneos.sancion",
                            ),
                        ),
                        (
                            "torneo",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="sanciones",
                                to="torneos.torneo",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("torneo", "pk"),
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
                        ("clave", models.CharField(max_length=24, unique=True)),
                        ("forzada", models.BooleanField(default=False)),
                        ("en_linea", models.BigIntegerField(blank=True, null=True, unique=True)),
                        (
                            "anotador",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="mesas_que_anota",
                                to="torneos.inscrito",
                            ),
                        ),
                        (
                            "partida",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="mesas", to="torneos.partida"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("partida", "numero"),
                        "constraints": [
                            models.UniqueConstraint(fields=("partida", "numero"), name="mesa_de_torneo_unica"),
                            models.CheckConstraint(
                                condition=models.Q(("fin__isnull", True), ("gana_default__isnull", True)),
                                name="mesa_de_torneo_fin_en_resultados",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("salidor__isnull", True), ("salidor__lt", 4), _connector="OR"),
                                name="mesa_de_torneo_salidor",
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
                                to="torneos.mesa",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("mesa", "mano", "revision"),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("mesa", "mano", "revision"), name="anotacion_de_torneo_revision_unica"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("pareja__isnull", True), ("pareja__in", (0, 1)), _connector="OR"),
                                name="anotacion_de_torneo_pareja",
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
                                to="torneos.inscrito",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="asientos", to="torneos.mesa"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("mesa", "lugar"),
                        "constraints": [
                            models.UniqueConstraint(fields=("mesa", "lugar"), name="asiento_de_torneo_lugar_unico"),
                            models.UniqueConstraint(fields=("mesa", "jugador"), name="asiento_de_torneo_jugador_unico"),
                            models.CheckConstraint(
                                condition=models.Q(("lugar__lt", 4)), name="asiento_de_torneo_lugar"
                            ),
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
                                to="torneos.mesa",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("instante",),
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
                                to="torneos.inscrito",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="incidencias",
                                to="torneos.mesa",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("instante",),
                    },
                ),
                migrations.CreateModel(
                    name="ManosDeMesa",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("manos", models.JSONField(default=list)),
                        (
                            "mesa",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE, related_name="jugado", to="torneos.mesa"
                            ),
                        ),
                    ],
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
                                on_delete=django.db.models.deletion.CASCADE, related_name="pases", to="torneos.mesa"
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                    },
                ),
                migrations.CreateModel(
                    name="Resultado",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("revision", models.PositiveSmallIntegerField()),
                        (
                            "fin",
                            models.CharField(
                                choices=[
                                    ("meta", "meta"),
                                    ("tiempo", "tiempo"),
                                    ("default", "default"),
                                    ("sancion", "sancion"),
                                    ("ausencia", "ausencia"),
                                ],
                                max_length=8,
                            ),
                        ),
                        ("ganadora", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("marcador_0", models.PositiveSmallIntegerField(default=0)),
                        ("marcador_1", models.PositiveSmallIntegerField(default=0)),
                        ("ausentes", models.JSONField(default=list)),
                        ("de_la_hoja", models.BooleanField(default=False)),
                        ("tras", models.PositiveSmallIntegerField()),
                        ("motivo", models.CharField(blank=True, default="", max_length=200)),
                        ("quien", models.CharField(max_length=40)),
                        ("instante", models.DateTimeField()),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="resultados",
                                to="torneos.mesa",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("mesa", "revision"),
                        "constraints": [
                            models.UniqueConstraint(fields=("mesa", "revision"), name="resultado_revision_unica"),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("fin", "ausencia"), ("ganadora__isnull", True)),
                                    models.Q(
                                        ("ganadora__in", (0, 1)),
                                        ("ganadora__isnull", False),
                                        models.Q(("fin", "ausencia"), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="resultado_con_ganadora",
                            ),
                        ],
                    },
                ),
            ]
        ),
    ]
