"""How a match begins."""

from __future__ import annotations

from dataclasses import dataclass

from solver import Player


@dataclass(frozen=True)
class Setup:
    """What a match starts from. *starter* is empty where the owner will choose; *origin* is the
    page to go back to."""

    ruleset: str
    position: str
    convention: str
    opponent: str
    starter: str
    owner_player: str = Player.LEFT.value
    origin: str = ""
    has_help: bool = True
