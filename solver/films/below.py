"""The level below every theory: equal rows, the boards one move away, and the answers.

Whatever theory decides a position, this film names none. Two equal rows cancel where the last one
wins, for each move in one of them is answered in the other. Where the last one loses that holds
for rows of 1, and in Nim also beside a row of 2 or more (Bouton 1901).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from solver.analysis import answer
from solver.conventions import Convention
from solver.explanation import Analysis, ReasoningStep
from solver.positions import Move, Position
from solver.scenes import Mark, Scene, cut
from solver.theories.exhaustive import told
from solver.theory import Inquiry
from solver.words import below as words
from solver.words import by_number, capitalised, elided, position_words

from .exhaustive import ExhaustiveFilm
from .frames import WhyLost

BELOW = "below"
"""What to ask for in place of a theory."""
PAIRS = "below:pairs"
"""The rule of the frame in which equal components cancel."""


@dataclass(frozen=True)
class Pairs:
    """Components that cancel two by two, the *rest*, and *why*. Without a rest the player to move
    loses, if they are *copied* to the end."""

    couples: tuple[tuple[int, int], ...]
    rest: tuple[int, ...]
    why: str
    copied: bool = False


def pairs(question: Inquiry) -> Pairs | None:
    """The components of a position that cancel, without a change of who wins; None if none do."""
    position, rules = question.position, question.ruleset
    if rules.partizan:
        return None
    couples, rest = coupled(position)
    is_nim = rules.key == "nim"
    if couples and question.convention is Convention.NORMAL:
        return Pairs(couples, rest, words.ANSWERED if rest else words.COPIED, copied=not rest)
    if couples and is_nim and not rest and max(position) > 1:
        return Pairs(couples, rest, words.COPIED_IN_NIM, copied=True)
    if couples and is_nim and any(position[place] > 1 for place in rest):
        return Pairs(couples, rest, words.BESIDE)
    couples, rest = coupled(position, largest=1)
    goes = all(list(rules.options(position[one])) == [()] for one, _ in couples)
    return Pairs(couples, rest, words.ONES) if couples and goes else None


def coupled(
    position: Position, largest: int | None = None
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Equal components two by two, none of them above *largest*; and those without a twin."""
    alone: dict[int, int] = {}
    couples = []
    for place, size in enumerate(position):
        if size in alone and (largest is None or size <= largest):
            couples.append((alone.pop(size), place))
        else:
            alone[size] = place
    coupled_places = {place for couple in couples for place in couple}
    rest = (place for place in range(len(position)) if place not in coupled_places)
    return tuple(couples), tuple(rest)


class BelowFilm(ExhaustiveFilm):
    """Equal rows first, then the boards one move away as search shows them."""

    def story(self) -> Iterator[ReasoningStep]:
        for step in self.analysis.steps:
            if step.rule == PAIRS:
                yield self.framed(step, step.draw)
        yield from super().story()

    def why_lost(self, question: Inquiry) -> WhyLost:
        paired = pairs(question)
        if paired and paired.copied:
            here = words.HAS_TWIN.format(row=question.ruleset.component_word)
            return WhyLost(here, paired.why)
        return super().why_lost(question)

    def answer(self, asked: Inquiry, move: Move) -> Move | None:
        return best_answer(asked)


def best_answer(asked: Inquiry) -> Move | None:
    """A move that wins the position of *asked*: of several, one that leaves every component its
    twin, for what is copied from then on needs no other reason. None where no move wins.

    >>> from solver import ask
    >>> str(best_answer(ask("kayles", "3+4", "normal")))
    '2>3'
    """
    known = answer(asked)
    copies = (reply for reply in known.moves if is_copied(asked.after(reply)))
    return next(copies, known.preferred)


def is_copied(question: Inquiry) -> bool:
    """Whether every component has its twin, and the player to move loses by that."""
    paired = pairs(question)
    return bool(paired and paired.copied)


def look(question: Inquiry, known: Analysis | None = None) -> Analysis:
    """The answer of whatever theory is quickest, or the one that is *known*, told without it.

    >>> from solver import ask
    >>> look(ask("nim", "1+2")).steps[0].text
    'One of the 3 moves wins: it leaves the other player a losing position.'
    """
    known = known or answer(question)
    paired = pairs(question)
    first = (pairs_step(question, paired),) if paired else ()
    steps = (*first, *told(question, known.outcome, known.winning_moves))
    return replace(known, theory=BELOW, components=(), steps=steps)


def pairs_step(question: Inquiry, paired: Pairs) -> ReasoningStep:
    """The frame in which the equal components cancel."""
    rest = tuple(question.position[place] for place in paired.rest)
    named = [
        words.PAIR.format(one=question.name(one), other=question.name(other))
        for one, other in paired.couples
    ]
    told, said = "; ".join(elided(named, "pair")), paired.why
    equal = by_number(len(named), words.EQUAL, words.ALL_EQUAL)
    equal = equal.format(pair=capitalised(told), pairs=told)
    if rest:
        said = words.REST_DECIDES.format(why=said, rest=position_words(rest))
    elif not paired.copied:
        said = words.NOTHING_LEFT.format(why=said)
    facts = {"pairs": [list(couple) for couple in paired.couples], "rest": list(rest)}
    return ReasoningStep(
        PAIRS, f"{equal} {said}", facts, draw=partial(pairs_scene, question, paired)
    )


def pairs_scene(question: Inquiry, paired: Pairs) -> Scene:
    """Equal components linked, the rest left over."""
    marks = dict.fromkeys(paired.rest, Mark.LEFT)
    groups = tuple(
        group
        for place, size in enumerate(question.position)
        for group in cut(place, [size], marks.get(place, Mark.PAIRED))
    )
    links = tuple((f"{one + 1}.0", f"{other + 1}.0") for one, other in paired.couples)
    return Scene(question.position, groups, links)
