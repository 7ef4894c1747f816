"""A room that runs a lesson: every part is a step, on the desk, the wall and the phones."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.people.models import User, Visitor
from games.play.models import Match
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles
from games.teach.live.rooms.agenda import RoomPart
from games.teach.live.rooms.models import Answer, Participant, Room
from games.teach.live.rounds.models import RoomGame, RoomRound

from .every_kind import lesson_room, running
from .rooms import NIM, room

pytestmark = pytest.mark.django_db

TITLES = (
    "A box of lights",
    "Four left",
    "Seven lights",
    "Why four",
    "Against Learner",
    "Two and two",
    "The class against Perfect",
)


@pytest.fixture
def teacher():
    return User.objects.create(username="ms-lind", teaches=True)


@pytest.fixture
def lead(teacher):
    client = Client()
    client.force_login(teacher)
    return client


@pytest.fixture
def made(teacher):
    return lesson_room(teacher)


def phones(made, *names):
    """Visitors in the room, each with a client."""
    people = {}
    for name in names:
        visitor = Visitor.objects.create()
        Participant.objects.create(room=made, name=name, visitor=visitor)
        client = Client()
        session = client.session
        session["visitor"] = str(visitor.pk)
        session.save()
        people[name] = client
    return people


def said(page):
    text = re.sub(r"<(script|style|select).*?</\1>", " ", page.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def screen(lead, made, name="desk"):
    return lead.get(f"/live/{made.code}/{name}/")


def do(lead, made, step, screen="desk", **fields):
    made.refresh_from_db()
    posted = {"version": made.version, "from": screen, **fields}
    page = lead.post(f"/live/{made.code}/do/{step}/", posted, HTTP_HX_REQUEST="true")
    made.refresh_from_db()
    return page


def main(page):
    """The main button of a screen."""
    found = re.findall(
        r'<button class="main-button"[^>]*id="[^"]*"\s*data-focus-else[^>]*>([^<]+)</button>',
        page.content.decode(),
    )
    assert len(found) <= 1, found
    return found[0].replace("&#x27;", "'") if found else ""


def follow(lead, made):
    """Press the main button of the desk."""
    page = screen(lead, made).content.decode()
    bar = page[page.index('class="lead-bar"') :]
    form = re.search(r"<form.*?</form>", bar, re.DOTALL)[0]
    assert "main-button" in form
    address = re.search(r'action="([^"]+)"', form)[1]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    fields.pop("csrfmiddlewaretoken", None)
    return lead.post(address, fields, HTTP_HX_REQUEST="true")


def test_a_lesson_runs_all_its_parts_in_order_with_one_button(lead, made):
    phones(made, "Ada", "Ben", "Cleo")
    seen = []
    for _ in range(40):
        page = screen(lead, made)
        seen.append(main(page))
        if not seen[-1] or seen[-1].startswith("Count"):
            break
        assert follow(lead, made).status_code == 200
    film = ["Next frame"] * seen.count("Next frame")
    assert len(film) > 3
    assert seen == [
        "Start: A box of lights",
        "Next: Four left",
        "Show the class's answers",
        "Show the right answer",
        "Next: Seven lights",
        "Show the class's answers",
        "Show the right answer",
        *["Next: Why four", *film],
        "Next: Against Learner",
        "End the round",
        "Next: Two and two",
        "End the round",
        "Start round 2 of 2",
        "End the round",
        "Next: The class against Perfect",
        "Count the votes and move",
    ]
    solo, first, second = RoomRound.objects.all()
    assert (solo.draw, solo.opponent, solo.pairs.count()) == ("alone", "learner", 3)
    assert (first.position, first.convention, first.ruleset) == ("5", "misere", "subtraction:3")
    assert {first.part.number, second.part.number} == {6}
    assert [pair.second is None for pair in solo.pairs.all()] == [True] * 3
    made.refresh_from_db()
    assert (made.match.start, made.match.opponent, made.turn_seconds) == ("5", "perfect", 20)


def walk(lead, made):
    """Lead a room to its end with the main button, over each game of the class; what it said."""
    seen = []
    for _ in range(90):
        seen.append(main(screen(lead, made)))
        if not seen[-1]:
            return seen
        if seen[-1] == "Count the votes and move":
            before = made.version
            do(lead, made, "next")
            if made.version == before or made.part.number == made.parts.count():
                return seen
        else:
            assert follow(lead, made).status_code == 200
    raise AssertionError(seen)


SHIPPED = {
    "the-last-light-loses": {"End the round", "Count the votes and move"},
    "take-at-most-three": {"Next frame", "End the round", "Count the votes and move"},
    "why-kayles-splits": {"Next frame", "Start round 2 of 2", "Count the votes and move"},
}


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_shipped_lesson_runs_through_all_its_parts_for_two_people(lead, teacher, slug):
    RoomLessonFiles.load()
    lesson = RoomLesson.objects.get(slug=slug)
    made = running(teacher, lesson)
    people = phones(made, "Ada", "Ben")
    do(lead, made, "next")
    places = []
    for part in lesson.told:
        do(lead, made, "ask", part=str(part.number))
        wall = said(screen(lead, made, "projector"))
        both = [said(people[name].get(f"/live/{made.code}/")) for name in people]
        assert not re.search(r"\b(Ada|Ben)\b", wall), part.title
        assert "Ben" not in both[0]
        assert "Ada" not in both[1]
        if part.is_question:
            assert all("You haven&#x27;t answered yet." in one for one in both), part.title
        elif part.kind.key == "film":
            assert part.title in wall
            assert all("This page follows the big screen." in one for one in both), part.title
        elif part.kind.key != "perfect":
            assert part.title in wall
            assert all(part.title in one for one in both), part.title
        places.append(made.part.number)
    assert places == list(range(1, len(lesson.told) + 1))


@pytest.mark.parametrize(("slug", "presses"), SHIPPED.items())
def test_one_button_leads_through_a_shipped_lesson_with_its_terms(lead, teacher, slug, presses):
    RoomLessonFiles.load()
    lesson = RoomLesson.objects.get(slug=slug)
    made = running(teacher, lesson)
    phones(made, "Ada", "Ben")
    seen = walk(lead, made)
    told = [one.partition(": ")[2] for one in seen if ": " in one]
    passed_over = [
        after.title
        for before, after in zip(lesson.told, lesson.told[1:], strict=False)
        if before.kind.key == "perfect"
    ]
    assert [one.title for one in lesson.told if one.title not in passed_over] == told
    assert presses <= set(seen)
    made.refresh_from_db()
    assert made.part.number == len(lesson.told)
    assert made.questions.filter(state="judged").count() == lesson.questions
    rounds = {number: made.rounds.filter(part__number=number) for number in range(1, 20)}
    for part in lesson.told:
        played = rounds[part.number]
        if part.kind.key == "solo":
            assert [(one.draw, one.opponent) for one in played] == [("alone", part.opponent)]
        elif part.kind.key == "neighbours":
            assert played.count() == part.rounds
            assert {one.position for one in played} == {part.asked.position}


def test_the_lesson_without_phones_runs_to_its_end_although_nobody_joins(lead, teacher):
    RoomLessonFiles.load()
    lesson = RoomLesson.objects.get(slug="without-phones")
    made = running(teacher, lesson)
    seen = walk(lead, made)
    assert [one.partition(": ")[2] for one in seen if ": " in one] == [
        part.title for part in lesson.told
    ]
    assert set(seen) >= {"Show the class's answers", "Show the right answer"}
    assert made.questions.filter(state="judged").count() == lesson.questions == 5
    assert not made.rounds.exists()
    assert not Match.objects.exists()
    assert not made.participants.exists()


def test_the_notes_of_the_coming_part_are_read_before_it_is_asked(lead, made):
    page = said(screen(lead, made))
    assert "Next: A box of lights (2 min)" in page
    assert "Say who wins." in page
    do(lead, made, "next")
    page = said(screen(lead, made))
    assert "Next: Four left (3 min)" in page
    assert "Answer on your own." in page
    assert "If half get it wrong Play it." in page
    assert made.questions.get(number=1).state == "waiting"


def test_the_clock_says_the_minute_of_the_lesson_and_of_its_part(lead, made):
    assert "minute" not in said(screen(lead, made))
    minutes = [part.content["minutes"] for part in made.parts.all()]
    number, whole = len(minutes), sum(minutes)
    do(lead, made, "next")
    assert f"Part 1 of {number} , minute 1 of {whole}, this part 1 of 2" in said(screen(lead, made))
    do(lead, made, "next")
    Room.objects.update(begun_at=timezone.now() - timedelta(minutes=6, seconds=5))
    RoomPart.objects.filter(number=2).update(begun_at=timezone.now() - timedelta(seconds=70))
    assert f"Part 2 of {number} , minute 7 of {whole}, this part 2 of 3" in said(screen(lead, made))


def test_every_step_has_its_opposite(lead, made):
    phones(made, "Ada", "Ben")
    for _ in range(2):
        do(lead, made, "next")
    question = made.questions.get(number=1)
    do(lead, made, "show")
    do(lead, made, "judge")
    for state in ("shown", "asked"):
        do(lead, made, "back")
        question.refresh_from_db()
        assert question.state == state
    do(lead, made, "back")
    assert (made.part.number, made.current) == (1, None)
    do(lead, made, "back")
    assert (made.part, made.stage) == (None, "lobby")
    page = do(lead, made, "back")
    assert (page.status_code, "Nothing comes before it" in said(page)) == (422, True)


def test_going_back_to_a_game_lets_it_wait_and_ends_what_is_played(lead, made):
    phones(made, "Ada", "Ben")
    do(lead, made, "ask", part="6")
    assert (made.stage, main(screen(lead, made))) == ("part", "Draw the pairs")
    do(lead, made, "begin")
    assert made.stage == "round"
    do(lead, made, "back")
    assert (made.part.number, made.stage) == (5, "part")
    assert RoomRound.objects.get().ended_at
    assert main(screen(lead, made)) == "Start the games"
    assert "Next: Two and two" in said(screen(lead, made))


def test_a_game_without_anybody_waits_and_can_be_passed_over(lead, made):
    do(lead, made, "ask", part="5")
    do(lead, made, "next")
    assert (made.part.number, made.stage) == (6, "part")
    page = do(lead, made, "begin")
    assert "Nobody in the room can play yet." in said(page)
    do(lead, made, "next")
    assert (made.part.number, made.stage) == (7, "turn")
    do(lead, made, "leave")
    assert (made.part.number, made.stage) == (7, "part")


def test_everybody_plays_the_named_opponent_on_their_own_phone(lead, made):
    people = phones(made, "Ada", "Ben")
    do(lead, made, "ask", part="5")
    do(lead, made, "begin")
    page = said(people["Ada"].get(f"/live/{made.code}/"))
    assert "You play Learner." in page
    assert "Go to your first game" in page
    assert "Ben" not in page
    assert set(Match.objects.values_list("opponent", flat=True)) == {"learner"}
    assert RoomGame.objects.count() == 4
    phones(made, "Late")
    do(lead, made, "round-more")
    assert RoomGame.objects.filter(match__opponent="learner").count() == 6


def test_the_film_is_led_from_the_desk_and_mirrored_on_wall_and_phones(lead, made):
    people = phones(made, "Ada")
    do(lead, made, "ask", part="4")
    sentences = set()
    for frame in (1, 2, 3, 2):
        do(lead, made, "film", frame=str(frame), theory="safe-harbors")
        desk = said(screen(lead, made))
        assert f"Frame {frame} of" in desk
        wall = screen(lead, made, "projector").content.decode()
        sentence = re.search(r'class="film-sentence"[^>]*>([^<]+)<', wall)[1]
        assert sentence in screen(lead, made).content.decode()
        phone = said(people["Ada"].get(f"/live/{made.code}/"))
        assert re.sub(r"\W+", " ", sentence)[:20] in re.sub(r"\W+", " ", phone)
        sentences.add(sentence)
    assert len(sentences) == 3
    do(lead, made, "back")
    do(lead, made, "next")
    assert "Frame 1 of" in said(screen(lead, made))


def test_a_question_is_explained_by_the_theory_of_its_lesson(lead, made):
    do(lead, made, "ask", number="1")
    do(lead, made, "show")
    page = do(lead, made, "judge").content.decode()
    options = re.findall(r'<option value="([\w-]+)">', page)
    assert options[0] == "below"
    assert {"safe-harbors", "nim-sum"} <= set(options)


def test_ten_seconds_are_counted_by_the_server_and_late_answers_told_so(lead, made):
    people = phones(made, "Ada", "Ben")
    do(lead, made, "ask", number="1")
    question = made.questions.get(number=1)
    page = do(lead, made, "countdown")
    question.refresh_from_db()
    left = (question.ends_at - timezone.now()).total_seconds()
    assert 8 < left <= 10
    assert 'data-seconds-left="' in page.content.decode()
    assert 'data-then="show"' in page.content.decode()
    assert 'data-seconds-left="' in screen(lead, made, "projector").content.decode()
    assert 'data-seconds-left="' in people["Ada"].get(f"/live/{made.code}/").content.decode()
    address = f"/live/{made.code}/answer/?question=1"
    assert people["Ada"].post(address, {"choice": "P"}).status_code == 302
    made.questions.update(ends_at=timezone.now() - timedelta(seconds=1))
    late = people["Ben"].post(address, {"choice": "N"})
    assert late.status_code == 409
    assert "Too late: time was up." in said(late)
    assert "nothing counts for this question" in said(late)
    assert [answer.participant.name for answer in Answer.objects.all()] == ["Ada"]


def test_a_break_gives_the_ten_seconds_again(lead, made):
    do(lead, made, "ask", number="1")
    do(lead, made, "countdown")
    do(lead, made, "pause")
    assert "paused. Continue first" in said(do(lead, made, "countdown"))
    made.questions.update(ends_at=timezone.now() - timedelta(seconds=9))
    do(lead, made, "resume")
    assert made.questions.get(number=1).is_open


def test_a_question_in_between_is_beside_the_lesson(lead, made):
    do(lead, made, "next")
    do(lead, made, "add", lines="nim 1+2 misere")
    do(lead, made, "ask", number="3")
    page = said(screen(lead, made))
    assert "Say who wins." not in page.partition("Next:")[0]
    do(lead, made, "show")
    do(lead, made, "judge")
    assert main(screen(lead, made)) == "Next: Four left"
    do(lead, made, "next")
    assert made.part.number == 2


def test_what_was_added_is_asked_after_the_lesson(lead, made):
    do(lead, made, "add", lines="nim 1+2 misere")
    do(lead, made, "ask", part=str(made.parts.count()))
    assert "Next question" in said(screen(lead, made))
    do(lead, made, "next")
    assert made.current.position == "1+2"


def test_nobody_finds_a_name_on_the_wall_at_any_part(lead, made):
    phones(made, "Ada", "Ben", "Cleo")
    for number in range(1, made.parts.count() + 1):
        do(lead, made, "ask", part=str(number))
        for step in (None, "begin"):
            if step:
                do(lead, made, step)
            html = screen(lead, made, "projector").content.decode()
            assert not re.search(r"\b(Ada|Ben|Cleo)\b", html), number


@pytest.mark.parametrize("part", ["0", "99", "x", "²", "9999999", ""])
def test_a_part_that_is_none_is_refused(lead, made, part):
    page = do(lead, made, "ask", part=part)
    assert page.status_code == 422
    assert made.part is None


def test_a_room_without_a_lesson_goes_on_as_before(lead, teacher):
    made = room(NIM, NIM | {"goal": "move"}, owner=teacher)
    assert main(screen(lead, made)) == "Ask the first question"
    do(lead, made, "next")
    do(lead, made, "show")
    do(lead, made, "judge")
    assert main(screen(lead, made)) == "Next question"
    do(lead, made, "next")
    assert "Part" not in said(screen(lead, made)).replace("Part of", "")
    do(lead, made, "back")
    assert made.current.number == 1
