"""A room lesson with a part of every kind, for the tests."""

from __future__ import annotations

from games.teach.live.rooms.opening import open_room

from .room_lessons import room_lesson

LESSON = """
slug: every-kind
order: 1
title: Every kind of part
about: One of each.
audience: Anybody.
needs: A phone.
minutes: 20
theory: below
parts:
  - kind: tell
    title: A box of lights
    minutes: 2
    text: Say who wins.
    expect: Silence.
    ruleset: subtraction:3
    position: "12"
    convention: normal
  - kind: predict
    title: Four left
    minutes: 3
    text: Answer on your own.
    expect: Most are right.
    stuck: Play it.
    after: Write down 4.
    ruleset: subtraction:3
    position: "4"
    convention: normal
  - kind: move
    title: Seven lights
    minutes: 3
    text: Make the move that wins.
    expect: Quiet.
    ruleset: subtraction:3
    position: "7"
    convention: normal
    feedback:
      "1>6": They take one.
  - kind: film
    title: Why four
    minutes: 2
    text: Watch.
    ruleset: subtraction:3
    position: "4"
    convention: normal
    theory: safe-harbors
  - kind: solo
    title: Against Learner
    minutes: 3
    text: Play alone.
    ruleset: subtraction:3
    position: "6"
    convention: normal
    opponent: learner
  - kind: neighbours
    title: Two and two
    minutes: 4
    text: Play your partner.
    ruleset: subtraction:3
    position: "5"
    convention: misere
    rounds: 2
  - kind: perfect
    title: The class against Perfect
    minutes: 3
    text: All of you together.
    ruleset: subtraction:3
    position: "5"
    convention: normal
    seconds: 20
"""


def lesson_room(owner, classroom=None, text=LESSON):
    """A room of *owner* that runs it."""
    return running(owner, room_lesson(text), classroom)


def running(owner, lesson, classroom=None):
    """A room of *owner* that runs *lesson*."""
    told = lesson.told
    return open_room(
        owner,
        [part.asked for part in told],
        lesson.title,
        classroom,
        notes=[part.notes for part in told],
        parts=[part.content for part in told],
        theory=lesson.theory,
    )
