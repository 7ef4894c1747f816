"""Everybody watches a film about the position."""

from __future__ import annotations

from collections.abc import Iterator

from games.teach.live.lessons.lesson_parts import THEORY, LessonPart, PartKind, explained_by


class WatchFilm(PartKind):
    key, label = "film", "show a film"
    shapes = THEORY
    needs_position = True
    is_film = True

    def words(self, part: LessonPart) -> str:
        return "Watch a film"

    def terms(self, part: LessonPart, theory: str) -> Iterator[str]:
        return explained_by(theory)
