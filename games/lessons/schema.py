"""The shape of a content file: which keys there are, what each holds, one canonical form.

Reading never asks the solver; it turns YAML data into plain mappings that hold only what was
said, in a fixed order, so that two ways to write the same lesson are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.boards.limits import MAX_ROWS
from games.lessons.models import STEP_KINDS, Lesson
from solver import (
    MISCONCEPTIONS,
    MISJUDGEMENTS,
    Convention,
    Player,
    format_position,
    parse_position,
)

Content = dict[str, Any]
Reader = Callable[[Any], Any]

KINDS = [kind for kind, _ in STEP_KINDS]
MAX_STEPS = 12
MAX_HINTS = 4
MAX_CLAIMS = 40
MAX_LINE = 100
MAX_WORD = 50
MISCONCEPTION_IDS = tuple(dict.fromkeys(one.key for one in (*MISCONCEPTIONS, *MISJUDGEMENTS)))


@dataclass(frozen=True)
class Finding:
    """Something wrong in the content: the file, the step (0 for the lesson itself), a sentence."""

    file: str
    step: int
    text: str

    def __str__(self) -> str:
        where = f"{self.file}, step {self.step}" if self.step else self.file
        return f"{where}: {self.text}"


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a text is expected")
    if "\x00" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
        raise ValueError("a text without control characters is expected")
    return value.strip()


def line(value: Any) -> str:
    """A name or title, as long as the database keeps."""
    found = text(value)
    if len(found) > MAX_LINE:
        raise ValueError(f"at most {MAX_LINE} characters are allowed")
    return found


def word(value: Any) -> str:
    found = text(value)
    if len(found) > MAX_WORD:
        raise ValueError(f"at most {MAX_WORD} characters are allowed")
    if not found or not all(c.isascii() and (c.isalnum() or c == "-") for c in found):
        raise ValueError("letters, digits and hyphens are expected")
    return found


def whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10_000:
        raise ValueError("a whole number is expected")
    return int(value)


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false is expected")
    return value


def position(value: Any) -> str:
    """``1+2+3``; a single row may be written as a bare number."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ValueError("a position such as 1+2+3 is expected")
    return format_position(parse_position(str(value)))


def one_of(*allowed: str) -> Reader:
    def read(value: Any) -> str:
        if value not in allowed:
            raise ValueError(f"{str(value)[:60]!r} is not one of {', '.join(allowed)}")
        return str(value)

    return read


def many(reader: Reader, most: int = 1000) -> Reader:
    def read(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ValueError("a list is expected")
        if len(value) > most:
            raise ValueError(f"at most {most} are allowed")
        return [reader(one) for one in value]

    return read


def bounds(value: Any) -> list[int]:
    """How few and how many rows may be built."""
    found: list[int] = many(whole, 2)(value)
    if len(found) != 2 or not 1 <= found[0] <= found[1] <= MAX_ROWS:
        raise ValueError(f"two numbers are expected, such as [1, 4], and at most {MAX_ROWS}")
    return found


def kind_name(value: Any) -> str:
    """A kind; a bare ``null`` in YAML means the kind of that name."""
    return "null" if value is None else text(value)


def player(value: Any) -> str:
    return (Player.parse(value) or Player.LEFT).value


def convention(value: Any) -> str:
    return Convention.parse(value).value


def feedback(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ValueError("a mapping from misconception to text is expected")
    for key in value:
        if key not in MISCONCEPTION_IDS:
            raise ValueError(f"{str(key)[:60]!r} is no misconception; known are {list_of_ids()}")
    return {key: text(value[key]) for key in value}


def list_of_ids() -> str:
    return ", ".join(MISCONCEPTION_IDS)


def goal(value: Any) -> Content:
    return strict(value, GOAL)


def claim(value: Any) -> Content:
    return strict(value, CLAIM)


GOAL: dict[str, Reader] = {
    "outcome": one_of("N", "P", "L", "R"),
    "kinds": many(kind_name),
    "nim_sum": whole,
    "conventions_differ": flag,
}
PLACE: dict[str, Reader] = {
    "ruleset": text,
    "position": position,
    "convention": convention,
    "to_move": player,
}
CLAIM: dict[str, Reader] = PLACE | {
    "outcome": one_of("N", "P", "L", "R"),
    "winning": many(text),
    "wins": text,
    "loses": text,
    "kinds": many(kind_name),
    "nim_values": many(whole),
    "reduces": many(whole, 2),
    "case": whole,
}
EXTRAS: dict[str, dict[str, Reader]] = {
    "classify": {"simple": flag},
    "reduce": {"cancel": flag},
    "play": {"opponent": word, "starter": one_of("you", "computer", "choose")},
    "build": {"rows": bounds, "largest": whole, "goal": goal, "forbid": many(position)},
}
ANSWERS: dict[str, Reader] = {
    "predict": one_of("N", "P", "L", "R"),
    "move": many(text),
    "all-moves": many(text),
    "classify": many(kind_name),
    "case": whole,
    "reduce": many(whole, 2),
    "build": position,
}
BEFORE: dict[str, Reader] = {
    "kind": one_of(*KINDS),
    "title": line,
    "text": text,
    **PLACE,
    "diagram": text,
    "skill": word,
}
AFTER: dict[str, Reader] = {
    "hints": many(text, MAX_HINTS),
    "feedback": feedback,
    "otherwise": text,
    "after": text,
    "claims": many(claim, MAX_CLAIMS),
}
LESSON: dict[str, Reader] = {
    "slug": word,
    "number": whole,
    "title": line,
    "track": word,
    "skills": many(word),
    "summary": text,
    "source": text,
    "minutes": whole,
    "state": one_of(*Lesson.State.values),
}
TRACK: dict[str, Reader] = {"slug": word, "title": line, "summary": text}
SKILL: dict[str, Reader] = {"slug": word, "title": line, "theory": word, "requires": many(word)}
REQUIRED = ("slug", "number", "title", "track", "skills", "summary", "minutes", "state", "steps")


def strict(value: Any, readers: Mapping[str, Reader]) -> Content:
    """Read a mapping; raises ValueError with one sentence for the first thing wrong."""
    problems: list[str] = []
    content = lenient(value, readers, problems)
    if problems:
        raise ValueError(problems[0])
    return content


def lenient(value: Any, readers: Mapping[str, Reader], problems: list[str]) -> Content:
    """Read what can be read of a mapping and append a sentence for each thing that cannot."""
    if not isinstance(value, dict):
        problems.append("a mapping is expected")
        return {}
    problems += [
        f"unknown key {str(key)[:60]!r}; known are {', '.join(readers)}"
        for key in value
        if key not in readers
    ]
    content = {}
    for key, reader in readers.items():
        if value.get(key) is None:
            continue
        try:
            read = reader(value[key])
        except ValueError as error:
            problems.append(f"{key}: {error}")
            continue
        # What says nothing is left out, so that absent and empty are equal.
        if key in ("answer", "case", "nim_sum", "number", "winning") or read not in (
            "",
            [],
            {},
            False,
        ):
            content[key] = read
    return content


def step_readers(kind: Any) -> dict[str, Reader]:
    """The keys a step of this kind may have, in canonical order."""
    name = kind if isinstance(kind, str) else ""
    own = {"answer": ANSWERS[name]} if name in ANSWERS else {}
    return BEFORE | EXTRAS.get(name, {}) | own | AFTER


def read_step(value: Any, problems: list[str]) -> Content:
    """A step in canonical form."""
    kind = value.get("kind") if isinstance(value, dict) else None
    content = lenient(value, step_readers(kind), problems)
    if isinstance(value, dict) and "kind" not in value:
        problems.append(f"kind is missing; known are {', '.join(KINDS)}")
    return content


def read_lesson(value: Any, file: str) -> tuple[Content, list[Finding]]:
    """A lesson in canonical form, and what is wrong with its shape."""
    problems: list[str] = []
    rest = {k: v for k, v in value.items() if k != "steps"} if isinstance(value, dict) else value
    content = lenient(rest, LESSON, problems)
    findings = [Finding(file, 0, problem) for problem in problems]
    steps = value.get("steps") if isinstance(value, dict) else None
    if not isinstance(steps, list) or not 1 <= len(steps) <= MAX_STEPS:
        findings.append(Finding(file, 0, f"steps: a list of 1 to {MAX_STEPS} steps is expected"))
        steps = []
    content["steps"] = []
    for number, step in enumerate(steps, 1):
        wrong: list[str] = []
        content["steps"].append(read_step(step, wrong))
        findings += [Finding(file, number, problem) for problem in wrong]
    missing = [key for key in REQUIRED if key not in content]
    findings += [Finding(file, 0, f"{key} is missing") for key in missing]
    return content, findings


def read_list(
    value: Any, readers: Mapping[str, Reader], file: str
) -> tuple[list[Content], list[Finding]]:
    """The entries of tracks.yaml or skills.yaml in canonical form."""
    if not isinstance(value, list):
        return [], [Finding(file, 0, "a list is expected")]
    entries, findings = [], []
    for number, one in enumerate(value, 1):
        problems: list[str] = []
        entry = lenient(one, readers, problems)
        problems += [f"{key} is missing" for key in ("slug", "title") if key not in entry]
        findings += [Finding(file, 0, f"entry {number}: {problem}") for problem in problems]
        entries.append(entry)
    return entries, findings


def repeated(values: list[Any]) -> Iterator[Any]:
    """Values that occur more than once."""
    yield from {value for value in values if values.count(value) > 1}
