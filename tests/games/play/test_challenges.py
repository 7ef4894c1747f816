"""A won game is given to a friend: the same board, on another device, and what comes back."""

import html
import re

import pytest
from django.test import Client

from games.people.models import User
from games.play.models import Match
from solver import answer as solve

from .games import START, play_to_the_end, start, win_it

pytestmark = pytest.mark.django_db


def words(client, address, status=200):
    response = client.get(address, follow=True)
    assert response.status_code == status
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def win(client, match):
    """Win a game that is won, with a winning move each time."""
    assert win_it(client, match).winner == "owner"
    return match


def lose(client, match):
    """Play so that the other player wins: leave what they can win, and win nothing."""
    from games.play.table import Table

    def bad(moves):
        match.refresh_from_db()
        found = solve(Table(match).question())
        wins = {str(move) for move in found.moves}
        plain = [move.replace("&gt;", ">") for move in moves]
        return next((move for move in plain if move not in wins), plain[0])

    assert play_to_the_end(client, match, choose=bad).winner == "other"


def challenged(client, name="Ana", **setup):
    """A won game with its link."""
    match = win(client, start(client, **{"position": "1+2+4"} | setup))
    page = f"{match.get_absolute_url()}challenge/"
    assert f'href="{page}"' in client.get(match.get_absolute_url()).content.decode()
    assert client.post(page, {"name": name}).status_code == 302
    match.refresh_from_db()
    return match, page, f"/play/with/{match.invitation}/"


def take_up(client, link, name=""):
    response = client.post(link, {"name": name})
    assert response.status_code == 302
    return Match.objects.get(pk=response.url.split("/")[2])


def test_a_friend_plays_the_same_board_and_the_result_comes_back(visitor):
    match, page, link = challenged(visitor)
    bob, eve = Client(), Client()
    assert "I beat Perfect in this one. Can you?" in visitor.get(page).content.decode()
    assert link in visitor.get(page).content.decode()
    assert "Nobody has played it to the end yet." in words(visitor, page)
    shown = words(bob, link)
    assert "Ana beat Perfect in this one. Can you?" in shown
    assert "You move first." in shown
    assert Match.objects.count() == 1, "a look starts no game"
    own = take_up(bob, link, "Bob")
    same = ("ruleset", "start", "convention", "opponent", "starter", "owner_player")
    assert all(getattr(own, name) == getattr(match, name) for name in same)
    lose(bob, own)
    assert "Back to the challenge" in words(bob, own.get_absolute_url())
    assert "Bob lost." in words(visitor, page)
    win(bob, take_up(bob, link, "Bob"))
    lose(eve, take_up(eve, link))
    seen = words(visitor, page)
    assert "Bob won, after 2 games." in seen
    assert "Somebody lost." in seen
    assert "Bob won, after 2 games." in words(visitor, "/me/")
    assert "You won this one, too" in words(bob, link)
    assert "Bob" not in words(eve, link)
    assert "Your challenges" not in words(bob, "/me/")


def test_only_the_challenger_reads_how_friends_fared(visitor):
    match, page, link = challenged(visitor)
    assert Client().get(page).status_code == 404
    assert visitor.get(link).url == page
    words(visitor, link)
    bob = Client()
    own = take_up(bob, link, "Bob")
    assert visitor.get(own.get_absolute_url()).status_code == 404
    assert bob.get(match.get_absolute_url()).status_code == 404


def test_a_friend_who_wins_can_pass_the_board_on(visitor):
    _, page, link = challenged(visitor)
    bob, eve = Client(), Client()
    own = win(bob, take_up(bob, link, "Bob"))
    theirs = f"{own.get_absolute_url()}challenge/"
    assert bob.post(theirs, {"name": "Bob"}).status_code == 302
    own.refresh_from_db()
    assert "Bob beat Perfect in this one." in words(eve, f"/play/with/{own.invitation}/")
    win(eve, take_up(eve, f"/play/with/{own.invitation}/", "Eve"))
    assert "Eve won." in words(bob, theirs)
    assert "Eve" not in words(visitor, page)


@pytest.mark.parametrize("opponent", ["person", "friend"])
def test_a_game_against_people_is_no_challenge(visitor, opponent):
    match = start(visitor, opponent=opponent, position="1+2", starter="owner")
    page = f"{match.get_absolute_url()}challenge/"
    assert visitor.get(page).url == match.get_absolute_url()
    assert visitor.post(page, {"name": "Ana"}).url == match.get_absolute_url()


def test_a_game_that_is_lost_or_still_goes_on_is_no_challenge(visitor):
    match = start(visitor, position="1+2+4")
    page = f"{match.get_absolute_url()}challenge/"
    assert visitor.get(page).url == match.get_absolute_url()
    lose(visitor, match)
    assert visitor.post(page, {"name": "Ana"}).url == match.get_absolute_url()
    assert "Challenge a friend" not in words(visitor, match.get_absolute_url())
    match.refresh_from_db()
    assert match.invitation is None


def test_the_link_stays_and_goes_with_the_game(visitor):
    match, page, link = challenged(visitor)
    visitor.post(page, {"name": "Ann"})
    match.refresh_from_db()
    assert link == f"/play/with/{match.invitation}/"
    assert "Ann beat Perfect" in words(Client(), link)
    assert f"/play/with/{match.invitation}/" not in words(visitor, match.get_absolute_url())
    bob = Client()
    own = take_up(bob, link, "Bob")
    match.delete()
    assert "cancelled" in words(Client(), link, status=404)
    win(bob, own)


def test_a_partizan_challenge_keeps_who_is_left_and_who_starts(visitor):
    setup = {"ruleset": "partizan-kayles", "position": "1+2+2", "player": "right", "start": "own"}
    for starter in ("owner", "other"):
        match = start(visitor, **setup, starter=starter)
        if match.state == Match.State.FINISHED or not could_win(match):
            continue
        won = win(visitor, match)
        visitor.post(f"{won.get_absolute_url()}challenge/", {"name": ""})
        won.refresh_from_db()
        bob = Client()
        page = words(bob, f"/play/with/{won.invitation}/")
        assert "A friend beat Perfect in this one." in page
        assert "You are Right" in page
        own = take_up(bob, f"/play/with/{won.invitation}/")
        assert (own.owner_player, own.starter) == ("right", starter)
        return
    raise AssertionError("nobody can win this board")


def could_win(match):
    from games.play.table import Table

    table = Table(match)
    return bool(solve(table.question()).to_move_wins) and table.turn == "owner"


def test_somebody_with_an_account_is_offered_its_name_and_may_leave_it_empty(visitor):
    _, _, link = challenged(visitor)
    known = Client()
    known.force_login(User.objects.create_user("cleo"))
    assert 'value="cleo"' in known.get(link).content.decode()
    own = take_up(known, link)
    assert own.owner_name == ""
    assert START["opponent"] == own.opponent
