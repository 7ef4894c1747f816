"""Films against the contract of a scene, as a reader of the command line's JSON sees it."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Convention, NotCoveredError, Player, ask, film
from solver.films import FILMS
from solver.films.frames import MAX_FRAMES, MAX_SORTS

from . import oracle
from .test_theories import GAMES

MARKS = {"plain", "lit", "paired", "faded", "taken", "left", "focus"}
LISTS = {"position", "groups", "links", "tags", "tally", "move"}
SIZES = st.one_of(st.integers(1, 9), st.integers(1, 60))
ENDINGS = tuple(Convention)


def as_json(key, position, convention="misere", player=None, theory=None):
    question = ask(key, position, convention, player)
    return json.loads(json.dumps(film(question, theory=theory).as_json()))


def scenes(answer):
    return [step["scene"] for step in answer["steps"]]


def made(position, move):
    row, _, becomes = move.partition(">")
    parts = [] if becomes == "0" else list(map(int, becomes.split("+")))
    return position[: int(row) - 1] + parts + position[int(row) :]


def size(group):
    return group["last"] - group["first"] + 1


def rows(scene):
    """The groups of each row, in order of its cells."""
    return [
        sorted((g for g in scene["groups"] if g["component"] == row), key=lambda g: g["first"])
        for row in range(len(scene["position"]))
    ]


def cuts(scene):
    """The sizes of each row's groups, where the groups are all of the row."""
    found = [[size(group) for group in groups] for groups in rows(scene)]
    return found if [sum(sizes) for sizes in found] == scene["position"] else None


def check_scene(scene):
    assert set(scene) == LISTS
    assert all(isinstance(one, int) and one > 0 for one in scene["position"])
    ids = [group["id"] for group in scene["groups"]]
    assert len(ids) == len(set(ids))
    for cells, groups in zip(scene["position"], rows(scene), strict=True):
        assert all(0 <= group["first"] <= group["last"] < cells for group in groups)
        assert all(one["last"] < other["first"] for one, other in pairwise(groups))
    assert sum(map(len, rows(scene))) == len(ids)
    linked = [name for link in scene["links"] for name in link]
    assert set(linked) <= set(ids)
    assert len(linked) == len(set(linked))
    assert {group["mark"] for group in scene["groups"]} <= MARKS
    assert {tag["mark"] for tag in scene["tags"]} <= MARKS
    assert all(0 <= tag["component"] < len(scene["position"]) for tag in scene["tags"])
    assert all(tag["text"] for tag in scene["tags"])
    assert all(line["label"] for line in scene["tally"])


def check_film(answer, wins=None):
    """Everything that holds of the film of any theory. *wins* says who wins a position."""
    frames = scenes(answer)
    assert all(frames)
    for scene in frames:
        check_scene(scene)
    start = answer["position"]
    assert frames[0]["position"] == start
    for scene, following in pairwise(frames):
        if scene["move"]:
            assert following["position"] == made(scene["position"], scene["move"])
    assert frames[-1]["move"] is None
    replies = [n for n, step in enumerate(answer["steps"]) if step["rule"].endswith(":reply")]
    assert len(replies) <= MAX_SORTS
    assert (replies[0] if replies else len(frames)) <= MAX_FRAMES
    stuck = len(frames) == 1
    if answer["to_move_wins"] is None or stuck:
        assert all(scene["move"] is None for scene in frames)
    elif answer["to_move_wins"]:
        assert answer["preferred"]
        marks = [n for n, scene in enumerate(frames) if scene["move"] == answer["preferred"]]
        assert [frames[n]["position"] for n in marks] == [start]
        assert made(start, answer["preferred"]) in [scene["position"] for scene in frames]
    else:
        check_replies(answer, replies, wins)


def check_replies(answer, replies, wins):
    """One move of each sort, and after the answer to it the position is lost again."""
    frames, start = scenes(answer), answer["position"]
    assert replies
    for number in replies:
        facts, scene = answer["steps"][number]["data"], frames[number]
        assert scene["position"] == made(start, facts["move"])
        assert scene["move"] == facts["reply"]
        assert scene["tally"] == [] or scene["tally"]
        if wins and facts["reply"]:
            assert not wins(made(scene["position"], facts["reply"]))
        elif wins:
            assert wins(scene["position"])


def says_it_is_drawn(key, position, convention, player, theory, wins=None):
    try:
        answer = as_json(key, position, convention, player, theory)
    except NotCoveredError:
        return None
    check_film(answer, wins)
    THEORY.get(theory, lambda answer: None)(answer)
    return answer


def powers(value):
    return [1 << bit for bit in reversed(range(8)) if value >> bit & 1]


def check_nim_sum(answer):
    if answer["ruleset"] != "nim" or len(answer["steps"]) == 1:
        return
    frames = scenes(answer)
    position = answer["position"]
    assert any(cuts(scene) == [powers(one) for one in position] for scene in frames)
    linking = [s for s in frames if s["position"] == position and is_paired(s)]
    assert linking
    rest = {size(group) for group in unlinked(linking[0])}
    total = 0
    for one in position:
        total ^= one
    assert sum(rest) == total


def unlinked(scene):
    linked = {name for link in scene["links"] for name in link}
    return [group for group in scene["groups"] if group["id"] not in linked]


def is_paired(scene):
    named = {group["id"]: group for group in scene["groups"]}
    pairs = [(named[one], named[other]) for one, other in scene["links"]]
    sizes = [size(group) for group in unlinked(scene)]
    return (
        cuts(scene) is not None
        and len(sizes) == len(set(sizes))
        and all(size(one) == size(other) for one, other in pairs)
        and all(one["component"] != other["component"] for one, other in pairs)
    )


THEORY = {"nim-sum": check_nim_sum}
PLAYERS = {"partizan-kayles": (None, *Player)}
PARTIZAN = ("partizan-kayles", oracle.partizan_kayles, 8)


@pytest.mark.parametrize("theory", FILMS)
@pytest.mark.parametrize(
    ("key", "options", "largest"), [*GAMES, PARTIZAN], ids=lambda v: str(v)[:20]
)
@given(data=st.data())
def test_every_film_of_a_small_position_keeps_the_contract(key, options, largest, theory, data):
    position = data.draw(st.lists(st.integers(1, largest), max_size=3))
    for convention in ENDINGS:
        judge = oracle.Oracle(options, misere=convention is Convention.MISERE)
        for player in PLAYERS.get(key, (None,)):
            mover = player.value if player else None

            def wins(left, judge=judge, mover=mover):
                return judge.wins(tuple(left), mover)

            says_it_is_drawn(key, position, convention, player, theory, wins)
