"""The four sources, item by item: each paper a page, and each item under an address that can be
cited.

People write ``content/sources/*.yaml``, numbered as in the source: what an item says in our words,
boards on which it can be seen, the mistakes in it, what is known since, and where the course
teaches it. The tables of ``docs/coverage.md`` are made from them.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

import solver
from games.boards.boards import Board
from games.boards.bounds import ask_within_limits
from games.boards.films import FilmView, film_view
from games.boards.lenses import question_of
from games.content.loading import read_mapping
from games.content.reading import FOLDER, ContentError, Finding, read_file
from games.content.shapes import PLACE, Content, Keys, Line, Many, OneOf, Shape, Slug, Text
from games.explore.addresses import address
from games.explore.views import frame_response
from games.web.requests import wants_fragment
from solver import THEORIES, Inquiry, Outcome, get_ruleset, outcome_certificate
from solver.teaching import ERRATA, OUTCOME_WORDS, SOURCES, Erratum, joined

HOWS = ("told", "done", "proved")
"""How the learner meets an item, the strongest last."""


TAUGHT: dict[str, Shape] = {
    "how": OneOf("How", choices={how: how for how in HOWS}, needed=True),
    "lesson": Slug("Lesson", needed=True),
    "steps": Many("Titles of steps", each=Line(), needed=True),
}
BOARD: dict[str, Shape] = {
    **{key: replace(PLACE[key], needed=True) for key in ("ruleset", "position", "convention")},
    "outcome": OneOf("Who wins", choices=OUTCOME_WORDS, needed=True),
    "theory": OneOf("Film of", choices={theory.key: theory.name for theory in THEORIES}),
    "says": Line("What it shows"),
}
ITEM: dict[str, Shape] = {
    "section": Line("Heading that it begins"),
    "item": Slug("Its address", needed=True),
    "number": Line("Number in the source", needed=True),
    "title": Line("Title", needed=True),
    "statement": Text("What it says", needed=True),
    "boards": Many("Boards", each=Keys(shapes=BOARD)),
    "errata": Many("Mistakes in it", each=Slug()),
    "since": Text("What is known since"),
    "taught": Many("Where the course teaches it", each=Keys(shapes=TAUGHT)),
    "reason": Text("Why no step asks for it"),
}
PAPER: dict[str, Shape] = {
    "source": Slug("Key", needed=True),
    "name": Line("Name", needed=True),
    "short": Line("Short name", needed=True),
    "bibtex": Text("BibTeX", needed=True),
    "items": Many("Statements", each=Keys(shapes=ITEM), needed=True),
}


@dataclass(frozen=True)
class ItemBoard:
    """A position on which an item can be seen, with the *outcome* that it has by the item. *theory*
    has a film about it, if it is named."""

    ruleset: str
    position: str
    convention: str
    outcome: str
    theory: str = ""
    says: str = ""

    @property
    def question(self) -> Inquiry:
        asked = ask_within_limits(self.ruleset, self.position, self.convention)
        return question_of(Board.of(asked.ruleset, asked.position), asked)

    @property
    def game(self) -> str:
        """The name of the game."""
        return get_ruleset(self.ruleset).name

    @property
    def winner(self) -> str:
        """Who wins, in words, with the letter of the outcome."""
        return f"{OUTCOME_WORDS[Outcome(self.outcome)]} ({self.outcome})"

    @property
    def url(self) -> str:
        """The board in the explorer, with its film if it has one."""
        more = {"theory": self.theory} if self.theory else {}
        return address(self.question, **more)

    @property
    def command(self) -> str:
        """The command that decides it again."""
        ruleset = f'"{self.ruleset}"' if "{" in self.ruleset else self.ruleset
        ending = "" if self.convention == "misere" else f" --convention {self.convention}"
        return f"python -m solver analyse {ruleset} {self.position}{ending}"


@dataclass(frozen=True)
class Taught:
    """Where the course teaches an item, and *how*: told, done on a board, or proved."""

    how: str
    lesson: str
    steps: tuple[str, ...]


@dataclass(frozen=True)
class SourceItem:
    """A definition, lemma, theorem, case or remark, with its *number* in the source.

    *section* is the heading that it begins, empty if it stands under the one before. *reason* says
    why no step asks for an item that the course only tells.
    """

    paper: str
    item: str
    number: str
    title: str
    statement: str
    boards: tuple[ItemBoard, ...]
    errata: tuple[Erratum, ...]
    since: str
    taught: tuple[Taught, ...]
    section: str = ""
    reason: str = ""

    def get_absolute_url(self) -> str:
        return reverse("explore:source-item", args=[self.paper, self.item])

    @property
    def certificate_url(self) -> str:
        """What proves the outcomes of its boards, to download."""
        return reverse("explore:certificate", args=[self.paper, self.item])

    @property
    def how(self) -> str:
        """The most that the learner does about it; empty if the course leaves it out."""
        return max((one.how for one in self.taught), key=HOWS.index, default="")


@dataclass(frozen=True)
class Paper:
    """One of the four sources."""

    key: str
    name: str
    short: str
    bibtex: str
    items: tuple[SourceItem, ...]

    def get_absolute_url(self) -> str:
        return reverse("explore:source", args=[self.key])

    @cached_property
    def by_key(self) -> dict[str, SourceItem]:
        return {one.item: one for one in self.items}

    @property
    def sections(self) -> list[tuple[str, list[SourceItem]]]:
        """The items under their headings, in the order of the source."""
        found: list[tuple[str, list[SourceItem]]] = []
        for one in self.items:
            if one.section or not found:
                found.append((one.section, []))
            found[-1][1].append(one)
        return found

    @property
    def counted(self) -> str:
        """How many are proved, done and told, in words."""
        counted = Counter(one.how for one in self.items)
        return joined([f"{counted[how]} {how}" for how in reversed(HOWS) if counted[how]])


@cache
def papers() -> dict[str, Paper]:
    """The sources by key, in the order of the errata. Raises :class:`ContentError`."""
    return {source.key: _read(f"{source.key}.yaml") for source in SOURCES}


def _read(name: str) -> Paper:
    value, findings = read_file(FOLDER / "sources" / name)
    content: Content = {}
    if not findings:
        content, findings = read_mapping(value, PAPER, name)
    known = {erratum.key: erratum for erratum in ERRATA}
    for entry in content.get("items", []):
        for key in entry.get("errata", []):
            if key not in known:
                findings.append(Finding(name, 0, f"{entry['item']}: there is no erratum {key}"))
    if findings:
        raise ContentError(findings)
    items = tuple(
        SourceItem(
            paper=content["source"],
            boards=tuple(ItemBoard(**one) for one in entry.pop("boards", [])),
            errata=tuple(known[key] for key in entry.pop("errata", [])),
            since=entry.pop("since", ""),
            taught=tuple(
                Taught(**one | {"steps": tuple(one["steps"])}) for one in entry.pop("taught", [])
            ),
            **entry,
        )
        for entry in content["items"]
    )
    return Paper(content["source"], content["name"], content["short"], content["bibtex"], items)


CHECKER = Path(solver.__file__).with_name("checker.py")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the four sources, each with what the course makes of it."""
    return render(request, "explore/theory/sources.html", {"papers": papers().values()})


@require_safe
def source(request: HttpRequest, paper_key: str) -> HttpResponse:
    """Show one source, item by item."""
    return render(request, "explore/theory/source.html", {"paper": _paper(paper_key)})


@require_safe
def item(request: HttpRequest, paper_key: str, item_key: str) -> HttpResponse:
    """Show one item: what it says, on boards and in a film, where it is taught, how to cite it."""
    return item_page(request, source_item(paper_key, item_key))


def item_page(
    request: HttpRequest, shown: SourceItem, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page of an item, or a frame of its film; *problem* says why a report was refused."""
    film = _film(shown, request.GET.get("frame", ""))
    if film and wants_fragment(request):
        return frame_response(request, film)
    paper = papers()[shown.paper]
    place = paper.items.index(shown)
    context = {
        "paper": paper,
        "item": shown,
        "film": film,
        "address": request.build_absolute_uri(shown.get_absolute_url()),
        "before": paper.items[:place][-1:],
        "after": paper.items[place + 1 :][:1],
        "problem": problem,
        "given": dict(request.POST.lists()),
        "thanks": "reported" in request.GET,
    }
    return render(request, "explore/theory/source_item.html", context, status=status)


@require_safe
def certificate(request: HttpRequest, paper_key: str, item_key: str) -> HttpResponse:
    """Give the outcome of each board of an item with a strategy that proves it, one to a line."""
    shown = source_item(paper_key, item_key)
    if not shown.boards:
        raise Http404("This statement has no board.")
    headers = {"Content-Disposition": f'attachment; filename="{paper_key}-{item_key}.jsonl"'}
    lines = "".join(map(_certified, shown.boards))
    return HttpResponse(lines, content_type="application/jsonl", headers=headers)


@cache
def _certified(board: ItemBoard) -> str:
    return f"{json.dumps(outcome_certificate(board.question))}\n"


@require_safe
def checking_program(request: HttpRequest) -> HttpResponse:
    """Give the program that checks certificates: one file, which needs nothing but Python."""
    headers = {"Content-Disposition": f'attachment; filename="{CHECKER.name}"'}
    return HttpResponse(CHECKER.read_bytes(), content_type="text/x-python", headers=headers)


def source_item(paper_key: str, item_key: str) -> SourceItem:
    """The item under this address. Raises :class:`~django.http.Http404`."""
    shown = _paper(paper_key).by_key.get(item_key)
    if shown is None:
        raise Http404("There is no such statement.")
    return shown


def _paper(key: str) -> Paper:
    paper = papers().get(key)
    if paper is None:
        raise Http404("There is no such source.")
    return paper


def _film(shown: SourceItem, frame: str) -> FilmView | None:
    """A frame of the film of the first board that has one."""
    filmed: list[ItemBoard] = [one for one in shown.boards if one.theory]
    if not filmed:
        return None
    here = shown.get_absolute_url()
    return film_view(
        filmed[0].question, filmed[0].theory, frame, lambda number: f"{here}?frame={number}"
    )
