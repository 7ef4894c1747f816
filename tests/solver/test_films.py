"""The sentence of every frame against its scene, and films that are known word for word."""

import re
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import NotCoveredError, ask
from solver.teaching import film

from . import oracle
from .facts import FACTS, Frame, check_frame
from .sentences import Case, Game
from .test_sentences import WALKS

PARTIZAN = "partizan-kayles"
GOLDEN = Path(__file__).parent / "golden"
FILMS = {
    "r1": ("kayles", "4+3+1", "misere", None, "r1"),
    "r1-lost": ("kayles", "4+1+1", "misere", None, "r1"),
    "reduction": (PARTIZAN, "7+5+3", "misere", "left", "reduction"),
    "reduction-lost": (PARTIZAN, "6+5+3", "misere", "right", "reduction"),
    "reduction-silent": (PARTIZAN, "3", "misere", "left", "reduction"),
    "reduction-nobody": (PARTIZAN, "7+5+3", "misere", None, "reduction"),
    "nim-sum": ("nim", "7+5+3", "misere", None, "nim-sum"),
    "nim-values": ("kayles", "7+5+4", "normal", None, "nim-sum"),
    "nim-sum-lost": ("nim", "6+5+3", "misere", None, "nim-sum"),
    "nim-sum-moment": ("nim", "4+1+1", "misere", None, "nim-sum"),
    "safe-harbors": ("subtraction:3", "7+5+1", "misere", None, "safe-harbors"),
    "safe-harbors-lost": ("subtraction:3", "6+6+1+1", "misere", None, "safe-harbors"),
    "quotient": ("kayles", "5+4+1", "misere", None, "misere-quotient"),
    "quotient-lost": ("kayles", "5+4", "misere", None, "misere-quotient"),
    "exhaustive": ("kayles", "5+3", "misere", None, "exhaustive"),
    "exhaustive-lost": ("kayles", "4", "misere", None, "exhaustive"),
}


def frames(game, key, position, convention, player, theory):
    answer = film(ask(key, position, convention, player), theory=theory)
    plain = solver.analyse(key, position, convention, player, theory=theory)
    case = Case(game, plain, player)
    later = [*(step.scene for step in answer.steps[1:]), None]
    return [Frame(case, step, scene) for step, scene in zip(answer.steps, later, strict=True)]


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize(
    ("key", "options", "most", "rows", "largest", "theory"),
    WALKS,
    ids=[f"{walk[0][:18]} {walk[5]}" for walk in WALKS],
)
def test_every_frame_shows_what_it_says(key, options, most, rows, largest, theory, convention):
    game = Game(key, options, misere=convention == "misere", most=most)
    players = (None, "left", "right") if key == PARTIZAN else (None,)
    for sizes in combinations_with_replacement(range(largest + 1), min(rows, 3)):
        position = tuple(size for size in sizes if size)
        for player in players:
            try:
                told = frames(game, key, position, convention, player, theory)
            except NotCoveredError:
                continue
            for frame in told:
                check_frame(frame)


def test_a_heap_that_becomes_more_than_it_was_goes_as_a_whole():
    told = film(ask("heaps:{1:[[]],2:[[]],3:[[2,2]]}", "3+1", "misere"), theory="exhaustive")
    becoming = [step.scene for step in told.steps if str(step.scene.move) == "1>2+2"]
    [group] = becoming[0].groups
    assert (group.component, group.size, group.mark) == (0, 3, "taken")


class Solved(oracle.Oracle):
    """Who wins where search takes too long: as the theory itself says."""

    def __init__(self, key, options, *, misere, theory):
        super().__init__(options, misere)
        self.asked = partial(solver.analyse, key, theory=theory)

    def wins(self, position, player=None):
        convention = "misere" if self.misere else "normal"
        return self.asked(position, convention, player).to_move_wins


BOARDS = [
    ("nim", oracle.nim, 0, "nim-sum"),
    ("nim", oracle.nim, 0, "safe-harbors"),
    ("nim", oracle.nim, 0, "r1"),
    ("subtraction:3", oracle.takes(range(1, 4)), 3, "nim-sum"),
    ("subtraction:3", oracle.takes(range(1, 4)), 3, "safe-harbors"),
    ("subtraction:3", oracle.takes(range(1, 4)), 3, "r1"),
    ("subtraction:{2,5}", oracle.takes([2, 5]), 0, "r1"),
    ("kayles", oracle.kayles, 0, "nim-sum"),
    ("kayles", oracle.kayles, 0, "misere-quotient"),
    (PARTIZAN, oracle.partizan_kayles, 0, "reduction"),
]


@pytest.mark.parametrize(
    ("key", "options", "most", "theory"), BOARDS, ids=[f"{one[0]} {one[3]}" for one in BOARDS]
)
@settings(max_examples=25)
@given(
    position=st.lists(st.one_of(st.integers(1, 9), st.integers(1, 60)), min_size=1, max_size=12),
    twice=st.booleans(),
)
@pytest.mark.no_cover
def test_every_frame_of_a_board_of_twelve_rows_shows_what_it_says(
    key, options, most, theory, position, twice
):
    position = tuple(position[:6] * 2 if twice else position)
    for convention in ("misere", "normal"):
        game = Game(key, options, misere=convention == "misere", most=most)
        game.judge = Solved(key, options, misere=game.misere, theory=theory)
        for player in (None, "left", "right") if key == PARTIZAN else (None,):
            try:
                told = frames(game, key, position, convention, player, theory)
            except NotCoveredError:
                continue
            for frame in told:
                check_frame(frame)


LAW = re.compile(
    r"Every move |copies every move|other player makes (it|every column)|Once only one row"
)
TELLS_A_LAW = {
    "r1": ("The nim-sum is 0, and there is", "an odd number, and no trap or switch"),
    "nim-sum": ("has a partner", "remainder is 0", "The nim-sum is 0"),
    "below": ("Each row has its twin",),
}


@pytest.mark.parametrize(("theory", "heres"), TELLS_A_LAW.items(), ids=TELLS_A_LAW)
@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize("key", ["nim", "subtraction:3", "kayles", "octal:0.31"])
def test_why_a_sort_of_board_loses_is_told_once_and_first(key, convention, theory, heres):
    """The first frame that says *here* of a board has the law too, or a frame before it."""
    for sizes in combinations_with_replacement(range(6 if key == "nim" else 5), 3):
        try:
            steps = film(ask(key, [n for n in sizes if n], convention), theory=theory).steps
        except NotCoveredError:
            continue
        said = [
            sentence
            for step in steps
            if step.rule.endswith((":after", ":replied"))
            for sentence in re.split(r"(?<=\.) ", step.text)
            if LAW.search(sentence)
        ]
        assert len(said) == len(set(said)), (sizes, said)
        for here in heres:
            told = [
                number
                for number, step in enumerate(steps)
                if step.rule.endswith((":after", ":replied")) and here in step.text
            ]
            before = " ".join(step.text for step in steps[: told[0] + 1]) if told else ""
            assert not told or LAW.search(before), (sizes, before)


@pytest.mark.parametrize(
    ("key", "position", "theory", "said"),
    [
        ("kayles", "4+3+2", "r1", "is in case 3 and answers by taking 2 from row 1, leaving 2"),
        ("kayles", "4+3+2", "r1", "is in case 2 and answers by taking 1 from row 1, leaving 3"),
        ("nim", "2+2", "safe-harbors", "matches by taking 1 from row 1, leaving 1"),
        ("nim", "3+3", "safe-harbors", "the reply is to match"),
        ("nim", "5+4+1", "safe-harbors", "the reply is to match"),
        ("kayles", "4+3+1", "r1", "also wins"),
    ],
)
def test_what_was_false_in_a_film_is_not_said_again(key, position, theory, said):
    told = film(ask(key, position, "misere"), theory=theory).steps
    assert said not in " ".join(step.text for step in told)
    assert said not in [line.label for step in told for line in step.scene.tally]


def test_a_reply_of_r1_is_the_move_of_its_case():
    """The board of the fourteenth lesson: in case 3 the switch becomes a null or a gremlin."""
    steps = film(ask("kayles", "4+3+2", "misere"), theory="r1").steps
    replies = {step.title: step.text.partition("is in ")[2] for step in steps}
    assert replies["Take 1, leaving 1 and 1"] == (
        "case 3 and answers by taking 2 from row 4, leaving nothing."
    )


ENDS = ("after", "reply", "replied", "more")


def test_every_rule_of_a_film_has_a_checker():
    folder = Path(solver.__file__).parent
    source = "".join(
        path.read_text() for name in ("theories", "films") for path in (folder / name).glob("*.py")
    )
    keys = "nim-sum|safe-harbors|r1|quotient|reduction|exhaustive"
    written = set(re.findall(rf'f?"((?:{keys}):[a-z0-9{{}}-]+)"', source))
    cases = {f"r1:case-{number}" for number in range(1, 5)}
    ends = {f"{key}:{rule}" for key in keys.split("|") for rule in ENDS}
    folded = {"r1:case-{case}", "r1:why", "r1:others"}
    assert (written - folded) | cases | ends == set(FACTS)


@pytest.mark.parametrize(
    ("position", "player", "loser"),
    [("7+5+3", "left", "Right"), ("7+5+3", "right", "Left"), ("4+3+1", None, "the other player")],
)
def test_the_last_title_says_for_whom_the_board_is_lost(position, player, loser):
    asked = ask(PARTIZAN if player else "kayles", position, "misere", player)
    told = film(asked, theory="reduction" if player else "r1")
    assert told.steps[-1].title == f"Why {loser} loses"


def told(scene):
    """A scene as one line of text."""
    cells = [f"{g.component + 1}.{g.first}-{g.last} {g.label} {g.mark}" for g in scene.groups]
    links = [f"{one}~{other}" for one, other in scene.links]
    tags = [f"{tag.component + 1} {tag.text} {tag.mark}" for tag in scene.tags]
    tally = [" ".join(filter(None, (t.label, t.said))) for t in scene.tally]
    parts = {"groups": cells, "links": links, "tags": tags, "tally": tally}
    lines = [f"    {name}: {', '.join(said)}" for name, said in parts.items() if said]
    for shown in scene.options:
        lines += [
            f"    leaves {solver.format_position(card.leaves)}: "
            + ", ".join(filter(None, [card.value, card.verdict, "struck" * card.struck]))
            for card in shown.cards
        ]
        if shown.missing is not None:
            lines.append(f"    reached {list(shown.reached)}, missing {shown.missing}")
    return [*lines, *([f"    move: {scene.move}"] if scene.move else [])]


def written(key, position, convention, player, theory):
    """A film as text, a frame of a few lines after another."""
    lines = []
    for step in film(ask(key, position, convention, player), theory=theory).steps:
        lines += [f"{solver.format_position(step.scene.position)} [{step.rule}] {step.title}"]
        lines += [f"    {step.text}"]
        lines += told(step.scene)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", FILMS)
def test_a_film_that_was_looked_at_stays_as_it_is(name):
    assert written(*FILMS[name]) == (GOLDEN / f"{name}.txt").read_text()


def test_every_golden_film_is_asked_for():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(FILMS)
