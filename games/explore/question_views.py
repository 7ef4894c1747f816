"""The open questions: what is known today, and when it was last checked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.explore.theory.models import OpenQuestion


@require_safe
def questions(request: HttpRequest) -> HttpResponse:
    """Show every published question; curators see the drafts, too."""
    questions = OpenQuestion.objects.all()
    if not request.user.has_perm("games.view_openquestion"):
        questions = questions.filter(state=OpenQuestion.State.PUBLISHED)
    return render(request, "explore/theory/questions.html", {"questions": questions})
