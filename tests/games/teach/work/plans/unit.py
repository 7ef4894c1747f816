"""A unit plan of two assignments as a file of the course."""

from __future__ import annotations

from pathlib import Path

from ....learn.lessons.lessons import lesson

UNIT = """
- slug: a-unit
  title: A unit
  track: rows
  about: Two weeks.
  assignments:
    - title: Week one
      aim: To look back.
      opens_day: 0
      due_day: 4
      items: [lesson a-lesson, nim 1+2+4 misere]
    - title: A check
      aim: To see.
      mode: check
      minutes: 20
      opens_day: 7
      closes_day: 11
      closes_time: "12:30"
      items: [nim 3+5+6 normal who, "kayles 4 misere"]
"""


def written(folder: Path) -> Path:
    """The folder with the file in it; the lesson that it names is stored."""
    lesson()
    (folder / "plans").mkdir()
    (folder / "plans" / "rows.yaml").write_text(UNIT)
    return folder
