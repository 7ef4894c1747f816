"""The buttons that the instructor can press now: a main one for what comes next, the opposite of
it, and a few others that make sense. The desk and the wall have the same buttons."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.functional import cached_property

from games.boards.films import FilmView
from games.teach.live.rooms.agenda import Agenda, RoomPart
from games.teach.live.rooms.game import ClassGame
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.room_films import FilmChoice, film_choices
from games.teach.live.rounds.places import RoundShown

State = RoomQuestion.State
PASSED_OVER = ("begin", "round-end", "vote", "round", "show", "judge", "film")
"""The steps that the instructor may skip to go on to the next part."""


@dataclass(frozen=True)
class Press:
    """A button for a *step* of the room; the other fields are what its form sends. *key* is its id
    on the page. The arrow keys press a button that *turns* frames."""

    step: str
    label: str
    key: str = ""
    frame: int | None = None
    theory: str = ""
    theories: tuple[FilmChoice, ...] = ()
    turns: bool = False
    swaps: bool = False
    hides: bool = False

    @property
    def id(self) -> str:
        return self.key or self.step


class Bar:
    """The buttons at the foot of the desk and of the wall."""

    def __init__(
        self,
        room: Room,
        film: FilmView | None,
        game: ClassGame | None,
        shown: RoundShown | None,
    ) -> None:
        self.room, self.stage = room, room.stage
        self.film, self.game, self.round = film, game, shown
        self.agenda = Agenda(room)

    # --- the main button ------------------------------------------------------------------

    @cached_property
    def next(self) -> Press | None:
        """The button for the next part or question, at every stage of the room."""
        following = self.agenda.following
        if following is None:
            return None
        key = f"next-{following.number}"
        if isinstance(following, RoomPart):
            is_first = self.agenda.at is None
            title = following.content["title"]
            return Press("next", f"{'Start' if is_first else 'Next'}: {title}", key)
        if self.stage == "lobby":
            return Press("next", "Ask the first question", key)
        return Press("next", "Next question", key)

    @cached_property
    def main(self) -> Press | None:
        """The main button."""
        match self.stage:
            case "over":
                return None
            case State.ASKED:
                return Press("show", "Show the class's answers")
            case State.SHOWN:
                return Press("judge", "Show the right answer")
            case "turn" if self.game and not self.game.is_over:
                return Press("vote", "Count the votes and move", "play-vote")
            case "round":
                return self._main_of_round()
            case "part" if self.room.part and self.room.part.kind.begins:
                return Press("begin", self.room.part.kind.begins)
        return self._next_frame or self.next or self._close

    def _main_of_round(self) -> Press | None:
        assert self.round is not None
        if self.round.round.is_going:
            return Press("round-end", "End the round")
        part = self.round.round.part
        if part is None:
            return Press("round", "Start another round")
        played, rounds = part.rounds.count(), part.told.rounds
        if played < rounds:
            return Press("begin", f"Start round {played + 1} of {rounds}")
        return self.next or self._close

    @property
    def _close(self) -> Press | None:
        """The button to close the room after the last part of a lesson. A room without a lesson has
        none, because more questions may follow."""
        return Press("close", "Close the room") if self.agenda.at else None

    @property
    def _next_frame(self) -> Press | None:
        film = self.film
        if film is None or film.next is None:
            return None
        number, key = film.next.number, "room-film-next"
        return Press("film", "Next frame", key, number, film.theory, turns=True)

    # --- the opposite of it ---------------------------------------------------------------

    @cached_property
    def back(self) -> Press | None:
        """The opposite of the main button; None in the lobby."""
        film = self.film
        if film and film.previous:
            number, key = film.previous.number, "room-film-back"
            return Press("film", "Back", key, number, film.theory, turns=True)
        match self.stage:
            case State.JUDGED if film:
                return Press("film", "Back to the answers", "room-film-end", 0, film.theory)
            case State.JUDGED:
                return Press("back", "Hide the right answer")
            case State.SHOWN:
                return Press("back", "Take more answers")
            case "lobby" | "over":
                return None
            case "turn" if not (self.room.part and self.room.part.kind.by_votes):
                over = self.game is not None and self.game.is_over
                words = "Back to the questions" if over else "Leave the game"
                return Press("leave", words, "leave-game")
            case "round" if self.round and self.round.round.part is None:
                return Press("round-away", "Back to the question")
        if self.agenda.earlier is not None:
            return Press("back", "Back")
        return Press("back", "Back to the lobby")

    # --- the other buttons ----------------------------------------------------------------

    @cached_property
    def others(self) -> list[Press]:
        """The other buttons that make sense now, most likely first."""
        presses = [*self._of_question(), *self._of_round(), *self._of_game()]
        passes_over = self.main is None or self.main.step in PASSED_OVER
        is_played = self.stage == "turn" and not self.agenda.parts
        if passes_over and not is_played and self.stage != "lobby" and self.next:
            presses.append(self._skip(self.next))
        return [press for press in presses if press not in (self.main, self.back)]

    @property
    def beside(self) -> Press | None:
        """The button shown next to the main one; the rest are folded away."""
        return self.others[0] if self.others else None

    @property
    def folded(self) -> list[Press]:
        return self.others[1:]

    @staticmethod
    def _skip(following: Press) -> Press:
        """The same button, worded for skipping what is not finished."""
        return replace(following, label=following.label.replace("Next:", "Skip to:"))

    def _of_question(self) -> list[Press]:
        question = self.room.current
        if self.stage == State.ASKED:
            return [Press("countdown", "10 seconds left")]
        if self.stage != State.JUDGED or question is None:
            return []
        if self.film:
            end = Press("film", "Back to the answers", "room-film-end", 0, self.film.theory)
            return [end] if self.film.previous else []
        choices = tuple(film_choices(question.asked, self.room))
        return [Press("film", "Show me why", frame=1, theories=choices)]

    def _of_round(self) -> list[Press]:
        shown = self.round
        if shown is None or self.stage != "round":
            return []
        if shown.round.is_going:
            return [Press("round-more", "Pair those who wait")] if shown.waiting else []
        names = Press("round-names", shown.show_label)
        if shown.round.shows_names:
            names = Press("round-names", shown.hide_label, hides=True)
        again = Press("begin" if shown.round.part else "round", "Start another round")
        is_main = self.main is not None and self.main.step in ("begin", "round")
        return [names] if is_main else [names, again]

    def _of_game(self) -> list[Press]:
        if self.game is None or not self.game.is_over or self.stage != "turn":
            return []
        return [Press("again", "Swap sides and play again", swaps=True)]
