"""Who wins a position, with the positions that prove it.

A strategy is a set of positions to leave: whatever the other player makes of one, a move leads to
another. So it is the other player who gets stuck under normal play, and never under misère play.
Who has the set needs no search to believe the outcome: :mod:`solver.checker` looks at each of its
positions once.
"""

from __future__ import annotations

from typing import Any

from solver.conventions import Outcome, Player
from solver.errors import InvalidInputError
from solver.positions import Position
from solver.search import Search
from solver.theory import Inquiry
from solver.words.unreadable import NOT_CHECKED

ANY = "any"
"""The player where both move alike."""
CHECKED = ("nim", "subtraction", "kayles", "lasker", "grundy", "octal", "partizan-kayles", "heaps")
"""The families whose rules :mod:`solver.checker` knows."""
_Left = tuple[Position, Player | None]
"""A position, and the player to whom it is left."""


def outcome_certificate(question: Inquiry) -> dict[str, Any]:
    """The outcome of a position as plain data: with the positions that are *lost* for each player
    who has to move there, ``left`` and ``right``, or ``any`` where both move alike.

    >>> from solver import ask
    >>> outcome_certificate(ask("nim", "1+3", "misere"))["lost"]
    {'any': [[1]]}

    Raises :class:`~solver.InvalidInputError` for a game whose rules the checker does not know, and
    :class:`~solver.BudgetExceededError` where the search or the strategy costs too much.
    """
    if question.ruleset.key.partition(":")[0] not in CHECKED:
        raise InvalidInputError.because(NOT_CHECKED, question.ruleset.key)
    strategy = _Strategy(question)
    players = tuple(Player) if question.ruleset.partizan else (None,)
    position = _sorted(question.position)
    won = {player: strategy.wins(position, player) for player in players}
    strategy.complete()
    outcome = Outcome.of(left_first_wins=won[players[0]], right_first_wins=won[players[-1]])
    return {
        "ruleset": question.ruleset.key,
        "convention": question.convention.value,
        "position": list(position),
        "outcome": outcome.value,
        "lost": {
            player.value if player else ANY: sorted(list(p) for p, who in strategy if who is player)
            for player in players
        },
    }


class _Strategy(dict[_Left, None]):
    """The positions that are left, in the order in which they were found."""

    def __init__(self, question: Inquiry) -> None:
        super().__init__()
        self.rules, self.budget = question.ruleset, question.budget
        self.search = Search(self.rules, question.convention, self.budget)

    def wins(self, position: Position, player: Player | None) -> bool:
        """Whether the player to move wins. The position is kept if not, else one to move to, unless
        the player wins because there is no move."""
        if not self.search.wins(position, player):
            self[position, player] = None
            return False
        after = self._after(position, player)
        if not any(left in self for left in after):
            lost = next((left for left in after if not self.search.wins(*left)), None)
            self.update({lost: None} if lost else {})
        return True

    def complete(self) -> None:
        """Answer every move from a kept position."""
        queue = list(self)
        for left in queue:
            known = len(self)
            for after in self._after(*left):
                self.wins(*after)
            queue.extend(list(self)[known:])

    def _after(self, position: Position, player: Player | None) -> list[_Left]:
        moves = self.budget.each(self.rules.legal_moves(position, player))
        after = (_sorted(move.apply(position)) for move in moves)
        return [(left, player.other if player else None) for left in dict.fromkeys(after)]


def _sorted(position: Position) -> Position:
    return tuple(sorted(position))
