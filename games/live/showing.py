"""What the wall of a room shows, step by step: who is here, what is asked, what was said to it."""

from __future__ import annotations

from django.utils.functional import cached_property

from games.boards.films import FilmView
from games.boards.rules import RuleText, game_in_words, rule_of
from games.live.films import FilmChoice, film_choices, film_of
from games.live.game import ClassGame
from games.live.leading import following
from games.live.models import Participant, Question, Room
from games.live.round_showing import RoundShown
from games.live.tally import AnswerTally
from solver import format_position

MOST_NAMES = 40
"""How many names the wall has room for."""
LONGEST_POSITION = 7
"""Up to so many rows the heading writes a position out."""


class Wall:
    """A room for everybody in it: no names but in the lobby, nothing right or wrong before the
    verdicts."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.question = room.current

    @property
    def stage(self) -> str:
        """What goes on in the room, or ``film``."""
        stage = self.room.stage
        return "film" if stage == Question.State.JUDGED and self.film else stage

    @cached_property
    def round(self) -> RoundShown | None:
        """The round that the room's people play."""
        return RoundShown(self.room.round) if self.room.round else None

    # --- who is here ----------------------------------------------------------------------

    @cached_property
    def _here(self) -> list[Participant]:
        return list(self.room.participants.filter(left_at=None))

    @property
    def here(self) -> int:
        """How many are in the room, hidden names among them."""
        return len(self._here)

    @property
    def names(self) -> list[str]:
        """The first names of those who came last, as many as there is room for."""
        shown = [
            one.name.split()[0] for one in self._here if one.name.strip() and not one.is_hidden
        ]
        return shown[-MOST_NAMES:]

    # --- what is asked --------------------------------------------------------------------

    @cached_property
    def tally(self) -> AnswerTally | None:
        """What the room is asked, and what was answered as far as that is shown."""
        return AnswerTally(self.question) if self.question and not self.room.is_over else None

    @cached_property
    def rule(self) -> RuleText | None:
        question = self.question
        return (
            rule_of(question.ruleset, question.convention, question.position) if question else None
        )

    @cached_property
    def game(self) -> ClassGame | None:
        """The game that the room plays together."""
        return None if self.room.is_over else ClassGame.of(self.room)

    @property
    def heading(self) -> str:
        """The game, with its position where that is short enough to be read."""
        assert self.tally is not None
        task = self.tally.task
        rows = task.question.position
        if len(rows) > LONGEST_POSITION:
            return f"{task.ruleset.name}, {len(rows)} {task.ruleset.component_word}s"
        return game_in_words(task.ruleset, format_position(rows))

    @cached_property
    def answered(self) -> int:
        """How many have answered; never who."""
        return self.question.answers.counting().count() if self.question else 0

    @property
    def of_how_many(self) -> int:
        """Of how many: those here, and who has answered and left."""
        return max(self.here, self.answered)

    # --- what can be done -----------------------------------------------------------------

    @cached_property
    def following(self) -> Question | None:
        """The question that comes next."""
        return following(self.room)

    @property
    def next_number(self) -> str:
        """Its number. Whoever pressed its button finds another one, so that a second touch of the
        key passes over nothing."""
        return str(self.following.number) if self.following else ""

    @property
    def may_play(self) -> bool:
        """Whether the position can be played out; while it is answered, nothing else begins."""
        question = self.question
        return bool(question and question.position) and self.stage in ("shown", "judged")

    @cached_property
    def film(self) -> FilmView | None:
        """The frame the room looks at."""
        return film_of(self.question) if self.question else None

    @cached_property
    def films(self) -> list[FilmChoice]:
        """The theories by which the reason can be told."""
        is_judged = self.tally is not None and self.tally.is_judged
        return film_choices(self.tally.task) if is_judged and self.tally else []
