"""How an answer is given on its page: by one touch, and by a second one where it counts once."""

import re
from datetime import timedelta
from html.parser import HTMLParser
from random import Random

import pytest
from django.utils import timezone

from games.learn.lessons.models import Step
from games.questions.goals import GOALS
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from solver import answer as solve
from solver import ask
from tests.games.learn.lessons.lessons import MOVE, PREDICT, give, lesson
from tests.games.learn.puzzles.puzzles import answer, puzzle
from tests.games.teach.work import assignments
from tests.games.teach.work.assignments import address, assignment, classroom, member, person
from tests.games.test_goals import example

pytestmark = pytest.mark.django_db

BUILD = {
    "kind": "build",
    "title": "Build",
    "text": "A lost position.",
    "ruleset": "nim",
    "convention": "misere",
    "rows": [1, 2],
    "largest": 6,
    "goal": {"outcome": "P"},
    "answer": "3+3",
}


def page_of(client, where):
    return client.get(where).content.decode()


def buttons(page):
    """What is said on each button that answers a choice, by the value it posts."""
    page = re.sub(r'<(\w+)[^>]*aria-hidden="true">.*?</\1>', "", page, flags=re.S)
    found = re.findall(
        r'<button[^>]*name="choice"\s+value="([^"]*)"[^>]*>(.*?)</button>', page, re.S
    )
    return {value: " ".join(re.sub(r"<[^>]+>", " ", inside).split()) for value, inside in found}


@pytest.mark.parametrize(
    ("fields", "labels"),
    [
        (
            {"position": "1+3+5+7", "goal": "predict"},
            {"N": "You can win", "P": "You lose, whatever you do"},
        ),
        (
            {"ruleset": "subtraction:3", "position": "1+2", "goal": "case"},
            {
                "1": "Case 1: a trap, a gremlin, or two or more higher switches",
                "2": "Case 2: one higher switch, an even number of inverters",
                "3": "Case 3: one higher switch, an odd number of inverters",
                "4": "Case 4: no trap and no switch, an even number of inverters",
                "0": "No case: this is a losing position",
            },
        ),
    ],
)
def test_one_touch_answers_a_puzzle(visitor, fields, labels):
    page = page_of(visitor, puzzle(**fields).get_absolute_url())
    assert buttons(page) == labels
    assert 'id="answer"' not in page
    assert 'type="radio"' not in page


def test_all_four_outcomes_of_a_partizan_game_are_buttons(visitor):
    found = puzzle(ruleset="partizan-kayles", position="4+5", goal="predict")
    assert set(buttons(page_of(visitor, found.get_absolute_url()))) == {"L", "R", "N", "P"}


def test_a_step_says_which_button_was_the_last_answer(visitor):
    step = lesson(PREDICT).steps.get()
    page = page_of(visitor, step.get_absolute_url())
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    sent = visitor.post(
        f"{step.get_absolute_url()}answer/", {"token": token, "choice": "N"}, follow=True
    )
    assert buttons(sent.content.decode()) == {
        "N": "You can win your last answer",
        "P": "You lose, whatever you do",
    }


def test_where_an_answer_counts_once_it_is_chosen_and_then_confirmed():
    teacher, ann = person("irene"), person("ann")
    room = classroom(teacher)
    member(room, ann)
    homework = assignment(room, "nim 1+2+4 misere who")
    page = page_of(ann, address(homework, 1))
    assert buttons(page) == {}
    assert re.findall(r'type="radio"\s+name="choice" value="(\w)"', page) == ["N", "P"]
    assert 'id="answer"' in page


def test_every_place_that_is_touched_marks_a_move_of_the_list(visitor):
    found = puzzle(ruleset="kayles", position="1+3+3", convention="normal", goal="all-moves")
    page = page_of(visitor, found.get_absolute_url())
    touched = re.findall(r'<label class="(\w+) touch" for="([\w-]+)" data-means="([^"]+)"', page)
    listed = dict(re.findall(r'type="checkbox" id="([\w-]+)" name="moves"\s+value="([^"]+)"', page))
    assert {mark for _, mark, _ in touched} == set(listed)
    assert [
        mark for _, mark, words in touched if words.startswith("Knock down pin 1 of row 2")
    ] == [mark for _, mark, words in touched if words.startswith("Knock down pin 3 of row 3")]
    marks = {words.split(",")[0]: mark for _, mark, words in touched}
    assert listed[marks["Knock down pin 2 of row 3"]] == "2&gt;1+1"
    assert listed[marks["Knock down pins 2 and 3 of row 2"]] == "2&gt;1"
    assert len(touched) == 11
    assert len(listed) == 4


def test_heaps_are_marked_by_what_they_turn_into(visitor):
    found = puzzle(ruleset="octal:0.07", position="3+2", goal="all-moves")
    page = page_of(visitor, found.get_absolute_url())
    touched = dict(re.findall(r'class="pill touch" for="([\w-]+)"[^>]*>\s*→ ([^<]*?)\s*<', page))
    assert touched == {"mark-3-1": "1", "mark-2": "nothing"}
    assert '<details class="more" open' in page


def test_a_kind_is_chosen_beside_a_picture_of_its_row(visitor):
    page = page_of(
        visitor, puzzle(ruleset="kayles", position="4+5+4", goal="classify").get_absolute_url()
    )
    rows = page.split('role="radiogroup"')[1:]
    assert [re.search(r'kind-of" id="[^"]+">([^<]+)<', row)[1] for row in rows] == [
        "2 rows of 4",
        "Row of 5",
    ]
    assert [row.count("#piece-pins") for row in rows] == [4, 5]
    kinds = re.findall(r'name="kind-5" value="([^"]+)"', page)
    assert kinds == ["null", "inverter", "trap", "gremlin", "higher switch", "higher inverter"]
    assert 'id="board"' not in page


def test_a_kind_that_was_chosen_stays_chosen_when_another_is_missing(visitor):
    found = puzzle(ruleset="kayles", position="4+5", goal="classify")
    page = answer(visitor, found, **{"kind-4": "trap"}).content.decode()
    assert re.findall(r'name="(kind-\d)" value="([^"]+)" checked', page) == [("kind-4", "trap")]


def test_what_was_built_is_drawn_beside_the_boxes_that_hold_it(visitor):
    step = lesson(BUILD).steps.get()
    page = page_of(visitor, step.get_absolute_url())
    assert 'id="board"' not in page
    rows = page.split("data-build>")[1:]
    assert [(len(re.findall("<i[ >]", row)), row.count("<i data-absent")) for row in rows] == [
        (6, 6),
        (6, 6),
    ]
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    sent = {"token": token, "row": ["4", "2"]}
    page = visitor.post(f"{step.get_absolute_url()}answer/", sent, follow=True).content.decode()
    rows = page.split("data-build>")[1:]
    assert [row.count("<i data-absent") for row in rows] == [2, 4]
    assert re.findall(r'name="row".*?value="(\d*)"', page, re.S) == ["4", "2"]


def test_a_losing_move_and_its_refutation_are_seen_on_the_board(visitor):
    page = page_of(visitor, answer(visitor, puzzle(), move="3>0").url)
    assert "You took 4 from row 3." in page
    assert "The other player answers by taking 2 from row 2." in page
    assert page.count("was-mine") > 0
    assert page.count("was-theirs") > 0
    assert [int(n) for n in re.findall(r'row-count"[^>]*>(\d+)<', page)] == [1, 0, 0]


def test_a_winning_move_is_seen_alone(visitor):
    page = page_of(visitor, answer(visitor, puzzle(), move="3>3").url)
    assert [int(n) for n in re.findall(r'row-count"[^>]*>(\d+)<', page)] == [1, 2, 3]
    assert "was-mine" in page
    assert "was-theirs" not in page


def test_a_right_prediction_leaves_the_board_as_it_was_and_a_wrong_one_is_played_on(visitor):
    found = puzzle(position="1+3+5+7", goal="predict")
    page = page_of(visitor, answer(visitor, found, choice="P").url)
    assert [int(n) for n in re.findall(r'row-count"[^>]*>(\d+)<', page)] == [1, 3, 5, 7]
    page = page_of(visitor, answer(visitor, found, choice="N").url)
    assert [int(n) for n in re.findall(r'row-count"[^>]*>(\d+)<', page)] == [0, 3, 5, 6]
    assert "If you take 1 from row 1, the other player answers by taking 1 from row 4." in page


@pytest.mark.parametrize(
    ("ruleset", "position", "player"),
    [
        ("kayles", "1+3+5", ""),
        ("octal:0.07", "3+5", ""),
        ("partizan-kayles", "4+5", "left"),
        ("partizan-kayles", "4+3", "right"),
        ("subtraction:3", "2+5", ""),
    ],
)
def test_what_refutes_a_move_is_seen_wherever_the_move_was_made(ruleset, position, player):
    task = ShownQuestion(Question(ruleset, position, "misere", player, "move"))
    for placed in task.board.choices(task.player):
        board = task.answered(placed.text).board
        after = task.question.after(placed.move)
        if not task.facts.analysis.keeps_win(placed.move) and solve(after).preferred:
            after = ask(ruleset, board.position, "misere", player or None)
            assert not solve(after).to_move_wins
        else:
            assert board == task.board.after(placed)


REDUCE = {
    "kind": "reduce",
    "title": "Reduce",
    "text": "Squares and dominoes.",
    "ruleset": "partizan-kayles",
    "position": "3+5",
    "convention": "misere",
    "answer": [2, 3],
}


def test_strips_to_take_apart_are_drawn_above_the_boxes_that_hold_the_answer(visitor):
    step = lesson(REDUCE).steps.get()
    page = page_of(visitor, step.get_absolute_url())
    strips = page.split("data-strip>")[1:]
    assert [strip.count('class="cut-cell"') for strip in strips] == [3, 5]
    cuts = re.findall(r'aria-label="(Cut strip \d after square \d)"\s+hidden', page)
    assert cuts == [
        f"Cut strip {n} after square {at}" for n, of in ((1, 3), (2, 5)) for at in range(1, of)
    ]
    assert 'id="board"' not in page
    page = give(visitor, step, squares="2", dominoes="2").content.decode()
    assert re.findall(r'name="(?:squares|dominoes)".*?value="(\d*)"', page, re.S) == ["2", "2"]
    assert "Together they cover 6 squares, but the board has 8." in page
    page = give(visitor, step, squares="2", dominoes="3").content.decode()
    assert "data-cuts" not in page
    assert 'id="board"' in page


def gone(page, outline):
    """Where an outline is drawn on the only board: the number of its row, and places from 1."""
    rows = re.split(r'<div class="row"', page)[1:]
    return [
        (row, place)
        for row, cells in enumerate(rows, 1)
        for place, names in enumerate(re.findall(r'<span class="cell ([^"]*)"', cells), 1)
        if outline in names.split()
    ]


def test_what_refutes_a_move_of_a_step_is_seen_and_another_may_be_made(visitor):
    step = lesson(MOVE).steps.get()
    page = give(visitor, step, move="1>0").content.decode()
    assert gone(page, "was-mine") == [(1, 1)]
    assert gone(page, "was-theirs") == [(2, place) for place in range(2, 6)]
    assert '<span class="only-heard">You took 1 from row 1.</span>' in page
    assert (
        '<span class="only-heard">The other player answers by taking 4 from row 2.</span>' in page
    )
    assert 'name="move"' not in page
    again = re.search(r'id="again"\s+href="([^"]+)">\s*Try again', page)[1]
    page = page_of(visitor, again)
    assert "was-mine" not in page
    assert len(re.findall(r'<button class="piece"[^>]*name="move"', page)) == 6


def test_a_right_move_after_a_wrong_one_is_seen_alone(visitor):
    step = lesson(MOVE).steps.get()
    give(visitor, step, move="1>0")
    page = give(visitor, step, move="2>0").content.decode()
    assert gone(page, "was-mine") == [(2, place) for place in range(1, 6)]
    assert "was-theirs" not in page
    assert "Try again" not in page


def homework():
    """Somebody's work with one move to find, open for an hour."""
    ann, room = person("ann"), classroom(person("irene"))
    member(room, ann)
    closes = timezone.now() + timedelta(hours=1)
    return ann, assignment(room, "nim 1+2+4 misere", mode="check", closes_at=closes)


def test_a_move_that_was_final_is_seen_with_its_refutation_once_that_is_told():
    ann, check = homework()
    page = assignments.give(ann, check, 1, move="3>0").content.decode()
    assert "was-mine" not in page
    assert "was-theirs" not in page
    type(check).objects.filter(pk=check.pk).update(closes_at=timezone.now() - timedelta(hours=1))
    page = page_of(ann, address(check, 1))
    assert gone(page, "was-mine") == [(3, place) for place in range(1, 5)]
    assert gone(page, "was-theirs") == [(2, 1), (2, 2)]
    assert "The other player answers by taking 2 from row 2." in page
    assert 'name="move"' not in page


class Touched(HTMLParser):
    """What a finger finds on a page for each field: the *options* that a touch chooses, the *boxes*
    that steps, places or digits fill, and how far the columns of a number reach."""

    def __init__(self, page):
        super().__init__()
        self.options, self.boxes, self.labelled = set(), {}, set()
        self.sum, self.digits = 0, set()
        self.row, self.sentence, self.labels = None, False, 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        names = (given.get("class") or "").split()
        self.labels += tag == "label"
        if tag == "label":
            self.labelled.add(given.get("for"))
            self.sentence = "sentence" in names
        if "data-build" in given:
            self.row = set()
        if "data-step" in given:
            self.row.add(given["data-step"])
        if "digit" in names:
            self.digits.add(given["value"])
        kind = given.get("type") or "text"
        if tag == "button" and "name" in given:
            self.options.add((given["name"], given["value"]))
        elif tag == "option" and self.sentence:
            self.options.add(("number", given["value"]))
        elif tag == "input" and kind in ("radio", "checkbox"):
            if "name" in given and (self.labels or given.get("id") in self.labelled):
                self.options.add((given["name"], given.get("value", "on")))
            elif self.labels:
                self.sum += int(given["value"])
        elif tag == "input" and "name" in given:
            self.boxes[given["name"]] = self.row

    def handle_endtag(self, tag):
        if tag == "label":
            self.labels -= 1
            self.sentence = False

    def reaches(self, name, value):
        if name not in self.boxes:
            return (name, value) in self.options
        if self.boxes[name] is not None:
            return self.boxes[name] == {"-1", "1"}
        if self.sum:
            return 0 <= int(value) <= self.sum
        return self.digits.issuperset({*"0123456789", "", *value.replace("-", "−")})


FILLED_IN = [one for one in GOALS.values() if not (one.is_game or one.is_on_board or one.is_seeded)]
"""What is touched; a program is written (``tests/browser/test_programs.py``)."""


@pytest.mark.parametrize("asking", FILLED_IN, ids=lambda asking: asking.key)
def test_a_touch_gives_every_answer(visitor, asking):
    step = lesson({"title": "A step", "hints": ["Look."]} | example(asking)).steps.get()
    task = ShownQuestion(step)
    for size in range(1, asking.tries_first + 1):  # what may be said only then is offered then
        give(visitor, step, row=[str(size)])
    touched = Touched(page_of(visitor, step.get_absolute_url()))
    wrong = {asking.wrong(task, Random(seed)) for seed in range(20)}
    for given in {asking.right(task), *wrong}:
        if asking.key == "number" and int(given) > touched.sum:
            continue  # no nim-sum has more columns than its rows
        for name, values in asking.fields(task, given).items():
            for value in values:
                assert touched.reaches(name, value), f"{name}={value} needs buttons"


@pytest.mark.parametrize(
    ("position", "quantity", "touch"),
    [("1+2+4", "nim_sum", 7), ("4", "nim_sum", 0), ("1+2+4", "total", 0)],
)
def test_the_columns_of_a_nim_sum_are_those_of_its_longest_row(visitor, position, quantity, touch):
    content = example(GOALS["number"]) | {"position": position, "quantity": quantity}
    content |= {"title": "A step", "hints": ["Look."], "answer": 0}
    content["answer"] = GOALS["number"].solution(ShownQuestion(Step.of(content)))
    touched = Touched(page_of(visitor, lesson(content).steps.get().get_absolute_url()))
    assert touched.sum == touch
    assert touched.reaches("gap", str(content["answer"]))
    assert touched.digits == (set() if touch else {*"0123456789", ""})
