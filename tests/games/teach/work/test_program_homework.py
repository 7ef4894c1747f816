"""Homework that a program answers: its moves on boards of one's own, judged by outcome."""

import html
import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.boards.boards import Board
from games.boards.games import get_preset
from games.questions.first_versions import PYTHON
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.teach.work.models import Assignment, ItemAttempt, Standing
from games.teach.work.writing.forms import GAMES_TO_WRITE_FOR
from games.teach.work.writing.storing_work import publish, store_items
from games.teach.work.writing.typed_lines import read_lines
from solver import answer as solve
from solver import ask, get_ruleset

from .assignments import address, assignment, member, person

pytestmark = pytest.mark.django_db

LINE = "subtraction:3 5+6+7 normal program"


def page_of(client, found, place=1):
    return html.unescape(client.get(address(found, place)).content.decode())


def form_of(client, found, slips=0, place=1):
    """What a page sends for a program that gives the win away on the first *slips* boards."""
    page = page_of(client, found, place)
    boards = re.search(r'data-boards="([^"]+)"', page)[1].split()
    moves = []
    for board in boards:
        rows, _, legal = board.partition(":")
        solved = solve(ask("subtraction:3", rows, "normal"))
        lost = len(moves) < slips
        at = Board.of(get_ruleset("subtraction:3"), tuple(map(int, rows.split("+"))))
        placed = {text: at.place(text) for text in legal.split(",")}
        fit = [text for text in placed if solved.keeps_win(placed[text].move) is not lost]
        moves.append(fit[0])
    return {
        "token": re.search(r'name="token" value="([^"]+)"', page)[1],
        "language": "python",
        "code": PYTHON,
        "seed": re.search(r'name="seed" value="([^"]+)"', page)[1],
        "moves": " ".join(moves),
    }


def send(client, found, form, status=200, place=1):
    response = client.post(address(found, place, "answer"), form, follow=True)
    assert response.status_code == status
    return html.unescape(response.content.decode())


def boards_on(page):
    return re.search(r'data-boards="([^"]+)"', page)[1].split()


def test_each_student_gets_boards_of_their_own_and_always_the_same(room):
    ann, ben = person("ann"), person("ben")
    for client in (ann, ben):
        member(room, client)
    found = assignment(room, LINE)
    page = page_of(ann, found)
    assert "Write a player that never gives a win away at Take 1 to 3." in page
    assert 40 <= len(boards_on(page)) <= 60
    assert boards_on(page) == boards_on(page_of(ann, found))
    assert boards_on(page) != boards_on(page_of(ben, found))
    assert "so this question needs JavaScript" in page


@pytest.mark.database
def test_twenty_five_students_end_to_end(room, teacher):
    students = [person(f"student-{number}") for number in range(25)]
    members = [member(room, client) for client in students]
    found = assignment(room, LINE, due_at=timezone.now() + timedelta(days=1))
    for number, client in enumerate(students):
        slips = 0 if number % 5 else 3
        page = send(client, found, form_of(client, found, slips))
        if slips:
            boards = len(boards_on(page_of(client, found)))
            kept = f"{boards - slips} of {boards} boards"
            assert f"Your program kept the win on {kept}." in page
            assert "It gives wins away." in page
            assert "To win from" not in page  # another try follows
        else:
            assert "It never gives a win away." in page
            assert "who wrote them, nobody knows" in page
    assert Standing.objects.filter(is_right=True, worth=1).count() == 20
    assert Standing.objects.filter(is_right=False, worth=0).count() == 5
    results = teacher.get(address(found, what="results")).content.decode()
    assert "student-24" in results.lower()
    item, first = found.items.get(), members[0]
    where = f"{address(found)}results/{first.pk}/{item.pk}/"
    replay = html.unescape(teacher.get(where).content.decode())
    assert "return max(moves" in replay
    assert re.search(r"From [0-9+ ]+ it chose to take", replay)
    assert "Take 1 to 3. The last one wins. Write a player" in replay
    assert re.search(r"To win from [0-9+ ]+, take", replay)
    assert 'class="board' in replay
    file = teacher.get(f"{address(found)}results/points.csv").getvalue().decode()
    assert file.count("\n") >= 26
    send(students[0], found, form_of(students[0], found))
    assert Standing.objects.filter(is_right=True).count() == 21
    assert ItemAttempt.objects.count() == 26
    call_command("check_results")


def test_a_forged_post_is_refused_in_a_sentence_and_loses_nothing(room, ann, ben):
    found = assignment(room, LINE)
    good = form_of(ann, found)
    moves = good["moves"].split()
    forged = {
        "others": (form_of(ben, found), "boards that are not yours"),
        "few": (good | {"moves": " ".join(moves[1:])}, f"made {len(moves) - 1} moves on "),
        "none": (good | {"moves": ""}, "this answer needs JavaScript"),
        "illegal": (good | {"moves": " ".join(["1>99", *moves[1:]])}, "No move takes a row of"),
        "unread": (good | {"moves": " ".join(["<b>", *moves[1:]])}, "is not a move"),
        "long": (good | {"code": "# mine\n" + "x" * 20_000}, "at most 20,000 characters"),
        "empty": (good | {"code": "  "}, "Write a program first."),
        "language": (good | {"language": "perl"}, "choose Python or JavaScript"),
    }
    for form, says in forged.values():
        page = send(ann, found, form | {"token": good["token"]}, status=422)
        assert says in page
        if form["code"].strip():
            assert form["code"].strip().splitlines()[0] in page
    assert not ItemAttempt.objects.exclude(solved=None).exists()
    assert "It never gives a win away." in send(ann, found, good)


def test_in_a_test_nothing_is_told_before_it_closes_and_the_draft_keeps_the_code(room, ann):
    due = timezone.now() + timedelta(hours=1)
    found = assignment(room, LINE, mode="check", closes_at=due)
    form = form_of(ann, found, slips=2)
    draft = {**form, "moves": "", "code": "# " + "long " * 2000}
    kept = ann.post(address(found, 1, "draft"), draft)
    assert "Until then it doesn’t count." in kept.content.decode()
    assert "# long long" in page_of(ann, found)
    page = send(ann, found, form)
    assert "kept the win" not in page
    assert "A program in Python, " in page
    assert ItemAttempt.objects.get().solved is False


def test_a_copy_asks_the_same_and_another_assignment_draws_other_boards(room, teacher, ann):
    first = assignment(room, LINE)
    made = Assignment.objects.create(classroom=room, title="Again")
    store_items(made, first.outline.items)
    publish(made)
    assert made.items.get().asked == first.items.get().asked
    assert boards_on(page_of(ann, made)) != boards_on(page_of(ann, first))


def test_the_palette_adds_it_and_the_preview_judges_a_program(room, teacher, ann):
    draft = assignment(room, publish=False)
    draft.items.all().delete()
    added = teacher.post(address(draft, what="add"), {"player": "three-rows"}, follow=True)
    assert added.status_code == 200
    item = draft.items.get()
    assert (item.ruleset, item.position, item.goal) == ("subtraction:3", "5+6+7", "program")
    edited = html.unescape(teacher.get(address(draft, what="edit")).content.decode())
    assert "never gives a win away" in edited
    assert "A player to write" in edited
    preview = html.unescape(teacher.get(address(draft, 1, "preview")).content.decode())
    assert "data-boards" in preview


def test_every_game_of_the_palette_has_enough_boards():
    for key in GAMES_TO_WRITE_FOR:
        ruleset, position, convention = get_preset(key).question
        task = ShownQuestion(Question(ruleset, position, convention, "", "program"))
        assert task.asking.contradiction(task) is None
        assert len(task.asking.boards(task)) >= 12


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("subtraction:3 13 misere program", "9 boards where a win can be given away"),
        ("strips 7 misere left program", "both players must have the same moves"),
        ("kayles:5 + nim:3 misere program", "With games side by side"),
    ],
)
def test_a_game_that_no_program_can_be_judged_by_says_why(line, says):
    [read] = read_lines(line)
    assert says in read.problem
