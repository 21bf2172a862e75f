"""Los torneos presenciales: emparejar por el Sistema Suizo y clasificar (TO1-TO25; 001 §4.14 y §6.2)."""
