"""Una velada entera de 16 con la señal cortada y la casa golpeada: 0 manos perdidas o dobles (RE7)."""
