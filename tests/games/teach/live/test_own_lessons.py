"""An instructor's own room lessons: copied, broken, mended, published, shared, put away."""

import re

import pytest
from django.test import Client

from games.content.reading import ContentError
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles

from ...learn.lessons.curation import shown, staff
from ..work.assignments import classroom, member, person
from .every_kind import LESSON as EVERY_KIND
from .room_lessons import LESSON, room_lesson

pytestmark = pytest.mark.django_db
READY = "/live/lessons/two-matches/"
OWN = "/live/own/"


@pytest.fixture
def ms_lind():
    lind = person("ms-lind")
    classroom(lind)
    return lind


@pytest.fixture
def mr_okoro():
    okoro = person("mr-okoro")
    classroom(okoro, "8c")
    return okoro


def own(teacher):
    """A copy of the ready lesson."""
    if not RoomLesson.objects.of_site().exists():
        room_lesson()
    assert teacher.post(f"{READY}copy/").status_code == 302
    return teacher.user.room_lessons.get()


def desk_of(lesson):
    return f"{OWN}{lesson.slug}/"


def press(teacher, lesson, page=None, **changes):
    page = page or teacher.get(desk_of(lesson))
    return teacher.post(desk_of(lesson), shown(page) | changes)


def publish(teacher, lesson, **changes):
    response = press(teacher, lesson, state="published", note="For 7b.", **changes)
    assert response.status_code == 302, response.content.decode()[:200]
    lesson.refresh_from_db()
    return lesson


def said(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def test_the_list_says_which_words_contradict_the_solver(ms_lind, mr_okoro):
    lesson = own(ms_lind)
    assert "again." not in said(ms_lind.get(OWN))
    first, *others = lesson.parts
    wrong = first | {"text": "At 1 + 2 the player to move loses when the last one loses."}
    RoomLesson.objects.filter(pk=lesson.pk).update(parts=[wrong, *others], is_shared=True)
    listed = said(ms_lind.get(OWN))
    assert "Look at 1 sentence again. " in listed
    assert "But with 1+2 in Nim, when the last one loses, the player to move wins." in listed
    assert "again." not in said(mr_okoro.get(OWN))


def test_a_copy_is_a_draft_that_says_where_it_comes_from_and_leaves_the_original(ms_lind):
    lesson = own(ms_lind)
    assert (lesson.title, lesson.state) == ("Two matches (copy)", "draft")
    assert lesson.source == "After the room lesson “Two matches”."
    assert lesson.parts == RoomLesson.objects.get(slug="two-matches").parts
    page = press(ms_lind, lesson, title="Mine", state="draft")
    assert page.status_code == 302
    assert "Saved as a draft." in said(ms_lind.get(page["Location"]))
    assert RoomLesson.objects.get(slug="two-matches").title == "Two matches"
    listed = said(ms_lind.get(OWN))
    assert "Mine A short one. 10 minutes · 1 question Anybody. Two matches. Draft" in listed


def test_a_refusal_names_the_field_by_its_label(ms_lind):
    lesson = own(ms_lind)
    page = press(ms_lind, lesson, do="open:2")
    page = press(ms_lind, lesson, page, state="draft", **{"open-minutes": "soon"})
    assert page.status_code == 422
    assert "Part 2</a>. Minutes: A whole number is expected." in page.content.decode()


def test_a_form_that_is_sent_twice_makes_one_copy(ms_lind):
    room_lesson()
    key = {"form_key": "7b1f3c1e-6c0b-4a53-8f6c-2f1d5a0e9b11"}
    first, second = (ms_lind.post(f"{READY}copy/", key) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert ms_lind.user.room_lessons.count() == 1


def test_what_the_solver_refuses_is_said_and_everything_typed_is_still_there(ms_lind):
    lesson = own(ms_lind)
    page = press(ms_lind, lesson, do="open:2")
    wrong = {"open-position": "1+1+1", "open-text": "My own words.", "about": "For my class."}
    page = press(ms_lind, lesson, page, state="draft", **wrong)
    assert page.status_code == 422
    text = page.content.decode()
    assert "Part 2</a>. Position: In Nim 1+1+1 the player to move loses" in text
    assert "Everything you typed is still here." in text
    assert "My own words." in text
    assert "For my class." in text
    assert 'value="1+1+1"' in text
    assert lesson.content == RoomLesson.objects.get(pk=lesson.pk).content
    mended = press(ms_lind, lesson, page, state="draft", **{"open-position": "1+1+2"})
    assert mended.status_code == 302
    lesson.refresh_from_db()
    assert lesson.parts[1]["text"] == "My own words."
    assert lesson.about == "For my class."


def test_minutes_are_added_up_and_publishing_a_change_asks_for_a_note(ms_lind):
    lesson = publish(ms_lind, own(ms_lind))
    page = press(ms_lind, lesson, do="open:1")
    longer = {"open-minutes": "7", "state": "published"}
    refused = press(ms_lind, lesson, page, **longer)
    assert refused.status_code == 422
    assert "Say in a few words what changed." in said(refused)
    assert press(ms_lind, lesson, page, **longer, note="Longer.").status_code == 302
    lesson.refresh_from_db()
    assert (lesson.minutes, lesson.state, lesson.version) == (15, "published", 2)
    assert lesson.versions.get(version=2).note == "Longer."


def test_lines_are_solved_and_become_parts_and_the_wrong_one_stays(ms_lind):
    lesson = own(ms_lind)
    typed = {"desk_lines": "kayles 4 misere\nnim 1+2\nchess 3"}
    page = press(ms_lind, lesson, do="look", **typed)
    assert "make a winning move" in said(page).lower()
    page = press(ms_lind, lesson, do="lines:", **typed)
    text = page.content.decode()
    assert "2 parts added. The lines below need a change." in said(page)
    assert '">chess 3</textarea>' in text
    assert "kayles 4 misere</textarea>" not in text
    saved = press(ms_lind, lesson, page, state="draft", desk_lines="")
    assert saved.status_code == 302, saved.context["form"].errors
    lesson.refresh_from_db()
    assert [part["kind"] for part in lesson.parts][3:] == ["predict", "move"]
    assert lesson.parts[3]["position"] == "4"
    assert lesson.minutes == 16


def test_two_tabs_do_not_lose_each_others_work(ms_lind):
    lesson = own(ms_lind)
    old = ms_lind.get(desk_of(lesson))
    assert press(ms_lind, lesson, title="First tab", state="draft").status_code == 302
    page = press(ms_lind, lesson, old, title="Second tab", state="draft")
    assert page.status_code == 422
    assert "Somebody saved this room lesson after you opened it." in said(page)
    lesson.refresh_from_db()
    assert lesson.title == "First tab"


def test_an_older_version_is_restored_as_a_new_one(ms_lind):
    lesson = publish(ms_lind, own(ms_lind), title="One")
    publish(ms_lind, lesson, title="Two")
    page = said(ms_lind.get(f"{desk_of(lesson)}versions/"))
    assert "Version 2 (current)" in page
    assert "+title: Two" in page
    ask = f"{desk_of(lesson)}versions/1/"
    assert "-title: Two" in said(ms_lind.get(ask))
    assert lesson.title == "Two"
    assert ms_lind.post(ask).status_code == 302
    lesson.refresh_from_db()
    assert (lesson.title, lesson.version) == ("One", 3)
    assert ms_lind.get(f"{desk_of(lesson)}versions/9/").status_code == 404


TERMS = ("theory", "opponent", "rounds", "seconds")


def terms(lesson):
    """The terms of its parts that name some, by their titles."""
    named = {one["title"]: {key: one[key] for key in TERMS if key in one} for one in lesson.parts}
    return {title: found for title, found in named.items() if found}


NAMED = {
    "Why four": {"theory": "safe-harbors"},
    "Against Learner": {"opponent": "learner"},
    "Two and two": {"rounds": 2},
    "The class against Perfect": {"seconds": 20},
}


@pytest.fixture
def every_kind(ms_lind):
    """A published copy of a lesson with every kind of part."""
    room_lesson(EVERY_KIND)
    assert ms_lind.post("/live/lessons/every-kind/copy/").status_code == 302
    return publish(ms_lind, ms_lind.user.room_lessons.get(), title="One")


def test_the_terms_of_every_part_survive_an_edit_and_a_restored_version(ms_lind, every_kind):
    lesson = every_kind
    assert (terms(lesson), lesson.theory) == (NAMED, "below")
    page = press(ms_lind, lesson, do="open:6")
    publish(ms_lind, lesson, page=page, **{"open-rounds": "3", "theory": "safe-harbors"})
    assert terms(lesson) == NAMED | {"Two and two": {"rounds": 3}}
    assert lesson.theory == "safe-harbors"
    assert "+ rounds: 3" in said(ms_lind.get(f"{desk_of(lesson)}versions/"))
    assert ms_lind.post(f"{desk_of(lesson)}versions/1/").status_code == 302
    lesson.refresh_from_db()
    assert (terms(lesson), lesson.theory, lesson.version) == (NAMED, "below", 3)


def test_the_terms_go_out_in_a_file_and_come_in_for_a_colleague(ms_lind, mr_okoro, every_kind):
    file = ms_lind.get(f"{desk_of(every_kind)}export/").content.decode()
    for line in ("theory: safe-harbors", "opponent: learner", "rounds: 2", "seconds: 20"):
        assert line in file
    assert mr_okoro.post(f"{OWN}import/", {"text": file}).status_code == 302
    mine = mr_okoro.user.room_lessons.get()
    assert mine.parts == every_kind.parts
    assert (terms(mine), mine.theory) == (NAMED, "below")
    wrong = mr_okoro.post(f"{OWN}import/", {"text": file.replace("rounds: 2", "rounds: 10")})
    assert wrong.status_code == 422
    assert "rounds: a whole number from 1 to 9 is expected" in said(wrong)
    assert mr_okoro.user.room_lessons.count() == 1


def test_a_version_that_the_solver_no_longer_agrees_with_is_not_restored(ms_lind):
    lesson = publish(ms_lind, own(ms_lind))
    old = lesson.versions.get()
    old.content["parts"][0]["claims"] = [{"outcome": "P"}]
    old.save()
    page = ms_lind.post(f"{desk_of(lesson)}versions/1/")
    assert page.status_code == 422
    assert "Part 1: the fact about 1+2 in Nim, when the last one loses:" in said(page)
    lesson.refresh_from_db()
    assert lesson.version == 1


def test_a_file_goes_out_and_comes_in_again(ms_lind, mr_okoro):
    lesson = publish(ms_lind, own(ms_lind), title="For 7b")
    file = ms_lind.get(f"{desk_of(lesson)}export/").content.decode()
    assert RoomLessonFiles().read_text(file, "own.yaml")["title"] == "For 7b"
    assert mr_okoro.post(f"{OWN}import/", {"text": file}).status_code == 302
    mine = mr_okoro.user.room_lessons.get()
    assert (mine.title, mine.parts, mine.state) == ("For 7b", lesson.parts, "draft")
    assert mine.slug != lesson.slug
    wrong = file.replace("1+1+2", "1+1+1", 1)
    refused = mr_okoro.post(f"{OWN}import/", {"text": wrong})
    assert refused.status_code == 422
    assert "Part 2: " in said(refused)
    assert "position: 1+1+1" in refused.content.decode()
    assert mr_okoro.user.room_lessons.count() == 1


def test_a_colleague_reads_and_copies_what_is_shared_and_changes_nothing(ms_lind, mr_okoro):
    lesson = own(ms_lind)
    address = lesson.get_absolute_url()
    assert mr_okoro.get(address).status_code == 404
    ms_lind.post(f"{desk_of(lesson)}share/", {"do": "share"})
    assert mr_okoro.get(address).status_code == 404, "a draft is nobody else's"
    publish(ms_lind, lesson, title="For 7b")
    assert "By ms-lind" in said(mr_okoro.get(OWN))
    assert "ms-lind shares this lesson." in said(mr_okoro.get(address))
    assert mr_okoro.post(f"{address}copy/").status_code == 302
    mine = mr_okoro.user.room_lessons.get()
    assert mine.source.startswith("After the room lesson “For 7b”. After the room lesson")
    assert not mine.is_shared
    ms_lind.post(f"{desk_of(lesson)}share/", {"do": "withdraw"})
    assert mr_okoro.get(address).status_code == 404
    assert "For 7b (copy)" in said(mr_okoro.get(OWN))


READING = ("", "preview/", "paper/")
WRITING = ("", "versions/", "versions/1/", "export/")
DOING = ("share/", "archive/", "delete/")


def test_who_may_do_what(ms_lind, mr_okoro):
    lesson = publish(ms_lind, own(ms_lind))
    student, curator, nobody = person("student"), staff("curator", "view_roomlesson"), Client()
    member(ms_lind.user.staffed.get().classroom, student)
    read, desk = lesson.get_absolute_url(), desk_of(lesson)

    def statuses(one):
        return (
            {one.get(f"{read}{page}").status_code for page in READING},
            {one.get(f"{desk}{page}").status_code for page in WRITING},
        )

    assert statuses(ms_lind) == ({200}, {200})
    for other in (mr_okoro, student, curator):
        assert statuses(other) == ({404}, {404})
    assert statuses(nobody) == ({404}, {302})
    ms_lind.post(f"{desk}share/", {"do": "share"})
    assert statuses(mr_okoro) == ({200}, {404})
    assert statuses(student) == ({404}, {404})
    for other in (mr_okoro, student, curator):
        assert {other.post(f"{desk}{page}").status_code for page in DOING} == {404}
        assert other.post(desk, {"title": "Theirs", "state": "draft"}).status_code == 404
    assert student.post(f"{read}copy/").status_code == 404
    assert student.get(OWN).status_code == 404
    assert student.get(f"{OWN}new/").status_code == 404
    assert nobody.get(OWN).status_code == 302
    assert student.get(f"/live/open/?ready={lesson.slug}").status_code in (302, 404)
    assert curator.get(f"/admin/games/roomlesson/{lesson.pk}/change/").status_code == 302
    lesson.refresh_from_db()
    assert (lesson.title, lesson.state) == ("Two matches (copy)", "published")


def test_a_lesson_is_archived_brought_back_and_deleted_and_copies_stay(ms_lind, mr_okoro):
    lesson = publish(ms_lind, own(ms_lind))
    ms_lind.post(f"{desk_of(lesson)}share/", {"do": "share"})
    mr_okoro.post(f"{lesson.get_absolute_url()}copy/")
    ms_lind.post(f"{desk_of(lesson)}archive/")
    assert "1 archived" in said(ms_lind.get(OWN))
    assert mr_okoro.get(lesson.get_absolute_url()).status_code == 404
    ms_lind.post(f"{desk_of(lesson)}archive/", {"do": "back"})
    lesson.refresh_from_db()
    assert lesson.state == "draft"
    assert ms_lind.post(f"{desk_of(lesson)}delete/").status_code == 302
    assert not ms_lind.user.room_lessons.exists()
    assert mr_okoro.user.room_lessons.count() == 1


def test_a_room_is_opened_with_ones_own_draft_and_by_nobody_else(ms_lind, mr_okoro):
    lesson = own(ms_lind)
    page = ms_lind.get(f"/live/open/?ready={lesson.slug}")
    assert page.content.decode().count('name="offer"') == len(lesson.parts) == 3
    assert mr_okoro.get(f"/live/open/?ready={lesson.slug}").status_code == 404


def test_loading_the_files_leaves_own_lessons_alone(ms_lind, tmp_path):
    lesson = own(ms_lind)
    (tmp_path / "live").mkdir()
    (tmp_path / "live" / "two.yaml").write_text(LESSON.replace("A short one.", "Another."))
    RoomLessonFiles.load(tmp_path, overwrite=True)
    RoomLesson.objects.of_site().get().versions.get(version=2)
    (tmp_path / "live" / "two.yaml").unlink()
    RoomLessonFiles.load(tmp_path)
    assert RoomLesson.objects.get() == lesson


# --- those of the site, by the same mechanism -----------------------------------------------------


def test_a_curators_draft_is_seen_by_curators_alone_until_it_is_published(client):
    names = ("view_roomlesson", "add_roomlesson", "change_roomlesson")
    curator = staff("curator", *names)
    lesson = room_lesson()
    address = f"/admin/games/roomlesson/{lesson.pk}/"
    form = shown(curator.get(f"{address}change/"))
    assert curator.post(f"{address}change/", form | {"state": "draft"}).status_code == 302
    assert client.get(READY).status_code == 404
    assert "No room lessons" in said(client.get("/live/lessons/"))
    assert curator.get(READY).status_code == 200
    assert curator.get(f"{READY}preview/").status_code == 200
    form = shown(curator.get(f"{address}change/"))
    news = {"state": "published", "title": "New title", "note": "A better title."}
    assert curator.post(f"{address}change/", form | news).status_code == 302
    assert "New title" in said(client.get(READY))
    page = said(curator.get(f"{address}versions/"))
    assert "A better title." in page
    assert "+title: New title" in page
    assert curator.post(f"{address}versions/1/").status_code == 302
    assert "Two matches" in said(client.get(READY))
    file = curator.get(f"{address}export/").content.decode()
    assert file.startswith("slug: two-matches\n")
    posted = {"text": file.replace("A short one.", "A longer one."), "action": "store"}
    assert "Say in a few words" in said(curator.post("/admin/games/roomlesson/import/", posted))
    posted["note"] = "Longer."
    assert curator.post("/admin/games/roomlesson/import/", posted).status_code == 302
    assert "A longer one." in said(client.get(READY))


ABSURD = {
    "sixties": ":".join(["59"] * 3000) + ".5",
    "whole sixties": ":".join(["59"] * 3000),
    "digits": "9" * 6000,
    "hexadecimal": "0x" + "f" * 9000,
    "binary": "0b" + "1" * 9000,
    "octal": "0" + "7" * 9000,
    "larger than any float": "1" + "0" * 400 + ".0",
    "infinite": ".inf",
    "minus infinite": "-.inf",
    "no number": ".nan",
    "a day": "2026-01-01",
    "no day": "2026-13-45",
    "no time": "2026-01-01 25:61:61",
    "far zone": "2026-01-01T00:00:00+99:99",
    "first year": "0001-01-01 00:00:00 +23:59",
    "nothing in hexadecimal": "0x_",
    "equals": "=",
}


@pytest.mark.parametrize("field", ["minutes", "title", "position", "order"])
def test_a_file_with_an_absurd_value_is_refused(ms_lind, field):
    """In numbers, in texts, in positions and as a value that no lesson has."""
    file = ms_lind.get(f"{desk_of(own(ms_lind))}export/").content.decode()
    for value in ABSURD.values():
        changed, number = re.subn(rf"(?m)^(.*\b{field}: ).*$", rf"\g<1>{value}", file, count=1)
        with pytest.raises(ContentError):
            RoomLessonFiles().read_text(changed if number else f"{file}{field}: {value}\n", "own")


@pytest.mark.parametrize("value", ["sixties", "hexadecimal", "infinite", "no day"])
def test_the_page_says_why_a_file_is_refused(ms_lind, value):
    file = ms_lind.get(f"{desk_of(own(ms_lind))}export/").content.decode()
    text = re.sub(r"minutes: \d+", f"minutes: {ABSURD[value]}", file, count=1)
    page = ms_lind.post(f"{OWN}import/", {"text": text})
    assert page.status_code == 422
    assert "this is not YAML: " in page.content.decode()
    assert ms_lind.user.room_lessons.count() == 1


def test_a_lesson_begins_with_a_title_and_three_positions(ms_lind, mr_okoro):
    """The rest is asked before colleagues and rooms meet it as published."""
    new = f"{OWN}new/"
    page = ms_lind.get(new)
    typed = {"desk_lines": "kayles 4 misere\nnim 1+2\nnim 1+2+4 misere"}
    page = ms_lind.post(new, shown(page) | typed | {"do": "lines:"})
    saved = ms_lind.post(new, shown(page) | {"title": "Monday", "state": "draft"})
    assert saved.status_code == 302, said(saved)
    lesson = ms_lind.user.room_lessons.get()
    assert (lesson.title, len(lesson.parts), lesson.about) == ("Monday", 3, "")
    assert "Open a room with it" in said(ms_lind.get(desk_of(lesson)))
    opened = ms_lind.get(f"/live/open/?ready={lesson.slug}").content.decode()
    assert (opened.count('value="Monday"'), opened.count('name="take"')) == (1, 3)

    # A file of the draft comes in again for a colleague.
    file = ms_lind.get(f"{desk_of(lesson)}export/").content.decode()
    assert mr_okoro.post(f"{OWN}import/", {"text": file}).status_code == 302
    theirs = mr_okoro.user.room_lessons.get()
    assert (theirs.title, theirs.state, theirs.parts) == ("Monday", "draft", lesson.parts)

    refused = press(ms_lind, lesson, state="published")
    assert refused.status_code == 422
    assert said(refused).count("Say this before you publish the lesson.") == 3
    assert not RoomLesson.objects.get(pk=lesson.pk).is_published
    told = {"about": "Three boards.", "audience": "7b", "needs": "Phones"}
    assert press(ms_lind, lesson, refused, state="published", **told).status_code == 302
    version = RoomLesson.objects.get(pk=lesson.pk).versions.get()
    assert version.note == "First version."
    # From the second version on somebody reads what changed.
    again = press(ms_lind, lesson, state="published", title="Tuesday", note="")
    assert again.status_code == 422
    assert "Say in a few words what changed." in said(again)


def test_a_file_of_a_published_lesson_says_what_it_is_about(ms_lind):
    lesson = publish(ms_lind, own(ms_lind))
    file = ms_lind.get(f"{desk_of(lesson)}export/").content.decode()
    assert "about: A short one." in file
    without = file.replace("about: A short one.\n", "")
    page = ms_lind.post(f"{OWN}import/", {"text": without})
    assert page.status_code == 422
    assert "about is missing" in said(page)
    draft = f"state: draft\n{without}"
    assert ms_lind.post(f"{OWN}import/", {"text": draft}).status_code == 302
