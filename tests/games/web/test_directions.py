"""Names that run from right to left stand for themselves, wherever on a page they are."""

import doctest
import re

import pytest
from django.test import Client

from games.people.models import User
from games.teach.classes import teaching
from games.teach.live.rooms.models import Room
from games.web import middleware
from games.web.middleware import isolated

WITHOUT_TAGS = re.compile(
    r"<(title|option)\b.*?</\1>|<[^>]*\b(?:value|aria-label)=[^>]*>", re.DOTALL
)
FSI, PDI = "\u2068", "\u2069"


def test_the_examples_are_true():
    failed, tried = doctest.testmod(middleware)
    assert (failed, tried) == (0, 1)


@pytest.mark.parametrize(
    ("page", "right"),
    [
        ("<p>محمد علي</p>", "<p><bdi>محمد علي</bdi></p>"),
        ("<p>שרון, מיה</p>", "<p><bdi>שרון</bdi>, <bdi>מיה</bdi></p>"),
        ("<p>שרון 2 wins</p>", "<p><bdi>שרון</bdi> 2 wins</p>"),
        ("<p>ז&#x27;אן wins</p>", "<p><bdi>ז&#x27;אן</bdi> wins</p>"),
        ("<p>Ada wins</p>", "<p>Ada wins</p>"),
        ("<title>שרון: 2</title>", f"<title>{FSI}שרון{PDI}: 2</title>"),
        ("<option>מיה 2</option>x", f"<option>{FSI}מיה{PDI} 2</option>x"),
        ("<svg><title>מיה</title></svg>", f"<svg><title>{FSI}מיה{PDI}</title></svg>"),
        # What is sent back or run stays as it is.
        ('<input value="שרון > מיה">', '<input value="שרון > מיה">'),
        ("<textarea>שרון</textarea>", "<textarea>שרון</textarea>"),
        ("<script>let a = 1 < 2; 'שרון'</script>", "<script>let a = 1 < 2; 'שרון'</script>"),
        ("<!-- שרון > -->", "<!-- שרון > -->"),
    ],
)
def test_words_are_isolated_and_nothing_else_changes(page, right):
    assert isolated(page) == right


@pytest.mark.django_db
def test_every_page_and_every_part_of_one_isolates_the_names_in_it():
    teacher = User.objects.create_user("irene")
    room = teaching.create_class(teacher, "כיתה ז")
    teaching.join(room, User.objects.create_user("sharon"), "שרון לוי", "code")
    desk, phone = Client(), Client()
    desk.force_login(teacher)
    live = Room.objects.create(owner=teacher, title="Kayles")
    assert phone.post(live.get_absolute_url(), {"name": "مريم"}).status_code == 302
    pages = {
        room.get_absolute_url(): ["כיתה ז", "לוי"],
        "/classes/": ["כיתה ז"],
        f"{live.get_absolute_url()}desk/": ["مريم"],
    }
    for address, names in pages.items():
        for headers in ({}, {"HX-Request": "true"}):
            answer = desk.get(address, headers=headers)
            assert answer.status_code == 200, address
            page = answer.content.decode()
            shown = WITHOUT_TAGS.sub("", page)
            for name in names:
                assert shown.count(name) == shown.count(f"<bdi>{name}</bdi>") > 0, (address, name)
            assert answer.headers.get("Content-Length", f"{len(answer.content)}") == (
                f"{len(answer.content)}"
            )
