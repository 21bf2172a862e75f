"""La Sala de Reunión: quién está, la plática, el armado y la práctica (EL1, EL2)."""
