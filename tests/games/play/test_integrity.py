"""Many writers at once, and the replay of everything they stored."""

import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from games.people.models import Visitor
from games.play import protocol as service
from games.play.models import Match, Move
from games.play.origins import Setup

from .games import play_to_the_end, send, start

WRITERS, EACH = 8, 12


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_eight_writers_on_one_match_lose_nothing():
    owner = Visitor.objects.create()
    match = service.start_match(
        owner, Setup("subtraction:1", "60", "normal", Match.PERSON, "owner")
    )
    accepted, refused, errors = [], [], []

    def write(number):
        try:
            for _ in range(EACH):
                fresh = Match.objects.get(pk=match.pk)
                left = int(fresh.position)
                try:
                    service.make_move(fresh, version=fresh.version, text=f"1>{left - 1}")
                    accepted.append(number)
                except service.StaleMoveError:
                    refused.append(number)
                except service.MatchOverError:
                    return
        except Exception as error:
            errors.append(error)
        finally:
            connections.close_all()

    writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    match.refresh_from_db()
    moves = Move.objects.filter(match=match)
    assert errors == []
    assert match.version == moves.count() + 1
    assert int(match.position) == 60 - moves.count()
    assert [move.ply for move in moves] == list(range(moves.count()))
    # Two writers may have asked for the very same move; it was then made once.
    assert moves.count() <= len(accepted)
    assert len(accepted) + len(refused) <= WRITERS * EACH
    call_command("check_matches", verbosity=0)


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_the_same_first_move_from_eight_tabs_is_made_once(visitor):
    match = start(visitor, position="5+6")
    barrier, statuses = threading.Barrier(WRITERS), []

    def click():
        barrier.wait()
        statuses.append(send(visitor, match, "1>3", version=1).status_code)
        connections.close_all()

    clicks = [threading.Thread(target=click) for _ in range(WRITERS)]
    for one in clicks:
        one.start()
    for one in clicks:
        one.join()
    assert statuses == [302] * WRITERS
    assert Move.objects.count() == 2


@pytest.mark.database
@pytest.mark.django_db
def test_the_run_uses_the_database_it_was_asked_to(settings):
    engine = settings.DATABASES["default"]["ENGINE"].rsplit(".", 1)[1]
    assert connection.vendor == {"sqlite3": "sqlite", "postgresql": "postgresql"}[engine]


@pytest.mark.database
@pytest.mark.django_db
def test_replaying_finds_every_kind_of_damage(visitor, capsys):
    good = play_to_the_end(visitor, start(visitor, opponent="learner"))
    start(visitor, starter="choose")
    call_command("check_matches")
    assert "2 games replayed" in capsys.readouterr().out

    def is_broken(match, **damage):
        kept = {name: getattr(match, name) for name in damage}
        Match.objects.filter(pk=match.pk).update(**damage)
        with pytest.raises(CommandError, match="1 of"):
            call_command("check_matches")
        Match.objects.filter(pk=match.pk).update(**kept)

    is_broken(good, position="5")
    is_broken(good, winner={"owner": "other", "other": "owner"}[good.winner])
    is_broken(good, state="running")
    is_broken(good, state="choosing")
    is_broken(good, starter="other")
    is_broken(good, start="1+3+5")
    last = good.moves.last()
    Move.objects.filter(pk=last.pk).update(ply=99)
    with pytest.raises(CommandError):
        call_command("check_matches")


@pytest.mark.database
@pytest.mark.django_db
def test_a_row_belongs_to_exactly_one_owner(alice):
    from django.db import IntegrityError, transaction

    fields = {"ruleset": "nim", "start": "1", "position": "1", "convention": "misere", "seed": 1}
    for owners in ({}, {"user": alice, "visitor": Visitor.objects.create()}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Match.objects.create(**fields, **owners)
