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
from solver.explanation import Analysis, Facts, Step, other_moves
from solver.positions import Move, Position
from solver.rulesets import Ruleset
from solver.theory import Question, Theory, set_aside
from solver.words import joined, summed_up

from .nim_sum import NimSum, takes_from_rows


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
    return rules.divisor or max(position, default=0) + 1


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
    answers = []
    for move in NimSum().analyse(after).moves:
        same_row = move.component == take.component and bool(take.becomes)
        complements = same_row and move.removed == needed
        answers.append(Reply("complement" if complements else "match", move))
    return tuple(sorted(answers, key=lambda reply: reply.kind))


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
        yield Step("safe-harbors:end", f"No move is left: the player to move has {won}.")
        return
    yield _divisor_step(question, frames)
    yield _remainders_step(frames)
    yield _rule_step(question, frames)
    is_harbor = answer.outcome is Outcome.P
    yield Step(
        "safe-harbors:verdict",
        "So this is a safe harbor: the player who faces it loses."
        if is_harbor
        else "So this is no safe harbor: the player to move can reach one and wins.",
        {"safe_harbor": is_harbor},
    )
    if answer.preferred:
        yield _move_step(question, answer.preferred, frames)
    else:
        yield _replies_step(question, frames)
    grown = [move for move in answer.moves if _grows(frames, move)]
    if grown and answer.preferred not in grown:
        yield _growing_step(question, grown)
    ideas = set_aside(question, NimSum().analyse)
    if ideas and answer.moves and ideas[0] not in answer.moves:
        yield _idea_step(question, ideas[0])


def _divisor_step(question: Question, frames: tuple[Frame, ...]) -> Step:
    divisor = frames[0].divisor
    rules = question.ruleset
    if rules.maximum:
        text = f"At most {rules.maximum} may be taken, so the divisor is {divisor}."
    else:
        text = f"All may be taken, so any divisor above the largest row will do, say {divisor}."
    return Step("safe-harbors:divisor", text, {"divisor": divisor})


def _remainders_step(frames: tuple[Frame, ...]) -> Step:
    pieces = [
        f"{frame.size} leaves {frame.remainder}" + (" (its final frame)" if frame.is_final else "")
        for frame in frames
    ]
    return Step(
        "safe-harbors:remainders",
        f"Divide each row into frames of {frames[0].divisor} and keep the remainder: "
        f"{summed_up(pieces)}.",
        {"remainders": [frame.remainder for frame in frames]},
        tuple(range(len(frames))),
    )


def _rule_step(question: Question, frames: tuple[Frame, ...]) -> Step:
    misere = question.convention is Convention.MISERE
    remainders = [frame.remainder for frame in frames]
    kept = sorted(rest for rest in remainders if rest)
    large = sum(rest > 1 for rest in remainders)
    if len(frames) == 1:
        return _one_row_step(question, frames[0])
    if kept in ([2, 2], [1, 2, 3]):
        return Step(
            "safe-harbors:universal",
            f"Remainders of {joined(kept)} are a universal safe harbor: lost for "
            "the player who faces them, whether the last one wins or loses.",
            {"remainders": kept},
        )
    if len(frames) == 2:
        text = (
            f"With two rows, when the last one loses{two_row_recipe(*sorted(remainders))}."
            if misere
            else "With two rows, when the last one wins, the safe harbors are equal remainders."
        )
        return Step("safe-harbors:two-rows", text, {"smallest": min(remainders)})
    ones = remainders.count(1)
    if misere and not large:
        return Step(
            "safe-harbors:ones",
            "Every remainder is 0 or 1 and the last one loses: a safe harbor has an odd number "
            f"of ones. Here there {'is' if ones == 1 else 'are'} {ones or 'none'}.",
            {"ones": ones},
        )
    if misere and large == 1:
        return Step(
            "safe-harbors:moment",
            "The last one loses, and exactly one remainder is 2 or more: lower it to 0 or 1, so "
            "that an odd number of ones is left.",
            {"ones": ones},
        )
    even = reduce(xor, remainders) == 0
    text = (
        "With more rows, write the remainders in binary: a safe harbor has an even number of ones "
        f"in every column. Here {'every column is' if even else 'some column is not'} even."
    )
    if misere:
        text += (
            f" The last one loses, but {large} remainders are 2 or more. As long as there are two "
            "of them, that changes nothing."
        )
    return Step("safe-harbors:columns", text, {"even": even, "large": large})


def _one_row_step(question: Question, frame: Frame) -> Step:
    misere = question.convention is Convention.MISERE
    if question.ruleset.maximum:
        harbors = f"the multiples of {frame.divisor}{' plus 1' if misere else ''}"
        text = f"the safe harbors are {harbors}"
    else:
        text = f"the only safe harbor is {'a row of 1' if misere else 'an empty row'}"
    ending = "loses" if misere else "wins"
    return Step("safe-harbors:one-row", f"With one row, when the last one {ending}, {text}.")


def two_row_recipe(smaller: int, larger: int) -> str:
    """What two remainders ask for where the last one loses, or that it is reached already."""
    if smaller > 1:
        done = ". They match already" if smaller == larger else ": lower the larger one"
        return f", remainders of 2 or more have to match{done}"
    if smaller == 1:
        return " and the smaller remainder is 1, the other has to be 0: lower it"
    if larger == 0:
        return " and both remainders are 0, one has to become 1: go one frame further down"
    done = ". It is 1 already" if larger == 1 else ": lower it"
    return f" and one remainder is 0, the other has to be 1{done}"


def _move_step(question: Question, move: Move, frames: tuple[Frame, ...]) -> Step:
    divisor = frames[0].divisor
    left = sum(move.becomes)
    after = [frame.remainder for frame in frames]
    after[move.component] = left % divisor
    crosses = left // divisor != frames[move.component].frames
    become = "remainder becomes" if len(after) == 1 else "remainders become"
    return Step(
        "safe-harbors:move",
        f"Take {move.removed} from {question.name(move.component)}, leaving {left or 'nothing'}"
        f"{', one frame further down' if crosses else ''}: the {become} "
        f"{summed_up(list(map(str, after)), 'remainder')}, a safe harbor.",
        {"move": str(move), "remainders": after, "crosses_frame": crosses},
        (move.component,),
    )


def _grows(frames: tuple[Frame, ...], move: Move) -> bool:
    """Whether a move makes a remainder larger, which takes it one frame down."""
    frame = frames[move.component]
    return sum(move.becomes) % frame.divisor > frame.remainder


def _growing_step(question: Question, moves: list[Move]) -> Step:
    return Step(
        "safe-harbors:grow",
        "A remainder may also grow, one frame further down, and reach a safe harbor: "
        f"{other_moves(question.name, moves)}.",
        {"moves": [str(move) for move in moves]},
        tuple({move.component: None for move in moves}),
    )


def _replies_step(question: Question, frames: tuple[Frame, ...]) -> Step:
    above = [index for index, frame in enumerate(frames) if not frame.is_final]
    final = [index for index, frame in enumerate(frames) if frame.is_final]
    divisor = frames[0].divisor
    remainders = [frame.remainder for frame in frames]
    sentences = []
    if above:
        rows = summed_up([question.name(index) for index in above])
        sentences.append(
            f"Whatever is taken from {rows} can be complemented: take {divisor} minus that from "
            "the same row."
        )
    misere = question.convention is Convention.MISERE
    last = misere and sum(remainders) == 1 and bool(final)
    if last and above:
        name = question.name(final[0])
        sentences.append(
            f"If the single one of {name} is taken, every remainder is 0, and a remainder has to "
            f"grow: take {divisor - 1}, the most there is, from any other row."
        )
    elif last:
        sentences.append("There is a single one, and the player who faces it has to take it.")
    elif final:
        rows = summed_up([question.name(index) for index in final])
        sentences.append(
            f"For {rows}, in the final frame, there is not enough left to complement: there the "
            "reply is to match, by lowering another row."
        )
    return Step(
        "safe-harbors:replies",
        " ".join(sentences),
        {"complement": above, "match": [] if last else final, "maximum": final if last else []},
    )


def _idea_step(question: Question, move: Move) -> Step:
    return Step(
        "safe-harbors:set-aside",
        "Setting the single card aside and playing for the last of the others fails here: it "
        f"would take {move.removed} from {question.name(move.component)}, and then the other "
        "player takes the single card. Wait with it until the end instead.",
        {"move": str(move)},
        (move.component,),
    )
