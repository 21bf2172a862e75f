"""Las mesas de un torneo que se juega en pantallas: quién se sienta en ellas y cómo van (TO26, decisión 047)."""
