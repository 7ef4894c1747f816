"""A course of two hundred in four sections: from its first assignment to its platform’s grades.

Everything that a student earns is worked out here once more, from what they did and the rules that
they read; the site must come to the same points on its pages, in its files and at the platform.
"""

import csv
import io
import math
import random
import uuid
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.people.models import User
from games.questions.shown_question import ShownQuestion
from games.teach.classes.models import Membership, Staff
from games.teach.lti.courses.sending import send_some
from games.teach.lti.models import SentGrade
from games.teach.work.models import ItemAttempt
from games.teach.work.standings.own_positions import OwnPositions
from games.teach.work.standings.settling import differences, settle
from games.teach.work.writing import storing_work
from games.web.models import Job

from ..work.assignments import address, assignment, classroom, give, member, person
from .launches import linked, take_people, words

pytestmark = [pytest.mark.database, pytest.mark.django_db]

START = datetime(2026, 5, 4, 8, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
STUDENTS, BY_PAGE = 200, 3
"""Of each section so many students use the pages; the others' answers are stored as a page does."""
ROUNDED = 0.0051
"""The site keeps points with two places."""
SURNAMES = ("Adler", "Bauer", "Çelik", "Diaz", "Ek", "Fuchs", "Groß", "Haas", "Ito", "Jansen")


@dataclass(frozen=True)
class Answer:
    """An answer at a time, right or not, after a hint or without one."""

    at: datetime
    is_right: bool
    is_helped: bool = False


@dataclass
class Rules:
    """What an assignment promises its students, and what this student's *due* time is there."""

    title: str
    points: list[int]
    weight: int
    by_try: tuple[tuple[float, ...], ...]
    """For each question the share of its points at the first try, the second, and so on."""
    helped: float = 1.0
    late: int = 0
    least: int = 0
    counts_last: bool = False
    due: dict = field(default_factory=dict)
    excused: set = field(default_factory=set)
    by_hand: dict = field(default_factory=dict)
    dropped: set = field(default_factory=set)

    def of_question(self, student, question, answers):
        """The points for these answers, by the rules alone."""
        if (student, question) in self.by_hand:
            return self.by_hand[student, question]
        if self.counts_last:
            answers, before = answers[-1:], answers[:-1]
        else:
            before = []
        for number, answer in enumerate(answers):
            if answer.is_right:
                tried = [*before, *answers[: number + 1]]
                shares = self.by_try[question]
                share = shares[min(len(tried), len(shares)) - 1]
                helped = self.helped if any(one.is_helped for one in tried) else 1
                return self.points[question] * share * helped * self.kept(student, answer.at)
        return 0.0

    def kept(self, student, at):
        """The share of the points that an answer at that time keeps."""
        if not self.late:
            return 1.0
        days = math.ceil(max(at - self.due[student], timedelta()) / DAY)
        return max(self.least, 100 - self.late * days) / 100

    def of_student(self, student, answers):
        """The points of a student in the whole assignment; None where it is not asked of them."""
        if student in self.excused:
            return None
        if (student, None) in self.by_hand:
            return self.by_hand[student, None]
        asked = [n for n in range(len(self.points)) if n not in self.dropped]
        return sum(self.of_question(student, n, answers[student, n]) for n in asked)

    @property
    def most(self):
        return sum(p for n, p in enumerate(self.points) if n not in self.dropped)


def total(all_rules, points):
    """The weighted mean in percent, without the lowest result."""
    shares = [
        (mine / rules.most, rules.weight)
        for rules, mine in zip(all_rules, points, strict=True)
        if mine is not None
    ]
    counted = sorted(shares)[1:] if len(shares) > 1 else shares
    return 100 * sum(s * w for s, w in counted) / sum(w for _, w in counted)


def on_the_clock(room, at):
    return timezone.localtime(at, room.zone).strftime("%Y-%m-%dT%H:%M")


def about(points, error=ROUNDED):
    """These points, None where there is no grade, as rounding leaves them."""
    if isinstance(points, list):
        return [about(one, error) for one in points]
    return None if points is None else pytest.approx(points, rel=0, abs=error)


def rows_of(response):
    text = b"".join(response.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


class Course:
    """The class of a course with its students, and what each of them did."""

    def __init__(self, ada, platform, clock):
        self.clock, self.platform = clock, platform
        for name in ("mia", "ben"):
            del platform.people[name]
        for n in range(STUDENTS):
            platform.person(f"s{n:03}", f"Given{n:03} {SURNAMES[n % len(SURNAMES)]}")
        link = linked(ada, platform)
        take_people(ada, link.classroom)
        self.room = link.classroom
        people = Membership.objects.filter(classroom=self.room)
        self.students = sorted(people.select_related("user"), key=lambda one: one.real_name)
        self.sections = [
            self.room.sections.create(name=name) for name in ("Mon", "Tue", "Wed", "Thu")
        ]
        for n, one in enumerate(self.students):
            one.section, one.student_id = self.sections[n % 4], f"s{n:03}"
        Membership.objects.bulk_update(self.students, ["section", "student_id"])
        for n in range(2):
            self._employ_tutor(n)
        self.relogin()
        self.by_page = self.students[: 4 * BY_PAGE]
        self.answers = {}

    def login(self, user):
        """A browser in which *user* has just signed in."""
        client = Client()
        client.force_login(user)
        return client

    def relogin(self):
        """Sign the staff in again: a session does not last as long as a course."""
        posts = self.room.staff.order_by("pk").select_related("user")
        self.teacher, *self.tutors = (self.login(post.user) for post in posts)

    def _employ_tutor(self, n):
        """Somebody who looks after the *n*-th half of the sections."""
        user = User.objects.create_user(f"tutor{n}", password="correct horse battery")
        post = Staff.objects.create(classroom=self.room, user=user, role="tutor")
        for section in self.sections[2 * n : 2 * n + 2]:
            section.tutors.add(post)

    def given(self, rules, starts, *lines, is_varied=False, **fields):
        """A published assignment of typed positions that keeps these *rules* from *starts* on."""
        self.clock.move_to(starts)
        self.relogin()
        found = assignment(
            self.room,
            *lines,
            publish=False,
            weight=rules.weight,
            late_cost=rules.late,
            late_least=rules.least,
            **fields,
        )
        found.title = rules.title
        found.save()
        for item, most in zip(found.items.all(), rules.points, strict=True):
            item.points = most
            item.save()
        if is_varied:
            storing_work.ask_each_another(found, found.items.first())
        storing_work.publish(found)
        return found

    def drawn_answers(self, rules, chance, starts, *, only_one=False):
        """Draw what the students do: nothing, right at once, after mistakes, with hints, late."""
        self.answers[rules.title] = done = defaultdict(list)
        for student in self.students:
            if chance.random() < 0.08:
                continue
            for question in range(len(rules.points)):
                at = starts + chance.uniform(1, 90) * HOUR
                is_helped = False
                for _ in range(1 if only_one else chance.choice((1, 1, 2, 3))):
                    is_helped |= rules.helped < 1 and chance.random() < 0.2
                    is_right = chance.random() < 0.6
                    done[student, question].append(Answer(at, is_right, is_helped))
                    if is_right and not (rules.counts_last and chance.random() < 0.3):
                        break
                    at += chance.uniform(0.1, 30) * HOUR

    def do(self, found, rules, chance, starts, *, only_one=False):
        """Let everybody answer in the order of the clock, through pages or as pages store it."""
        self.drawn_answers(rules, chance, starts, only_one=only_one)
        items = list(found.items.all())
        own = OwnPositions([found], {found.pk: items}, [one.pk for one in self.students])
        browsers = {student: self.login(student.user) for student in self.by_page}
        tasks = {}
        stored = []
        events = [
            (answer.at, student, question, answer)
            for (student, question), answers in self.answers[rules.title].items()
            for answer in answers
        ]
        for at, student, question, answer in sorted(events, key=lambda event: event[0]):
            item = own.of(student.pk, items[question])
            key = (question, item.position)
            if key not in tasks:
                task = ShownQuestion(item)
                tasks[key] = (str(task.asking.right(task)), wrong_at(task))
            text = tasks[key][not answer.is_right]
            browser = browsers.get(student)
            if browser is None:
                stored.append(
                    ItemAttempt(
                        item=items[question],
                        membership=student,
                        **item.asked.columns,
                        answer=text,
                        solved=answer.is_right,
                        hint_tier=int(answer.is_helped),
                        created_at=at,
                        answered_at=at,
                        token=uuid.uuid4(),
                    )
                )
                continue
            self.clock.move_to(at)
            token = uuid.uuid4()
            if answer.is_helped:
                browser.post(address(found, question + 1, "hint"), {"token": token, "tier": 1})
            posted = {"choice" if items[question].goal == "predict" else "move": text}
            page = give(browser, found, question + 1, token=token, **posted)
            assert page.status_code == 200
        ItemAttempt.objects.bulk_create(stored)
        settle(found)
        assert not differences(found)


def wrong_at(task):
    if task.exercise.goal == "predict":
        return {"N": "P", "P": "N"}[str(task.asking.right(task))]
    facts = task.facts
    return str(next(move for move in facts.legal if not facts.analysis.keeps_win(move)))


@pytest.fixture
def clock():
    with time_machine.travel(START, tick=False) as moved:
        yield moved


@pytest.fixture
def course(ada, platform, clock):
    return Course(ada, platform, clock)


def practice(course, chance):
    """Own positions, where tries, hints and lateness cost points; two students get more time."""
    rules = Rules("Practice", [4, 6], 1, ((1, 0.5, 0.25), (1, 0)), helped=0.5, late=10, least=75)
    rules.due = dict.fromkeys(course.students, START + 3 * DAY)
    found = course.given(
        rules,
        START,
        "nim 5+7+9 misere",
        "kayles 4 misere",
        is_varied=True,
        other_tries="100, 50, 25",
        choice_tries="100, 50, 0",
        hint_cost="half",
        due_at=START + 3 * DAY,
        closes_at=START + 8 * DAY,
    )
    by_hours, by_clock = course.students[1], course.students[50]
    extend = address(found, what="extend")
    course.teacher.post(extend, {"hours": "20", "students": by_hours.pk})
    until = START + 5 * DAY
    course.teacher.post(
        extend, {"until": on_the_clock(course.room, until), "students": by_clock.pk}
    )
    rules.due |= {by_hours: START + 3 * DAY + 20 * HOUR, by_clock: until}
    course.do(found, rules, chance, START)
    return found, rules


def check(course, chance):
    """A test: the last answers count once it has closed. One of its questions will be dropped."""
    starts = START + 10 * DAY
    ends = starts + 5 * DAY
    rules = Rules("Midterm", [3, 7], 2, ((1,), (1,)), counts_last=True)
    found = course.given(
        rules,
        starts,
        "nim 1+2+4 misere",
        "kayles 5 misere",
        mode="check",
        due_at=ends,
        closes_at=ends,
    )
    course.do(found, rules, chance, starts, only_one=True)
    return found, rules


def sections(course, chance):
    """The last answer counts, and each section has a due time of its own."""
    starts = START + 20 * DAY
    rules = Rules("Sections", [8], 3, ((1,),), late=20, least=50, counts_last=True)
    found = course.given(
        rules,
        starts,
        "nim 2+3+6 misere",
        keeps="latest",
        due_at=starts + DAY,
        closes_at=starts + 9 * DAY,
    )
    dues = {one: starts + (n + 1) * DAY for n, one in enumerate(course.sections)}
    course.teacher.post(
        address(found, what="sections"),
        {f"due-{one.pk}": on_the_clock(course.room, at) for one, at in dues.items()},
    )
    rules.due = {one: dues[one.section] for one in course.students}
    course.do(found, rules, chance, starts)
    course.clock.move_to(starts + 10 * DAY)
    return found, rules


def grade_by_hand(course, works):
    """Tutors give points with a reason in their sections, the instructor excuses and drops."""
    (first, practised), (second, tested), (third, sectioned) = works
    students = course.students
    course.relogin()
    for n, tutor in enumerate(course.tutors):
        for student in students[8:12]:
            tutor.post(
                f"{address(first)}results/{student.pk}/points/",
                {"item": first.items.first().pk, "points": "3.5", "why": f"Told by tutor {n}."},
            )
    for student in students[8:12]:
        practised.by_hand[student, 0] = 3.5
    course.teacher.post(
        f"{address(third)}results/{students[20].pk}/points/",
        {"points": "5.25", "why": "Shown at the board."},
    )
    sectioned.by_hand[students[20], None] = 5.25
    course.teacher.post(
        f"{address(second)}results/{students[30].pk}/grant/",
        {"extra_days": "0", "extra_hours": "0", "is_excused": "on"},
    )
    tested.excused.add(students[30])
    item = second.items.last()
    course.teacher.post(
        f"{address(second)}results/items/{item.pk}/", {"why": "It was ambiguous.", "line": ""}
    )
    tested.dropped.add(1)
    course.room.drops_lowest = 1
    course.room.save()


def send(course, minutes=30):
    """Let a worker send what is due, again and again, as time goes by."""
    for _ in range(minutes):
        course.clock.shift(timedelta(minutes=1))
        for _ in range(100):
            if send_some(uuid.uuid4()):
                break
    Job.objects.all().delete()


def test_what_two_hundred_earn_is_the_same_on_pages_in_files_and_at_the_platform(course):
    chance = random.Random(20260504)
    stranger = person("stranger")
    other = classroom(stranger, "Another class")
    member(other, person("elsewhere"), "Elsa Where")
    assignment(other, "kayles 4 misere")
    works = [practice(course, chance), check(course, chance), sections(course, chance)]
    grade_by_hand(course, works)
    rules = [each for _, each in works]
    expected = {
        student.student_id: [each.of_student(student, course.answers[each.title]) for each in rules]
        for student in course.students
    }
    assert len({tuple(points) for points in expected.values()}) > 60, "the answers differ enough"

    page = f"/classes/{course.room.pk}/grades"
    course.relogin()
    rows = rows_of(course.teacher.get(f"{page}.csv"))
    assert len(rows) == STUDENTS
    for row in rows:
        mine = expected[row["student_id"]]
        told = [row[f"{each.title} (of {each.most})"] for each in rules]
        assert [float(one) if one else None for one in told] == about(mine), row["student_id"]
        shown = float(row["total in % without the lowest 1"])
        assert shown == pytest.approx(total(rules, mine), abs=0.0501)
        assert row["student"] == f"{row['given_name']} {row['surname']}"
    surnames = [row["surname"] for row in rows]
    assert surnames == sorted(surnames, key=lambda name: name.replace("Ç", "C"))
    for found, each in works:
        sums = defaultdict(float)
        for row in rows_of(course.teacher.get(f"{address(found)}results/tidy.csv")):
            sums[row["student_id"]] += float(row["score"] or 0)
        for student in course.students:
            place = rules.index(each)
            if (student, None) not in each.by_hand and student not in each.excused:
                key = student.student_id
                assert sums[key] == about(expected[key][place], 0.02), (key, each.title)
    files(course, page, rules, expected)
    people_who_ask(course, works, expected, stranger, other)
    at_the_platform(course, rules, expected)


def files(course, page, rules, expected):
    """Canvas reads points, Moodle percentages."""
    canvas = course.teacher.get(f"{page}/files/canvas.csv").getvalue().decode("utf-8-sig")
    heads, possible, *lines = csv.reader(io.StringIO(canvas))
    columns = [heads.index(f"{each.title} total") for each in rules]
    assert [possible[n] for n in columns] == [str(each.most) for each in rules]
    assert len(lines) == STUDENTS
    for line in lines:
        mine = expected[line[heads.index("SIS User ID")]]
        told = [None if line[n] == "EX" else float(line[n]) for n in columns]
        assert told == about(mine)
    moodle = course.teacher.get(f"{page}/files/moodle.csv").getvalue().decode("utf-8-sig")
    heads, *lines = csv.reader(io.StringIO(moodle))
    assert len(lines) == STUDENTS
    for line in lines:
        for told, each, mine in zip(line[1:], rules, expected[line[0]], strict=True):
            percent = None if mine is None else 100 * mine / each.most
            assert (None if told == "-" else float(told)) == about(
                percent, 100 * ROUNDED / each.most
            )


def people_who_ask(course, works, expected, stranger, other):
    """A student reads the own points, a tutor the own sections, and another class nothing."""
    student = course.students[0]
    own = course.login(student.user)
    for (found, rules), mine in zip(works, expected[student.student_id], strict=True):
        assert f"{mine:g} of {rules.most} points" in words(own.get(address(found)))
    for tutor, mine in zip(course.tutors, (course.sections[:2], course.sections[2:]), strict=True):
        rows = rows_of(tutor.get(f"/classes/{course.room.pk}/grades.csv"))
        assert {row["section"] for row in rows} == {one.name for one in mine}
        assert len(rows) == STUDENTS / 2
    assert stranger.get(f"/classes/{course.room.pk}/grades/").status_code == 404
    assert "Given" not in words(stranger.get(f"/classes/{other.pk}/grades/"))
    assert course.teacher.get(f"/classes/{other.pk}/grades/").status_code == 404


def at_the_platform(course, rules, expected):
    """Nothing is lost while the platform fails, nothing arrives twice, and staff see what waits."""
    course.platform.fault = 500
    send(course)
    assert course.platform.scores == []
    course.relogin()
    told = words(course.teacher.get(f"/classes/{course.room.pk}/grades/"))
    assert "not arrived" in told
    course.platform.fault = 401
    send(course)
    assert course.platform.scores == []
    course.platform.fault = None
    send(course)
    arrived = course.platform.grades()
    for subject, points in expected.items():
        for each, mine in zip(rules, points, strict=True):
            there = arrived.get((each.title, subject), (None, each.most))
            assert list(there) == about([mine, each.most]), (subject, each.title)
    sent = [(url, score["userId"]) for url, score in course.platform.scores]
    assert len(sent) == len(set(sent)), "no grade was sent twice"
    assert not SentGrade.objects.filter(arrived_at=None).exists()
    course.relogin()
    assert "not arrived" not in words(course.teacher.get(f"/classes/{course.room.pk}/grades/"))
