"""The page of how far R1 reaches: the map, its table, and the way to each game."""

import re
from html import unescape

import pytest

from solver import chart_of, charted_codes, known_reaches, reach_of, standard_form

pytestmark = pytest.mark.django_db
PAGE = "/lab/reach/"


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def lines(client, **asked):
    """The lines of the table: the code of each game, and all that is said of it."""
    page = client.get(PAGE, asked).content.decode()
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [words(row) for row in body.split("<tr>")[1:]]
    return {row.split()[0]: row.partition(" ")[2] for row in rows}


def place(page, code):
    """What stands on the map for a game: its mark and its row."""
    drawn = re.search(rf'<a href="/lab/octal:{code}/"[^>]*><title>.*?</a>', page, re.S)[0]
    return re.search(r"#reach-([\w-]+)", drawn)[1], words(drawn).removeprefix(code).strip()


def test_the_map_shows_where_each_game_stops_and_on_what(client):
    page = client.get(PAGE).content.decode()
    assert place(page, "0.35") == ("condition-4", "4")
    assert place(page, "0.77") == ("condition-2", "5")
    assert place(page, "0.152") == ("condition-3", "21")
    assert place(page, "0.125") == ("condition-1", "15")
    assert place(page, "0.56") == ("firm", "")
    assert place(page, "0.1") == ("periodic", "")
    assert len(re.findall(r'href="/lab/octal:0\.[0-7]+/" tabindex="-1"', page)) == 512
    assert "1,024 octal games of up to three digits. R1 fails in 728 of them" in words(page)
    other = client.get(PAGE, {"whole": "4"}).content.decode()
    assert place(other, "4.36") == ("periodic", "")
    assert place(other, "4.361") == ("condition-4", "4")


def test_the_table_gives_the_witness_and_its_picture(client):
    said = lines(client, row="4", happens="4")
    assert said["0.35"] == (
        "stops at 4, condition 4 A row of 4 is a gremlin whose options are a null and a trap; "
        "no gremlin can become a null. itself period 6 from row 1 on see it "
        ": the misère quotient of 0.35"
    )
    page = client.get(PAGE, {"row": "4", "happens": "4"}).content.decode()
    row = page.partition('<th scope="row"><a href="/lab/octal:0.35/">')[2].partition("</tr>")[0]
    assert row.count("#piece-counters") == 4
    assert 'href="/lab/quotients/octal:0.35/"' in row


def test_the_quotient_is_told_where_it_is_known(client):
    assert lines(client, row="21")["0.152"].endswith(
        " 34 elements, 6 losing : the misère quotient of 0.152"
    )
    assert lines(client, row="5", sort="code", page="3")["0.77"].endswith(
        " 40 elements, 9 losing : the misère quotient of 0.77"
    )
    covered = lines(client, happens="holds")
    assert all(
        said.endswith(f" tame, like Nim : the misère quotient of {code}")
        for code, said in covered.items()
    )


def test_what_leads_to_a_quotient_is_called_what_is_seen(client):
    """Whoever speaks to the page says what stands there."""
    page = client.get(PAGE).content.decode()
    links = re.findall(r'<a href="/lab/quotients/[^"]+"([^>]*)>', page)
    assert len(links) == 24
    assert not any("aria-label" in attributes for attributes in links)


def test_what_is_asked_for_is_what_is_listed(client):
    assert set(lines(client, row="21")) == {"0.004", "0.152"}
    assert set(lines(client, happens="3", row="8")) == {"0.337"}
    firm = lines(client, happens="holds", sort="code", page="4")
    assert all("covered for ever" in said for said in firm.values())
    stopping = lines(client, happens="breaks", sort="-row")
    assert [said.split()[2] for said in stopping.values()][:4] == ["21,", "21,", "19,", "19,"]
    by_condition = lines(client, happens="breaks", sort="condition")
    conditions = [said.split()[4] for said in by_condition.values()]
    assert conditions == sorted(conditions)
    assert set(conditions) == {"1", "2"}
    by_row = lines(client)
    assert next(iter(by_row.values())).startswith("stops at 4,")
    page = words(client.get(PAGE, {"happens": "holds"}).content.decode())
    assert "130 of the 512 games 0.000 to 0.777" in page
    assert "No games match." in words(
        client.get(PAGE, {"happens": "holds", "row": "4"}).content.decode()
    )


def test_pages_go_on_where_the_last_one_ended(client):
    first, second = lines(client, sort="code"), lines(client, sort="code", page="2")
    assert len(first) == len(second) == 24
    assert max(first) < min(second)
    page = client.get(PAGE, {"sort": "code", "page": "2"}).content.decode()
    assert "Page 2 of 22" in words(page)
    assert '?sort=code&amp;page=3#table">On</a>' in page
    assert '?sort=code&amp;page=1#table">Back</a>' in page


def test_a_game_with_several_codes_is_listed_once_if_one_likes(client):
    codes = lines(client, row="10", sort="code")
    assert {"0.07", "0.071", "0.072", "0.073"} <= set(codes)
    assert "0.137 rows 1 shorter" in codes["0.07"]
    assert (
        '<a href="/lab/octal:0.137/">0.137</a>' in client.get(PAGE, {"row": "10"}).content.decode()
    )
    once = lines(client, row="9", sort="code", once="on")
    assert "0.137" in once
    assert not {"0.07", "0.071", "0.072", "0.073"} & set(lines(client, row="10", once="on"))


def test_what_is_asked_wrongly_is_not_asked(client):
    wrong = {"whole": "7", "happens": "x", "row": "3", "sort": "-", "page": "ten"}
    assert list(lines(client, **wrong)) == list(lines(client))


def test_a_code_that_is_typed_opens_its_game(client):
    assert client.get(PAGE, {"ruleset": " 0CTAL:0.777 "}).status_code == 422
    answer = client.get(PAGE, {"ruleset": "octal:0.3777"})
    assert (answer.status_code, answer["Location"]) == (302, "/lab/octal:0.3777/")
    refused = client.get(PAGE, {"ruleset": "octal:0.9"})
    assert refused.status_code == 422
    assert "'0.9' is not an octal ruleset" in words(refused.content.decode())
    assert 'value="octal:0.9"' in refused.content.decode()


# --- four digits ------------------------------------------------------------------------------


def test_a_fourth_digit_opens_the_maps_of_longer_games(client):
    page = client.get(PAGE, {"whole": "4", "fourth": "3"}).content.decode()
    codes = re.findall(r'href="/lab/octal:(4\.[0-7]{3}3)/" tabindex="-1"', page)
    assert len(codes) == len(set(codes)) == 512
    for code in ("4.3613", "4.0003", "4.7773"):
        reach = reach_of(f"octal:{code}")
        mark = reach.ending if reach.holds else f"condition-{reach.detail}"
        assert place(page, code) == (mark, "" if reach.holds else str(reach.size))
    longer = [key for key in charted_codes() if key not in known_reaches()]
    stops = sum(not chart_of(key).reach.holds for key in longer)
    said = words(page)
    assert "Here are the 7,168 octal games of four digits." in said
    assert f"R1 fails in {stops:,} of them" in said
    assert f"In {7168 - stops:,} it never fails." in said
    assert "512 of the 512 games 4.0003 to 4.7773" in said
    assert "Octal games 4.0003 to 4.7773" in said
    current = re.findall(r'aria-current="true">([^<]+)</a>', page)
    assert current[-2:] == ["4", "3"]


def test_what_is_asked_of_longer_games_is_what_is_listed(client):
    asked = {"whole": "0", "fourth": "7", "happens": "1", "sort": "code"}
    listed, number = {}, 1
    while rows := lines(client, **asked, page=str(number)):
        if rows.keys() <= listed.keys():
            break
        listed |= rows
        number += 1
    wanted = {
        key.removeprefix("octal:")
        for key in charted_codes()
        if re.fullmatch(r"octal:0\.[0-7]{3}7", key)
        and not chart_of(key).reach.holds
        and chart_of(key).reach.detail == 1
    }
    assert set(listed) == wanted
    assert all(", condition 1 A row of " in said for said in listed.values())
    page = client.get(PAGE, asked).content.decode()
    assert '<input type="hidden" name="fourth" value="7">' in page
    assert "?fourth=7&amp;whole=4" in page or "whole=4&amp;fourth=7" in page


def test_the_atlas_tells_period_and_quotient(client):
    [said] = [
        said
        for code, said in lines(client, fourth="3", row="12", happens="4", sort="code").items()
        if code == "0.0123"
    ]
    assert said.startswith("stops at 12, condition 4 A row of 12 is a gremlin")
    assert said.endswith(
        "rows 1 shorter period 7 from row 7 on 20 elements, 5 losing "
        ": the misère quotient of 0.0123"
    )
    assert "period 34 from row 53 on" in lines(client, row="10", sort="code")["0.07"]
    assert "no period found" in lines(client, row="15", happens="2", sort="code")["0.007"]


def test_games_with_a_shorter_code_are_left_out_if_each_is_listed_once(client):
    for whole, fourth in (("0", "1"), ("4", "2")):
        asked = {"whole": whole, "fourth": fourth, "once": "on"}
        page = words(client.get(PAGE, asked).content.decode())
        short = {form_of(key) for key in known_reaches()}
        nearest = {}
        for key in charted_codes():
            if key not in known_reaches() and form_of(key) not in short:
                rank = (standard_form(key)[1], key)
                nearest[form_of(key)] = min(nearest.get(form_of(key), rank), rank)
        there = [
            key
            for _, key in nearest.values()
            if key[6] == whole and key.endswith(fourth) and len(key) == len("octal:0.0001")
        ]
        assert f"{len(there)} of the 512 games" in page


def form_of(key):
    return standard_form(key)[0]


def test_a_fourth_digit_that_is_none_is_not_asked(client):
    assert list(lines(client, fourth="8")) == list(lines(client, fourth="x")) == list(lines(client))
