"""Proofs written in sentences: put in order on a page, and every order of every proof judged."""

import copy
from itertools import permutations

import pytest

from games.content.reading import as_yaml
from games.exercises.guessing import chance
from games.exercises.tasks import Task
from games.lessons.checks import check_step
from games.lessons.files import LessonFiles
from games.lessons.models import Lesson, Step, StepAttempt, StepRecord
from games.lessons.schema import read_step

from .curation import LESSONS, new, press, problems, shown
from .lessons import give, lesson, step
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
        assert "The proof stands. Every sentence comes after the ones it needs." in text
        assert "Always a move back: on. So you move last." in text
        assert "That's the whole proof." in text
        written = page.content.decode().partition('class="plain-steps"')[2].partition("</ol>")[0]
        says = {one["name"]: one["says"] for one in PAIRS["sentences"]}
        places = [written.index(says[name]) for name in sorted(order, key=order.get)]
        assert places == sorted(places)
    assert [attempt.answer for attempt in StepAttempt.objects.order_by("pk")] == [
        "move;copy;ends;last",
        "ends;move;copy;last",
    ]
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
    task = Task(Step.of(PAIRS))
    says = {one["says"]: one["name"] for one in PAIRS["sentences"]}
    offered = [says[one.says] for one in task.parts]
    assert not task.asking.grade(task, ";".join(offered)).correct
    assert [one.says for one in task.parts] == [one.says for one in Task(Step.of(PAIRS)).parts]


@pytest.mark.parametrize("found", COURSE.values(), ids=COURSE)
def test_every_order_of_every_proof_is_judged_by_what_its_sentences_need(found):
    task = Task(found)
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
    task = Task(found)
    lights = task.asking.grade(task, task.asking.right(task)).proof.lights
    names = [light.name for light in lights]
    assert names in (
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
