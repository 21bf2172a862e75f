"""La moderación en la administración."""
