"""What the wall of a room shows in each stage: the people, the question, the answers."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import cached_property

from games.boards.boards import Board
from games.boards.films import FilmView
from games.boards.games import game_of
from games.boards.rules import rule_of
from games.boards.walls import WallBoard, wall_board
from games.questions.goals import GoalKey
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.teach.live.leading.bar import Bar
from games.teach.live.leading.picking import PickedAnswer, Picking
from games.teach.live.lessons.lesson_parts import LessonPart
from games.teach.live.rooms.game import ClassGame
from games.teach.live.rooms.models import Participant, Room, RoomQuestion
from games.teach.live.rooms.names import ShownNames, short_name
from games.teach.live.rooms.room_films import film_of
from games.teach.live.rooms.tally import AnswerTally
from games.teach.live.rounds.places import RoundShown
from solver import Convention, Ruleset, Subtraction, get_ruleset, parse_position
from solver.teaching import LAST_ONE, capitalised, counted, joined, plural

FEW_TAKES = 4
"""The number of takes up to which each is named."""
FEW_ROWS = 4
"""The number of rows up to which their sizes are named."""


def on_the_wall(ruleset: str, position: str) -> str:
    """The board and the rule of a move, in words.

    >>> on_the_wall("subtraction:3", "4")
    '4 lights. Take 1, 2 or 3.'
    >>> on_the_wall("nim", "1+2+4"), on_the_wall("kayles", "9")
    ('1, 2 and 4 matches. Take from one row.', '9 pins. Knock down one pin, or two side by side.')
    """
    rules, rows = get_ruleset(ruleset), parse_position(position)
    return f"{_laid(rules, rows)}. {_move(rules, rows, position)}"


def how_it_ends(ruleset: str, convention: str) -> tuple[str, str]:
    """How the game ends: the words before the verb to stress, and the verb.

    >>> how_it_ends("kayles", "misere"), how_it_ends("grundy", "normal")
    (('Last one', 'loses'), ('Whoever cannot move', 'loses'))
    """
    rules, ending = get_ruleset(ruleset), Convention.parse(convention)
    if rules.last_is_taken:
        return "Last one", LAST_ONE[ending]
    rule = rule_of(rules, ending)
    return rule.ending, rule.verb


def asked_on_the_wall(task: ShownQuestion) -> str:
    """The question. It leaves out perfect play, which the wall always assumes."""
    return "Who wins?" if task.goal == GoalKey.PREDICT else task.asks


def _laid(rules: Ruleset, rows: Sequence[int]) -> str:
    piece, row = game_of(rules).piece, rules.component_word
    if len(rows) == 1:
        return counted(rows[0], piece)
    if len(set(rows)) == 1:
        return f"{counted(len(rows), row)} of {counted(rows[0], piece)} each"
    if len(rows) > FEW_ROWS:
        return f"{counted(len(rows), row)} of {plural(piece)}"
    return f"{joined(map(str, rows))} {plural(piece)}"


def _move(rules: Ruleset, rows: Sequence[int], position: str) -> str:
    """The rule of a move. If it only limits the number of pieces, say only that."""
    if isinstance(rules, Subtraction):
        takes = [take for take in rules.takes if take <= max(rows, default=0)] or rules.takes
        number = joined(takes, "or") if len(takes) <= FEW_TAKES else rules.amount
        return f"Take {number}{' from one row' if len(rows) > 1 else ''}."
    rule = rule_of(rules, Convention.MISERE, position)
    return capitalised(" ".join((rule.move, *rule.lines)))


LONG_RULE = 54
"""A rule with more letters than this does not fit on one line in the largest size."""
MOST_NAMES = 40
"""The number of names for which the wall has room."""


class Wall:
    """The wall of a room. It shows names only in the lobby, and nothing reveals what is right
    before the verdicts."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.question = room.current

    @property
    def stage(self) -> str:
        """The stage of the room, or ``film``."""
        return "film" if self.film else self.room.stage

    @cached_property
    def round(self) -> RoundShown | None:
        """The round that the room's people play."""
        return RoundShown(self.room.round) if self.room.round else None

    # --- the people -----------------------------------------------------------------------

    @cached_property
    def people(self) -> list[Participant]:
        """The people in the room."""
        return list(self.room.participants.filter(left_at=None))

    @property
    def here(self) -> int:
        """The number of people in the room, including those with hidden names."""
        return len(self.people)

    @property
    def names(self) -> list[str]:
        """The names of the latest arrivals, latest first. If they do not all fit, the wall hides
        the end."""
        allowed = ShownNames(self.room)
        last = [one for one in self.people if not one.is_hidden][: -MOST_NAMES - 1 : -1]
        return [allowed.of(one) or short_name(one.name) for one in last]

    # --- the question ---------------------------------------------------------------------

    @cached_property
    def tally(self) -> AnswerTally | None:
        """The question and its answers, as far as they are shown."""
        question, room = self.question, self.room
        return AnswerTally(question) if question and not room.is_over else None

    @property
    def _asked(self) -> Question | None:
        """The position on the board, or the start position of a round."""
        now = self.room.round if self.stage == "round" else None
        if now:
            return Question(now.ruleset, now.position, now.convention, now.to_move, "")
        if self.question:
            return self.question.asked
        return self.told.asked if self.told and self.told.asked.position else None

    @property
    def laid(self) -> str:
        """The board and its rule of a move in words; empty without a board."""
        asked = self._asked
        return on_the_wall(asked.ruleset, asked.position) if asked else ""

    @property
    def ends(self) -> tuple[str, str]:
        """How the game ends: the words before the verb to stress, and the verb."""
        asked = self._asked
        return how_it_ends(asked.ruleset, asked.convention) if asked else ("", "")

    @property
    def is_long(self) -> bool:
        """Whether these sentences need smaller letters to fit on one line."""
        return len(" ".join((self.laid, *self.ends))) > LONG_RULE

    @property
    def board(self) -> WallBoard | None:
        """The board of a part that asks nothing."""
        asked = self._asked
        if asked is None:
            return None
        return wall_board(Board.of(get_ruleset(asked.ruleset), parse_position(asked.position)))

    @property
    def is_open(self) -> bool:
        """Whether the wall has room for the address, for latecomers."""
        return self.stage in ("part", RoomQuestion.State.ASKED) and not self.counts_down

    @property
    def asks(self) -> str:
        """The question in the shortest words."""
        return asked_on_the_wall(self.tally.task) if self.tally else ""

    @property
    def counts_down(self) -> bool:
        """Whether the time to answer is running."""
        is_asked = self.stage == RoomQuestion.State.ASKED and not self.room.is_paused
        return bool(is_asked and self.question and self.question.ends_at)

    @cached_property
    def game(self) -> ClassGame | None:
        """The game that the room plays together."""
        return None if self.room.is_over else ClassGame.of(self.room)

    @cached_property
    def picked(self) -> PickedAnswer | None:
        """The one answer that the wall shows."""
        return Picking(self.room).picked

    @cached_property
    def answered(self) -> int:
        """The number of people who have answered, but never who."""
        return self.question.answers.counting().count() if self.question else 0

    @property
    def of_how_many(self) -> int:
        """The number of people who could have answered: those in the room, and those who answered
        and left."""
        return max(self.here, self.answered)

    # --- the buttons ----------------------------------------------------------------------

    @cached_property
    def bar(self) -> Bar:
        """The buttons of the instructor."""
        return Bar(self.room, self.film, self.game, self.round)

    @cached_property
    def told(self) -> LessonPart | None:
        """The current part of the lesson, while nothing is asked or played."""
        part = self.room.part
        return part.told if part and self.room.stage == "part" else None

    @property
    def may_play(self) -> bool:
        """Whether the position can be played out; not while people answer."""
        question = self.question
        return bool(question and question.position) and self.stage in ("shown", "judged")

    @cached_property
    def film(self) -> FilmView | None:
        """The frame that the room shows."""
        return film_of(self.room)
