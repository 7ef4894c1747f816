"""Lists of drafts in a fixed order, edited in the admin: a line for each, and one is open.

Nothing is stored before the form is saved. The page holds the content of all drafts, and the
controls of the open one; a button posts everything and gets the changed page back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Self, TypeVar

from django.http import QueryDict
from django.utils.html import format_html

from games.content.reading import sentence

OPEN = "open"
"""The prefix for the names of the open draft's controls."""
ACTIONS = ("do", "change", "key-change", "move")
"""The names of the desk's buttons."""


@dataclass
class WrittenDraft:
    """A draft as typed. *key* is the number of its row, or ``new-1``; *problems* are its errors,
    once it has been checked."""

    key: str
    content: dict[str, Any]
    problems: list[Any] = field(default_factory=list)

    @property
    def row(self) -> int | None:
        return int(self.key) if self.key.isdigit() else None

    def told(self, problem: Any) -> str:
        """A problem as a sentence."""
        return sentence(problem)

    @property
    def written(self) -> str:
        return json.dumps(self.content, ensure_ascii=False, separators=(",", ":"))


D = TypeVar("D", bound=WrittenDraft)


class Drafts(Generic[D]):
    """The *drafts* in order; *opened* is the key of the open one, and *said* describes the last
    action. *noun* names one draft, *home* the whole; :attr:`verbs` are the actions of its
    buttons."""

    noun: ClassVar[str]
    home: ClassVar[str]
    fewest: ClassVar[int] = 1
    most: ClassVar[int]
    verbs: ClassVar[tuple[str, ...]] = ("open", "fold", "up", "down", "copy", "remove", "add")

    def __init__(self, drafts: list[D], opened: str = "") -> None:
        self.drafts, self.opened = drafts, opened
        self.said = ""

    @classmethod
    def made(cls, key: str, content: dict[str, Any]) -> D:
        """Make a draft for this desk."""
        raise NotImplementedError

    @classmethod
    def posted(cls, data: QueryDict) -> Self:
        """The desk that a page has posted."""
        keys, texts = data.getlist("step_key"), data.getlist("step")
        drafts = [
            cls.made(key[:12], read_content(text))
            for key, text in zip(keys[: cls.most + 3], texts, strict=False)
        ]
        desk = cls(drafts, str(data.get("step_open") or ""))
        if desk.open_draft:
            desk.open_draft.content = desk.read_open(desk.open_draft, data)
        return desk

    def read_open(self, draft: D, data: QueryDict) -> dict[str, Any]:
        """The content of the open draft, read from its controls."""
        raise NotImplementedError

    def new_content(self) -> dict[str, Any]:
        """The initial content of a new draft."""
        return {}

    @property
    def open_draft(self) -> D | None:
        return next((draft for draft in self.drafts if draft.key == self.opened), None)

    @property
    def rows(self) -> list[int | None]:
        return [draft.row for draft in self.drafts]

    @property
    def is_full(self) -> bool:
        return len(self.drafts) >= self.most

    def number(self, key: str) -> int:
        """The place of a draft, from 1; 0 if there is no such draft."""
        return next((n for n, draft in enumerate(self.drafts, 1) if draft.key == key), 0)

    # --- what is wrong with them ----------------------------------------------------------

    def refusals(self) -> Iterator[str]:
        """Why they cannot be saved, each problem with a link to its draft."""
        count = len(self.drafts)
        if not self.fewest <= count <= self.most:
            accepted = f"{self.fewest} to {self.most}" if self.fewest else f"at most {self.most}"
            yield f"{self.home} has {accepted} {self.noun}s; this one has {count}."
        for number, draft in enumerate(self.drafts, 1):
            for problem in draft.problems:
                link = '<a href="#step-{}">{}</a>. {}'
                yield format_html(link, draft.key, self._called(number), draft.told(problem))

    # --- what its buttons do --------------------------------------------------------------

    def do(self, data: QueryDict) -> None:
        """Do the action of the button that was pressed."""
        pressed = {name: str(data.get(name) or "") for name in ACTIONS if name in data}
        if "move" in pressed:
            self._try(pressed["move"])
        elif "change" in pressed:
            self._touch("position", pressed["change"])
        elif "key-change" in pressed:
            self._touch("answer", pressed["key-change"])
        else:
            verb, _, about = pressed.get("do", "").partition(":")
            action = getattr(self, f"_{verb}", None) if verb in self.verbs else None
            if action:
                action(about)

    def _try(self, move: str) -> None:
        """Handle a click on a move."""

    def _touch(self, name: str, change: str) -> None:
        """Handle a click on a row of a board."""

    def _open(self, key: str) -> None:
        self.opened = key

    def _fold(self, key: str) -> None:
        self.opened = ""

    def _up(self, key: str, by: int = -1) -> None:
        here = self.number(key) - 1
        there = here + by
        if here >= 0 and 0 <= there < len(self.drafts):
            self.drafts.insert(there, self.drafts.pop(here))
            self.said = f"{self._called(here + 1)} is now {self.noun} {there + 1}."

    def _down(self, key: str) -> None:
        self._up(key, 1)

    def _copy(self, key: str) -> None:
        here = self.number(key)
        if here and not self.is_full:
            twin = self.made(self._new_key(), json.loads(self.drafts[here - 1].written))
            self.drafts.insert(here, twin)
            self.opened = twin.key
            self.said = f"{self._called(here + 1)} is a copy of {self.noun} {here}."

    def _remove(self, key: str) -> None:
        here = self.number(key)
        if here:
            self.drafts.pop(here - 1)
            self.said = f"{self._called(here)} is removed once you save."

    def _add(self, _: str) -> None:
        if self._has_room():
            self.drafts.append(self.made(self._new_key(), self.new_content()))
            self.opened = self.drafts[-1].key
            self.said = f"{self._called(len(self.drafts))} is new."

    def _has_room(self) -> bool:
        """Whether there is room for one more; set a message if not."""
        if self.is_full:
            self.said = f"{self.home} has at most {self.most} {self.noun}s."
        return not self.is_full

    def _called(self, number: int) -> str:
        return f"{self.noun.capitalize()} {number}"

    def _new_key(self) -> str:
        taken = {draft.key for draft in self.drafts}
        return next(key for n in range(1, 999) if (key := f"new-{n}") not in taken)


def read_content(text: str) -> dict[str, Any]:
    """The content of a draft in a page; empty if it is invalid."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
