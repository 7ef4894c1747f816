"""One of everything, and one of everybody: what the walks over all addresses go through."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.apps import apps
from django.test import Client
from django.urls import get_resolver

from games.explore.lab.rules.saved import SavedRules
from games.explore.studies import Study
from games.explore.theory.models import OpenQuestion
from games.learn.lessons.models import Track
from games.learn.lessons.taken_tests import TakenTest
from games.learn.puzzles.models import PuzzleAttempt, PuzzleSet, Round
from games.learn.taking_tests.examining import begin, steps_of
from games.people.models import User
from games.people.ways_in import SignInCard
from games.play.api.tokens import ApiToken, make_token
from games.play.friends.seating import invite
from games.play.models import Match
from games.play.origins import Setup
from games.play.programs.saved_programs import SavedProgram
from games.questions.first_versions import PYTHON
from games.teach.classes.models import TOUR, Classroom, Group, Invitation, Membership, Staff
from games.teach.classes.offers import Handover, Offer
from games.teach.classes.sections import Section
from games.teach.classes.teaching import create_class, describe
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles, add_own, copied
from games.teach.live.rooms.models import Participant, Room, RoomQuestion
from games.teach.tournaments.models import Tournament
from games.teach.work.comments import Comment
from games.teach.work.models import AnotherTry, Assignment
from games.teach.work.plans.models import Plan
from games.teach.work.plans.storing_plans import save, share, store_outline
from games.web.models import Job
from games.web.watch.audit import AuditEntry

from .learn.lessons.lessons import lesson
from .learn.puzzles.puzzles import puzzle
from .play.games import send, start
from .teach.live.room_lessons import room_lesson
from .teach.live.rooms import KAYLES
from .teach.live.rooms import room as live_room
from .teach.work.assignments import assignment

DUE = datetime(2026, 1, 1, tzinfo=UTC)
ROLES = (
    "student",
    "classmate",
    "outsider",
    "instructor",
    "assistant",
    "tutor",
    "other_tutor",
    "other_instructor",
)
CONVERTERS = ("uuid", "uuidstr", "int", "str", "slug")


def browser_of(user):
    client = Client()
    client.force_login(user)
    client.user = user
    return client


@dataclass
class World:
    """*browsers* by role; *given* holds what the addresses need, by name, or by area and name
    where two areas call different things the same."""

    browsers: dict = field(default_factory=dict)
    given: dict = field(default_factory=dict)

    @property
    def match(self):
        return Match.objects.get(pk=self.given["match_id"])

    @property
    def addresses(self):
        """Every address of the site by name; the admin's are Django's own."""
        found = {}

        def walk(patterns, prefix="", space=""):
            for entry in patterns:
                route = prefix + str(entry.pattern)
                if hasattr(entry, "url_patterns"):
                    if entry.namespace != "admin":
                        name = f"{entry.namespace}:" if entry.namespace else ""
                        walk(entry.url_patterns, route, name)
                    continue
                for name in entry.pattern.converters:
                    shown = next(
                        p for p in (f"<{kind}:{name}>" for kind in CONVERTERS) if p in route
                    )
                    given = self.given.get(f"{space}{name}", self.given.get(name))
                    assert given is not None, f"{space}{entry.name} needs a {name}: make one here"
                    route = route.replace(shown, str(given))
                found[space + (entry.name or "")] = "/" + route

        walk(get_resolver().url_patterns)
        return found


def program_of(user):
    """A saved program, passed on by a link."""
    program = SavedProgram.objects.create(
        user=user, name="A player", language="python", invitation="a-player-of-theirs"
    )
    program.versions.create(number=1, code=PYTHON)
    return program


def tournament_of(member):
    """A tournament that a student has entered with their program."""
    program = SavedProgram.objects.get(user=member.user)
    held = Tournament.objects.create(classroom=member.classroom, game="marienbad")
    held.entries.create(
        membership=member, version=program.versions.get(), program_name=program.name
    )
    return held


def set_and_question():
    """A set of puzzles, and a question on the page of what is known, which share a slug."""
    PuzzleSet.objects.create(state="published", slug="a-set", title="A set", note="One.")
    OpenQuestion.objects.create(
        slug="a-set",
        title="Which sets?",
        asked="Which sets are lost?",
        source="A paper.",
        known="Some are.",
        references="A talk.",
        checked_on="2026-11-25",
        state="published",
    )


def token_of(user):
    """A token for a program outside the browser."""
    make_token(user, "A laptop", "127.0.0.1")
    return ApiToken.objects.get(user=user)


def build():
    """A class with its instructor, two students and their work, and people around it."""
    world = World()
    for role in ROLES:
        world.browsers[role] = browser_of(User.objects.create_user(role))
    world.browsers["admin"] = browser_of(User.objects.create_superuser("admin"))
    world.browsers["anonymous"] = Client()
    student, teacher = world.browsers["student"], world.browsers["instructor"]

    match = start(student, position="1+2", opponent="person")
    for move in ("1>0", "1>1", "1>0"):
        send(student, match, move)
    invited = invite(world.browsers["outsider"].user, Setup("nim", "1+2", "misere", "", "owner"))
    asked = puzzle(position="1+2+3+5")
    tried = PuzzleAttempt.objects.create(
        puzzle=asked, user=student.user, answer="4>0", solved=False, answered_at=DUE
    )
    set_and_question()
    steps = steps_of([lesson()])
    taken = begin(student.user, TakenTest.Kind.TEST, "a-lesson", [steps])

    # The tour is there, as on a site in use: making it is a class of people who do their work.
    tour = {"name": "A tour", "is_demo": True, "join_open": False}
    Classroom.objects.get_or_create(pk=TOUR, defaults=tour)
    room = create_class(teacher.user, "A class")
    describe(room, has_weekly_list=True)
    create_class(world.browsers["other_instructor"].user, "Another class")
    Staff.objects.create(classroom=room, user=world.browsers["assistant"].user, role="assistant")
    members = [
        Membership.objects.create(
            classroom=room, user=world.browsers[role].user, real_name=f"{role} Realname"
        )
        for role in ("student", "classmate")
    ]
    section, other_section = (
        Section.objects.create(classroom=room, name=name) for name in ("A section", "B section")
    )
    for role, looked_after, member in (
        ("tutor", section, members[0]),
        ("other_tutor", other_section, members[1]),
    ):
        post = Staff.objects.create(classroom=room, user=world.browsers[role].user, role="tutor")
        looked_after.tutors.add(post)
        Membership.objects.filter(pk=member.pk).update(section=looked_after)
    group = Group.objects.create(classroom=room, name="A group")
    invitation = Invitation.objects.create(classroom=room, role="assistant", code=room.join_code)
    offer = Offer.objects.create(
        classroom=room, user=world.browsers["outsider"].user, real_name="outsider Realname"
    )
    elsewhere = Membership.objects.create(
        classroom=Classroom.objects.get(name="Another class"),
        user=world.browsers["classmate"].user,
        real_name="classmate Realname",
    )
    handover = Handover.objects.create(membership=elsewhere, classroom=room)
    work = assignment(room, "nim 1+2+4 misere", "nim 1+1+2 misere win")
    again = AnotherTry.objects.create(
        assignment=work, membership=members[0], by=teacher.user, why="A fire drill."
    )
    Assignment.objects.create(classroom=room, title="A draft")
    unit = Plan.objects.create(
        state="published", slug="a-unit", title="A unit", track=Track.objects.get()
    )
    store_outline(unit, work.outline, aim="To begin with.")
    template = save(work.outline, teacher.user, uuid.uuid4())
    share(template)
    template.refresh_from_db()

    live = live_room(KAYLES, owner=teacher.user, classroom=room)
    Participant.objects.create(room=live, user=student.user, name="student")
    Room.objects.filter(pk=live.pk).update(current=live.questions.get())
    live.questions.update(state=RoomQuestion.State.ASKED)

    ready = room_lesson()
    own = add_own(teacher.user, copied(ready))
    published = own.content | {"slug": own.slug, "state": "published"}
    RoomLessonFiles().write(published, note="First.", by=teacher.user, row=own)

    fresh = User.objects.create(username="fresh", password="never used")
    job = Job.objects.create(kind="cards", total=1, done=1, state=Job.State.DONE)
    unused = SignInCard.objects.create(user=fresh, job=job, sealed="")

    world.given = {
        "match_id": match.pk,
        "invitation": invited.invitation,
        "number": 1,
        "ruleset": "subtraction:3",
        "position": "1+2",
        "size": 5,
        "puzzle_id": asked.pk,
        "attempt_id": tried.pk,
        "card_id": uuid.uuid4(),
        "training": "nim",
        "round_id": Round.objects.create(user=student.user, training="nim").pk,
        "pins": 6,
        "theme": "nim",
        "key": "r1",
        "erratum_key": "octal-035",
        "paper_key": "r1-note",
        "item_key": "case-1",
        "slug": "a-set",
        "lesson_slug": "a-lesson",
        "track_slug": "rows",
        "belief": "normal-habit",
        "taken_id": taken.pk,
        "classroom_id": room.pk,
        "membership_id": members[0].pk,
        "group_id": group.pk,
        "section_id": section.pk,
        "staff_id": room.staff.get(role="assistant").pk,
        "invitation_id": invitation.pk,
        "offer_id": offer.pk,
        "handover_id": handover.pk,
        "code": room.join_code,
        "live:code": live.code,
        "step": "show",
        "program_id": program_of(student.user).pk,
        "program_link": "a-player-of-theirs",
        "tournament_id": tournament_of(members[0]).pk,
        "token_id": token_of(student.user).pk,
        "saved_id": SavedRules.objects.create(user=student.user, name="Mine", ruleset="kayles").pk,
        "study_id": Study.objects.create(what="quotient", ruleset="nim", result={}).pk,
        "card_code": unused.get_absolute_url().split("/")[2],
        "job_id": job.pk,
        "device_id": student.user.devices.get().pk,
        "assignment_id": work.pk,
        "plan_slug": unit.slug,
        "room_lesson_slug": ready.slug,
        "own_slug": own.slug,
        "version": 1,
        "template_id": template.pk,
        "share_code": template.code,
        "item_id": work.items.first().pk,
        "plans:item_id": template.planned[0].items.first().pk,
        "try_id": again.pk,
        "platform": uuid.uuid4(),
        "registration_code": "used",
        "handshake_id": uuid.uuid4(),
        "comment_id": Comment.objects.create(
            assignment=work, membership=members[0], by=teacher.user, text="Well argued."
        ).pk,
        "place": 1,
        "form": "tidy",
        "habit": "grab",
    }
    return world


def every_row():
    """Every row of every table of ours but the audit log, where downloads are noted."""
    return {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in apps.get_app_config("games").get_models()
        if model is not AuditEntry
    }
