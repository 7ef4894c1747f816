"""Writing a lesson in the admin, without scripts and without a shell."""

import uuid

import pytest

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, LessonVersion, Step, StepAttempt, StepRecord
from games.learn.study import studying as service
from games.questions.attempts import GradedAnswer

from .curation import ASK, LESSONS, address_of, form_of, new, press, problems, save, shown, steps_of
from .lessons import MOVE, PREDICT, TELL, lesson

pytestmark = pytest.mark.django_db


def test_a_lesson_is_added_as_a_draft_and_an_empty_answer_is_filled_in(curator, visitor):
    response = new(
        curator,
        ASK | {"hints": ["Which row?", "The larger one."], "feedback": {"even-ones": "Two ones."}},
        {"kind": "tell", "text": "Read\nthis."},
    )
    assert response.status_code == 302
    found = Lesson.objects.get()
    assert (found.state, found.version) == ("draft", 0)
    asked, told = found.live_steps
    assert asked.answer == ["2>0"]
    assert asked.hints == ["Which row?", "The larger one."]
    assert asked.feedback == {"even-ones": "Two ones."}
    assert told.text == "Read\nthis."
    assert LessonFiles().findings(found) == []
    assert visitor.get(found.get_absolute_url()).status_code == 404
    assert visitor.get("/learn/mine/1/preview/").status_code == 404
    assert curator.get("/learn/mine/1/preview/").status_code == 200


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ({"kind": "all-moves", "position": "1+1+3"}, ["3>1"]),
        ({"kind": "predict"}, "N"),
        ({"kind": "classify", "position": "1+2"}, ["inverter", "higher switch"]),
        ({"kind": "case"}, 3),
        ({"kind": "reduce", "ruleset": "partizan-kayles", "position": "7"}, [3, 2]),
        ({"kind": "play"}, None),
    ],
)
def test_the_solver_fills_in_every_kind_of_answer(curator, step, answer):
    response = new(curator, ASK | step)
    assert response.status_code == 302, problems(response)
    assert Step.objects.get().answer == answer


@pytest.mark.parametrize(
    ("step", "field", "said"),
    [
        (
            {"answer": ["1>0"]},
            "answer",
            "taking 1 from row 1 does not win; taking 5 from row 2 does",
        ),
        ({"kind": "predict", "answer": "P"}, "answer", "the right answer is N"),
        ({"answer": "[1>0"}, "answer", "a list is expected"),
        ({"kind": "build", "goal": {"outcome": "P"}}, "answer", "Give one position"),
        ({"kind": "build", "answer": "2+2"}, "goal", "goal is missing"),
        (
            {"kind": "lost-set", "within": {"rows": 3, "largest": 5, "colour": 1}},
            "within",
            "colour",
        ),
        ({"kind": "lost-set", "answer": "2>0"}, "extra", "unknown key"),
        (
            {"kind": "lost-rule", "within": {"total": 3}, "rules": [{"rows": 1}, {"rows": 2}]},
            "rules",
            "none of them is",
        ),
        ({"kind": "strategy", "strategies": ["copy", "swap"]}, "strategies", "no squares"),
        ({"kind": "tell", "answer": "N"}, "extra", "unknown key"),
        ({"position": "1+x"}, "position", "is not a position"),
        ({"position": "2+2"}, "position", "the player to move loses"),
        ({"position": ""}, "position", "missing"),
        ({"ruleset": "chess"}, "ruleset", "is not a ruleset"),
        ({"ruleset": "heaps:{1:[[1]]}"}, "ruleset", "a size for an option of heap 1"),
        ({"ruleset": "octal:0.777777777"}, "ruleset", "at most 8 digits"),
        ({"kind": "play", "opponent": "max"}, "opponent", "a maximum take"),
        ({"convention": ""}, "convention", "missing"),
        ({"to_move": "left"}, "to_move", "same moves"),
        ({"ruleset": "partizan-kayles"}, "to_move", "Left or Right"),
        ({"text": ""}, "text", "The text is missing"),
        ({"skill": "kayles"}, "skill", "does not teach"),
        ({"feedback": {"grumpy": "No."}}, "feedback", "is not a misconception"),
        ({"feedback": ["a list"]}, "feedback", "a mapping"),
        ({"hints": list("12345")}, "hints", "At most 4"),
        ({"claims": [{"outcome": "P"}]}, "claims", "it is “the player to move wins”"),
        ({"claims": [{"outcome": "X"}]}, "claims", "is not one of"),
        (
            {"claims": [{"wins": "2>4"}]},
            "claims",
            "taking 1 from row 2 does not win",
        ),
        (
            {"claims": [{"winning": ["1>0"]}]},
            "claims",
            "taking 1 from row 1 does not win; taking 5 from row 2 does",
        ),
        ({"starter": "you"}, "extra", "unknown key 'starter'"),
        ({"kind": "play", "starter": "nobody"}, "starter", "is not one of"),
        ({"kind": "play", "starter": "computer"}, "starter", "wins"),
        ({"diagram": "reduction"}, "diagram", "partizan"),
    ],
)
def test_what_is_wrong_is_said_with_its_step_and_nothing_is_stored(curator, step, field, said):
    response = new(curator, ASK | step)
    found = problems(response)
    assert said.lower() in found[f"1-{field}"].lower()
    assert steps_of(response)["new-1"] == ASK | step
    page = response.content.decode()
    assert '<a href="#step-new-1">Step 1</a>' in page
    assert not Lesson.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"skills-0": "kayles"}, "skills"),
        ({"skills-0": ""}, "skills"),
        ({"place": "nowhere"}, "place"),
        ({"slug": "a-lesson"}, "slug"),
        ({"minutes": "x"}, "minutes"),
        ({"minutes": "20000"}, "minutes"),
        ({"title": "x" * 101}, "title"),
        ({"track": ""}, "track"),
    ],
)
def test_a_lesson_that_is_wrong_itself_is_refused(curator, changes, field):
    lesson(number=7)
    assert field in problems(new(curator, ASK, **changes))
    assert Lesson.objects.count() == 1


def test_a_lesson_has_steps(curator):
    assert "1 to 20 steps" in new(curator).content.decode()


def test_publishing_needs_a_note_and_keeps_a_version(curator, visitor):
    new(curator, ASK)
    found = Lesson.objects.get()
    assert "note" in problems(save(curator, found, state="published"))
    assert save(curator, found, state="published", note="It begins.").status_code == 302
    version = LessonVersion.objects.get()
    assert (version.note, version.by.username) == ("It begins.", "curator")
    assert visitor.get("/learn/mine/1/").status_code == 200
    assert "note" in problems(save(curator, found, title="Ours"))
    save(curator, found, title="Ours", note="A better title.")
    found.refresh_from_db()
    assert (found.title, found.version) == ("Ours", 2)
    save(curator, found, state="retired")
    found.refresh_from_db()
    assert (found.state, found.version) == ("retired", 2)
    history = curator.get(f"{LESSONS}{found.pk}/history/").content.decode()
    assert "Version 2: A better title." in history


def test_steps_that_move_keep_what_students_did(curator, alice):
    other = TELL | {"title": "Another word"}
    found = lesson(TELL, PREDICT, MOVE, other)
    tell, predict, move, last = found.live_steps
    service.answer(alice, predict, uuid.uuid4(), GradedAnswer.to(predict, "P"))
    service.finish(service.record_of(alice, tell))
    page = curator.get(address_of(found))
    for button in (f"open:{tell.pk}", *[f"down:{tell.pk}"] * 3, f"up:{move.pk}"):
        page = press(curator, page, found, do=button)
    typed = shown(page) | {"open-title": "The same word", "note": "Another order."}
    assert curator.post(address_of(found), typed).status_code == 302
    found = Lesson.objects.get()
    assert [step.pk for step in found.live_steps] == [move.pk, predict.pk, last.pk, tell.pk]
    assert StepAttempt.objects.get().step_id == predict.pk
    assert StepRecord.objects.get(step=tell).step.title == "The same word"


def test_steps_are_added_copied_and_taken_away(curator, alice):
    found = lesson(PREDICT, MOVE, TELL)
    predict, move, tell = found.live_steps
    service.answer(alice, predict, uuid.uuid4(), GradedAnswer.to(predict, "P"))
    page = curator.get(address_of(found))
    for button in (f"copy:{move.pk}", f"remove:{predict.pk}", f"remove:{tell.pk}"):
        page = press(curator, page, found, do=button)
    assert "Step 3 is removed once you save." in page.content.decode()
    assert Lesson.objects.get().live_steps == [predict, move, tell]
    typed = shown(page) | {"open-position": "1+4", "note": "Shorter."}
    assert curator.post(address_of(found), typed).status_code == 302
    assert [step.position for step in Lesson.objects.get().live_steps] == ["1+5", "1+4"]
    assert Step.objects.get(pk=predict.pk).order is None
    assert not Step.objects.filter(pk=tell.pk).exists()
    assert StepAttempt.objects.get().step_id == predict.pk
    assert Step.objects.get(pk=move.pk).order == 1


def test_two_curators_do_not_overwrite_each_other_unseen(curator):
    found = lesson(state="draft")
    mine = form_of(curator, found)
    save(curator, found, title="Theirs")
    address = f"{LESSONS}{found.pk}/change/"
    response = curator.post(address, mine | {"title": "Mine"})
    assert "Somebody saved this lesson" in response.content.decode()
    assert Lesson.objects.get().title == "Theirs"
    again = mine | {"title": "Mine", "seen": shown(response)["seen"]}
    assert curator.post(address, again).status_code == 302
    assert Lesson.objects.get().title == "Mine"


def test_what_students_worked_at_is_not_deleted(curator, alice):
    found = lesson()
    address = f"{LESSONS}{found.pk}/delete/"
    assert curator.get(address).status_code == 200
    service.finish(service.record_of(alice, found.live_steps[2]))
    assert curator.post(address, {"post": "yes"}).status_code == 403


def test_a_lesson_without_a_place_yet_is_called_by_its_title():
    assert str(Lesson(title="Two equal rows")) == "Two equal rows"
    assert str(Lesson(title="Two equal rows", number=3)) == "3. Two equal rows"
