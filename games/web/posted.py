"""Numbers read from a form."""

from __future__ import annotations

from django.http import HttpRequest


def posted_number(request: HttpRequest, name: str) -> int:
    """A whole number a form posted; -1, which nothing has, for anything else."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
