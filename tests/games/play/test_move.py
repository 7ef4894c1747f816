import re

import pytest

from games.play import protocol as service
from games.play.models import Match, Move

from .games import play_to_the_end, send, start

pytestmark = pytest.mark.django_db


def test_a_move_is_answered_and_the_page_shows_both(visitor):
    match = start(visitor, position="3+5")
    assert send(visitor, match, "2>4").status_code == 302
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert "You took 1 from row 2." in page
    assert "Perfect took" in page
    assert "Your turn." in page
    assert [move.ply for move in match.moves.all()] == [0, 1]


def test_htmx_gets_the_board_and_the_status_out_of_band(visitor):
    match = start(visitor, position="3+5")
    response = send(visitor, match, "2>4", headers={"HX-Request": "true"})
    html = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in html
    assert 'id="game"' in html
    assert 'id="live" data-hx-swap-oob="innerHTML"' in html
    assert {"HX-Request", "Cookie"} <= set(response.headers["Vary"].replace(" ", "").split(","))
    assert response.headers["Cache-Control"] == "no-store"


def heard(html):
    """What the ending's heading reads out, and what is read beside it."""
    ending = re.search(r'id="ending">([^<]*)<', html)[1]
    return ending, re.search(r'id="live"[^>]*>([^<]*)<', html)[1]


def test_an_ending_is_heard_once(visitor):
    htmx = {"HX-Request": "true"}
    match = start(visitor, position="1+1")
    html = send(visitor, match, "1>0", headers=htmx).content.decode()
    ended = "You took 1 from row 1. Perfect took the last match."
    assert heard(html) == ("You win.", ended)
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert heard(page) == ("You win.", ended)
    own = send(visitor, start(visitor, position="1"), "1>0", headers=htmx).content.decode()
    assert heard(own) == ("Perfect wins.", "You took the last match.")


def test_the_same_move_sent_twice_is_made_once(visitor):
    match = start(visitor, position="3+5")
    assert send(visitor, match, "2>4", version=1).status_code == 302
    assert send(visitor, match, "2>4", version=1).status_code == 302
    assert Move.objects.count() == 2
    typed = visitor.post(f"/play/{match.pk}/move/", {"version": 1, "typed": "2 1"})
    assert typed.status_code == 302
    assert Move.objects.count() == 2


def test_another_move_on_an_old_version_is_refused_with_the_current_board(visitor):
    match = start(visitor, position="3+5")
    send(visitor, match, "2>4", version=1)
    for headers in ({}, {"HX-Request": "true"}):
        response = send(visitor, match, "1>0", version=1, headers=headers)
        assert response.status_code == 409
        assert b"The game has moved on" in response.content
        assert b'id="board"' in response.content
    assert Move.objects.count() == 2


@pytest.mark.parametrize("version", ["", "x", "-1", "99999999999999", "²", "0"])
def test_an_unreadable_version_is_refused_as_stale(visitor, version):
    match = start(visitor, position="3+5")
    response = send(visitor, match, "2>4", version=version)
    assert response.status_code == 409
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    "move", ["", "x", "9>1", "1>3", "1>4", "2>1+1", "1>-1", "1>" + "9" * 300, "0>1", "\x00", "1>²"]
)
def test_an_illegal_move_gets_a_sentence_and_changes_nothing(visitor, move):
    match = start(visitor, position="3+5")
    response = send(visitor, match, move)
    assert response.status_code == 422
    assert b'role="alert"' in response.content
    assert b'id="board"' in response.content
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "type a row and a number: 4 3"),
        ("x", "type a row and a number: 4 3"),
        ("3 1", "There is no row 3"),
        ("1 4", "Row 1 has only 3"),
        ("1 0", "Take at least one"),
        ("1 99999", "Row 1 has only 3"),
    ],
)
def test_a_mistyped_move_is_kept_in_the_field(visitor, typed, said):
    match = start(visitor, position="3+5")
    response = visitor.post(f"/play/{match.pk}/move/", {"version": 1, "typed": typed})
    assert response.status_code == 422
    assert said in response.content.decode()
    assert f'value="{typed}"' in response.content.decode()


def test_a_typed_move_counts_by_the_rows_of_the_board_even_when_one_is_empty(visitor):
    match = start(visitor, position="1+3+5", opponent="person")
    visitor.post(f"/play/{match.pk}/move/", {"version": 1, "typed": "1 1"})
    visitor.post(f"/play/{match.pk}/move/", {"version": 2, "typed": " 3, 2 "})
    match.refresh_from_db()
    assert match.position == "3+3"
    empty = visitor.post(f"/play/{match.pk}/move/", {"version": 3, "typed": "1 1"})
    assert "Row 1 is empty" in empty.content.decode()


def test_the_maximum_take_is_kept(visitor):
    match = start(visitor, ruleset="subtraction:3", position="13", opponent="person")
    response = visitor.post(f"/play/{match.pk}/move/", {"version": 1, "typed": "1 4"})
    assert "The rules don&#x27;t let you take 4 from row" in response.content.decode()


def test_two_people_take_turns_on_one_screen(visitor):
    match = start(visitor, position="2+1", opponent="person", convention="normal")
    send(visitor, match, "1>1")
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert "Player 1 took 1 from row 1." in page
    assert "Player 2: your turn." in page
    match = play_to_the_end(visitor, match)
    assert match.winner == "owner"
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert page.count("Player 1 took the last match.") == 1
    assert re.search(r'id="ending">([^<]*)<', page)[1] == "Player 1 wins."


def test_a_finished_match_takes_no_more_moves(visitor):
    match = play_to_the_end(visitor, start(visitor, position="1+1", convention="normal"))
    assert match.winner == "other"
    count = Move.objects.count()
    assert send(visitor, match, "1>0").status_code == 409
    assert Move.objects.count() == count


@pytest.mark.parametrize(("convention", "winner"), [("misere", "other"), ("normal", "owner")])
def test_who_takes_the_last_one_loses_or_wins_by_the_convention(visitor, convention, winner):
    match = start(visitor, position="1", convention=convention)
    match = play_to_the_end(visitor, match)
    assert match.winner == winner


def test_perfect_never_loses_from_a_winning_position(visitor):
    for choose in (lambda moves: moves[0], lambda moves: moves[-1]):
        match = start(visitor)  # 1+3+5+7 is lost for whoever starts
        assert play_to_the_end(visitor, match, choose).winner == "other"


def test_a_stranger_finds_nothing(visitor, stranger, signed_in):
    match = start(visitor)
    for client in (stranger, signed_in):
        assert client.get(match.get_absolute_url()).status_code == 404
        assert send(client, match, "1>0").status_code == 404
        assert client.get(f"/play/{match.pk}/review/").status_code == 404
        assert client.post(f"/play/{match.pk}/retry/", {"ply": 1}).status_code == 404
        assert client.post(f"/play/{match.pk}/starter/", {"starter": "owner"}).status_code == 404
    assert not Move.objects.exists()


def test_moves_are_only_taken_by_post(visitor):
    match = start(visitor)
    for path in ("move", "starter", "retry"):
        assert visitor.get(f"/play/{match.pk}/{path}/").status_code == 405


def test_a_move_without_a_form_token_is_refused():
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    response = client.post("/play/", {})
    assert response.status_code == 403
    assert b"form on that page has expired" in response.content


def test_a_crash_between_the_two_writes_leaves_nothing_half_done(visitor, monkeypatch):
    match = start(visitor, position="3+5")

    def crash(*args, **kwargs):
        raise RuntimeError("power cut")

    monkeypatch.setattr(Move.objects, "bulk_create", crash)
    with pytest.raises(RuntimeError):
        service.make_move(Match.objects.get(pk=match.pk), version=1, text="2>4")
    match.refresh_from_db()
    assert match.version == 1
    assert match.position == "3+5"


def test_the_same_seed_plays_the_same_game(visitor):
    games = []
    for _ in range(2):
        match = start(visitor, opponent="learner")
        Match.objects.filter(pk=match.pk).update(seed=12345)
        play_to_the_end(visitor, match)
        games.append([move.text for move in match.moves.all()])
    assert games[0] == games[1]


@pytest.mark.parametrize("who", ["visitor", "signed_in"])
@pytest.mark.parametrize("plies", [1, 7])
def test_one_move_costs_at_most_eight_queries_however_long_the_game(
    request, who, plies, django_assert_max_num_queries
):
    visitor = request.getfixturevalue(who)
    match = start(visitor, ruleset="subtraction:1", position="40", opponent="learner")
    for _ in range(plies):
        size = Match.objects.get(pk=match.pk).position
        send(visitor, match, f"1>{int(size) - 1}")
    size = int(Match.objects.get(pk=match.pk).position)
    version = Match.objects.get(pk=match.pk).version
    with django_assert_max_num_queries(8) as captured:
        response = send(
            visitor, match, f"1>{size - 1}", version=version, headers={"HX-Request": "true"}
        )
    assert response.status_code == 200
    assert captured
