"""Login cards: made anew when lost, and good for nothing but the student's own account."""

import re

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.test import Client

from games.people.models import User
from games.teach.classes import teaching as service
from games.teach.classes.cards.credentials import hashed, new_password, new_usernames, words
from games.teach.classes.models import Membership

from .lists import bring, cards_after, log_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_lost_card_is_made_anew_and_the_old_one_ends(owner, classroom, member):
    cards = cards_after(owner, bring(owner, classroom, names="Anna\nBen"))
    lost = Membership.objects.get(real_name="Anna")
    inside = log_in(cards[0].username, cards[0].password)
    page = f"/classes/{classroom.pk}/cards/"
    assert owner.post(page, {"student": ["x"]}).status_code == 422
    listed = owner.get(f"{page}?student={lost.pk}").content.decode()
    assert f'value="{lost.pk}" checked' in listed
    assert "<span>Anna <" in listed
    assert "<span>Ben <" not in listed
    assert "Ben" in owner.get(page).content.decode()
    assert "pavel" not in owner.get(page).content.decode()
    assert owner.post(page, {"student": [member.pk]}).status_code == 422
    made = cards_after(owner, owner.post(f"{page}?student={lost.pk}", {"all": "1"}))
    assert [card.name for card in made] == ["Anna"]
    assert made[0].password != cards[0].password
    assert not inside.get("/me/").context["user"].is_authenticated
    assert not log_in(cards[0].username, cards[0].password).get("/me/").context["user"].pk
    assert log_in(made[0].username, made[0].password).get("/me/").context["user"].pk
    assert log_in(cards[1].username, cards[1].password).get("/me/").context["user"].pk
    assert User.objects.get(username="pavel").check_password("x")


def test_cards_that_were_never_printed_are_made_anew_all_at_once(owner, classroom, member):
    first = cards_after(owner, bring(owner, classroom, names="Anna\nBen"))
    made = cards_after(owner, owner.post(f"/classes/{classroom.pk}/cards/", {"all": "1"}))
    assert [card.username for card in made] == [card.username for card in first]
    assert not {card.password for card in made} & {card.password for card in first}


def test_a_new_card_ends_the_wait_after_wrong_passwords(owner, classroom):
    card = cards_after(owner, bring(owner, classroom, names="Anna"))[0]
    for _ in range(10):
        log_in(card.username, "wrong")
    refused = Client().post(
        "/accounts/login/", {"username": card.username, "password": card.password}
    )
    assert refused.status_code == 429
    anna = Membership.objects.get().pk
    made = cards_after(owner, owner.post(f"/classes/{classroom.pk}/cards/", {"student": [anna]}))
    assert log_in(card.username, made[0].password).get("/me/").context["user"].pk


@pytest.mark.parametrize("who", ["admin", "teacher", "another class", "taken out"])
def test_a_class_sets_no_password_that_opens_more_than_its_own_student(
    owner, classroom, alice, who
):
    bring(owner, classroom, names="Anna")
    member = Membership.objects.select_related("user").get()
    if who == "admin":
        User.objects.filter(pk=member.user.pk).update(is_staff=True)
    elif who == "teacher":
        service.create_class(member.user, "Her own")
    elif who == "another class":
        User.objects.filter(pk=member.user.pk).update(
            managed_by=service.create_class(alice, "Another")
        )
    else:
        service.remove(member)
    before = User.objects.get(pk=member.user.pk).password
    address = f"/classes/{classroom.pk}/cards/"
    assert owner.post(address, {"student": [member.pk]}).status_code == 422
    assert User.objects.get(pk=member.user.pk).password == before


def test_issued_passwords_are_hashed_like_any_other(owner, classroom, settings):
    """Otherwise the first password that is typed would end the session a card began."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    password = new_password()
    user = User.objects.create(username="anna", password=hashed([password])[0])
    assert not identify_hasher(user.password).must_update(user.password)
    assert user.check_password(password)


def test_generated_names_and_passwords_are_many_and_plain():
    assert len(words("passwords")) > 1000
    assert all(word.isascii() and word.isalpha() and len(word) <= 5 for word in words("passwords"))
    assert len({new_password() for _ in range(200)}) == 200
    names = new_usernames(300)
    assert len(set(names)) == 300
    assert all(re.fullmatch(r"[a-z]+-[a-z]+-\d{2,3}", name) for name in names)
