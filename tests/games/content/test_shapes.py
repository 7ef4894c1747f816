"""Each key is declared once: what it says is what a file is refused for, what an editor offers, and
what ``docs/curate.md`` prints."""

import re

import pytest
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from games.content.shapes import (
    Flag,
    Keys,
    Many,
    OneOf,
    Slug,
    StepSetting,
    Text,
    Whole,
    lenient,
    strict,
)
from games.explore.theory.admin import OpenQuestionForm
from games.learn.lessons.editor.admin import LessonForm
from games.learn.sets.admin import SetForm
from games.teach.live.lessons.forms import RoomLessonForm
from games.teach.work.admin import PlanForm
from games.teach.work.plans.forms import stored_settings
from games.teach.work.plans.models import PlannedAssignment
from games.teach.work.plans.plan_editor import PlanEntry
from tests.games.learn.lessons.curation import Page
from tests.shapes import BEGINS, PAPER, kinds, tables

KINDS = kinds()
EVERY_KIND = pytest.mark.parametrize("shapes", KINDS.values(), ids=KINDS)
NOWHERE = StepSetting({})


def every(shapes, path=""):
    """Each shape with its place, those inside others too."""
    for key, shape in shapes.items():
        yield from inside(shape, f"{path}{key}")


def inside(shape, path):
    yield path, shape
    if isinstance(shape, Many):
        yield from inside(shape.each, f"{path}[]")
    if isinstance(shape, Keys):
        yield from every(shape.shapes, f"{path}.")


SHAPES = [(f"{kind}: {path}", one) for kind, keys in KINDS.items() for path, one in every(keys)]


def of(*types):
    """Every shape of these types."""
    found = [(place, one) for place, one in SHAPES if type(one) in types]
    return pytest.mark.parametrize("shape", [one for _, one in found], ids=[p for p, _ in found])


def refused(shape, value):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the sentence is returned
        shape(value)
    return str(caught.value)


@EVERY_KIND
def test_a_file_must_have_the_bold_keys_and_no_other(shapes):
    problems = []
    assert lenient({}, shapes, problems) == {}
    missing = [str(problem).split(" is missing")[0] for problem in problems]
    assert missing == [key for key, shape in shapes.items() if shape.needed]


@EVERY_KIND
def test_an_unknown_key_is_refused_with_those_that_are_known(shapes):
    with pytest.raises(ValueError, match="unknown key 'colour'") as caught:
        strict({"colour": "red"}, shapes)
    assert str(caught.value).endswith(f"known are {', '.join(shapes)}")


@of(Whole)
def test_the_bounds_of_a_number_are_those_that_it_says(shape):
    assert [shape(shape.least), shape(shape.most)] == [shape.least, shape.most]
    assert str(shape.most) in shape.accepts
    for value in (shape.least - 1, shape.most + 1):
        assert refused(shape, value).endswith("is expected")
    for value in ("1", 1.0, True):
        assert refused(shape, value) == "a whole number is expected"


@of(Text, *Text.__subclasses__())
def test_the_length_of_a_text_is_what_it_says(shape):
    assert refused(shape, 7) == "a text is expected"
    if shape.most:
        assert shape("a" * shape.most) == "a" * shape.most
        assert refused(shape, "a" * (shape.most + 1)).startswith(f"at most {shape.most} ")
        assert str(shape.most) in shape.accepts


@of(OneOf)
def test_an_editor_offers_what_a_file_may_choose(shape):
    assert shape.accepts.split(" · ") == [str(key) for key in shape.choices]
    page = shape.control(NOWHERE).render("x", None)
    offered = re.findall(r'<option value="([^"]+)"', page)
    assert offered == [str(key) for key in shape.choices]
    for text, key in zip(offered, shape.choices, strict=True):
        read = shape.control(NOWHERE).value_from_datadict({"x": text}, {}, "x")
        assert (read, shape(read)) == (key, key)
    assert all(key in refused(shape, "rainbow") for key in offered)


@of(Many)
def test_a_list_has_at_most_what_it_says(shape):
    assert refused(shape, "x") == "a list is expected"
    assert refused(shape, [None] * (shape.most + 1)) == f"at most {shape.most} are allowed"
    grown = f"at most {shape.most}," in shape.accepts
    assert grown is (shape.most < 1_000)


def sample(shape):
    """A value that a file may have; None if only the content around it decides."""
    match shape:
        case Slug():
            return "a-word"
        case Text():
            return "Some words"
        case Whole():
            return shape.most
        case Flag():
            return True
        case OneOf():
            return shape(list(shape.choices)[-1])
        case Many() if sample(shape.each) is not None:
            return [sample(shape.each)]
    return None


EDITED = [
    (f"{kind}: {key}", key, shape)
    for kind, shapes in KINDS.items()
    for key, shape in shapes.items()
    if shape.label and sample(shape) is not None
]


@pytest.mark.parametrize(
    ("key", "shape"), [one[1:] for one in EDITED], ids=[one[0] for one in EDITED]
)
def test_what_an_editor_shows_is_what_it_reads(key, shape):
    row = shape.row(key, "open-", sample(shape), NOWHERE, "Too long.")
    assert (row.label, row.help) == (shape.label, shape.help)
    data = QueryDict(mutable=True)
    for name, values in Page(f'<form id="lesson_form">{row.control}</form>').posted.items():
        data.setlist(name, values)
    read = shape.control(NOWHERE).value_from_datadict(data, MultiValueDict(), f"open-{key}")
    assert shape(read) == sample(shape)


FORMS = {
    "A lesson": LessonForm,
    "A room lesson": RoomLessonForm,
    "A puzzle set": SetForm,
    "A unit plan": PlanForm,
    "An open question": OpenQuestionForm,
}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", FORMS)
def test_the_form_of_a_kind_has_the_labels_and_the_help_of_its_table(kind):
    shown = {name: (str(f.label), f.help_text) for name, f in FORMS[kind]().fields.items()}
    shapes = {key: (shape.label, shape.help) for key, shape in KINDS[kind].items()}
    both = shown.keys() & shapes.keys()
    assert {name: shown[name] for name in both} == {name: shapes[name] for name in both}
    assert {"title", "slug"} < both


def test_an_assignment_of_a_plan_has_the_labels_of_its_table():
    rows = PlanEntry("new-1", stored_settings(PlannedAssignment())).rows
    shown = {row.key: row.label for row in rows}
    shapes = KINDS["An assignment of a plan"]
    assert all(shown[key] == shape.label for key, shape in shapes.items() if key != "items")


def test_the_tables_for_curators_print_what_the_shapes_say():
    """If this fails: python -m tests.shapes --write."""
    assert PAPER.read_text(encoding="utf-8").partition(BEGINS)[2].endswith(tables())
