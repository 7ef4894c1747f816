"""Pages on which people answer and read what became of it: classwork, tests, and live rooms.

Each page is read as a student reads it, its board and its words, and the tests' own search decides
whether the words are true of that board.
"""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from games.boards.games import game_of
from games.play.models import Match
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.teach.live.rooms.game import ClassGame
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.room_films import film_choices
from games.teach.live.rounds.partners import pair_of
from games.teach.work.models import Assignment
from solver import get_ruleset

from .claims import (
    Told,
    apart,
    check_left,
    check_line,
    check_who_wins,
    check_winning,
    first_move,
    moves_in,
)
from .learn.lessons.lessons import MOVE, PREDICT, lesson
from .learn.lessons.test_taken_tests import begun, take
from .teach.live.rooms import room
from .teach.live.test_answering import ask
from .teach.live.test_answering import give as send
from .teach.live.test_neighbours import begun as begun_round
from .teach.live.test_neighbours import browser as of
from .teach.live.test_neighbours import move as played
from .teach.live.test_neighbours import step as end_round
from .teach.live.test_phone import phone
from .teach.live.test_voting_wall import browser, press, vote, wall
from .teach.work.assignments import address, assignment, classroom, give, member, person

pytestmark = pytest.mark.django_db

WORK = {
    "nim 1+2+4 misere": {"move": "3>0"},
    "nim 1+2+4 normal who": {"choice": "P"},
    "nim 2+2 misere who": {"choice": "N"},
    "subtraction:3 7 misere": {"move": "1>6"},
    "kayles 5+1 misere who": {"choice": "N"},
    "kayles 5+1 normal": {},
    "kayles 4+1 normal who": {"choice": "N"},
    "octal:0.137 3+4 misere": {},
    "partizan-kayles 4+2 misere left move": {},
    "partizan-kayles 1+4 misere right move": {},
    "partizan-kayles 4+1 misere who": {},
}
"""What a class is asked, and a wrong answer."""
WINS_OR_LOSES = {"You can win": True, "You lose, whatever you do": False}


def plain(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def rows_of(page):
    """The rows of a board as they are heard: for each number, the sizes of its groups."""
    heard = re.findall(r"(?:Row|Strip|Heap) (\d+): ([\d+]+)", page)
    return {
        int(row): [int(size) for size in sizes.split("+") if size != "0"] for row, sizes in heard
    }


def board_of(page, key, convention):
    """The untouched board of a page."""
    rows = {number: [True] * sum(sizes) for number, sizes in rows_of(page).items()}
    return Told(key, convention, rows, kind=game_of(get_ruleset(key)).look.key)


def sizes_on(page):
    return sorted(size for sizes in rows_of(page).values() for size in sizes)


def named_sizes(text):
    """The sizes in words such as “rows of 1 and 3 matches” or “2 rows of 5 matches”."""
    times, named = re.search(
        r"(?:(\d+) )?rows? of ([\d, and]+?) (?:match|light|pin)", text
    ).groups()
    return sorted(int(times or 1) * [int(size) for size in re.findall(r"\d+", named)])


def paragraphs(html):
    return [plain(one) for one in re.findall(r"<p[^>]*>(.*?)</p>", html, re.DOTALL)]


def winning(html):
    return [plain(one) for part in re.findall(r'<ul class="winning">(.*?)</ul>', html, re.DOTALL)
            for one in re.findall(r"<li>(.*?)</li>", part)]  # fmt: skip


def verdict_on(page):
    return re.search(r'<div class="verdict .*?</div>', page, re.DOTALL)[0]


def wrong_answer(exercise, posted):
    """The fields of a wrong answer: the one that is given, or else the first one that is wrong."""
    if posted:
        return posted
    task = ShownQuestion(Question.of(exercise))
    if exercise.goal == "predict":
        return {"choice": "R" if task.asking.right(task) != "R" else "L"}
    lost = [move for move in task.facts.legal if not task.facts.analysis.keeps_win(move)]
    return {"move": task.board.place(str(lost[0]), task.player).text}


@pytest.fixture
def ann():
    return person("ann")


def work(ann, **fields):
    """Homework or a test with all these questions, in a class with Ann."""
    made = classroom(person("irene"))
    member(made, ann)
    return assignment(made, *WORK, **fields)


def check_wrong(page, board, player):
    """The verdict on a wrong answer, its refutation, and the moves that would have won."""
    verdict = verdict_on(page)
    said = paragraphs(verdict)
    check_line(said[1], board, first_move(said[0]), player)
    return said[1]


def test_classwork_is_asked_and_judged_as_its_boards_are(ann):
    """The question, a wrong answer with its refutation, a right one with the moves that win."""
    found = work(ann)
    for place, (line, posted) in enumerate(WORK.items(), 1):
        item = found.items.get(order=place)
        asked, player = page_of(ann, address(found, place)), item.to_move or None
        board = board_of(asked, item.ruleset, item.convention)
        assert "+".join(map(str, board.sizes)) == item.position, line
        check_who_wins(plain(asked), board, player)
        wrong = give(ann, found, place, **wrong_answer(item, posted)).content.decode()
        check_wrong(wrong, board, player)
        task = ShownQuestion(Question.of(item))
        right = give(ann, found, place, **task.asking.fields(task, task.asking.right(task)))
        verdict = verdict_on(right.content.decode())
        if item.goal == "move":
            check_winning(winning(verdict), board, player)


def page_of(client, at):
    return client.get(at).content.decode()


def test_a_test_is_told_at_its_end_on_the_board_to_which_the_answers_lead(ann):
    """Once it has closed, the board is the one after the answer and its reply; the words name what
    is left there, and the moves that would have won on the board before."""
    found = work(ann, mode="check", closes_at=timezone.now() + timedelta(hours=1))
    boards = {}
    for place, posted in enumerate(WORK.values(), 1):
        item = found.items.get(order=place)
        asked = page_of(ann, address(found, place))
        boards[place] = board_of(asked, item.ruleset, item.convention)
        give(ann, found, place, **wrong_answer(item, posted))
    Assignment.objects.filter(pk=found.pk).update(closes_at=timezone.now() - timedelta(hours=1))
    for place, board in boards.items():
        item = found.items.get(order=place)
        page, player = page_of(ann, address(found, place)), item.to_move or None
        said = check_wrong(page, board, player)
        left = re.search(r"That leaves ([^a-z]*(?:and [^a-z]*)?), and |(Nothing is left)", said)
        if left:
            assert sorted(map(int, re.findall(r"\d+", left[1] or ""))) == sizes_on(page), said
        if listed := winning(verdict_on(page)):
            check_winning(listed, board, player)
        for words, wins in WINS_OR_LOSES.items():
            if f"{words}." in paragraphs(verdict_on(page))[2:]:
                assert board.wins(player) is wins


def test_the_result_of_a_test_of_the_course_is_true_of_the_boards_that_it_draws(visitor):
    lesson(MOVE, PREDICT)
    taken = begun(visitor)
    page = take(visitor, taken, wrong=range(1, taken.size + 1))
    parts = re.findall(r'<li class="quiz-answer">(.*?)\n        </li>', page, re.DOTALL)
    assert len(parts) == len(taken.questions)
    for part in parts:
        drawn = re.search(r'aria-label="Nim: rows? of ([^"]+)"', part)[1]
        sizes = [int(size) for size in re.findall(r"\d+", drawn)]
        asked, answered, line, truth, *_ = paragraphs(part)
        assert named_sizes(asked) == sorted(sizes)
        rows = {number: [True] * size for number, size in enumerate(sizes, 1)}
        convention = "misere" if "The last one loses." in asked else "normal"
        board = Told("nim", convention, rows, kind="matches")
        if "Your opponent started" in asked:  # the picture is of the board before that
            assert not board.wins()
            board = board.after(first_move(asked), None)
        check_who_wins(asked, board)
        check_line(line, board, first_move(answered), None)
        if truth.rstrip(".") in WINS_OR_LOSES:
            assert board.wins() is WINS_OR_LOSES[truth.rstrip(".")]
        check_winning(winning(part), board, None)


ROOMS = (
    ("nim", "1+2+4", "misere"),
    ("kayles", "5+1", "normal"),
    ("subtraction:3", "7+2", "misere"),
    ("octal:0.137", "3+4", "misere"),
)


def wall_board(page):
    return re.search(r'aria-label="The board\. ([^"]*)"', page)[1]


@pytest.mark.parametrize(("key", "position", "convention"), ROOMS)
def test_a_question_of_a_room_is_true_of_its_board_on_the_wall_and_on_phones(
    key, position, convention
):
    asked = {"ruleset": key, "position": position, "convention": convention, "goal": "move"}
    made = room(asked, asked | {"goal": "predict"}, code="KHP4TWX")
    lead = browser(made.owner)
    for number, goal in ((1, "move"), (2, "predict")):
        question = made.questions.get(number=number)
        task = ShownQuestion(Question.of(question))
        wrong = (
            {"choice": "P" if task.asking.right(task) == "N" else "N"}
            if goal == "predict"
            else wrong_answer(question, {})
        )
        ask(made, number)
        ada = phone(f"Ada {number}")
        open_page = ada.get("/live/KHP4TWX/").content.decode()
        board = board_of(open_page, key, convention)
        assert sizes_on(wall_board(wall(lead))) == sorted(board.sizes)
        assert sorted(board.sizes) == sorted(map(int, position.split("+")))
        send(ada, number, **wrong)
        ask(made, number, RoomQuestion.State.JUDGED)
        judged = ada.get("/live/KHP4TWX/").content.decode()
        said = check_wrong(judged, board, None)
        left = re.search(r"That leaves ([^a-z]*(?:and [^a-z]*)?), and ", said)
        assert sorted(map(int, re.findall(r"\d+", left[1]))) == sizes_on(judged)
        if goal == "move":
            check_winning(winning(judged), board, None)
        told = wall(lead)
        assert sizes_on(wall_board(told)) in (sorted(board.sizes), sizes_on(judged))
        for words, wins in WINS_OR_LOSES.items():
            if f"✓ {words}" in plain(told):
                assert board.wins() is wins


@pytest.mark.parametrize(("key", "position", "convention"), ROOMS)
def test_a_game_of_the_class_is_told_on_the_wall_as_its_boards_are(key, position, convention):
    """After each vote the class's move and the reply lead to the board that is drawn. At the end
    the winner and the better move are those that the search finds."""
    asked = {"ruleset": key, "position": position, "convention": convention, "goal": "move"}
    opened = room(asked, code="KHP4TWX")
    opened.current = opened.questions.first()
    opened.save()
    opened.questions.update(state="shown")
    lead = browser(opened.owner)
    page = press(lead, "play")
    boards = [board_of(wall_board(page), key, convention)]
    while Match.objects.get().state == "running":
        vote(next(iter(ClassGame.of(Room.objects.get()).task.board.choices())).text)
        page = press(lead, "vote")
        if Match.objects.get().state == "running":
            drawn = wall_board(page)
            told = drawn[drawn.index("The class") :]
            assert told in plain(page)
            made = moves_in(told)
            assert len(made) == 2
            for move in made:
                boards.append(boards[-1].after(move, None))
            assert sorted(boards[-1].sizes) == sizes_on(drawn), told
    assert len(boards) > 1
    read = plain(page)
    winner = re.search(r"(Perfect|The class) wins\.", read)[1]
    assert (winner == "Perfect") is (Match.objects.get().winner == "other")
    better = re.search(
        r"The class could have won at move (\d+) by (.*?\.(?: (?:That|One) .*?\.)?)", read
    )
    if better and int(better[1]) <= len(boards):
        before = boards[int(better[1]) - 1]
        after = before.after(first_move(better[2]), None)
        assert not after.wins()
        check_left(better[0], after)


def heard_of(scene):
    """The board that a frame of a film draws, as it is heard, before the move that it shows. Its
    nim-values, which may be drawn below it, are rows of Nim."""
    rows, scene = {}, scene.partition("The nim-values as rows of Nim")[0]
    for number, said in re.findall(r"Row (\d+): (\d+(?:\+\d+)*|empty)", scene):
        rows[int(number)] = [] if said == "empty" else [int(size) for size in said.split("+")]
    return rows


LOST_HERE = re.compile(
    r"Each row has its twin|has an answer to each|has to make the last move, and the last one loses"
    r"|This is a safe harbor\. The remainders|Every move changes"
)


def check_frame(frame, key, convention):
    """The claims of one frame: who wins on the board it draws, where its moves lead, and that the
    move it takes wins. Returns how many it makes."""
    scene, said = frame
    rows = {number: apart(sizes) for number, sizes in heard_of(scene).items()}
    board = Told(key, convention, rows, kind="counters")
    checked = 0
    for move, wins in re.findall(r"(take .*?): [\d+]+, the other player (wins|loses)", scene):
        assert board.after(first_move(move), None).wins() is (wins == "wins"), scene
        checked += 1
    for left in re.findall(r"answer ([\d+]+), loses again", scene):
        assert not Told.named(map(int, left.split("+")), board).wins(), scene
        checked += 1
    for wins in re.findall(r"The player to move (wins|loses)\b", said):
        assert board.wins() is (wins == "wins"), said
        checked += 1
    if LOST_HERE.search(said):
        assert not board.wins(), said
        checked += 1
    if ", taken" in scene and (move := first_move(said)) and not said.startswith("If "):
        assert not board.after(move, None).wins(), said
        checked += 1
    return checked


def frame_on(page):
    """The scene and the sentence of the film that a screen of a room shows."""
    film = re.search(
        r'<div class="scene.*?(<ul class="only-heard">.*?)<p class="film-sentence"[^>]*>(.*?)</p>',
        page,
        re.DOTALL,
    )
    return plain(film[1]), re.sub(r" (?=[.,:;)])", "", plain(film[2]))  # words are links on phones


@pytest.mark.parametrize(("key", "position", "convention"), ROOMS)
def test_a_film_in_a_room_is_true_of_the_boards_it_draws_on_every_screen(key, position, convention):
    asked = {"ruleset": key, "position": position, "convention": convention, "goal": "move"}
    made = room(asked, code="KHP4TWX")
    lead = browser(made.owner)
    ask(made, 1)
    ada = phone("Ada")
    ask(made, 1, RoomQuestion.State.JUDGED)
    question = made.questions.get()
    choices = film_choices(question.asked, question.room)
    assert len(choices) > 1
    for choice in choices:
        number, last, checked = 1, 1, 0
        while number <= last:
            press(lead, "film", theory=choice.key, frame=number)
            told = wall(lead)
            last = int(re.search(rf"Frame {number} of (\d+)", plain(told))[1])
            frame = frame_on(told)
            if number % 3 == 1:
                assert frame == frame_on(ada.get("/live/KHP4TWX/").content.decode())
            if number == 1:
                first = [size for sizes in heard_of(frame[0]).values() for size in sizes]
                assert "+".join(map(str, first)) == position
            checked += check_frame(frame, key, convention)
            number += 1
        assert checked, choice


def after_text(board, text):
    """The board after a move as a form sends it: ``2>1+3`` leaves 1 and 3 of the second group."""
    if board.kind != "pins":
        return None  # each page draws what is left anew
    group, _, left = text.partition(">")
    at = [(row, one) for row in board.rows for one in board.segments(row)]
    row, segment = at[int(group) - 1]
    kept, *others = [int(part) for part in left.split("+")]
    gone = segment[kept : len(segment) - sum(others)]
    rows = dict(board.rows)
    rows[row] = [stands and place not in gone for place, stands in enumerate(rows[row])]
    return Told(board.key, board.convention, rows, kind=board.kind)


@pytest.mark.parametrize(("key", "position", "convention"), ROOMS)
def test_a_game_of_two_in_a_round_is_told_to_both_as_its_boards_are(key, position, convention):
    """Both see the board after each move; after the round the better move that each is told wins
    on the board it is named for, and nobody is told one who never stood to win."""
    asked = {"ruleset": key, "position": position, "convention": convention, "goal": "move"}
    now, (ada, ben) = begun_round("Ada", "Ben", asked=asked)
    match = pair_of(now.round, ada).at.match
    at = f"/play/{match.pk}/"
    mover, other = ada, ben
    boards = [board_of(page_of(of(mover), at), key, convention)]
    while True:
        seen = [page_of(of(one), at) for one in (mover, other)]
        assert "Your partner to move" in plain(seen[1])
        assert sizes_on(seen[0]) == sizes_on(seen[1]) == sorted(boards[-1].sizes)
        text = re.findall(r'name="move" value="([^"]+)"', seen[0])[0].replace("&gt;", ">")
        played(mover, match, text)
        mover, other = other, mover
        if Match.objects.get(pk=match.pk).state != "running":
            break
        drawn = board_of(page_of(of(mover), at), key, convention)
        boards.append(after_text(boards[-1], text) or drawn)
    end_round(now, "round-end")
    won = Match.objects.get(pk=match.pk).winner
    could = {
        player: any(board.wins() for board in boards[turn::2])
        for turn, player in enumerate((ada, ben))
    }
    for player, seat in ((ada, "owner"), (ben, "other")):
        page = plain(page_of(of(player), at))
        assert ("You win." in page) is (won == seat)
        assert ("Your partner wins." in page) is (won != seat)
        if won == seat:
            continue
        better = re.search(
            r"You could have won at move (\d+) by (.*?\.(?: (?:That|One) .*?\.)?)", page
        )
        assert bool(better) is could[player], page
        if better:
            after = boards[int(better[1]) - 1].after(first_move(better[2]), None)
            assert not after.wins(), better[0]
            check_left(better[0], after)
