"""The explorer: positions, theories, maps of games, and the errata of the sources."""
