"""The puzzles that come with the site: choosing them by recipes, and loading their files.

People write ``content/sets.yaml``: sets, notes, and recipes that describe the wanted positions.
From it a command writes ``content/puzzles/<set>.yaml``. Every installation reads these files and
solves each entry again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import yaml
from django.db import models
from django.utils import timezone

from games.boards.bounds import SEARCH_BUDGET
from games.content.loading import read_mapping
from games.content.publishing import PublishedFiles
from games.content.reading import FOLDER, ContentError, Finding, read_file
from games.content.shapes import Content, Keys, Many, Own, of_model
from games.content.versions import Publishable
from games.learn.puzzles.days import hard_puzzles
from games.learn.puzzles.models import Daily, Puzzle, PuzzleSet, PuzzleSetItem
from games.learn.puzzles.posing import PUZZLE
from games.questions.facts import contradiction, difficulty_of, is_guessed
from games.questions.goals import goal_of
from games.questions.question import COLUMNS
from solver import (
    InvalidInputError,
    Outcome,
    Profile,
    SolverError,
    Spec,
    TooFewError,
    format_position,
    matched,
    select,
    signature,
)
from solver.teaching import counted

MAX_ROWS, MAX_SIZE = 5, 15
"""The limits on the rows and sizes of a shipped puzzle."""

MAX_PUZZLES = 60
"""The most puzzles of a set; the longest of the course has a third of that."""
PUBLISHED = Publishable.State.PUBLISHED

FIRST_DAY = date(2026, 11, 1)


def recipe_line(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not {"goal", "count"} <= set(value):
        raise ValueError("a goal and a count are expected in each line")
    return value


SET = of_model(
    PuzzleSet,
    ("slug", "title", "lesson", "note", "state", "recipe", "puzzles"),
    slug={"help": "The last part of its address."},
    lesson={"help": "The lesson before it."},
    note={"help": "What the set teaches, in one sentence."},
    recipe=Many(each=Own(reader=recipe_line, said="a goal, a count and what to look for")),
    puzzles=Many("Puzzles", each=Keys(shapes=PUZZLE), most=MAX_PUZZLES),
)
DAILY = {
    **of_model(Daily, ("day",), day={"help": "The day on which everybody gets it."}),
    **PUZZLE,
    **of_model(Daily, ("state",)),
}


def wrong(place: str, why: object) -> ContentError:
    """An error about one problem in a file."""
    return ContentError([Finding(place, 0, str(why))])


def read_sets(folder: Path = FOLDER) -> list[Content]:
    """The sets from the file that people write."""
    return list(SetFiles(folder).read_alone().values())


@dataclass
class Chosen:
    """The puzzles chosen so far: *everywhere* has their five fields, and *in_set* has the puzzles
    of the current set, whose signatures (:func:`~solver.signature`) show if two are alike."""

    everywhere: set[tuple[str, ...]]
    in_set: list[tuple[Profile, str]] = field(default_factory=list)

    def add(self, facts: Profile, goal: str) -> None:
        """Add a puzzle to the set."""
        self.in_set.append((facts, goal))
        self.everywhere.add(entry_of(facts, goal))

    def is_new(self, facts: Profile, goal: str, *, about_kinds: bool) -> bool:
        """Whether a puzzle is new: nowhere else in the course, and none like it in this set. Two
        questions *about_kinds* of rows never count as alike."""
        if entry_of(facts, goal) in self.everywhere:
            return False
        for other, its_goal in self.in_set:
            if game_of(other) != game_of(facts):
                continue
            if other.question.position == facts.question.position:
                return False
            is_alike = its_goal == goal and not about_kinds
            if is_alike and signature(other.question) == signature(facts.question):
                return False
        return True


def game_of(facts: Profile) -> tuple[str, str, str]:
    """The ruleset, the convention and the player to move, in the notation of a file."""
    question = facts.question
    to_move = question.to_move.value if question.to_move else ""
    return question.ruleset.key, question.convention.value, to_move


def entry_of(facts: Profile, goal: str) -> tuple[str, ...]:
    """The fields of a puzzle, in their order."""
    rules, convention, to_move = game_of(facts)
    return rules, format_position(facts.question.position), convention, to_move, goal


def generate(folder: Path = FOLDER) -> dict[str, list[dict[str, str]]]:
    """Choose the puzzles of every set by its recipe, easiest first. The same recipes and lessons
    always give the same puzzles."""
    chosen: dict[str, list[dict[str, str]]] = {}
    everywhere = asked_in_lessons(folder)
    for entry in read_sets(folder):
        so_far = Chosen(everywhere)
        for number, line in enumerate(entry["recipe"], 1):
            try:
                _choose(dict(line), f"{entry['slug']}:{number}", so_far)
            except (SolverError, TypeError) as error:
                raise wrong(f"sets.yaml, {entry['slug']}, line {number}", error) from error
        so_far.in_set.sort(key=_in_order)
        chosen[entry["slug"]] = [
            dict(zip(COLUMNS, entry_of(*puzzle), strict=True)) for puzzle in so_far.in_set
        ]
    return chosen


def _in_order(puzzle: tuple[Profile, str]) -> tuple[int, int, str]:
    """The sort key: by difficulty, then by number of rows, then in an order that reveals
    nothing."""
    facts, goal = puzzle
    mixed = sha256("|".join(entry_of(facts, goal)).encode()).hexdigest()
    return difficulty_of(facts, goal), len(facts.question.position), mixed


def asked_in_lessons(folder: Path) -> set[tuple[str, ...]]:
    """The questions that the lessons ask, so that no puzzle repeats them."""
    asked: set[tuple[str, ...]] = set()
    for file in sorted((folder / "lessons").glob("*.yaml")):
        lesson, _ = read_file(file)
        for step in lesson["steps"]:
            if step.get("position"):
                rows = sorted(str(step["position"]).split("+"), key=int)
                place = "+".join(rows), step.get("convention", ""), step.get("to_move", "")
                asked.add((step["ruleset"], *place, step["kind"]))
    return asked


def _choose(line: dict[str, Any], seed: str, chosen: Chosen) -> None:
    """Choose the puzzles of one recipe line. No puzzle is repeated anywhere, and no position within
    a set. None is a puzzle that a random move answers half of the time. Questions about who wins
    have equally many of each outcome."""
    goal, count = line.pop("goal"), line.pop("count")
    outcomes = [Outcome(letter) for letter in line.pop("outcomes", "PN")]
    asked: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in line.items()}
    spec = Spec(**asked)
    if spec.rows[1] > MAX_ROWS or spec.sizes[1] > MAX_SIZE:
        raise InvalidInputError.of("a friendly size", spec, f"{MAX_ROWS} rows of {MAX_SIZE}")

    def accept(facts: Profile) -> bool:
        if contradiction(facts, goal) is not None or is_guessed(facts, goal):
            return False
        about_kinds = goal_of(goal).is_about_kinds or spec.target is not None
        return chosen.is_new(facts, goal, about_kinds=about_kinds)

    if goal_of(goal).asks_both:
        groups = matched(spec, outcomes, seed, accept=accept, budget=SEARCH_BUDGET)
        for number in range(0, count, len(outcomes)):
            group = next(groups, None)
            if group is None:
                raise TooFewError(count, number)
            for facts in group:
                chosen.add(facts, goal)
        return

    def take(facts: Profile) -> bool:
        wanted = accept(facts)
        if wanted:
            chosen.add(facts, goal)
        return wanted

    select(spec, count, seed, accept=take, budget=SEARCH_BUDGET)


def as_yaml(entries: list[dict[str, str]]) -> str:
    """The text of a puzzle file, with one puzzle per line."""
    lines = ["# Chosen by `manage.py generate_puzzles`; edit the recipe in sets.yaml instead."]
    for entry in entries:
        kept = {key: value for key, value in entry.items() if value}
        text = yaml.safe_dump(kept, default_flow_style=True, sort_keys=False, width=10**6)
        lines.append(f"- {text.strip()}")
    return "\n".join(lines) + "\n"


def read_puzzles(slug: str, folder: Path = FOLDER) -> list[dict[str, str]]:
    """The entries of one set's file, complete and in order."""
    path = folder / "puzzles" / f"{slug}.yaml"
    try:
        value, findings = read_file(path)
    except OSError as error:
        raise wrong(path.name, error) from error
    if not findings and not isinstance(value, list):
        findings = [Finding(path.name, 0, "a list is expected")]
    entries: list[dict[str, str]] = []
    for number, written in enumerate([] if findings else value, 1):
        entry, problems = read_mapping(written, PUZZLE, _place(slug, number))
        entries.append({name: str(entry.get(name, "")) for name in COLUMNS})
        findings += problems
    if findings:
        raise ContentError(findings)
    return entries


def _place(slug: str, number: int) -> str:
    return f"{slug}.yaml, puzzle {number}"


class SetFiles(PublishedFiles):
    """The sets and their puzzles. A puzzle is solved, not edited. If it is no longer in the files,
    it is retired and not deleted, because people have tried it. A puzzle that someone solved in a
    set still counts there, as a former puzzle. A set that is in a file of its own lists its
    puzzles."""

    name = "Puzzles"
    summary = (
        "{puzzles} in {read} sets solved, {new} new, {retired} retired, {days} days added, "
        "{kept} kept"
    )
    files = "sets.yaml"
    noun = "set"
    adopts = True
    is_ascii = True
    model = PuzzleSet

    def shape(self, value: Any, place: str, number: int) -> tuple[Content, list[Finding]]:
        content, findings = read_mapping(value, SET, place)
        if not findings:
            content["order"] = self.place_of(content, number)
            if "puzzles" in content or not number:
                content["puzzles"] = solved(content.get("puzzles", []), place)
        return content, findings

    def read_alone(self) -> dict[str, Content]:
        """The sets without the puzzles that the command has chosen."""
        return super().read()

    def read(self) -> dict[str, Content]:
        contents = self.read_alone()
        findings: list[Finding] = []
        for content in contents.values():
            slug = content["slug"]
            try:
                if "puzzles" not in content:
                    entries = read_puzzles(slug, self.folder)
                    content["puzzles"] = solved(entries, f"{slug}.yaml", shipped=True)
            except ContentError as error:
                findings += error.findings
        if findings:
            raise ContentError(findings)
        return contents

    def check(self, content: Content, place: str) -> list[Finding]:
        PuzzleSet(**_fields(content)).full_clean(validate_unique=False)
        keys = [puzzle.pk for puzzle in content.get("puzzles", [])]
        return [
            Finding(place, 0, f"puzzle {number} repeats puzzle {keys.index(key) + 1}")
            for number, key in enumerate(keys, 1)
            if key in keys[: number - 1]
        ]

    def rows(self) -> models.QuerySet[PuzzleSet]:
        return PuzzleSet.objects.prefetch_related("items__puzzle")

    def content_of(self, row: PuzzleSet) -> Content:
        items = row.items.all()
        content = {**_fields(vars(row)), "puzzles": [item.puzzle for item in items]}
        return content if row.is_published else content | {"state": str(row.state)}

    def as_file(self, content: Content) -> Content:
        """The set with its puzzles. Their places in a list are no part of it."""
        names = ("slug", "title", "lesson", "note", "state")
        fields = {name: content[name] for name in names if content.get(name)}
        if fields.get("state") == Publishable.State.PUBLISHED:
            del fields["state"]
        return fields | {"puzzles": [said(puzzle.asked.columns) for puzzle in content["puzzles"]]}

    def written(self, content: Content) -> Any:
        fields = _fields(content)
        keys = [str(puzzle.pk) for puzzle in content["puzzles"]]
        unseen = [one for one in (content.get("state"),) if one not in (None, PUBLISHED)]
        by_hand = [fields["order"]] if fields["order"] % 1 else []
        return [fields["title"], fields["note"], fields["lesson"], keys, *unseen, *by_hand]

    def size(self, content: Content) -> str:
        return counted(len(content["puzzles"]), "puzzle")

    def prepare(self, contents: Collection[Content]) -> None:
        puzzles = [puzzle for content in contents for puzzle in content["puzzles"]]
        new = _store_puzzles({puzzle.pk: puzzle for puzzle in puzzles})
        _mend_own()
        gone = Puzzle.objects.filter(shipped=True).exclude(pk__in=[one.pk for one in puzzles])
        gone = gone.exclude(state=Puzzle.State.RETIRED)
        retired = gone.update(state=Puzzle.State.RETIRED)
        days = _load_days()
        self.loaded.more = {"puzzles": len(puzzles), "new": new, "retired": retired, "days": days}

    def put(self, row: PuzzleSet, content: Content) -> None:
        opens = row.is_published and not PuzzleSet.published().filter(pk=row.pk).exists()
        for name, value in _fields(content).items():
            setattr(row, name, value)
        row.save()
        add_puzzles(content["puzzles"], is_published=row.is_published)
        keys = {puzzle.pk for puzzle in content["puzzles"]}
        if opens:
            # What was made for a draft waits with it.
            drafts = Puzzle.objects.filter(pk__in=keys, state=Puzzle.State.DRAFT)
            drafts.update(state=Puzzle.State.PUBLISHED)
        left = row.puzzles.exclude(pk__in=keys).filter(attempts__solved=True)
        row.former.add(*left.distinct())
        row.former.remove(*keys)
        row.items.all().delete()
        PuzzleSetItem.objects.bulk_create(
            PuzzleSetItem(set=row, puzzle_id=puzzle.pk, order=place)
            for place, puzzle in enumerate(content["puzzles"], 1)
        )

    def finish(self, contents: Collection[Content]) -> None:
        orders = {content["slug"]: content["order"] for content in contents}
        for row in self.rows().filter(slug__in=orders):
            if row.order != orders[row.slug] and self.is_as_loaded(row):
                PuzzleSet.objects.filter(pk=row.pk).update(order=orders[row.slug])


class DailyFiles(PublishedFiles):
    """The puzzles of days, each in a file of its own."""

    name = "Days"
    summary = "{created} new, {updated} updated, {kept} kept, {unchanged} unchanged"
    files = "days/*.yaml"
    model = Daily
    key = "day"
    stays = ("day",)

    def shape(self, value: Any, place: str, number: int) -> tuple[Content, list[Finding]]:
        content, findings = read_mapping(value, DAILY, place)
        if not findings:
            [content["puzzle"]] = solved([content], place)
        return content, findings

    def rows(self) -> models.QuerySet[Daily]:
        return Daily.objects.select_related("puzzle")

    def to_export(self) -> models.QuerySet[Daily]:
        """The days that somebody has chosen; the site plans the others by itself everywhere."""
        return self.rows().filter(by_hand=True)

    def content_of(self, row: Daily) -> Content:
        content = {"day": row.day.isoformat(), "puzzle": row.puzzle}
        return content if row.is_published else content | {"state": str(row.state)}

    def as_file(self, content: Content) -> Content:
        state = content.get("state", PUBLISHED)
        shown = {"state": state} if state != PUBLISHED else {}
        return {"day": content["day"], **said(content["puzzle"].asked.columns), **shown}

    def written(self, content: Content) -> Any:
        return self.as_file(content)

    def size(self, content: Content) -> str:
        return str(content["puzzle"].get_goal_display())

    def is_as_loaded(self, row: Daily) -> bool:
        """A day that the site has planned by itself gives way to a file, too."""
        return not row.by_hand or super().is_as_loaded(row)

    def put(self, row: Daily, content: Content) -> None:
        add_puzzles([content["puzzle"]], is_published=row.is_published)
        row.day, row.puzzle_id = date.fromisoformat(content["day"]), content["puzzle"].pk
        row.by_hand = True
        row.save()


def _fields(content: Mapping[str, Any]) -> Content:
    """The fields of a set."""
    return {name: content.get(name) for name in ("slug", "title", "note", "lesson", "order")}


def said(columns: Mapping[str, str]) -> dict[str, str]:
    """The columns of a puzzle that say something."""
    return {name: value for name, value in columns.items() if value}


def solved(entries: Sequence[Content], place: str, *, shipped: bool = False) -> list[Puzzle]:
    """The puzzles with these columns, each solved but not stored."""
    puzzles = []
    for number, given in enumerate(entries, 1):
        puzzle = Puzzle(**{name: given.get(name, "") for name in COLUMNS}, shipped=shipped)
        try:
            puzzle.compute()
        except SolverError as error:
            told = f"puzzle {number}: {puzzle.ruleset} {puzzle.position}: {error}"
            raise wrong(place, told) from error
        puzzles.append(puzzle)
    return puzzles


def unknown(puzzles: Collection[Puzzle]) -> list[Puzzle]:
    """Those that are not stored yet."""
    known = Puzzle.objects.in_bulk([puzzle.pk for puzzle in puzzles])
    return [puzzle for puzzle in puzzles if puzzle.pk not in known]


def add_puzzles(puzzles: Collection[Puzzle], *, is_published: bool) -> None:
    """Store the new puzzles among these; those of a draft are drafts."""
    new = unknown(puzzles)
    for puzzle in new:
        puzzle.state = Puzzle.State.PUBLISHED if is_published else Puzzle.State.DRAFT
    Puzzle.objects.bulk_create(new)


def _store_puzzles(puzzles: Mapping[Any, Puzzle]) -> int:
    """Store solved puzzles, and update the facts of existing ones. Return the number of new
    ones."""
    known = Puzzle.objects.in_bulk(puzzles)
    for pk, stored in known.items():
        _mend(stored, puzzles[pk])
    new = [puzzle for pk, puzzle in puzzles.items() if pk not in known]
    return len(Puzzle.objects.bulk_create(new))


def _mend(stored: Puzzle, solved: Puzzle) -> None:
    """Update the facts of a stored puzzle to those that the solver computed now."""
    names = ("skill", "themes", "difficulty", "facts", "shipped")
    changed = [name for name in names if getattr(stored, name) != getattr(solved, name)]
    for name in changed:
        setattr(stored, name, getattr(solved, name))
    if changed:
        stored.save(update_fields=changed)


def _mend_own() -> None:
    """Update the facts of puzzles that this site's authors made, where the solver still accepts
    them."""
    for stored in Puzzle.objects.published().filter(shipped=False):
        solved = Puzzle(**stored.asked.columns)
        with suppress(SolverError):
            solved.compute()
            _mend(stored, solved)


def _load_days() -> int:
    """Give every hard puzzle a day, from easier on Monday to harder on Sunday. Return the number of
    new days.

    Past days and today never change. Neither does a day whose puzzle was chosen by hand or is not a
    shipped one.
    """
    planned = _planned_days(list(hard_puzzles()))
    coming = Daily.objects.filter(day__gt=timezone.localdate(), by_hand=False, puzzle__shipped=True)
    moved = [day for day in coming if planned.get(day.day, day.puzzle_id) != day.puzzle_id]
    for day in moved:
        day.puzzle_id = planned[day.day]
    Daily.objects.bulk_update(moved, ["puzzle"])
    coming.exclude(day__in=planned).delete()
    taken = set(Daily.objects.values_list("day", flat=True))
    new = [
        Daily(day=day, puzzle_id=key, state=PUBLISHED)
        for day, key in planned.items()
        if day not in taken
    ]
    return len(Daily.objects.bulk_create(new))


def _planned_days(hard: Sequence[Puzzle]) -> dict[date, UUID]:
    """The puzzle of each day from the first on. Each weekday has one seventh of the puzzles, by
    difficulty, and uses them in an arbitrary fixed order."""
    size = len(hard)
    bands = [
        sorted(puzzle.pk for puzzle in hard[size * day // 7 : size * (day + 1) // 7])
        for day in range(7)
    ]
    monday = FIRST_DAY - timedelta(days=FIRST_DAY.weekday())
    days = {
        monday + timedelta(weeks=week, days=day): band[week % len(band)]
        for week in range(max(map(len, bands)))
        for day, band in enumerate(bands)
        if band
    }
    return {day: key for day, key in days.items() if day >= FIRST_DAY}
