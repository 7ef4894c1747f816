"""Films as a page shows them: what somebody would notice in each frame."""

import re
from dataclasses import replace
from html import unescape
from itertools import count

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from games.boards.bounds import ask_within_limits, example_budget
from games.boards.films import FILM_NAMES, NAMES, TWO_LINES, film_view, frame_asked
from games.boards.games import PRESETS
from solver import Budget
from solver.teaching import Scene

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def frame(client, ruleset, position, theory, number, **asked):
    """The page of one frame as its reader sees it."""
    address = reverse("explore:position", args=[ruleset, position])
    pages = []
    for part in count(1):
        number_of = f"{number}.{part}" if part > 1 else number
        response = client.get(address, {"theory": theory, "frame": number_of, **asked})
        assert response.status_code == 200
        pages.append(response.content.decode())
        if f"frame={number}.{part + 1}#" not in pages[-1]:
            return Frame(pages[0], pages[1:])


class Frame:
    """The parts of a page that show a frame, and the pages that go on with what it says."""

    def __init__(self, page, more=()):
        self.page, self.more = page, more
        self.rows = page.split('id="film"')[-1].split('class="scene-name"')[1:]

    def groups(self, row):
        """The groups of a row: the label or tile of each with its mark, and its pieces."""
        cells = self.rows[row - 1].split('class="scene-tags"')[0]
        found = []
        for classes, inside in re.findall(
            r'<span class="scene-group boxed is-([a-z ]+)">(.*?)</span>', cells, re.DOTALL
        ):
            mark, *tile = classes.split()
            label = re.search(r"<b>(.*?)</b>", inside)
            named = tile[-1] if tile else label[1] if label else ""
            found.append((named, mark, inside.count("<i ")))
        return found

    def tags(self, row):
        beside = self.rows[row - 1].split('class="scene-tags"')[1]
        return [
            (text, mark)
            for mark, text in re.findall(r'<span class="scene-tag is-(\w+)">(.*?)</span>', beside)
        ]

    def standing(self, row):
        """The pieces that stand in a row."""
        cells = self.rows[row - 1].split('class="scene-tags"')[0]
        return cells.count("<i ") - self.gone(row)

    def gone(self, row):
        return self.rows[row - 1].count('class="gone"')

    @property
    def heard(self):
        return re.findall(r"<li>(Row .*?|Strip .*?)</li>", self.page)

    @property
    def cards(self):
        """What each card below the board says."""
        cards = re.findall(r'<li class="card[^"]*">(.*?)</li>', self.page, re.DOTALL)
        return [
            " ".join(unescape(re.sub(r"<.*?>", " ", one, flags=re.DOTALL)).split()) for one in cards
        ]

    @property
    def mex(self):
        """The row of nim-values: each number with its mark."""
        cells = re.search(r'<p class="mex".*?</p>', self.page, re.DOTALL)
        found = re.findall(r'<span class="is-(\w+)">(\S+)</span>', cells[0]) if cells else []
        return [(int(number), mark) for mark, number in found]

    @property
    def counts(self):
        """The table of a frame that makes a move: each line before it and after it."""
        table = self.page.split('class="scene-counts"')[1].split("</table>")[0]
        rows = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td>', table)
        return {label: (before, after) for label, before, after in rows}

    @property
    def tally(self):
        lines = self.page.split('class="scene-tally"')[1].split("</ul>")[0]
        return [re.sub(r"<.*?>", "", line) for line in re.findall(r"<li>(.*?)</li>", lines)]

    @property
    def links(self):
        return self.page.count("<path d=") and len(
            re.findall(r"<path d=", self.page.split('class="scene-links"')[1].split("</svg>")[0])
        )

    @property
    def sentence(self):
        said = [re.search(r'class="film-sentence".*?>(.*?)</p>', one)[1] for one in self.pages]
        return unescape(re.sub(r"<.*?>", "", " ".join(said)))

    @property
    def pages(self):
        return [self.page, *self.more]

    @property
    def current(self):
        return unescape(re.search(r'aria-current="step">(.*?)</a>', self.page)[1])


def r1(client, number):
    return frame(client, "kayles", "4+3+1", "r1", number)


def test_r1_derives_one_sort_of_row_at_a_time(client):
    first = r1(client, 1)
    assert first.current == "Row of 1 alone: an inverter"
    assert first.tags(3) == [("nim-value 1: inverter", "focus")]
    assert first.tags(1) == first.tags(2) == []
    assert "its own is 1, the smallest number missing" in first.sentence


def test_a_row_is_derived_from_a_card_for_each_option(client):
    four = frame(client, "kayles", "5+4", "nim-sum", 1, convention="normal")
    assert four.current == "Row of 4 counts as 1"
    assert four.cards == [
        "leaves 3 nim-value 3",
        "leaves 1 + 2 nim-value 1 ⊕ 2 = 3",
        "leaves 2 nim-value 2",
        "leaves 1 + 1 nim-value 1 ⊕ 1 = 0",
    ]
    assert four.mex == [
        *((0, "reached"), (1, "missing"), (2, "reached"), (3, "reached")),
        (4, "beyond"),
    ]
    assert "Nim-values of the options: 0, 2 and 3. The smallest one missing: 1." in four.page
    alone = r1(client, 3)
    assert alone.cards[1] == "leaves 1 + 2 nim-value 3 ✓ next player wins"
    assert "✗ next player loses" in r1(client, 2).cards[-1]


def test_a_card_leaves_a_gap_where_pins_are_gone(client):
    page = r1(client, 3).page
    first, second = re.findall(r'<li class="card">(.*?)</li>', page, re.DOTALL)[:2]
    assert [first.count('href="#piece-pins"'), first.count("gone")] == [4, 1]
    places = re.findall(r'<use( class="gone")? href="#piece-pins" x="(\d+)"', second)
    assert [bool(gone) for gone, _ in sorted(places, key=lambda place: int(place[1]))] == [
        *(False, True, False, False)
    ]


def test_a_long_row_shows_some_of_its_options_and_counts_the_others(client):
    long = frame(client, "nim", "60+1", "r1", 2)
    assert len(long.cards) == 13
    assert long.cards[-1] == "48 more"
    assert "…" in long.page.split('class="mex"')[1].split("</p>")[0]
    kayles = frame(client, "kayles", "20+1", "nim-sum", 2, convention="normal")
    assert re.fullmatch(r"leaves [\d +]+, \d+ more nim-value \d+", kayles.cards[0])


def test_a_move_is_counted_before_and_after(client):
    assert r1(client, 7).counts == {
        "traps and gremlins": ("0", "0"),
        "higher switches": ("1", "0"),
        "inverters": ("2, even", "3, odd"),
        "nim-sum": ("3", "1"),
    }
    assert 'class="scene-counts"' not in r1(client, 8).page


def test_r1_counts_the_kinds(client):
    count = r1(client, 5)
    assert [count.tags(row)[0][0] for row in (1, 2, 3)] == ["inverter", "higher switch", "inverter"]
    assert "inverters 2, even" in count.tally
    assert "higher switches 1" in count.tally


def test_r1_shows_the_four_cases_as_cards_with_the_reason_why_not(client):
    cards = r1(client, 6).page.split('class="case-cards"')[1].split("</ul>")[0]
    [applies] = re.findall(r'class="case-card applies">(.*?)</li>', cards, re.DOTALL)
    assert "Case 2: one switch, inverters even" in applies
    assert "✓" in applies
    assert "2 inverters: even" in applies
    assert cards.count("✗") == 3
    assert "there is a higher switch" in cards.split("Case 4")[1]
    assert "case-cards" not in r1(client, 5).page


def test_a_move_that_no_case_names_is_told_in_a_sentence(client):
    shown = r1(client, 6)
    assert (
        "One more move and its mirror image win, though no case names them: take 2 from row 1, "
        "leaving 2. Each makes a "
        "second switch and nim-sum 0."
    ) in shown.sentence
    assert 'class="scene-tally"' not in shown.page


def test_the_move_is_marked_and_leaves_its_gap(client):
    move = r1(client, 7)
    assert move.groups(2) == [("1", "plain", 1), ("2", "taken", 2)]
    assert move.groups(1) == move.groups(3) == []
    after = r1(client, 8)
    assert (after.standing(2), after.gone(2)) == (1, 2)
    assert after.tags(2) == [("inverter", "plain")]
    assert "inverters 3, odd" in after.tally


def test_nim_falls_into_groups_that_pair(client):
    groups = frame(client, "nim", "7+5+3", "nim-sum", 2)
    assert groups.groups(1) == [("4", "plain", 4), ("2", "plain", 2), ("1", "plain", 1)]
    pairs = frame(client, "nim", "7+5+3", "nim-sum", 3)
    assert pairs.groups(1) == [("4", "paired", 4), ("2", "paired", 2), ("1", "left", 1)]
    assert pairs.groups(3) == [("2", "paired", 2), ("1", "paired", 1)]
    assert pairs.links == 3
    assert pairs.tally == ["nim-sum 1"]
    assert pairs.heard[0] == (
        "Row 1: 7, in groups: 4, cancels with the 4 of row 2; 2, cancels with the 2 of row 3; "
        "1, left over."
    )
    move = frame(client, "nim", "7+5+3", "nim-sum", 6)
    assert move.groups(1)[-1] == ("1", "taken", 1)
    after = frame(client, "nim", "7+5+3", "nim-sum", 7)
    assert (after.standing(1), after.gone(1)) == (6, 1)


def test_strips_are_cut_into_dominoes_and_squares_that_cancel(client):
    def shown(number):
        return frame(client, "partizan-kayles", "7+5+3", "reduction", number, turn="left")

    assert [tile for tile, *_ in shown(2).groups(1)] == [
        *("domino", "square", "domino", "square", "square")
    ]
    inside = shown(4)
    assert [mark for _, mark, _ in inside.groups(1)] == ["paired"] * 4 + ["left"]
    assert inside.links == 4
    assert inside.tally == ["squares left 1", "dominoes left 1"]
    assert inside.heard[
        2
    ] == "Strip 3: 3, in groups: domino, cancels with the square of strip 3; " + (
        "square, cancels with the domino of strip 3."
    )
    assert shown(7).groups(1)[-1] == ("square", "taken", 1)
    assert "balance -1, the player to move loses" in [
        line.replace("−", "-") for line in shown(8).tally
    ]


def test_both_fans_of_a_strip_are_drawn_and_struck(client):
    begins = frame(client, "partizan-kayles", "6", "reduction", 1, turn="left")
    assert begins.current == "Cut off three squares"  # a film of strips begins with its picture
    assert not begins.cards
    shown = frame(client, "partizan-kayles", "6", "reduction", 3, turn="left")
    assert shown.cards == [
        "leaves 5 1 square and 2 dominoes",
        "leaves 2 + 3 1 square and 2 dominoes",
        "leaves 1 + 4 3 squares and 1 domino ✗ never better",
        "leaves 4 2 squares and 1 domino",
        "leaves 1 + 3 2 squares and 1 domino",
        "leaves 2 + 2 2 dominoes ✗ never better",
    ]
    assert shown.page.count('class="card is-struck"') == 2
    assert shown.page.index("Left can leave") < shown.page.index("Right can leave")


def test_a_pair_is_answered_in_the_pair(client):
    pairs = frame(client, "partizan-kayles", "2+1", "reduction", 3, turn="left")
    assert "the other player takes the rest of it." in pairs.sentence
    assert pairs.cards[:2] == [
        "leaves 2 Left takes the square ✓ Right takes the domino",
        "leaves 1 Right takes the domino ✓ Left takes the square",
    ]


def test_harbors_set_whole_frames_aside_and_light_the_remainders(client):
    shown = frame(client, "subtraction:3", "5+6+8", "safe-harbors", 2)
    assert shown.groups(1) == [("4", "faded", 4), ("1", "lit", 1)]
    assert shown.groups(3) == [("4", "faded", 4), ("4", "faded", 4)]
    assert shown.tags(2) == [("remainder 2", "plain")]
    assert shown.heard[2] == "Row 3: 8, in groups: 2 times 4, set aside; remainder 0."


def test_the_quotient_lights_the_letters(client):
    shown = frame(client, "kayles", "5+4+1", "misere-quotient", 1)
    assert [shown.tags(row) for row in (1, 2, 3)] == [
        [("c", "lit")],
        [("a", "lit")],
        [("a", "lit")],
    ]
    after = frame(client, "kayles", "5+4+1", "misere-quotient", 5)
    assert (after.standing(3), after.gone(3)) == (0, 1)
    assert after.tally == ["product ac, the player to move loses"]


def test_the_quotient_writes_powers_and_says_why_each_equation_holds(client):
    address = "/explore/kayles/9+7+4/?convention=misere&theory=misere-quotient&frame="
    losing = frame(client, "kayles", "9+7+4", "misere-quotient", 3)
    assert "the losing products are a, d, ac, b², ac², ad² and adf" in losing.sentence
    assert losing.tally[1].startswith("losing products a, d, ac, b², ac²")
    assert "/lab/distinguisher/" not in client.get(f"{address}3").content.decode()
    product = client.get(f"{address}2").content.decode()
    [(query, words)] = re.findall(r'<a href="/lab/distinguisher/([^"]+)">Why ([^<]+)</a>', product)
    assert words == "bd = bc"
    why = client.get(f"/lab/distinguisher/{unescape(query)}").content.decode()
    assert "Why bd = bc" in why
    assert "Nothing of any size tells them apart: that is proved." in why
    move = client.get(f"{address}4").content.decode()
    assert re.findall(r">Why ([^<]+ = [^<]+)</a>", move) == ["a²b² = b²"]
    late = frame(client, "kayles", "9+7+4", "misere-quotient", 5)
    assert "Together a, b, b and a make b², a losing product." in late.sentence


def test_nim_values_lie_below_the_pins_as_rows_of_nim(client):
    page = client.get("/explore/kayles/7+5+2/?convention=normal&theory=nim-sum&frame=4")
    below = page.content.decode().partition("The nim-values as rows of Nim")[2]
    heard = re.findall(r"<li>(Row [^<]+)</li>", below)
    assert heard[:3] == [
        "Row 1: 2, in groups: 2, cancels with the 2 of row 3.",
        "Row 2: 4, in groups: 4, left over.",
        "Row 3: 2, in groups: 2, cancels with the 2 of row 1.",
    ]
    options = client.get("/explore/kayles/7+5+2/?convention=normal&theory=nim-sum&frame=2")
    said = " ".join(re.sub(r"<[^>]+>", " ", options.content.decode()).split())
    assert "leaves 1 + 3 nim-value 1 ⊕ 3 = 2" in said


def test_a_row_that_counts_nothing_keeps_its_number_below(client):
    page = client.get("/explore/octal:0.07/1+2+4/?convention=normal&theory=nim-sum&frame=5")
    below = page.content.decode().partition("The nim-values as rows of Nim")[2]
    assert re.findall(r"<li>(Row \d: \w+)", below)[:3] == ["Row 1: empty", "Row 2: 1", "Row 3: 2"]


def test_search_answers_every_sort_of_move_of_a_lost_position(client):
    reply = frame(client, "kayles", "9", "exhaustive", 4)
    assert "the other player answers" in reply.sentence
    assert reply.tags(1) == [("was 9", "focus")]
    assert ("2", "taken", 2) in reply.groups(1)
    # Rows are called in the sentence what they are called on the board.
    split = frame(client, "kayles", "9", "exhaustive", 6)
    assert "by taking 2 from the 7 in row 1, leaving 5" in split.sentence
    assert split.groups(1)[-2:] == [("5", "plain", 5), ("2", "taken", 2)]
    assert split.tags(1) == [("was 9", "focus")]


def test_every_frame_has_its_address_and_names_its_neighbours(client):
    shown = r1(client, 2)
    here = "/explore/kayles/4+3+1/?convention=misere&amp;theory=r1&amp;"
    assert f'rel="prev" href="{here}frame=1' in shown.page
    assert "theory=r1&amp;frame=3#film" in shown.pages[-1].split('rel="next"')[1]
    assert "Frame 2 of 8" in shown.page
    assert 'rel="prev"' not in r1(client, 1).page
    assert 'rel="next"' not in r1(client, 8).pages[-1]


def test_a_long_frame_is_told_in_parts_over_the_same_board(client):
    shown = frame(client, "kayles", "4+3+1", "r1", 1)
    first, second = shown.pages
    assert "frame=1.2#film" in first.split('rel="next"')[1]
    assert "frame=1#film" in second.split('rel="prev"')[1]
    assert "Frame 1 of 8" in first
    assert "Frame 1 of 8" in second
    board = r'<div class="scene .*?</ul>'
    assert re.search(board, first, re.S)[0] == re.search(board, second, re.S)[0]
    assert 'frame=1.2">Link to this frame' in second


def shipped_films():
    """Every film of the start positions that are offered."""
    for preset in PRESETS:
        turn = "left" if "partizan" in preset.ruleset else None
        question = ask_within_limits(
            preset.ruleset, preset.position, preset.convention, turn, budget=example_budget()
        )
        for theory in NAMES if turn else FILM_NAMES:
            shown = film_view(question, theory, 1, lambda number: f"?frame={number}")
            if shown.frames:
                yield preset.key, theory, shown


def test_no_part_of_any_film_needs_more_than_two_lines():
    films = list(shipped_films())
    assert {theory for _, theory, _ in films} == set(FILM_NAMES)
    long = []
    for key, theory, shown in films:
        for number in range(1, len(shown.frames) + 1):
            one = replace(shown, number=number)
            assert " ".join(one.parts) == one.sentence
            long += [(key, theory, part) for part in one.parts if len(part) > TWO_LINES]
    assert long == []


def test_one_can_go_through_every_film_there_and_back():
    for key, theory, shown in shipped_films():
        forth = ["?frame=1"]
        while shown.onward:
            forth.append(shown.onward.url)
            number, part = frame_asked(forth[-1].partition("=")[2], len(shown.frames))
            shown = replace(shown, number=number, part=part)  # noqa: PLW2901 - the next frame
        assert len(forth) == sum(
            len(replace(shown, number=number).parts) for number in range(1, len(shown.frames) + 1)
        ), (key, theory)
        back = [forth[-1]]
        while shown.back:
            back.append(shown.back.url)
            number, part = frame_asked(back[-1].partition("=")[2], len(shown.frames))
            shown = replace(shown, number=number, part=part)  # noqa: PLW2901 - the frame before
        assert back == forth[::-1]


def test_every_frame_of_a_film_has_the_height_of_its_tallest(client):
    stages = {
        re.search(r'class="film-stage ([^"]*)"', frame(client, "kayles", "5+4", "r1", n).page)[1]
        for n in range(1, 6)
    }
    assert len(stages) == 1


@pytest.mark.parametrize(("asked", "shown"), [("0", 1), ("99", 8), ("x", 1), ("", 1), ("²", 1)])
def test_a_frame_that_is_not_there_is_the_nearest(client, asked, shown):
    assert f"Frame {shown} of 8" in r1(client, asked).page


def test_a_frame_for_htmx_is_a_small_part_of_the_page_without_the_database(client):
    # No test here has a database: a frame asks it nothing.
    response = client.get("/explore/kayles/4+3+1/", {"theory": "r1", "frame": 7}, headers=HTMX)
    page = response.content.decode()
    assert "<html" not in page
    assert "Take 2 from row 2, leaving 1" in page
    assert "HX-Request" in response.headers["Vary"]
    assert response.headers["Cache-Control"] == "no-store"


def test_a_theory_that_does_not_apply_says_why_beside_the_board(client):
    page = Frame(client.get("/explore/kayles/5/?theory=nim-sum").content.decode())
    assert page.standing(1) == 5
    assert "the nim-sum decides only Nim and rows with a maximum take" in page.page
    assert "film-sentence" not in page.page


def test_a_refusal_is_a_film_that_ends_with_the_reply(client):
    condition = frame(client, "kayles", "5+1", "r1", 2)
    assert condition.cards[0] == "leaves 4 inverter ✗ no null, no gremlin"
    assert len(condition.cards) == 5
    assert "a row of 5 is a higher switch whose options are" in condition.sentence
    assert "This view does not apply here." in condition.page
    claim = frame(client, "kayles", "5+1", "r1", 3)
    assert "wins 5 + 1 by case 3" in claim.sentence
    assert claim.tags(1) == [("higher switch", "plain")]
    beaten = frame(client, "kayles", "5+1", "r1", 4)
    assert beaten.current == "The reply that beats it"
    assert beaten.groups(2) == [("1", "taken", 1)]
    assert "answers by taking 1 from row 2" in beaten.sentence
    last = frame(client, "kayles", "5+1", "r1", 5)
    assert [card.split(" ✓ ")[1] for card in last.cards] == ["next player wins"] * 4
    assert 'rel="next"' not in last.page


def test_a_large_board_is_written_in_numbers_with_its_tags(client):
    shown = frame(client, "subtraction:3", "60+60+60+60+5", "safe-harbors", 2)
    assert shown.tags(5) == [("remainder 1", "plain")]
    assert ">60<" in shown.rows[0]
    assert "<i " not in shown.rows[0]


def test_where_the_budget_is_spent_the_known_sentences_stand_beside_the_still_board():
    question = ask_within_limits("kayles", "4+3+1", "misere")
    known = film_view(question, "exhaustive", 1, str).analysis
    poor = ask_within_limits("kayles", "4+3+1", "misere", budget=Budget(1))
    still = film_view(poor, "exhaustive", 1, str, known=known)
    assert still.sentence == known.steps[0].text
    assert [row.sizes for row in still.scene.rows] == ["4", "3", "1"]
    assert "budget" in film_view(poor, "exhaustive", 1, str).refusal


@settings(max_examples=60, deadline=None)
@given(
    game=st.sampled_from(
        [("nim", ""), ("kayles", ""), ("subtraction:3", ""), ("octal:0.35", "")]
        + [("partizan-kayles", player) for player in ("left", "right")]
    ),
    rows=st.lists(st.integers(1, 9), min_size=1, max_size=4),
    convention=st.sampled_from(["misere", "normal"]),
)
def test_every_frame_shows_the_position_it_is_about(game, rows, convention):
    ruleset, player = game
    question = ask_within_limits(ruleset, "+".join(map(str, rows)), convention, player or None)
    for theory in NAMES:
        first = film_view(question, theory, 1, str)
        for shown, step in zip(first.every_frame(), first.frames, strict=False):
            scene = step.scene or Scene(question.position)
            drawn = [
                "".join(
                    " " if piece.gone else "x" for group in row.groups for piece in group.pieces
                )
                for row in shown.scene.rows
            ]
            assert [len(part) for row in drawn for part in row.split()] == list(scene.position)
            marked = sum(bool(group.mark) for row in shown.scene.rows for group in row.groups)
            assert marked == len(scene.groups)
            assert len(shown.scene.paths) == len(scene.links)
            names = [p.id for row in shown.scene.rows for g in row.groups for p in g.pieces]
            assert len(set(names)) == len(names)
