"""`exhaustive`: look at every line of play. Slow, and never wrong.

It covers everything up to its budget, and is the oracle the other theories are tested against.
"""

from __future__ import annotations

from collections import OrderedDict

from solver.conventions import Outcome, Player
from solver.errors import BudgetExceededError
from solver.explanation import Analysis, ReasoningStep
from solver.positions import Move
from solver.search import Search
from solver.theories.solved import SEARCHED, Solved, solved
from solver.theory import Inquiry, Theory, check_length, check_listing, conclude
from solver.words import capitalised, counted, plural
from solver.words import exhaustive as words
from solver.words.moves import Form, listed_moves, move_words
from solver.words.outcomes import NO_MOVE_LEFT, OTHER_PLAYER, THE_MOVER

REMEMBERED = 512
"""How many unfinished searches are remembered; each is named by at most 8 kB of text: 4 MB."""
SMALL = 2_000
"""Positions that search may visit before another theory has to find out much about a game. Boards
with one or two rows of up to 12 take a tenth of them."""
HALF, TIMES = 40_000, 220
"""Steps that a board with rows of half the length may cost at most, if the budget is not so many
times as much. Where half the length costs less, twice the length may take only three times as
many; from 45,000 on, in 0.26, 4.5323, 0.0F, 8.3 and Grundy's game, it takes 57 to 219 times."""

_too_large: OrderedDict[tuple[object, ...], int] = OrderedDict()
"""Searches that were not finished, with the steps that were not enough for them."""


class Exhaustive(Theory):
    """Search of the whole game below a position, within a budget."""

    key = "exhaustive"
    name = "Search"

    def refusal(self, question: Inquiry) -> str | None:
        return None

    def may_reach(self, question: Inquiry) -> bool:
        """Whether search may do with the budget, judged by rows of half the length. Where rows do
        not split the length hardly matters.

        Raises :class:`BudgetExceededError` as :func:`check_length` does.
        """
        if not question.ruleset.splits or decided(question):
            return True
        check_length(question)
        budget = question.budget
        steps = max(HALF, budget.remaining // TIMES)
        if 2 * steps > budget.remaining:
            return True
        rules = question.ruleset
        half = tuple(rules.resized(size, size // 2) for size in question.position if size > 1)
        search = Search(question.ruleset, question.convention, budget.most(steps))
        try:
            for player in question.players:
                search.winning_moves(half, player)
        except BudgetExceededError:
            return False
        return True

    def analyse(self, question: Inquiry) -> Analysis:
        begun, available = question.begun, question.budget.remaining
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

    def _analysis(self, question: Inquiry) -> Analysis:
        if rule := decided(question):
            return self._by_rule(question, rule)
        check_length(question)
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
            steps=(
                _visit_step(question, search),
                *_explained(question),
                *told(question, outcome, winning),
            ),
        )

    def _by_rule(self, question: Inquiry, rule: Solved) -> Analysis:
        """The answer for rows that are too long to be searched, which nobody has to search."""
        check_listing(question)
        position, outcome = question.position, rule.outcome(question.position)
        winning = tuple(
            move for player in question.players for move in rule.winning_moves(position, player)
        )
        return conclude(
            question,
            self.key,
            outcome,
            winning,
            preferred=winning[0] if winning else None,
            components=({"size": size} for size in position),
            steps=(rule.step(), *told(question, outcome, winning)),
        )


def decided(question: Inquiry) -> Solved | None:
    """The rule that answers, if that is not the search."""
    return solved(question) if sum(question.position) > SEARCHED else None


def _explained(question: Inquiry) -> tuple[ReasoningStep, ...]:
    """What a rule says of a board that is searched."""
    rule = solved(question) if question.position else None
    return (rule.step(),) if rule and rule.is_theory else ()


def _visit_step(question: Inquiry, search: Search) -> ReasoningStep:
    text = words.VISIT.format(
        positions=counted(search.visited, "position"),
        rows=plural(question.ruleset.component_word),
        won=words.CANNOT_MOVE[question.convention],
    )
    facts = {"visited": search.visited, "budget": search.budget.positions}
    return ReasoningStep("exhaustive:visit", text, facts)


def told(
    question: Inquiry, outcome: Outcome, winning: tuple[Move, ...]
) -> tuple[ReasoningStep, ...]:
    """Who wins and by which moves, in sentences that need no theory."""
    legal: dict[Player | None, list[Move]] = {player: [] for player in question.players}
    for move in question.legal_moves():
        legal[move.player].append(move)
    steps = [
        *(_count_step(question, player, legal[player], winning) for player in question.players),
        ReasoningStep("exhaustive:outcome", words.OUTCOMES[outcome], {"outcome": outcome.value}),
    ]
    for player in question.players:
        own = [move for move in winning if move.player is player]
        if own:
            steps.append(_moves_step(question, player, own))
    return tuple(steps)


def _count_step(
    question: Inquiry, player: Player | None, legal: list[Move], winning: tuple[Move, ...]
) -> ReasoningStep:
    """How many of the *legal* moves of *player* win, as a player counts them on the table."""
    own = [move for move in winning if move.player is player]
    if not legal:
        if player is None:
            return ReasoningStep("exhaustive:end", NO_MOVE_LEFT[question.convention])
        won = words.CANNOT_MOVE[question.convention]
        return ReasoningStep(
            "exhaustive:end", words.END.format(player=player.value.title(), won=won)
        )
    wins, moves = map(question.ruleset.count, (own, legal))
    if 1 in (wins, moves):
        text = words.IT_LEAVES_LOSING if wins else words.IT_LEAVES_WINNING
    else:
        text = words.EACH_LEAVES_LOSING if wins else words.EACH_LEAVES_WINNING
    other = player.other.value.title() if player else OTHER_PLAYER
    how_many = how_many_win(wins, moves, player)
    if moves > len(legal):
        how_many = words.COUNTING_MIRRORED.format(how_many=how_many)
    return ReasoningStep(
        "exhaustive:count",
        text.format(how_many=how_many, other=other),
        {"legal": moves, "winning": wins},
    )


def how_many_win(wins: int, moves: int, player: Player | None = None) -> str:
    """How many of a player's moves win, in words.

    >>> how_many_win(0, 2), how_many_win(1, 19), how_many_win(3, 6, Player.LEFT)
    ('Neither move wins', 'One of the 19 moves wins', "3 of Left's 6 moves win")
    """
    if moves == 1:
        text = words.ONLY_WINS if wins else words.ONLY_LOSES
    elif moves == 2 and wins != 1:
        text = words.BOTH_WIN if wins else words.NEITHER_WINS
    elif wins == moves:
        text = words.ALL_WIN
    else:
        text = {0: words.NONE_WINS, 1: words.ONE_WINS}.get(wins, words.SOME_WIN)
    return text[player is not None].format(
        player=player.value.title() if player else "", wins=wins, moves=moves
    )


def _moves_step(question: Inquiry, player: Player | None, winning: list[Move]) -> ReasoningStep:
    who = player.value.title() if player else capitalised(THE_MOVER)
    mirrored = question.ruleset.count(winning) > len(winning)
    if len(winning) == 1:
        text = (words.WINS_BY_MIRRORED if mirrored else words.WINS_BY).format(
            player=who, move=move_words(question.name, winning[0], Form.DOING)
        )
    else:
        text = (words.WINS_WITH_MIRRORED if mirrored else words.WINS_WITH).format(
            player=who, moves=listed_moves(question.name, winning)
        )
    return ReasoningStep(
        "exhaustive:moves",
        text,
        {"moves": [str(move) for move in winning]},
        tuple({move.component: None for move in winning}),
    )
