"""The cards of a row that a frame looks at by itself, against the options of the game."""

from __future__ import annotations

import re

from .frame import Frame


def options_of(game, size):
    """What a row may become, mirror images once."""
    return {tuple(sorted(filter(None, one))) for one in game.options(size, None)}


def cards_shown(frame: Frame, *, judged: bool):
    """Every option has its card, or shares one that counts the same; each card has its nim-value,
    and where it is *judged*, who wins what is left when the last one loses."""
    game, size = frame.game, frame.step.data["size"]
    [shown] = frame.scene.options
    assert shown.size == size
    options = options_of(game, size)
    left = [card.leaves for card in shown.cards]
    assert len(set(left)) == len(left)
    assert set(left) <= options
    for card in shown.cards:
        assert int(card.value) == game.sum(card.leaves)
        assert card.verdict == (
            f"next player {'wins' if card.holds else 'loses'}" if judged else ""
        )
        assert card.holds is (game.alone.wins(card.leaves) if judged else None)
        assert not card.struck
        alike = [
            one
            for one in options
            if game.sum(one) == int(card.value)
            and (not judged or game.alone.wins(one) is card.holds)
        ]
        assert card.others in (0, len(alike) - 1)
    assert len(left) + shown.more + sum(card.others for card in shown.cards) == len(options)
    assert list(shown.reached) == sorted({game.sum(one) for one in options})
    assert shown.missing == game.value(size)
    assert frame.step.data["options"] == [card.as_json() for card in shown.cards]


def options_named(text, options):
    """The sentence names options, and says how many others there are."""
    told = re.search(r"can leave (.*?)\.", text)
    named = re.findall(r"nothing|\d+(?:\+\d+)*", told[1].partition(" or one of")[0]) if told else []
    shown = {() if one == "nothing" else tuple(map(int, one.split("+"))) for one in named}
    assert shown <= options
    others = len(options) - len(shown)
    assert others != 1, "a single other option is named"
    assert (f"or one of {others} others" in text) is (others > 0)
