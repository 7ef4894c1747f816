"""Hints, taking back, resigning, swapping sides, the characters, learning from mistakes."""

import re
from html import unescape
from itertools import combinations_with_replacement

import pytest

from games.boards.boards import Board
from games.boards.lenses import EVERY
from games.learn.lessons.lesson_files import LessonFiles
from games.play import protocol as service
from games.play.models import Match, Move
from games.play.opponents import example_of
from games.play.table import Table
from games.questions.hints import hints
from solver import Convention, Inquiry, Player, answer, ask, format_position, get_ruleset
from solver.teaching import OPPONENTS

from .games import START, play_to_the_end, send, start

pytestmark = pytest.mark.django_db


def act(client, match, what, **extra):
    version = Match.objects.get(pk=match.pk).version
    return client.post(f"/play/{match.pk}/{what}/", {"version": version}, **extra)


def page(client, match):
    return client.get(match.get_absolute_url()).content.decode()


NEXT = ("Hint", "Another hint", "Another hint", "Show the answer", None)
"""What the button says by how many hints were given."""


def hint_list(html):
    """The hints of a page in words, the newest first, without their pictures."""
    listed = html.split('id="hints"')[1].split("</ol>")[0]
    said = [one.split("<div")[0].split("</li>")[0] for one in listed.split("<strong>Hint")[1:]]
    return ["Hint" + re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", one)).rstrip() for one in said]


def button_text(html, name):
    """What a button says; None where there is none."""
    found = re.search(rf'<button[^>]* id="{name}"[^>]*>([^<]*)<', html)
    return found and found[1].strip()


@pytest.mark.parametrize(
    ("setup", "question", "move"),
    [
        ({"position": "1+3+5+4"}, "binary column", "Take 3 from row 2."),
        ({"ruleset": "kayles", "position": "5+6"}, "the product", "row"),
        ({"ruleset": "partizan-kayles", "position": "3+4"}, "divided by 3", "strip"),
        ({"ruleset": "kayles", "position": "2"}, "What kind", "Knock"),
        ({"position": "1+3+5+7"}, "binary column", "Your best try"),
    ],
)
def test_four_tiers_of_hints_are_shown_one_by_one_and_recorded(visitor, setup, question, move):
    match = start(visitor, **setup)
    for tier in range(1, 5):
        assert act(visitor, match, "hint").status_code == 302
        html = page(visitor, match)
        assert "What else can you leave?" in html or "the board it leaves" in html
        assert (question in html) is (tier > 1)
        given = hint_list(html)
        assert len(given) == tier
        assert ('class="film narrow-film"' in html) is (tier == 3)
        assert ("move-hint" in html) is (tier == 4), "the answer is drawn on the board"
        assert button_text(html, "hint") == NEXT[tier]
    assert move in html
    placed = next(Table(Match.objects.get(pk=match.pk)).board.choices(Table(match).player("owner")))
    send(visitor, match, placed.text)
    assert match.moves.first().hint_tier == 4
    match.refresh_from_db()
    assert match.hints == 0


def test_a_hint_on_an_old_version_is_stale(visitor):
    match = start(visitor, position="3+5")
    response = visitor.post(f"/play/{match.pk}/hint/", {"version": 0})
    assert response.status_code == 409


def test_taking_back_keeps_the_line_and_plays_another(visitor):
    match = start(visitor, position="3+5")
    send(visitor, match, "2>4")
    assert act(visitor, match, "back").status_code == 302
    match.refresh_from_db()
    assert match.position == "3+5"
    assert match.version == 3
    assert Move.objects.filter(match=match, undone_at=2).count() == 2
    send(visitor, match, "1>1")
    assert match.moves.filter(undone_at=None).first().text == "1>1+0"
    service_table = Table(Match.objects.get(pk=match.pk))
    assert len(service_table.placed) == 2
    from django.core.management import call_command

    call_command("check_matches", verbosity=0)


def test_taking_back_the_losing_move_reopens_the_game(visitor):
    match = play_to_the_end(visitor, start(visitor, position="1+1", convention="normal"))
    assert act(visitor, match, "back").status_code == 302
    match.refresh_from_db()
    assert (match.state, match.winner) == (Match.State.RUNNING, "")


def test_a_game_that_goes_on_has_no_end_yet(visitor):
    match = play_to_the_end(visitor, start(visitor, position="1+1", convention="normal"))
    assert match.finished_at is not None
    act(visitor, match, "back")
    match.refresh_from_db()
    assert match.finished_at is None


def test_there_must_be_something_to_take_back(visitor):
    match = start(visitor, position="3+5", starter="other")
    response = act(visitor, match, "back")
    assert response.status_code == 422
    assert "You have no move to take back yet." in response.content.decode()
    assert visitor.post(f"/play/{match.pk}/back/", {"version": 99}).status_code == 409


def test_two_people_take_back_one_move_at_a_time(visitor):
    match = start(visitor, position="3+5", opponent="person")
    send(visitor, match, "2>4")
    send(visitor, match, "1>1")
    act(visitor, match, "back")
    match.refresh_from_db()
    assert match.position == "3+4"


def test_resigning_loses_and_cannot_be_taken_back(visitor):
    match = start(visitor, position="3+5")
    assert act(visitor, match, "resign").status_code == 302
    match.refresh_from_db()
    assert (match.state, match.winner, match.resigned) == ("finished", "other", True)
    assert "You resigned" in page(visitor, match)
    assert act(visitor, match, "resign").status_code == 302
    assert act(visitor, match, "back").status_code == 422
    assert act(visitor, match, "hint").status_code == 409


def test_a_game_resigned_after_some_moves_stays_lost(visitor):
    match = start(visitor, position="3+5")
    send(visitor, match, "2>4")
    act(visitor, match, "resign")
    refused = act(visitor, match, "back")
    assert refused.status_code == 422
    assert "You have no move to take back yet." in refused.content.decode()
    match.refresh_from_db()
    assert (match.state, match.winner) == ("finished", "other")
    assert not Move.objects.exclude(undone_at=None).exists()


def test_resigning_a_finished_match_is_stale(visitor):
    match = play_to_the_end(visitor, start(visitor, position="1"))
    assert act(visitor, match, "resign").status_code == 409


def test_sides_can_be_swapped(visitor):
    match = play_to_the_end(visitor, start(visitor, position="3+4", ruleset="partizan-kayles"))
    response = visitor.post(f"/play/{match.pk}/retry/", {"ply": 1, "swap": 1})
    again = Match.objects.get(pk=response.url.split("/")[2])
    assert (again.starter, again.owner_player) == ("other", "right")


def test_a_slip_can_be_refuted_by_playing_the_other_side(visitor):
    match = start(visitor, position="1+2", opponent="person")
    for move in ("1>0", "1>1", "1>0"):
        send(visitor, match, move)
    response = visitor.post(f"/play/{match.pk}/retry/", {"ply": 2, "refute": 1})
    again = Match.objects.get(pk=response.url.split("/")[2])
    assert (again.start, again.starter) == ("2", "owner")


def test_how_the_last_move_was_is_told_to_whoever_asks(visitor):
    match = start(visitor, position="1+1+3", opponent="random")
    send(visitor, match, "3>0")
    html = page(visitor, match)
    assert "How was that move?" in html
    assert "An even number of ones" in html
    assert "gave the win away" in html


@pytest.mark.parametrize("opponent", OPPONENTS, ids=lambda opponent: opponent.key)
def test_a_whole_game_against_everybody_can_be_played_and_reviewed(visitor, opponent):
    match = start(visitor, ruleset="subtraction:3", position="2+5+6", opponent=opponent.key)
    match = play_to_the_end(visitor, match, lambda moves: moves[len(moves) // 2])
    review = visitor.get(f"/play/{match.pk}/review/")
    assert review.status_code == 200


@pytest.mark.parametrize(
    ("ruleset", "position"),
    [
        ("kayles", "7+2"),
        ("partizan-kayles", "7+4"),
        ("octal:0.137", "7+3"),
        ("heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]]}", "3+3+1"),
        ("subtraction:{1,3,4}", "7+8"),
    ],
)
@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize("player", ["left", "right"])
def test_every_game_can_be_played_to_the_end_and_reviewed(
    visitor, ruleset, position, convention, player
):
    match = start(
        visitor,
        ruleset=ruleset,
        position=position,
        convention=convention,
        player=player,
        opponent="learner",
    )
    match = play_to_the_end(visitor, match, lambda moves: moves[-1])
    html = visitor.get(f"/play/{match.pk}/review/").content.decode()
    assert "The whole game" in html
    from django.core.management import call_command

    call_command("check_matches", verbosity=0)


def test_an_opponent_that_makes_no_sense_is_refused_with_the_reason(visitor):
    response = visitor.post("/play/", START | {"opponent": "max"})
    assert response.status_code == 422
    assert "maximum take" in response.content.decode()
    response = visitor.post("/play/", START | {"opponent": "norma", "convention": "normal"})
    assert response.status_code == 422


def test_a_position_too_large_to_decide_is_refused_with_a_way_on(visitor):
    rules = {"ruleset": "octal:0.26", "position": "50+51+52", "opponent": "perfect"}
    response = visitor.post("/play/", START | rules)
    assert response.status_code == 422
    assert "budget" in response.content.decode()
    assert 'value="50+51+52"' in response.content.decode()


def test_a_habit_is_told_after_two_wins(visitor):
    def card():
        html = visitor.get("/opponents/").content.decode()
        card = html.split("<h2>Greta</h2>")[1].split("</li>")[0]
        return " ".join(re.sub(r"</?span[^>]*>", "", card).split())

    assert "twice" in card()
    for wins in (1, 2):
        match = start(visitor, position="2", opponent="greta")
        send(visitor, match, "1>1")
        match.refresh_from_db()
        assert match.winner == "owner"
        assert ("The largest take" in card()) == (wins == 2)
        assert (
            "Facing 2 + 4, Greta leaves 2. When the last one loses, you then leave 1 and win."
            in card()
        ) == (wins == 2)
        assert ("/explore/nim/2/" in card()) == (wins == 2)
    assert "2 won, 0 lost" in card()


def test_the_examples_of_the_habits_are_true():
    examples = {opponent: example_of(opponent) for opponent in OPPONENTS}
    assert all((example is not None) == bool(one.habit) for one, example in examples.items())
    for character, example in examples.items():
        if example is None:
            continue
        question = ask(example.ruleset, example.position, "misere")
        assert answer(question).to_move_wins
        for move in character.habit.choices(question):
            assert format_position(move.apply(question.position)) == example.leaves
            assert move not in answer(question).moves
        assert example.answered in {
            format_position(move.apply(example.refuted.position))
            for move in answer(example.refuted).moves
        }
        assert not answer(ask(example.ruleset, example.answered, "misere")).to_move_wins


def test_mistakes_are_tried_again_and_judged_by_outcome(visitor):
    match = start(visitor, position="1+2", opponent="person")
    for move in ("1>0", "1>1", "1>0"):
        send(visitor, match, move)
    here = f"/play/{match.pk}/review/mistakes/1/"
    assert "You could win here" in visitor.get(here).content.decode()
    wrong = visitor.post(here, {"move": "1>0"}).content.decode()
    assert "That loses." in wrong
    assert "The other player answers by taking 1 from row 2." in wrong
    assert f'id="again" href="{here}"' in wrong
    right = visitor.post(here, {"move": "2>0"}).content.decode()
    assert "That wins." in right
    [film] = re.findall(r'id="see-why" href="([^"]+)"', right)
    frames = visitor.get(unescape(film)).context["film"].frames
    assert "Take 2 from row 2" in " ".join(frame.text for frame in frames)
    bad = visitor.post(here, {"move": "nonsense"})
    assert bad.status_code == 422
    assert visitor.get(f"/play/{match.pk}/review/mistakes/9/").status_code == 404
    running = start(visitor, position="3")
    assert visitor.get(f"/play/{running.pk}/review/mistakes/1/").status_code == 302


def test_strangers_cannot_act(visitor, stranger):
    match = start(visitor, position="3+5")
    for what in ("hint", "back", "resign"):
        assert act(stranger, match, what).status_code == 404
    assert stranger.get(f"/play/{match.pk}/review/mistakes/1/").status_code == 404


def test_a_match_over_since_the_page_was_made_is_told(visitor):
    match = start(visitor, position="3+5", opponent="person")
    Match.objects.filter(pk=match.pk).update(state="finished", winner="other", resigned=True)
    response = send(visitor, match, "1>0")
    assert response.status_code == 409
    assert "game is over" in response.content.decode()
    with pytest.raises(service.MatchOverError):
        service.make_move(Match.objects.get(pk=match.pk), version=1, text="1>0")


@pytest.mark.parametrize(
    ("key", "position", "convention", "player"),
    [
        ("partizan-kayles", (5, 3), Convention.NORMAL, Player.LEFT),
        ("partizan-kayles", (7, 5), Convention.MISERE, Player.LEFT),
        ("kayles", (5, 3), Convention.MISERE, None),
        ("kayles", (3, 4), Convention.MISERE, None),
        ("nim", (1, 1, 4), Convention.MISERE, None),
        ("nim", (1, 1), Convention.MISERE, None),
        ("subtraction:3", (8, 2), Convention.MISERE, None),
    ],
)
def test_the_first_two_hints_name_no_move(key, position, convention, player):
    rules = get_ruleset(key)
    said = hints(Inquiry(rules, position, convention, player), Board.of(rules, position), 4)
    told = re.compile(r"\b(Take|Turn|Knock)\b|\b(row|strip) \d")
    assert not any(told.search(text) for text in said[:2]), said
    assert told.search(said[3])


LIVE = re.compile(r'<p id="live"[^>]*>(.*?)</p>', re.DOTALL)


def ask_hint(client, match):
    """One more hint as scripts ask for it: what comes back."""
    response = act(client, match, "hint", HTTP_HX_REQUEST="true")
    assert response.status_code == 200
    return response.content.decode()


def test_a_hint_is_heard_in_the_words_of_a_lesson_and_the_last_move_is_not_read_again(visitor):
    match = start(visitor, position="1+3+5")
    send(visitor, match, "3>4")
    for number in range(1, 4):
        html = ask_hint(visitor, match)
        hidden, heard = re.findall(r"<span([^>]*)>(.*?)</span>", LIVE.search(html)[1], re.DOTALL)
        assert 'aria-hidden="true"' in hidden[0]
        assert "You took 1 from row 3." in hidden[1]
        newest = hint_list(html)[0]
        assert heard[1] == newest
        assert newest.startswith(f"Hint {number}: ")
        assert "You took" not in heard[1]
    moved = send(visitor, match, "1>0", HTTP_HX_REQUEST="true").content.decode()
    assert "Hint" not in LIVE.search(moved)[1]


def test_a_hint_stands_in_the_dock(visitor):
    match = start(visitor, position="1+3+5+7")
    ask_hint(visitor, match)
    html = page(visitor, match)
    parts = ('id="board"', 'id="hint"', 'id="hints"', 'id="typed-move"')
    places = [html.index(part) for part in parts]
    assert places == sorted(places)
    assert html.count("What else can you leave?") == 1
    # With scripts off the browser goes to where it stands.
    assert act(visitor, match, "hint").url == f"{match.get_absolute_url()}#hints"


@pytest.mark.parametrize(
    ("position", "named"), [("2+2+2", ["1", "2"]), ("5", []), ("1+1+3", ["1", "2"])]
)
def test_the_rows_that_a_hint_names_are_marked_on_the_board(visitor, position, named):
    LessonFiles.load()  # nobody has had a theory
    match = start(visitor, position=position)
    for _ in range(3):
        html = ask_hint(visitor, match)
    said = hint_list(html)[0]
    marked = re.findall(
        r'class="row in-focus"[^>]*>\s*<h2 class="row-name" id="row-(\d+)-name"', html
    )
    assert marked == named == re.findall(r"[Rr]ow (\d+)", said)
    assert "narrow-film" not in html, "it is drawn on the board alone"
    after = ask_hint(visitor, match)
    assert "in-focus" not in after
    lane = re.search(r"row (\d+)", hint_list(after)[0])[1]
    row = after.split(f'id="row-{lane}-name"')[1].split('class="row-name"')[0]
    assert "move-hint" in row


@pytest.mark.parametrize("convention", list(Convention))
@pytest.mark.parametrize("key", ["nim", "kayles", "subtraction:3", "octal:0.07"])
def test_no_hint_but_the_last_names_the_move(key, convention):
    rules = get_ruleset(key)
    tried = 0
    for position in combinations_with_replacement(range(2, 7), 2):
        board = Board.of(rules, position)
        for theories in (EVERY, frozenset()):
            said = hints(Inquiry(rules, position, convention), board, 4, theories)
            name = said[3].placed.phrase()
            assert name in said[3].lower()
            assert not any(name in text.lower() for text in said[:3]), said
            assert not any(text.placed for text in said[:3])
            tried += 1
    assert tried == 30


@pytest.mark.parametrize("position", [(3, 5), (1, 2, 4), (6, 7), (2, 3, 9), (1, 1, 5)])
def test_rows_of_two_or_more_are_asked_for_only_where_the_last_one_loses(position):
    rules = get_ruleset("nim")
    for convention in Convention:
        question = Inquiry(rules, position, convention)
        asked = hints(question, Board.of(rules, position), 2)[1]
        assert "column odd" in asked
        assert ("2 or more" in asked) is (convention is Convention.MISERE)


def test_taking_back_is_offered_from_ones_own_first_move_on(visitor):
    match = start(visitor, position="3+5", starter="other")
    assert 'id="take-back"' not in page(visitor, match)
    assert act(visitor, match, "back").status_code == 422
    send(visitor, match, "1>0")
    assert 'id="take-back"' in page(visitor, match)
    hot_seat = start(visitor, position="3+5", opponent="person")
    assert 'id="take-back"' not in page(visitor, hot_seat)
    send(visitor, hot_seat, "1>0")
    assert 'id="take-back"' in page(visitor, hot_seat)


def test_who_starts_is_asked_with_two_equal_buttons_and_the_opponents_name(visitor):
    match = start(visitor, start="lights", starter="choose", opponent="perfect")
    choice = page(visitor, match).split('class="card choose"')[1].split("</form>")[0]
    buttons = re.findall(r'<button class="([^"]+)"[^>]*>\s*([^<]+?)\s*<', choice)
    assert buttons == [("main-button", "I start"), ("main-button", "Perfect starts")]
