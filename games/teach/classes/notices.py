"""What the pages of a class share: notices after a step, the address to join, a page of people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.teach.classes.models import Classroom

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
