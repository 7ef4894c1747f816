"""`safe-harbors`: rows with a maximum take in the words of the "Nimble strategy".

The divisor is the maximum take plus 1, and only the remainder of a row counts. A safe harbor is a
position to leave to the other player. In a row not yet in its final frame any take can be
complemented: divisor minus take brings the same remainder back. In the final frame there are
not enough cards for that, and the reply is a match: another row is lowered instead.
Who wins, and by which moves, is Bouton's theorem on the remainders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor

from solver.conventions import Convention, Outcome
from solver.explanation import Analysis, Facts, ReasoningStep
from solver.positions import Move, Position
from solver.rulesets.rules import Ruleset
from solver.theory import Inquiry, Theory, set_aside
from solver.words import NONE, by_number, capitalised, each_told, joined, summed_up
from solver.words import safe_harbors as words
from solver.words.moves import listed_moves, move_words
from solver.words.outcomes import LAST_ONE, NO_MOVE_LEFT

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
class HarborReply:
    """An answer to a take that leads to a safe harbor: a complement, or a match elsewhere."""

    kind: str
    move: Move


class SafeHarbors(Theory):
    """Divisor, remainders, frames; complement or match."""

    key = "safe-harbors"
    name = "Safe harbors"

    def refusal(self, question: Inquiry) -> str | None:
        if not takes_from_rows(question.ruleset):
            return words.ONLY_ROWS.format(game=question.ruleset.name)
        return None

    def analyse(self, question: Inquiry) -> Analysis:
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


def replies(question: Inquiry, take: Move) -> tuple[HarborReply, ...]:
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
        answers.append(HarborReply("complement" if complements else "match", move))
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


def _steps(
    question: Inquiry, answer: Analysis, frames: tuple[Frame, ...]
) -> Iterator[ReasoningStep]:
    if not question.position:
        yield ReasoningStep("safe-harbors:end", NO_MOVE_LEFT[question.convention])
        return
    yield _divisor_step(question, frames)
    yield _remainders_step(frames)
    yield _rule_step(question, frames)
    is_harbor = answer.outcome is Outcome.P
    yield ReasoningStep(
        "safe-harbors:verdict",
        words.IS_HARBOR if is_harbor else words.IS_NO_HARBOR,
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


def _divisor_step(question: Inquiry, frames: tuple[Frame, ...]) -> ReasoningStep:
    divisor, most = frames[0].divisor, question.ruleset.maximum
    text = (words.DIVISOR if most else words.ANY_DIVISOR).format(most=most, divisor=divisor)
    return ReasoningStep("safe-harbors:divisor", text, {"divisor": divisor})


def _remainders_step(frames: tuple[Frame, ...]) -> ReasoningStep:
    divided = {frame.size: frame for frame in frames}

    def piece(size: int) -> str:
        frame = divided[size]
        text = words.LAST_PIECE if frame.is_final else words.PIECE
        return text.format(size=size, remainder=frame.remainder)

    pieces = each_told([frame.size for frame in frames], piece)
    return ReasoningStep(
        "safe-harbors:remainders",
        words.REMAINDERS.format(divisor=frames[0].divisor, pieces=joined(pieces)),
        {"remainders": [frame.remainder for frame in frames]},
        tuple(range(len(frames))),
    )


def _rule_step(question: Inquiry, frames: tuple[Frame, ...]) -> ReasoningStep:
    misere = question.convention is Convention.MISERE
    remainders = [frame.remainder for frame in frames]
    kept = sorted(rest for rest in remainders if rest)
    large = sum(rest > 1 for rest in remainders)
    if len(frames) == 1:
        return _one_row_step(question, frames[0])
    if kept in ([2, 2], [1, 2, 3]):
        text = words.UNIVERSAL.format(remainders=joined(kept))
        return ReasoningStep("safe-harbors:universal", text, {"remainders": kept})
    if len(frames) == 2:
        text = two_row_recipe(*sorted(remainders)) if misere else words.TWO_ROWS
        return ReasoningStep("safe-harbors:two-rows", text, {"smallest": min(remainders)})
    ones = remainders.count(1)
    if misere and not large:
        text = words.ONLY_ONES.format(ones=ones or NONE)
        return ReasoningStep("safe-harbors:ones", text, {"ones": ones})
    if misere and large == 1:
        return ReasoningStep("safe-harbors:moment", words.MOMENT, {"ones": ones})
    even = reduce(xor, remainders) == 0
    text = words.COLUMNS_EVEN if even else words.COLUMNS_ODD
    if misere:
        text = f"{text} {words.NOT_YET.format(large=large)}"
    return ReasoningStep("safe-harbors:columns", text, {"even": even, "large": large})


def _one_row_step(question: Inquiry, frame: Frame) -> ReasoningStep:
    misere = question.convention is Convention.MISERE
    if question.ruleset.maximum:
        text = words.ONE_ROW_MISERE if misere else words.ONE_ROW
    else:
        text = words.ONE_HEAP_MISERE if misere else words.ONE_HEAP
    ends = LAST_ONE[question.convention]
    return ReasoningStep("safe-harbors:one-row", text.format(ends=ends, divisor=frame.divisor))


def two_row_recipe(smaller: int, larger: int) -> str:
    """What two remainders ask for where the last one loses, or that it is reached already."""
    if smaller > 1:
        return words.TWO_MATCH if smaller == larger else words.TWO_DIFFER
    if smaller == 1:
        return words.BESIDE_A_ONE
    if larger == 0:
        return words.TWO_ZEROS
    return words.ZERO_AND_ONE if larger == 1 else words.BESIDE_A_ZERO


def _move_step(question: Inquiry, move: Move, frames: tuple[Frame, ...]) -> ReasoningStep:
    divisor = frames[0].divisor
    left = sum(move.becomes)
    after = [frame.remainder for frame in frames]
    after[move.component] = left % divisor
    crosses = left // divisor != frames[move.component].frames
    now = by_number(len(after), words.THE_REMAINDER, words.THE_REMAINDERS)
    return ReasoningStep(
        "safe-harbors:move",
        (words.MOVE_DEEPER if crosses else words.MOVE).format(
            move=capitalised(move_words(question.name, move)),
            remainders=now.format(remainders=summed_up(list(map(str, after)), "remainder")),
        ),
        {"move": str(move), "remainders": after, "crosses_frame": crosses},
        (move.component,),
    )


def _grows(frames: tuple[Frame, ...], move: Move) -> bool:
    """Whether a move makes a remainder larger, which takes it one frame down."""
    frame = frames[move.component]
    return sum(move.becomes) % frame.divisor > frame.remainder


def _growing_step(question: Inquiry, moves: list[Move]) -> ReasoningStep:
    return ReasoningStep(
        "safe-harbors:grow",
        words.GROW.format(moves=listed_moves(question.name, moves)),
        {"moves": [str(move) for move in moves]},
        tuple({move.component: None for move in moves}),
    )


def _replies_step(question: Inquiry, frames: tuple[Frame, ...]) -> ReasoningStep:
    above = [index for index, frame in enumerate(frames) if not frame.is_final]
    final = [index for index, frame in enumerate(frames) if frame.is_final]
    divisor = frames[0].divisor
    misere = question.convention is Convention.MISERE
    last = misere and sum(frame.remainder for frame in frames) == 1 and bool(final)
    sentences = []
    if above:
        sentences.append(words.COMPLEMENT.format(rows=_named(question, above), divisor=divisor))
    if last and above:
        row = question.name(final[0])
        sentences.append(words.TAKE_THE_MOST.format(row=row, most=divisor - 1))
    elif last:
        sentences.append(words.SINGLE_ONE)
    elif final:
        short = by_number(len(final), words.TOO_SHORT_ROW, words.TOO_SHORT_ROWS)
        rests = [frame.remainder for frame in frames]
        matches = max(rests) < 2 if misere else match_in_pairs(rests)
        sentences.append(short.format(rows=capitalised(_named(question, final))))
        sentences.append(words.MATCH_THERE if matches else words.LOWER_THERE)
    return ReasoningStep(
        "safe-harbors:replies",
        " ".join(sentences),
        {"complement": above, "match": [] if last else final, "maximum": final if last else []},
    )


def match_in_pairs(remainders: Iterable[int]) -> bool:
    """Whether the remainders above 0 match two by two.

    >>> match_in_pairs([2, 0, 2]), match_in_pairs([1, 2, 3])
    (True, False)
    """
    waiting: set[int] = set()
    for remainder in remainders:
        waiting ^= {remainder} if remainder else set()
    return not waiting


def _named(question: Inquiry, rows: list[int]) -> str:
    return summed_up([question.name(index) for index in rows])


def _idea_step(question: Inquiry, move: Move) -> ReasoningStep:
    return ReasoningStep(
        "safe-harbors:set-aside",
        words.SET_ASIDE.format(removed=move.removed, row=question.name(move.component)),
        {"move": str(move)},
        (move.component,),
    )
