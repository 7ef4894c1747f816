"""`exhaustive`: look at every line of play. Slow, and never wrong.

It covers everything up to its budget, and is the oracle the other theories are tested against.
"""

from __future__ import annotations

from collections import OrderedDict

from solver import strip_values
from solver.conventions import Convention, Outcome, Player
from solver.errors import BudgetExceededError
from solver.explanation import Analysis, Step, other_moves
from solver.positions import Move, Position
from solver.search import Search
from solver.theory import Question, Theory, check_listing, conclude
from solver.words import OUTCOME_WORDS, capitalised, counted

REMEMBERED = 512
SEARCHED = 20
"""How many squares the strips of partizan Kayles have at most that are searched though their values
are known, where the last one wins."""

_too_large: OrderedDict[tuple[object, ...], int] = OrderedDict()
"""Searches that were not finished, with the steps that were not enough for them."""


class Exhaustive(Theory):
    """Search of the whole game below a position, within a budget."""

    key = "exhaustive"
    name = "Search"

    def refusal(self, question: Question) -> str | None:
        return None

    def analyse(self, question: Question) -> Analysis:
        begun, available = question.begun, question.budget.left
        asked = (question.ruleset.key, tuple(sorted(question.position)), question.convention)
        # What was begun goes on; afresh, hardly more would be reached than the last time.
        if not begun and question.budget.hardly_exceeds(_too_large.get(asked, 0)):
            question.budget.refuse()
        try:
            analysis = self._analysis(question)
        except BudgetExceededError:
            if not begun and not question.budget.is_late:
                _too_large[asked] = available
                if len(_too_large) > REMEMBERED:
                    _too_large.popitem(last=False)
            raise
        _too_large.pop(asked, None)
        return analysis

    def _analysis(self, question: Question) -> Analysis:
        if is_decided_by_values(question):
            return self._by_values(question)
        search = question.search()
        outcome = search.outcome(question.position)
        winning = tuple(
            move
            for player in question.players
            for move in search.winning_moves(question.position, player)
        )
        return conclude(
            question,
            self.key,
            outcome,
            winning,
            preferred=winning[0] if winning else None,
            components=({"size": size} for size in question.position),
            steps=(_visit_step(question, search), *told(question, outcome, winning)),
        )

    def _by_values(self, question: Question) -> Analysis:
        """The answer for strips that are too long to be searched, which nobody has to search."""
        check_listing(question)
        position, outcome = question.position, strip_values.outcome_of(question.position)
        winning = tuple(
            move
            for player in question.players
            if player and outcome.wins(player)
            for move in strip_values.winning_moves(question.ruleset, position, player)
        )
        return conclude(
            question,
            self.key,
            outcome,
            winning,
            preferred=winning[0] if winning else None,
            components=({"size": size} for size in position),
            steps=(_values_step(position), *told(question, outcome, winning)),
        )


def is_decided_by_values(question: Question) -> bool:
    """Whether the values of strips answer, and not the search."""
    solved = strip_values.is_solved(question.ruleset, question.convention)
    return solved and sum(question.position) > SEARCHED


def _values_step(position: Position) -> Step:
    ahead, switch = strip_values.value(position)
    half = " and a half" if ahead.denominator > 1 else ""
    number = f"{int(ahead):,}{half} moves ahead"
    return Step(
        "exhaustive:values",
        "Nothing has to be searched. Every four squares of a strip are worth a move to Left. Of "
        "what is left over, 1 is worth a move, 2 half a move and 3 a move and a half; 2 or 3 are "
        "worth half a move more to whoever plays there first, and two such halves cancel. "
        f"Together Left is {number}{', give or take half a move' if switch else ''}.",
        {"ahead": str(ahead), "switch": switch},
    )


def _visit_step(question: Question, search: Search) -> Step:
    misere = question.convention is Convention.MISERE
    ending = f"a player who cannot move has {'won' if misere else 'lost'}"
    return Step(
        "exhaustive:visit",
        f"Following every line of play to its end, as far as it takes to decide, meets "
        f"{counted(search.visited, 'position')}, whatever the order of the rows; at the "
        f"end, {ending}.",
        {"visited": search.visited, "budget": search.budget.positions},
    )


def told(question: Question, outcome: Outcome, winning: tuple[Move, ...]) -> tuple[Step, ...]:
    """Who wins and by which moves, in sentences that need no theory."""
    legal: dict[Player | None, list[Move]] = {player: [] for player in question.players}
    for move in question.legal_moves():
        legal[move.player].append(move)
    steps = [
        *(_count_step(question, player, legal[player], winning) for player in question.players),
        Step(
            "exhaustive:outcome",
            f"So {OUTCOME_WORDS[outcome]}{PERFECT_PLAY.get(outcome, '')}.",
            {"outcome": outcome.value},
        ),
    ]
    for player in question.players:
        own = [move for move in winning if move.player is player]
        if own:
            steps.append(_moves_step(question, player, own))
    return tuple(steps)


def _count_step(
    question: Question, player: Player | None, legal: list[Move], winning: tuple[Move, ...]
) -> Step:
    """How many of the *legal* moves of *player* win, as a player counts them on the table."""
    own = [move for move in winning if move.player is player]
    who = f" of {player.value.title()}" if player else ""
    if not legal:
        has = "won" if question.convention is Convention.MISERE else "lost"
        text = f"There is no move{who} here, and a player who cannot move has {has}."
        return Step("exhaustive:end", text)
    wins, moves = map(question.ruleset.count, (own, legal))
    other = player.other.value.title() if player else "the other player"
    each = "it" if 1 in (wins, moves) else "each"
    return Step(
        "exhaustive:count",
        f"{how_many_win(wins, moves, player)}: {each} leaves a board that {other} "
        f"{'loses' if wins else 'wins'}.",
        {"legal": moves, "winning": wins},
    )


def how_many_win(wins: int, moves: int, player: Player | None = None) -> str:
    """How many of a player's moves win, in words.

    >>> how_many_win(0, 2), how_many_win(1, 19), how_many_win(3, 6, Player.LEFT)
    ('Neither move wins', 'One of the 19 moves wins', "3 of Left's 6 moves win")
    """
    whose = f"{player.value.title()}'s" if player else "the"
    if moves == 1:
        return capitalised(f"{whose} only move {'wins' if wins else 'loses'}")
    if moves == 2 and wins != 1:
        all_win, none_wins = f"Both of {whose} moves win", f"Neither of {whose} moves wins"
        if player is None:
            all_win, none_wins = "Both moves win", "Neither move wins"
        return all_win if wins else none_wins
    if wins == moves:
        return f"All of {whose} {moves} moves win" if player else f"All {moves} moves win"
    number = {0: "None", 1: "One"}.get(wins, str(wins))
    return f"{number} of {whose} {moves} moves {'win' if wins > 1 else 'wins'}"


def _moves_step(question: Question, player: Player | None, winning: list[Move]) -> Step:
    whose = f"{player.value.title()} wins" if player else "The player to move wins"
    by = "by turning" if len(winning) == 1 else "with each of these:"
    return Step(
        "exhaustive:moves",
        f"{whose} {by} {other_moves(question.name, winning)}.",
        {"moves": [str(move) for move in winning]},
        tuple({move.component: None for move in winning}),
    )


PERFECT_PLAY = {Outcome.N: ", with perfect play", Outcome.P: ", against perfect play"}
