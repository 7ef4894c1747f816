"""Strike out the options of Left and Right on a strip that are never better than the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils.functional import cached_property

from games.boards.games import IN_STRIPS
from games.boards.thumbnails import Thumbnail, thumbnail
from games.content.shapes import Many, Own, Problem, position_of
from games.questions.goals.goal import Fields, Goal, varied
from games.questions.guessers import Guesser
from games.questions.question import Question, QuestionBoard
from games.questions.verdicts import Verdict
from solver import (
    Convention,
    InvalidInputError,
    Player,
    Position,
    Ruleset,
    format_position,
    parse_position,
)
from solver.teaching import Fan, in_tiles, joined, position_words

SUITS = {
    Player.LEFT: "two squares in one piece suit Left better than two apart",
    Player.RIGHT: "two squares apart suit Right better than two in one piece",
}


@dataclass(frozen=True)
class FanOption:
    """An option on the strip; the form posts *value* if the student strikes it out."""

    value: str
    position: Position
    picture: Thumbnail

    @property
    def words(self) -> str:
        return position_words(self.position)


@dataclass(frozen=True)
class FanSide:
    """The options of one *player* in one position."""

    fan: Fan
    number: int
    ruleset: Ruleset

    @property
    def player(self) -> str:
        return self.fan.player.value.title()

    @cached_property
    def options(self) -> list[FanOption]:
        key = f"{self.number}{self.player[0]}"
        return [
            FanOption(
                f"{key}{format_position(position)}",
                position,
                thumbnail(self.ruleset, position, trimmed=True),
            )
            for same in self.fan.sums.values()
            for position in same
        ]

    def count(self, option: FanOption) -> tuple[int, int]:
        """The squares and dominoes that an option counts as."""
        return next(count for count, same in self.fan.sums.items() if option.position in same)

    def problem(self, struck: set[str]) -> str:
        """What is wrong with striking out *struck*; empty if nothing is."""
        kept = [option for option in self.options if option.value not in struck]
        best = [option for option in self.options if self.count(option) == self.fan.best]
        if not self.options:
            return ""
        if not kept:
            return f"{self.player} has no option left: keep the one that nothing beats."
        good = [option for option in kept if option in best]
        beaten = next((option for option in kept if option not in best), None)
        if not good and beaten:
            return (
                f"{self.player} would miss {best[0].words}, which is better than {beaten.words}: "
                f"{SUITS[self.fan.player]}."
            )
        if beaten:
            return f"For {self.player}, {beaten.words} is never better than {good[0].words}."
        if good[1:]:
            alike = joined(option.words for option in good[:2])
            return f"For {self.player}, {alike} count the same: keep one of them."
        return ""


@dataclass(frozen=True)
class Fans:
    """One position with the options of both players."""

    position: Position
    picture: Thumbnail
    sides: tuple[FanSide, ...]

    @property
    def name(self) -> str:
        """The name of the position: ``Strip of 4``, ``Strips of 1, 1 and 2``."""
        word = "Strip" if len(self.position) == 1 else "Strips"
        return f"{word} of {joined(self.position)}"

    @property
    def best(self) -> list[str]:
        """The best option for Left and for Right, as squares and dominoes."""
        return [in_tiles(side.fan.best) if side.options else "·" for side in self.sides]

    @property
    def in_braces(self) -> str:
        return f"{{{' | '.join(self.best)}}}"


class StrikeOut(Goal):
    key = "fans"
    label = "strike out options that are never better"
    question = "Strike out every option that is never better than one you keep."
    for_puzzles = False
    has_turn = False
    draws_rows = True
    extras: ClassVar = {"beside": position_of("Position to compare", "Such as 1+2+2.")}
    answers: ClassVar = {
        "answer": Many(each=Own(reader=str, said="a position"), most=2, speaks=True)
    }

    def parts(self, task: QuestionBoard) -> list[Fans]:
        """The position, and the sum beside it if there is one."""
        texts = [task.exercise.position, *filter(None, [task.extra.get("beside")])]
        return [
            Fans(
                place := tuple(sorted(parse_position(text))),
                thumbnail(task.ruleset, place, trimmed=True),
                tuple(FanSide(Fan(place, player), number, task.ruleset) for player in Player),
            )
            for number, text in enumerate(texts)
        ]

    def fresh(self, task: QuestionBoard, chance: Random) -> Question:
        """A variant with one position, because a sum beside it would have to count the same."""
        extra = dict(task.exercise.extra)
        place = chance.choice([task.exercise.position, extra.pop("beside", task.exercise.position)])
        return replace(Question.of(task.exercise), position=varied(place, chance), extra=extra)

    def solution(self, task: QuestionBoard) -> Any:
        """The best options of Left and Right, as squares and dominoes."""
        return self.parts(task)[0].best

    def right(self, task: QuestionBoard) -> str:
        struck = [
            option.value
            for fans in self.parts(task)
            for side in fans.sides
            for option in side.options
            if option.position != next(iter(side.fan.sums[side.fan.best]))
        ]
        return ";".join(struck)

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        """An answer that strikes out every option of Left."""
        side = self.parts(task)[0].sides[0]
        return ";".join(option.value for option in side.options)

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        fans = self.parts(task)
        options = {o.value: o for one in fans for side in one.sides for o in side.options}
        struck = set(answer.split(";"))
        if not struck <= set(options):
            raise InvalidInputError.of("options to strike out", answer, "mark some of those shown")
        problems = [
            f"{one.name}: {problem}" if fans[1:] else problem
            for one in fans
            for side in one.sides
            if (problem := side.problem(struck))
        ]
        named = joined(options[value].words for value in options if value in struck)
        return Verdict(
            correct=not problems,
            words="Right." if not problems else "Not quite.",
            answered=" ".join([f"You struck out {named}.", *problems[:1]]),
            truth=f"That leaves {' and '.join(one.in_braces for one in fans)}.",
        )

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        struck = post.getlist("struck")
        if not struck:
            raise InvalidInputError("Strike out an option first.", value="")
        return ";".join(struck)

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {"struck": answer.split(";")}

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        return self.grade(task, answer).answered.split(".")[0].removeprefix("You ")

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """The guesser keeps one random option of each player."""
        chance = Fraction(1)
        for one in self.parts(task):
            for side in one.sides:
                if side.options:
                    chance *= Fraction(len(side.fan.sums[side.fan.best]), len(side.options))
        return chance

    def contradiction(self, task: QuestionBoard) -> str | None:
        if task.ruleset.family != IN_STRIPS or task.convention is not Convention.MISERE:
            return "Fans are for strips of partizan Kayles where being unable to move wins."
        fans = self.parts(task)
        if len({tuple(one.best) for one in fans}) > 1:
            return Problem(f"the fans differ: {fans[0].in_braces}, {fans[1].in_braces}", "beside")
        if not self.right(task):
            return Problem("there is nothing to strike out", "position")
        return None
