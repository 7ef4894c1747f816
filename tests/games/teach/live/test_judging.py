"""The verdict on an answer in a room is given once, and stays as it was given on every screen."""

from dataclasses import replace
from random import Random

import pytest

from games.learn.lessons.lesson_files import LessonFiles
from games.questions import attempts, question
from games.questions.goals import GOALS, PUZZLE_GOALS, move
from games.questions.shown_question import ShownQuestion
from games.questions.verdicts import read_verdict
from games.teach.live.rooms.closing import keep
from games.teach.live.rooms.models import Answer, Room, RoomQuestion
from games.teach.live.screens.evening_views import Evening
from games.teach.work.models import ItemAttempt

from ...learn.lessons.test_learnt import finish
from ...test_goals import EXAMPLES
from ..work.assignments import classroom, member, person
from .phones import Leader, Phone, words
from .rooms import KAYLES, NIM, room

pytestmark = pytest.mark.django_db

ANSWERED = [goal.value for goal in PUZZLE_GOALS if not GOALS[goal].is_game]
RIGHT, WRONG = "1>2+2", "1>1+3"
OTHER_WORDS = "Nobody was told this."


@pytest.fixture
def graded(monkeypatch):
    """Every answer that is judged from now on."""
    answers, grade = [], attempts.grade

    def counted(exercise, answer, *more):
        answers.append(answer)
        return grade(exercise, answer, *more)

    monkeypatch.setattr(attempts, "grade", counted)
    return answers


def say_otherwise(monkeypatch, goal):
    """From now on the site finds other words for this question, and takes wrong for right."""
    asking = type(GOALS[goal])
    grade = asking.grade

    def other(self, task, answer):
        verdict = grade(self, task, answer)
        return replace(verdict, words=OTHER_WORDS, correct=not verdict.correct)

    monkeypatch.setattr(asking, "grade", other)


def judged(made, *given):
    """A room in which each of these was answered on a phone; its leader has shown who is right."""
    leader = Leader(made)
    leader.press("next")
    phones = [Phone(made, f"Guest {number}") for number in range(len(given))]
    for phone, fields in zip(phones, given, strict=True):
        assert phone.answer(**fields).status_code == 302
    leader.press("show")
    assert leader.press("judge").status_code == 302
    return leader, phones


def screens(leader, phones):
    """What every phone, the wall and the desk say."""
    pages = [*(phone.page() for phone in phones), leader.screen(), leader.screen("desk")]
    return [words(page) for page in pages]


@pytest.mark.parametrize("goal", ANSWERED)
def test_a_verdict_stays_as_it_was_given_when_its_words_change_later(goal, monkeypatch):
    extra = {key: EXAMPLES[goal][key] for key in GOALS[goal].extras if key in EXAMPLES[goal]}
    asked = {key: value for key, value in EXAMPLES[goal].items() if key not in extra}
    made = room({**asked, "goal": goal, "extra": extra})
    task = ShownQuestion(made.questions.get())
    texts = task.asking.right(task), task.asking.wrong(task, Random(1))
    leader, phones = judged(made, *(task.asking.fields(task, text) for text in texts))
    [right, wrong] = [read_verdict(one.judged) for one in Answer.objects.order_by("pk")]
    assert (right.correct, wrong.correct) == (True, False)
    before = screens(leader, phones)
    assert right.words in before[0]
    assert wrong.words in before[1]
    say_otherwise(monkeypatch, goal)
    assert screens(leader, phones) == before
    assert not any(OTHER_WORDS in page for page in before)


def refuse(question):
    raise AssertionError(f"{question} is solved once more")


def test_equal_answers_are_judged_once_and_no_page_judges_again(graded, monkeypatch):
    leader, phones = judged(room(KAYLES), {"move": RIGHT}, {"move": WRONG}, {"move": WRONG})
    assert sorted(graded) == sorted([RIGHT, WRONG])
    graded.clear()
    before = screens(leader, phones)
    assert screens(leader, phones) == before
    assert graded == []
    monkeypatch.setattr(question, "profile", refuse)
    monkeypatch.setattr(move, "best_answer", refuse)
    assert [words(phone.page()) for phone in phones] == before[:3]
    assert "The other player answers by" in before[1]


def test_each_phone_hears_reasons_that_its_reader_has_learnt(graded):
    """Also where two have given the same answer, and a third has learnt as little as the first."""
    LessonFiles.load()
    made = room(NIM)
    leader = Leader(made)
    leader.press("next")
    phones = [Phone(made, name) for name in ("Ada", "Ben", "Cleo")]
    learner = made.participants.get(name="Ben").visitor
    finish("nim-sum", learner)
    for phone in phones:
        phone.answer(choice="P")
    leader.press("show")
    leader.press("judge")
    assert graded == ["P", "P"]
    ada, ben, cleo = (words(phone.page()) for phone in phones)
    assert "nim-sum" in ben
    assert "nim-sum" not in ada + cleo
    told = dict(Answer.objects.values_list("participant__name", "judged"))
    assert told["Cleo"] == told["Ada"]
    assert graded == ["P", "P"]


def test_what_is_sent_is_not_judged_before_the_room_shows_who_is_right(graded):
    made = room(KAYLES)
    leader = Leader(made)
    leader.press("next")
    phone = Phone(made)
    phone.answer(move=WRONG)
    phone.answer(move=RIGHT)
    leader.press("show")
    phone.page()
    assert graded == []
    assert Answer.objects.get().solved is None


def test_another_answer_gets_a_verdict_of_its_own_and_the_others_keep_theirs(graded):
    leader, (ada, ben) = judged(room(KAYLES), {"move": WRONG}, {"move": WRONG})
    bens = words(ben.page())
    leader.press("back")
    leader.press("back")
    ada.answer(move=RIGHT)
    changed = Answer.objects.get(text=RIGHT)
    assert (changed.solved, changed.judged) == (None, "")
    graded.clear()
    leader.press("show")
    leader.press("judge")
    assert graded == [RIGHT]
    assert "That wins" in words(ada.page())
    assert words(ben.page()) == bens
    assert graded == [RIGHT]


def test_an_answer_from_before_verdicts_were_kept_is_judged_when_it_is_first_shown(graded):
    leader, phones = judged(room(KAYLES), {"move": RIGHT}, {"move": WRONG})
    before = screens(leader, phones)
    Answer.objects.update(solved=None, judged="")
    graded.clear()
    ada, ben = phones
    assert words(ada.page()) == before[0]
    assert graded == [RIGHT]
    assert screens(leader, phones) == before
    assert graded == [RIGHT, WRONG]
    Answer.objects.update(solved=None, judged="")
    graded.clear()
    assert words(leader.screen()) == before[2]
    assert sorted(graded) == sorted([RIGHT, WRONG])
    screens(leader, [ada, ben])
    assert len(graded) == 2


def test_an_answer_that_can_no_longer_be_read_leaves_the_others_their_verdicts():
    made = room(KAYLES)
    leader = Leader(made)
    leader.press("next")
    for name, text in (("Ada", RIGHT), ("Ben", WRONG)):
        Phone(made, name).answer(move=text)
    Answer.objects.filter(text=WRONG).update(text="a move of old")
    leader.press("show")
    assert leader.press("judge").status_code == 302
    assert dict(Answer.objects.values_list("text", "solved")) == {
        RIGHT: True,
        "a move of old": None,
    }
    assert "a move of old" in words(leader.screen())


def test_a_vote_in_the_game_of_the_room_is_never_judged(graded):
    made = room(KAYLES)
    leader = Leader(made)
    for step in ("next", "show", "judge", "play"):
        assert leader.press(step).status_code == 302
    Phone(made).answer(2, move=WRONG)
    RoomQuestion.objects.filter(number=2).update(state=RoomQuestion.State.SHOWN)
    leader.press("judge")
    assert Answer.objects.get().solved is None
    assert graded == []


def test_what_the_class_keeps_and_the_evening_after_say_what_the_phones_said(monkeypatch, graded):
    teacher, ada = person("mr-kay"), person("ada")
    taught = classroom(teacher, "8b")
    member(taught, ada)
    made = room(NIM, owner=teacher.user, classroom=taught)
    leader = Leader(made, teacher)
    leader.press("next")
    phone = Phone(made, "Ada", ada)
    phone.answer(choice="P")
    for step in ("show", "judge"):
        leader.press(step)
    told = read_verdict(Answer.objects.get().judged)
    assert told.words in words(phone.page())
    leader.press("close")
    graded.clear()
    say_otherwise(monkeypatch, "predict")
    made = Room.objects.get(pk=made.pk)
    [asked] = Evening(made).asked
    assert (asked.right, asked.wrong) == (0, 1)
    practice = keep(made, teacher.user)
    [tried] = ItemAttempt.objects.all()
    assert (tried.solved, read_verdict(tried.judged)) == (False, told)
    page = words(ada.get(f"{practice.get_absolute_url()}1/?answer={tried.token}"))
    assert told.words in page
    assert OTHER_WORDS not in page
    assert graded == []
