"""How much is explained is a choice, kept in the address; by itself everything is open."""

import re
from html import unescape

import pytest

from games.learn.lessons.models import Lesson
from games.people.models import User
from tests.games.learn.lessons.lessons import lesson

from .test_explore import text

pytestmark = pytest.mark.django_db

FRAGMENT = {"HX-Request": "true"}


def tabs(page):
    html = page.content.decode()
    listed = html.split('aria-label="Theories"')
    return re.findall(r">([\w -]+)</a>", listed[1].split("</nav>")[0]) if listed[1:] else []


def choose(client, page, name):
    """Follow the link of a level."""
    html = page.content.decode().split('aria-label="How much to explain"')[1].split("</nav>")[0]
    [url] = [
        url for url, label in re.findall(r'href="([^"]+)"[^>]*>([^<]+)<', html) if label == name
    ]
    return client.get(unescape(url))


def test_everything_is_open_until_less_is_asked_for(client):
    page = client.get("/explore/nim/4+3+4/?tab=theories")
    assert tabs(page) == ["Nim-sum", "Safe harbors", "R1 kinds", "Quotient", "Search"]
    assert re.search(r'aria-current="true">Everything<', page.content.decode())


def test_below_every_theory_equal_rows_cancel_and_replies_are_answered(client):
    page = choose(
        client, client.get("/explore/nim/4+3+4/?tab=theories"), "Pairs and smaller positions"
    )
    assert "Beside a row of 2 or more, two equal rows change nothing" in text(page)
    html = page.content.decode()
    page = client.get(unescape(html.split('">Show me why')[0].split('href="')[-1]))
    assert "Beside a row of 2 or more, two equal rows change nothing" in text(page)
    said = text(page)
    for word in ("nim-sum", "Nim-sum", "binary", "divisor", "R1", "element", "follows every line"):
        assert word not in said
    html = page.content.decode()
    following = unescape(re.search(r'rel="next" href="([^"#]*)', html)[1])
    assert "level=below" in following
    assert "One of the 11 moves wins: it leaves the other player a losing position" in text(
        client.get(following, headers=FRAGMENT)
    )
    last = re.findall(r'href="([^"#]*)#film"', html)[-1]
    assert "Each row has its twin." in text(client.get(unescape(last)))


def test_the_level_stays_when_the_board_is_changed(client):
    page = client.get("/explore/nim/4+3+4/?level=below&change=2:4&convention=misere")
    assert page.url == "/explore/nim/4+4+4/?convention=misere&level=below"
    shown = client.get(f"{page.url}&tab=theories")
    assert "Beside a row of 2 or more" not in text(client.get("/explore/nim/1+1+1/?level=below"))
    assert "so the rest decides who wins: 4." in text(shown)


def test_my_level_shows_the_theories_i_have_had(client):
    client.force_login(User.objects.create_user("ada"))
    lesson(slug="nim-sum")
    page = choose(client, client.get("/explore/nim/4+3+4/?tab=theories"), "At my level")
    assert "Nim-sum" not in tabs(page)
    assert "1 more that you haven't met yet" in text(page)
    assert f"in lesson {Lesson.objects.get().number}, {Lesson.objects.get().title}" in text(page)
    assert 'href="/learn/nim-sum/"' in page.content.decode()
    Lesson.objects.all().delete()
    page = choose(client, client.get("/explore/nim/4+3+4/?tab=theories"), "At my level")
    assert tabs(page)[0] == "Nim-sum"
    assert tabs(page)[-1] == "Pairs and smaller positions"
    assert "Search" not in tabs(page)


def test_who_has_had_nothing_gets_the_level_below(client):
    lesson(slug="four-kinds")
    page = client.get("/explore/kayles/3+1/?level=mine&theory=r1&tab=theories")
    assert "R1 kinds" not in tabs(page)
    assert "That is case" not in text(page)


@pytest.mark.parametrize("level", ["", "secret", "all"])
def test_a_level_that_is_not_there_means_everything(client, level):
    assert "Search" in tabs(client.get("/explore/nim/1+2/", {"level": level, "tab": "theories"}))


def test_a_position_too_large_for_every_theory_says_so_below_them_too(client):
    page = client.get("/explore/octal:0.32127/56+57+58+59/?level=below")
    assert page.status_code == 200
    assert "Too large to solve here." in text(page)
    assert 'class="refused"' in page.content.decode()


@pytest.mark.parametrize("level", ["mine", "below"])
def test_a_frame_of_any_level_is_cheap(client, django_assert_max_num_queries, level):
    address = f"/explore/kayles/4+3+1/?level={level}&theory=below&frame=2"
    with django_assert_max_num_queries(3):
        assert client.get(address, headers=FRAGMENT).status_code == 200


@pytest.mark.parametrize("level", ["all", "mine", "below"])
@pytest.mark.parametrize("theory", ["", "r1", "nim-sum", "reduction", "exhaustive", "below"])
@pytest.mark.parametrize("address", ["nim/4+3+4", "kayles/5+2", "subtraction:2/9+9+7", "0.77/3"])
def test_the_reasons_are_those_of_the_theory_that_is_chosen_among_all(
    client, address, theory, level
):
    """The tab with the reasons looks at no more theories than it shows."""
    shown = {"theory": theory, "level": level}
    one = client.get(f"/explore/{address}/", shown, follow=True)
    every = client.get(f"/explore/{address}/", shown | {"tab": "theories"}, follow=True)
    assert heading(one) == heading(every)
    assert verdict(one) == verdict(every)


def heading(page):
    """The theory whose reasons are shown, linked or not."""
    shown = re.search(r'<h2 id="lens-title">(.*?)</h2>', page.content.decode(), re.DOTALL)[1]
    return re.sub(r"<[^>]+>", "", shown).strip()


def verdict(page):
    return re.search(r'<p class="outcome.*?</p>', page.content.decode(), re.DOTALL)[0]
