"""Quotients to look at: the gallery, one game's elements as a drawing and in tables, files."""

import itertools
import json
import re
from contextlib import suppress
from html import unescape
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from games.boards.games import OFFERS
from games.explore.lab.quotients import gallery, quotients, views
from games.explore.lab.quotients.infinite import CELL, InfiniteProof
from games.web.models import Heartbeat
from games.web.parts import PARTS
from solver import (
    VERSION,
    Budget,
    BudgetExceededError,
    Growth,
    GrowthRow,
    QuotientTable,
    companies,
    get_ruleset,
    infinite_games,
    infinite_quotient,
    quotient_of,
)
from tests.solver import oracle

pytestmark = pytest.mark.django_db

KAYLES = "/lab/quotients/kayles/"
MOST_PIECES = 9
"""Up to so many pieces a company is compared with every smaller one."""


@pytest.fixture(autouse=True)
def _nothing_remembered():
    cache.clear()
    PARTS.clear()


def words(answer):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def drawing(answer):
    """The elements that are drawn, and which of them are filled."""
    svg = re.search(r'<svg class="lab-graph".*?</svg>', answer.content.decode(), re.DOTALL)[0]
    groups = [
        (group.find("text").text, group.get("class"))
        for group in ElementTree.fromstring(svg).iter("g")  # noqa: S314 (our own words)
    ]
    return [name for name, _ in groups], {name for name, kind in groups if "lost" in kind}


def test_the_quotient_of_kayles_in_numbers_and_as_a_drawing(client):
    page = client.get(KAYLES)
    said = words(page)
    assert (
        "however long its rows, is worth one of 40 elements. The player to move loses in 9 of them."
    ) in said
    assert "order 40 losing 9 period 12 from row 71" in said
    assert "Wild: its elements are not those of Nim." in said
    names, lost = drawing(page)
    assert len(names) == len(set(names)) == 40
    assert lost == {"a", "d", "e", "ade", "ac", "bb", "acc", "add", "adf"}
    assert "Losing elements: a d e ac bb acc add ade adf" in said
    for relation in ("aa = 1", "bbb = b", "ccc = c", "bd = bc", "ee = de"):
        assert relation in said
    assert "computed up to a row of 167 at least. That is one less than twice 71, twice the" in said


def test_an_arrow_leads_from_each_element_to_its_product(client):
    plain, drawn = client.get(KAYLES), client.get(f"{KAYLES}?by=c")
    assert plain.content.decode().count("quotient-arrow") == 0
    assert drawn.content.decode().count('class="quotient-arrow"') == 40
    assert "An arrow leads from each element to its product with c." in words(drawn)
    assert client.get(f"{KAYLES}?by=zz").content.decode().count("quotient-arrow") == 0


def test_each_element_has_its_smallest_position_which_is_lost_if_it_is(client):
    page = client.get("/lab/quotients/octal:0.123/").content.decode()
    rows = re.findall(
        r'<th scope="row">(\w+)</th>\s*<td>(loses|wins)</td>.*?'
        r'<a href="(/explore/octal:0.123/([\d+]+)/\?convention=misere)"',
        page,
        re.DOTALL,
    )
    assert len(rows) == 20
    search = oracle.Oracle(oracle.octal("0.123"), misere=True)
    for _, said, address, position in rows:
        sizes = tuple(int(size) for size in position.split("+") if size != "0")
        assert search.wins(sizes) is (said == "wins")
        assert client.get(address).status_code == 200
    play = re.findall(r'href="(/play/[^"]*)">play</a>', page)
    assert len(play) == 19  # with nothing left there is nothing to play
    assert client.get(unescape(play[-1])).status_code == 200


APART = re.compile(
    r'<th scope="row">(\w+)</th>\s*<td>\s*(?:<a href="([^"]+)">)?([\w +]+?)\s*(?:</a>)?\s*</td>'
    r"\s*<td>(wins|loses)</td>\s*<td>(wins|loses)</td>"
)


def apart(client, address, chosen):
    """The lines of an element beside the others: name, address, company, and who wins each."""
    page = client.get(address, {"apart": chosen}).content.decode()
    return APART.findall(page.split("What tells two elements apart")[1])


def rows_of(written):
    return tuple(int(size) for size in re.findall(r"\d+", written) if size != "0")


@pytest.mark.parametrize(
    ("key", "rules", "chosen"),
    [
        ("octal:0.123", oracle.octal("0.123"), ["1", "a", "b", "ab", "bb"]),
        ("subtraction:3", oracle.takes((1, 2, 3)), ["1", "a", "b", "ab", "bb", "abb"]),
        ("kayles", oracle.kayles, ["a", "bb", "c", "abb"]),
    ],
)
def test_each_pair_of_elements_has_its_smallest_company_by_exhaustive_search(
    client, key, rules, chosen
):
    address = f"/lab/quotients/{key}/"
    table = client.get(address).content.decode()
    smallest = dict(
        re.findall(
            rf'<th scope="row">(\w+)</th>\s*<td>(?:loses|wins)</td>.*?/explore/{key}/([\d+]+)/',
            table.split("What tells two elements apart")[0],
            re.DOTALL,
        )
    )
    search, seen = oracle.Oracle(rules, misere=True), 0
    for name in chosen:
        lines = apart(client, address, name)
        assert [line[0] for line in lines] == [other for other in smallest if other != name]
        for other, url, company, one_says, other_says in lines:
            one, two, added = map(rows_of, (smallest[name], smallest[other], company))
            if sum(added) > MOST_PIECES:
                continue
            seen += 1
            assert (one_says == "wins") is search.wins(one + added), (name, other)
            assert (other_says == "wins") is search.wins(two + added), (name, other)
            assert one_says != other_says
            for less in companies(sum(added) - 1, sum(added), sum(added)):
                assert search.wins(one + less) is search.wins(two + less), (name, other, less)
            if name == chosen[-1]:
                assert words(client.get(unescape(url))).count("tells them apart") or not added
    assert seen > 10


def test_one_element_is_compared_as_soon_as_it_is_chosen_and_nobody_waits_for_it(client):
    plain = client.get(KAYLES).content.decode().split("What tells two elements apart")[1]
    assert "<summary>a and each of the others</summary>" in plain
    assert '<details class="more">' in plain
    chosen = client.get(f"{KAYLES}?apart=bb").content.decode().split("two elements apart")[1]
    assert "<summary>bb and each of the others</summary>" in chosen
    assert '<details class="more" open>' in chosen
    assert '<option value="bb" selected>' in chosen
    told = {line[0]: line[2:] for line in APART.findall(chosen)}
    assert len(told) == 39
    assert told["1"] == ("nothing", "loses", "wins")
    assert told["acc"] == ("2 + 2", "loses", "wins")
    unknown = client.get(f"{KAYLES}?apart=zz").content.decode()
    assert "<summary>a and each of the others</summary>" in unknown


def test_rows_are_drawn_with_their_period_and_told_in_a_table(client):
    page = client.get("/lab/quotients/octal:0.123/")
    assert "length of the row, from 5 on, every 5" in words(page)
    assert page.content.decode().count("pretending-bracket") == 1
    table = re.search(r"<table.*?</table>", page.content.decode(), re.DOTALL)[0]
    told = re.findall(r"<td>\s*(?:<strong>)?(\w+)?", table)
    known = quotient_of(get_ruleset("octal:0.123"), Budget())
    known.grow(None, Budget())
    names, _ = known.names()
    assert told[1:16] == [names[known.element(size, Budget())] for size in range(1, 16)]
    assert "<strong>a</strong>" in table


def test_small_quotients_have_a_multiplication_table_and_large_ones_do_not(client):
    small = client.get("/lab/quotients/subtraction:3/").content.decode()
    table = re.search(r"The multiplication table.*?</table>", small, re.DOTALL)[0]
    lines = re.findall(r"<tr>\s*<th scope=\"row\">(\w+)</th>(.*?)</tr>", table, re.DOTALL)
    assert len(lines) == 6
    products = {name: re.findall(r"<td>(?:<strong>)?(\w+)", cells) for name, cells in lines}
    heads = list(products)
    assert products["b"][heads.index("b")] == "bb"
    assert products["bb"][heads.index("b")] == "b"
    assert products["a"][heads.index("a")] == "1"
    assert "The multiplication table" not in client.get(KAYLES).content.decode()
    assert "Tame: its elements are those of Nim." in small


def test_the_mex_function_says_what_follows_from_the_options(client):
    page = client.get("/lab/quotients/octal:0.123/").content.decode()
    table = re.search(r"<summary>The mex function.*?</table>", page, re.DOTALL)[0]
    lines = re.findall(r"<tr><td>([^<]*)</td><td>(\w+)</td><td>([^<]*)</td></tr>", table)
    assert ("1", "a", "1") in [(options, mex, rows.split(",")[0]) for options, mex, rows in lines]
    covered = {
        size
        for _, _, rows in lines
        for run in rows.split(", ")
        for size in range(int(run.split("–")[0]), int(run.split("–")[-1]) + 1)
    }
    assert covered == set(range(1, max(covered) + 1))


def test_files_to_take_away(client):
    answer = client.get(f"{KAYLES}quotient.json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="quotient-kayles.json"'
    data = json.loads(answer.content)
    assert (data["finite"], data["solver"]) == (True, VERSION)
    assert data["address"] == f"http://testserver{KAYLES}"
    assert data["reason"] == (
        "This is proved for rows of every length: from 71 on, the elements repeat every 12."
    )
    assert (data["order"], data["p_portion_order"], data["preperiod"], data["period"]) == (
        40,
        9,
        71,
        12,
    )
    assert len(data["table"]) == 40
    assert ["aa", "1"] in data["relations"]
    assert data["smallest_positions"][data["elements"].index("bb")] == [2, 2]
    for size in (1, 4, 9, 12, 20):
        assert data["pretending_function"][size] in data["p_portion"]
    paper = client.get(f"{KAYLES}quotient.tex").content.decode()
    assert r"\mid a^{2}=1, bd=bc" in paper
    assert r"$|\mathcal{Q}| = 40$" in paper
    assert r"\Phi(27)=g" in paper
    svg = client.get(f"{KAYLES}graph.svg?by=a")
    root = ElementTree.fromstring(svg.content)  # noqa: S314 (our own words)
    assert len([group for group in root.iter() if group.get("class") == "quotient-lost"]) == 9
    assert len([path for path in root.iter() if path.get("class") == "quotient-arrow"]) == 40


@pytest.mark.parametrize("file", ["quotient.json", "quotient.tex", "graph.svg"])
def test_what_has_no_quotient_is_refused_in_a_sentence(client, file):
    answer = client.get(f"/lab/quotients/partizan-kayles/{file}")
    assert answer.status_code == 422
    assert "is not an impartial game" in answer.content.decode()
    page = client.get("/lab/quotients/nothing/")
    assert page.status_code == 422
    assert "nothing" in words(page)


def test_too_many_elements_are_neither_drawn_nor_listed(client, monkeypatch):
    monkeypatch.setattr(quotients, "MOST_DRAWN", 39)
    said = words(client.get(KAYLES))
    assert "40 elements are too many to draw or list here. The files have them all." in said
    assert "SVG" not in said
    assert client.get(f"{KAYLES}graph.svg").status_code == 422


@pytest.mark.django_db(transaction=True)
def test_one_that_is_not_settled_is_offered_watched_and_then_shown(client, monkeypatch):
    monkeypatch.setattr(views, "page_budget", lambda: Budget(10))
    monkeypatch.setattr(quotients, "quotient_of", lambda rules, budget: QuotientTable(rules))
    Heartbeat.objects.create(worker="one", seen_at=timezone.now())
    page = "/lab/quotients/octal:0.5121/"
    before = words(client.get(page))
    assert "Longer rows may need more." in before
    assert "Compute it in the background" in before
    assert before.count("too long for one page") == 1
    assert "An exact answer takes more than" not in before
    asked = {"what": "quotient", "ruleset": "octal:0.5121"}
    client.post("/lab/studies/", asked)
    during = words(client.get(page))
    assert "We're computing longer rows 0 of 60 seconds. Stop it" in during
    assert "in progress: 0 of 60 seconds" in words(client.get("/lab/quotients/"))
    call_command("work", "--once")
    assert "however long its rows, is worth one of 8 elements" in words(client.get(page))
    assert "Your long computations The misère quotient of Octal game 0.5121 computed" in words(
        client.get("/lab/quotients/")
    )


def hung(client, asked=""):
    """The cards of the gallery: the name of each game and what is said of its elements."""
    page = unescape(client.get(f"/lab/quotients/{asked}").content.decode())
    return re.findall(r"<strong>([^<]+)</strong>\s*<span>\s*([^<]*?)\s*</span>", page)


def test_the_gallery_hangs_games_with_their_quotients_and_takes_them_down(client, monkeypatch):
    games = ("kayles", "subtraction:3", "octal:0.75", "octal:0.07")
    monkeypatch.setattr(gallery, "GAMES", games)
    kayles, rows, wild, dawson = hung(client)
    assert (kayles[0], kayles[1].split()) == ("Kayles", ["40", "elements,", "9", "losing"])
    assert (rows[0], wild[0]) == ("Take 1 to 3", "Octal game 0.75")
    assert dawson[0] == "Dawson's Kayles"
    assert dawson[1].startswith("at least")
    assert hung(client, "?which=wild&by=period") == [kayles, wild]
    assert hung(client, "?which=tame") == [rows]
    assert hung(client, "?which=open") == [dawson]
    assert hung(client, "?by=order")[0] == kayles
    assert "period 12 from row 71 on, wild" in words(client.get("/lab/quotients/?which=x&by=y"))


def test_a_game_that_is_typed_leads_on(client):
    assert (
        client.get("/lab/quotients/?ruleset=octal:0.31")
        .headers["Location"]
        .endswith("/lab/quotients/octal:0.31/")
    )
    answer = client.get("/lab/quotients/?ruleset=chess")
    assert answer.status_code == 422
    assert "chess" in words(answer)


@pytest.mark.parametrize(("game", "name"), [("nim", "Nim"), ("lasker", "Lasker's Nim")])
def test_an_infinite_quotient_is_settled_and_nothing_is_offered(client, game, name):
    Heartbeat.objects.create(worker="one", seen_at=timezone.now())
    said = words(client.get(f"/lab/quotients/{game}/"))
    assert "It is infinite: R1 covers heaps" in said
    assert "Each new power of two adds elements" in said
    assert "Compute it in the background" not in said
    assert "too long for one page" not in said
    data = client.get(f"/lab/quotients/{game}/quotient.json").json()
    assert (data["finite"], data["complete"]) == (False, False)
    assert data["reason"].startswith(f"The misère quotient of {name} is infinite: R1 covers")


def test_infinite_quotients_hang_among_themselves(client):
    assert dict(hung(client, "?which=infinite")) == {
        "Nim": "∞ elements",
        "Lasker's Nim": "∞ elements",
        "Octal game 0.354": "∞ elements",
        "Octal game 0.3541": "∞ elements",
        "Octal game 0.3122": "∞ elements",
    }
    assert {"Nim", "Lasker's Nim"}.isdisjoint(dict(hung(client, "?which=open")))
    assert {"Nim", "Lasker's Nim"}.isdisjoint(dict(hung(client, "?which=tame")))
    assert [name for name, _ in hung(client, "?by=order")][:2] == ["Lasker's Nim", "Nim"]
    page = words(client.get("/lab/quotients/?which=infinite"))
    assert "∞ elements R1 covers heaps of every size, and their nim-values have no bound" in page


def test_the_gallery_says_the_same_whatever_was_computed_before(client):
    first = hung(client, "?which=open")
    cache.clear()
    with suppress(BudgetExceededError):
        quotient_of(get_ruleset("octal:0.007"), Budget()).grow(60, Budget(3_000))
    assert dict(first)["Treblecross"].startswith("at least")
    assert hung(client, "?which=open") == first


def test_only_games_with_a_quotient_are_suggested(client):
    page = client.get("/lab/quotients/").content.decode()
    offers = re.findall(r'<option value="([^"]+)">', page)
    assert len(offers) == len(OFFERS) - 1
    for key in offers:
        assert client.get(f"/lab/quotients/{key}/").status_code == 200, key


def test_what_the_solver_keeps_is_shown_however_little_a_page_may_spend(client, monkeypatch):
    monkeypatch.setattr(views, "page_budget", lambda: Budget(1))
    said = words(client.get("/lab/quotients/octal:0.046/"))
    assert "order 40 losing 9 period 36 from row 214" in said
    shown = words(client.get("/explore/octal:0.15/58+59/?theory=misere-quotient&tab=theories"))
    assert "takes too long for one page" not in shown
    assert "the product, bd, is one of the 12 losing products" in shown


@pytest.mark.parametrize(
    ("key", "size", "numbers"),
    [("octal:0.07", 24, (24, 5)), ("octal:0.26", 28, (84, 21)), ("octal:4.07", 28, (84, 21))],
)
def test_what_the_solver_keeps_of_shorter_rows_is_shown_with_nothing_computed(
    client, monkeypatch, key, size, numbers
):
    monkeypatch.setattr(QuotientTable, "grow", None)
    order, lost = numbers
    said = words(client.get(f"/lab/quotients/{key}/"))
    assert f"Every position of rows up to {size} is worth one of {order} elements." in said
    assert f"The player to move loses in {lost} of them. Longer rows may need more." in said
    assert "How it grows" in said


def test_the_wild_games_that_the_solver_keeps_hang_in_the_gallery(client):
    wild = dict(hung(client, "?which=wild"))
    assert wild["Octal game 0.152"].split()[:2] == ["34", "elements,"]
    assert wild["Octal game 4.56"].split()[:2] == ["8", "elements,"]
    assert "Octal game 0.77" not in wild
    assert len(wild) >= 52


@pytest.mark.parametrize("key", infinite_games())
def test_an_infinite_quotient_of_few_rows_shows_its_proof(client, key):
    """The family in a table whose sums are right by search, and nothing to compute."""
    Heartbeat.objects.create(worker="one", seen_at=timezone.now())
    infinite = infinite_quotient(key)
    page = client.get(f"/lab/quotients/{key}/")
    said = words(page)
    assert f"It is infinite: rows of up to {infinite.up_to} alone have infinitely many" in said
    assert all(sentence in said for sentence in infinite.proof)
    assert "Conjecture: there are no others." in said
    assert "Compute it in the background" not in said
    assert "may need more" not in said
    assert f"{infinite.up_to} ∞ ∞" in said
    judge = oracle.Oracle(oracle.octal(key.removeprefix("octal:")), misere=True)
    lines = list(InfiniteProof(infinite).lines)
    linked = [line for line in lines if line.winning_url]
    assert len(linked) >= 2
    for line in linked:
        assert f'href="{line.losing_url}"' in page.content.decode()
        for url, wins in ((line.losing_url, False), (line.winning_url, True)):
            position = tuple(sorted(map(int, url.split("/")[3].split("+"))))
            assert judge.wins(position) is wins, url
            assert client.get(url).status_code == 200
    data = client.get(f"/lab/quotients/{key}/quotient.json").json()
    assert data["infinite"]["relations"] == [list(pair) for pair in infinite.relations]
    assert data["growth"][-1]["size"] == infinite.up_to - 1


@pytest.mark.parametrize("key", infinite_games())
def test_pictures_of_losing_sums_are_true(key):
    """Each cell against search, for up to nine rows in all."""
    proof = InfiniteProof(infinite_quotient(key))
    judge = oracle.Oracle(oracle.octal(key.removeprefix("octal:")), misere=True)
    across, down = proof.axes
    assert len(proof.pictures) >= 3
    assert proof.pictures[0].beside == ""
    for picture in proof.pictures:
        beside = tuple(map(int, picture.beside.split("+"))) if picture.beside else ()
        filled = {
            (int(x) // CELL, int(y) // CELL) for x, y in re.findall(r"M(\d+) (\d+)h", picture.path)
        }
        for x, y in itertools.product(range(6), repeat=2):
            if x + y + len(beside) <= 8:
                position = tuple(sorted(beside + (across,) * x + (down,) * y))
                assert ((x, y) in filled) != judge.wins(position), position


def test_nim_shows_that_heaps_are_told_apart_by_themselves(client):
    said = words(client.get("/lab/quotients/nim/"))
    assert "It is infinite: R1 covers heaps of every size" in said
    assert "2 2 2×2 2+3" in said
    assert "d a row of 8 and so on" in said
    assert "The losing sums of rows up to" not in said


def test_a_quotient_that_is_not_settled_shows_how_it_grows(client, monkeypatch):
    """The numbers of rows known on the page, and the law if so few suggest one."""
    answer = client.get("/lab/quotients/octal:0.26/")
    said = words(answer)
    assert "How it grows" in said
    assert "2 2 +1 1 +1 3 6 +4 2 +1" in said
    law = (
        "Conjecture: from row 9 on, every 4 rows add 1 losing element more than the 4 rows before."
    )
    assert (
        f"{law} Of the rows of up to 28, 9 numbers suggest this law, and 11 more agree with it."
        in said
    )
    said = words(client.get("/lab/quotients/octal:0.07/"))
    assert "Conjecture" not in said
    assert "The numbers do not show a law yet." in said
    rows = tuple(GrowthRow(size, size**2 + 1, size) for size in range(20))
    monkeypatch.setattr(quotients, "growth_of", lambda known, budget: Growth(rows))
    PARTS.clear()
    said = words(client.get("/lab/quotients/octal:0.26/"))
    assert "Conjecture: from row 0 on, every row adds 2 elements more than the row before." in said
    assert "If this holds for every row, the quotient is infinite." in said
    assert "do not show a law" not in said


def test_growth_that_costs_too_much_is_left_out(client, monkeypatch):
    def too_much(known, budget):
        raise BudgetExceededError("Too much.", budget=1)

    monkeypatch.setattr(quotients, "growth_of", too_much)
    said = words(client.get("/lab/quotients/octal:0.26/"))
    assert "How it grows" not in said
    assert "growth" not in client.get("/lab/quotients/octal:0.26/quotient.json").json()


def test_a_finite_quotient_does_not_grow(client):
    assert "How it grows" not in words(client.get(KAYLES))
    assert "growth" not in client.get(f"{KAYLES}quotient.json").json()


def test_the_page_of_a_quotient_that_is_open_says_where_play_is_solved(client):
    """Plambeck 1992, for the kin of 4.7; not for 0.26, nor where the quotient is known."""
    for code, is_solved in (("0.355", True), ("0.26", False), ("4.74", False), ("4.7", False)):
        page = client.get(f"/lab/quotients/octal:{code}/").content.decode()
        assert ("Play is solved for rows of every length. Thane Plambeck" in page) == is_solved, (
            code
        )


@pytest.mark.parametrize("code", ["4.7", "4.71"])
def test_the_page_of_daisies_says_who_wins_with_rows_of_every_length(client, code):
    page = words(client.get(f"/lab/quotients/octal:{code}/"))
    assert "of the rows of 4, 8, 12 and so on, no two are alike" in page
    assert "Thane Plambeck solved play first" in page
    assert "not settled" not in page
    assert "If this holds for every row" not in page
