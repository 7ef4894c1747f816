"""What a proof is made of, to be seen: two lights, the positions that break a claim, answers.

A claim is what somebody says about every position at once; the sentences here say where it breaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.boards.boards import Board, Placed
from games.boards.films import taken
from games.boards.scene_view import SceneView, scene_view
from games.boards.thumbnails import rows_in_words
from solver import (
    Breach,
    CellGroup,
    Convention,
    Ground,
    Halves,
    Lemma,
    Mark,
    Move,
    Place,
    Position,
    Question,
    Scene,
    Tag,
    Trial,
    TrialRound,
    capitalised,
    elided,
    format_position,
    joined,
    position_words,
)

NO_MOVE_INSIDE, ALWAYS_BACK = "No move inside", "Always a move back"
"""The two halves of a proof about losing positions."""
MAX_NAMED = 6
"""How many positions that a move leaves are named."""
MAX_SHOTS = 6
"""How many boards are drawn."""
MAX_DRAWN = 24
"""How many pieces a position may have to be drawn."""

if TYPE_CHECKING:
    from games.exercises.lost_maps import LostMap

IS_OVER = {
    Convention.NORMAL: "nobody can move, and whoever cannot move loses",
    Convention.MISERE: "nobody can move, and whoever cannot move wins",
}


@dataclass(frozen=True)
class Light:
    """One half of a proof: whether it holds, and a sentence that says so or where it breaks."""

    name: str
    is_on: bool
    sentence: str


@dataclass(frozen=True)
class Shot:
    """A board with a sentence under it."""

    words: str
    scene: SceneView

    @property
    def is_tagged(self) -> bool:
        """Whether something stands beside a row."""
        return any(row.tags for row in self.scene.rows)


@dataclass(frozen=True)
class Proof:
    """What an answer that is a claim is worth: *lights*, and *shots* of what breaks or makes it.
    *breaks* names the places of a *map* that do, and *sentences* are a proof written out."""

    lights: tuple[Light, ...] = ()
    shots: tuple[Shot, ...] = ()
    breaks: tuple[str, ...] = ()
    map: LostMap | None = None
    sentences: tuple[str, ...] = ()
    more: str = ""
    """What is left out, in a sentence."""


# --- places -------------------------------------------------------------------------------


def value_of(place: Place) -> str:
    """A place as a form posts it: ``1+2``, or ``left:1+2``."""
    position, player = place
    return f"{player.value}:{format_position(position)}" if player else format_position(position)


def named(position: Position) -> str:
    """A position in a sentence: ``3 + 5``, ``the empty board``."""
    return position_words(position, "the empty board")


def placed_in_words(place: Place) -> str:
    """A place in a list: ``3 + 5``, ``3 + 5 with Left to move``."""
    position, player = place
    return f"{named(position)} with {player.value.title()} to move" if player else named(position)


# --- the two lights -------------------------------------------------------------------------


def proof_of(ground: Ground, test: Halves, drawn: LostMap | None = None) -> Proof:
    """The lights of a claim that was tested, and its smallest breaches on boards."""
    breaches = [breach for breach in (test.inside, test.back) if breach]
    shots = [shot_of(ground, breach, number) for number, breach in enumerate(breaches)]
    return Proof(
        (_inside(ground, test.inside), _back(ground, test.back)),
        tuple(shot for shot in shots if shot),
        tuple(value_of(breach.place) for breach in breaches),
        drawn,
    )


def smallest(test: Halves) -> str:
    """Which position breaks a claim, in a sentence; empty where none does."""
    breach = test.first
    return (
        f"The smallest position that breaks it: {placed_in_words(breach.place)}." if breach else ""
    )


def _inside(ground: Ground, breach: Breach | None) -> Light:
    name = NO_MOVE_INSIDE
    if breach is None:
        return Light(name, True, "No move leads from a losing position to another losing one.")
    position = named(breach.place[0])
    if not breach.moves:
        over = IS_OVER[ground.convention]
        return Light(name, False, f"At {position} {over}: it isn't a losing position.")
    after = _left(breach)[0]
    said = f"From {position} {_who(breach)} can leave {after}, and you call both losing."
    return Light(name, False, said)


def _back(ground: Ground, breach: Breach | None) -> Light:
    name = ALWAYS_BACK
    if breach is None:
        return Light(name, True, "From every other position some move leads to a losing one.")
    position = named(breach.place[0])
    if not breach.moves:
        return Light(
            name, False, f"At {position} {IS_OVER[ground.convention]}: it's a losing position."
        )
    leaves = _left(breach)
    can = f"From {position} {_who(breach)} can"
    if leaves == [named(())]:
        wins = "wins" if ground.convention.stuck_player_wins else "loses"
        said = f"{can} only leave {leaves[0]}, where the player to move {wins}."
    elif len(leaves) == 1:
        said = f"{can} only leave {leaves[0]}, and you don't call it losing."
    else:
        listed = joined(elided(leaves, "position", MAX_NAMED), "or")
        said = f"{can} leave {listed}: you call none of them losing."
    return Light(name, False, said)


def _who(breach: Breach) -> str:
    player = breach.place[1]
    return player.value.title() if player else "you"


def _left(breach: Breach) -> list[str]:
    """What the moves of a breach leave, the largest first."""
    positions = {breach.after(move)[0] for move in breach.moves}
    largest_first = sorted(positions, key=lambda position: (-sum(position), position))
    return [named(position) for position in largest_first]


def shot_of(ground: Ground, breach: Breach, number: int) -> Shot | None:
    """The position of a breach with its moves; None where there is nothing to draw."""
    position, player = breach.place
    if not position or not breach.moves or sum(position) > MAX_DRAWN:
        return None
    board = Board.of(ground.ruleset, position)
    by_row: dict[int, list[Move]] = {}
    alone = len(breach.moves) == 1
    for move in breach.moves if alone else ground.ruleset.legal_moves(position, player):
        by_row.setdefault(move.component, []).append(move)
    groups: list[CellGroup] = []
    tags = []
    for component, moves in by_row.items():
        if alone:
            groups += _taken(board, board.place(board.from_the_left(moves[0]), player))
        options = [format_position(move.becomes) if move.becomes else "nothing" for move in moves]
        listed = joined(elided(options, "move", MAX_NAMED), "or")
        tags.append(Tag(component, f"leave {listed}", Mark.LIT))
    scene = Scene(position, tuple(groups), (), tuple(tags))
    words = capitalised(rows_in_words(position, ground.ruleset.component_word))
    whose = f", {player.value.title()} to move" if player else ""
    return Shot(f"{words}{whose}.", scene_view(board, scene, f"breach-{number}"))


def _taken(board: Board, placed: Placed) -> Iterator[CellGroup]:
    """What a move takes, where it takes something that can be pointed at."""
    if placed.take > 0 and board.game.board != "counters":
        yield taken(board, placed)


# --- a sentence that fails ---------------------------------------------------------------------


def why_it_fails(ground: Ground, lemma: Lemma, breach: Breach) -> str:
    """What is so at the smallest position of which a sentence is false."""
    position = named(breach.place[0])
    who, left = _who(breach), _left(breach)
    match lemma.says:
        case "never":
            return f"From {position} {who} can leave {left[0]}."
        case "answered":
            return f"From {position} {who} can leave {left[0]}, and there is no such answer."
        case "some" if left:
            listed = joined(elided(left, "position", MAX_NAMED), "or")
            return f"From {position} {who} can only leave {listed}."
        case "some":
            return f"At {position} there is no move."
        case "is":
            return f"It isn't so at {position}."
    if not breach.moves and not ground.moves(breach.place):
        return f"At {position} {IS_OVER[ground.convention]}."
    return f"At {position} the player to move {'loses' if lemma.goal == 'wins' else 'wins'}."


# --- strategies -----------------------------------------------------------------------------


def proof_of_trial(question: Question, trial: Trial, *, begins: bool) -> Proof:
    """Where a strategy fails, move by move; or what it answers to every first move."""
    start = _Play(Board.of(question.ruleset, question.position), question, begins=begins)
    if not trial.wins:
        shots = list(start.line(trial))
        hidden = len(shots) - MAX_SHOTS
        more = f"We leave out the first {hidden} rounds of this game." if hidden > 0 else ""
        return Proof(shots=tuple(shots[-MAX_SHOTS:]), more=more)
    shots = list(start.answers(trial))
    hidden = len(shots) - MAX_SHOTS
    more = f"We show only some answers; there are {hidden} more." if hidden > 0 else ""
    return Proof(shots=tuple(shots[:MAX_SHOTS]), more=more)


class _Play:
    """The boards of a strategy that is played from one position."""

    def __init__(self, board: Board, question: Question, *, begins: bool) -> None:
        self.board, self.rules, self.begins = board, question.ruleset, begins
        self.convention = question.convention
        mover = question.to_move
        self.mine = mover if begins else mover and mover.other
        self.number = 0

    def line(self, trial: Trial) -> Iterator[Shot]:
        """Round after round, to where it fails."""
        board = self.board
        for done in trial.line:
            failed = done.answer is None
            board, shot = self.round(board, done, _end(trial, done, self) if failed else "")
            yield shot

    def answers(self, trial: Trial) -> Iterator[Shot]:
        """How it begins, and what it answers to each move after that."""
        board = self.board
        if trial.begun:
            board, shot = self.round(board, TrialRound(None, trial.begun), "")
            yield shot
        for done in trial.answers:
            yield self.round(board, done, "")[1]

    def round(self, board: Board, done: TrialRound, end: str) -> tuple[Board, Shot]:
        """One move and its answer: the board after the move, with the answer marked on it."""
        said = []
        made = None
        if done.move:
            made = board.place(board.from_the_left(done.move), self.mine and self.mine.other)
            said.append(f"The other player {made.phrase(past=True)}.")
            board = board.after(made)
        groups: list[CellGroup] = []
        shown = board
        if done.answer:
            mine = board.place_answer(done.answer, made, self.mine)
            groups += _taken(board, mine)
            said.append(f"{'You answer' if done.move else 'You begin'}: {mine.phrase()}.")
            board = board.after(mine)
        self.number += 1
        scene = Scene(shown.position, tuple(groups))
        words = " ".join([*said, end]).strip()
        return board, Shot(words, scene_view(shown, scene, f"round-{self.number}"))


def _end(trial: Trial, done: TrialRound, play: _Play) -> str:
    if not trial.ended:
        return "The strategy has no answer to that."
    stuck = "You cannot move" if done.move else "The other player cannot move"
    return f"{stuck}, and whoever cannot move {_stuck_words(play.convention)}."


def _stuck_words(convention: Convention) -> str:
    return "wins" if convention.stuck_player_wins else "loses"
