"""A frame as an SVG file: what somebody has who opened it far from the site."""

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from games.boards.bounds import ask_within_limits
from games.boards.films import film_view

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"
FILMS = [
    ("nim", "7+5+3", "", "nim-sum"),
    ("kayles", "4+3+1", "", "r1"),
    ("partizan-kayles", "7+5+3", "left", "reduction"),
    ("octal:0.07", "5+4", "", "misere-quotient"),
    ("subtraction:3", "1+5", "", "safe-harbors"),
]


def parsed(response):
    """The root of a drawing, which must be well-formed."""
    return ElementTree.fromstring(response.content)  # noqa: S314 (our own words)


def drawn(client, ruleset, position, **asked):
    """The file with its headers, and the root of its drawing."""
    response = client.get(f"/explore/{ruleset}/{position}/frame.svg", asked)
    assert response.status_code == 200
    return response, parsed(response)


def classed(root, *names):
    """Every element that has all the classes."""
    return [one for one in root.iter() if set(names) <= set(one.get("class", "").split())]


def text(element):
    return re.sub(r"\s+", " ", "".join(element.itertext())).strip()


@pytest.mark.parametrize(("ruleset", "position", "turn", "theory"), FILMS)
def test_every_frame_is_drawn_with_all_that_its_scene_has(client, ruleset, position, turn, theory):
    question = ask_within_limits(ruleset, position, "misere", turn or None)
    film = film_view(question, theory, 1, str)
    assert len(film.frames) > 2
    for frame in film.every_frame():
        asked = {"theory": theory, "frame": frame.number} | ({"turn": turn} if turn else {})
        _, root = drawn(client, ruleset, position, **asked)
        scene = frame.scene
        groups = [group for row in scene.rows for group in row.groups]
        loose = [group for group in groups if not group.tile]
        assert len(classed(root, "row")) == len(scene.rows)
        assert len(classed(root, "piece")) == sum(len(group.pieces) for group in loose)
        assert len(classed(root, "group")) == sum(bool(group.mark) for group in groups)
        for mark in {group.mark for group in groups if group.mark}:
            same = [group for group in groups if group.mark == mark]
            assert len(classed(root, "group", f"is-{mark}")) == len(same)
        assert [path.get("d") for path in classed(root, "link")] == list(scene.paths)
        assert [text(tag) for tag in classed(root, "tag")] == [
            tag.text for row in scene.rows for tag in row.tags
        ]
        labels = [group.label for group in groups if group.label]
        assert [text(label) for label in classed(root, "label")] == labels
        assert " ".join(text(line) for line in classed(root, "caption")) == frame.sentence
        tally = " ".join(map(text, classed(root, "tally")))
        for line in scene.tally:
            assert f"{line.label} {line.said}" in tally


@pytest.mark.parametrize(("ruleset", "position", "turn", "theory"), FILMS)
def test_nothing_is_drawn_beyond_the_sheet(client, ruleset, position, turn, theory):
    asked = {"theory": theory, "frame": 3} | ({"turn": turn} if turn else {})
    _, root = drawn(client, ruleset, position, **asked)
    width, height = (float(root.get(name)) for name in ("width", "height"))
    for tag in root.iter(f"{SVG}rect"):
        if tag.get("x") and tag.get("class", ""):
            assert float(tag.get("x")) + float(tag.get("width")) <= width
    assert max(float(line.get("y")) for line in classed(root, "caption")) < height


def test_the_file_has_a_name_a_type_and_may_be_kept(client):
    response, root = drawn(client, "kayles", "4+3+1", theory="r1", frame=2)
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert response.headers["Content-Disposition"] == 'attachment; filename="kayles-4+3+1-r1-2.svg"'
    assert "max-age=86400" in response.headers["Cache-Control"]
    assert not response.cookies
    assert text(root.find(f"{SVG}title")).startswith("Kayles, 4 + 3 + 1: R1 kinds, frame 2 of ")
    assert "Row 1: 4" in text(root.find(f"{SVG}desc"))


def test_the_file_needs_nothing_of_the_site(client):
    response, root = drawn(client, "partizan-kayles", "7+5", turn="right")
    source = response.content.decode()
    assert "var(--" not in source
    ids = {one.get("id") for one in root.iter() if one.get("id")}
    uses = {use.get("href") for use in root.iter(f"{SVG}use")}
    assert uses <= {f"#{name}" for name in ids}
    assert not re.findall(r'(?:href|src)="(?!#)', source)
    assert "<script" not in source


def test_rules_of_ones_own_are_escaped(client):
    response, root = drawn(client, "heaps:{1:[[]],2:[[],[1]]}", "2+1")
    assert "heaps" in response.headers["Content-Disposition"]
    assert not re.search(r'[{}\[\]",:]', response.headers["Content-Disposition"][22:-1])
    assert len(classed(root, "piece")) == 3


def test_a_theory_that_is_silent_is_drawn_with_its_reason(client):
    _, root = drawn(client, "kayles", "5+4+1", theory="nim-sum")
    assert len(classed(root, "piece")) == 10
    assert classed(root, "caption")


def test_many_pieces_are_written_in_numbers(client):
    _, root = drawn(client, "nim", "60+60+60+60+60+60+60+60")
    assert [text(size) for size in classed(root, "size")] == ["60"] * 8


@pytest.mark.parametrize(
    ("ruleset", "position", "asked", "said"),
    [
        ("nim", "9999", {}, "at most 60"),
        ("nim", "<b>", {}, "<b>"),
        ("xx", "1", {}, "'xx' is not a ruleset"),
        ("nim", "1+2", {"convention": "odd"}, "odd"),
        ("nim", "1+2", {"theory": "luck"}, "There is no theory called “luck”."),
        ("partizan-kayles", "3", {}, "Say whose turn it is"),
        ("partizan-kayles", "3", {"turn": "up"}, "up"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(client, ruleset, position, asked, said):
    response = client.get(f"/explore/{ruleset}/{position}/frame.svg", asked)
    assert response.status_code == 422
    assert response.headers["Content-Type"].startswith("text/plain")
    assert "max-age" not in response.headers.get("Cache-Control", "")
    assert said in response.content.decode()


@pytest.mark.parametrize("number", ["0", "-1", "x", "99", "²"])
def test_a_number_outside_of_the_film_means_its_nearest_frame(client, number):
    response, _ = drawn(client, "nim", "7+5+3", theory="nim-sum", frame=number)
    assert "nim-sum-" in response.headers["Content-Disposition"]


@pytest.mark.parametrize(
    "page",
    [
        "/explore/kayles/4+3+1/?theory=r1&frame=3",
        "/explore/partizan-kayles/7+5/?turn=right",
        "/theory/r1/?example=1&frame=2",
    ],
)
def test_every_film_offers_its_frame_as_a_file(client, page):
    html = client.get(page).content.decode()
    link = unescape(re.search(r'<a href="([^"]+)" download>Download as SVG</a>', html)[1])
    root = parsed(client.get(link))
    written = re.search(r'class="film-sentence"[^>]*>(.*?)</p>', html, re.DOTALL)[1]
    sentence = " ".join(unescape(re.sub(r"<[^>]+>", "", written)).split())
    assert " ".join(text(line) for line in classed(root, "caption")).startswith(sentence)


EMBED = "/explore/partizan-kayles/7+5/embed/?convention=misere&turn=right"


def test_a_board_stands_on_pages_of_others_with_its_verdict_and_the_way_back(client):
    page = client.get(EMBED)
    html = page.content.decode()
    assert html.count('class="scene-name"') == 2
    assert re.search(r'class="outcome.{0,99}Right (wins|loses)', html, re.S)
    assert not re.search("<(form|button|input|script)", html)
    [back] = re.findall(r'<a href="([^"]+)" target="_blank"', html)
    assert 'id="edit-board"' in client.get(unescape(back)).content.decode()


def test_the_board_alone_may_be_framed_and_kept_and_sets_no_cookie(client):
    page = client.get(EMBED)
    assert "X-Frame-Options" not in page
    assert "frame-ancestors *" in page["Content-Security-Policy"]
    assert "default-src 'none'" in page["Content-Security-Policy"]
    assert page["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert page["Cache-Control"] == "public, max-age=86400"
    assert not page.cookies
    assert client.get(EMBED, headers={"If-None-Match": page["ETag"]}).status_code == 304


@pytest.mark.parametrize("signed", [False, True])
def test_everybody_gets_the_same_board(client, django_user_model, signed):
    anybody = client.get(EMBED).content
    if signed:
        client.force_login(django_user_model.objects.create_user("ada"))
    assert client.get(EMBED).content == anybody
    assert client.post(EMBED).status_code == 405


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/explore/nim/61/embed/", "use at most 60 in a row"),
        ("/explore/chess/1/embed/", "chess"),
        ("/explore/partizan-kayles/3/embed/", "Say whose turn it is"),
    ],
)
def test_what_is_no_board_is_refused_in_one_sentence(client, address, said):
    page = client.get(address)
    assert page.status_code == 422
    assert said in page.content.decode()


def test_the_code_to_embed_names_the_board_and_its_address(client):
    html = client.get("/explore/kayles/4+3+1/?tab=share").content.decode()
    code = unescape(re.search(r'id="embed"[^>]*value="([^"]*)"', html)[1])
    frame = ElementTree.fromstring(code)  # noqa: S314 (our own words)
    assert frame.tag == "iframe"
    assert frame.get("title") == "Kayles: 4 + 3 + 1"
    assert frame.get("src") == "http://testserver/explore/kayles/4+3+1/embed/?convention=misere"
