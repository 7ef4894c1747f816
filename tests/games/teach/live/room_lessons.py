"""A room lesson of three parts, for the tests."""

from __future__ import annotations

from games.teach.live.lessons.room_lesson_files import RoomLessonFiles

LESSON = """
slug: two-matches
order: 1
title: Two matches
about: A short one.
audience: Anybody.
needs: Two matches.
minutes: 10
parts:
  - kind: tell
    title: The rule
    minutes: 2
    text: |
      Take as many as you like,
      from one row.
    ruleset: nim
    position: "1+2"
    convention: misere
    claims:
      - {outcome: N}
  - kind: move
    title: One and two
    minutes: 5
    text: Make the move that wins.
    ruleset: nim
    position: "1+1+2"
    convention: misere
    expect: Some take both.
    feedback:
      even-ones: They leave two ones.
      "1>0": They tidy up.
    stuck: Count the ones of 1 + 1.
    after: One is left, and it is not yours.
    claims:
      - {position: "1+1", outcome: N}
  - kind: neighbours
    title: Now the two of you
    minutes: 3
    text: Play it twice.
    ruleset: nim
    position: "1+2+3"
    convention: misere
"""


def room_lesson(text=LESSON):
    """It in the database."""
    files = RoomLessonFiles()
    return files.write(files.read_text(text, "two.yaml"), note="First.")
