"""How a game is told at its end: facts against a search of the tests' own, and the sentences."""

from __future__ import annotations

import re
import uuid
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.learn.lessons.lesson_files import LessonFiles
from games.play.models import Match, Seat, other_seat
from games.play.reviews.game_ends import LONGEST_LINE, GameEnd
from games.play.reviews.review import Review
from games.play.table import Table
from solver import Convention, answer, ask
from solver.teaching import OPPONENTS, get_opponent
from tests.solver import oracle
from tests.solver.test_words_rendered import check_sentence

from .games import send, start

OPTIONS = {
    "nim": oracle.nim,
    "subtraction:3": oracle.takes((1, 2, 3)),
    "kayles": oracle.kayles,
    "octal:0.07": oracle.octal("0.07"),
    "partizan-kayles": oracle.partizan_kayles,
}


@cache
def search(key, convention):
    return oracle.Oracle(OPTIONS[key], misere=convention is Convention.MISERE)


def told(key, position, convention, *, seed, starter="owner", opponent="perfect", theories=()):
    """The end of a game in which both players move at random, laid out without a database."""
    match = Match(
        pk=uuid.uuid4(),
        ruleset=key,
        start=position,
        convention=convention,
        opponent=opponent,
        starter=starter,
        owner_player="left",
        seed=0,
    )
    table = Table(match)
    chance = Random(seed)
    while choices := table.board.moves(table.player(match.seat_at(len(table.placed)))):
        table.put(chance.choice(choices))
    stuck = table.match.seat_at(len(table.placed))
    wins = Convention(convention).stuck_player_wins
    match.state, match.winner = Match.State.FINISHED, stuck if wins else other_seat(stuck)
    return GameEnd(Review(table, theories))


def said(end):
    """What the frames of the line say; nothing where there is none."""
    return [frame.sentence for frame in end.line.frames] if end.line else []


def mover_wins(end, board, seat):
    player = end.table.player(seat)
    known = search(end.match.ruleset, end.table.convention)
    return known.wins(board.position, player and player.value)


GAMES = st.builds(
    told,
    st.sampled_from(sorted(OPTIONS)),
    st.lists(st.integers(1, 5), min_size=1, max_size=4).map(lambda rows: "+".join(map(str, rows))),
    st.sampled_from(["misere", "normal"]),
    seed=st.integers(0, 10_000),
    starter=st.sampled_from(list(Seat.values)),
    opponent=st.sampled_from(["perfect", "person"]),
)


@settings(max_examples=200, deadline=None)
@given(GAMES)
def test_what_is_told_of_a_game_is_true(end):
    if not end.table.placed:
        return
    seats = [end.table.match.seat_at(ply) for ply in range(len(end.table.boards))]
    winner = end.match.winner
    ahead = [
        mover_wins(end, board, seat) == (seat == winner)
        for board, seat in zip(end.table.boards, seats, strict=True)
    ]
    turns = [ply for ply in range(1, len(ahead)) if ahead[ply] != ahead[ply - 1]]
    assert (end.point.number if end.point else None) == (turns[-1] if turns else None)
    if end.good:
        assert end.good.seat == winner
        assert all(ahead[end.good.number - 1 :]), "nothing was given back after it"
    if end.point and not end.is_won:
        after = end.point.board.after(end.point.better)
        assert not mover_wins(end, after, winner)
    for sentence in (*end.sentences, *said(end)):
        check_sentence(sentence)
    if end.is_won:
        assert "could have won" not in " ".join(end.sentences)


@settings(max_examples=200, deadline=None)
@given(GAMES)
def test_a_line_is_legal_short_and_ends_as_it_is_told(end):
    if end.line is None:
        return
    line = end.line.moves
    assert 2 <= len(line) <= LONGEST_LINE
    board, seat = end.told_ply.board, end.told_ply.seat
    for move in line:
        assert (move.board, move.seat) == (board, seat)
        board = board.after(board.place(move.placed.text, end.table.player(seat)))
        seat = other_seat(seat)
        if move.seat == end.told_ply.seat:
            assert not mover_wins(end, board, seat), "every move of the side that wins keeps it"
    assert next(board.choices(end.table.player(seat)), None) is None
    wins = seat if end.table.convention.stuck_player_wins else other_seat(seat)
    assert wins == end.told_ply.seat
    name = end.table.name(wins)
    *_, last = said(end)
    if end.is_better_line:
        assert wins != end.match.winner, "a line that nobody played has another winner"
        assert last.endswith(f"{name} would have won.")
    else:
        assert wins == end.match.winner
        assert last.endswith("You win." if name == "You" else f"{name} wins.")
    for number, (move, frame) in enumerate(zip(line, end.line.frames, strict=True), 1):
        placed = move.placed
        taken = {
            piece.id
            for row in frame.scene.rows
            for group in row.groups
            if group.mark == "taken"
            for piece in group.pieces
        }
        assert len(taken) == placed.take
        if not placed.look.by_options:
            places = range(placed.start + 1, placed.start + placed.take + 1)
            assert taken == {f"line-{number}-{placed.lane}-{place}" for place in places}


# --- the sentences ----------------------------------------------------------------------------


def ended(position, convention, *moves, key="nim", **more):
    """The end of a game of just these moves."""
    match = Match(
        pk=uuid.uuid4(),
        ruleset=key,
        start=position,
        convention=convention,
        opponent=more.get("opponent", "perfect"),
        starter=more.get("starter", "owner"),
        owner_player=more.get("player", "left"),
        seed=0,
        state=Match.State.FINISHED,
    )
    table = Table(match)
    for text in moves:
        mover = table.player(table.match.seat_at(len(table.placed)))
        table.put(table.board.place(text, mover))
    stuck = table.match.seat_at(len(table.placed))
    match.winner = stuck if table.convention.stuck_player_wins else other_seat(stuck)
    return GameEnd(Review(table, more.get("theories", ())))


@pytest.mark.parametrize(
    ("end", "sentences"),
    [
        (
            ended("1+2", "misere", "2>0", "1>0"),
            ("You took the row of 2. One match was left, and Perfect had to take it.",),
        ),
        (
            ended("5+2", "normal", "1>2", "1>0", "1>0"),
            ("You took 3 from the row of 5: that left two equal rows.",),
        ),
        (
            ended("2+2", "normal", "1>1", "2>1", "1>0", "1>0"),
            (
                "Perfect took 1 from the row of 2: that left two equal rows.",
                "You moved first, and no first move wins here.",
            ),
        ),
        (
            ended("1+2", "misere", "1>0", "1>1", "1>0"),
            (
                "Perfect took 1 from the row of 2. One match was left, and you had to take it.",
                "You could have won at move 1 by taking the row of 2. "
                "One match would have been left, and Perfect would have had to take it.",
            ),
        ),
        (
            ended("1+1+1", "misere", "1>0", "1>0", "1>0", starter="other"),
            ("You took the match in row 2. One match was left, and Perfect had to take it.",),
        ),
        (
            ended("2", "misere", "1>0", starter="other"),
            ("Perfect took the last 2 matches.",),
        ),
        (
            ended("3", "misere", "1>2", "1>0"),
            ("You took 1 from the row of 3: that left 2. Perfect took the last 2 matches.",),
        ),
        (
            ended("4", "normal", "1>0"),
            ("You took the last 4 matches.",),
        ),
        (
            ended("3+4", "normal", "1>0", "1>3", "1>0", opponent="person"),
            (
                "Player 1 took the last 3 matches.",
                "Player 2 could have won at move 2 by taking the row of 4.",
            ),
        ),
        (
            ended("2", "misere", "1>0+1", "1>0", key="kayles"),
            (
                "You knocked down pin 1 of row 1. "
                "One pin was left, and Perfect had to knock it down.",
            ),
        ),
        (
            ended("5", "misere", "1>0+3", "1>0+1", "1>0", key="kayles"),
            (
                "Perfect knocked down pins 3 and 4 of row 1. "
                "One pin was left, and you had to knock it down.",
                "You could have won at move 1 by knocking down pin 5 of row 1. "
                "That would have left 4.",
            ),
        ),
    ],
)
def test_the_winners_good_move_is_told_first(end, sentences):
    assert end.sentences == sentences


def test_an_idea_has_its_name_only_for_those_who_know_it():
    moves = ("6", "misere", "1>5", "1>4", "1>1", "1>0")
    new = ended(*moves, key="subtraction:3")
    assert new.sentences == ("You took 1 from the row of 6: that left 5.",)
    known = ended(*moves, key="subtraction:3", theories=("safe-harbors",))
    assert known.sentences == (
        "You took 1 from the row of 6: that left 5, one more than a multiple of 4.",
    )
    assert new.idea == known.idea


def test_a_line_is_played_out_in_words():
    end = ended("1+2", "misere", "1>0", "1>1", "1>0")
    assert said(end) == [
        "You take 2 from row 2.",
        "Perfect takes the last match. You would have won.",
    ]
    stuck = ended("4", "misere", "1>0+2", "1>0+1", key="partizan-kayles", starter="other")
    assert said(stuck) == [
        "Perfect puts a domino on squares 1 and 2 of strip 1.",
        "You take square 3 of strip 1. Perfect has no move left. Perfect wins.",
    ]
    long = ended("8+9", "normal", "1>7", "2>7", "1>0", "1>0")
    assert long.line is None


@pytest.mark.django_db
def test_the_review_opens_at_the_winners_good_move_and_for_who_lost_at_the_turning_point(visitor):
    won = start(visitor, position="1+2")
    send(visitor, won, "2>0")
    page = visitor.get(f"/play/{won.pk}/review/").content.decode()
    assert "Before move 1 of 2." in " ".join(page.split())
    assert "That left one row of 1." in page
    lost = start(visitor, position="5+2", convention="normal")
    for move in ("1>4", "2>0", "1>0"):
        if Match.objects.get(pk=lost.pk).state == "running":
            send(visitor, lost, move)
    lost.refresh_from_db()
    assert lost.winner == "other"
    page = visitor.get(f"/play/{lost.pk}/review/").content.decode()
    assert "Before move 1 of" in " ".join(page.split())
    assert "Take 3 from row 1, leaving 2." in page
    assert "That leaves two equal rows." in page
    assert page.count('class="main-button"') == 1


@pytest.mark.parametrize("character", [one for one in OPPONENTS if one.habit], ids=lambda o: o.key)
def test_who_won_by_a_habit_is_told_where_the_win_was_given_away(character):
    """The character moves first from the example of the habit and gives the win away."""
    key, position = character.example
    slip = str(character.plan(ask(key, position, "misere"))[0])
    won = finished(key, position, slip, opponent=character.key)
    [told] = [one for one in won.sentences if "gave the win away" in one]
    assert told.startswith(f"{character.name} gave the win away at move 1: ")
    assert told.endswith(".")
    # The same game against somebody else says nothing of a habit.
    for other in ("perfect", "learner", "person"):
        end = finished(key, position, slip, opponent=other)
        assert not any("gave the win away" in one for one in end.sentences)


def test_who_lost_against_a_habit_hears_nothing_of_it():
    lost = finished("nim", "2+4", "2>0", opponent="greta", answers=False)
    assert lost.tone == "lost"
    assert not any("gave the win away" in one for one in lost.sentences)


def finished(key, position, slip, *, opponent, answers=True):
    """A game that the other player begins with a *slip*. Then the owner plays perfectly, or
    where nobody *answers* gives the win back at once and the other player keeps it."""
    match = Match(
        pk=uuid.uuid4(),
        ruleset=key,
        start=position,
        convention="misere",
        opponent=opponent,
        starter="other",
        owner_player="left",
        seed=0,
    )
    table = Table(match)
    table.put(table.board.place(slip, None))
    if not answers:
        question = table.question()
        right = answer(question).moves
        losing = next(move for move in question.legal_moves() if move not in right)
        table.put(table.board.place(str(losing), None))
    perfect = get_opponent("perfect")
    while any(table.question().legal_moves()):
        table.put(table.board.place(str(perfect.plan(table.question())[0]), None))
    match.state, match.winner = Match.State.FINISHED, table.match.seat_at(len(table.placed))
    return GameEnd(Review(table))


@pytest.mark.django_db
def test_the_page_says_once_where_the_habit_gave_the_win_away(visitor):
    match = start(visitor, position="1+3", opponent="norma", starter="other")
    send(visitor, match, str(answer(ask("nim", match.position, "misere")).preferred))
    while Match.objects.get(pk=match.pk).state == "running":
        rows = Match.objects.get(pk=match.pk).position
        send(visitor, match, str(answer(ask("nim", rows, "misere")).preferred))
    page = " ".join(visitor.get(match.get_absolute_url()).content.decode().split())
    assert "You win." in page
    assert "Norma gave the win away at move 1: she played to take the last one." in page
    assert "The game turned" not in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("beaten", "ruleset", "position", "convention", "then"),
    [
        ("greta", "kayles", "10", "misere", "Mira"),
        ("greta", "kayles", "9", "misere", "Mira"),
        ("greta", "kayles", "10", "normal", "Random"),
        ("greta", "nim", "1+3+5+7", "misere", "Miss Ère"),
        ("learner", "subtraction:3", "5+6+7", "misere", "Max"),
    ],
)
def test_the_next_opponent_is_the_next_harder_one_in_that_game(
    visitor, beaten, ruleset, position, convention, then
):
    game = {"ruleset": ruleset, "position": position, "convention": convention}
    match = start(visitor, opponent=beaten, starter="owner", **game)
    Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED, winner="owner")
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert f'id="next-game">Now play {then}</button>' in page


@pytest.mark.django_db
def test_a_game_that_was_won_leads_to_the_next_opponent_who_plays_it(visitor):
    match = start(visitor, ruleset="kayles", position="1+2", opponent="mira", convention="misere")
    Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED, winner="owner")
    page = visitor.get(match.get_absolute_url()).content.decode()
    form = page[: page.index('id="next-game">Now play Learner')].rsplit("<form", 1)[1]
    fields = dict(re.findall(r'name="([a-z_]+)" value="([^"]*)"', form))
    begun = visitor.post("/play/", fields)
    again = Match.objects.get(pk=begun.url.split("/")[2])
    assert (again.ruleset, again.start, again.opponent) == ("kayles", "1+2", "learner")


@pytest.mark.django_db
def test_after_the_last_opponent_one_plays_again(visitor):
    game = {"ruleset": "kayles", "position": "1+2", "convention": "misere"}
    match = start(visitor, opponent="perfect", **game)
    Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED, winner="owner")
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert 'class="main-button" id="play-again"' in page
    assert "Now play" not in page


@pytest.mark.django_db
def test_where_no_line_is_shown_the_idea_has_its_doors(visitor):
    LessonFiles.load()
    match = start(visitor, position="1+3+5+7", opponent="person", starter="other")
    for move in ("2>1", "1>0", "3>4", "1>0", "1>4", "1>0", "1>1", "1>0"):
        send(visitor, match, move)
    page = visitor.get(match.get_absolute_url()).content.decode()
    before, after = page.split("Explore this position")
    doors = before.rsplit("<p", 1)[1] + after.split("</p>")[0]
    assert "Player 1 could have won at move 2 by taking 2 from the row of 7." in page
    assert "That would have left 2 pairs of equal rows." in page
    assert "/learn/two-rows/" in doors
    assert "/explore/nim/1+1+5+7/?convention=misere" in doors
    assert "/maps/nim/" in doors
