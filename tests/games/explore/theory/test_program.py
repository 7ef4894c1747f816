"""The encyclopedia's program, stepped line by line beside what is so, scripts off."""

import html
import re

import pytest

from solver.teaching import run_sample
from tests.games.learn.lessons.lessons import TELL, lesson

URL = "/errata/program/"


def page(client, **asked):
    response = client.get(URL, asked)
    assert response.status_code == 200
    source = response.content.decode()
    return source, html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", source)))


def end(client, position, convention="misere"):
    return page(client, position=position, convention=convention, step="999")[1]


@pytest.mark.django_db
def test_back_and_next_lead_through_every_line(client):
    url, seen = f"{URL}?position=3%2B4%2B5&convention=misere&step=1", 0
    while url:
        source = client.get(url).content.decode()
        seen += 1
        assert source.count('<li aria-current="step">') == 1
        assert (f"Step {seen} of 17") in source
        following = re.search(r'id="next" href="([^"]+)"', source)
        assert ('id="back"' in source) == (seen > 1)
        url = html.unescape(following[1]).split("#")[0] if following else ""
    assert seen == 17 == len(run_sample((3, 4, 5)).steps)


@pytest.mark.django_db
def test_the_line_is_lit_and_its_names_are_shown(client):
    source, words = page(client, position="3+4+5", step="3")
    lit = re.search(r'<li aria-current="step"><code>([^<]+)</code>', source)[1]
    assert html.unescape(lit).strip() == "sums = [t ^ X < t for t in heaps]"
    assert "Which heaps are more than heap ⊕ 2? Heap 0." in words
    assert words.count("sums = [t ^ X < t for t in heaps]") == 2
    assert "sums [True, False, False] new" in words
    assert "heap 0" in words
    assert "Every winning move" not in words


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("position", "convention", "said"),
    [
        ("3+4+5", "misere", "✓ Its move wins. This can be won. All winning moves: from heap 0"),
        ("2+4+6", "misere", "✓ Its move is legal, but no move wins. Its warning is right. No move"),
        ("1+1", "misere", "✗ It takes nothing, which is not a move. It says “You will lose”, but"),
        ("1+1+1", "misere", "✗ Its move is legal, but no move wins. It gives no warning. No move"),
        ("1", "normal", "✗ It takes nothing, which is not a move. This can be won. All winning"),
        ("0", "misere", "✗ The program stops with an error. Nothing can be taken"),
    ],
)
def test_the_end_stands_beside_the_truth(client, position, convention, said):
    assert said in end(client, position, convention)


@pytest.mark.django_db
def test_what_cannot_be_run_is_refused_and_kept(client):
    refused = client.get(URL, {"position": "three", "convention": "misere"})
    assert refused.status_code == 422
    source = refused.content.decode()
    assert 'value="three"' in source
    assert 'role="alert"' in source
    assert client.get(URL, {"position": "3", "convention": "sideways"}).status_code == 422
    for step in ("", "x", "0", "-3", "²", "9" * 40):
        assert client.get(URL, {"step": step}).status_code == 200


@pytest.mark.django_db
def test_the_errata_of_the_encyclopedia_lead_to_it(client):
    article = client.get("/errata/").content.decode().split('id="encyclopedia"')[1]
    assert f'<a href="{URL}">Run its program line by line</a>' in article


@pytest.mark.django_db
def test_it_leads_to_its_lesson_once_there_is_one(client):
    assert "is about it" not in page(client)[1]
    lesson(TELL, slug="a-program-that-plays", number=10, title="A program that plays")
    source, words = page(client)
    assert "Lesson 10, A program that plays , is about it." in words
    assert 'href="/learn/a-program-that-plays/"' in source
