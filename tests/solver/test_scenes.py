"""Films against the contract of a scene, as a reader of the command line's JSON sees it."""

import json
import sys
from functools import _lru_cache_wrapper
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Budget, Convention, NotCoveredError, Player, analyse, ask
from solver import answer as solved
from solver.budget import STEPS
from solver.commands.command_line import answer_lines
from solver.films import FILMS
from solver.films import FILMS as KINDS
from solver.films.frames import MAX_FRAMES
from solver.pool import Pooled
from solver.teaching import Scene, film

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
    assert set(scene) - {"heaps"} == LISTS
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
    """Everything that holds of the film of any theory.

    *wins* says whether the player to move wins a position, so many moves from the start.
    """
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
    more = [n for n, step in enumerate(answer["steps"]) if step["rule"].endswith(":more")]
    assert more in ([], [len(frames) - 1])
    shown = KINDS[answer["theory"]].most_sorts
    # A single other sort is answered too.
    assert len(replies) == shown if more else len(replies) <= shown + 1
    assert (replies[0] if replies else len(frames)) <= MAX_FRAMES
    stuck = len(frames) == 1
    if answer["to_move_wins"] is None or stuck:
        assert all(scene["move"] is None for scene in frames)
    elif answer["to_move_wins"]:
        assert answer["preferred"]
        marks = [scene["position"] for scene in frames if scene["move"]]
        assert marks[0] == start
        assert start not in marks[1:]
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
        if wins and facts["reply"]:
            assert not wins(made(scene["position"], facts["reply"]), 2)
        elif wins:
            assert wins(scene["position"], 1)


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


def check_harbors(answer):
    if len(answer["steps"]) == 1:
        return
    divisor = answer["components"][0]["divisor"]
    wanted = [
        [divisor] * (one // divisor) + ([one % divisor] if one % divisor else [])
        for one in answer["position"]
    ]
    assert any(cuts(scene) == wanted for scene in scenes(answer))


def tagged(answer, words):
    """Whether a frame has exactly one tag a component, these."""
    wanted = list(enumerate(words))
    return any(
        [(tag["component"], tag["text"]) for tag in scene["tags"]] == wanted
        for scene in scenes(answer)
    )


def check_r1(answer):
    if len(answer["steps"]) == 1:
        return
    assert tagged(answer, [facts["kind"] for facts in answer["components"]])
    [case] = [s for s in answer["steps"] if s["rule"].startswith(("r1:case", "r1:lost"))]
    [line] = [line for line in case["scene"]["tally"] if line["label"] == "case"]
    assert line["value"] == case["data"]["case"]
    reasons = [line for line in case["scene"]["tally"] if line["label"].startswith("case ")]
    assert len(reasons) == 3 + (line["value"] == 0)
    assert all(reason["verdict"] for reason in reasons)


def check_quotient(answer):
    if len(answer["steps"]) == 1:
        return
    assert tagged(answer, [facts["element"] for facts in answer["components"]])
    product = next(s for s in answer["steps"] if s["rule"] == "quotient:product")["data"]
    lines = [line for scene in scenes(answer) for line in scene["tally"]]
    assert product["product"] in [one["value"] for one in lines if one["label"] == "product"]
    lost = {one["value"] for one in lines if one["verdict"] == "lost for the player to move"}
    won = {one["value"] for one in lines if one["verdict"] == "won for the player to move"}
    assert not lost & won


def check_reduction(answer):
    if len(answer["steps"]) == 1:
        return
    frames = [scene for scene in scenes(answer) if scene["position"] == answer["position"]]
    counts = [(one["s1"], one["s2"]) for one in answer["components"]]
    assert any(
        cuts(scene) and [(row.count(1), row.count(2)) for row in cuts(scene)] == counts
        for scene in frames
    )
    assert any(is_cancelled(scene) for scene in frames)


def is_cancelled(scene):
    named = {group["id"]: size(group) for group in scene["groups"]}
    pairs = [{named[one], named[other]} for one, other in scene["links"]]
    left = {size(group) for group in unlinked(scene)}
    return bool(cuts(scene)) and all(pair == {1, 2} for pair in pairs) and len(left) < 2


THEORY = {
    "nim-sum": check_nim_sum,
    "safe-harbors": check_harbors,
    "r1": check_r1,
    "misere-quotient": check_quotient,
    "reduction": check_reduction,
}
PLAYERS = {"partizan-kayles": (None, *Player)}
IDS = [*(game[0][:20] for game in GAMES), "partizan-kayles"]
PARTIZAN = ("partizan-kayles", oracle.partizan_kayles, 8)


@pytest.mark.parametrize("theory", FILMS)
@pytest.mark.parametrize(("key", "options", "largest"), [*GAMES, PARTIZAN], ids=IDS)
@settings(max_examples=25)
@given(data=st.data())
@pytest.mark.no_cover
def test_every_film_of_a_small_position_keeps_the_contract(key, options, largest, theory, data):
    position = data.draw(st.lists(st.integers(1, largest), max_size=3))
    for convention in ENDINGS:
        judge = oracle.Oracle(options, misere=convention is Convention.MISERE)
        for player in PLAYERS.get(key, (None,)):
            movers = (player.value, player.other.value) if player else (None, None)

            def wins(left, plies, judge=judge, movers=movers):
                return judge.wins(tuple(left), movers[plies % 2])

            says_it_is_drawn(key, position, convention, player, theory, wins)


RULES = [
    ("nim", ("nim-sum", "safe-harbors", "r1")),
    ("subtraction:1", ("nim-sum", "safe-harbors", "r1", "misere-quotient")),
    ("subtraction:5", ("nim-sum", "safe-harbors", "r1", "misere-quotient")),
    ("subtraction:{2,5}", ("nim-sum", "r1", "misere-quotient")),
    ("kayles", ("nim-sum", "misere-quotient")),
    ("octal:0.137", ("nim-sum",)),
    ("partizan-kayles", ("reduction",)),
]


@pytest.mark.parametrize(("key", "theory"), [(key, one) for key, all_of in RULES for one in all_of])
@settings(max_examples=25)
@given(position=st.lists(SIZES, max_size=12))
def test_every_film_of_a_board_of_twelve_rows_keeps_the_contract(key, theory, position):
    for convention in ENDINGS:
        for player in PLAYERS.get(key, (None,)):

            def wins(left, plies, convention=convention, player=player):
                mover = player.other if player and plies % 2 else player
                return analyse(key, left, convention, mover, theory=theory).to_move_wins

            says_it_is_drawn(key, position, convention, player, theory, wins)


@pytest.mark.parametrize("theory", FILMS)
@pytest.mark.parametrize(
    ("key", "player"), [("nim", None), ("kayles", None), (PARTIZAN[0], "left")]
)
def test_an_empty_board_is_one_frame(key, player, theory):
    for convention in ENDINGS:
        for mover in (player, None):
            answer = says_it_is_drawn(key, [], convention, Player.parse(mover), theory)
            assert answer is None or len(answer["steps"]) == 1


@pytest.mark.parametrize("position", [[1] * 13, [61], [60] * 12])
def test_a_board_too_large_to_draw_is_told_in_sentences_alone(position):
    answer = as_json("nim", position)
    is_drawn = position == [60] * 12
    assert all((scene is not None) is is_drawn for scene in scenes(answer))
    plain = analyse("nim", position).as_json()["steps"]
    assert is_drawn or answer["steps"] == plain


def test_an_answer_without_a_film_has_no_scenes():
    plain = analyse("nim", "7+5+3")
    assert all(step.scene is None for step in plain.steps)
    assert [step.rule for step in plain.steps if ":reply" in step.rule] == []


@pytest.mark.parametrize("position", [[60, 60], [60, 39, 27], [32, 17, 49], [33, 18, 51]])
def test_every_sort_of_move_from_a_lost_board_of_nim_is_answered(position):
    """For each power of two that rows fall into there are moves of which it is the largest group
    broken: one of them is answered."""
    answer = as_json("nim", position, theory="nim-sum")
    assert answer["to_move_wins"] is False
    broken = set()
    for step in answer["steps"]:
        if step["rule"] == "nim-sum:reply":
            row, left = step["data"]["move"].split(">")
            broken.add((position[int(row) - 1] ^ int(left)).bit_length())
    assert broken == {power.bit_length() for size in position for power in powers(size)}


@pytest.mark.parametrize("position", [[9, 9], [8, 4, 12], [2, 9, 11]])
def test_search_answers_every_number_that_may_be_taken(position):
    answer = as_json("nim", position, theory="exhaustive")
    assert answer["to_move_wins"] is False
    replies = [step["data"] for step in answer["steps"] if step["rule"] == "exhaustive:reply"]
    moves = [data["move"].split(">") for data in replies]
    taken = {position[int(row) - 1] - int(left) for row, left in moves}
    assert taken == set(range(1, max(position) + 1))


def test_sorts_of_move_that_are_not_shown_are_counted():
    answer = as_json("kayles", [1, 1, 4, 9, 28], theory="misere-quotient")
    last = answer["steps"][-1]
    assert last["text"] == "There is also an answer to 7 more sorts of move, not shown here."
    assert last["scene"]["position"] == [1, 1, 4, 9, 28]
    assert film(ask("kayles", [1, 1, 4, 9, 28]), theory="misere-quotient").steps[-1].is_proof


def test_a_query_line_is_answered_with_scenes():
    query = {"ruleset": "kayles", "position": "4+3+1", "theory": "r1"}
    [line] = answer_lines([json.dumps(query).encode()])
    answer = json.loads(line)
    check_film(answer)
    assert answer["preferred"] == "2>1"
    assert [4, 1, 1] in [scene["position"] for scene in scenes(answer)]


@pytest.mark.parametrize(("key", "theory"), [(key, one) for key, all_of in RULES for one in all_of])
@settings(max_examples=25)
@given(position=st.lists(SIZES, max_size=12))
def test_only_the_proof_at_the_end_of_a_film_folds(key, theory, position):
    for player in PLAYERS.get(key, (None,)):
        try:
            steps = film(ask(key, position, "misere", player), theory=theory).steps
        except NotCoveredError:
            continue
        folds = [step.is_proof for step in steps]
        assert folds == sorted(folds)
        assert folds.count(False) <= MAX_FRAMES


CHEAP = 8
"""Steps that a film may cost at any rate: a small part of what one position is worth."""


def forget():
    """Lose what this process has computed, so that whatever is asked next is paid for in full."""
    for name, module in list(sys.modules.items()):
        if name.startswith("solver.") and name != "solver.quotients.shipped":  # a file, read
            for kept in vars(module).values():
                if isinstance(kept, _lru_cache_wrapper | Pooled):
                    kept.cache_clear()


@pytest.mark.parametrize(("key", "theory"), [(key, one) for key, all_of in RULES for one in all_of])
@settings(max_examples=25)
@given(position=st.lists(SIZES, max_size=12))
@pytest.mark.no_cover
def test_a_film_costs_at_most_twice_its_analysis(key, theory, position):
    for convention in ENDINGS:
        for player in PLAYERS.get(key, (None,)):
            forget()
            plain = ask(key, position, convention, player)
            try:
                solved(plain, theory=theory)
            except NotCoveredError:
                continue
            forget()
            filmed = ask(key, position, convention, player)
            film(filmed, theory=theory)
            assert filmed.budget.spent <= 2 * plain.budget.spent + CHEAP


@pytest.mark.parametrize("key", ["kayles", "nim", "partizan-kayles"])
@settings(max_examples=25)
@given(position=st.lists(st.integers(1, 7), max_size=4))
def test_a_film_of_a_search_costs_at_most_twice_the_search(key, position):
    for player in PLAYERS.get(key, (None,)):
        plain, filmed = (ask(key, position, "misere", player) for _ in range(2))
        solved(plain, theory="exhaustive")
        film(filmed, theory="exhaustive")
        assert filmed.budget.spent <= 2 * plain.budget.spent + CHEAP


def test_a_budget_that_is_spent_leaves_the_sentences_beside_the_board():
    plain = ask("kayles", "4+4+1+5+5")
    told = [step.text for step in solved(plain, theory="exhaustive").steps]
    enough = -(-plain.budget.spent // STEPS)
    answer = film(ask("kayles", "4+4+1+5+5", budget=enough), theory="exhaustive")
    assert [step.text for step in answer.steps] == told
    assert all(step.scene == Scene((4, 4, 1, 5, 5)) for step in answer.steps)
    assert all(step.title for step in answer.steps)


def test_search_goes_on_with_what_the_analysis_met():
    """What the film of a lost position adds to the cost of its analysis is small."""
    plain, filmed = (ask("kayles", "4+4+1+5+5", budget=Budget()) for _ in range(2))
    solved(plain, theory="exhaustive")
    film(filmed, theory="exhaustive")
    assert filmed.budget.spent < 1.2 * plain.budget.spent
