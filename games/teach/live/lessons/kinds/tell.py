"""The instructor says or shows something, and nobody answers."""

from __future__ import annotations

from games.learn.lessons.models import TELL
from games.teach.live.lessons.lesson_parts import PartKind


class Tell(PartKind):
    key, label = TELL, "tell the class something"
