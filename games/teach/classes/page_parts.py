"""What the pages of a class share: notices after a step, the address to join, a page of people, and
ticks for students over several pages of a form.

One field has the ids that were ticked when the form was opened, another the ticks that another page
or a search hides. So nothing is written before the form is saved, and changes that others made
meanwhile stay."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse

from games.people.names import folded
from games.teach.classes.models import Classroom, Membership, Memberships

PER_PAGE = 100


NOTICES = {
    "added": "The list is saved.",
    "left": "You have left the class. Your work is saved.",
    "deleted": "The class is deleted.",
    "moved": "The student is in this class now.",
    "handed": "We have asked the other class to take the student.",
    "removed": "Removed from the class. You can restore them below.",
    "back": "Back in the class.",
    "saved": "Saved.",
    "revoked": "The card no longer works. The student needs a new one to sign in.",
    "drafts-published": "Published. Students see each assignment as soon as it opens.",
    "section-deleted": "The section is deleted. Its students stay in the class.",
    "group-deleted": "The group is deleted. Its students stay in the class, with all their work.",
    "staff": "You now help teach this class.",
    "joined": "You have joined the class.",
    "code": "This is the new code. The old one no longer works.",
}


def noticed(request: HttpRequest) -> str:
    """The message on the next page about what was just done."""
    return NOTICES.get(request.GET.get("done", ""), "")


def done(address: str, what: str) -> HttpResponse:
    return redirect(f"{address}?done={what}")


def join_address(request: HttpRequest, classroom: Classroom) -> str:
    """The full address in the QR code."""
    return request.build_absolute_uri(reverse("classes:join-class", args=[classroom.join_code]))


def ids_in(texts: Iterable[str]) -> set[uuid.UUID]:
    """The ids among some texts; other texts are ignored."""
    found = set()
    for text in texts:
        try:
            found.add(uuid.UUID(text))
        except ValueError:
            continue
    return found


def chosen_people(asked: QueryDict) -> set[uuid.UUID]:
    """The students ticked in a form or named in a link."""
    return ids_in(asked.getlist("student"))


@dataclass(frozen=True)
class Ticks:
    """*had* are the ids ticked at first, *chosen* those ticked now, on all pages together. *page*
    is the shown page of the students who match *search*."""

    had: set[uuid.UUID]
    chosen: set[uuid.UUID]
    search: str
    page: Page[Membership]
    is_long: bool

    @property
    def hidden(self) -> set[uuid.UUID]:
        """The ticked students who are not on the page."""
        return self.chosen - {member.pk for member in self.page}

    @property
    def added(self) -> set[uuid.UUID]:
        return self.chosen - self.had

    @property
    def taken_out(self) -> set[uuid.UUID]:
        return self.had - self.chosen

    @property
    def of_had(self) -> str:
        return " ".join(sorted(map(str, self.had)))

    @property
    def of_hidden(self) -> str:
        return " ".join(sorted(map(str, self.hidden)))


def ticks(
    request: HttpRequest, people: Memberships, stored: set[uuid.UUID], per_page: int
) -> Ticks:
    """The ticks of a form about *people*; when it is opened, the ids in *stored* are ticked."""
    posted = request.POST
    had = ids_in(posted["had"].split()) if "had" in posted else stored
    hidden = ids_in(posted.get("hidden", "").split())
    chosen = chosen_people(posted) | hidden if request.method == "POST" else stored
    search = " ".join(posted.get("search", "").replace("\x00", "").split())
    pages = Paginator(
        fitting(people.select_related("user"), search) if search else people, per_page
    )
    page = pages.get_page(posted.get("page") or request.GET.get("page"))
    return Ticks(had, chosen, search, page, bool(search) or pages.num_pages > 1)


def is_looking(request: HttpRequest) -> bool:
    """Whether the pressed button only shows other students."""
    return "look" in request.POST or "page" in request.POST


def neighbours(
    people: Sequence[Membership], member: Membership
) -> tuple[Membership | None, Membership | None]:
    """The students before and after this one in a register, if the student is in it."""
    places = {one.pk: place for place, one in enumerate(people)}
    if member.pk not in places:
        return None, None
    place = places[member.pk]
    after = people[place + 1] if place + 1 < len(people) else None
    return people[place - 1] if place else None, after


# --- searching ------------------------------------------------------------------------------------


LONGEST = 100


def fitting(people: Iterable[Membership], wanted: str) -> list[Membership]:
    """The people whose names or student id contain every *wanted* word, in the given order. A
    comma does not matter, so “Bauer, Mia” finds Mia Bauer."""
    words = folded(wanted[:LONGEST]).replace(",", " ").split()

    def fits(member: Membership) -> bool:
        told = folded(f"{member.real_name} {member.user.username} {member.student_id}")
        return all(word in told for word in words)

    return [member for member in people if fits(member)]
