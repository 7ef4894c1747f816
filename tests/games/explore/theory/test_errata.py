import re
from html import unescape

import pytest

from games.play.models import Match
from solver.teaching import ERRATA, SOURCES

from ..test_explore import text

pytestmark = pytest.mark.django_db

EXHIBITS = [
    pytest.param(erratum, number, id=f"{erratum.key}-{number}")
    for erratum in ERRATA
    for number in range(len(erratum.exhibits))
]


@pytest.fixture
def index(client):
    return client.get("/errata/")


@pytest.fixture
def errata(client):
    """The page of an erratum by its key."""
    return lambda key: client.get(f"/errata/{key}/")


def article(errata, key):
    return re.search(r"<article.*?</article>", errata(key).content.decode(), re.S)[0]


def form_of(errata, key, number):
    form = re.findall(r'<form class="play-form.*?</form>', article(errata, key), re.S)[number]
    return form, dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_every_source_is_quoted_with_its_place_and_0_35_comes_first(index, errata):
    html = index.content.decode()
    said = text(index)
    assert html.index('id="octal-035"') < html.index('id="gremlin"')
    assert "even if correct, is only a provisional contribution toward the misere project." in said
    for source in SOURCES:
        assert f'<section id="{source.key}"' in html
        assert f'<h3 id="{source.key}-title">{source.name}</h3>' in html
        for erratum in source.errata:
            assert f'id="{erratum.key}" href="/errata/{erratum.key}/"' in html
            quoted = article(errata, erratum.key)
            assert quoted.count("What is wrong.") == quoted.count("What is right.") == 1
            assert quoted.count("<blockquote>") == 1
            assert erratum.place in quoted


def test_the_lead_counts_what_is_false_what_is_short_and_what_is_misprinted(index):
    said = text(index)
    assert (
        "In the four sources 10 statements are false as printed, 7 leave out a case, "
        "and 5 are misprints." in said
    )
    counts = re.findall(r'<h2 id="(\w+)-title">([^:<]+): (\d+)</h2>', index.content.decode())
    assert counts == [
        ("false", "False as printed", "10"),
        ("too_short", "Too short", "7"),
        ("misprint", "Misprints", "5"),
    ]
    assert sum(int(number) for _, _, number in counts) == len(ERRATA)


@pytest.mark.parametrize(
    ("key", "sort"),
    [
        ("octal-035", "false"),
        ("one-row", "false"),
        ("canonical-form", "false"),
        ("cannot-match", "too_short"),
        ("case-4", "too_short"),
        ("sample-crash", "too_short"),
        ("conjecture", "misprint"),
        ("words", "misprint"),
    ],
)
def test_an_erratum_stands_in_its_sort_and_names_its_source(index, errata, key, sort):
    section = index.content.decode().split(f'<section class="errata" id="{sort}"')[1]
    assert f'id="{key}"' in section.split('<section class="errata"')[0]
    [source] = [one for one in SOURCES if key in {erratum.key for erratum in one.errata}]
    assert f"{source.name}. " in article(errata, key)


def test_both_ways_in_which_0_35_refutes_the_note_are_told(errata):
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", article(errata, "octal-035")))
    assert "4 + 1. By the note you lose" in said
    assert "4 + 2. By the note you win" in said
    assert "It's your turn, and you can win" in said
    assert "It's your turn, and every move loses" in said
    assert "Among the 125 positions" in said
    assert "mispredicts these 6" in said


@pytest.mark.parametrize(("erratum", "number"), EXHIBITS)
def test_a_shown_position_is_played_on_its_own_board(client, errata, erratum, number):
    form, fields = form_of(errata, erratum.key, number)
    exhibit = erratum.exhibits[number]
    buttons = [unescape(move) for move in re.findall(r'name="move" value="([^"]+)"', form)]
    move = exhibit.moves[0] if exhibit.wins else buttons[0]
    response = client.post("/play/", fields | {"move": move})
    assert response.status_code == 302
    match = Match.objects.get(pk=response.url.split("/")[2])
    assert match.moves.count() >= 1
    assert match.start == exhibit.position
    assert match.ruleset == exhibit.ruleset


@pytest.mark.parametrize(("erratum", "number"), EXHIBITS)
def test_a_shown_position_can_be_taken_to_the_table_and_explored(client, errata, erratum, number):
    form, _ = form_of(errata, erratum.key, number)
    exhibit = erratum.exhibits[number]
    explore, play = map(unescape, re.findall(r'<a href="([^"]+)"', form))
    setup = client.get(play).content.decode()
    assert f'value="{exhibit.position}"' in setup
    starter = "owner" if exhibit.wins else "other"
    assert re.search(rf'name="starter" value="{starter}"[^>]* checked', setup)
    who = (exhibit.to_move or "The player to move").capitalize()
    assert f"{who} {'wins' if exhibit.wins else 'loses'}" in text(client.get(explore))


def claims_of(errata, key):
    return re.findall(r'<section class="exhibit-side".*?</section>', article(errata, key), re.S)


@pytest.mark.parametrize(("erratum", "number"), EXHIBITS)
def test_a_claim_is_quoted_and_drawn_beside_what_refutes_it(errata, erratum, number):
    exhibit = erratum.exhibits[number]
    claim = unescape(claims_of(errata, erratum.key)[number])
    assert f"<p>{exhibit.claim.words}</p>" in claim
    assert any(exhibit.claim.words in quote for quote in erratum.quotes)
    assert f"<strong>{exhibit.claim.verdict}</strong>" in claim
    tags = re.findall(r'class="scene-tag is-plain">([^<]+)<', claim)
    assert tuple(tags) == exhibit.claim.tags
    assert len(re.findall(r"<use ", claim)) == sum(map(int, exhibit.position.split("+")))
    assert ("is-taken" in claim) == bool(exhibit.claim.move)
    refuted, _ = form_of(errata, erratum.key, number)
    assert 'class="film-link"' in refuted
    assert 'class="film-sentence"' in refuted


def test_the_film_is_opened_at_the_frame_that_answers_the_claimed_move(errata):
    refuted, _ = form_of(errata, "octal-035", 1)
    said = re.search(r'class="film-sentence">([^<]+)<', refuted)[1]
    assert "takes 1 from row 2, leaving 1, the other player answers" in said


def shortened(move):
    """A stored move without the zeros that keep its gaps."""
    row, parts = move.split(">")
    return f"{row}>{'+'.join(part for part in parts.split('+') if part != '0') or '0'}"


@pytest.mark.parametrize(("erratum", "number"), EXHIBITS)
def test_a_refuted_claim_can_be_challenged_in_play(client, errata, erratum, number):
    exhibit = erratum.exhibits[number]
    claim = claims_of(errata, erratum.key)[number]
    assert ("<button" in claim) == exhibit.disputed
    if not exhibit.disputed:
        return
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', claim))
    response = client.post(
        "/play/", {name: unescape(value) for name, value in fields.items()}, follow=True
    )
    match = Match.objects.get()
    assert (match.start, match.opponent) == (exhibit.position, "perfect")
    made = list(match.moves.order_by("ply"))
    if exhibit.claim.move:
        assert shortened(made[0].text) == exhibit.claim.move
        assert "Play this move against Perfect" in claim
    elif exhibit.claim.wins:
        assert made == []
        assert "Try to win it against Perfect" in claim
    else:
        assert len(made) == 1
        assert shortened(made[0].text) in exhibit.moves
        assert "Let Perfect start" in claim
    assert response.status_code == 200


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.key)
def test_ids_are_used_once(errata, erratum):
    ids = re.findall(r' id="([^"]+)"', errata(erratum.key).content.decode())
    assert len(ids) == len(set(ids))


def test_an_erratum_with_a_board_has_its_picture_on_the_index(index):
    for erratum in ERRATA:
        card = index.content.decode().split(f'id="{erratum.key}"')[1].split("</a>")[0]
        assert ("<svg" in card) == bool(erratum.exhibits)


def test_one_erratum_leads_to_the_next_until_none_is_left(client):
    address, seen = "/errata/octal-035/", []
    while address:
        seen.append(address.split("/")[2])
        html = client.get(address).content.decode()
        address = (re.findall(r'href="([^"]+)" rel="next"', html) or [""])[0]
    assert seen[0] == "octal-035"
    assert sorted(seen) == sorted(erratum.key for erratum in ERRATA)
    assert client.get("/errata/no-such-mistake/").status_code == 404


def test_where_r1_refuses_its_author_can_be_read(client):
    page = client.get("/explore/octal:0.35/4+1/", {"lens": "r1"}).content.decode()
    refused = page.split('class="refused"')[1].split("</p>")[0]
    assert "no gremlin can become a null" in refused
    address, anchor = refused.split('href="')[1].split('"')[0].split("#")
    section = client.get(address).content.decode().split(f'id="{anchor}"')[1]
    assert "only a provisional contribution" in section.split("</section>")[0]
    other = client.get("/explore/octal:0.35/4+1/", {"lens": "reduction"}).content.decode()
    assert "See what the note says" not in other


def challenges_at(client, address):
    html = client.get(address).content.decode()
    return re.findall(r'<section class="card challenge".*?</section>', html, re.S)


@pytest.mark.parametrize(
    ("address", "verdict", "button", "made"),
    [
        ("octal:0.35/4+1/?convention=misere", "nim-sum 0, so a loss", "Let Perfect start", 1),
        ("octal:0.35/1+4/?convention=misere", "nim-sum 0, so a loss", "Let Perfect start", 1),
        (
            "octal:0.35/4+2/?convention=misere",
            "a win, by leaving 4 + 1",
            "Play this move against Perfect",
            2,
        ),
        (
            "nim/1+1+1/?convention=misere",
            "not printed here, so a win",
            "Try to win it against Perfect",
            0,
        ),
    ],
)
def test_the_explorer_lets_a_refuted_claim_be_tried(client, address, verdict, button, made):
    (challenge,) = challenges_at(client, f"/explore/{address}")
    assert f"</strong> {verdict}." in challenge
    assert button in challenge
    key = re.search(r'href="/errata/([^"]+)/"', challenge)[1]
    assert key in {erratum.key for erratum in ERRATA}
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', challenge))
    response = client.post("/play/", {name: unescape(said) for name, said in fields.items()})
    assert response.status_code == 302
    assert Match.objects.get().moves.count() == made


@pytest.mark.parametrize(
    "address",
    [
        "octal:0.35/4+1/?convention=normal",
        "octal:0.35/4+3/?convention=misere",
        "partizan-kayles/3/?turn=left",
        "partizan-kayles/3/?turn=right",
    ],
)
def test_where_no_source_is_refuted_none_is_challenged(client, address):
    assert challenges_at(client, f"/explore/{address}") == []
