"""Templates and style sheets, read as files: short lines, one home for every class, one palette."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

TEMPLATES = sorted(Path("templates").rglob("*.html"))
SHEETS = sorted(Path("static/css").rglob("*.css"))

COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|light-dark\(|\brgba?\(")

TAG = re.compile(r"\{[%{#].*?[%}#]\}")


def selectors(sheet: Path) -> list[str]:
    """What the rules of a sheet are about."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    heads = (head.strip() for head in re.findall(r"([^{};]+)\{", text))
    return [head for head in heads if not head.startswith("@")]


def homes() -> dict[str, set[str]]:
    """Every class that is styled, and the sheets that do it."""
    found: dict[str, set[str]] = defaultdict(set)
    for sheet in SHEETS:
        for name in re.findall(r"\.([a-zA-Z][\w-]*)", " ".join(selectors(sheet))):
            found[name].add(sheet.name)
    return found


def classes_of(template: Path) -> set[str]:
    """The classes a template names; one that is partly computed ends in a star."""
    values = re.findall(r'class="((?:[^"{]|\{[%{].*?[%}]\})*)"', template.read_text())
    names: set[str] = set()
    for value in values:
        plain = re.sub(r"\{%.*?%\}", " ", re.sub(r"\{\{.*?\}\}", "*", value))
        names |= {name for name in plain.split() if name != "*"}
    return names


@pytest.mark.parametrize("template", TEMPLATES, ids=str)
def test_the_lines_of_a_template_are_short_and_its_tags_whole(template):
    lines = template.read_text().splitlines()
    assert [line for line in lines if len(line) > 120] == []
    # Django prints a tag or a comment that is broken over two lines as it stands.
    assert [line for line in lines if re.search(r"\{[%{#]", TAG.sub("", line))] == []


def test_every_class_in_a_template_is_styled():
    styled = homes()
    unknown = {
        f"{template}: {name}"
        for template in TEMPLATES
        if "admin" not in template.parts  # Django's admin brings the styles of its own classes
        for name in classes_of(template)
        if not any(re.fullmatch(name.replace("*", r"[\w-]+"), known) for known in styled)
    }
    assert unknown == set()


def test_no_class_is_styled_in_two_sheets():
    assert {name: sheets for name, sheets in homes().items() if len(sheets) > 1} == {}


def test_colours_stand_among_the_tokens_alone():
    for sheet in SHEETS:
        if sheet.name != "tokens.css":
            assert (
                re.findall(r"#[0-9a-fA-F]{3,8}\b|light-dark\(|\brgba?\(", sheet.read_text()) == []
            )


SIZES = ("small", "text", "heading", "title")


def declared(sheet: Path, *properties: str) -> list[tuple[str, str]]:
    """What the rules of a sheet say about these properties, each with the head of its rule."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    said = "|".join(map(re.escape, properties))
    return [
        (" ".join(head.split()), value.strip())
        for head, body in re.findall(r"([^{};]+)\{([^{}]*)\}", text)
        for value in re.findall(rf"(?:^|[;\s])(?:{said}):([^;]+);", body)
    ]


def test_words_have_four_sizes():
    others = {
        f"{sheet.name}: {head}"
        for sheet in SHEETS
        if sheet.name != "admin.css"  # stands on the pages of Django's admin, in its sizes
        for head, value in declared(sheet, "font", "font-size")
        if value != "inherit" and not re.search(rf"var\(--(?:{'|'.join(SIZES)})\)", value)
    }
    # Text of a drawing is as large as its drawing: pixels are the drawing's own.
    assert others == {
        "quotients.css: .lab-graph text, .lab-pretending text",
        "quotients.css: .lab-pretending text",
        "reach.css: .reach-map text, .reach-legend text",
        "reach.css: .reach-map .reach-digit",
        "maps.css: .atlas-tick, .atlas-label, .atlas-tiny",
        "maps.css: .atlas-sequence .atlas-tick, .atlas-label",
        "maps.css: .atlas-tiny",
        # These grow with the window; the rule has to fit two lines of a phone.
        "table.css: .ask h1",
        "table.css: .ask .end",
        "table.css: .table-head > .rule",
    }


def test_sizes_of_words_change_on_walls_and_on_paper_alone():
    assert {
        f"{sheet.name}: {head}"
        for sheet in SHEETS
        for head, _ in declared(sheet, *(f"--{size}" for size in SIZES))
    } == {
        "tokens.css: :root",
        "classes.css: .project",
        "projector.css: .projector",
        "projector.css: .projector > .wall-lobby",
        "results.css: .matrix-frame",
        "room-lessons.css: .room-lesson",
    }


def test_there_is_one_card():
    text = {sheet: re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL) for sheet in SHEETS}
    boxes = [
        f"{sheet.name}: {head.strip()}"
        for sheet in SHEETS
        for head, body in re.findall(r"([^{};]+)\{([^{}]*)\}", text[sheet])
        if re.search(r"\bborder: [\w.]+ solid var\(--line\)", body) and "border-radius:" in body
    ]
    assert boxes == ["components.css: .card"]


def test_one_of_several_pages_is_chosen_by_tabs_or_pills():
    """What a link with ``aria-current="true"`` looks like, in the navigations of every page."""
    # Examples and steps are no choosers; choices.html is told which of the two it is.
    lists = {"components/lens.html", "explore/theory/theory.html", "explore/choices.html"}
    for template in TEMPLATES:
        html = template.read_text()
        if str(template.relative_to("templates")) in lists:
            continue
        for start in (found.start() for found in re.finditer(r'aria-current="true"', html)):
            link = html[html.rindex("<a", 0, start) : start]
            around = re.findall(r'class="(tabs|pills)', html[:start])
            assert around, (template, link)
            assert ('class="pill"' in link) is (around[-1] == "pills"), (template, link)


def test_there_are_two_buttons():
    """Beside them only whole cards, the pieces, places and answers of a board, and the numbers of
    questions are pressed."""
    components = Path("templates/components")
    names = "board.html", "board_row.html", "edit_rows.html"
    boards = {components / name for name in names}
    boards.add(Path("templates/teach/work/item_place.html"))
    kinds = {
        name
        for template in TEMPLATES
        if "admin" not in template.parts and template not in boards
        if template.parent != components / "answers"
        for value in re.findall(r'<button[^>]*?class="([^"]*)"', template.read_text(), re.DOTALL)
        if "card" not in value.split()
        for name in re.sub(r"\{%.*?%\}|\{\{.*?\}\}", " ", value).split()
    }
    assert kinds - {"only-heard"} == {"main-button", "ghost", "small"}


def test_a_ring_of_ink_shows_the_focus():
    assert {
        value.split()[-1]
        for sheet in SHEETS
        for head, value in declared(sheet, "outline")
        if "focus" in head and value != "none"
    } <= {"var(--ink)"}


def test_a_browser_paints_its_own_edge_in_the_colours_of_the_paper():
    base = Path("templates/base.html").read_text()
    told = re.findall(r'name="theme-color" content="(#\w+)" media="\(prefers-color-scheme', base)
    paper = re.search(
        r"--paper: light-dark\((#\w+), (#\w+)\);", Path("static/css/tokens.css").read_text()
    )
    assert told == list(paper.groups())


def test_a_browser_that_knows_no_pairs_of_colours_has_each_of_them_plain():
    plain, paired = Path("static/css/tokens.css").read_text().split("@supports (", 1)
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);", paired)
    assert len(pairs) > 15
    for name, light, _ in pairs:
        assert f"--{name}: {light};" in plain
    assert all("&" not in head for sheet in SHEETS for head in selectors(sheet))


def test_pages_bend_at_two_widths_and_no_others():
    """But for the table, whose regions share one window, and the head of the site above it."""
    widths = {
        sheet.name: set(re.findall(r"\((?:min|max)-width: ([^)]+)\)", sheet.read_text()))
        for sheet in SHEETS
    }
    assert widths.pop("table.css") == {"22rem", "36rem", "46rem", "50rem", "60rem"}
    assert widths.pop("layout.css") - {"50rem"} <= {"36rem", "60rem"}
    assert set().union(*widths.values()) == {"36rem", "60rem"}


def test_where_motion_is_not_wanted_nothing_but_motion_is_another():
    for sheet in SHEETS:
        for block in re.findall(
            r"^@media \(prefers-reduced-motion: reduce\) \{(.*?)^\}", sheet.read_text(), re.M | re.S
        ):
            said = set(re.findall(r"^\s+([\w-]+):", block, re.M))
            assert all(re.match("animation|transition|scroll", name) for name in said), sheet.name
