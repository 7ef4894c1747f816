"""A unit plan written in the admin, as browsers without scripts would write it."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.learn.lessons.models import Lesson, Track
from games.people.models import User
from games.site.upkeep.content_checks import check_everything
from games.teach.work.plans.models import Plan
from games.teach.work.plans.plan_files import PlanFiles

from ....learn.lessons.curation import shown, staff, steps_of
from ....learn.lessons.lessons import lesson
from .test_units import folder  # noqa: F401

pytestmark = [pytest.mark.days, pytest.mark.django_db]
NEW = "/admin/games/plan/add/"


@pytest.fixture
def curator():
    return staff("curator", "view_plan", "add_plan", "change_plan")


def address_of(plan):
    return f"/admin/games/plan/{plan.pk}/change/"


def press(client, page, address=NEW, **buttons):
    return client.post(address, shown(page) | buttons)


@pytest.fixture
def unit(folder):  # noqa: F811
    PlanFiles.load(folder)
    return Plan.objects.get(slug="a-unit")


def about(**changes):
    track = Track.objects.get(slug="rows")
    return {"title": "Mine", "slug": "mine", "track": str(track.pk), "order": "4"} | changes


def test_a_plan_is_written_without_typing_code(curator):
    lesson()
    page = press(curator, curator.get(NEW), do="add:", first="2027-01-04")
    text = page.content.decode()
    assert "Monday 4 January 2027" in text
    assert "Friday 8 January 2027" in text
    page = press(
        curator, page, **{"open-title": "To begin", "open-lesson": "a-lesson"}, do="lesson:"
    )
    assert "Now: To begin, 1 question." in page.content.decode()
    page = press(curator, page, do="lay:")
    laid = {"open-laid-ruleset": "nim", "open-laid-convention": "misere", "open-laid-goal": "move"}
    page = press(curator, page, **laid, **{"open-laid-position": "1", "change": "2:5"})
    assert "Take 5 from row 2, leaving nothing." in page.content.decode()
    page = press(curator, page, do="put:")
    page = press(curator, page, do="itemup:2", **{"open-points-2": "3"})
    graded = {"hints": "false", "weight": "3", "keeps": "latest", "hint_cost": "half"}
    typed = {f"open-{name}": value for name, value in graded.items()}
    page = press(curator, page, do="add:", **typed)
    assert "Monday 11 January 2027" in page.content.decode()
    assert '<option value="best" selected>The best answer</option>' in page.content.decode()
    page = press(curator, page, do="remove:new-2")
    response = press(curator, page, _save="Save", **about())
    assert response.status_code == 302
    plan = Plan.objects.get(slug="mine")
    [entry] = plan.planned
    assert (entry.title, entry.opens_day, entry.due_day, entry.closes_day) == (
        "To begin",
        0,
        4,
        None,
    )
    assert (entry.hints, entry.weight, entry.keeps, entry.hint_cost) == (False, 3, "latest", "half")
    items = [(str(item), item.points) for item in entry.items.all()]
    assert items == [("nim 1+5", 3), ("A lesson", 1)]
    # A new plan is a draft; nobody reads it before it is published, its curator neither.
    assert curator.get(plan.get_absolute_url()).status_code == 404
    page = curator.get(address_of(plan))
    assert press(curator, page, address_of(plan), state="published").status_code == 200
    page = press(curator, page, address_of(plan), state="published", note="It is ready.")
    assert page.status_code == 302
    assert "To begin" in curator.get(plan.get_absolute_url()).content.decode()


def test_saving_what_is_shown_changes_nothing(curator, unit):
    assert PlanFiles().is_as_loaded(unit)
    page = curator.get(address_of(unit))
    for key in list(steps_of(page)):
        page = press(curator, page, address_of(unit), do=f"open:{key}")
    page = press(curator, page, address_of(unit), _save="Save", note="Nothing.")
    assert page.status_code == 302
    saved = Plan.objects.get()
    assert saved.loaded == unit.loaded
    assert PlanFiles().is_as_loaded(saved)


def test_what_was_changed_here_is_kept_by_the_next_loading(curator, unit, folder):  # noqa: F811
    page = press(
        curator, curator.get(address_of(unit)), address_of(unit), title="Ours", note="Our name."
    )
    assert page.status_code == 302
    assert PlanFiles.load(folder).kept == 1
    assert Plan.objects.get().title == "Ours"


def test_what_is_wrong_is_said_beside_its_assignment_and_stores_nothing(curator, unit):
    address = address_of(unit)
    first = str(unit.planned[0].pk)
    page = press(curator, curator.get(address), address, do=f"open:{first}")
    wrong = {"open-opens_day": "9", "open-due_day": "4", "open-due_time": "noon"}
    page = press(curator, page, address, _save="Save", **wrong)
    where = f'<a href="#step-{first}">Assignment 1</a>. '
    assert f"{where}Due time: Write a time such as 08:00." in page.content.decode()
    page = press(curator, page, address, _save="Save", **{"open-due_time": "20:00"})
    said = f"{where}Due day: The due time must be after the opening time."
    assert said in page.content.decode()
    typed = {"open-opens_day": "0", "open-mode": "check"}
    page = press(curator, page, address, _save="Save", **typed)
    assert f"{where}A test cannot hold lessons." in page.content.decode()
    assert Plan.objects.get().planned[0].opens_day == 0


def test_a_laid_position_that_the_solver_contradicts_is_no_item(curator, unit):
    address = address_of(unit)
    page = press(curator, curator.get(address), address, do=f"open:{unit.planned[0].pk}")
    page = press(curator, page, address, do="lay:")
    laid = {"open-laid-ruleset": "nim", "open-laid-position": "2+2", "open-laid-goal": "move"}
    page = press(curator, page, address, do="put:", **laid, **{"open-laid-convention": "misere"})
    assert "the player to move loses" in page.content.decode()
    assert len(next(iter(steps_of(page).values()))["items"]) == 2


def test_weeks_are_moved_and_duplicated(curator, unit):
    address = address_of(unit)
    first, second = (str(entry.pk) for entry in unit.planned)
    page = press(curator, curator.get(address), address, do=f"up:{second}")
    assert list(steps_of(page)) == [second, first]
    page = press(curator, page, address, do=f"copy:{first}")
    page = press(curator, page, address, note="Again.", **{"open-title": "Again"})
    titles = [entry.title for entry in Plan.objects.get().planned]
    assert titles == ["A check", "Week one", "Again"]


def test_a_lesson_that_is_gone_is_found_by_every_check(curator, unit, capsys):
    Lesson.objects.update(state="retired")
    said = "Assignment 1, “Week one”. Question 1: The lesson “A lesson” is not published."
    assert said in [one.text for one in check_everything().failing]
    with pytest.raises(CommandError, match=r"checks? failed"):
        call_command("check_content")
    assert said in capsys.readouterr().err
    reader = staff("reader", "view_lesson")
    page = reader.post("/admin/games/lesson/checks/", follow=True).content.decode()
    assert said in page
    assert f'href="/admin/games/plan/{unit.pk}/change/"' in page
    text = curator.get(address_of(unit)).content.decode()
    assert "Question 1: The lesson “A lesson” is not published." in text


def test_templates_of_instructors_are_looked_at_by_nobody(curator):
    owner = User.objects.create_user("owner", password="correct horse battery")
    template = Plan.objects.create(owner=owner, title="Private words")
    assert "Private words" not in curator.get("/admin/games/plan/").content.decode()
    assert curator.get(address_of(template)).status_code == 302
    assert curator.post(address_of(template), {"title": "x"}).status_code == 302
    template.refresh_from_db()
    assert template.title == "Private words"


def test_who_may_only_look_sees_what_it_asks(unit):
    reader = staff("reader", "view_plan")
    page = reader.get(address_of(unit)).content.decode()
    assert "Nim: rows of 1, 2 and 4 matches." in page
    assert 'name="do"' not in page
    assert "_save" not in page
    assert reader.post(address_of(unit), {"title": "x"}).status_code == 403


@pytest.mark.parametrize(
    "posted",
    [
        {"step_key": ["1"] * 99, "step": ["{}"] * 99},
        {"step_key": ["new-1"], "step": ["["]},
        {"step_key": ["new-1"], "step": ['{"items": [7, {"lesson": [1]}, {"ruleset": {"a": 1}}]}']},
        {"step_key": ["new-1"], "step": ['{"items": {"a": 1}, "laid": 7, "opens_day": "x"}']},
        {"step_key": ["new-1"], "step": ['{"opens_day": 99999999, "title": ["x"], "minutes": {}}']},
        {"step_key": ["new-1"], "step": ['{"items": [{"lesson": "x", "points": "y"}]}']},
        {"first": "9999-12-31", "do": "add:"},
        {"first": "x", "do": "itemup:1"},
    ],
)
def test_hostile_forms_are_refused_on_the_page(curator, posted):
    lesson()
    assert curator.post(NEW, about() | posted).status_code == 200
    for button in ("open:new-1", "itemout:1", "itemlay:²", "set:", "put:", "copy:new-1"):
        again = posted | {"do": button, "step_open": "new-1", "open-title": "x"}
        assert curator.post(NEW, about() | again).status_code == 200
    assert not Plan.objects.exists()
