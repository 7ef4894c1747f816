"""One answer on the wall, nobody's name beside it, and the game that goes on from it."""

import re

import pytest

from games.management.commands.check_matches import broken_matches
from games.teach.live.rooms.models import Answer, Room, RoomQuestion

from .phones import Leader, Phone, browser, words
from .rooms import KAYLES, NIM, room

pytestmark = pytest.mark.django_db
TWO = {"ruleset": "nim", "position": "1+2", "convention": "normal", "goal": "move"}


@pytest.fixture
def asked():
    """Nim at 1+2 with the answers of three phones: Ada's and Ben's differ."""
    made = room(TWO)
    ada, ben, cleo = (Phone(made, name) for name in ("Ada", "Ben", "Cleo"))
    lead = Leader(made)
    lead.press("next")
    ada.answer(move="2>1")
    ben.answer(move="2>0")
    cleo.answer(move="2>1")
    return made, lead, ada


def question():
    return RoomQuestion.objects.get(number=1)


def test_an_answer_is_offered_once_the_answers_are_shown_and_not_before(asked):
    _made, lead, _ada = asked
    assert "Discuss one answer" not in words(lead.screen("desk"))
    assert lead.press("pick", answer="2>1").status_code == 422
    lead.press("show")
    desk = words(lead.screen("desk"))
    offered = desk.partition("Discuss one answer")[2]
    assert "Take 1 from row 2 2 people Show on the projector" in offered
    assert re.search(r"Take (both|2) from row 2 1 person Show", offered)


def test_the_wall_shows_one_answer_with_the_board_after_it_and_no_name(asked):
    made, lead, ada = asked
    lead.press("show")
    assert lead.press("pick", answer="2>1").status_code == 302
    wall = words(lead.screen())
    assert "One answer: take 1 from row 2. Who wins now?" in wall
    assert "Row 1 1 Row 2 1" in wall
    assert not any(name in wall for name in ("Ada", "Ben", "Cleo"))
    assert "wins" not in wall.partition("One answer")[2].replace("Who wins now", "")
    # a second person's phone reads as before
    assert "One answer" not in words(ada.page())
    lead.press("unpick")
    assert "One answer" not in words(lead.screen())
    lead.press("pick", answer="2>1")
    lead.press("judge")
    assert "One answer" not in words(lead.screen())
    assert made.pk == Room.objects.get().pk


def test_an_answer_that_is_discussed_after_the_right_one_was_shown_is_not_spoilt(asked):
    _made, lead, ada = asked
    lead.press("show")
    lead.press("judge")
    right = "Take 1 from row 2"
    assert right in words(lead.screen()).partition("have answered")[0]
    assert lead.press("pick", answer="2>0").status_code == 302
    wall = words(lead.screen())
    assert "Who wins now?" in wall
    assert right not in wall
    assert "✓" in words(ada.page())  # a phone says what it said before


def test_only_what_somebody_here_answered_is_taken_to_the_wall(asked):
    made, lead, _ada = asked
    lead.press("show")
    for answer in ("1>0", "", "9>9", "nonsense"):
        response = lead.press("pick", answer=answer)
        assert response.status_code == 422
        assert "Nobody here gave this answer." in words(response)
    out = Answer.objects.get(text="2>0").participant
    lead.press("out", participant=str(out.pk))
    assert lead.press("pick", answer="2>0").status_code == 422
    assert question().picked == ""
    assert browser("nobody").post(f"/live/{made.code}/do/pick/").status_code == 404


def test_perfect_replies_to_the_answer_and_the_class_goes_on(asked):
    _made, lead, ada = asked
    lead.press("show")
    assert "Choose an answer first." in words(lead.press("play-on"))
    # 1+1 after it: Perfect takes one, and the class takes the last
    lead.press("pick", answer="2>1")
    desk = words(lead.screen("desk"))
    assert "Play on: Perfect replies" in desk
    assert lead.press("play-on", reply="perfect").status_code == 302
    match = Room.objects.get().match
    assert (match.start, match.opponent, match.starter) == ("1+1", "perfect", "other")
    assert match.position == "1"
    wall = words(lead.screen())
    assert "Perfect took 1 from row 2. Vote now." in wall
    assert "vote for a move" in words(ada.page())
    turn = Room.objects.get().current
    codes = [ada.answer(turn.number, move=move).status_code for move in ("1>0", "2>0")]
    assert sorted(codes) == [302, 422]
    lead.press("vote")
    match.refresh_from_db()
    assert (match.state, match.winner) == ("finished", "owner")
    assert list(broken_matches()) == []
    # and the room comes back to its question
    lead.press("leave")
    assert Room.objects.get().current == question()


def test_the_class_replies_to_the_answer_as_the_other_side(asked):
    _made, lead, _ada = asked
    lead.press("show")
    lead.press("pick", answer="2>0")
    # One match is left: Perfect would take it.
    refused = lead.press("play-on", reply="perfect")
    assert refused.status_code == 422
    assert "Let the class reply." in words(refused)
    lead.press("play-on", reply="class")
    match = Room.objects.get().match
    assert (match.start, match.starter, match.moves.count()) == ("1", "owner", 0)


def test_an_answer_that_ends_the_game_cannot_be_played_on():
    made = room({**TWO, "position": "2"})
    ada, lead = Phone(made), Leader(made)
    lead.press("next")
    ada.answer(move="1>0")
    lead.press("show")
    lead.press("pick", answer="1>0")
    assert "The game ends here." in words(lead.screen())
    assert "Play on" not in words(lead.screen("desk"))
    assert "nothing to play on" in words(lead.press("play-on", reply="class"))


def test_sides_are_kept_in_a_partizan_game():
    asked = {"ruleset": "partizan-kayles", "position": "5", "convention": "normal"}
    made = room({**asked, "to_move": "right", "goal": "move"})
    ada, lead = Phone(made), Leader(made)
    lead.press("next")
    ada.answer(move="1>0+3")
    lead.press("show")
    lead.press("pick", answer="1>0+3")
    lead.press("play-on", reply="class")
    match = Room.objects.get().match
    assert (match.start, match.owner_player, match.starter) == ("3", "left", "owner")


def test_an_answer_in_words_is_no_move_to_show():
    made = room(NIM, KAYLES)
    ada, lead = Phone(made), Leader(made)
    lead.press("next")
    ada.answer(choice="N")
    lead.press("show")
    assert "Discuss one answer" not in words(lead.screen("desk"))
