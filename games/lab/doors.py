"""What can be asked in the lab besides the rules of a game: a picture and a question each."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse


@dataclass(frozen=True)
class Door:
    """A page called *title*, at the address *name*, and what it *asks*; *picture* is a file among
    ``templates/lab/doors``."""

    name: str
    picture: str
    title: str
    asks: str

    @property
    def url(self) -> str:
        return reverse(self.name)

    @property
    def drawing(self) -> str:
        """The template of its picture."""
        return f"lab/doors/{self.picture}.html"


DOORS = (
    Door(
        "lab:reach",
        "reach",
        "How far does R1 reach?",
        "Which octal games does it cover for ever, and at which row do the others leave it?",
    ),
    Door(
        "lab:conditions",
        "conditions",
        "Conditions",
        "Which is the smallest game that R1 gets wrong without one of its four?",
    ),
    Door(
        "lab:lenses",
        "lenses",
        "Published rules",
        "What do four of them say of a position, and what is so?",
    ),
    Door(
        "lab:quotients",
        "quotients",
        "Quotients",
        "How few different things are the positions of a game worth where the last one loses?",
    ),
    Door("explore:maps", "maps", "Maps", "Where do the lost positions of a game lie?"),
    Door(
        "lab:conjectures",
        "conjectures",
        "Conjectures",
        "Who loses? Say it, and see where it breaks, or that it never does.",
    ),
    Door(
        "lab:distinguisher",
        "distinguisher",
        "Apart or alike",
        "What is the least that, beside two positions, tells one from the other?",
    ),
)
