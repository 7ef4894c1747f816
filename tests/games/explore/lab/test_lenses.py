"""Published rules beside the truth: what the page says, shows and lets one play."""

import re

import pytest

from games.explore.lab.claims.published_rules import Lenses
from games.play.models import Match
from solver import PUBLISHED, BudgetExceededError, ask

from ..test_explore import text

pytestmark = pytest.mark.django_db
LENSES = "/lab/lenses/"


def look(client, ruleset, position, convention="misere", status=200, **more):
    asked = {"ruleset": ruleset, "position": position, "convention": convention} | more
    page = client.get(LENSES, asked)
    assert page.status_code == status
    return page


def pills(page):
    """Each rule with what a listener hears of it."""
    nav = re.search(
        r'<nav class="pills" aria-label="Published rules".*?</nav>', page.content.decode(), re.S
    )[0]
    return {
        " ".join(re.sub(r"<[^>]+>", "", name).replace("✓", "").replace("✗", "").split()): words
        for name, words in (
            (link.split('<span class="only-heard">')[0], " ".join(heard.split()))
            for link, heard in re.findall(
                r'(<a [^>]*href.*?)(?<=<span class="only-heard">)(.*?)</span>', nav, re.S
            )
        )
    }


def form_of(page, start):
    """The hidden fields of the form that begins with *start*."""
    html = page.content.decode()
    form = html[html.index(start) :].split("</form>")[0]
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


def test_the_page_begins_with_r1_where_it_goes_wrong(client):
    page = client.get(LENSES)
    said = text(page)
    assert (
        "In fact the player to move wins. The nim-sum is 0, and there is a trap or a switch."
        in said
    )
    assert "It's your turn, and ✓ you can win" in said
    assert "gremlin" in said
    assert pills(page) == {
        "R1 as printed": ": disagrees with the truth here",
        "Theorem 4 as printed": ": says nothing here",
        "The encyclopedia’s program": ": says nothing here",
        "The laundry room idea": ": disagrees with the truth here",
    }


@pytest.mark.parametrize("rule", PUBLISHED, ids=lambda rule: rule.key)
def test_each_rule_has_a_position_that_disagrees_with_it(client, rule):
    html = client.get(LENSES).content.decode()
    section = html[html.index('id="elsewhere-title"') :]
    links = re.findall(r'href="(/lab/lenses/[^"]*)"', section)
    [link] = [one for one in links if one.endswith(f"lens={rule.key}")]
    page = client.get(link.replace("&amp;", "&"))
    assert pills(page)[rule.name] == ": disagrees with the truth here"
    assert rule.quote in text(page)


def test_the_smallest_disagreements_stand_under_the_board_and_lead_to_theirs(client):
    page = look(client, "nim", "1+2+4", lens="laundry")
    said = text(page)
    assert "It rightly says that the player to move wins. But leaving 1 + 2 + 2 loses." in said
    assert "Wrong about who wins 2 + 2 + 1 It says that the player to move loses. In fact" in said
    assert "Wrong about what to play 4 + 2 + 1" in said
    html = page.content.decode()
    smallest = html[html.index('id="smallest-title"') : html.index('id="elsewhere-title"')]
    first = re.findall(r'href="([^"]*)"', smallest)[0]
    assert "loses. In fact the player to move wins." in text(
        client.get(first.replace("&amp;", "&"))
    )


def test_where_there_is_none_the_page_says_how_far_it_looked(client):
    said = text(look(client, "kayles", "4+1", lens="r1-printed"))
    assert "It rightly says that the player to move wins." in said
    assert "Nowhere among the 62 positions of up to 12 pieces, in up to 4 rows, that it" in said
    said = text(look(client, "subtraction:{2,3}", "4+1", lens="laundry"))
    assert "The laundry room idea says nothing here. It covers only games in which" in said
    # A row of one that cannot be left out of account: no position has a rule for it.
    assert "goes wrong first" not in said


def test_a_rule_says_why_it_says_nothing(client):
    for ruleset, position, lens, why in (
        ("kayles", "5+1", "r1-printed", "A row of 5 breaks its second condition"),
        ("nim", "3+2", "laundry", "There is no single card to set aside."),
        ("kayles", "3", "program", "It plays only Nim."),
        ("nim", "3", "theorem-4", "It covers only partizan Kayles"),
    ):
        said = text(look(client, ruleset, position, lens=lens))
        assert f"says nothing here. {why}" in said
        assert "The player to move" in said
        assert "Explore this position" in said


def test_theorem_4_is_looked_at_for_either_player(client):
    left = look(client, "partizan-kayles", "3+1", turn="left")
    right = look(client, "partizan-kayles", "3+1", turn="right")
    assert "By Theorem 3 the player to move loses." in text(left)
    assert "But it names no move." in text(right)
    assert "It's your turn, as Right" in text(right)
    assert "To move" in text(look(client, "partizan-kayles", "3"))
    assert "turn" not in look(client, "nim", "3").content.decode().split("</form>")[0]


def test_the_board_is_played_at_once_against_the_perfect_player(client):
    page = client.get(LENSES)
    fields = form_of(page, '<form class="play-form')
    assert (fields["ruleset"], fields["position"], fields["opponent"]) == (
        "octal:0.35",
        "4+1",
        "perfect",
    )
    assert client.post("/play/", fields | {"move": "1>1+1"}).status_code == 302
    assert Match.objects.get().moves.first().text == "1>1+1"


def test_the_claim_is_tried_by_taking_its_side(client):
    page = look(client, "octal:0.35", "4+1", lens="r1-printed")
    html = page.content.decode()
    assert "Let Perfect start, and try to win" in html
    claim = html[html.index('aria-label="The claim"') :].split("</section>")[0]
    assert dict(re.findall(r'name="(\w+)" value="([^"]*)"', claim))["starter"] == "other"
    page = look(client, "nim", "1+2+4", lens="laundry")
    claim = page.content.decode()
    claim = claim[claim.index('aria-label="The claim"') :].split("</section>")[0]
    assert dict(re.findall(r'name="(\w+)" value="([^"]*)"', claim))["move"] == "3&gt;2"
    # Who is right has nothing to be tried.
    agreed = look(client, "nim", "3+2", lens="program")
    assert "You say" not in text(agreed)
    assert "It rightly says that the player to move wins. It gives no warning." in text(agreed)


def test_what_cannot_be_read_is_said_and_kept(client):
    page = look(client, "nim", "1+x", status=422)
    assert "is not a position; write whole numbers joined by +" in text(page)
    assert 'value="1+x"' in page.content.decode()
    look(client, "nothing", "1", status=422)
    look(client, "partizan-kayles", "3", turn="up", status=422)
    look(client, "nim", "61", status=422)
    assert 'value="1+x"' not in client.get(LENSES).content.decode()


def test_with_nothing_to_play_only_the_sentence_stands(client):
    said = text(look(client, "octal:0.07", "1+1", lens="r1-printed"))
    assert "It rightly says that the player to move wins." in said
    assert "make a move" not in said
    assert "With nothing on the table the program stops" in text(
        look(client, "nim", "0", lens="program")
    )


def test_a_large_board_is_written_in_numbers_and_played_on_its_own_page(client):
    page = look(client, "nim", "60+59+58+57+56", lens="program")
    html = page.content.decode()
    assert 'name="move"' not in html
    assert "Play it" in text(page)
    assert len(html) < 60_000


def test_a_game_of_ones_own_stays_in_the_list(client):
    html = look(client, "octal:0.314", "5+2").content.decode()
    assert '<option value="octal:0.314" selected>' in html


def test_the_explorer_leads_to_the_rules_that_fit(client):
    def printed(address):
        html = client.get(address).content.decode()
        if 'aria-label="Published rules"' not in html:
            return []
        nav = html.split('aria-label="Published rules"')[1].split("</nav>")[0]
        return re.findall(r'href="[^"]*lens=([a-z0-9-]+)"', nav)

    assert printed("/explore/nim/3+2/?convention=misere&tab=theories") == [
        "r1-printed",
        "program",
        "laundry",
    ]
    assert printed("/explore/nim/3+2/?convention=normal&tab=theories") == ["program"]
    assert printed("/explore/partizan-kayles/3/?convention=misere&turn=left&tab=theories") == [
        "theorem-4"
    ]
    assert printed("/explore/kayles/3/?convention=normal&tab=theories") == []
    assert printed("/explore/nim/3+2/?convention=misere&level=below&tab=theories") == []


def test_what_is_too_large_to_decide_is_said(client, monkeypatch):
    page = look(client, "octal:0.35", "40+39+38", lens="r1-printed")
    assert "says nothing here" in text(page)

    def refuse(*given, **more):
        raise BudgetExceededError("Too dear.", budget=1)

    monkeypatch.setattr("games.explore.lab.claims.published_rules.shown", refuse)
    monkeypatch.setattr("games.explore.lab.claims.published_rules.smallest_errors", refuse)
    lenses = Lenses(ask("nim", "3+2"), "program")
    assert (lenses.shown, lenses.smallest) == (None, None)
