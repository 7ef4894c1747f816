"""The parts of a proof for a page: two lights, positions that break a claim, replies.

A claim says something about every position; the sentences here say where it breaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from games.boards.boards import Board
from games.boards.films import taken
from games.boards.looks.look import Placed
from games.boards.scene_view import SceneView, scene_view
from games.boards.thumbnails import rows_in_words
from games.questions.proofs.lost_maps import LostMap, named, placed_in_words, value_of
from solver import (
    Breach,
    Convention,
    Ground,
    Halves,
    Inquiry,
    Move,
    Player,
    format_position,
)
from solver.teaching import (
    CellGroup,
    Compared,
    Lemma,
    Mark,
    Scene,
    Tag,
    Trial,
    TrialRound,
    capitalised,
    elided,
    joined,
)

NO_MOVE_INSIDE, ALWAYS_BACK = "No move inside", "Always a move back"
"""The two halves of a proof about losing positions."""
MAX_NAMED = 6
"""The number of options of a position to name."""
MAX_SHOTS = 6
"""The number of boards to draw."""
MAX_DRAWN = 24
"""The greatest number of pieces of a drawn position."""

IS_OVER = {
    Convention.NORMAL: "nobody can move, and whoever cannot move loses",
    Convention.MISERE: "nobody can move, and whoever cannot move wins",
}


@dataclass(frozen=True)
class Light:
    """One half of a proof: whether it holds, and a sentence that says so or says where it
    breaks."""

    name: str
    is_on: bool
    sentence: str


@dataclass(frozen=True)
class Shot:
    """A board with a sentence below it."""

    words: str
    scene: SceneView

    @property
    def is_tagged(self) -> bool:
        """Whether a row has a tag beside it."""
        return any(row.tags for row in self.scene.rows)


@dataclass(frozen=True)
class Proof:
    """The result of testing a claim: *lights*, and *shots* of the boards that break or support it.
    *breaks* lists the places on a *map* that break it, and *sentences* are a proof written out."""

    lights: tuple[Light, ...] = ()
    shots: tuple[Shot, ...] = ()
    breaks: tuple[str, ...] = ()
    map: LostMap | None = None
    sentences: tuple[str, ...] = ()
    more: str = ""
    """What is left out, as a sentence."""


# --- the two lights -------------------------------------------------------------------------


def proof_of(ground: Ground, test: Halves, drawn: LostMap | None = None) -> Proof:
    """The lights of a tested claim, and boards with the smallest positions that break it."""
    breaches = [breach for breach in (test.inside, test.back) if breach]
    shots = [shot_of(ground, breach, number) for number, breach in enumerate(breaches)]
    return Proof(
        (_inside(ground, test.inside), _back(ground, test.back)),
        tuple(shot for shot in shots if shot),
        tuple(value_of(breach.place) for breach in breaches),
        drawn,
    )


def smallest(test: Halves) -> str:
    """The smallest position that breaks a claim, as a sentence; empty if none does."""
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
        said = f"{can} only leave {leaves[0]}. You did not mark it as losing."
    else:
        listed = joined(elided(leaves, "position", MAX_NAMED), "or")
        said = f"{can} leave {listed}: you call none of them losing."
    return Light(name, False, said)


def _who(breach: Breach) -> str:
    player = breach.place[1]
    return player.value.title() if player else "you"


def _left(breach: Breach) -> list[str]:
    """What the moves of a breach leave, the largest position first."""
    positions = {breach.after(move)[0] for move in breach.moves}
    largest_first = sorted(positions, key=lambda position: (-sum(position), position))
    return [named(position) for position in largest_first]


def shot_of(ground: Ground, breach: Breach, number: int, *, still: bool = False) -> Shot | None:
    """The position of a breach with its moves; None if there is nothing to draw. With *still*, a
    position without moves is drawn too."""
    position, player = breach.place
    if not position or not (breach.moves or still) or sum(position) > MAX_DRAWN:
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
    """The pieces that a move takes, unless they are counters or the move takes none."""
    if placed.take > 0 and not board.game.look.by_options:
        yield taken(board, placed)


# --- a sentence that fails ---------------------------------------------------------------------


def why_it_fails(ground: Ground, lemma: Lemma, breach: Breach) -> str:
    """Why a sentence is false at its smallest counterexample."""
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
        case "first":
            return f"{who} can win {position}, but not by leaving {left[0]}."
        case "compare":
            return (
                f"If {who} starts, Left loses {position}{_by(breach)}. {_would_win(lemma, breach)}"
            )
    if not breach.moves and not ground.moves(breach.place):
        if breach.place[1]:
            stuck = _stuck_words(ground.convention)
            return f"At {position} {who} cannot move, and whoever cannot move {stuck}."
        return f"At {position} {IS_OVER[ground.convention]}."
    return f"At {position} the player to move {'loses' if lemma.goal == 'wins' else 'wins'}."


def _by(breach: Breach) -> str:
    """How Right beats Left if he starts."""
    moves = breach.moves if breach.place[1] is Player.RIGHT else ()
    return f", because he leaves {named(breach.after(moves[0])[0])}" if moves else ""


def _would_win(lemma: Lemma, breach: Breach) -> str:
    """The other position of the comparison, which Left wins."""
    compared = Compared.read(lemma.goal)
    rest = Counter(breach.place[0]) - Counter(compared.one)
    return f"She wins {named(tuple(sorted((*rest.elements(), *compared.other))))}."


# --- strategies -----------------------------------------------------------------------------


def proof_of_trial(question: Inquiry, trial: Trial, *, begins: bool) -> Proof:
    """The game in which a strategy fails, or its replies to every first move."""
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
    """The boards of a strategy played from one position."""

    def __init__(self, board: Board, question: Inquiry, *, begins: bool) -> None:
        self.board, self.rules, self.begins = board, question.ruleset, begins
        self.convention = question.convention
        mover = question.to_move
        self.mine = mover if begins else mover and mover.other
        self.number = 0

    def line(self, trial: Trial) -> Iterator[Shot]:
        """Every round up to the one where the strategy fails."""
        board = self.board
        for done in trial.line:
            failed = done.answer is None
            board, shot = self.round(board, done, _end(trial, done, self) if failed else "")
            yield shot

    def answers(self, trial: Trial) -> Iterator[Shot]:
        """How the strategy begins, and its reply to each next move."""
        board = self.board
        if trial.begun:
            board, shot = self.round(board, TrialRound(None, trial.begun), "")
            yield shot
        for done in trial.answers:
            yield self.round(board, done, "")[1]

    def round(self, board: Board, done: TrialRound, end: str) -> tuple[Board, Shot]:
        """One move and its reply: the next board, and a shot with the reply marked."""
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
