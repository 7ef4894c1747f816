"""Proofs written in sentences: put in order on a page, and every order of every proof judged."""

import copy
import re
from itertools import permutations

import pytest

from games.content.reading import as_yaml
from games.learn.lessons.checks import check_step
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Step, StepAttempt, StepRecord
from games.learn.lessons.schema import read_step
from games.questions.guessing import chance
from games.questions.shown_question import ShownQuestion
from tests.solver import oracle

from .curation import LESSONS, new, press, problems, shown
from .lessons import give, lesson, step
from .test_every_wrong_answer import game_of, rows_of
from .test_proofs import text_of

pytestmark = pytest.mark.django_db

PAIRS = {
    "kind": "order",
    "title": "Copy her",
    "text": "Number them.",
    "ruleset": "nim",
    "convention": "normal",
    "sentences": [
        {"name": "move", "says": "She breaks one pair."},
        {"name": "copy", "says": "You do the same to its twin.", "needs": ["move"]},
        {"name": "ends", "says": "The game ends."},
        {
            "name": "last",
            "says": "So you move last.",
            "needs": ["copy", "ends"],
            "light": "back",
        },
    ],
    "otherwise": "Look at the word “so”.",
    "after": "That's the whole proof.",
}
NUMBERED = {"move": 1, "copy": 2, "ends": 3, "last": 4}
COURSE = {
    f"{slug}, {one['title']}": Step.of(one)
    for slug, content in ((c["slug"], c) for c in LessonFiles().read().values())
    for one in content["steps"]
    if one["kind"] == "order"
}


def numbers(**given):
    return {"number": [f"{name}.{number}" if number else "" for name, number in given.items()]}


def test_a_right_order_writes_the_proof_out_and_any_other_right_order_does_too(visitor):
    found = step(lesson(PAIRS), 1)
    for order in (NUMBERED, {"ends": 1, "move": 2, "copy": 3, "last": 4}):
        page = give(visitor, found, **numbers(**order))
        text = text_of(page)
        assert "✓ The proof stands." in text
        assert "Every sentence comes after the ones it needs." in text
        assert "Always a move back: on. So you move last." in text
        assert "That's the whole proof." in text
        written = page.content.decode().partition('class="plain-steps"')[2].partition("</ol>")[0]
        says = {one["name"]: one["says"] for one in PAIRS["sentences"]}
        places = [written.index(says[name]) for name in sorted(order, key=order.get)]
        assert places == sorted(places)
    assert {attempt.answer for attempt in StepAttempt.objects.all()} == {
        "move;copy;ends;last",
        "ends;move;copy;last",
    }
    assert StepRecord.objects.get().done_at


def test_a_wrong_order_is_answered_by_the_sentence_that_is_missing(visitor):
    found = step(lesson(PAIRS), 1)
    page = give(visitor, found, **numbers(move=4, copy=2, ends=1, last=3))
    text = text_of(page)
    assert "Not yet. Sentence 2 comes too early." in text
    assert "“You do the same to its twin.” needs this first: “She breaks one pair.”" in text
    assert "Always a move back: off. Something this part rests on comes too late." in text
    assert b'<option value="copy.2" selected>' in page.content
    assert "plain-steps" not in page.content.decode()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "Give each sentence a number. 4 sentences still need one."),
        (NUMBERED | {"last": 0}, "Give each sentence a number. 1 sentence still needs one."),
        (NUMBERED | {"last": 3}, "Two sentences have the number 3. Give each its own."),
    ],
)
def test_numbers_that_are_no_order_are_refused_in_a_sentence_and_stay(visitor, given, sentence):
    found = step(lesson(PAIRS), 1)
    page = give(visitor, found, **numbers(**given))
    assert sentence in text_of(page)
    for name, number in given.items():
        chosen = f'<option value="{name}.{number}" selected>' in page.content.decode()
        assert chosen is bool(number)
    assert not StepAttempt.objects.exists()


def test_the_form_never_offers_the_sentences_in_a_right_order(visitor):
    task = ShownQuestion(Step.of(PAIRS))
    says = {one["says"]: one["name"] for one in PAIRS["sentences"]}
    offered = [says[one.says] for one in task.parts]
    assert not task.asking.grade(task, ";".join(offered)).correct
    assert [one.says for one in task.parts] == [
        one.says for one in ShownQuestion(Step.of(PAIRS)).parts
    ]


@pytest.mark.parametrize("found", COURSE.values(), ids=COURSE)
def test_every_order_of_every_proof_is_judged_by_what_its_sentences_need(found):
    task = ShownQuestion(found)
    needs = {one["name"]: one.get("needs", []) for one in found.extra["sentences"]}
    says = {one["name"]: one["says"] for one in found.extra["sentences"]}
    right = 0
    for order in permutations(needs):
        verdict = task.asking.grade(task, ";".join(order))
        gaps = [
            (name, [one for one in needs[name] if one not in order[:place]])
            for place, name in enumerate(order)
        ]
        gaps = [(name, missing) for name, missing in gaps if missing]
        assert verdict.correct is not bool(gaps)
        right += verdict.correct
        if gaps:
            name, missing = gaps[0]
            told = f"“{says[name]}” needs this first: “{says[missing[0]]}”"
            assert verdict.refutation == told
        else:
            assert all(light.is_on for light in verdict.proof.lights)
    every = len(list(permutations(needs)))
    assert chance(found) == pytest.approx(right / every)
    assert right * 20 < every, "a guess is right too often"


@pytest.mark.parametrize("found", COURSE.values(), ids=COURSE)
def test_every_proof_of_the_course_shows_what_it_finishes(found):
    task = ShownQuestion(found)
    lights = task.asking.grade(task, task.asking.right(task)).proof.lights
    names = [light.name for light in lights]
    assert names in (
        [],  # a strategy against every reply
        ["No move inside"],
        ["Always a move back"],
        ["No move inside", "Always a move back"],
        ["The start of the induction", "The step of the induction"],
    )
    assert all(light.is_on for light in lights)


def test_what_a_file_says_of_a_proof_is_kept_and_fits():
    found = []
    assert read_step(copy.deepcopy(PAIRS), found) == PAIRS
    assert found == []
    assert Step.of(PAIRS).content == PAIRS
    assert as_yaml(PAIRS)
    assert check_step(PAIRS, []) == []


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        (lambda s: s.clear(), "at least three sentences are needed"),
        (lambda s: s[0].update(name="copy"), "the name copy appears twice"),
        (lambda s: s[0].update(needs=["last"]), "move needs last, which does not come before it"),
        (lambda s: s[1].update(needs=["lost"]), "copy needs lost, which does not come before it"),
        (
            lambda s: (s[1].pop("needs"), s[3].pop("needs")),
            "24 of 24 orders are right: say which sentence needs which",
        ),
    ],
)
def test_sentences_that_are_no_proof_are_refused(change, finding):
    content = copy.deepcopy(PAIRS)
    change(content["sentences"])
    [problem] = check_step(content, [])
    assert finding in problem


def test_a_sentence_without_words_or_a_name_is_no_sentence():
    for key in ("name", "says"):
        content, found = copy.deepcopy(PAIRS), []
        del content["sentences"][0][key]
        read_step(content, found)
        assert found == [f"sentences: {key} is missing"]
    found = check_step({key: PAIRS[key] for key in PAIRS if key != "sentences"}, [])
    assert found == ["sentences is missing"]


def test_a_proof_is_written_at_the_desk_as_in_a_file(curator):
    typed = {"kind": "order", "title": "Copy her", "text": "Number them.", "ruleset": "nim"}
    page = new(curator, typed | {"convention": "normal"}, do="open:new-1")
    for place, one in enumerate(PAIRS["sentences"][:3]):
        needs = [["move"], ["copy"]][place - 1] if place else []
        fields = {"name": one["name"], "says": one["says"], "needs": ", ".join(needs)}
        fields = {f"open-sentences-{place}-{key}": value for key, value in fields.items()}
        page = press(curator, page, **fields, do="")
    response = curator.post(f"{LESSONS}add/", shown(page))
    assert response.status_code == 302, problems(response)
    assert Lesson.objects.get().content["steps"][0]["sentences"] == [
        {"name": "move", "says": "She breaks one pair."},
        {"name": "copy", "says": "You do the same to its twin.", "needs": ["move"]},
        {"name": "ends", "says": "The game ends.", "needs": ["copy"]},
    ]


def test_a_preview_judges_an_order_and_keeps_nothing(curator):
    lesson(PAIRS, state="draft")
    page = curator.post("/learn/a-lesson/1/preview/", numbers(**NUMBERED))
    assert "The proof stands." in text_of(page)
    assert not StepAttempt.objects.exists()


# --- which sentence fails --------------------------------------------------------------------

DIVISOR = {
    "kind": "fails",
    "title": "The wrong divisor",
    "text": "Which one?",
    "ruleset": "subtraction:5",
    "convention": "normal",
    "within": {"rows": 1, "largest": 8},
    "sentences": [
        {
            "name": "inside",
            "says": "No move leads from 0, 5, 10, … to 0, 5, 10, …",
            "check": {"from": {"total": "0 mod 5"}, "never": {"total": "0 mod 5"}},
        },
        {
            "name": "empty",
            "says": "On the empty board you have lost.",
            "check": {"from": {"rows": 0}, "mover": "loses"},
        },
        {"name": "end", "says": "So you lose at 5.", "needs": ["inside", "empty"]},
    ],
    "otherwise": "Try 5.",
    "after": "You can take all five.",
}
FAILS = {
    f"{slug}, {one['title']}": Step.of(one)
    for slug, content in ((c["slug"], c) for c in LessonFiles().read().values())
    for one in content["steps"]
    if one["kind"] == "fails"
}
BROKEN = {
    "two-rows, Where the proof fails": "nobody can move, and whoever cannot move wins.",
    "frames, The wrong divisor": "From 6 you can leave 1.",
    "why-it-works, What a maximum breaks": "From 4 you can only leave 3, 2 or 1.",
    "marienbad, With a maximum of two": "From 4 you can only leave 3 or 2.",
    "kayles, Pins instead of values": "From 1 + 4 you can only leave",
    "the-gremlin, The same proof, with the split": "From 1 + 4 you can leave 1 + 1 + 1.",
    "where-r1-breaks, Which case has no move?": "From 1 + 5 you can only leave",
    "a-square-in-hand, Lemma 2, if the last move wins": "Left can win 1 + 2, but not by leaving 2.",
    "squares-and-dominoes, Theorem 1, if the last move wins": (
        "If Right starts, Left loses 2, because he leaves the empty board. She wins 1 + 1."
    ),
    "winning-strips, Theorem 3, if the last move wins": (
        "At 1 Right cannot move, and whoever cannot move loses."
    ),
    "an-inverse, Corollary 4, if the last move wins": "Left can win 1 + 2, but not by leaving 2.",
}
OF_STRIPS = [name for name in FAILS if FAILS[name].ruleset == "partizan-kayles"]


def test_the_sentence_that_fails_comes_with_the_board_that_breaks_it(visitor):
    found = step(lesson(DIVISOR), 1)
    page = text_of(visitor.get(found.get_absolute_url()))
    assert "We test your sentence on every position with one row of up to 8." in page
    page = text_of(give(visitor, found, choice="empty"))
    assert "Not this one. You said: “On the empty board you have lost.”" in page
    assert "with one row of up to 8, and it holds." in page
    page = text_of(give(visitor, found, choice="end"))
    assert "It would follow from “No move leads from 0, 5, 10, … to 0, 5, 10, …” and" in page
    page = text_of(give(visitor, found, choice="inside"))
    assert "That sentence fails." in page
    assert "From 5 you can leave the empty board." in page
    assert "A row of 5." in page
    assert "You can take all five." in page


def test_the_course_has_six_and_more_and_each_is_listed():
    assert set(FAILS) == set(BROKEN)
    assert len(FAILS) >= 6


@pytest.mark.parametrize("name", FAILS)
def test_what_breaks_a_sentence_is_a_position_of_the_game(name):
    """An independent search finds the same moves, and that the proof ends in a false sentence."""
    found = FAILS[name]
    task = ShownQuestion(found)
    verdict = task.asking.grade(task, task.asking.right(task))
    assert verdict.correct
    assert BROKEN[name] in verdict.truth
    told = verdict.truth.rpartition("” ")[2]
    if not told.startswith("From"):
        assert name == "two-rows, Where the proof fails" or name in OF_STRIPS
        return
    assert verdict.proof.shots
    start, _, left = re.fullmatch(r"From (.*) you can (only leave|leave) (.*)\.", told).groups()
    game, board = game_of(found.ruleset, found.convention), rows_of(start)
    reached = {game.after(board, move) for move in game.moves(board)}
    named = {rows_of(one) for one in re.split(", | or ", left)}
    assert named == reached if "only" in told else named < reached


@pytest.mark.parametrize("name", OF_STRIPS)
def test_what_breaks_a_theorem_of_strips_is_on_the_board_and_breaks_it_by_search(name):
    """The board is drawn, and it is won and lost as the sentence says; where the last one loses
    every sentence stands."""
    found = FAILS[name]
    task = ShownQuestion(found)
    verdict = task.asking.grade(task, task.asking.right(task))
    [shot] = verdict.proof.shots
    normal = oracle.Oracle(oracle.partizan_kayles, misere=False)
    told = verdict.truth.rpartition("” ")[2]
    match told.split()[:2]:
        case ["Left", "can"]:
            board, left = (rows_of(one) for one in re.findall(r"\d+(?: \+ \d+)*", told))
            assert normal.wins(board, "left")
            assert normal.wins(left, "right")
        case ["If", "Right"]:
            lost, won = (rows_of(one) for one in re.findall(r"\d+(?: \+ \d+)*", told))
            assert normal.wins(lost, "right")
            assert not normal.wins(won, "right")
            board = lost
        case _:
            board = rows_of(re.search(r"At ([\d +]+) Right", told)[1])
            assert not normal.moves(board, "right")
            assert not normal.wins(board, "right")
    assert [row.sizes for row in shot.scene.rows] == [str(size) for size in board]
    misere = copy.deepcopy(found.content) | {"convention": "misere"}
    [problem] = check_step(misere, [])
    assert "exactly one sentence must fail; none of them does" in problem


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        (lambda c: c.pop("within"), "within is missing"),
        (lambda c: c["sentences"].pop(), "at least three sentences are needed"),
        (
            lambda c: c["sentences"][1].pop("check"),
            "empty has nothing to test, and follows from no other sentence",
        ),
        (
            lambda c: c["sentences"][1].update(check={"from": {"balance": 0}, "mover": "wins"}),
            "balance",
        ),
        (lambda c: c.update(convention="misere"), "must fail; inside and empty do"),
        (lambda c: c.update(ruleset="subtraction:4"), "must fail; none of them does"),
    ],
)
def test_a_proof_in_which_not_exactly_one_sentence_fails_is_refused(change, finding):
    content = copy.deepcopy(DIVISOR)
    change(content)
    [problem] = check_step(content, [])
    assert finding in problem


# --- a number in the gap ---------------------------------------------------------------------

GAP = {
    "kind": "number",
    "title": "The gap",
    "text": "The balance is ___.",
    "ruleset": "partizan-kayles",
    "position": "2+5",
    "convention": "misere",
    "quantity": "balance",
    "answer": -2,
    "otherwise": "Count again.",
    "after": "Two dominoes.",
}


def test_a_gap_takes_the_right_number_and_no_other(visitor):
    found = step(lesson(GAP), 1)
    assert 'inputmode="text"' in visitor.get(found.get_absolute_url()).content.decode()
    page = give(visitor, found, gap="2")
    assert "Not quite. You said: 2." in text_of(page)
    assert 'value="2"' in page.content.decode()
    assert "Write a number first." in text_of(give(visitor, found, gap=" "))
    assert (
        "&#x27;two&#x27; is not a number; write one such as 3."
        in give(visitor, found, gap="two").content.decode()
    )
    text = text_of(give(visitor, found, gap="−2"))
    assert "✓ Right." in text
    assert "The number is −2." in text


def test_a_gap_is_solved_again_before_it_is_kept():
    assert check_step(GAP, []) == []
    assert check_step(GAP | {"answer": 2}, []) == ["answer: 2 is wrong; the right answer is -2"]
    assert check_step(GAP | {"quantity": "nim_sum"}, [])
    [problem] = check_step({key: GAP[key] for key in GAP if key != "quantity"}, [])
    assert problem == "quantity is missing"


SUM = GAP | {"ruleset": "nim", "position": "3+4+5", "quantity": "nim_sum", "cut": True, "answer": 2}


def test_the_rows_of_a_nim_sum_are_cut_into_the_groups_of_their_columns(visitor):
    page = visitor.get(step(lesson(SUM), 1).get_absolute_url()).content.decode()
    assert 'id="board"' not in page
    rows = re.findall(r'<th scope="row">(\d+)</th>(.*?)</tr>', page, re.S)
    groups = {
        int(size): [cell.count("#piece-matches") for cell in cells.split("<td>")[1:]]
        for size, cells in rows
    }
    assert groups == {3: [0, 2, 1], 4: [4, 0, 0], 5: [4, 0, 1]}


@pytest.mark.parametrize(
    "other",
    [
        {"position": "3", "answer": 3},
        {"quantity": "total", "answer": 12},
        {"ruleset": "kayles", "position": "3+4", "answer": 2},
        {"ruleset": "partizan-kayles", "position": "2+5", "quantity": "balance", "answer": -2},
    ],
)
def test_what_has_no_columns_is_not_cut(other):
    assert check_step(SUM, []) == []
    [problem] = check_step(SUM | other, [])
    assert problem == "cut: only the nim-sum of several rows of Nim can be cut"


def test_the_course_completes_six_cases_and_more():
    cases = {
        content["slug"]
        for content in LessonFiles().read().values()
        for one in content["steps"]
        if one["title"] == "Complete the case"
    }
    assert len(cases) >= 6
