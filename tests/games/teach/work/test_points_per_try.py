"""What the first try at a question earns, the second, and so on: as the assignment promises."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.utils import timezone

from games.teach.work.models import Assignment, Standing
from games.teach.work.plans.models import PlannedAssignment
from games.teach.work.shares import Shares, check_shares
from games.teach.work.writing import storing_work

from .assignments import address, assignment, give
from .forms import PageForm
from .test_checks import page_of, results, words_of
from .test_granting import ask_for_help, total_in_canvas

pytestmark = [pytest.mark.days, pytest.mark.django_db]
LOSING, STRIPS, MOVE = "kayles 4 misere", "strips 1+3 misere who", "nim 1+2+4 misere"
ONLY_FIRST = "Only your first try earns points."


def scores(teacher, found):
    return [float(score) for score, _ in results(teacher, found)]


def test_of_two_answers_the_second_earns_nothing_and_says_so_before(ann, ben, room, teacher):
    found = assignment(room, LOSING, MOVE)
    assert ONLY_FIRST in words_of(page_of(ann, address(found, 1)))
    assert ONLY_FIRST in words_of(page_of(teacher, address(found, 1, "preview")))
    overview = words_of(page_of(ann, address(found)))
    assert "At a question with 2 answers to choose from, only your first try earns" in overview
    assert " earn" not in words_of(page_of(ann, address(found, 2)))
    give(ann, found, 1, choice="N")
    assert ONLY_FIRST in words_of(page_of(ann, address(found, 1)))
    said = words_of(give(ann, found, 1, choice="P").content.decode())
    assert "Right." in said
    assert ONLY_FIRST not in said
    give(ben, found, 1, choice="P")
    give(ben, found, 2, move="3>2")
    give(ben, found, 2, move="3>3")
    assert results(teacher, found) == [
        ("0", ["right, 2 tries"]),
        ("2", ["right, first try", "right, 2 tries"]),
    ]
    assert [total_in_canvas(teacher, found, n) for n in (0, 1)] == ["0", "2"]
    grades = words_of(page_of(teacher, f"/classes/{room.pk}/grades/"))
    assert "100" in grades
    assert "So far: 0 of 2 points." in words_of(page_of(ann, address(found)))
    call_command("check_results")


def test_of_four_answers_the_second_earns_half_and_the_third_nothing(ann, ben, room, teacher):
    found = assignment(room, STRIPS)
    words = "You earn all points at the first try, half the points at the second try and no points"
    assert words in words_of(page_of(ann, address(found)))
    assert words in words_of(page_of(ann, address(found, 1)))
    right = "R"
    give(ann, found, 1, choice="N")
    give(ann, found, 1, choice=right)
    for choice in ("N", "P", right):
        give(ben, found, 1, choice=choice)
    assert scores(teacher, found) == [0.5, 0.0]


def test_what_help_costs_and_what_tries_cost_is_multiplied(ann, room, teacher):
    found = assignment(room, MOVE, hint_cost="half", other_tries="100, 50")
    ask_for_help(ann, found)
    give(ann, found, 1, move="3>2")
    give(ann, found, 1, move="3>3")
    assert scores(teacher, found) == [0.25]


def test_a_test_counts_its_last_answer_in_full(ann, room, teacher):
    found = assignment(room, LOSING, mode="check", closes_at=timezone.now() + timedelta(hours=1))
    assert " earn" not in words_of(page_of(ann, address(found, 1)))
    give(ann, found, 1, choice="N")
    give(ann, found, 1, choice="P")
    assert Standing.objects.get().worth == 1.0


def test_what_students_had_before_keeps_its_promise(ann, room, teacher):
    old = assignment(room, LOSING, choice_tries="100")
    draft = assignment(room, LOSING, publish=False, choice_tries="100")
    withdrawn = assignment(room, LOSING, choice_tries="100")
    for found in (old, withdrawn):
        give(ann, found, 1, choice="N")
        give(ann, found, 1, choice="P")
    Assignment.objects.filter(pk=withdrawn.pk).update(published_at=None)
    before = set(Standing.objects.values_list("item", "membership", "worth"))
    import_module("games.migrations.0052_squashed_0065_surnames").renew_drafts(apps, None)
    said = dict(Assignment.objects.values_list("pk", "choice_tries"))
    assert said == {old.pk: "100", draft.pk: "100, 50, 0", withdrawn.pk: "100"}
    call_command("check_results", repair=True)
    assert set(Standing.objects.values_list("item", "membership", "worth")) == before
    assert {worth for *_, worth in before} == {1.0}
    assert scores(teacher, old) == [1.0]
    assert ONLY_FIRST not in words_of(page_of(ann, address(old, 1)))


def test_the_instructor_sets_it_before_publishing(ann, room, teacher):
    draft = assignment(room, LOSING, MOVE, publish=False)
    form = PageForm(teacher.get(address(draft, what="edit")), "writing")
    assert form.fields["choice_tries"] == ["100, 50, 0"]
    assert form.fields["other_tries"] == ["100"]
    wrong = form.fields | {"other_tries": ["50, 100"]}
    refused = teacher.post(address(draft, what="settings"), wrong)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "Write at most 5 percentages from 100 down" in words_of(page)
    assert 'value="50, 100"' in page
    teacher.post(
        address(draft, what="settings"),
        form.fields | {"choice_tries": [""], "other_tries": ["100; 25%"]},
    )
    draft.refresh_from_db()
    assert (draft.choice_tries, draft.other_tries) == ("100, 50, 0", "100, 25")
    storing_work.publish(draft)
    teacher.post(address(draft, what="settings"), form.fields | {"other_tries": ["100"]})
    draft.refresh_from_db()
    assert draft.other_tries == "100, 25"
    words = "At any other one, you earn all points at the first try and 25% of the points after"
    assert words in words_of(page_of(ann, address(draft)))


def test_a_copy_and_a_template_take_it_over(room, teacher):
    found = assignment(room, LOSING, choice_tries="100, 20")
    teacher.post(f"/assignments/{found.pk}/template/")
    assert PlannedAssignment.objects.get(plan__owner=teacher.user).choice_tries == "100, 20"
    assert PlannedAssignment().choice_tries == "100, 50, 0"


@pytest.mark.parametrize(
    "written", ["", "90", "100, 50, 60", "100, -1", "100, x", "100," * 6, "1e2"]
)
def test_what_is_no_list_of_falling_percentages_is_refused(written):
    with pytest.raises(ValidationError):
        check_shares(written)


def test_the_last_answer_of_a_list_earns_what_the_last_number_says():
    assert [Shares.read("100, 70, 30").at(n, options=2) for n in (1, 2, 3)] == [1.0, 0.3, 0.3]
    assert [Shares.read("100, 100, 0").at(n, options=4) for n in (1, 2, 3)] == [1.0, 1.0, 0.0]
    assert Shares.read("100, 100").in_words() == ""
