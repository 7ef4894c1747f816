"""How many have joined, on the page that shows the code of a class to everybody."""

import re

from games.people.models import User
from games.teach.classes.joining.newcomers import joined_now
from games.teach.classes.models import Membership

POLLED = {"HX-Request": "true"}


def said(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_the_page_with_the_code_counts_who_has_joined_and_names_nobody(
    people, classroom, visitor, signed_in
):
    address = f"{classroom.get_absolute_url()}project/"
    Membership.objects.all().delete()
    assert "Nobody has joined yet." in said(people["owner"].get(address))
    signed_in.post(f"/join/{classroom.join_code}/", {"real_name": "Pavel Realname"})
    for role in ("owner", "instructor", "assistant"):
        page = said(people[role].get(address))
        assert "1 student has joined." in page
        assert "Realname" not in page
    zoe = User.objects.create(username="zoe")
    Membership.objects.create(classroom=classroom, user=zoe, real_name="Zoe")
    assert "2 students have joined." in said(people["owner"].get(address))
    Membership.objects.filter(real_name="Zoe").update(archived_at=classroom.created_at)
    assert "1 student has joined." in said(people["owner"].get(address))
    for stranger in (people["student"], people["other instructor"], visitor):
        assert stranger.get(address).status_code in (302, 404)


def test_the_page_is_asked_again_until_somebody_joins_and_strangers_hear_nothing(
    people, classroom, visitor, signed_in
):
    address = f"{classroom.get_absolute_url()}project/"
    before = joined_now(classroom.pk).version
    assert f"version={before}" in people["owner"].get(address).content.decode()
    assert people["owner"].get(f"{address}?version={before}", headers=POLLED).status_code == 204
    signed_in.post(f"/join/{classroom.join_code}/", {"real_name": "Pavel Realname"})
    news = people["owner"].get(f"{address}?version={before}", headers=POLLED)
    assert news.status_code == 200
    assert "3 students have joined." in said(news)
    # The version is nothing that can be guessed from a number of students.
    for guess in range(4):
        poll = visitor.get(f"{address}?version={guess}", headers=POLLED)
        assert poll.status_code != 204
        assert "joined" not in said(poll)
