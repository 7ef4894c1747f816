import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client

from games.boards import boards
from games.boards.lenses import explain
from games.learn.lessons.lesson_files import LessonFiles
from games.play.models import Match, Move
from games.play.reviews import review as reviews
from games.play.reviews.game_ends import GameEnd
from games.play.reviews.review import Review
from games.play.table import Table
from solver import Budget, analyse, answer, ask, get_ruleset
from solver.teaching import BELOW

from .games import play_to_the_end, send, start

pytestmark = pytest.mark.django_db


def played(client, *moves, **setup):
    """A match between two people with these moves."""
    match = start(client, opponent="person", **setup)
    for move in moves:
        assert send(client, match, move).status_code == 302
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    return match


def test_the_turning_point_is_the_losers_last_slip(visitor):
    # 1+2 misère: taking both of the 2 wins, and Player 1 takes the 1 instead.
    match = played(visitor, "1>0", "1>1", "1>0", position="1+2")
    review = Review(Table(match))
    assert match.winner == "other"
    assert review.turning_point.number == 1
    assert [ply.verdict.key for ply in review.plies] == ["loses", "wins", "lost"]
    assert review.turning_point.better.phrase() == "take 2 from row 2"
    page = visitor.get(f"/play/{match.pk}/review/").content.decode()
    assert "the turning point" in page
    assert page.index("Replay from here") < page.index("The whole game")


def test_of_two_slips_of_the_loser_the_last_one_is_the_turning_point(visitor):
    # 1+2+4 and 2+3 are both won for Player 1, who leaves neither 1+2+3 nor 2+2.
    match = played(visitor, "1>0", "2>3", "1>0", "1>1", "1>0", position="1+2+4")
    review = Review(Table(match))
    assert match.winner == "other"
    assert [ply.number for ply in review.plies if ply.is_slip] == [1, 2, 3]
    assert review.turning_point.number == 3
    page = visitor.get(f"/play/{match.pk}/review/").content.decode()
    assert "Player 2 wins. The game turned at move 3." in page
    again = f"/play/{match.pk}/review/mistakes/2/"  # its rows keep the names of the game
    assert re.findall(r"(Row \d): (\d) left", visitor.get(again).content.decode()) == [
        ("Row 1", "0"),
        ("Row 2", "2"),
        ("Row 3", "4"),
    ]
    assert "You took 2 from row 3." in visitor.post(again, {"move": "2>2"}).content.decode()


def test_a_move_can_be_refuted_whether_or_not_it_shows_a_habit(visitor):
    match = played(visitor, "1>1", "1>0", "1>1", "1>0", position="2+2")
    page = visitor.get(f"/play/{match.pk}/review/").content.decode()
    assert "Doing the opposite" not in page
    assert page.count("Play the other side") == 1


def test_a_lost_start_is_said_to_be_lost(visitor):
    match = play_to_the_end(visitor, start(visitor))
    review = Review(Table(match))
    assert review.turning_point is None
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert "You moved first, and no first move wins here." in page
    assert "The game turned" not in page


def main_button(page):
    """What the main button says, and the fields that its form posts besides its own."""
    form = re.search(r"<form(?:(?!</form>).)*?main-button.*?</form>", page, re.DOTALL)[0]
    said = " ".join(re.search(r'main-button"[^>]*>(.*?)</button>', form, re.DOTALL)[1].split())
    fields = dict(re.findall(r'name="(ply|swap)" value="([^"]+)"', form))
    return said, fields


@pytest.mark.parametrize(
    ("starter", "position", "said", "starts"),
    [
        ("owner", "2+2", "Play again, Perfect starts", "other"),
        ("other", "1+2", "Play again, you start", "owner"),
    ],
)
def test_whoever_never_had_a_win_is_offered_the_game_the_other_way_round(
    visitor, starter, position, said, starts
):
    """At the end of the game and in its review; under "More" the sides stay as they were."""
    match = play_to_the_end(visitor, start(visitor, position=position, starter=starter))
    assert match.winner == "other"
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert page.count('class="main-button"') == 1
    assert main_button(page) == (said, {"ply": "1", "swap": "1"})
    assert re.search(r'id="same-again">Play it again<', page)
    assert 'id="swap-sides"' in page
    review = visitor.get(f"{match.get_absolute_url()}review/").content.decode()
    assert main_button(review) == (said, {"ply": "1", "swap": "1"})
    again = visitor.post(f"/play/{match.pk}/retry/", main_button(page)[1])
    new = Match.objects.get(pk=again.url.split("/")[2])
    assert (new.start, new.starter, new.opponent) == (position, starts, "perfect")


def test_a_reader_who_had_a_win_plays_the_same_game_again(visitor):
    match = start(visitor, position="1+2")
    send(visitor, match, "2>1")
    match = play_to_the_end(visitor, match)
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert main_button(page) == ("Play again", {"ply": "1"})
    assert 'id="same-again"' not in page


def test_who_resigns_a_position_that_could_be_won_is_not_told_that_they_never_had_a_win(visitor):
    match = start(visitor, position="1+2+3", opponent="random", starter="other")
    Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED, winner="other")
    Match.objects.filter(pk=match.pk).update(resigned=True)
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert main_button(page) == ("Play again", {"ply": "1"})


def test_every_row_of_the_table_can_be_tried_again(visitor):
    match = played(visitor, "1>0", "1>1", "1>0", position="1+2")
    response = visitor.post(f"/play/{match.pk}/retry/", {"ply": 2})
    again = Match.objects.get(pk=response.url.split("/")[2])
    assert again.start == "2"
    assert again.starter == "other"
    for ply in ("0", "4", "x", ""):
        assert visitor.post(f"/play/{match.pk}/retry/", {"ply": ply}).status_code == 422


def test_why_is_a_film_of_the_position_before_the_move(visitor):
    match = played(visitor, "1>0", "2>3", "1>0", "1>1", "1>0", position="1+2+4")
    address = f"/play/{match.pk}/review/?ply=2"
    assert "?ply=2&amp;why=1" in visitor.get(address).content.decode()
    film = visitor.get(f"{address}&why=1").context["film"]
    assert film.question.position == (2, 4)
    assert answer(film.question).outcome == film.analysis.outcome
    assert film.theory == explain(film.question).theory == "nim-sum"
    assert len(film.frames) > 2
    last = len(film.frames)
    for number, frame in enumerate(film.frames, start=1):
        page = visitor.get(f"{address}&why={number}").content.decode()
        said = re.search(r'class="why film-said">(.*?)</p>', page, re.DOTALL)[1]
        words = re.sub(r"<[^>]+>", "", unescape(said)).strip()
        assert frame.text.startswith(words), number
        assert page.count('id="back-to-game"') == (number == last and words == frame.text)
    LessonFiles.load()  # now that lessons teach the theories, it is told in words learnt so far
    film = visitor.get(f"{address}&why=1").context["film"]
    assert film.theory == BELOW
    other = Client()  # somebody else sees neither the game nor its film
    assert other.get(f"{address}&why=1").status_code == 404


@pytest.mark.parametrize(
    ("ruleset", "position"),
    [
        ("kayles", "4+3+1"),
        ("partizan-kayles", "7+5"),
        ("subtraction:3", "9+6"),
        ("octal:0.123", "9+8"),
    ],
)
def test_each_move_of_each_game_has_one_way_to_its_reasons(visitor, ruleset, position):
    match = start(visitor, ruleset=ruleset, position=position, opponent="person")
    review = f"/play/{play_to_the_end(visitor, match).pk}/review/"
    for ply in visitor.get(review).context["review"].plies:
        page = visitor.get(f"{review}?ply={ply.number}").content.decode()
        [address] = re.findall(r'id="see-why" href="([^"#]+)', page)
        film = visitor.get(unescape(address)).context["film"]
        assert film.question.position == ply.board.position
        assert film.frames[0].text
        assert not film.refusal


def test_a_running_match_has_no_review_yet(visitor):
    match = start(visitor)
    response = visitor.get(f"/play/{match.pk}/review/")
    assert response.status_code == 302
    assert response.url == match.get_absolute_url()


@pytest.mark.parametrize("rounds", range(3))
def test_every_verdict_equals_search(visitor, rounds):
    match = play_to_the_end(visitor, start(visitor, position="2+3+4", opponent="learner"))
    for ply in Review(Table(match)).plies:
        before = analyse("nim", ply.board.position, "misere", theory="exhaustive")
        after = analyse("nim", ply.after.position, "misere", theory="exhaustive")
        assert ply.won_before == before.to_move_wins
        assert ply.keeps_win == (ply.won_before and not after.to_move_wins)


@pytest.mark.parametrize(
    ("ruleset", "position", "said"),
    [
        (
            "nim",
            "3+5",
            "You resigned in a winning position. Taking 2 from row 2 was a winning move.",
        ),
        ("nim", "2+2", "You resigned in a losing position."),
    ],
)
def test_resigning_is_judged_by_what_was_given_up(visitor, ruleset, position, said):
    match = start(visitor, ruleset=ruleset, position=position)
    visitor.post(f"/play/{match.pk}/resign/", {"version": match.version})
    assert said in visitor.get(f"/play/{match.pk}/").content.decode()


def test_a_finished_match_is_judged_once(visitor, monkeypatch):
    match = play_to_the_end(visitor, start(visitor, position="2+3+4", opponent="learner"))
    told = [ply.verdict for ply in Review(Table(match)).plies]
    monkeypatch.setattr(
        "games.play.reviews.review._judge", lambda table, ply: pytest.fail("judged again")
    )
    assert [ply.verdict for ply in Review(Table(match)).plies] == told
    assert "was too hard to judge" not in {verdict.words for verdict in told}


def test_what_a_request_cannot_pay_for_is_judged_at_the_next_look(visitor):
    match = play_to_the_end(visitor, start(visitor, position="2+3+4", opponent="learner"))
    cache.clear()  # the page of the end has judged it
    poor = Review(Table(match, Budget(0)))
    assert {ply.verdict.words for ply in poor.plies} == {"was too hard to judge"}
    rich = Review(Table(match))
    assert "was too hard to judge" not in {ply.verdict.words for ply in rich.plies}


def test_what_was_judged_is_told_when_nothing_more_can_be_paid_for(visitor, monkeypatch):
    match = played(visitor, "1>0", "1>1", "1>0", position="1+2")
    assert Review(Table(match)).turning_point.number == 1
    monkeypatch.setattr("games.play.table.page_budget", lambda: Budget(0))
    for address in (f"/play/{match.pk}/", f"/play/{match.pk}/review/"):
        page = visitor.get(address)
        assert page.status_code == 200
        assert "The game turned at move 1." in page.content.decode()


@pytest.mark.parametrize("address", ["", "review/"])
def test_a_look_at_a_long_match_lays_out_few_boards(visitor, monkeypatch, address):
    """Heaps that split again and again: every look replays the moves, but draws one board."""
    match = start(visitor, ruleset="lasker", position="20+20+20", opponent="person")
    rows, moves = [20, 20, 20], []
    while rows:
        index = next((i for i, row in enumerate(rows) if row > 1), 0)
        parts = [1, rows[index] - 1] if rows[index] > 1 else []
        rows[index : index + 1] = parts
        moves.append(f"{index + 1}>{'+'.join(map(str, parts)) or 0}")
    Move.objects.bulk_create(
        Move(match=match, ply=ply, seat=["owner", "other"][ply % 2], version=ply + 1, text=text)
        for ply, text in enumerate(moves)
    )
    Match.objects.filter(pk=match.pk).update(
        version=len(moves) + 1, position="0", state="finished", winner="other"
    )
    laid_out = []
    lay_out = boards._lane
    monkeypatch.setattr(boards, "_lane", lambda *lane: laid_out.append(lane) or lay_out(*lane))
    page = visitor.get(f"/play/{match.pk}/{address}").content.decode()
    assert "split heap 59 into 1 and 1" in page
    assert len(moves) == 117
    assert len(laid_out) < 6 * len(moves)


def legal_on(board):
    """Every move that a player counts on a board, by what it leaves."""
    return [board.after(placed).position for placed in board.choices()]


GAMES = [
    ("nim", [(1, 1, 1, 1), (2, 2, 2), (1, 2), (1, 1), (5, 4, 1), (3, 5), (2, 1)]),
    ("kayles", [(1,), (1, 1), (2,), (3,), (5,), (1, 3), (2, 3), (4, 4), (1, 2, 3)]),
    ("subtraction:3", [(5,), (4, 6), (1, 2), (6, 6, 1)]),
    ("octal:0.07", [(2,), (4,), (5, 2), (7,)]),
]


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize(("key", "positions"), GAMES)
def test_the_only_winning_move_is_praised_where_search_finds_no_other(key, positions, convention):
    """Every move of every board, judged as a review does, against search of what it leaves."""
    praised = forced = 0
    rules = get_ruleset(key)
    for position in positions:
        question = ask(key, position, convention)
        board = boards.Board.of(rules, position)
        legal = legal_on(board)
        wins = [
            not analyse(key, left, convention, theory="exhaustive").to_move_wins for left in legal
        ]
        for placed, won in zip(board.choices(), wins, strict=True):
            if not won:
                continue
            kept = reviews.kept(question, answer(question))
            assert (kept == "ONLY") is (sum(wins) == 1 < len(legal)), (position, placed.text)
            assert (kept == "FORCED") is (len(legal) == 1), (position, placed.text)
            praised += kept == "ONLY"
            forced += kept == "FORCED"
    assert praised
    assert forced or convention == "misere" or key == "nim" or key.startswith("sub")


def test_equal_rows_are_other_moves_and_a_forced_move_is_no_merit(visitor):
    match = played(visitor, "1>0", "1>1", "1>0", "1>1", "1>0", position="2+2+2")
    words = [ply.verdict.words for ply in Review(Table(match)).plies]
    assert words[0] == "kept the win", "both could be taken from any of three rows"
    normal = played(visitor, "1>0", "1>0", position="1+1", convention="normal")
    told = [ply.verdict.words for ply in Review(Table(normal)).plies]
    assert told == ["could not save the game", "was the only move"]


def test_who_won_reads_the_verdict_first_and_then_a_good_move_once(visitor):
    match = start(visitor, position="1+2", opponent="perfect")
    send(visitor, match, "2>0")
    html = visitor.get(match.get_absolute_url()).content.decode()
    match.refresh_from_db()
    assert match.winner == "owner"
    assert re.search(r'id="ending">([^<]*)<', html)[1] == "You win."
    good = "You took the row of 2. One match was left, and Perfect had to take it."
    assert html.count(good) == 1
    [status] = re.findall(r'id="live"[^>]*>([^<]*)<', html)
    assert status == "You took 2 from row 2. Perfect took the last match."
    assert "gave the win away" not in html
    review = visitor.get(f"/play/{match.pk}/review/").content.decode()
    assert "You win." in re.search(r'<h1 id="summary">(.*?)</h1>', review)[1]
    assert "That left one row of 1." in review


def test_a_board_that_cannot_be_judged_is_not_said_to_have_been_lost(visitor):
    match = play_to_the_end(visitor, start(visitor, position="2+3+4"))
    cache.clear()
    end = GameEnd(Review(Table(match, Budget(0))))
    assert end.sentences == ("This board is too large to say which move decided the game.",)
    assert not end.turned
    assert not end.line
