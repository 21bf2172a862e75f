#!/bin/sh
# Una copia base al día, completa los domingos; `--sano` dice si la de hoy o la de ayer está. El WAL lo manda la base.
HORA=9 # UTC: las tres de la mañana en México
orden="pgbackrest --stanza=amigos"
hay_de() { $orden info 2>/dev/null | grep -q "backup: $1-"; }
ayer() { date -u -d "@$(($(date +%s) - 86400))" +%Y%m%d; }

if [ "$1" = --sano ]; then
  if hay_de "$(date -u +%Y%m%d)" || hay_de "$(ayer)"; then exit 0; fi
  echo "no hay copia de hoy ni de ayer"
  exit 1
fi

until $orden stanza-create; do sleep 15; done
while :; do
  hora=$(date -u +%H)
  if ! $orden info | grep -q "backup: "; then tipo=full
  elif hay_de "$(date -u +%Y%m%d)" || [ "${hora#0}" -lt "$HORA" ]; then tipo=
  elif [ "$(date -u +%u)" = 7 ]; then tipo=full
  else tipo=diff; fi
  if [ -n "$tipo" ]; then
    $orden --type="$tipo" backup && $orden check && echo "copia $tipo lista" || echo "la copia $tipo no se pudo"
  fi
  [ "$1" = --una-vez ] && exit 0
  sleep 300
done
