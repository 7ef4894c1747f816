"""Every question, answer and hint is true of the board that is drawn beside it.

The board is read as it is drawn, and each claim of the words is decided by the tests' own search:
who wins, that a named row exists, that a named move is allowed and leaves what it is said to leave,
and that the moves called winning are those that win.
"""

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement, islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.boards.board_view import view
from games.boards.lenses import EVERY
from games.content.reading import FOLDER
from games.learn.puzzles.puzzle_files import read_puzzles
from games.learn.puzzles.trainer.training import START, TRAINED, Aim, candidates
from games.play.models import Seat
from games.questions.grading import film_for, grade
from games.questions.guessing import follow_up, following, lead_to
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.questions.siblings import sibling, siblings
from games.teach.work.writing.typed_lines import read_lines
from solver import Budget, SolverError

from .claims import (
    OTHER,
    Told,
    apart,
    check_earlier,
    check_left,
    check_line,
    check_refutation,
    check_who_wins,
    check_winning,
    first_move,
    moves_in,
    options_of,
)
from .learn.lessons.lessons import read_course
from .play.test_game_ends import GAMES

LINE = re.compile(r"^ +- (?!lesson |set )(.* (?:win|who|move|all))$", re.MULTILINE)
"""A question in the file of a unit plan."""
ABOUT_WINNING = ("predict", "move", "play", "all-moves")
SMALL = 24
"""The largest number of pieces that the plain search of the tests decides quickly."""
TIERS = 4
OPPOSITE = {"misere": "normal", "normal": "misere"}
KINDS = {"nim": "matches", "subtraction": "lights", "kayles": "pins", "partizan-kayles": "strips"}
"""What the board of a game is made of; of counters if it is not named here."""


def is_searched(asked):
    sizes = [int(size) for size in re.findall(r"\d+", asked.position)]
    return options_of(asked.ruleset) is not None and 0 < sum(sizes) <= SMALL and len(sizes) < 6


def of_lessons():
    """What the steps of the course ask about winning."""
    steps = [step for lesson in read_course().lessons.values() for step in lesson["steps"]]
    for step in steps:
        if step["kind"] in ABOUT_WINNING and step.get("position"):
            who = step.get("to_move", "")
            yield Question(step["ruleset"], step["position"], step["convention"], who, step["kind"])


def of_puzzles():
    for path in sorted((FOLDER / "puzzles").glob("*.yaml")):
        for entry in read_puzzles(path.stem)[::3]:
            names = ("ruleset", "position", "convention", "to_move", "goal")
            yield Question(**{name: entry.get(name, "") for name in names})


def sampled(asked, every):
    """Each *every*-th question that the search can decide, once."""
    kept = {
        (one.ruleset, one.position, one.convention, one.to_move, one.goal): one for one in asked
    }
    return [one for one in kept.values() if is_searched(one)][::every]


def board_of(task):
    """The board that is drawn beside a question."""
    return Told.drawn(task.drawn(), task.exercise.ruleset, task.exercise.convention)


def check_question(asked):
    """All that a question, its answers and its hints say is true of its board."""
    task = ShownQuestion(asked)
    board, player = board_of(task), asked.to_move or None
    assert board.sizes == task.question.position
    check_who_wins(f"{task.asks} {task.mover}", board, player)
    if asked.goal == "predict":
        check_outcome(task, board)
    else:
        check_moves(task, board, player)
    check_hints(task, board, player)


def check_hints(task, board, player):
    """The moves of a hint are moves of this board, and those of the last hint win."""
    players = [player] if player or not task.ruleset.partizan else ["left", "right"]
    hints = [str(hint) for hint in task.asking.hints(task, TIERS)]
    for number, hint in enumerate(hints, 1):
        check_who_wins(hint, board, player)
        for move in moves_in(hint):
            after = [one for who in players if (one := legal(board, move, who))]
            assert after, f"{hint}: {move[0]} is no move of {board.rows}"
            if number == TIERS and task.goal in ("move", "all-moves"):
                tries = hint.startswith("Your best try: ")
                assert after[0].wins(OTHER[player]) is tries is not board.wins(player), hint


def rows_of(sizes):
    """The rows of an untouched board."""
    return {number: [True] * size for number, size in enumerate(sizes, 1)}


def legal(board, move, player):
    """The board after a move; None if the player may not make it there."""
    try:
        return board.after(move, player)
    except AssertionError:
        return None


def check_outcome(task, board):
    players = ("left", "right") if task.ruleset.partizan else (None,)
    wins = tuple(map(board.wins, players))
    true = {(True,): "N", (False,): "P", (True, True): "N", (False, False): "P"}
    true |= {(True, False): "L", (False, True): "R"}
    assert task.asking.right(task) == true[wins]
    if len(players) == 1:
        wrong = grade(task.exercise, "P" if wins[0] else "N")
        assert not wrong.correct
        assert (", and you win. " in wrong.refutation) is wins[0]
        check_line(wrong.refutation, board, None, None)
    else:
        for said in "NPLR":
            if said != true[wins]:
                check_line(grade(task.exercise, said).refutation, board, None, None)


def check_moves(task, board, player):
    """The moves called winning are those that the search finds, and a wrong one is refuted."""
    right = grade(task.exercise, task.asking.right(task)) if task.goal != "play" else None
    wins = board.search.winning_moves(board.sizes, player)
    if right:
        assert right.correct
        check_winning(right.winning, board, player)
        assert bool(wins) is (right.truth != "No move wins.")
    if task.goal == "move":
        wrong = task.asking.wrong(task, Random(1))
        verdict = grade(task.exercise, wrong)
        if not verdict.correct:
            check_refutation(verdict.refutation, board, first_move(verdict.answered), player)


def test_a_follow_up_is_true_of_the_board_drawn_beside_it():
    """After "You lose, whatever you do" a test draws another board than before, and names both."""
    made = set()
    for seed, one in enumerate(sampled(of_lessons(), 3)):
        asked = replace(one, goal="predict", to_move="", extra={})
        try:
            then = follow_up(asked, Random(seed))
        except SolverError:
            continue
        if then is None:
            continue
        task = ShownQuestion(following(asked, then))
        said, board = lead_to(task), board_of(task)
        assert tuple(sorted(board.sizes)) == tuple(sorted(task.question.position))
        check_who_wins(said, board, then.to_move or None)
        if check_earlier(said, board):
            made.add(board.kind)
            gone = sum(cell.shape == "burnt" for row in task.drawn().rows for cell in row.cells)
            assert ("(outlined)" in said) is (gone > 0)
        check_moves(task, board, then.to_move or None)
    assert made >= {"matches", "lights", "pins"}


@pytest.mark.parametrize("kind", ["strips", "counters", "files"])
def test_a_reply_on_other_boards_is_true_of_the_board_drawn_beside_it(kind):
    """Of strips, octal games and pawns the course asks few replies; here is one of each."""
    asked, sides = {
        "strips": ("partizan-kayles", ("left", "right")),
        "counters": ("octal:0.35", ("",)),
        "files": ("octal:0.137", ("",)),
    }[kind]
    seen = 0
    for sizes in combinations_with_replacement(range(1, 6), 3):
        position = "+".join(map(str, sizes))
        first = Question(asked, position, "misere", "", "predict")
        then = follow_up(first, Random(seen))
        if then is None or then.position == position:
            continue
        task = ShownQuestion(following(first, then))
        assert then.to_move in sides
        board = board_of(task)
        assert board.kind == kind
        assert check_earlier(lead_to(task), board)
        check_moves(task, board, then.to_move or None)
        seen += 1
    assert seen >= 3


@pytest.mark.parametrize("part", range(3))
def test_a_question_of_a_lesson_is_true_of_its_board(part):
    for one in sampled(of_lessons(), 1)[part::3]:
        check_question(one)


def test_a_puzzle_is_true_of_its_board():
    for one in sampled(of_puzzles(), 2):
        if one.goal in ABOUT_WINNING:
            check_question(one)


def test_a_position_of_the_trainer_is_true_of_its_board():
    for skill, training in TRAINED.items():
        aimed = Aim(skill, START, training.frames)
        for puzzle in islice(candidates(aimed, Random(skill)), 3):
            if is_searched(puzzle) and puzzle.goal in ABOUT_WINNING:
                check_question(Question.of(puzzle))


def test_a_question_of_a_plan_is_true_of_its_board():
    checked = 0
    for path in sorted((FOLDER / "plans").glob("*.yaml")):
        lines = LINE.findall(path.read_text())
        for line in read_lines("\n".join(lines[::4])):
            asked = line.exercise and Question.of(line.exercise)
            if asked and is_searched(asked) and asked.goal in ABOUT_WINNING:
                check_question(asked)
                checked += 1
    assert checked > 20


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_what_a_review_says_of_a_move_is_true_of_the_board_before_it(end):
    """Who could win before each move, the better move, and who should start next time."""
    reader = end.match.seat
    could_win = []
    for ply in end.review.plies:
        board = Told.drawn(view(ply.board), end.match.ruleset, end.match.convention)
        player = ply.question.to_move.value if ply.question.to_move else None
        wins = board.wins(player)
        could_win.append(wins == (ply.seat == reader))
        assert (" not " in f" {ply.chances} ") is not wins
        if move := first_move(ply.sentence):
            after = board.after(move, player)
            assert after.wins(OTHER[player]) is not ply.keeps_win
        if ply.better:
            assert not board.after(first_move(ply.better.label), player).wins(OTHER[player])
    assert not (end.next_starter and any(could_win))
    if end.tone == "lost" and could_win and not any(could_win):
        starts = "you" if end.table.match.seat_at(0) != reader else end.table.name(end.match.winner)
        assert end.next_starter == starts


def drawn_in(frame, end):
    """The board that a frame of a film draws."""
    rows = {int(row.name.split()[-1]): row.sizes.split("+") for row in frame.scene.rows}
    groups = {number: apart(map(int, sizes)) for number, sizes in rows.items()}
    return Told(end.match.ruleset, end.match.convention, groups, kind="counters")


@settings(max_examples=40, deadline=None)
@given(GAMES, st.sampled_from([EVERY, frozenset()]))
def test_a_film_of_a_review_calls_rows_what_its_board_and_the_table_call_them(end, learnt):
    """Each move that a frame names can be made on the board that the frame draws, and the answer to
    it as well; rows have the numbers that they had in the game."""
    for ply in end.review.plies:
        film = film_for(ply.question, ply.analysis, learnt, "1", str, board=ply.board)
        table = Told.drawn(view(ply.board), end.match.ruleset, end.match.convention)
        assert {row: [*map(len, table.segments(row))] for row in table.rows} == {
            row: [*map(len, drawn_in(film, end).segments(row))] for row in table.rows
        }
        player = ply.question.to_move.value if ply.question.to_move else None
        for number, step in enumerate(film.frames[:12], 1):
            board = drawn_in(replace(film, number=number), end)
            moves = moves_in(step.text)
            if "reply" not in step.data:
                for move in moves:
                    assert not board.after(move, player).wins(OTHER[player]), step.text
                continue
            made, *answers = moves
            left = re.findall(r"\d+", made["left"] or made.groupdict().get("into") or "")
            sizes = [*map(len, board.segments(int(made["row"])))]
            assert not Counter(map(int, left)) - Counter(sizes), step.text
            answering = player if film.analysis.preferred else OTHER[player]
            for answer in answers:
                assert not board.after(answer, answering).wins(OTHER[answering]), step.text


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_the_end_of_a_game_is_true_of_its_boards(end):
    """Its sentences name a move of one of the boards, and what that move left there; the frames of
    its line are played on from the board that each shows, and end as the rules say."""
    players = {seat: end.table.player(seat) for seat in Seat.values}
    sides = {seat: player and player.value for seat, player in players.items()}
    for sentence in end.sentences:
        at = re.search(r" at move (\d+) by ", sentence)
        ply = end.review.plies[int(at[1]) - 1] if at else end.good
        move = first_move(sentence)
        if ply is None or move is None or "moved first" in sentence:
            continue
        board = Told.drawn(view(ply.board), end.match.ruleset, end.match.convention)
        after = board.after(move, sides[ply.seat])
        assert not after.wins(OTHER[sides[ply.seat]]), sentence
        check_left(sentence, after)
    if end.line is None:
        return
    board = None
    for number, (step, frame) in enumerate(zip(end.line.moves, end.line.frames, strict=True), 1):
        drawn = Told.drawn(view(step.board), end.match.ruleset, end.match.convention)
        assert board is None or board.sizes == drawn.sizes
        move = first_move(frame.sentence)
        assert frame.sentence.startswith(end.table.name(step.seat))
        if move is None:
            assert number == len(end.line.moves), frame.sentence
            assert "the last" in frame.sentence
            continue
        board = drawn.after(move, sides[step.seat])
        assert board.wins(OTHER[sides[step.seat]]) is (step.seat != end.line.wins)
    name = end.table.name(end.line.wins)
    if end.is_better_line:
        assert frame.sentence.endswith(f"{name} would have won.")
        assert end.line.wins != end.match.winner
    else:
        assert frame.sentence.endswith("You win." if name == "You" else f"{name} wins.")


def test_another_position_of_the_same_kind_asks_the_same_and_is_true_of_its_board():
    """In a lesson the nearest one, in an assignment one for each student: the same game, ending and
    winner as the original, with as many winning moves, and all that is said of it is true."""
    checked = 0
    for number, one in enumerate(sampled(of_lessons(), 5)):
        if one.goal == "play":
            continue
        task = ShownQuestion(one)
        like = sibling(task)
        given = [like] if like else []
        if number % 8 == 0:  # each of these searches takes a second
            others = siblings(one, Budget(20_000))[:200:66]
            given += [replace(one, position=other) for other in others]
        own = board_of(task)
        alone = one.to_move or None
        players = ("left", "right") if task.ruleset.partizan and not alone else (alone,)
        for other in filter(is_searched, given):
            board = board_of(ShownQuestion(other))
            assert sorted(board.sizes) != sorted(own.sizes)
            assert (other.ruleset, other.convention, other.goal) == (
                one.ruleset,
                one.convention,
                one.goal,
            )
            assert [*map(board.wins, players)] == [*map(own.wins, players)], (one, other)
            check_question(other)
            checked += 1
    assert checked > 20


def listed(page, name):
    """The items of the list under a heading of a page, as a reader sees them."""
    found = re.search(rf"<h2>{name}</h2>.*?</ul>", page, re.DOTALL)
    items = re.findall(r"<li>(.*?)</li>", found[0], re.DOTALL) if found else []
    return [" ".join(re.sub(r"<[^>]+>", " ", item).split()) for item in items]


EXPLORED = (
    ("nim", "1+2+4", ""),
    ("nim", "3+5+6", ""),
    ("subtraction:3", "5+2", ""),
    ("kayles", "4+2", ""),
    ("kayles", "3+3", ""),
    ("octal:0.31", "4+1+2", ""),
    ("partizan-kayles", "4+2", "left"),
    ("partizan-kayles", "4+2", "right"),
)


@pytest.mark.django_db
@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize(("key", "position", "turn"), EXPLORED)
def test_a_page_of_the_explorer_is_true_of_the_board_it_draws(
    client, key, position, turn, convention
):
    """The verdict, the moves called winning, and the table of every move with both endings."""
    asked = {"convention": convention} | ({"turn": turn} if turn else {})
    page = client.get(f"/explore/{key}/{position}/", asked).content.decode()
    drawn = [int(size) for size in re.findall(r'aria-label="(?:Row|Strip|Heap) \d+: (\d+)"', page)]
    board = Told(key, convention, rows_of(drawn), kind=KINDS.get(key.partition(":")[0], "counters"))
    player = turn or None
    assert "+".join(map(str, drawn)) == position
    said = re.search(r'class="outcome[^>]*>(.*?)</p>', page, re.DOTALL)[1]
    assert ("✓" in said) is board.wins(player)
    name, does = re.search(r"(The player to move|Left|Right) (wins|loses)", said).groups()
    who = name.lower() if name in ("Left", "Right") else player
    assert who == player
    assert board.wins(who) is (does == "wins"), said
    check_winning(listed(page, "Winning moves?"), board, player)
    table = re.search(r"Mirror images are listed once.*?</table>", page, re.DOTALL)[0]
    seen = 0
    for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)[1:]:
        cells = [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row.split("</td>")]
        after = board.after(first_move(cells[0]), player)
        assert ("wins" in cells[1]) is not after.wins(OTHER[player]), cells
        other = Told(key, OPPOSITE[convention], after.rows, kind=after.kind)
        assert ("wins" in cells[2]) is not other.wins(OTHER[player]), cells
        seen += 1
    assert seen
