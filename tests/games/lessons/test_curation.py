"""Writing a lesson in the admin, without scripts and without a shell."""

import uuid

import pytest

from games.exercises.attempts import Answer
from games.lessons import publishing as course
from games.lessons import studying as service
from games.lessons.models import Lesson, LessonVersion, Step, StepAttempt, StepRecord

from .curation import ASK, LESSONS, STEP_FIELDS, form_of, new, problems, save
from .lessons import MOVE, PREDICT, TELL, lesson

pytestmark = pytest.mark.django_db


def test_a_lesson_is_added_as_a_draft_and_an_empty_answer_is_filled_in(curator, visitor):
    response = new(
        curator,
        ASK | {"hints": "Which row?\r\n\r\nThe larger one.", "feedback": "even-ones: Two ones."},
        {"text": "Read\r\nthis.", "place": ""},
    )
    assert response.status_code == 302
    found = Lesson.objects.get()
    assert (found.state, found.version) == ("draft", 0)
    asked, told = found.live_steps
    assert asked.answer == ["2>0"]
    assert asked.hints == ["Which row?", "The larger one."]
    assert asked.feedback == {"even-ones": "Two ones."}
    assert told.text == "Read\nthis."
    assert course.findings(found) == []
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
        ({"answer": "1>0"}, "answer", "the right answer is ['2>0']"),
        ({"kind": "predict", "answer": "P"}, "answer", "the right answer is N"),
        ({"answer": "[1>0"}, "answer", "This is not YAML"),
        ({"kind": "build", "extra": "goal: {outcome: P}"}, "answer", "Give one position"),
        (
            {"kind": "lost-set", "extra": "within: {rows: 3, largest: 5, colour: 1}"},
            "extra",
            "colour",
        ),
        ({"kind": "lost-set", "answer": "2>0"}, "answer", "no answer"),
        (
            {"kind": "lost-rule", "extra": "within: {total: 3}\nrules: [{rows: 1}, {rows: 2}]"},
            "extra",
            "none of them is",
        ),
        ({"kind": "strategy", "extra": "strategies: [copy, swap]"}, "extra", "no squares"),
        ({"kind": "tell", "answer": "N"}, "answer", "no answer"),
        ({"position": "1+x"}, "position", "is not a position"),
        ({"position": "2+2"}, "position", "lost for the player to move"),
        ({"position": ""}, "position", "missing"),
        ({"ruleset": "chess"}, "ruleset", "is not a ruleset"),
        ({"ruleset": "heaps:{1:[[1]]}"}, "ruleset", "an option of heap 1 may name"),
        ({"ruleset": "octal:0.777777777"}, "ruleset", "at most 8 digits"),
        ({"kind": "play", "extra": "opponent: max"}, "extra", "a maximum take"),
        ({"convention": ""}, "convention", "missing"),
        ({"to_move": "left"}, "to_move", "same moves"),
        ({"ruleset": "partizan-kayles"}, "to_move", "Left or Right"),
        ({"text": ""}, "text", "Say something"),
        ({"skill": "kayles"}, "skill", "does not teach"),
        ({"feedback": "grumpy: No."}, "feedback", "is no misconception"),
        ({"feedback": "a list"}, "feedback", "a mapping"),
        ({"hints": "1\n2\n3\n4\n5"}, "hints", "At most 4"),
        ({"claims": "- {outcome: P}"}, "claims", "it is N"),
        ({"claims": "- {outcome: X}"}, "claims", "is not one of"),
        ({"claims": "- &a {outcome: N}\n- *a"}, "claims", "anchors and aliases"),
        ({"extra": "starter: you"}, "extra", "has no 'starter'"),
        ({"extra": "what"}, "extra", "one name and value per line"),
        ({"kind": "play", "extra": "starter: nobody"}, "extra", "is not one of"),
        ({"kind": "play", "extra": "starter: computer"}, "extra", "wins"),
        ({"diagram": "reduction"}, "diagram", "partizan"),
    ],
)
def test_what_is_wrong_lands_on_its_field_and_nothing_is_stored(curator, step, field, said):
    response = new(curator, ASK | step)
    found = problems(response)
    assert list(found) == [f"steps-0-{field}"]
    assert said.lower() in found[f"steps-0-{field}"].lower()
    for name, typed in step.items():
        form = response.context["inline_admin_formsets"][0].formset.forms[0]
        assert form[name].value() == typed
    assert not Lesson.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"skills": "kayles"}, "skills"),
        ({"skills": ""}, "skills"),
        ({"number": "7"}, "number"),
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
    assert "1 to 16 steps" in new(curator).content.decode()


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


def test_saving_what_is_shown_stores_nothing(curator):
    course.load()
    for found in Lesson.objects.all():
        before = found.content
        response = save(curator, found, note="Nothing.")
        assert response.status_code == 302, problems(response)
        now = Lesson.objects.get(pk=found.pk)
        assert (now.content, now.version) == (before, 1)


def test_steps_that_move_keep_what_students_did(curator, alice):
    other = TELL | {"title": "Another word"}
    found = lesson(TELL, PREDICT, MOVE, other)
    tell, predict, move, last = found.live_steps
    service.answer(alice, predict, uuid.uuid4(), Answer.to(predict, "P"))
    service.finish(alice, tell)
    save(
        curator,
        found,
        **{"steps-0-place": "4", "steps-0-title": "The same word", "steps-2-place": "1"},
        note="Another order.",
    )
    found = Lesson.objects.get()
    assert [step.pk for step in found.live_steps] == [move.pk, predict.pk, last.pk, tell.pk]
    assert StepAttempt.objects.get().step_id == predict.pk
    assert StepRecord.objects.get(step=tell).step.title == "The same word"


def test_steps_are_added_between_and_taken_away(curator, alice):
    found = lesson(PREDICT, MOVE, TELL)
    predict, move, tell = found.live_steps
    service.answer(alice, predict, uuid.uuid4(), Answer.to(predict, "P"))
    typed = {f"steps-3-{name}": value for name, value in (STEP_FIELDS | ASK).items()}
    response = save(
        curator,
        found,
        **typed | {"steps-3-place": "2", "steps-3-position": "1+4"},
        **{"steps-0-DELETE": "on", "steps-2-DELETE": "on"},
        note="Shorter.",
    )
    assert response.status_code == 302
    assert [step.position for step in Lesson.objects.get().live_steps] == ["1+4", "1+5"]
    assert Step.objects.get(pk=predict.pk).order is None
    assert not Step.objects.filter(pk=tell.pk).exists()
    assert StepAttempt.objects.get().step_id == predict.pk
    assert Step.objects.get(pk=move.pk).order == 2


def test_two_curators_do_not_overwrite_each_other_unseen(curator):
    found = lesson(state="draft")
    mine = form_of(curator, found)
    save(curator, found, title="Theirs")
    address = f"{LESSONS}{found.pk}/change/"
    response = curator.post(address, mine | {"title": "Mine"})
    assert "Somebody has saved this lesson" in response.content.decode()
    assert Lesson.objects.get().title == "Theirs"
    again = mine | {"title": "Mine", "seen": response.context["adminform"].form["seen"].value()}
    assert curator.post(address, again).status_code == 302
    assert Lesson.objects.get().title == "Mine"


def test_what_students_worked_at_is_not_deleted(curator, alice):
    found = lesson()
    address = f"{LESSONS}{found.pk}/delete/"
    assert curator.get(address).status_code == 200
    service.finish(alice, found.live_steps[2])
    assert curator.post(address, {"post": "yes"}).status_code == 403
