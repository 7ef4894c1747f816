"""Genus, species and reduced forms, against exhaustive search."""

import json
from itertools import chain, combinations, combinations_with_replacement
from random import Random

import pytest

from solver import (
    Budget,
    BudgetExceededError,
    InvalidInputError,
    analyse,
    get_ruleset,
)
from solver.commands.command_line import main
from solver.genus import Forms, Genus, Species, bearing, bearings, forms_of, nim_genus
from tests.solver import oracle

HEAP = 1000
"""A Nim heap of n stands in a position of the oracle as HEAP + n."""


def with_heaps(options):
    """The game of *options*, with heaps of Nim beside it."""

    def of(size, player=None):
        if size <= HEAP:
            return options(size, player)
        return [(HEAP + left,) if left else () for left in range(size - HEAP)]

    return oracle.Oracle(of, misere=True)


def misere_nim_value(search, position, twos):
    """The size of the one Nim heap beside which a position is lost."""
    company = (*position, *[HEAP + 2] * twos)
    lost = [n for n in range(10) if not search.wins((*company, HEAP + n) if n else company)]
    assert len(lost) == 1
    return lost[0]


@pytest.mark.parametrize("key", ["kayles", "octal:0.07", "octal:0.35", "octal:4.3", "octal:0.123"])
def test_a_genus_is_what_search_finds_beside_heaps_of_nim(key):
    rules = get_ruleset(key)
    code = "0.77" if key == "kayles" else key.removeprefix("octal:")
    search = with_heaps(oracle.octal(code))
    singles = [(size,) for size in range(7)]
    pairs = combinations_with_replacement(range(1, 5), 2)
    for position in chain(singles, pairs):
        genus = bearing(rules, position, Budget()).genus
        found = [misere_nim_value(search, position, twos) for twos in range(3)]
        assert [genus.misere_beside(twos) for twos in range(3)] == found
        assert genus.misere[0] == 0 or search.wins(position)


@pytest.mark.parametrize(
    ("key", "position", "genus", "species", "form"),
    [
        ("kayles", (1, 1), "0^1", "tame", "0"),
        ("kayles", (4,), "1^0", "tame", "1"),
        ("kayles", (2, 2), "0^0", "tame", "{3,2}"),
        ("kayles", (5,), "4^146", "restless", "{3,2,1,{3,2}}"),
        ("kayles", (8,), "1^1", "tame", "{3,2,{3,2}}"),
        ("kayles", (9,), "4^046", "wild", ""),
        ("octal:0.07", (10,), "3^1431", "restless", "{2,1,{3,2}}"),
        ("octal:0.35", (4,), "1^20", "restive", "{0,{2}}"),
        ("subtraction:3", (4,), "0^1", "tame", "0"),
        ("subtraction:3", (4, 7), "3^3", "tame", "3"),
    ],
)
def test_bearings_as_in_the_books(key, position, genus, species, form):
    told = bearing(get_ruleset(key), position, Budget())
    assert (str(told.genus), told.species.value, told.form) == (genus, species, form)


def test_the_genera_of_kayles_are_those_of_winning_ways():
    rules = get_ruleset("kayles")
    told = [str(one.genus) for one in bearings(rules, range(1, 16), Budget(10**5))]
    assert told == (
        [
            "1^0",
            "2^2",
            "3^3",
            "1^0",
            "4^146",
            "3^3",
            "2^2",
            "1^1",
            "4^046",
            "2^2",
            "6^46",
            "4^046",
            "1^1",
            "2^2",
            "7^57",
        ]
    )


def test_there_are_22_forms_born_by_day_4():
    forms = Forms(get_ruleset("nim"))
    counts = []
    for _ in range(5):
        counts.append(len(forms.facts))
        known = range(len(forms.facts))
        for options in chain.from_iterable(
            combinations(known, n) for n in range(1, len(known) + 1)
        ):
            if len(known) <= 5:
                forms._reduced(frozenset(options), Budget())
    assert counts == [1, 2, 3, 5, 22]


def random_heaps(seed):
    """Hand-written rules for heaps of 1 to 6."""
    choose = Random(seed)
    rules = {}
    for size in range(1, 7):
        parts = [(), *[(n,) for n in range(1, size)], *combinations(range(1, size), 2)]
        rules[size] = choose.sample(parts, min(len(parts), choose.randint(1, 3)))
    return rules


@pytest.mark.parametrize("seed", range(8))
def test_positions_of_one_form_are_won_and_lost_alike(seed):
    rules = random_heaps(seed)
    ruleset = get_ruleset(f"heaps:{json.dumps({n: list(map(list, o)) for n, o in rules.items()})}")
    search = with_heaps(oracle.heaps(rules))
    companies = [(), *[(n,) for n in range(1, 7)], (HEAP + 1,), (HEAP + 2,), (HEAP + 2, HEAP + 3)]
    told = {}
    for position in [(), *combinations_with_replacement(range(1, 7), 2), *[(n,) for n in rules]]:
        form = forms_of(ruleset).of(position, Budget())
        found = [search.wins((*position, *company)) for company in companies]
        assert told.setdefault(form, found) == found
        assert found[0] == (forms_of(ruleset)[form].genus.misere[0] != 0)


def counted_as_nim(genera):
    """Whether a sum of tame positions is lost: as the sum of Nim heaps of their genera is."""
    nim_sum = 0
    for genus in genera:
        nim_sum ^= genus.normal
    firm = any(genus.misere[0] == genus.normal for genus in genera)
    return nim_sum == (0 if firm else 1)


@pytest.mark.parametrize(("code", "up_to", "pieces"), [("0.77", 13, 17), ("0.07", 17, 26)])
def test_tame_rows_count_as_heaps_of_nim_in_any_sum(code, up_to, pieces):
    rules = get_ruleset(f"octal:{code}")
    search = oracle.Oracle(oracle.octal(code), misere=True)
    told = {n: one for n, one in enumerate(bearings(rules, range(up_to + 1), Budget(10**6))) if n}
    tame = {n: one.genus for n, one in told.items() if one.species is Species.TAME}
    assert any(rules.key == "octal:0.77" and n == 8 for n in tame) or len(tame) > 8
    for count in (1, 2, 3):
        for rows in combinations_with_replacement(tame, count):
            if sum(rows) <= pieces:
                assert search.wins(rows) != counted_as_nim([tame[row] for row in rows])
    restless = [one for one in told.values() if one.species is Species.RESTLESS]
    assert restless
    assert not any(one.genus.is_of_nim for one in restless)


def test_every_tame_form_of_day_4_counts_as_nim_and_no_other_does():
    forms = Forms(get_ruleset("nim"))
    while len(forms.facts) < 22:
        known = range(min(5, len(forms.facts)))
        for options in chain.from_iterable(combinations(known, n) for n in range(1, 6)):
            forms._reduced(frozenset(options), Budget())
    search = oracle.Oracle(lambda form, _: [(n,) for n in forms[form].options], misere=True)
    species = [facts.species for facts in forms.facts]
    tame = [form for form, kind in enumerate(species) if kind is Species.TAME]
    for form, facts in enumerate(forms.facts):
        agrees = [
            search.wins((form, other)) != counted_as_nim([facts.genus, forms[other].genus])
            for other in tame
        ]
        assert all(agrees) == (form in tame)
    assert [species.count(kind) for kind in Species] == [14, 4, 4, 0]


def test_a_tame_row_of_any_length_has_its_genus_at_once():
    budget = Budget()
    told = bearing(get_ruleset("nim"), (10**12, 10**12 + 1), budget)
    assert (str(told.genus), told.species, told.form) == ("1^1", Species.TAME, "")
    assert budget.spent < 100
    assert bearing(get_ruleset("subtraction:3"), (10**12,), budget).genus == nim_genus(
        0, firm=False
    )


def test_a_tame_row_has_its_genus_even_if_its_form_costs_too_much():
    told = bearing(get_ruleset("nim"), (12, 13, 14), Budget(3))
    assert (str(told.genus), told.form) == ("15^(15)", "")


def test_a_wild_position_that_costs_too_much_is_refused(monkeypatch):
    rules = get_ruleset("octal:0.77")
    forms_of.cache_clear()
    with pytest.raises(BudgetExceededError):
        bearing(rules, (30, 30), Budget(20))
    monkeypatch.setattr("solver.genus.MAX_FORMS", 20)
    with pytest.raises(BudgetExceededError, match="reduced up to 10"):
        bearing(rules, (30,), Budget())
    with pytest.raises(BudgetExceededError):  # at once, now that it is known
        bearing(rules, (30,), Budget())
    assert list(bearings(rules, [5, 30, 5], Budget()))[1] is None
    forms_of.cache_clear()
    monkeypatch.setattr("solver.genus.MAX_DAYS", 9)
    with pytest.raises(BudgetExceededError):
        bearing(rules, (7, 8), Budget())
    forms_of.cache_clear()


def test_a_genus_is_written_with_commas_where_a_number_has_two_digits():
    assert str(Genus(8, (10, 8))) == "8^(10,8)"
    assert str(nim_genus(12, firm=True)) == "12^(12)"


def test_partizan_games_have_no_genus():
    with pytest.raises(InvalidInputError, match="a genus needs one"):
        bearing(get_ruleset("partizan-kayles"), (3,), Budget())


def test_classify_tells_genus_species_and_form(capsys):
    assert main(["classify", "kayles", "--up-to", "5", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)["genera"][5]
    assert row == {
        "size": 5,
        "genus": "4^146",
        "misere_nim_value": 1,
        "species": "restless",
        "form": "{3,2,1,{3,2}}",
    }
    assert main(["classify", "kayles", "--up-to", "5"]) == 0
    assert capsys.readouterr().out.splitlines()[6].split()[-2:] == ["4^146", "restless"]


def test_an_answer_tells_them_of_every_row_and_of_the_position(capsys):
    assert main(["analyse", "kayles", "5+4", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [row["genus"] for row in answer["components"]] == ["4^146", "1^0"]
    assert (answer["genus"], answer["species"]) == ("5^057", "wild")
    assert main(["analyse", "kayles", "5+4", "--json", "--convention", "normal"]) == 0
    assert "genus" not in json.loads(capsys.readouterr().out)
    assert main(["analyse", "kayles", "80", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert "genus" not in answer
    assert answer["components"][0]["genus"] is None


def test_rows_of_the_quotient_and_of_r1_have_their_species():
    facts = analyse("kayles", "5+9", theory="misere-quotient").components
    assert [(row["genus"], row["species"]) for row in facts] == [
        ("4^146", "restless"),
        ("4^046", "wild"),
    ]
    assert analyse("nim", "5", theory="r1").components[0]["species"] == "tame"
