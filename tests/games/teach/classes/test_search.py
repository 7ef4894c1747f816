"""Finding a student of a class, with scripts off."""

import re

import pytest

from games.people.models import User
from games.teach.classes.models import Membership

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NAMES = ["Zoë Çelik", "Émile Groß", "Łukasz Ørsted", "Anna Berg", "Nguyễn Văn An", "Bo"]


@pytest.fixture
def register(classroom):
    for n in range(120):
        name = NAMES[n] if n < len(NAMES) else f"Pupil {n}"
        user = User.objects.create(username=f"calm-otter-{n}")
        Membership.objects.create(
            classroom=classroom, user=user, real_name=name, student_id=f"S-{4000 + n}"
        )
    return classroom


def found(owner, classroom, wanted, page=1):
    text = owner.get(f"/classes/{classroom.pk}/", {"q": wanted, "page": page}).content.decode()
    table = text.partition('class="facts glance"')[2].partition("</table>")[0]
    return re.findall(r'<th scope="row">\s*<a [^>]+>([^<]+)</a>', table)


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ("celik", ["Çelik, Zoë"]),
        ("ZOE", ["Çelik, Zoë"]),
        ("Çelik, Zoë", ["Çelik, Zoë"]),
        ("Çelik", ["Çelik, Zoë"]),
        ("gross emile", ["Groß, Émile"]),
        ("lukasz orsted", ["Ørsted, Łukasz"]),
        ("van nguyen", ["An, Nguyễn Văn"]),
        ("OTTER-3", ["Berg, Anna"]),
        ("s-4005", ["Bo"]),
    ],
)
def test_by_name_user_name_or_id_whatever_the_accents_and_the_case(owner, register, wanted, names):
    assert names[0] in found(owner, register, wanted)
    if "otter" not in wanted.lower():
        assert found(owner, register, wanted) == names


def test_how_many_fit_is_said_and_the_pages_keep_the_search(owner, register):
    page = owner.get(f"/classes/{register.pk}/", {"q": "pupil"}).content.decode()
    assert "114 of 120 students. Only those who teach" in " ".join(page.split()).replace(" .", ".")
    assert 'href="?q=pupil&amp;page=2"' in page
    assert len(found(owner, register, "pupil", page=2)) == 14


def test_nobody_is_said_in_a_sentence(owner, register):
    page = owner.get(f"/classes/{register.pk}/", {"q": "<b>x"}).content.decode()
    assert "“&lt;b&gt;x” is in no name" in page
    assert "Show all" in page
