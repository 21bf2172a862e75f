"""Lo que se dice en vivo: publicar, escuchar, el sobre de los mensajes y el trabajo periódico."""
