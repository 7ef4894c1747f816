"""The puzzles that come with the site: choosing them by computing, and loading their files.

``content/sets.yaml`` is written by people: sets, notes, and recipes that say which positions are
wanted. ``content/puzzles/<set>.yaml`` is written from it, and read at every installation, where
each entry is solved again. Loading twice changes nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import yaml
from django.db import transaction

from games.boards.limits import SEARCH_BUDGET
from games.content.reading import FOLDER, ContentError, Finding
from games.exercises.facts import contradiction
from games.exercises.goals import asking_of
from games.puzzles.models import Daily, Puzzle, PuzzleSet, PuzzleSetItem
from solver import InvalidInputError, Profile, SolverError, Spec, format_position, select, signature

FIELDS = ("ruleset", "position", "convention", "to_move", "goal")


MAX_ROWS, MAX_SIZE = 5, 15
"""The friendly sizes of a shipped puzzle."""

FIRST_DAY = date(2026, 11, 1)


@dataclass
class Loaded:
    """What loading did."""

    puzzles: int = 0
    created: int = 0
    retired: int = 0
    sets: int = 0
    days: int = 0


def wrong(where: str, why: object) -> ContentError:
    """The error for one thing wrong in a file."""
    return ContentError([Finding(where, 0, str(why))])


def read_sets(folder: Path = FOLDER) -> list[dict[str, Any]]:
    """The sets as written by people."""
    sets = yaml.safe_load((folder / "sets.yaml").read_text(encoding="utf-8"))
    keys = {"slug", "title", "lesson", "note", "recipe"}
    for entry in sets:
        if not set(entry) <= keys or not {"slug", "title", "note"} <= set(entry):
            raise wrong("sets.yaml", f"the keys of a set are {', '.join(sorted(keys))}")
    return list(sets)


@dataclass
class Chosen:
    """What the sets hold so far: puzzles as their five fields, and in one set what each position
    comes to (:func:`~solver.signature`), so that none is another one in disguise."""

    everywhere: set[tuple[str, ...]]
    in_set: list[tuple[Profile, str]] = field(default_factory=list)

    def add(self, facts: Profile, goal: str) -> None:
        """Take a puzzle into the set."""
        self.in_set.append((facts, goal))
        self.everywhere.add(entry_of(facts, goal))

    def is_new(self, facts: Profile, goal: str) -> bool:
        """Whether a position was not asked yet: not this anywhere, and nothing like it here."""
        if entry_of(facts, goal) in self.everywhere:
            return False
        for other, its_goal in self.in_set:
            if game_of(other) != game_of(facts):
                continue
            if other.question.position == facts.question.position:
                return False
            is_alike = its_goal == goal and not asking_of(goal).is_about_kinds
            if is_alike and signature(other.question) == signature(facts.question):
                return False
        return True


def game_of(facts: Profile) -> tuple[str, str, str]:
    """The rules, the ending and who is to move, as a file says them."""
    question = facts.question
    to_move = question.to_move.value if question.to_move else ""
    return question.ruleset.key, question.convention.value, to_move


def entry_of(facts: Profile, goal: str) -> tuple[str, ...]:
    """The fields of a puzzle, in their order."""
    rules, convention, to_move = game_of(facts)
    return rules, format_position(facts.question.position), convention, to_move, goal


def generate(folder: Path = FOLDER) -> dict[str, list[dict[str, str]]]:
    """Choose the puzzles of every set by its recipe, the easiest first; the same recipes and
    lessons give the same puzzles."""
    chosen: dict[str, list[dict[str, str]]] = {}
    everywhere = asked_in_lessons(folder)
    for entry in read_sets(folder):
        so_far = Chosen(everywhere)
        for number, line in enumerate(entry["recipe"], 1):
            try:
                _choose(dict(line), f"{entry['slug']}:{number}", so_far)
            except (SolverError, TypeError) as error:
                raise wrong(f"sets.yaml, {entry['slug']}, line {number}", error) from error
        so_far.in_set.sort(key=lambda one: (one[0].difficulty, len(one[0].question.position)))
        chosen[entry["slug"]] = [
            dict(zip(FIELDS, entry_of(*puzzle), strict=True)) for puzzle in so_far.in_set
        ]
    return chosen


def asked_in_lessons(folder: Path) -> set[tuple[str, ...]]:
    """What the steps of the course ask, so that no puzzle asks it again."""
    asked: set[tuple[str, ...]] = set()
    for file in sorted((folder / "lessons").glob("*.yaml")):
        lesson = yaml.safe_load(file.read_text(encoding="utf-8"))
        for step in lesson["steps"]:
            if step.get("position"):
                rows = sorted(str(step["position"]).split("+"), key=int)
                place = "+".join(rows), step.get("convention", ""), step.get("to_move", "")
                asked.add((step["ruleset"], *place, step["kind"]))
    return asked


def _choose(line: dict[str, Any], seed: str, chosen: Chosen) -> None:
    """The puzzles of one recipe line: none twice anywhere, no position twice in its set, none
    whose answer half of the moves are."""
    goal, count = line.pop("goal"), line.pop("count")
    asked: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in line.items()}
    spec = Spec(**asked)
    if spec.rows[1] > MAX_ROWS or spec.sizes[1] > MAX_SIZE:
        raise InvalidInputError.of("a friendly size", spec, f"{MAX_ROWS} rows of {MAX_SIZE}")

    def accept(facts: Profile) -> bool:
        wanted = contradiction(facts, goal) is None and chosen.is_new(facts, goal)
        if wanted and asking_of(goal).is_about_moves:
            wanted = 2 * len(facts.winning) <= len(facts.legal)
        if wanted:
            chosen.add(facts, goal)
        return wanted

    select(spec, count, seed, accept=accept, budget=SEARCH_BUDGET)


def as_yaml(entries: list[dict[str, str]]) -> str:
    """The text of a puzzle file, one puzzle per line."""
    lines = ["# Chosen by `manage.py generate_puzzles`; edit the recipe in sets.yaml instead."]
    for entry in entries:
        kept = {key: value for key, value in entry.items() if value}
        text = yaml.safe_dump(kept, default_flow_style=True, sort_keys=False, width=10**6)
        lines.append(f"- {text.strip()}")
    return "\n".join(lines) + "\n"


def read_puzzles(slug: str, folder: Path = FOLDER) -> list[dict[str, str]]:
    """The entries of one set's file, complete and in its order."""
    file = folder / "puzzles" / f"{slug}.yaml"
    try:
        entries = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise wrong(file.name, error) from error
    for entry in entries:
        if not set(entry) <= set(FIELDS):
            raise wrong(file.name, f"the keys of a puzzle are {', '.join(FIELDS)}")
    return [{field: str(entry.get(field, "")) for field in FIELDS} for entry in entries]


def load(folder: Path = FOLDER) -> Loaded:
    """Solve every entry again and store it. Raises :class:`ContentError`, and then stores nothing.

    What is no longer in the files is retired, not deleted: people have tried it.
    """
    loaded = Loaded()
    with transaction.atomic():
        in_files = []
        for order, entry in enumerate(read_sets(folder), 1):
            puzzles = [
                _load_one(entry["slug"], given, loaded)
                for given in read_puzzles(entry["slug"], folder)
            ]
            _load_set(entry, order, puzzles)
            in_files += puzzles
            loaded.sets += 1
        keys = [puzzle.pk for puzzle in in_files]
        gone = Puzzle.objects.filter(shipped=True).exclude(pk__in=keys)
        loaded.retired = gone.exclude(state=Puzzle.State.RETIRED).update(state=Puzzle.State.RETIRED)
        loaded.days = _load_days(in_files)
    return loaded


def _load_one(slug: str, given: dict[str, str], loaded: Loaded) -> Puzzle:
    puzzle = Puzzle(**given, shipped=True)
    try:
        puzzle.compute()
    except SolverError as error:
        raise wrong(slug, f"{puzzle.ruleset} {puzzle.position}: {error}") from error
    loaded.puzzles += 1
    stored = Puzzle.objects.filter(pk=puzzle.pk).first()
    if stored is None:
        puzzle.save(force_insert=True)
        loaded.created += 1
        return puzzle
    facts = ("skill", "themes", "difficulty", "facts")
    changed = [name for name in facts if getattr(stored, name) != getattr(puzzle, name)]
    for name in changed:
        setattr(stored, name, getattr(puzzle, name))
    if not stored.shipped:
        stored.shipped, changed = True, [*changed, "shipped"]
    if changed:
        stored.save(update_fields=changed)
    return stored


def fingerprint(fields: Mapping[str, Any], keys: Iterable[Any]) -> str:
    """The same for a set of the same words and puzzles."""
    said = [fields["title"], fields["note"], fields["lesson"], [str(key) for key in keys]]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def _is_changed(slug: str) -> bool:
    """Whether a set says something else than it did when it was loaded last."""
    stored = PuzzleSet.objects.filter(slug=slug).exclude(loaded="").first()
    if stored is None:
        return False
    keys = stored.items.values_list("puzzle_id", flat=True)
    return fingerprint(vars(stored), keys) != stored.loaded


def _load_set(entry: dict[str, Any], order: int, puzzles: list[Puzzle]) -> None:
    """Store a set; one that was changed here since is kept as it is."""
    if _is_changed(entry["slug"]):
        return
    fields = {"title": entry["title"], "note": entry["note"], "lesson": entry.get("lesson")}
    loaded = fingerprint(fields, [puzzle.pk for puzzle in puzzles])
    puzzle_set, _ = PuzzleSet.objects.update_or_create(
        slug=entry["slug"], defaults={**fields, "order": order, "loaded": loaded}
    )
    wanted = [(puzzle.pk, place) for place, puzzle in enumerate(puzzles, 1)]
    if list(puzzle_set.items.values_list("puzzle_id", "order")) != wanted:
        puzzle_set.items.all().delete()
        PuzzleSetItem.objects.bulk_create(
            PuzzleSetItem(set=puzzle_set, puzzle_id=key, order=place) for key, place in wanted
        )


def _load_days(puzzles: list[Puzzle]) -> int:
    """Give every puzzle that is quickly answered a day, the sets taking turns; days that have
    one keep it."""
    quick = [puzzle for puzzle in puzzles if asking_of(puzzle.goal).is_quick]
    queue = sorted(quick, key=lambda puzzle: str(puzzle.pk))  # an order without a plan
    taken = set(Daily.objects.values_list("day", flat=True))
    days = [
        Daily(day=day, puzzle=puzzle)
        for number, puzzle in enumerate(queue)
        if (day := FIRST_DAY + timedelta(days=number)) not in taken
    ]
    return len(Daily.objects.bulk_create(days))
