"""A person plays by hand against somebody's program, at the table."""

import html
import re

import pytest
from django.test import Client

from games.management.commands.check_matches import broken_matches
from games.play.models import Match, Seat
from games.play.programs.saved_programs import SavedProgram
from games.questions.first_versions import PYTHON

pytestmark = pytest.mark.django_db

LINK = "a-player-of-theirs"


@pytest.fixture
def bouton(alice):
    program = SavedProgram.objects.create(
        user=alice, name="Bouton", language="python", invitation=LINK
    )
    program.versions.create(number=1, code=PYTHON)
    return program


def begin(client, status=302, **more):
    fields = {"game": "marienbad", "starter": "program", **more}
    response = client.post(f"/play/program/with/{LINK}/play/", fields)
    assert response.status_code == status
    return response


def moved(client, match, move):
    match.refresh_from_db()
    fields = {"version": match.version, "move": move}
    response = client.post(f"{match.get_absolute_url()}move/", fields, follow=True)
    match.refresh_from_db()
    return html.unescape(response.content.decode())


def asks(page):
    """Whether the page asks the program for a move."""
    return 'id="program-turn"' in page


def test_the_table_asks_the_program_in_the_browser_and_checks_its_move(visitor, bouton):
    page = html.unescape(visitor.get(begin(visitor).url).content.decode())
    match = Match.objects.get()
    assert "Your turn." in page
    assert "You play against Bouton, a program in this browser." in page
    assert not asks(page)
    page = moved(visitor, match, "4>0")
    assert asks(page)
    assert "Bouton to move." in page
    assert 'data-board="1+3+5"' in page
    assert "return max(moves" in page
    assert set(re.search(r'data-legal="([^"]+)"', page)[1].split()) == {
        *("1>0", "2>0", "2>1", "2>2", "3>0", "3>1", "3>2", "3>3", "3>4"),
    }
    page = moved(visitor, match, "3>6")
    assert match.position == "1+3+5"
    assert asks(page)
    page = moved(visitor, match, "3>0")
    assert match.position == "1+3"
    assert not asks(page)
    assert "Bouton took 5 from row 3." in page
    assert [one.seat for one in match.moves.all()] == [Seat.OWNER, Seat.OTHER]
    assert not list(broken_matches())


def test_to_the_end_the_review_and_the_next_game_are_those_of_any_game(visitor, bouton):
    match = Match.objects.get(pk=begin(visitor, starter="opponent").url.split("/")[2])
    assert asks(visitor.get(match.get_absolute_url()).content.decode())
    for move in ("4>0", "3>0", "2>0", "1>0"):
        page = moved(visitor, match, move)
    assert match.state == Match.State.FINISHED
    assert match.is_won is False
    assert "Bouton wins." in page
    review = visitor.get(f"{match.get_absolute_url()}review/").content.decode()
    assert "Bouton took 7 from row 4" in review
    again = visitor.post(f"{match.get_absolute_url()}retry/", {"ply": 1, "swap": "1"}, follow=True)
    assert "You play against Bouton" in again.content.decode()
    assert Match.objects.count() == 2


def test_a_program_that_makes_no_move_loses_and_a_move_can_be_taken_back_instead(visitor, bouton):
    match = Match.objects.get(pk=begin(visitor).url.split("/")[2])
    moved(visitor, match, "4>0")
    visitor.post(f"{match.get_absolute_url()}back/", {"version": match.version})
    match.refresh_from_db()
    assert match.position == "1+3+5+7"
    moved(visitor, match, "4>0")
    form = {"version": match.version}
    page = visitor.post(f"{match.get_absolute_url()}resign/", form, follow=True).content.decode()
    match.refresh_from_db()
    assert match.winner == Seat.OWNER
    assert "Bouton resigned." in page
    assert "You win." in page


def test_on_the_own_turn_who_resigns_loses(visitor, bouton):
    match = Match.objects.get(pk=begin(visitor).url.split("/")[2])
    visitor.post(f"{match.get_absolute_url()}resign/", {"version": match.version})
    match.refresh_from_db()
    assert match.winner == Seat.OTHER


def test_if_its_author_deletes_it_the_game_says_so_and_stops(visitor, bouton):
    match = Match.objects.get(pk=begin(visitor).url.split("/")[2])
    bouton.delete()
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert "Bouton was deleted by its author." in page
    moved(visitor, match, "4>0")
    assert match.position == "1+3+5+7"


def test_the_same_form_begins_one_game_and_a_game_that_programs_do_not_play_is_refused(
    visitor, bouton
):
    form = {"form_key": "8b5f6bd0-6a4b-4f5e-9a41-0d6a3f6d7c11"}
    assert begin(visitor, **form).url == begin(visitor, **form).url
    page = begin(visitor, status=422, game="nothing").content.decode()
    assert "choose one of the list" in page
    assert "Bouton" in page
    assert Match.objects.count() == 1
    assert Client().get(Match.objects.get().get_absolute_url()).status_code == 404


def test_nothing_of_it_counts_as_a_game_against_our_opponents(visitor, bouton):
    match = Match.objects.get(pk=begin(visitor).url.split("/")[2])
    moved(visitor, match, "4>0")
    visitor.post(f"{match.get_absolute_url()}resign/", {"version": match.version})
    assert "Now play" not in visitor.get(match.get_absolute_url()).content.decode()
    assert visitor.get(f"{match.get_absolute_url()}challenge/").status_code != 200
