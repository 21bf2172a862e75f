"""La Sala de Reunión viva: quién está, qué ve cada quien y cómo se entera."""
