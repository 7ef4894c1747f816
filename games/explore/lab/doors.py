"""The pages of the lab besides the rules of a game: each with a picture and a question."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse


@dataclass(frozen=True)
class Door:
    """A page called *title* with the URL name *name* and the question that it *asks*; *picture* is
    a file in ``templates/explore/lab/doors``."""

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
        return f"explore/lab/doors/{self.picture}.html"


DOORS = (
    Door(
        "lab:reach",
        "reach",
        "How far does R1 reach?",
        "Which octal games does it cover for ever, and at which row does it fail in the others?",
    ),
    Door(
        "lab:conditions",
        "conditions",
        "Conditions",
        "Which is the smallest game that R1 gets wrong without one of its four conditions?",
    ),
    Door(
        "lab:lenses",
        "lenses",
        "Published rules",
        "What do four published rules say about a position, and what is true?",
    ),
    Door(
        "lab:quotients",
        "quotients",
        "Quotients",
        "How many different values can the positions of a game have when the last one loses?",
    ),
    Door(
        "lab:workshop",
        "workshop",
        "A quotient by hand",
        "Which boards count the same? Build the table yourself, one question at a time.",
    ),
    Door("explore:maps", "maps", "Maps", "Which positions of a game are losing positions?"),
    Door(
        "lab:conjectures",
        "conjectures",
        "Conjectures",
        "State a rule for who loses, and see whether it ever breaks.",
    ),
    Door(
        "lab:distinguisher",
        "distinguisher",
        "Same or different?",
        "What is the smallest thing you can add to two positions to tell them apart?",
    ),
    Door(
        "lab:partizan",
        "partizan",
        "Left and Right",
        "What cancels a position of a game in which the players have different moves?",
    ),
    Door(
        "lab:forms",
        "forms",
        "Games as trees",
        "When may one game of Left and Right stand for another, and what tells them apart?",
    ),
)
