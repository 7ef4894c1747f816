"""The class against an opponent: what most have voted for is made, a tie goes to the earliest."""

import re
from datetime import timedelta

import pytest
from django.http import QueryDict
from django.utils import timezone

from games.management.commands.check_matches import broken_matches
from games.people.models import User, Visitor
from games.play.models import Match, Move
from games.teach.live.leading import voting
from games.teach.live.rooms.game import ClassGame
from games.teach.live.rooms.models import Answer, Participant, Room, RoomQuestion
from games.teach.live.rooms.steps import StaleStepError
from games.teach.live.rooms.turns import TurnTask, counted, last_vote, task_of
from solver import SolverError

pytestmark = pytest.mark.django_db


@pytest.fixture
def room():
    """At 1+2+4, where the last one loses and the one to move wins."""
    return a_room("1+2+4")


def a_room(position, ruleset="nim", convention="misere", **asked):
    room = Room.objects.create(owner=User.objects.create(username="ms-lind"), title="8 b")
    room.current = room.questions.create(
        number=1,
        state=RoomQuestion.State.JUDGED,
        ruleset=ruleset,
        position=position,
        convention=convention,
        goal="move",
        **asked,
    )
    room.save()
    return room


def said(**fields):
    post = QueryDict(mutable=True)
    post.update(fields)
    return post


def do(room, name, **fields):
    """One step, as from a page that shows the room as it is."""
    now = Room.objects.get(pk=room.pk)
    voting.STEPS[name](now, now.version, said(**fields))
    return now


def vote(room, *texts):
    """Each from a phone of its own, one after the other."""
    turn = Room.objects.get(pk=room.pk).current
    for text in texts:
        visitor = Visitor.objects.create()
        who = Participant.objects.create(room=room, visitor=visitor, name="Ada")
        answer = task_of(turn).asking.read(task_of(turn), said(move=text))
        Answer.objects.create(question=turn, participant=who, text=answer)
    return turn


def game(room):
    return ClassGame.of(Room.objects.get(pk=room.pk))


def told(room):
    return game(room).told


def test_the_move_that_most_have_voted_for_is_made_and_answered(room):
    do(room, "play")
    vote(room, "1>0", "3>3+0", "3>3+0", "2>1+0")
    do(room, "vote")
    row = Move.objects.last().text[0]
    both = rf"The class took 1 from row 3\. Perfect took [123] from row {row}\."
    assert re.fullmatch(both, told(room))


def test_of_as_many_votes_the_earliest_counts(room):
    do(room, "play")
    vote(room, "2>1+0", "3>3+0", "3>3+0", "2>1+0")
    do(room, "vote")
    assert told(room).startswith("The class took 1 from row 2.")


def test_a_vote_that_was_changed_is_as_late_as_its_change(room):
    do(room, "play")
    turn = vote(room, "1>0", "3>3+0")
    first = turn.answers.first()
    Answer.objects.filter(pk=first.pk).update(
        text="2>1+0", given_at=timezone.now() + timedelta(seconds=1)
    )
    do(room, "vote")
    assert told(room).startswith("The class took 1 from row 3.")


def test_equal_moves_in_equal_rows_are_counted_together():
    room = a_room("3+3+5")
    do(room, "play")
    turn = vote(room, "3>4+0", "1>2+0", "2>2+0", "2>2+0", "3>4+0")
    chosen = counted(TurnTask(turn))
    assert [(choice.placed.phrase(), choice.votes) for choice in chosen] == [
        ("take 1 from row 2", 3),
        ("take 1 from row 3", 2),
    ]


def test_mirror_images_are_one_move_of_kayles():
    room = a_room("5", "kayles")
    do(room, "play")
    turn = vote(room, "1>2+2", "1>0+4", "1>4+0")
    assert [choice.votes for choice in counted(TurnTask(turn))] == [2, 1]


def test_each_turn_is_a_question_of_its_own_on_the_board_as_it_is(room):
    do(room, "play")
    vote(room, "3>3+0")
    now = do(room, "vote")
    turn = now.current
    assert (turn.number, turn.state, turn.turn_version) == (3, "asked", 2)
    assert turn.position == Match.objects.get().position
    assert room.questions.get(number=2).state == "shown"
    board = TurnTask(turn).drawn()
    assert board.playable
    outlines = {ghost.outline for row in board.rows for ghost in row.ghosts}
    assert outlines == {"was-mine", "was-theirs"}


def test_what_was_voted_is_told_beside_the_next_turn_with_the_move_that_was_made(room):
    do(room, "play")
    vote(room, "1>0", "3>3+0", "3>3+0")
    now = do(room, "vote")
    chosen = counted(last_vote(TurnTask(now.current)))
    assert [(choice.placed.phrase(), choice.votes, choice.is_played) for choice in chosen] == [
        ("take 1 from row 3", 2, True),
        ("take 1 from row 1", 1, False),
    ]


def test_before_the_first_vote_there_is_none_to_tell_about(room):
    do(room, "play")
    vote(room, "3>3+0")
    do(room, "vote")
    now = do(room, "again", swap="1")
    assert last_vote(TurnTask(now.current)) is None


def play_on(room):
    """Vote for the first move there is until the game is over."""
    while not (at := game(room)).is_over:
        vote(room, next(iter(at.task.board.choices())).text)
        do(room, "vote")
    return at


def test_a_game_is_played_to_its_end_and_the_room_stays_at_its_last_turn(room):
    do(room, "play", opponent="norma", starter="other")
    ended = play_on(room)
    assert ended.match.state == "finished"
    assert ended.verdict == ("The class wins." if ended.is_won else "Norma wins.")
    do(room, "vote")
    now = Room.objects.get()
    assert (now.match.version, now.questions.last()) == (ended.match.version, now.current)
    assert not TurnTask(now.current).drawn().playable
    assert list(broken_matches()) == []


def test_the_game_is_in_nobodys_lists(room):
    do(room, "play")
    match = Match.objects.get()
    assert match.user is None
    assert not match.has_help


def test_nobody_starts_against_an_opponent_who_makes_no_sense_there(room):
    RoomQuestion.objects.update(convention="normal")
    with pytest.raises(SolverError, match="norma"):
        do(room, "play", opponent="norma")
    assert not Match.objects.exists()


def test_where_the_class_could_not_move_no_game_begins():
    room = a_room("1", convention="normal")
    with pytest.raises(SolverError, match="no move to vote on"):
        do(room, "play", starter="other")
    assert (Match.objects.count(), Visitor.objects.count()) == (0, 0)


def test_in_a_partizan_game_whoever_starts_has_the_pieces_of_the_one_to_move():
    room = a_room("4+5", "partizan-kayles", to_move="right")
    assert do(room, "play").current.to_move == "right"
    assert do(room, "play", starter="other").current.to_move == "left"
    assert do(room, "again", swap="1").current.to_move == "right"


def test_swapped_the_other_starts(room):
    do(room, "play")
    now = do(room, "again", swap="1")
    assert told(room).startswith("Perfect took")
    assert now.current.position == Match.objects.latest("created_at").position
    assert do(room, "again").match.starter == "other"


def test_a_turn_without_a_clock_waits_for_a_vote(room):
    do(room, "play")
    with pytest.raises(SolverError, match="Nobody has voted yet"):
        do(room, "vote")
    assert Room.objects.get().current.is_open


def test_a_clock_that_ends_without_a_vote_makes_no_move_and_leaves_the_turn_open(room):
    now = do(room, "play", clock="20")
    turn = now.current
    assert 19 < (turn.ends_at - timezone.now()).total_seconds() <= 20
    RoomQuestion.objects.filter(pk=turn.pk).update(ends_at=timezone.now())
    assert not Room.objects.get().current.is_open
    after = do(room, "vote")
    assert after.version == now.version + 1
    assert after.current.pk == turn.pk
    assert after.current.is_open
    assert Match.objects.get().version == 1
    vote(room, "3>3+0")
    again = do(room, "vote").current
    assert again.turn_version == 2
    assert again.ends_at > timezone.now()


def test_a_vote_that_was_made_and_not_followed_by_a_turn_is_taken_up_there(room, monkeypatch):
    do(room, "play")
    vote(room, "3>3+0")

    def fail(room, match):
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(voting, "_ask_turn", fail)
        with pytest.raises(ZeroDivisionError):
            do(room, "vote")
    assert not Room.objects.get().current.is_open
    now = do(room, "vote")
    assert (now.current.turn_version, Match.objects.get().version) == (2, 2)


def test_two_who_press_at_once_play_one_vote(room):
    do(room, "play")
    vote(room, "3>3+0", "3>3+0")
    early, late = (Room.objects.select_related("current", "match").get() for _ in range(2))
    voting.play_vote(early, early.version, said())
    with pytest.raises(StaleStepError):
        voting.play_vote(late, late.version, said())
    assert Match.objects.get().moves.count() == 2
    assert Room.objects.get().current.turn_version == 2


def test_leaving_the_game_goes_back_to_the_question_it_began_at(room):
    room.questions.create(
        number=2, ruleset="nim", position="3", convention="misere", goal="move", state="waiting"
    )
    turn = do(room, "play").current
    now = do(room, "leave")
    assert now.current.number == 1
    assert RoomQuestion.objects.get(pk=turn.pk).state == "shown"
    with pytest.raises(SolverError, match="not playing a game"):
        do(room, "leave")


def test_a_move_that_is_not_allowed_is_no_vote(room):
    do(room, "play")
    with pytest.raises(SolverError):
        vote(room, "1>5+0")
    with pytest.raises(SolverError):
        vote(room, "")
    turn = Room.objects.get().current
    assert task_of(turn).asking.read(task_of(turn), said(typed="3 2")) == "3>2+0"
