"""The looks of boards: one object each, which knows everything about its pieces. A row of ``GAMES``
in ``games/boards/games.py`` names the look of its game."""
