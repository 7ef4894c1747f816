"""The lessons and puzzles of the house, read and solved once for all tests of a process.

Forty tests load them. What their files say does not depend on anything stored, so that every later
reading would only solve the same two thousand positions again. Other folders are read every time.
"""

from __future__ import annotations

from copy import deepcopy
from functools import wraps

from games.content.reading import FOLDER
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.puzzles.puzzle_files import SetFiles


def read_the_house_once() -> None:
    """Let both kinds remember what the folder of the house says."""
    for kind in (LessonFiles, SetFiles):
        _remember(kind)


def _remember(kind) -> None:
    read, known = kind.read, {}

    @wraps(read)
    def read_once(self):
        if self.folder != FOLDER:
            return read(self)
        if not known:
            known["read"] = read(self)
            known["lists"] = getattr(self, "lists", None)
        if known["lists"] is not None:
            self.lists = deepcopy(known["lists"])
        return deepcopy(known["read"])

    kind.read = read_once
