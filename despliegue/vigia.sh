#!/bin/sh
# vigia.sh PROGRAMA ORDEN…  corre la orden; a la tercera vez seguida que falla le pide a PROGRAMA que termine y a la cuarta lo
# corta: su contenedor se levanta otra vez. Con su propia cuenta en memoria. (PostgreSQL no: se cuida solo, y cortarlo a
# media recuperación la empieza de nuevo.)
programa=$1
shift
fallas=${TMPDIR:-/tmp}/vigia.fallas
if "$@"; then
  rm -f "$fallas"
  exit 0
fi
van=$(($(cat "$fallas" 2>/dev/null || echo 0) + 1))
echo "$van" >"$fallas"
case $van in
  1 | 2) ;;
  3) kill -TERM $(pidof "$programa") ;;
  *) kill -KILL $(pidof "$programa") ;;
esac
exit 1
