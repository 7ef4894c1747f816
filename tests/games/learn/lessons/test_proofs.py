"""Steps in which something is claimed of every position: marked, chosen as a rule, played out."""

import copy
import re
from html import unescape

import pytest

from games.content.compound import NumberTest
from games.content.reading import as_yaml
from games.learn.lessons.checks import check_step
from games.learn.lessons.models import Lesson, Step, StepAttempt
from games.learn.lessons.schema import read_step

from .curation import LESSONS, Page, new, press, problems, shown
from .lessons import fields_of, give, lesson, step

pytestmark = pytest.mark.django_db

LINE = {
    "kind": "lost-set",
    "title": "Where?",
    "text": "Mark them.",
    "ruleset": "subtraction:3",
    "convention": "misere",
    "within": {"rows": 1, "largest": 10},
    "otherwise": "Look at the light that is off.",
    "after": "One, five, nine.",
}
GRID = LINE | {
    "ruleset": "nim",
    "convention": "normal",
    "within": {"rows": 2, "largest": 3},
}
STRIPS = LINE | {"ruleset": "partizan-kayles", "within": {"total": 3}}
RULE = {
    "kind": "lost-rule",
    "title": "Which?",
    "text": "Choose.",
    "ruleset": "nim",
    "convention": "normal",
    "within": {"rows": 3, "largest": 4},
    "rules": [{"unpaired": 0}, {"nim_sum": 0}, {"total": "even"}],
    "after": "Bouton's.",
}
COPY = {
    "kind": "strategy",
    "title": "How?",
    "text": "Choose.",
    "ruleset": "nim",
    "position": "2+2",
    "convention": "normal",
    "strategies": ["copy", {"leave": {"rows": 1}}],
}
MIRROR = COPY | {
    "ruleset": "kayles",
    "position": "5",
    "starter": "you",
    "strategies": ["mirror", {"leave": {"rows": 1}}],
}


def text_of(response):
    """What a page says, its tags left out."""
    words = re.sub(r"<[^>]*>", " ", response.content.decode())
    return re.sub(r" ([.,:;])", r"\1", " ".join(unescape(words).split()))


def answered(client, content, **posted):
    """The page of a step after an answer, as text."""
    return text_of(give(client, step(lesson(content), 1), **posted))


def lights(page):
    return ["No move inside: on." in page, "Always a move back: on." in page]


# --- places marked in a map ------------------------------------------------------------------


def test_each_light_names_the_smallest_position_that_puts_it_out(visitor):
    page = answered(visitor, LINE, marks=["1", "4", "9"])
    assert lights(page) == [False, False]
    assert "Not yet. You marked: 1, 4 and 9." in page
    assert "Look at the light that is off." in page
    assert "The smallest position that breaks it: 4." in page
    assert "A row of 4. " in page
    assert "From 4 you can leave 1, and you call both losing." in page
    assert "From 8 you can leave 7, 6 or 5: you call none of them losing." in page


def test_one_light_is_on_while_the_other_is_off(visitor):
    page = answered(visitor, LINE, marks=["1", "5"])
    assert lights(page) == [True, False]
    assert "From 9 you can leave 8, 7 or 6: you call none of them losing." in page


def test_both_lights_prove_the_map_which_stays_to_be_seen(visitor):
    page = answered(visitor, LINE, marks=["9", "1", "5"])
    assert lights(page) == [True, True]
    assert "Both checks pass." in page
    assert "No position with one row of up to 10 breaks it." in page
    assert "One, five, nine." in page
    assert "9 9, losing" in page
    assert "8 8, not losing" in page
    assert StepAttempt.objects.get().answer == "1;5;9"


def test_the_empty_board_is_decided_by_how_the_game_ends(visitor):
    one = step(lesson(LINE), 1)
    page = visitor.get(one.get_absolute_url())
    assert "On the empty board the player to move wins: that's how the game ends." in text_of(page)
    assert b'value="0"' not in page.content
    assert b'id="lost-1"' in page.content
    page = text_of(give(visitor, one, marks=["2"]))
    assert "From 1 you can only leave the empty board, where the player to move wins." in page


def test_a_map_of_two_rows_shows_each_position_twice_and_asks_for_it_once(visitor):
    one = step(lesson(GRID), 1)
    page = visitor.get(one.get_absolute_url()).content.decode()
    assert page.count('name="marks"') == 9
    assert page.count('class="lost-cell twin" for="lost-1+3"') == 1
    assert fields_of(one) == {"marks": ["1+1", "2+2", "3+3"]}
    assert lights(text_of(give(visitor, one, marks=["1+1", "2+2", "3+3"]))) == [True, True]


def test_strips_are_marked_for_each_player_to_move(visitor):
    one = step(lesson(STRIPS), 1)
    page = text_of(visitor.get(one.get_absolute_url()))
    assert "Left to move" in page
    assert "Right to move" in page
    page = text_of(give(visitor, one, marks=["right:2"]))
    assert "The smallest position that breaks it: 1 with Left to move." in page
    assert "A strip of 1, Left to move." in page
    right = fields_of(one)
    assert {"left:1", "left:2", "right:2"} <= set(right["marks"])
    assert lights(text_of(give(visitor, one, **right))) == [True, True]


def test_that_none_is_lost_can_be_said_and_not_together_with_marks(visitor):
    content = LINE | {"ruleset": "nim", "convention": "normal"}
    one = step(lesson(content), 1)
    assert lights(text_of(give(visitor, one, none="1"))) == [True, True]
    page = text_of(give(visitor, one, none="1", marks=["2"]))
    assert "You marked positions and also said that there are none. Choose one of the two." in page
    assert "Mark the losing positions." in text_of(give(visitor, one))
    page = text_of(give(visitor, one, marks=["11"]))
    assert "'11' is not a place of the map" in page
    assert StepAttempt.objects.count() == 1


def test_marks_stay_in_the_form_and_the_breach_is_shown_on_a_board(visitor):
    one = step(lesson(LINE), 1)
    page = give(visitor, one, marks=["1", "4"]).content.decode()
    form = page[page.index('id="step-form"') :]
    checked = [
        n for n in range(1, 11) if " checked" in form.split(f'id="lost-{n}"')[1].split(">")[0]
    ]
    assert checked == [1, 4]
    assert 'class="lost-cell breaks"' in form
    verdict = page[page.index('id="verdict"') :]
    assert '<span class="scene-tag is-lit">leave 1</span>' in verdict


def test_the_map_may_be_looked_up_like_any_answer(visitor):
    one = step(lesson(LINE), 1)
    visitor.post(f"{one.get_absolute_url()}reveal/")
    page = text_of(visitor.get(one.get_absolute_url()))
    assert "You marked: 1, 5 and 9." in page
    assert "5 5, losing" in page


# --- rules -----------------------------------------------------------------------------------


def test_a_rule_is_broken_by_its_smallest_position_and_another_stands(visitor):
    one = step(lesson(RULE), 1)
    page = text_of(visitor.get(one.get_absolute_url()))
    assert "We test your rule on every position with up to 3 rows of up to 4." in page
    assert "Only rows in equal pairs" in page
    page = text_of(give(visitor, one, choice="unpaired=0"))
    assert "It breaks. You said: Only rows in equal pairs." in page
    assert "The smallest position that breaks it: 1 + 2 + 3." in page
    assert lights(page) == [True, False]
    page = text_of(give(visitor, one, choice="total=even"))
    assert "From 2 you can leave the empty board, and you call both losing." in page
    page = text_of(give(visitor, one, choice="nim_sum=0"))
    assert lights(page) == [True, True]
    assert "Nim-sum 0: no position with up to 3 rows of up to 4 breaks it." in page
    assert "choose one of those listed" in text_of(give(visitor, one, choice="rows=1"))


# --- strategies ------------------------------------------------------------------------------


def test_a_strategy_that_wins_shows_its_answer_to_every_sort_of_move(visitor):
    one = step(lesson(COPY), 1)
    assert "The other player begins." in text_of(visitor.get(one.get_absolute_url()))
    page = text_of(give(visitor, one, choice="copy"))
    assert "It wins. Copy every move in an equal row: we tried every reply." in page
    assert "It needed an answer 3 times and always had one." in page
    assert "The other player took 2 from row 1. You answer: take 2 from row 2." in page
    assert "The other player took 1 from row 1. You answer: take 1 from row 2." in page


def test_a_strategy_that_fails_shows_how(visitor):
    page = answered(visitor, COPY, choice="leave:rows=1")
    assert "It fails. You said: Always leave exactly one row." in page
    assert "The other player took 2 from row 1. You answer: take 1 from row 2." in page
    assert "The other player took 1 from row 2. You cannot move, and whoever cannot move" in page


def test_a_strategy_may_begin_and_mirrors_in_one_row(visitor):
    one = step(lesson(MIRROR), 1)
    assert "You begin." in text_of(visitor.get(one.get_absolute_url()))
    page = text_of(give(visitor, one, choice="mirror"))
    assert "You begin: knock down pin 3 of row 1." in page
    assert (
        "The other player knocked down pin 1 of row 1. You answer: knock down pin 5 of row 1."
        in page
    )
    page = text_of(give(visitor, one, choice="leave:rows=1"))
    assert "You begin: knock" in page
    assert "The strategy has no answer to that." in page


def test_in_strips_it_is_said_who_one_is(visitor):
    content = COPY | {
        "ruleset": "partizan-kayles",
        "position": "1+2+2",
        "convention": "misere",
        "to_move": "right",
        "strategies": ["swap", {"leave": {"rows": 0}}],
    }
    one = step(lesson(content), 1)
    page = text_of(visitor.get(one.get_absolute_url()))
    assert "The other player begins. You are Left: you take one square." in page
    assert "It wins." in text_of(give(visitor, one, choice="swap"))


def test_a_preview_tests_a_claim_and_keeps_nothing(curator):
    lesson(LINE, RULE, COPY, state="draft")
    answers = [{"marks": ["1", "5"]}, {"choice": "unpaired=0"}, {"choice": "copy"}]
    said = ["From 9 you can leave", "breaks it: 1 + 2 + 3.", "It wins."]
    for number, (posted, words) in enumerate(zip(answers, said, strict=True), 1):
        page = curator.post(f"/learn/a-lesson/{number}/preview/", posted)
        assert words in text_of(page)
    assert not StepAttempt.objects.exists()


def test_a_rule_is_written_in_fields_as_in_a_file(curator):
    typed = {"kind": "lost-rule", "title": "Which?", "text": "Choose.", "ruleset": "nim"}
    page = new(curator, typed | {"convention": "normal"}, do="open:new-1")
    fields = {
        "within-rows": "3",
        "within-largest": "4",
        "rules-0-0-0-name": "unpaired",
        "rules-0-0-0-value-number": "0",
    }
    page = press(curator, page, **{f"open-{name}": value for name, value in fields.items()}, do="")
    fields = {"rules-1-0-0-name": "nim_sum", "rules-1-0-0-value-number": "0"}
    fields = {f"open-{name}": value for name, value in fields.items()}
    response = curator.post(f"{LESSONS}add/", shown(page) | fields)
    assert response.status_code == 302, problems(response)
    content = Lesson.objects.get().content["steps"][0]
    assert content["within"] == {"rows": 3, "largest": 4}
    assert content["rules"] == [{"unpaired": 0}, {"nim_sum": 0}]


@pytest.mark.parametrize(
    "test", [0, -2, ">=2", "<=-1", "odd", "even", "1 mod 4", [1, 2], [0, ">=5"]]
)
def test_a_condition_is_chosen_and_comes_back_as_it_was(test):
    control = NumberTest()
    fields = Page(f'<form id="lesson_form">{control.render("c", test)}</form>').posted
    data = {name: values[0] for name, values in fields.items()}
    assert control.value_from_datadict(data, {}, "c") == test


def test_a_condition_is_shown_in_words_and_nothing_typed_is_no_condition():
    shown = NumberTest().render("c", ">=2")
    assert '<option value="&gt;=" selected>at least</option>' in shown
    assert 'value="2"' in shown
    assert NumberTest().value_from_datadict({"c-how": ">=", "c-number": " "}, {}, "c") is None
    assert NumberTest().value_from_datadict({"c-how": "odd", "c-number": "3"}, {}, "c") == "odd"


# --- writing them ----------------------------------------------------------------------------


@pytest.mark.parametrize("content", [LINE, GRID, STRIPS, RULE, COPY, MIRROR])
def test_what_a_file_says_is_kept_and_fits(content):
    problems = []
    assert read_step(copy.deepcopy(content), problems) == content
    assert problems == []
    assert Step.of(content).content == content
    assert as_yaml(content)
    assert check_step(content, []) == []


@pytest.mark.parametrize(
    ("content", "changes", "said"),
    [
        (LINE, {"within": None}, "within is missing"),
        (LINE, {"within": {"rows": 2, "largest": 25}}, "within: the map has 350 places"),
        (LINE, {"within": {"rows": 6, "largest": 9}}, "at most 500"),
        (LINE, {"ruleset": "chess"}, "is not a ruleset"),
        (RULE, {"within": None}, "within is missing"),
        (RULE, {"rules": None}, "rules is missing"),
        (RULE, {"rules": [{"nim_sum": 0}]}, "exactly one of several"),
        (RULE, {"rules": [{"rows": 1}, {"rows": 2}]}, "none of them is"),
        (RULE, {"rules": [{"nim_sum": 0}, {"plain_nim_sum": 0}]}, "exactly one of several"),
        (RULE, {"rules": [{"nim_sum": 0}, {"balance": 0}]}, "balance means nothing in Nim"),
        (COPY, {"strategies": None}, "strategies is missing"),
        (COPY, {"position": "2+3"}, "none of them does"),
        (COPY, {"strategies": ["copy", {"leave": {"unpaired": 0}}]}, "exactly one of several"),
        (COPY, {"strategies": ["copy", "swap"]}, "no squares and dominoes"),
        (COPY, {"ruleset": "partizan-kayles", "strategies": ["swap"]}, "Left or Right"),
    ],
)
def test_what_does_not_fit_is_said_to_the_author(content, changes, said):
    changed = {k: v for k, v in (content | changes).items() if v is not None}
    [problem] = check_step(changed, [])
    assert said in problem


@pytest.mark.parametrize(
    ("content", "changes", "said"),
    [
        (LINE, {"within": {"rows": 1}}, "within: write rows and largest"),
        (LINE, {"within": {"total": 0}}, "within: write rows and largest"),
        (LINE, {"answer": "1"}, "unknown key 'answer'"),
        (RULE, {"rules": [{"colour": 0}]}, "rules: 'colour' is not something to count"),
        (RULE, {"rules": [{"rows": "few"}]}, "rules: 'few' is not a test of a number"),
        (COPY, {"strategies": ["win"]}, "strategies: 'win' is not a strategy"),
    ],
)
def test_what_cannot_be_read_names_its_key(content, changes, said):
    problems = []
    read_step(content | changes, problems)
    assert any(problem.startswith(said) for problem in problems)


def test_an_answer_from_before_the_rules_changed_stays_done_and_the_step_opens(visitor):
    one = step(lesson(RULE), 1)
    give(visitor, one, choice="nim_sum=0")
    rules = [{"rows": 1}, {"any": [{"largest": 0}, {"nim_sum": 0}]}]
    lesson(RULE | {"rules": rules})
    page = visitor.get(one.get_absolute_url())
    assert page.status_code == 200
    assert page.context["page"].is_done
    assert "Exactly one row" in text_of(page)


def test_a_row_that_a_reply_takes_whole_is_heard_as_taken(client):
    wait = MIRROR | {
        "ruleset": "nim",
        "position": "1+2+3",
        "starter": "other",
        "strategies": [{"leave": {"rows": "odd"}}, {"leave": {"nim_sum": 0}}],
    }
    page = answered(client, wait, choice="leave:rows=odd")
    assert "Row 2: 2, 2 taken." in page
