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
    # Django prints a tag that is broken over two lines as it stands.
    assert [line for line in lines if "{%" in TAG.sub("", line) or "{{" in TAG.sub("", line)] == []


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
    text = "".join(sheet.read_text() for sheet in SHEETS)
    assert set(re.findall(r"\((?:min|max)-width: ([^)]+)\)", text)) == {"36rem", "60rem"}


def test_where_motion_is_not_wanted_nothing_but_motion_is_another():
    for sheet in SHEETS:
        for block in re.findall(
            r"^@media \(prefers-reduced-motion: reduce\) \{(.*?)^\}", sheet.read_text(), re.M | re.S
        ):
            said = set(re.findall(r"^\s+([\w-]+):", block, re.M))
            assert all(re.match("animation|transition|scroll", name) for name in said), sheet.name
