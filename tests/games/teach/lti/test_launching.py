"""Launches that lead somewhere: accounts, classes, roles, and what is opened."""

import pytest
from django.test import Client
from lti_tool.models import Key, LtiUser

from games.people.models import User
from games.teach.classes.models import Classroom, Membership, Staff
from games.teach.classes.teaching import create_class

from ...learn.lessons.lessons import lesson
from ...play.games import start
from ..work.assignments import address, assignment, person
from .launches import begin, bring, linked, open_, take_class, words
from .platform import ASSISTANT, INSTRUCTOR, LEARNER, ROLE

pytestmark = pytest.mark.django_db


def test_an_instructor_makes_the_class_of_a_course_and_a_student_joins_it(platform, ada, mia):
    first = open_(ada, platform, "ada")
    page = ada.get(first.headers["Location"])
    assert "Which class is this course?" in words(page)
    assert "A new class, “Algebra 1”" in words(page)
    response = take_class(ada, first)
    room = Classroom.objects.get()
    assert room.name == "Algebra 1"
    assert response.headers["Location"] == f"/classes/{room.pk}/"
    response = open_(mia, platform, "mia")
    assert response.headers["Location"] == f"/classes/{room.pk}/"
    assert "Algebra 1" in words(mia.get(response.headers["Location"]))
    register = words(ada.get(f"/classes/{room.pk}/"))
    assert "Bauer, Mia" in register
    assert Membership.objects.get().email == "mia@school.example"
    assert "Ada" not in Membership.objects.get().real_name


def test_the_first_launch_of_all_finds_no_key_and_makes_one(platform, ada):
    Key.objects.all().delete()
    assert linked(ada, platform).classroom.name == "Algebra 1"
    assert [key["alg"] for key in ada.get("/lti/keys.json").json()["keys"]] == ["RS256"]
    assert "d" not in ada.get("/lti/keys.json").json()["keys"][0], "the private part"


def test_the_surname_that_a_platform_tells_is_the_surname(platform, ada, mia):
    linked(ada, platform)
    platform.person("mia", "Mia Bauer Schmidt")
    platform.twist = lambda said: said | {"family_name": "Bauer Schmidt"}
    open_(mia, platform, "mia")
    platform.twist = lambda said: said | {"family_name": "Somebody Else"}
    open_(Client(), platform, "ben")
    names = dict(Membership.objects.values_list("real_name", "surname"))
    assert names == {"Mia Bauer Schmidt": "Bauer Schmidt", "Ben Kim": "Kim"}


def test_a_student_comes_too_early(platform, mia):
    refused = open_(mia, platform, "mia")
    assert refused.status_code == 403
    assert "Your instructor has not set up this course yet. Open it again later." in words(refused)


def test_the_same_person_has_one_account_and_the_next_launch_asks_nothing(platform, ada, mia):
    linked(ada, platform)
    open_(mia, platform, "mia")
    name = User.objects.get(memberships__isnull=False).username
    another = Client()
    response = bring(another, begin(another, platform, "mia"))
    page = another.get(response.headers["Location"])
    assert page.status_code == 302, "no welcome"
    assert name in another.get(page.headers["Location"]).content.decode()
    assert User.objects.count() == 2
    assert Membership.objects.count() == 1


def test_a_user_name_tells_nothing_of_the_name_and_no_password_opens_it(platform, ada, mia):
    linked(ada, platform)
    open_(mia, platform, "mia")
    made = LtiUser.objects.get(sub="mia").auth_user
    assert "mia" not in made.username.lower()
    assert "bauer" not in made.username.lower()
    assert not made.has_usable_password()
    assert made.email == ""


def test_an_account_with_the_same_name_or_address_is_not_taken_over(platform, ada, mia):
    old = User.objects.create_user("mia", email="mia@school.example", password="correct horse")
    linked(ada, platform)
    open_(mia, platform, "mia")
    assert LtiUser.objects.get(sub="mia").auth_user != old
    assert not Membership.objects.filter(user=old).exists()


def welcome(client, platform, subject):
    response = bring(client, begin(client, platform, subject))
    return response.headers["Location"]


def test_who_has_an_account_joins_it_with_its_password_alone(platform, ada, mia):
    room = linked(ada, platform).classroom
    old = User.objects.create_user("mia", password="correct horse battery")
    enter = welcome(mia, platform, "mia")
    assert "Do you have an account here?" in words(mia.get(enter))
    wrong = mia.post(f"{enter}join/", {"username": "mia", "password": "wrong"})
    assert wrong.status_code == 422
    assert "_auth_user_id" not in mia.session
    assert LtiUser.objects.get(sub="mia").auth_user is None
    right = mia.post(f"{enter}join/", {"username": "mia", "password": "correct horse battery"})
    assert right.headers["Location"] == f"/classes/{room.pk}/"
    assert Membership.objects.get().user == old
    assert User.objects.filter(memberships__isnull=False).count() == 1
    another = Client()
    open_(another, platform, "mia")
    assert another.session["_auth_user_id"] == str(old.pk)


def test_an_account_of_the_administration_cannot_be_joined(platform, ada, mia):
    linked(ada, platform)
    User.objects.create_superuser("boss", password="correct horse battery")
    enter = welcome(mia, platform, "mia")
    refused = mia.post(f"{enter}join/", {"username": "boss", "password": "correct horse battery"})
    assert refused.status_code == 422
    assert "This account has rights in the administration" in words(refused)
    assert "_auth_user_id" not in mia.session


def test_an_account_that_was_used_is_not_left_for_another(platform, ada, mia):
    linked(ada, platform)
    open_(mia, platform, "mia")
    User.objects.create_user("old", password="correct horse battery")
    again = Client()
    enter = bring(again, begin(again, platform, "mia")).headers["Location"]
    refused = again.post(f"{enter}join/", {"username": "old", "password": "correct horse battery"})
    assert "You already have another account for this course" in words(refused)


def test_a_guest_takes_along_what_they_did_and_nobody_elses(platform, ada, mia):
    linked(ada, platform)
    game = start(mia)
    open_(mia, platform, "mia")
    game.refresh_from_db()
    assert game.user == LtiUser.objects.get(sub="mia").auth_user
    other = Client()
    theirs = start(other)
    open_(other, platform, "ben")
    theirs.refresh_from_db()
    assert theirs.user == LtiUser.objects.get(sub="ben").auth_user
    assert mia.get(f"/games/{theirs.pk}/").status_code == 404


def test_whoever_was_signed_in_here_is_signed_out_and_keeps_their_things(platform, ada):
    linked(ada, platform)
    zoe = person("zoe")
    game = start(zoe)
    zoe_id = zoe.session["_auth_user_id"]
    open_(zoe, platform, "mia")
    assert zoe.session["_auth_user_id"] != zoe_id
    game.refresh_from_db()
    assert game.user == zoe.user
    assert Membership.objects.get().user != zoe.user


def test_roles_are_followed_when_they_change_and_only_then(platform, ada, mia):
    room = linked(ada, platform).classroom
    open_(mia, platform, "mia")
    user = LtiUser.objects.get(sub="mia").auth_user

    def now():
        post = Staff.objects.filter(classroom=room, user=user).first()
        learns = Membership.objects.active().filter(classroom=room, user=user).exists()
        return (post and post.role, learns)

    assert now() == (None, True)
    for roles, expected in [
        ([INSTRUCTOR, ASSISTANT], ("assistant", False)),
        ([INSTRUCTOR], ("instructor", False)),
        ([INSTRUCTOR, f"{ASSISTANT}Section"], ("assistant", False)),
        ([INSTRUCTOR], ("instructor", False)),
        ([f"{ROLE}TeachingAssistant"], ("assistant", False)),
        ([INSTRUCTOR], ("instructor", False)),
    ]:
        platform.person("mia", "Mia Bauer", *roles)
        open_(Client(), platform, "mia")
        assert now() == expected
    Staff.objects.filter(classroom=room, user=user).update(role="assistant")
    open_(Client(), platform, "mia")
    assert now() == ("assistant", False), "what the owner has decided stays"
    Staff.objects.filter(classroom=room, user=user).delete()
    refused = open_(Client(), platform, "mia")
    assert "You no longer teach this class here." in words(refused)
    platform.person("mia", "Mia Bauer", LEARNER)
    refused = open_(Client(), platform, "mia")
    assert "An instructor has removed you from this class." in words(refused)


def test_an_instructor_whom_the_course_brought_has_the_name_that_it_tells_now(platform, ada):
    room = linked(ada, platform).classroom
    for name in ("Zoe Berg", "Zoe Berg", "Zoe Stein"):
        platform.person("zoe", name, INSTRUCTOR)
        open_(Client(), platform, "zoe")
        user = LtiUser.objects.get(sub="zoe").auth_user
        assert user.get_full_name() == name
        assert name in words(ada.get(f"/classes/{room.pk}/staff/"))


def test_the_owner_stays_the_owner(platform, ada):
    room = linked(ada, platform).classroom
    platform.person("ada", "Ada Lovelace", LEARNER)
    open_(ada, platform, "ada")
    assert Staff.objects.get(classroom=room).role == "owner"
    assert not Membership.objects.exists()


def test_a_role_without_a_place(platform, ada, mia):
    linked(ada, platform)
    platform.person("mia", "A parent", "http://purl.imsglobal.org/vocab/lis/v2/membership#Mentor")
    assert "Your role in this course has no place in a class here." in words(
        open_(mia, platform, "mia")
    )


def test_an_instructor_takes_a_class_that_is_theirs_and_no_other(platform, ada):
    open_(ada, platform, "ada")
    owner = LtiUser.objects.get(sub="ada").auth_user
    mine = create_class(owner, "7b")
    theirs = create_class(User.objects.create_user("zoe"), "8c")
    response = open_(ada, platform, "ada")
    page = words(ada.get(response.headers["Location"]))
    assert "Your class “7b”" in page
    assert "8c" not in page
    refused = ada.post(response.headers["Location"], {"classroom": str(theirs.pk)})
    assert refused.status_code == 422
    response = take_class(ada, response, str(mine.pk))
    assert response.headers["Location"] == f"/classes/{mine.pk}/"
    second = open_(ada, platform, "ada", context="course-8", title="Algebra 2")
    assert "7b" not in words(ada.get(second.headers["Location"]))


def test_who_was_taken_out_stays_out_and_who_left_comes_back(platform, ada, mia):
    linked(ada, platform)
    open_(mia, platform, "mia")
    mia.post(f"/classes/{Classroom.objects.get().pk}/leave/")
    assert not Membership.objects.active().exists()
    open_(mia, platform, "mia")
    member = Membership.objects.active().get()
    ada.post(f"{member.get_absolute_url()}remove/")
    assert not Membership.objects.active().exists()
    refused = open_(mia, platform, "mia")
    assert "An instructor has removed you from this class. Ask to be let back in." in words(refused)


def test_a_launch_opens_exactly_what_was_chosen(platform, ada, mia):
    room = linked(ada, platform).classroom
    work, taught = assignment(room), lesson()
    for target in (address(work), taught.get_absolute_url()):
        response = open_(mia, platform, "mia", f"http://testserver{target}")
        assert response.headers["Location"] == target
        assert mia.get(target).status_code == 200
    results = ada.get(
        open_(ada, platform, "ada", f"http://testserver{address(work)}").headers["Location"]
    )
    assert results.headers["Location"] == f"/assignments/{work.pk}/results/"


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/assignments/",
        "//evil.example/learn/a-lesson/",
        "http://testserver@evil.example/learn/a-lesson/",
        "http://testserver/accounts/logout/",
        "http://testserver/admin/",
        "javascript:alert(1)",
        "http://[bad/",
    ],
)
def test_no_address_in_a_message_leads_out_of_the_site(platform, ada, mia, target):
    room = linked(ada, platform).classroom
    lesson()
    response = open_(mia, platform, "mia", target)
    assert response.headers["Location"] == f"/classes/{room.pk}/"


def test_an_assignment_of_another_class_is_not_opened(platform, ada, mia):
    room = linked(ada, platform).classroom
    other = assignment(create_class(User.objects.create_user("zoe"), "8c"))
    refused = open_(mia, platform, "mia", f"http://testserver{address(other)}")
    assert refused.status_code == 403
    assert "This assignment belongs to another class." in words(refused)
    gone = open_(mia, platform, "mia", "http://testserver/learn/nowhere/")
    assert "This lesson is no longer on this site." in words(gone)
    assert Membership.objects.get().classroom == room


def test_a_copied_course_is_a_course_of_its_own(platform, ada, mia):
    room = linked(ada, platform).classroom
    work = assignment(room)
    copy = linked(ada, platform, context="course-8", title="Algebra 2")
    assert copy.classroom != room
    refused = open_(mia, platform, "mia", f"http://testserver{address(work)}", context="course-8")
    assert "This assignment belongs to another class." in words(refused)
    assert Membership.objects.get().classroom == copy.classroom


def test_two_tabs_do_not_disturb_each_other(platform, ada):
    linked(ada, platform)
    browser = Client()
    first, second = begin(browser, platform, "mia"), begin(browser, platform, "ben")
    to_first = bring(browser, first).headers["Location"]
    to_second = bring(browser, second).headers["Location"]
    browser.post(to_second)
    assert browser.session["_auth_user_id"] == str(LtiUser.objects.get(sub="ben").auth_user_id)
    browser.post(to_first)
    assert browser.session["_auth_user_id"] == str(LtiUser.objects.get(sub="mia").auth_user_id)
    late = browser.get(to_second)
    assert late.status_code == 403, "Ben's launch signs nobody in again"
    assert "This launch was already used, or it is too old." in words(late)
    names = set(Membership.objects.values_list("real_name", flat=True))
    assert names == {"Mia Bauer", "Ben Kim"}


def test_a_form_of_the_tab_before_is_not_sent_as_somebody_else(platform, ada):
    room = linked(ada, platform).classroom
    work = assignment(room)
    browser = Client(enforce_csrf_checks=True)

    def enter(subject):
        to = bring(browser, begin(browser, platform, subject)).headers["Location"]
        page = browser.get(to)
        if page.status_code == 200:
            browser.post(to, {"csrfmiddlewaretoken": token(page)})

    def token(page):
        return page.content.decode().partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]

    enter("mia")
    form = browser.get(address(work, 1))
    enter("ben")
    sent = browser.post(
        address(work, 1, "answer"), {"answer": "win", "csrfmiddlewaretoken": token(form)}
    )
    assert sent.status_code == 403
    assert "The form on that page has expired." in words(sent)
    assert not Membership.objects.filter(attempts__answered_at__isnull=False).exists()


def test_an_instructor_and_a_student_in_two_tabs(platform, ada):
    """Who chooses for a course is still the one who was launched."""
    linked(ada, platform)
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    open_(ada, platform, "mia")
    refused = ada.get(to)
    assert refused.status_code == 403
    assert "Somebody else has signed in here since." in words(refused)
