"""Who sits across the table: what is seen and said, and that it gives nothing away."""

import re
from collections import defaultdict

import pytest

from games.play.models import Match
from games.play.showing import face_of
from games.play.table import Table
from solver import answer
from solver.teaching import OPPONENTS

from .games import play_to_the_end, send, start
from .test_help import act

pytestmark = pytest.mark.django_db

NAMES = {opponent.key: opponent.name for opponent in OPPONENTS}


def seen(client, match):
    """How the face on the page looks, and what it says; None where nobody sits there."""
    page = client.get(match.get_absolute_url()).content.decode()
    if '<div class="across' not in page:
        return None
    across = page.split('<div class="across')[1].split("</div>")[0]
    mood = re.search(r'class="face face-(\w+)"', across)[1]
    [said] = re.findall(r"<p class=.*?</p>", across, re.S)
    return mood, " ".join(re.sub("<[^>]+>", "", said).split())


def over(client, match, winner):
    """The match, ended by its last move."""
    Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED, winner=winner)
    return seen(client, match)


@pytest.mark.parametrize("opponent", OPPONENTS, ids=lambda opponent: opponent.key)
def test_every_opponent_greets_and_has_words_for_both_ends(visitor, opponent):
    ruleset = {"max": "subtraction:3"}.get(opponent.key, "nim")
    match = start(visitor, opponent=opponent.key, ruleset=ruleset, position="4+6")
    assert seen(visitor, match) == ("calm", f"{opponent.name} says: {opponent.hello}")
    send(visitor, match, "1>3")
    assert over(visitor, match, "other") == ("glad", f"{opponent.name} says: {opponent.won}")
    assert over(visitor, match, "owner") == ("annoyed", f"{opponent.name} says: {opponent.lost}")


def test_greta_looks_at_the_board_and_speaks_of_what_is_seen(visitor):
    match = start(visitor, opponent="greta", position="6+2+2+2")
    send(visitor, match, "2>1")
    assert seen(visitor, match) == ("glad", "Greta says: I took 6 at once.")
    act(visitor, match, "hint")
    assert seen(visitor, match) == ("looking", "Greta says: Take your time.")
    send(visitor, match, "1>0")
    assert seen(visitor, match) == ("looking", "Greta")


def test_a_large_take_of_ones_own_is_spoken_of(visitor):
    match = start(visitor, opponent="perfect", position="3+3+9")
    send(visitor, match, "3>1")
    assert seen(visitor, match) == ("annoyed", "Perfect says: You took 8 at once.")


def test_who_is_given_a_game_keeps_calm(visitor):
    match = start(visitor, opponent="norma")
    send(visitor, match, "4>6")
    act(visitor, match, "resign")
    assert seen(visitor, match) == ("calm", "Norma")


def test_a_whole_game_ends_with_the_loser_named_by_the_face(visitor):
    match = play_to_the_end(visitor, start(visitor, opponent="learner", position="1+1+2"))
    mood, said = seen(visitor, match)
    assert (mood, said) in (
        ("glad", "Learner says: I got there this time."),
        ("annoyed", "Learner says: That one is yours."),
    )
    assert (mood == "glad") is not match.is_won


@pytest.mark.parametrize("opponent", ["person", "friend"])
def test_nobody_is_drawn_for_a_person(visitor, opponent):
    assert seen(visitor, start(visitor, opponent=opponent)) is None


@pytest.mark.parametrize("opponent", sorted(NAMES))
@pytest.mark.parametrize("position", ["1+3+5", "2+4+7"])
def test_a_face_during_a_game_is_a_function_of_what_everybody_sees(opponent, position):
    """It is the same after a winning move and a losing one of the same size."""
    match = Match(ruleset="nim", start=position, convention="misere", opponent=opponent)
    match.starter, match.state = "owner", Match.State.RUNNING
    faces, verdicts = defaultdict(set), defaultdict(set)
    for move in list(Table(match).board.choices(None)):
        made = Table(match)
        made.put(move)
        loses = answer(made.question()).to_move_wins
        for reply in list(made.board.choices(None)):
            table = Table(match)
            table.put(move)
            table.put(reply)
            sizes = move.take, reply.take
            faces[sizes].add(face_of(table))
            verdicts[sizes].add(loses)
    assert all(len(same) == 1 for same in faces.values())
    assert {True, False} in verdicts.values()
    assert len({face for [face] in faces.values()}) > 3
