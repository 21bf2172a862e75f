"""La gente y sus encuentros: perfil, amigos, mesas con hora y avisos (decisión 048)."""
