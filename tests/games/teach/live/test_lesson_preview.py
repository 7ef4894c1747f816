"""The preview of a room lesson: every kind of part, as the wall and as a phone show it."""

import re

import pytest
from django.test import Client

from games.teach.live.lessons.kinds import KINDS
from games.teach.live.rooms.models import Room, RoomQuestion

from .every_kind import LESSON, running
from .room_lessons import room_lesson

pytestmark = pytest.mark.django_db


def text_of(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split()).replace("&#x27;", "'")


@pytest.fixture
def screens(client):
    """The head of each part with its wall and its phone, as they are read."""
    lesson = room_lesson(LESSON)
    page = client.get(f"{lesson.get_absolute_url()}preview/").content.decode()
    page = page.partition("<footer")[0]
    _, *parts = page.split('<section class="screens"')
    found = []
    for part in parts:
        head, rest = part.split('<div class="screen-wall"')
        wall, phone = rest.split('<fieldset class="screen-phone')
        found.append([text_of(one.partition(">")[2]) for one in (head, wall, phone)])
    return found


def test_each_part_says_its_minutes_and_its_terms(screens):
    missing = {key for key, kind in KINDS.items() if not kind.goal and f"kind: {key}" not in LESSON}
    assert missing == set(), "add a part of each of these kinds to every_kind.py"
    heads = [head for head, _, _ in screens]
    assert heads == [
        "1. A box of lights minute 0 to 2",
        "2. Four left minute 2 to 5 · explained by Pairs and smaller positions",
        "3. Seven lights minute 5 to 8 · explained by Pairs and smaller positions",
        "4. Why four minute 8 to 10 · explained by Safe harbors",
        "5. Against Learner minute 10 to 13",
        "6. Two and two minute 13 to 17 · 2 rounds",
        "7. The class against Perfect minute 17 to 20 · 20 seconds a turn",
    ]


def test_the_wall_and_the_phone_stand_side_by_side(screens):
    tell, predict, move, film, solo, pairs, perfect = [(wall, phone) for _, wall, phone in screens]
    assert tell[0].startswith("12 lights. Take 1, 2 or 3. Last one wins . A box of lights")
    assert "A box of lights Look at the big screen. Your turn comes soon." in tell[1]
    assert predict[0].startswith("4 lights. Take 1, 2 or 3. Last one wins . Who wins?")
    assert "You can win" in predict[1]
    assert "Make a winning move." in move[0]
    sentence = "You may take at most 3, so the divisor is 4."
    assert f"{sentence} Safe harbors Frame 1 of 1" in film[0]
    assert sentence in film[1]
    assert "Round 1: play Learner twice, once from each side." in solo[0]
    assert "You play Learner. Game 1 of 2: you start." in solo[1]
    assert "5 lights. Take 1, 2 or 3. Last one loses ." in pairs[0]
    assert "Round 2: play your partner twice, once from each side." in pairs[0]
    assert "Table 1" in pairs[1]
    assert "The class against Perfect. Your turn: vote on your phones." in perfect[0]
    assert "Vote for this move" in perfect[1]


def test_nothing_is_stored_and_nobody_is_told_what_is_right(screens, client):
    assert not Room.objects.exists()
    assert not RoomQuestion.objects.exists()
    page = client.get("/live/lessons/every-kind/preview/").content.decode()
    assert not re.search(r"✓|✗|class=\"[^\"]*\b(right|wrong|verdict)\b", page)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)), [one for one in ids if ids.count(one) > 1]


def test_nothing_on_it_can_be_pressed(screens, client):
    page = client.get("/live/lessons/every-kind/preview/").content.decode()
    main = page[page.index('class="screens"') : page.index("<footer")]
    assert not re.search(r'<(form|a)\b[^>]* (action|href)="(?!#)|data-hx-|data-poll', main)


def test_the_preview_is_what_a_room_with_two_people_shows(screens, django_user_model):
    """Part by part: the wall, and the phone of one of them."""
    teacher = django_user_model.objects.create(username="ms-lind", teaches=True)
    lesson = room_lesson(LESSON.replace("slug: every-kind", "slug: once-more"))
    made, lead = running(teacher, lesson), Client()
    lead.force_login(teacher)
    phone = Client()
    for client, name in ((phone, "Ada"), (Client(), "Ben")):
        client.post(made.get_absolute_url(), {"name": name})
    for _, wall, shown in screens:
        version = Room.objects.get(pk=made.pk).version
        lead.post(f"/live/{made.code}/do/next/", {"version": version, "from": "desk"})
        assert wall in text_of(lead.get(f"/live/{made.code}/projector/").content.decode())
        page = phone.get(made.get_absolute_url()).content.decode()
        seat = re.search(r'<div class="seat">(.*?)<div class="dock', page, re.DOTALL)[1]
        said = re.sub(r"Vote until [0-9:]+ ", "", text_of(seat)).replace("Ada", "A", 1)
        assert said in shown
