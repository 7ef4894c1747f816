"""A friend with a link: two people, two devices, one match."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.management.commands.check_matches import broken_matches
from games.people.models import User, Visitor
from games.play.friends.seating import open_between
from games.play.models import Match
from games.play.origins import Setup

from .friends import buttons, invite, page, said, sit, together, verdict
from .games import START, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return Client()


@pytest.fixture
def bob():
    return Client()


def do(client, match, what, **posted):
    return client.post(f"{match.get_absolute_url()}{what}/", posted)


def poll(client, match, version):
    address = f"{match.get_absolute_url()}?version={version}"
    return client.get(address, headers={"HX-Request": "true"})


def read(response):
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def play_out(first, second, match):
    """One row of two, the last one loses: who starts takes one, the other the last."""
    assert send(first, match, "1>1").status_code == 302
    assert send(second, match, "1>0").status_code == 302


# --- sitting down ---------------------------------------------------------------------


def test_a_friend_comes_with_the_link_and_both_see_one_board(ada, bob):
    match, link = invite(ada, name="Ada")
    assert "Waiting for your friend." in said(ada, match)
    assert buttons(ada, match) == []
    shown = bob.get(link).content.decode()
    assert "Ada wants to play with you" in shown
    assert "Ada moves first." in shown
    assert sit(bob, link, "Bob").url == match.get_absolute_url()
    assert said(ada, match) == "Rows: 1, 3, 5, 7. Your turn."
    assert said(bob, match) == "Rows: 1, 3, 5, 7. Ada to move."
    assert buttons(ada, match)
    assert buttons(bob, match) == []


def test_the_page_shows_the_link_and_its_picture_until_somebody_sits_there(ada, bob):
    match, link = invite(ada)
    waiting = page(ada, match)
    assert "QR code of the link" in waiting
    sit(bob, link)
    assert "QR code of the link" not in page(ada, match)


def test_looking_at_a_link_takes_nobodys_seat(ada, bob):
    match, link = invite(ada)
    for preview in (Client(), Client()):
        assert preview.get(link).status_code == 200
        preview.head(link)
    match.refresh_from_db()
    assert (match.state, match.version) == ("waiting", 1)
    assert Visitor.objects.count() == 1
    assert sit(bob, link).status_code == 302


def test_a_third_person_is_told_that_both_seats_are_taken_and_sees_nothing_else(ada, bob, stranger):
    match = together(ada, bob)
    link = f"/play/with/{match.invitation}/"
    for response in (stranger.get(link), sit(stranger, link, "Eve")):
        html = response.content.decode()
        assert "Both seats are taken" in html
        assert "Ada" not in html
        assert "Bob" not in html
    assert stranger.get(match.get_absolute_url()).status_code == 404
    for what in ("move", "resign", "leave", "again", "starter", "retry"):
        assert do(stranger, match, what, version=2, move="1>0", ply=1).status_code == 404
    match.refresh_from_db()
    assert (match.version, match.other_name) == (2, "Bob")


def test_who_sits_there_already_is_led_to_the_table_by_the_link(ada, bob):
    match = together(ada, bob)
    for client in (ada, bob):
        link = f"/play/with/{match.invitation}/"
        assert client.get(link).url == match.get_absolute_url()
        assert sit(client, link, "Else").url == match.get_absolute_url()
    match.refresh_from_db()
    assert (match.owner_name, match.other_name, match.version) == ("Ada", "Bob", 2)


def test_a_link_that_leads_nowhere_says_so(bob):
    response = bob.get("/play/with/nobody-knows-this/")
    assert response.status_code == 404
    assert "This invitation was cancelled" in response.content.decode()


def test_an_invitation_can_be_taken_back(ada, bob):
    match, link = invite(ada)
    assert do(ada, match, "leave").url == "/play/"
    assert not Match.objects.exists()
    assert "This invitation was cancelled" in sit(bob, link).content.decode()


def test_without_a_name_one_is_your_friend(ada, bob):
    match, link = invite(ada)
    assert "A friend wants to play with you" in bob.get(link).content.decode()
    sit(bob, link)
    assert "Your friend to move." in said(bob, match)


def test_a_name_that_is_too_long_is_refused_and_kept_in_the_field(ada, bob):
    match, link = invite(ada)
    response = sit(bob, link, "B" * 31)
    assert response.status_code == 422
    assert "B" * 31 in response.content.decode()
    match.refresh_from_db()
    assert match.state == "waiting"


def test_with_an_account_ones_name_stands_in_the_field(signed_in, ada):
    _, link = invite(ada)
    assert 'value="alice"' in signed_in.get(link).content.decode()
    assert 'value="alice"' in signed_in.get("/play/?opponent=friend").content.decode()


PARTIZAN = {"ruleset": "partizan-kayles", "position": "5", "convention": "normal"}


def test_who_invites_may_choose_the_side_and_let_the_other_start(ada, bob):
    match, link = invite(ada, **PARTIZAN, name="Ada", starter="other", player="right")
    shown = bob.get(link).content.decode()
    assert "You move first." in shown
    assert "You are Left: you take one square." in shown
    sit(bob, link)
    assert "Your turn." in said(bob, match)
    assert buttons(bob, match)
    assert buttons(ada, match) == []
    assert "You are Right: you take two squares side by side." in page(ada, match)
    assert "You are Left: you take one square." in page(bob, match)


def test_who_starts_can_be_left_open_until_both_sit_there(ada, bob):
    match = together(ada, bob, starter="choose")
    assert "Ada is choosing who starts." in page(bob, match)
    assert do(bob, match, "starter", version=2, starter="other").status_code == 422
    assert do(ada, match, "starter", version=2, starter="other").status_code == 302
    assert "Your turn." in said(bob, match)


# --- moves ----------------------------------------------------------------------------


def test_each_sees_the_moves_of_the_other_by_name(ada, bob):
    match = together(ada, bob)
    send(ada, match, "4>0")
    assert said(bob, match).startswith("Ada took 7 from row 4.")
    assert said(ada, match).startswith("You took 7 from row 4.")
    assert "was-theirs" in page(bob, match)  # the ghost of what Ada took
    assert "was-mine" in page(ada, match)
    send(bob, match, "3>0")
    assert "Bob took 5 from row 3." in said(ada, match)


def test_only_whose_turn_it_is_can_move(ada, bob):
    match = together(ada, bob)
    response = send(bob, match, "4>0")
    assert response.status_code == 422
    assert "Ada to move." in response.content.decode()
    assert send(ada, match, "4>0").status_code == 302
    assert send(ada, match, "3>0").status_code == 422
    match.refresh_from_db()
    assert match.position == "1+3+5"


def test_a_move_sent_twice_is_made_once_and_an_old_one_is_refused(ada, bob):
    match = together(ada, bob)
    assert send(ada, match, "4>0", version=2).status_code == 302
    assert send(ada, match, "4>0", version=2).status_code == 302
    assert send(ada, match, "3>0", version=2).status_code == 409
    assert match.moves.count() == 1


def test_a_poll_brings_the_move_of_the_other(ada, bob):
    match = together(ada, bob)
    assert poll(bob, match, 2).status_code == 204
    send(ada, match, "4>0")
    html = poll(bob, match, 2).content.decode()
    assert "Ada took 7 from row 4." in html
    assert f'data-poll="{match.get_absolute_url()}?version=3"' in html


def test_without_scripts_the_page_looks_again_by_itself_while_the_other_is_to_move(ada, bob):
    match = together(ada, bob)
    assert 'http-equiv="refresh"' in page(bob, match)
    assert 'http-equiv="refresh"' not in page(ada, match)
    assert "Refresh this page" in page(ada, match)


def test_there_are_no_hints_and_no_moves_taken_back(ada, bob):
    match = together(ada, bob)
    send(ada, match, "4>0")
    for what in ("hint", "back"):
        assert do(bob, match, what, version=3).status_code == 422
        assert f'id="{what}"' not in page(bob, match)
    assert "How was that move?" not in page(ada, match)


# --- the end --------------------------------------------------------------------------


def test_both_read_the_end_and_the_review_from_their_own_side(ada, bob):
    match = together(ada, bob, position="2")
    play_out(ada, bob, match)
    assert verdict(ada, match) == "You win."
    assert verdict(bob, match) == "Ada wins."
    # Ada is shown Bob's last move while the focus stays where it is, so she hears that she won.
    assert said(ada, match).endswith("Bob took the last match. You win.")
    assert said(bob, match).endswith("You took the last match.")
    review = f"{match.get_absolute_url()}review/"
    assert "You took 1 from the row of 2. One match was left, and Bob had to take it." in page(
        ada, match
    )
    assert "Ada took 1 from the row of 2. One match was left, and you had to take it." in page(
        bob, match
    )
    assert "You moved" not in page(bob, match)
    assert "Ada could win from the first move on." in page(bob, match)
    assert "Ada took 1 from row 1." in read(bob.get(review))


def test_a_mistake_is_learned_from_by_who_made_it(ada, bob):
    match = together(ada, bob, position="2")
    send(ada, match, "1>0")  # takes the last one
    review = f"{match.get_absolute_url()}review/"
    assert "Learn from your mistakes (1)" in read(ada.get(review))
    assert "Learn from your mistakes" not in read(bob.get(review))
    assert "You could have won at move 1 by taking 1 from the row of 2." in page(ada, match)
    assert "could have won" not in page(bob, match)
    assert "Bob wins. The game turned at move 1." in read(ada.get(review))
    assert "You win. The game turned at move 1." in read(bob.get(review))
    assert ada.get(f"{review}mistakes/1/").status_code == 200
    assert bob.get(f"{review}mistakes/1/").status_code == 404


def test_who_resigns_is_named_to_the_other(ada, bob):
    match = together(ada, bob)
    do(bob, match, "resign", version=2)
    assert "Bob resigned. You win." in said(ada, match)
    assert said(bob, match) == "You resigned."
    assert verdict(bob, match) == "Ada wins."


def test_who_leaves_is_named_to_the_other(ada, bob):
    match = together(ada, bob)
    assert do(ada, match, "leave").url == "/play/"
    assert "Ada left the game. You win." in said(bob, match)
    assert "Ada left in a losing position." in page(bob, match)
    assert "Another game" in page(bob, match)
    assert do(bob, match, "again").status_code == 409


def test_who_leaves_before_it_is_chosen_who_starts_loses_too(ada, bob):
    match = together(ada, bob, starter="choose")
    do(bob, match, "leave")
    assert "Bob left the game. You win." in said(ada, match)
    assert list(broken_matches()) == []


def test_another_game_begins_once_both_want_it_with_sides_swapped(ada, bob):
    match = together(ada, bob, position="2")
    play_out(ada, bob, match)
    assert do(ada, match, "again").url == match.get_absolute_url()
    assert "It starts as soon as Bob agrees." in page(ada, match)
    assert "Ada wants to play again, with sides swapped." in page(bob, match)
    new = do(bob, match, "again").url
    assert new != match.get_absolute_url()
    assert poll(ada, match, 5).headers["HX-Redirect"] == new
    match = Match.objects.get(pk=new.split("/")[2])
    assert "Your turn." in said(bob, match)
    assert "Bob to move." in said(ada, match)
    assert Match.objects.count() == 2


def test_who_asks_twice_asks_once_and_both_at_once_land_in_one_match(ada, bob):
    match = together(ada, bob, position="2")
    play_out(ada, bob, match)
    do(ada, match, "again")
    assert do(ada, match, "again").url == match.get_absolute_url()
    assert do(bob, match, "again").url == do(ada, match, "again").url
    assert do(bob, match, "again").url == do(ada, match, "again").url
    assert Match.objects.count() == 2


def test_who_asked_and_finds_the_other_gone_is_told(ada, bob):
    match = together(ada, bob, position="2")
    play_out(ada, bob, match)
    do(ada, match, "again")
    assert "Leave the table" in page(ada, match)
    do(bob, match, "leave")
    assert "Bob is no longer at the table." in page(ada, match)
    assert "Leave the table" not in page(ada, match)


def test_in_a_partizan_game_the_next_one_swaps_left_and_right(ada, bob):
    match = together(ada, bob, **PARTIZAN, player="right")
    do(ada, match, "resign", version=2)
    do(bob, match, "again")
    match = Match.objects.get(pk=do(ada, match, "again").url.split("/")[2])
    assert "You are Left" in page(ada, match)
    assert "You are Right" in page(bob, match)
    assert "Your turn." in said(bob, match)
    assert send(bob, match, buttons(bob, match)[0].replace("&gt;", ">")).status_code == 302
    assert "Your turn." in said(ada, match)


def test_trying_again_from_the_review_is_ones_own_match_against_the_perfect_player(ada, bob):
    match = together(ada, bob, position="2+2")
    for client, move in ((ada, "1>0"), (bob, "1>1"), (ada, "1>0")):
        assert send(client, match, move).status_code == 302
    response = do(bob, match, "retry", ply=2)
    mine = Match.objects.get(pk=response.url.split("/")[2])
    assert (mine.opponent, mine.starter) == ("perfect", "owner")
    assert ada.get(response.url).status_code == 404


# --- whose it is ----------------------------------------------------------------------


def test_it_is_among_the_matches_of_both_with_the_result_of_each(ada, bob):
    match = together(ada, bob, position="2")
    play_out(ada, bob, match)
    for client, name, result in ((ada, "Bob", "✓ won"), (bob, "Ada", "✗ lost")):
        html = client.get("/me/").content.decode()
        assert f"{name}:" in html
        assert result in html


def test_who_makes_an_account_keeps_the_seat(ada, bob):
    match = together(ada, bob)
    bob.post("/accounts/signup/", {"username": "bobby", "password": "correct horse battery"})
    match.refresh_from_db()
    assert match.other_user == User.objects.get(username="bobby")
    assert "Ada to move." in said(bob, match)


@pytest.mark.parametrize("goes", ["ada", "bob"])
def test_deleting_the_account_of_one_leaves_the_match_to_the_other(goes, request):
    users = {name: User.objects.create_user(name) for name in ("ada", "bob")}
    clients = {name: Client() for name in users}
    for name, user in users.items():
        clients[name].force_login(user)
    match = together(clients["ada"], clients["bob"])
    send(clients["ada"], match, "4>0")
    stays = clients["bob" if goes == "ada" else "ada"]
    users[goes].delete()
    html = page(stays, match)
    assert "Your friend left the game." in html
    assert goes.title() not in html
    assert list(broken_matches()) == []
    User.objects.all().delete()
    assert not Match.objects.exists()


def test_deleting_both_at_once_takes_the_match_along(ada, bob):
    together(ada, bob)
    Visitor.objects.all().delete()
    assert not Match.objects.exists()


def test_the_data_of_both_have_it(ada):
    users = [User.objects.create_user(name) for name in ("first", "second")]
    setup = Setup("nim", "1+2", "misere", "", "owner")
    match = open_between(*users, setup).store()
    for user, seat in zip(users, ("owner", "other"), strict=True):
        client = Client()
        client.force_login(user)
        [told] = client.get("/me/export/").json()["matches"]
        assert (told["id"], told["seat"]) == (str(match.pk), seat)


def test_two_who_sit_there_already_start_at_once(ada):
    first, second = Visitor.objects.create(), User.objects.create_user("second")
    setup = Setup("nim", "1+2", "misere", "", "other", origin="/live/ABC/")
    match = open_between(first, second, setup, ("Ada", "Bob")).store()
    client = Client()
    client.force_login(second)
    assert "Your turn." in said(client, match)
    assert "Ada" in page(client, match)
    assert Match.objects.get().invitation is None


def made_days_ago(days, match):
    """Everything of a match, and the browsers at its table, so many days older."""
    then = timezone.now() - timedelta(days=days)
    Visitor.objects.update(created_at=then)
    Match.objects.filter(pk=match.pk).update(created_at=then, finished_at=then)
    match.moves.update(made_at=then)


def test_a_guest_who_has_done_nothing_else_is_kept_as_long_as_anybody_without_an_account(ada, bob):
    match = together(ada, bob, position="2")
    play_out(ada, bob, match)
    made_days_ago(30, match)
    call_command("tidy", verbosity=0)
    assert verdict(bob, match) == "Ada wins."
    made_days_ago(91, match)
    call_command("tidy", verbosity=0)
    assert not Match.objects.exists()
    assert not Visitor.objects.exists()


# --- the link stays -------------------------------------------------------------------


def follow(client, link):
    """Where somebody who sits there already is led by the link."""
    response = client.get(link)
    assert response.status_code == 302
    return response.url


def another(ada, bob, match):
    """The next game of the two."""
    do(ada, match, "again")
    return Match.objects.get(pk=do(bob, match, "again").url.split("/")[2])


def test_the_link_leads_both_on_to_their_newest_game_and_old_games_stay(ada, bob, stranger):
    match, link = invite(ada, name="Ada", position="2")
    sit(bob, link, "Bob")
    play_out(ada, bob, match)
    assert follow(ada, link) == match.get_absolute_url()
    second = another(ada, bob, match)
    play_out(bob, ada, second)
    third = another(bob, ada, second)
    for client in (ada, bob):
        assert follow(client, link) == third.get_absolute_url()
        assert f'value="http://testserver{link}"' in page(client, third)
        assert f'value="http://testserver{link}"' not in page(client, match)
    assert verdict(ada, match) == "You win."
    assert verdict(ada, second) == "Bob wins."
    html = sit(stranger, link, "Eve").content.decode()
    assert "Both seats are taken" in html
    assert "Bob" not in html


def score(client, match):
    return re.findall(r'class="score">([^<]*)<', page(client, match))


def test_both_see_their_score_from_their_own_side(ada, bob):
    match = together(ada, bob, position="2")
    assert score(ada, match) == score(bob, match) == []
    play_out(ada, bob, match)
    assert (score(ada, match), score(bob, match)) == (["You 1, Bob 0"], ["You 0, Ada 1"])
    second = another(ada, bob, match)
    assert (score(ada, second), score(bob, second)) == (["You 1, Bob 0"], ["You 0, Ada 1"])
    play_out(bob, ada, second)
    third = another(ada, bob, second)
    do(bob, third, "resign", version=1)
    assert (score(ada, third), score(bob, third)) == (["You 2, Bob 1"], ["You 1, Ada 2"])


def test_the_score_is_of_these_two_alone_and_of_no_game_of_a_room(ada, bob, stranger):
    match = together(ada, bob, position="2")
    play_out(ada, bob, match)
    play_out(stranger, bob, together(stranger, bob, position="2"))
    computer = ada.post("/play/", START | {"opponent": "random"}).url.split("/")[2]
    do(ada, Match.objects.get(pk=computer), "resign", version=1)
    owners = (match.visitor, match.other_visitor)
    setup = Setup("nim", "2", "misere", "", "owner", origin="/live/ABC/")
    room = open_between(*owners, setup).store()
    do(bob, room, "resign", version=1)
    assert score(bob, room) == []
    assert score(ada, match) == ["You 1, Bob 0"]


def test_a_new_link_shows_the_score_to_the_two_and_to_nobody_else(ada, bob, stranger):
    play_out(ada, bob, together(ada, bob, position="2"))
    match, link = invite(ada, name="Ada")
    assert score(ada, match) == []
    assert "You 0, Ada 1" in bob.get(link).content.decode()
    assert 'class="score"' not in stranger.get(link).content.decode()
    match.refresh_from_db()
    assert match.state == "waiting"
    sit(bob, link)
    assert score(ada, match) == ["You 1, your friend 0"]


def test_a_score_outlives_signing_up_and_ends_with_the_account(ada, bob):
    match = together(ada, bob, position="2")
    play_out(ada, bob, match)
    bob.post("/accounts/signup/", {"username": "bobby", "password": "correct horse battery"})
    assert score(bob, match) == ["You 0, Ada 1"]
    User.objects.get(username="bobby").delete()
    assert score(ada, match) == []


# --- days later -----------------------------------------------------------------------


def open_games(client, address="/play/"):
    """What the open games of somebody wait for, in order."""
    html = client.get(address).content.decode()
    if 'id="open-games-title"' not in html:
        return []
    part = html.partition('id="open-games-title"')[2].partition("</section>")[0]
    told = re.findall(
        r'card-name">(.*?)</span>\s*<span class="quiet">(.*?)</span>', part, re.DOTALL
    )
    return [" ".join(f"{words} | {game}".split()).replace("&#x27;", "'") for words, game in told]


def test_both_see_whose_turn_it_is_and_since_when(ada, bob):
    match = together(ada, bob)
    assert open_games(ada) == ["Your turn | With Bob: 1 + 3 + 5 + 7"]
    assert open_games(bob) == ["Ada's turn | With Ada: 1 + 3 + 5 + 7"]
    send(ada, match, "4>0")
    match.moves.update(made_at=datetime(2026, 3, 4, 15, 6, tzinfo=UTC))
    assert open_games(ada, "/me/") == ["Bob's turn since 4 March, 15:06 | With Bob: 1 + 3 + 5 + 7"]
    assert open_games(bob, "/me/") == ["Your turn since 4 March, 15:06 | With Ada: 1 + 3 + 5 + 7"]


def test_what_waits_for_oneself_comes_first(ada, bob):
    together(ada, bob, position="3")
    invite(ada, position="4")
    together(ada, bob, position="5", starter="choose")
    together(bob, ada, position="6")
    assert open_games(ada) == [
        "You choose who starts | With Bob: 5",
        "Your turn | With Bob: 3",
        "Ada's turn | With Ada: 6",
        "Nobody has joined yet | 4",
    ]


def test_who_is_asked_for_another_game_finds_it_days_later(ada, bob, stranger):
    match = together(ada, bob, position="2")
    play_out(ada, bob, match)
    assert open_games(bob) == []
    do(ada, match, "again")
    made_days_ago(6, match)
    assert open_games(ada) == ["You've asked for another game | With Bob: 2"]
    assert open_games(bob) == ["Ada wants to play again | With Ada: 2"]
    assert open_games(stranger) == open_games(stranger, "/me/") == []
    do(bob, match, "leave")
    assert open_games(ada) == open_games(bob) == []


def test_a_game_somebody_left_and_a_game_of_a_room_are_not_open(ada, bob):
    match = together(ada, bob)
    owners = (match.visitor, match.other_visitor)
    open_between(*owners, Setup("nim", "2", "misere", "", "owner", origin="/live/ABC/")).store()
    do(ada, match, "leave")
    assert open_games(ada) == open_games(bob) == []
