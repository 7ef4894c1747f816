"""The film of the reduction: strips are cut into dominoes and squares, which cancel in pairs.

Theorem 1 says how many of each a strip counts as, Corollary 4 that a domino and a square cancel,
Theorem 3 who wins with what is left, Theorem 4 the move (partizan Kayles, Integers 15, 2015).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, cached_property, partial

from solver.conventions import Player
from solver.explanation import ReasoningStep
from solver.films.fans import Fan
from solver.positions import Move, Position
from solver.rulesets.rules import Option
from solver.scenes import CellGroup, CountLine, Mark, OptionCard, RowOptions, Scene, cut, followed
from solver.theories.reduction import (
    balance_of,
    counts,
    outcome_of,
    pieces_in_words,
    reduced,
    theorem_4,
    tiles_of,
    winning_moves,
)
from solver.theory import Inquiry
from solver.words import by_number, counted, one_of, position_words, signed
from solver.words import reduction as words
from solver.words.outcomes import OUTCOME_WORDS

from .frames import MAX_FRAMES, Draw, Film, Sort, WhyLost, mover, taken
from .options import MAX_LISTED, row_options

THREE, DOMINO, SQUARE = 3, 2, 1


class ReductionFilm(Film):
    """Strips as dominoes and squares."""

    prefix = "reduction"
    end = "stuck"

    def story(self) -> Iterator[ReasoningStep]:
        position = self.question.position
        is_cut = max(position) > DOMINO
        told = [self.first_step(), *self.shown("reduce", self.tiles)]
        rest = [*self.cancel_steps(), *self.shown("lost", self.track)]
        if is_cut:
            moved = 2 if self.analysis.preferred else 0
            free = MAX_FRAMES - len(told) - len(rest) - moved
            told += self.why_cut(min(size for size in position if size > DOMINO), free)
        yield from (*told, *rest)
        if self.question.to_move:
            yield from self.ending("theorem-4", "silence")

    def first_step(self) -> ReasoningStep:
        """The rule, and the first cut where a strip is longer than three squares."""
        position = self.question.position
        for place, size in enumerate(position):
            if size > THREE:
                step = self.cut_step(place)
                return replace(step, text=f"{words.RULE} {step.text}")
        text = f"{words.RULE} {words.AT_A_TIME}" if THREE in position else words.RULE
        return ReasoningStep("reduction:strips", text, draw=self.still, title=words.RULE_TITLE)

    def cancel_steps(self) -> Iterator[ReasoningStep]:
        """What cancels inside the strips and across them, and who wins with what is left."""
        inside = sum(size // 3 for size in self.question.position)
        if inside:
            yield with_duel(self.inside_step(inside))
        for step in self.shown("cancel", self.track):
            told = replace(step, text=self.cancelling(across=bool(inside)))
            yield told if inside or not min(counts(self.question.position)) else with_duel(told)
        yield from self.shown("outcome", self.track)

    @cached_property
    def track(self) -> Draw:
        """What is left after everything has cancelled, drawn once for all frames that show it."""
        return cache(partial(self.scene, self.question))

    def why_cut(self, size: int, frames: int) -> Iterator[ReasoningStep]:
        """Why three squares of a strip may be cut off, on one strip: what Left may leave, what of
        it suits her best, and that the best of both players is what the squares and dominoes
        leave. In three frames, or in as many as there is room for."""
        squares, dominoes = reduced(size)
        left, right = (Fan((size,), player) for player in Player)
        hers, his = fan_cards(size, left), fan_cards(size, right)
        may_leave = [position_words(option) for options in left.sums.values() for option in options]
        leaves = words.LEFT_LEAVES.format(size=size, options=one_of(may_leave, MAX_LISTED))
        her_best = (words.LEFT_BEST if left.dominated else words.LEFT_ALIKE).format(
            pieces=pieces_in_words(squares - 1, dominoes)
        )
        his_best = (words.RIGHT_BEST if right.dominated else words.RIGHT_ALIKE).format(
            pieces=pieces_in_words(squares, dominoes - 1)
        )
        so = words.SO_IT_COUNTS.format(size=size, pieces=pieces_in_words(squares, dominoes))
        if frames > 2:
            asked = replace(hers, cards=tuple(card.unjudged() for card in hers.cards))
            yield self.options_step("reduction:left", size, leaves, (asked,))
        if frames > 1:
            said = her_best if frames > 2 else f"{leaves} {her_best}"
            yield self.options_step("reduction:best", size, said, (hers,))
        said = f"{his_best} {so}" if frames > 1 else f"{leaves} {her_best} {his_best} {so}"
        yield self.options_step("reduction:options", size, said, (hers, his))

    def options_step(
        self, rule: str, size: int, text: str, fans: tuple[RowOptions, ...]
    ) -> ReasoningStep:
        """A frame about the options of a strip, with every strip of that size lit."""
        squares, dominoes = reduced(size)
        places = tuple(p for p, other in enumerate(self.question.position) if other == size)
        facts = {
            "size": size,
            "s1": squares,
            "s2": dominoes,
            "options": [card.as_json() for fan in fans for card in fan.cards],
        }

        def draw() -> Scene:
            groups = (
                group.marked(Mark.FOCUS) if group.component in places else group
                for group in self.threes()
            )
            return Scene(self.question.position, tuple(groups), options=fans)

        return ReasoningStep(rule, text, facts, places, draw, words.OPTIONS_TITLE)

    def cut_step(self, place: int) -> ReasoningStep:
        """The first cut: three squares off one strip, which stay as a domino and a square."""
        rest = self.question.position[place] - THREE
        text = words.CUT.format(strip=self.question.name(place), rest=rest)

        def draw() -> Scene:
            groups = list(cut(place, [DOMINO, SQUARE, rest]))
            marked = [group.marked(Mark.FOCUS) for group in groups[:2]]
            return Scene(self.question.position, (*marked, groups[2]))

        facts = {"component": place, "size": rest + THREE, "left": rest}
        return ReasoningStep("reduction:cut", text, facts, (place,), draw, words.CUT_TITLE)

    def inside_step(self, pairs: int) -> ReasoningStep:
        """What cancels inside the strips."""
        text = by_number(pairs, words.INSIDE_ONE, words.INSIDE)
        return ReasoningStep(
            "reduction:inside",
            text.format(pairs=counted(pairs, "pair")),
            {"pairs": pairs},
            draw=partial(cancelled, self.question.position, across=False),
            title=words.INSIDE_TITLE,
        )

    def cancelling(self, *, across: bool) -> str:
        """What cancels between the strips, and what is left over then."""
        x, y = counts(self.question.position)
        pairs = min(x, y)
        text = words.NOTHING_ACROSS
        if pairs:
            then = by_number(pairs, words.THEN_ACROSS_ONE, words.THEN_ACROSS)
            text = (then if across else words.ACROSS).format(pairs=counted(pairs, "pair"))
        return f"{text} {left_over(x - y)}"

    def threes(self) -> Iterator[CellGroup]:
        """The strips marked off in threes."""
        for component, size in enumerate(self.question.position):
            rest = size % 3
            yield from cut(component, [3] * (size // 3) + ([rest] if rest else []))

    def tiles(self) -> Scene:
        """The strips cut into dominoes and squares."""
        position = self.question.position
        return Scene(position, tuple(tiles(position)), tally=total(position))

    def scene(self, question: Inquiry) -> Scene:
        """What is left after everything has cancelled, and who wins with it (Theorem 3)."""
        scene = cancelled(question.position, across=True)
        verdict = OUTCOME_WORDS[outcome_of(question.position)]
        balance = CountLine(words.BALANCE_LINE, balance_of(question.position), verdict)
        return replace(scene, tally=(*scene.tally, balance))

    def with_move(self, question: Inquiry, move: Move) -> Scene:
        position = question.position
        others = (group for group in tiles(position) if group.component != move.component)
        tally = followed(weighed(position), weighed(move.apply(position)))
        return Scene(position, (*others, *taken(move)), (), (), tally, move)

    def why_lost(self, question: Inquiry) -> WhyLost:
        balance = balance_of(question.position)
        said = words.LOST_BOARD.format(
            left=left_over(balance),
            balance=signed(balance),
            who=OUTCOME_WORDS[outcome_of(question.position)],
            mover=mover(question),
        )
        return WhyLost(said)

    def answer(self, asked: Inquiry, move: Move) -> Move | None:
        assert asked.to_move is not None  # nothing is answered where nobody is to move
        position, player = asked.position, asked.to_move
        if rest_of_pair := partner(position, move):
            return rest_of_pair
        named = theorem_4(position, player)
        pair = {position.index(size) for size in (SQUARE, DOMINO)} if has_pair(position) else set()
        if named and named.component not in pair:
            return named
        winning = (one for one in winning_moves(position, player) if one.component not in pair)
        return next(winning, None) or named or next(winning_moves(position, player), None)

    def called(self, question: Inquiry, move: Move, answer: Move) -> str:
        if answer == partner(question.after(move).position, move):
            return words.ANSWERS_IN_PAIR
        return super().called(question, move, answer)

    def sorts(self, question: Inquiry) -> Sort:
        return change_of_balance


def fan_cards(size: int, fan: Fan) -> RowOptions:
    """What a player may leave of a strip, each by what it counts as; struck out what is never
    better than another."""
    best = dict.fromkeys(fan.sums[fan.best], fan.best)
    dominated = {option: total for total in fan.dominated for option in fan.sums[total]}

    def card(option: Position) -> OptionCard:
        pieces = pieces_in_words(*(best | dominated)[option])
        if option in best:
            return OptionCard(option, pieces)
        return OptionCard(option, pieces, words.NEVER_BETTER, holds=False, struck=True)

    options = row_options(size, [*best, *dominated], card)
    return replace(options, title=words.CAN_LEAVE.format(player=fan.player.value.title()))


def has_pair(position: Position) -> bool:
    """Whether a square and a domino lie by themselves."""
    return SQUARE in position and DOMINO in position


def partner(position: Position, move: Move) -> Move | None:
    """The rest of the pair of which *move*, which led to *position*, took the square or the domino;
    None where it took neither, or the other piece is not there."""
    other = THREE - move.size
    if move.becomes or move.player is None or other not in position:
        return None
    return Move(position.index(other), other, (), move.player.other)


DUEL = RowOptions(
    THREE,
    (
        OptionCard((DOMINO,), words.TAKES_SQUARE, words.TAKES_DOMINO, holds=True),
        OptionCard((SQUARE,), words.TAKES_DOMINO, words.TAKES_SQUARE, holds=True),
        OptionCard(
            (SQUARE, SQUARE), words.CUTS_DOMINO, words.NEVER_BETTER, holds=False, struck=True
        ),
    ),
    title=words.IN_A_PAIR,
)
"""Why a domino and a square cancel: every move in the pair, and the answer in it. The last leaves
two squares, which suit Left no better than the domino (Corollary 3)."""


def with_duel(step: ReasoningStep) -> ReasoningStep:
    """A frame in which pairs cancel, with the reason why they do."""

    def draw() -> Scene:
        assert step.scene  # every frame has one
        return replace(step.scene, options=(DUEL,))

    return replace(step, text=f"{step.text} {words.ANSWERED_IN_PAIR}", draw=draw)


def change_of_balance(size: int, option: Option) -> int:
    """Moves are of one sort if they change the balance alike."""
    return balance_of(option) - balance_of((size,))


def left_over(balance: int) -> str:
    """The squares or dominoes that find no partner."""
    if not balance:
        return words.NOTHING_LEFT
    number, piece = abs(balance), "square" if balance > 0 else "domino"
    return by_number(number, words.ONE_LEFT, words.SOME_LEFT).format(pieces=counted(number, piece))


def tiles(position: Position) -> Iterator[CellGroup]:
    """Strips as dominoes and squares, each domino beside the square it cancels."""
    for component, size in enumerate(position):
        whole, rest = divmod(size, 3)
        yield from cut(component, [DOMINO, SQUARE] * whole + ([rest] if rest else []))


def total(position: Position) -> tuple[CountLine, CountLine]:
    """The squares and dominoes that strips count as."""
    squares, dominoes = tiles_of(position)
    return CountLine(words.SQUARES, squares), CountLine(words.DOMINOES, dominoes)


def weighed(position: Position) -> tuple[CountLine, ...]:
    """The same with the balance between them."""
    return *total(position), CountLine(words.BALANCE_LINE, balance_of(position))


def cancelled(position: Position, *, across: bool) -> Scene:
    """The tiles, linked where they cancel: inside each strip, and *across* the strips too."""
    links: list[tuple[str, str]] = []
    rest: dict[int, list[CellGroup]] = {DOMINO: [], SQUARE: []}
    groups = list(tiles(position))
    place = 0
    for size in position:
        for _ in range(size // 3):
            links.append((groups[place].id, groups[place + 1].id))
            place += 2
        if size % 3:
            rest[groups[place].size].append(groups[place])
            place += 1
    dominoes, squares = rest[DOMINO], rest[SQUARE]
    pairs = list(zip(dominoes, squares, strict=False)) if across else []
    links += [(domino.id, square.id) for domino, square in pairs]
    linked = {name for link in links for name in link}
    marked = tuple(
        group.marked(Mark.PAIRED if group.id in linked else Mark.LEFT) for group in groups
    )
    tally = (
        CountLine(words.SQUARES_OVER, len(squares) - len(pairs)),
        CountLine(words.DOMINOES_OVER, len(dominoes) - len(pairs)),
    )
    return Scene(position, marked, tuple(links), (), tally)
