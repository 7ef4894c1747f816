"""`safe-harbors`: rows with a maximum take in the words of the "Nimble strategy".

The divisor is the maximum take plus 1, and only the remainder of a row counts. A safe harbor is a
position to leave to the other player. In a row not yet in its final frame any take can be
complemented: divisor minus take brings the same remainder back. In the final frame there are
not enough cards for that, and the reply is a match: another row is lowered instead.
Who wins, and by which moves, is Bouton's theorem on the remainders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor

from solver.conventions import Convention, Outcome
from solver.explanation import Analysis, Facts, Step, counted, joined
from solver.positions import Move, Position
from solver.rulesets import Ruleset, Subtraction
from solver.theory import Question, Theory

from .nim_sum import NimSum, takes_from_rows

SHOWN_ROWS = 12


@dataclass(frozen=True)
class Frame:
    """One row: *size* = *frames* x *divisor* + *remainder*; in its final frame without frames."""

    size: int
    divisor: int
    frames: int
    remainder: int

    @property
    def is_final(self) -> bool:
        return self.frames == 0


@dataclass(frozen=True)
class Reply:
    """An answer to a take that leads to a safe harbor: a complement, or a match elsewhere."""

    kind: str
    move: Move


class SafeHarbors(Theory):
    """Divisor, remainders, frames; complement or match."""

    key = "safe-harbors"
    name = "Safe harbors"

    def refusal(self, question: Question) -> str | None:
        if not takes_from_rows(question.ruleset):
            return (
                "Safe harbors are about rows with a maximum take, and Nim; "
                f"{question.ruleset.name} is neither."
            )
        return None

    def analyse(self, question: Question) -> Analysis:
        answer = NimSum().analyse(question)
        frames = frames_of(question.ruleset, question.position)
        return replace(
            answer,
            theory=self.key,
            components=tuple(map(_facts, frames)),
            steps=tuple(_steps(question, answer, frames)),
        )


def divisor_of(rules: Ruleset, position: Position) -> int:
    """The maximum take plus 1; where all may be taken, the largest row plus 1."""
    if isinstance(rules, Subtraction) and rules.maximum:
        return rules.maximum + 1
    return max(position, default=0) + 1


def frames_of(rules: Ruleset, position: Position) -> tuple[Frame, ...]:
    """Each row divided into frames."""
    divisor = divisor_of(rules, position)
    return tuple(Frame(size, divisor, *divmod(size, divisor)) for size in position)


def replies(question: Question, take: Move) -> tuple[Reply, ...]:
    """The answers to *take*, made from the safe harbor of *question*, that reach a safe harbor.

    The complement comes first where there is one: it is impossible in a row's final frame,
    where fewer cards are left than it would need.
    """
    after = question.after(take)
    divisor = divisor_of(question.ruleset, question.position)
    needed = divisor - take.removed
    found = []
    for move in NimSum().analyse(after).moves:
        same_row = move.component == take.component and bool(take.becomes)
        complements = same_row and move.removed == needed
        found.append(Reply("complement" if complements else "match", move))
    return tuple(sorted(found, key=lambda reply: reply.kind))


def set_aside(question: Question) -> Move | None:
    """The move of the idea that fails: set one single card aside and play for the last one.

    None where the idea has no move to propose. The move is in terms of the whole position.
    """
    if question.convention is not Convention.MISERE or 1 not in question.position:
        return None
    place = question.position.index(1)
    rest = question.position[:place] + question.position[place + 1 :]
    mental = replace(question, position=rest, convention=Convention.NORMAL, names=())
    chosen = NimSum().analyse(mental).preferred
    if chosen is None:
        return None
    return replace(chosen, component=chosen.component + (chosen.component >= place))


def _facts(frame: Frame) -> Facts:
    return {
        "size": frame.size,
        "divisor": frame.divisor,
        "frames": frame.frames,
        "remainder": frame.remainder,
        "final_frame": frame.is_final,
        "nim_value": frame.remainder,
    }


def _steps(question: Question, answer: Analysis, frames: tuple[Frame, ...]) -> Iterator[Step]:
    if not question.position:
        won = "won" if question.convention is Convention.MISERE else "lost"
        yield Step("safe-harbors:end", f"No card is left: the player to move has {won}.")
        return
    yield _divisor_step(question, frames)
    yield _remainders_step(frames)
    yield _rule_step(question, frames)
    is_harbor = answer.outcome is Outcome.P
    yield Step(
        "safe-harbors:verdict",
        "So this is a safe harbor: whoever faces it loses."
        if is_harbor
        else "So this is no safe harbor: whoever moves can reach one and wins.",
        {"safe_harbor": is_harbor},
    )
    if answer.preferred:
        yield _move_step(question, answer.preferred, frames)
    else:
        yield _replies_step(question, frames)
    idea = set_aside(question)
    if idea is not None and answer.moves and idea not in answer.moves:
        yield _idea_step(question, idea)


def _divisor_step(question: Question, frames: tuple[Frame, ...]) -> Step:
    divisor = frames[0].divisor
    rules = question.ruleset
    if isinstance(rules, Subtraction):
        text = f"At most {rules.maximum} may be taken, so the divisor is {divisor}."
    else:
        text = f"All may be taken, so any divisor above the largest row will do, say {divisor}."
    return Step("safe-harbors:divisor", text, {"divisor": divisor})


def _remainders_step(frames: tuple[Frame, ...]) -> Step:
    pieces = [
        f"{frame.size} leaves {frame.remainder}" + (" (its final frame)" if frame.is_final else "")
        for frame in frames[:SHOWN_ROWS]
    ]
    if len(frames) > SHOWN_ROWS:
        pieces.append(f"{len(frames) - SHOWN_ROWS} more rows")
    return Step(
        "safe-harbors:remainders",
        f"Divide each row into frames of {frames[0].divisor} and keep the remainder: "
        f"{joined(pieces)}.",
        {"remainders": [frame.remainder for frame in frames]},
        tuple(range(len(frames))),
    )


def _rule_step(question: Question, frames: tuple[Frame, ...]) -> Step:
    misere = question.convention is Convention.MISERE
    remainders = [frame.remainder for frame in frames]
    kept = sorted(rest for rest in remainders if rest)
    ending = "loses" if misere else "wins"
    if len(frames) == 1:
        text = (
            f"With one row, when the last one {ending}, the safe harbors are the multiples of "
            f"{frames[0].divisor}{' plus 1' if misere else ''}."
        )
        return Step("safe-harbors:one-row", text)
    if kept in ([2, 2], [1, 2, 3]):
        text = (
            f"Remainders of {' and '.join(map(str, kept))} are a universal safe harbor: lost for "
            "whoever faces them, whether the last one wins or loses."
        )
        return Step("safe-harbors:universal", text, {"remainders": kept})
    if len(frames) == 2 and misere:
        return Step("safe-harbors:two-rows", _two_row_recipe(min(remainders)))
    if len(frames) == 2:
        return Step(
            "safe-harbors:two-rows",
            "With two rows, when the last one wins, the safe harbors are equal remainders.",
        )
    if misere and max(remainders) < 2:
        text = (
            "Every remainder is 0 or 1 and the last one loses: a safe harbor has an odd number "
            f"of ones. Here there {'is' if sum(remainders) == 1 else 'are'} {sum(remainders)}."
        )
        return Step("safe-harbors:ones", text, {"ones": sum(remainders)})
    even = reduce(xor, remainders) == 0
    text = (
        "With more rows, write the remainders in binary: a safe harbor has an even number of ones "
        f"in every column. Here {'every column is' if even else 'some column is not'} even."
        + (
            " The last one loses, so play on like this and wait with the card you leave over "
            "until the end."
            if misere
            else ""
        )
    )
    return Step("safe-harbors:columns", text, {"even": even})


def _two_row_recipe(smallest: int) -> str:
    recipe = {
        0: "the smallest remainder is 0: lower the other row to 1 (crossing a frame if both are 0)",
        1: "the smallest remainder is 1: lower the other row to 0",
    }.get(smallest, "the smallest remainder is 2 or more: lower the other row to match")
    return f"With two rows, when the last one loses, {recipe}."


def _move_step(question: Question, move: Move, frames: tuple[Frame, ...]) -> Step:
    divisor = frames[0].divisor
    left = sum(move.becomes)
    after = [frame.remainder for frame in frames]
    after[move.component] = left % divisor
    crosses = left // divisor != frames[move.component].frames
    return Step(
        "safe-harbors:move",
        f"Take {move.removed} from {question.name(move.component)}, leaving {left}"
        f"{', one frame further down' if crosses else ''}: the remainders become "
        f"{joined(list(map(str, after[:SHOWN_ROWS])))}, a safe harbor.",
        {"move": str(move), "remainders": after, "crosses_frame": crosses},
        (move.component,),
    )


def _replies_step(question: Question, frames: tuple[Frame, ...]) -> Step:
    above = [question.name(index) for index, frame in enumerate(frames) if not frame.is_final]
    divisor = frames[0].divisor
    if above:
        text = (
            f"Whatever is taken from {joined(above[:SHOWN_ROWS], 'or')} can be complemented: "
            f"take {divisor} minus that from the same row. "
        )
    else:
        text = ""
    final = len(frames) - len(above)
    if final:
        text += (
            f"In {counted(final, 'row')} in the final frame there is not enough left to "
            f"complement; there the reply is to match, by lowering another row."
        )
    return Step(
        "safe-harbors:replies",
        text.strip(),
        {"complement": [index for index, frame in enumerate(frames) if not frame.is_final]},
    )


def _idea_step(question: Question, move: Move) -> Step:
    return Step(
        "safe-harbors:set-aside",
        "Setting the single card aside and playing for the last of the others fails here: it "
        f"would take {move.removed} from {question.name(move.component)}, and then the single "
        "card is taken from under you. Wait with it until the end instead.",
        {"move": str(move)},
        (move.component,),
    )
