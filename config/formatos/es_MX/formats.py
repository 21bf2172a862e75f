"""Los mismos que `config.comun.fechas`; una prueba los compara (D514)."""

DATE_FORMAT = r"j \d\e F \d\e Y"
TIME_FORMAT = "g:i a"
DATETIME_FORMAT = r"j \d\e F \d\e Y, g:i a"
SHORT_DATE_FORMAT = DATE_FORMAT
SHORT_DATETIME_FORMAT = DATETIME_FORMAT
