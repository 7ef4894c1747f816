"""Every wrong answer that can be given in the course: it gets a reply that speaks of it, other
mistakes get other replies, and what a reply claims is found again by a search of its own."""

import ast
import re
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from games.content.reading import FOLDER, read_file
from games.learn.lessons.models import TELL, Step
from games.learn.lessons.schema import read_lesson
from games.questions.goals import goal_of
from games.questions.goals.all_moves import NONE
from games.questions.shown_question import ShownQuestion
from solver import companies, format_position

from ....solver.oracle import Oracle, grundy, heaps, kayles, nim, octal, partizan_kayles, takes

FILES = sorted((FOLDER / "lessons").glob("*.yaml"))
OTHER = {"left": "right", "right": "left", None: None}
STARTS_AND_WINS = {"N": (True, True), "P": (False, False), "L": (True, False), "R": (False, True)}
LOST_ALONE = {"normal": ("null", "trap"), "misère": ("inverter", "trap", "higher inverter")}
"""The kinds that the player to move loses alone, in normal and in misère play."""
ALONE = "Even alone they differ"
ROWS = r"\d+(?:(?:, | and )\d+)*"
MOST = 60
"""How many wrong answers of one step are looked at, evenly among all."""


def steps_of(path):
    content, findings = read_lesson(read_file(path)[0], path.name)
    assert findings == []
    return [Step.of(step) for step in content["steps"] if step["kind"] != TELL]


@cache
def game_of(ruleset, convention):
    name, _, rule = ruleset.partition(":")
    options = {
        "nim": lambda: nim,
        "kayles": lambda: kayles,
        "grundy": lambda: grundy,
        "partizan-kayles": lambda: partizan_kayles,
        "octal": lambda: octal(rule),
        "subtraction": lambda: takes(
            sorted(ast.literal_eval(rule)) if "{" in rule else range(1, int(rule) + 1)
        ),
        "heaps": lambda: heaps(
            {size: [tuple(o) for o in options] for size, options in ast.literal_eval(rule).items()}
        ),
    }[name]()
    return Oracle(options, misere=convention != "normal")


def rows_of(text):
    """The rows of ``1+3``, ``1, 3 and 5`` or ``nothing``."""
    return tuple(sorted(int(size) for size in re.findall(r"\d+", text) if size != "0"))


def outcome(game, rows):
    left, right = (game.wins(rows, player) for player in ("left", "right"))
    return next(name for name, both in STARTS_AND_WINS.items() if both == (left, right))


@cache
def value(game, size):
    """The nim-value of a row, and whether who moves wins it alone when the last one loses."""

    def mex(rows):
        total = 0
        for row in rows:
            total ^= value_of(row)
        return total

    known = {}

    def value_of(row):
        if row not in known:
            reached = {mex([part for part in option if part]) for option in game.options(row, None)}
            known[row] = next(n for n in range(99) if n not in reached)
        return known[row]

    return value_of(size), Oracle(game.options, misere=True).wins((size,))


def kind(game, size):
    found, wins = value(game, size)
    names = (("trap", "null"), ("inverter", "gremlin"), ("higher inverter", "higher switch"))
    return names[min(found, 2)][wins]


# --- the wrong answers of each kind of question ---------------------------------------------


def wrong_moves(task):
    wins = set(task.facts.winning)
    return [str(move) for move in task.facts.legal if move not in wins]


def wrong_lists(task):
    wins = [str(move) for move in task.facts.winning]
    others = [option.value for option in task.moves if option.value not in wins]
    lists = [[one for one in wins if one != missed] for missed in wins]
    lists += [[*wins, extra] for extra in others] + [[extra] for extra in others] + [[], others]
    answers = {";".join(sorted(chosen)) or NONE for chosen in lists}
    return sorted(answers - {";".join(sorted(wins)) or NONE})


def wrong_kinds(task):
    true = task.asking.right(task).split(";")
    return [";".join(named) for named in product(task.kinds, repeat=len(true)) if [*named] != true]


def wrong_sums(task):
    squares, dominoes = task.asking.solution(task)
    near = [(squares + i, dominoes + j) for i in range(-2, 3) for j in range(-2, 3) if i or j]
    return [f"{x};{y}" for x, y in near if x >= 0 and y >= 0]


def wrong_builds(task):
    (fewest, most), largest = task.build_bounds
    shown = {rows_of(text) for text in task.extra.get("forbid", [])}
    built = [
        "+".join(map(str, rows))
        for number in range(fewest, min(most, 3) + 1)
        for rows in combinations_with_replacement(range(1, min(largest, 7) + 1), number)
        if rows not in shown
    ]
    return [answer for answer in built if not task.asking.grade(task, answer).correct]


def some_wrong(task):
    found = {task.asking.wrong(task, Random(seed)) for seed in range(4)}
    return [answer for answer in found if not task.asking.grade(task, answer).correct]


def wrong_choices(task):
    return [option.value for option in task.options if option.value != task.asking.right(task)]


def wrong_orders(task):
    """For each sentence that comes too early, and each place, one order."""
    proof = task.asking.proof(task)
    found = {}
    for name, place in product(proof.by_name, range(len(proof.by_name))):
        order = [other for other in proof.by_name if other != name]
        order.insert(place, name)
        gap = proof.first_gap(order)
        if gap is not None:
            found.setdefault((gap, order[gap]), ";".join(order))
    return list(found.values())


WRONG = {
    "order": wrong_orders,
    "move": wrong_moves,
    "all-moves": wrong_lists,
    "predict": wrong_choices,
    "case": wrong_choices,
    "classify": wrong_kinds,
    "reduce": wrong_sums,
    "build": wrong_builds,
}


# --- what a reply claims ---------------------------------------------------------------------


def after(rows, placed):
    """The rows after a move, in the order of the board."""
    at, parts = placed.move.component, tuple(part for part in placed.move.becomes if part)
    assert rows[at] == placed.move.size
    return rows[:at] + parts + rows[at + 1 :]


def check_line(game, rows, placed, starter, *, wins):
    """That the moves shown are moves, and that the last of them leaves a lost board."""
    player = starter
    for move in placed:
        left = after(rows, move)
        assert tuple(sorted(left)) in {
            game.after(tuple(sorted(rows)), option)
            for option in game.moves(tuple(sorted(rows)), player)
        }
        rows, player = left, OTHER[player]
    assert len(placed) <= 2
    if wins == (len(placed) % 2 == 1):
        assert not game.wins(rows, player), "whoever faces it loses"
    else:
        assert game.misere, "whoever has no move left wins"
        assert not game.moves(tuple(sorted(rows)), player)


def check_move(task, game, answer, verdict):
    placed = task.asking.played(task, answer)
    check_line(game, task.question.position, placed, task.exercise.to_move or None, wins=False)
    for reply in placed[1:]:
        assert reply.doing in verdict.refutation


def check_list(task, game, answer, verdict):
    wins = {str(move) for move in task.facts.winning}
    marked = set() if answer == NONE else set(answer.split(";"))
    true = game.winning_moves(task.question.position, task.exercise.to_move or None)
    for number, option in ((move.split(">")[0], move) for move in wins):
        assert (int(number) - 1, rows_of(option.partition(">")[2])) in true
    word = task.ruleset.component_word
    for moves, said in ((wins - marked, "you missed"), (marked - wins, "you marked")):
        rows = sorted({int(move.split(">")[0]) for move in moves})
        named = re.search(rf"{said} {len(moves)} [^0-9]*{word}s? ({ROWS})", verdict.words)
        assert bool(named) is bool(moves)
        assert not named or rows_of(named[1]) == tuple(rows)


def check_prediction(task, game, answer, verdict):
    rows, players = task.question.position, ["left", "right"]
    starts = [game.wins(rows, player) for player in players]
    placed = task.asking.played(task, answer)
    named = re.match(r"If (Left|Right) starts", verdict.refutation)
    starter = named[1].lower() if named else None
    wins = game.wins(rows, starter)
    if starter is None:
        assert starts == [wins, wins]
    said = STARTS_AND_WINS[answer][players.index(starter or "left")]
    assert said != wins, "the line contradicts what was said"
    check_line(game, rows, placed, starter, wins=wins)
    for move in placed:
        said = verdict.refutation.lower()
        assert move.phrase().lower() in said or move.doing.lower() in said


def check_kinds(task, game, answer, verdict):
    simple = {"higher switch": "switch", "gremlin": "switch"} if task.extra.get("simple") else {}
    names = [kind(game, size) for size in task.sizes]
    true = [simple.get(name, name) for name in names]
    wrong = [
        n
        for n, said, is_so in zip(task.sizes, answer.split(";"), true, strict=True)
        if said != is_so
    ]
    right = [size for size in task.sizes if size not in wrong]
    look = re.search(rf"Look again at the \w+ of ({ROWS})\.", verdict.answered)
    assert rows_of(look[1]) == tuple(sorted(wrong))
    fine = re.search(rf"The \w+ of ({ROWS}) (?:is|are) right\.", verdict.answered)
    assert (rows_of(fine[1]) if fine else ()) == tuple(sorted(right))
    seen = re.findall(
        r"of (\d+) isn't one\. (?:In (normal|misère) play, the player to move "
        r"(loses it|has no move and wins|wins it by leaving [^.]+)"
        r"|Its nim-value is (\d+))\.",
        verdict.answered,
    )
    assert [int(size) for size, *_ in seen] == wrong[:1], "one reason at a time"
    called = dict(zip(task.sizes, answer.split(";"), strict=True))
    for size, ending, alone, number in seen:
        if number:
            assert value(game, int(size))[0] == int(number)
            continue
        one = Oracle(game.options, misere=ending == "misère")
        assert one.wins((int(size),)) == ("wins" in alone)
        assert ("wins" in alone) == (called[int(size)] in LOST_ALONE[ending]), (
            "what tells them apart"
        )
        if "leaving" in alone:
            assert not one.wins(rows_of(alone.partition("leaving")[2]))


def check_case(task, game, answer, verdict):
    kinds = [kind(game, size) for size in task.question.position]
    for number, name in re.findall(
        r"There (?:is|are) (one|no|\d+) (higher switch|inverter)", verdict.answered
    ):
        count = {"one": 1, "no": 0}.get(number)
        assert kinds.count(name) == (int(number) if count is None else count)
    for name in re.findall(r"There is a (trap|gremlin) here", verdict.answered):
        assert name in kinds
    if "It isn't a losing position" in verdict.answered:
        assert game.wins(task.question.position)


def check_sum(task, game, answer, verdict):
    squares, dominoes = map(int, answer.split(";"))
    rows = task.question.position
    for covered, whole in re.findall(
        r"they cover (\d+) squares?, but the board has (\d+)\.", verdict.answered
    ):
        assert (int(covered), int(whole)) == (squares + 2 * dominoes, sum(rows))
    said = outcome(game, (1,) * squares + (2,) * dominoes)
    assert bool(verdict.refutation) is (said != outcome(game, rows))
    line = re.search(r"if (Left|Right) starts", verdict.refutation)
    if line:
        starter = line[1].lower()
        wins = bool(re.search(r"starts, \w+ (wins by|has no move,)", verdict.refutation))
        assert game.wins(rows, starter) == wins
        assert STARTS_AND_WINS[said][starter == "right"] != wins


def check_build(task, game, answer, verdict):
    rows, wanted = rows_of(answer), task.extra["goal"]
    true = outcome(game, rows)
    words = {"N": "the player to move wins", "P": "the player to move loses"}
    words |= {"L": "Left wins, whoever starts", "R": "Right wins, whoever starts"}
    assert (f"There {words[true]}" in verdict.answered) is (true != wanted.get("outcome", true))
    assert bool(verdict.refutation) is (true != wanted.get("outcome", true))
    for left in re.findall(rf"leaves ({ROWS}|nothing), and whoever moves", verdict.refutation):
        assert not game.wins(rows_of(left))
    for total in re.findall(r"Its nim-sum is (\d+)\.", verdict.answered):
        found = 0
        for size in rows:
            found ^= value(game, size)[0]
        assert found == int(total)
        assert found != wanted["nim_sum"]
    if "same_as" in wanted:
        check_apart(game, rows, rows_of(wanted["same_as"]), verdict.answered)


def check_apart(game, one, two, said):
    """The company that is named tells two boards apart, and no smaller one does."""
    added = re.search(rf"Add ([\d +]+) to both: |{ALONE}: ", said)[1] or "0"
    company = tuple(int(size) for size in re.findall(r"\d+", added) if size != "0")
    for rows in (one, two):
        board = tuple(sorted(rows + company))
        words = f"from {' + '.join(map(str, board))} the player to move "
        assert words + ("wins" if game.wins(board) else "loses") in said
    assert game.wins(tuple(sorted(one + company))) is not game.wins(tuple(sorted(two + company)))
    for less in companies(sum(company) - 1, 9, 9):
        assert game.wins(one + less) is game.wins(two + less), (one, two, less)


CHECKS = {
    "move": check_move,
    "all-moves": check_list,
    "predict": check_prediction,
    "classify": check_kinds,
    "case": check_case,
    "reduce": check_sum,
    "build": check_build,
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_wrong_answer_is_answered_for_itself_and_truly(path):
    for step in steps_of(path):
        task, game = ShownQuestion(step), game_of(step.ruleset, step.convention)
        asking = goal_of(step.goal)
        if asking.is_game:
            assert asking.grade(task, "lost").words
            continue
        answers = WRONG.get(step.kind, some_wrong)(task)
        answers = answers[:: len(answers) // MOST + 1]
        replies = {}
        for answer in answers:
            verdict = asking.grade(task, answer)
            assert not verdict.correct, (step.title, answer)
            reply = f"{verdict.words} {verdict.answered} {verdict.refutation}"
            assert verdict.answered.strip(), (step.title, answer)
            assert reply not in replies, (step.title, answer, replies[reply])
            replies[reply] = answer
            if step.kind in CHECKS:
                CHECKS[step.kind](task, game, answer, verdict)


def test_boards_that_are_the_same_are_so_in_every_company_of_up_to_eight_pieces():
    asked = [step for path in FILES for step in steps_of(path) if step.goal == "build"]
    same = [step for step in asked if "same_as" in step.extra["goal"]]
    assert len(same) >= 4
    for step in same:
        task, game = ShownQuestion(step), game_of(step.ruleset, step.convention)
        wanted, right = rows_of(step.extra["goal"]["same_as"]), 0
        (fewest, most), largest = task.build_bounds
        for number in range(fewest, most + 1):
            for built in combinations_with_replacement(range(1, largest + 1), number):
                if task.asking.grade(task, format_position(built)).correct:
                    right += 1
                    for beside in companies(8, 8, 8):
                        assert game.wins(built + beside) is game.wins(wanted + beside), step
        assert right


def test_five_is_no_word_in_ones_and_twos():
    """Lesson 19 gives it a letter of its own: each word has a company that tells it from a 5."""
    game = Oracle(kayles, misere=True)
    for word in ((), (1,), (2,), (1, 2), (2, 2), (1, 2, 2)):
        beside = companies(6, 6, 5)
        assert any(game.wins((5, *one)) is not game.wins((*word, *one)) for one in beside), word


def test_wrong_answers_of_every_kind_are_among_them():
    kinds = {step.kind for path in FILES for step in steps_of(path)}
    assert set(CHECKS) <= kinds
