"""Adding students by a list: the preview, the accounts, the cards, the way back to a file."""

import re
from unicodedata import normalize

import pytest

from games.people.models import User
from games.teach.classes import roster_import as roster_service
from games.teach.classes import student_views
from games.teach.classes import teaching as service
from games.teach.classes.models import Group, Membership
from games.teach.classes.roster_import import MAX_NEW
from games.teach.classes.rosters.columns import MAX_ROWS
from games.teach.classes.rosters.roster_plans import RosterVerdict, plan_roster
from games.teach.classes.rosters.rosters import read_roster

from .lists import bring, cards_after, carry_out, download, finished, log_in, look, state

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_pasted_names_become_accounts_with_cards_that_open_them(owner, classroom):
    looked = look(owner, classroom, names="Anna Able\r\n  Ben   Baker \r\nanna able\r\n")
    assert "2 new account" in looked.content.decode()
    assert User.objects.count() == 1
    made = finished(owner, carry_out(owner, classroom, looked))
    assert made.headers["Cache-Control"].count("no-store")
    text = made.content.decode()
    for card in made.context["cards"]:
        assert {card.name, card.username, card.password} <= set(re.findall(r">([^<>]+)<", text))
        user = User.objects.get(username=card.username)
        assert user.managed_by == classroom
        assert card.password not in user.password
        assert card.name.split()[0].lower() not in card.username
        assert log_in(card.username, card.password).get("/me/").context["user"] == user
    assert [card.name for card in made.context["cards"]] == ["Anna Able", "Ben Baker"]
    assert "testserver/accounts/login" in text
    assert set(Membership.objects.values_list("joined_via", flat=True)) == {"names"}


def test_a_second_click_makes_nobody_twice(owner, classroom):
    looked = look(owner, classroom, names="Anna\nBen")
    carry_out(owner, classroom, looked)
    again = carry_out(owner, classroom, looked)
    assert again.status_code == 409
    assert "has changed since" in again.content.decode()
    assert "Already in the class, no change (2)" in again.content.decode()
    assert Membership.objects.count() == 2


@pytest.mark.parametrize("names", ["", " \n ", "\n".join(str(n) for n in range(501))])
def test_a_bad_list_of_names_is_refused_and_kept(owner, classroom, names):
    response = look(owner, classroom, names=names)
    assert response.status_code == 422
    assert names.strip() in response.content.decode()


def test_a_file_that_cannot_be_read_says_why(owner, classroom):
    for file, said in (
        (b"", "heading"),
        (b"\x81\x8d", "not a text file"),
        (b"a,b", "heading"),
    ):
        response = look(owner, classroom, file=file)
        assert response.status_code == 422
        assert said in response.content.decode()
    nothing = owner.post(f"/classes/{classroom.pk}/people/preview/", {"roster": "1"})
    assert "Choose a file first." in nothing.content.decode()


def test_every_line_of_a_file_gets_its_verdict_before_anything_is_written(
    owner, classroom, member, alice
):
    """One line of each kind."""
    made = cards_after(owner, bring(owner, classroom, names="Carla\nDora"))
    out = Membership.objects.get(real_name="Dora")
    service.remove(out)
    gone = User.objects.create_user("gone-otter-1", managed_by=classroom)
    before = state()
    looked = look(
        owner,
        classroom,
        file="username;name;student id;groups\n"
        "pavel;Pavel Realname;S-4711;tuesday\n"
        "PAVEL;Somebody;;\n"
        f"{made[0].username};Carla C.;9;Friday\n"
        f"{made[1].username};Dora;;\n"
        "alice;Alice;;\n"
        "a b;Bad name;;\n"
        "eva;Eva;10;\n"
        ";Finn;;\n"
        f"{gone.username};Gone;;\n"
        ";;11;\n",
    )
    assert state() == before
    rows = {row.entry.line: row for row in looked.context["plan"].rows}
    assert {line: row.verdict for line, row in rows.items()} == {
        2: RosterVerdict.SAME,
        3: RosterVerdict.ERROR,
        4: RosterVerdict.UPDATED,
        5: RosterVerdict.BACK,
        6: RosterVerdict.ASKED,
        7: RosterVerdict.ERROR,
        8: RosterVerdict.NEW,
        9: RosterVerdict.NEW,
        10: RosterVerdict.BACK,
        11: RosterVerdict.ERROR,
    }
    assert "Line 2 names the same student" in rows[3].detail
    assert rows[4].detail == "name: Carla → Carla C.; student id: none → 9; group: none → Friday"
    assert rows[6].detail == "the student decides at the next visit"
    assert "valid username" in rows[7].detail
    assert rows[11].detail == "A new student needs a name."
    refused = carry_out(owner, classroom, looked)
    assert refused.status_code == 409
    assert state() == before
    done = carry_out(owner, classroom, looked, others="1")
    assert [card.name for card in cards_after(owner, done)] == ["Eva", "Finn"]
    assert User.objects.get(username="eva").managed_by == classroom
    carla = Membership.objects.get(real_name="Carla C.")
    assert (carla.student_id, carla.groups.get().name) == ("9", "Friday")
    out.refresh_from_db()
    assert out.archived_at is None
    assert Membership.objects.get(user=gone).real_name == "Gone"
    assert not Membership.objects.filter(user=alice).exists()
    assert alice.offers.get().real_name == "Alice"


def test_an_account_of_somebody_else_is_never_put_into_a_class(owner, classroom, alice):
    other = service.create_class(alice, "Another")
    User.objects.create_user("theirs", managed_by=other)
    looked = look(owner, classroom, file="username,name\nALICE,A\ntheirs,T\nirene,I\n")
    verdicts = [row.verdict for row in looked.context["plan"].rows]
    assert verdicts == [RosterVerdict.ASKED, RosterVerdict.ASKED, RosterVerdict.ERROR]
    assert "irene teaches this class." in looked.content.decode()
    assert carry_out(owner, classroom, looked, others="1").status_code in (302, 409)
    assert not Membership.objects.exists()


def test_who_left_by_themselves_is_not_brought_back_by_a_file(owner, classroom, member):
    service.leave(member)
    looked = look(owner, classroom, file="username,name\npavel,Pavel\n")
    assert "has left the class" in looked.content.decode()
    carry_out(owner, classroom, looked, others="1")
    member.refresh_from_db()
    assert member.has_left


def test_two_students_of_one_name_are_told_apart(owner, classroom):
    bring(owner, classroom, file="name,student_id\nAnna,1\nAnna,2\n")
    assert Membership.objects.count() == 2
    by_name = look(owner, classroom, file="name,email\nAnna,a@example.org\n")
    assert by_name.context["plan"].rows[0].verdict == RosterVerdict.ERROR
    by_id = look(owner, classroom, file="name,student_id\nAnna,2\nAnna,3\n")
    verdicts = [row.verdict for row in by_id.context["plan"].rows]
    assert verdicts == [RosterVerdict.SAME, RosterVerdict.NEW]
    twice = look(owner, classroom, file="name\nBerta\nBerta\n")
    assert twice.context["plan"].rows[1].verdict == RosterVerdict.ERROR


def test_what_was_downloaded_and_brought_back_changes_nothing(owner, classroom, member):
    bring(
        owner,
        classroom,
        file='name,student_id,group,email\n"\'=HYPERLINK(""x"")",+49,A|B;C,\n'
        "Zoë – «O’Hara»,-5,'@x,z@example.org\n\"Núñez, jr.\",'',,\n",
    )
    assert Membership.objects.filter(real_name='=HYPERLINK("x")', student_id="+49").exists()
    assert set(Group.objects.values_list("name", flat=True)) == {"A", "B;C", "@x", "Tuesday"}
    before, file = state(), download(owner, classroom)
    looked = look(owner, classroom, file=file)
    assert [row.verdict for row in looked.context["plan"].rows] == [RosterVerdict.SAME] * 4
    assert looked.context["plan"].notes == []
    carry_out(owner, classroom, looked)
    assert state() == before
    assert download(owner, classroom) == file


def test_a_file_changes_only_the_columns_it_has(owner, classroom, member):
    bring(owner, classroom, file="username,student_id\npavel,42\n")
    member.refresh_from_db()
    assert (member.student_id, member.email) == ("42", "pavel@example.org")
    assert member.real_name == "Pavel Realname"
    assert member.groups.get().name == "Tuesday"
    bring(owner, classroom, file="username,email,group\npavel,,\n")
    member.refresh_from_db()
    assert member.email == ""
    assert not member.groups.exists()


def test_ten_thousand_rows_are_looked_at_and_updated_in_a_few_queries(
    owner, classroom, django_assert_max_num_queries
):
    users = User.objects.bulk_create(User(username=f"s{n}") for n in range(MAX_ROWS))
    Membership.objects.bulk_create(
        Membership(classroom=classroom, user=user, real_name=f"Name {n}", joined_via="csv")
        for n, user in enumerate(users)
    )
    file = "name,username,student_id,group\n" + "".join(
        f"Name {n},s{n},{n},G{n % 7}\n" for n in range(MAX_ROWS)
    )
    with django_assert_max_num_queries(20):
        looked = look(owner, classroom, file=file)
    assert looked.context["plan"].summary == "10000 students are updated"
    assert carry_out(owner, classroom, looked).status_code == 302
    assert Membership.objects.get(user=users[9999]).student_id == "9999"
    assert Group.objects.count() == 7
    assert Membership.groups.through.objects.count() == MAX_ROWS
    again = plan_roster(classroom, read_roster(file))
    assert len(again.same) == MAX_ROWS


def test_too_many_new_accounts_at_once_are_refused_with_the_number(owner, classroom):
    file = "name\n" + "".join(f"Name {n}\n" for n in range(MAX_NEW + 1))
    looked = look(owner, classroom, file=file)
    assert "501 new accounts. You can make at most 500 at once." in looked.content.decode()
    assert carry_out(owner, classroom, looked).status_code == 409
    assert not Membership.objects.exists()


def test_a_table_of_thousands_of_strangers_is_refused_before_it_is_read(
    owner, classroom, monkeypatch
):
    monkeypatch.setattr(student_views, "read_roster", lambda *given, **more: pytest.fail("read"))
    looked = look(owner, classroom, file="name\n" + "".join(f"Name {n}\n" for n in range(9_999)))
    told = "The file has 9999 lines. You can make at most 500 accounts at once"
    assert told in looked.content.decode()


def test_a_name_taken_in_between_undoes_everything(owner, classroom, monkeypatch):
    looked = look(owner, classroom, file="name,username\nAnna,anna\nBen,ben\n")
    real = roster_service.new_usernames

    def meanwhile(*given):
        User.objects.create_user("BEN")
        return real(*given)

    monkeypatch.setattr(roster_service, "new_usernames", meanwhile)
    response = carry_out(owner, classroom, looked)
    assert response.status_code == 409
    assert not Membership.objects.exists()
    assert not User.objects.filter(username="anna").exists()


# --- the same person in another list --------------------------------------------------------------

NFC = "name,email\nJosé Núñez,jose@school.example\nZoë Brontë,zoe@school.example\n"
TWICE = [
    (NFC, normalize("NFD", NFC)),
    (normalize("NFD", NFC), NFC),
    ("name\nSean O’Brien\n", "name\nSean O'Brien\n"),
    ("name,group\nAda,Grün\n", normalize("NFD", "name,group\nAda,Grün\n")),
    ("name,section\nAda,Grün\n", normalize("NFD", "name,section\nAda,Grün\n")),
    ("name\nZoë\u200b Brontë\n", "name\nZoë Brontë\n"),
]


def judged(owner, classroom, text):
    """What the preview says of each line, and the page."""
    looked = look(owner, classroom, file=text.encode())
    rows = looked.context["plan"].rows
    return [(row.verdict.value, row.detail) for row in rows], looked


@pytest.mark.parametrize(("first", "then"), TWICE)
def test_a_list_in_other_signs_brings_nobody_a_second_time(owner, classroom, first, then):
    bring(owner, classroom, file=first.encode())
    people = Membership.objects.count()
    verdicts, looked = judged(owner, classroom, then)
    assert verdicts == [("no change", "")] * people
    assert f"{people} student{'s stay' if people > 1 else ' stays'} the same" in " ".join(
        looked.content.decode().split()
    )
    carry_out(owner, classroom, looked)
    assert Membership.objects.count() == people


def test_pasted_names_in_other_signs_are_the_people_who_are_there(owner, classroom):
    bring(owner, classroom, names="Zoë Brontë\nSean O’Brien")
    looked = look(owner, classroom, names=normalize("NFD", "Zoë Brontë") + "\nSEAN O'BRIEN")
    assert [row.verdict for row in looked.context["plan"].rows] == [
        RosterVerdict.SAME,
        RosterVerdict.UPDATED,
    ]


def test_a_name_without_its_accents_is_the_student_with_them_unless_both_are_listed(
    owner, classroom
):
    bring(owner, classroom, names="Jörg Łapiński")
    for typed in ("Joerg Lapinski", "Jorg Lapinski"):
        verdicts, _ = judged(owner, classroom, f"name\n{typed}\n")
        assert verdicts == [("updated", f"name: Jörg Łapiński → {typed}")]
    verdicts, _ = judged(owner, classroom, "name\nJörg Łapiński\nJorg Lapinski\n")
    assert [verdict for verdict, _ in verdicts] == ["no change", "new account"]
    both, _ = judged(owner, classroom, "name\nHoa Tran\nHòa Tran\n")
    assert [verdict for verdict, _ in both] == ["new account"] * 2


def test_an_address_finds_a_student_whose_name_has_changed(owner, classroom):
    bring(owner, classroom, file=b"name,email\nAnna Berg,anna@school.example\n")
    verdicts, looked = judged(owner, classroom, "name,email\nAnna Roth,ANNA@school.example\n")
    assert verdicts[0][0] == "updated"
    assert "name: Anna Berg → Anna Roth" in verdicts[0][1]
    carry_out(owner, classroom, looked)
    assert Membership.objects.get().surname == "Roth"


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        # Brothers and sisters with the address of their parents.
        ("name,email\nBen Roth,home@x.example\n", ["new account"]),
        ("name,email\nAnna B,home@x.example\nBen B,home@x.example\n", ["new account"] * 2),
        # The number of the school counts more than the address.
        ("name,student_id,email\nAnna Berg,12,home@x.example\n", ["new account"]),
        ("name,student_id,email\nAnna Berg,11,other@x.example\n", ["updated"]),
        ("email,name\nhome@x.example,Annie Berg\n", ["updated"]),
    ],
)
def test_an_address_that_others_may_share_finds_nobody(owner, classroom, text, verdicts):
    bring(owner, classroom, file=b"name,student_id,email\nAnna Berg,11,home@x.example\n")
    assert [verdict for verdict, _ in judged(owner, classroom, text)[0]] == verdicts
