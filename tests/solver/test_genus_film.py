"""The film of a genus: every card, every row of numbers and the genus, against search."""

import re
from functools import cache

import pytest

from solver import Budget, BudgetExceededError, InvalidInputError, get_ruleset
from solver.teaching import genus_film

from . import oracle
from .facts.options import options_named
from .test_genus import HEAP, misere_nim_value, with_heaps

OPTIONS = {
    "kayles": oracle.octal("0.77"),
    "nim": oracle.octal("0.3333333333"),
    "octal:0.07": oracle.octal("0.07"),
    "octal:0.35": oracle.octal("0.35"),
    "octal:0.137": oracle.octal("0.137"),
    "lasker": oracle.lasker,
    "grundy": oracle.grundy,
    "subtraction:3": oracle.takes([1, 2, 3]),
    "subtraction:{1,3,4}": oracle.takes([1, 3, 4]),
    "hexadecimal:8.3": oracle.hexadecimal("8.3"),
    "heaps:{1:[[]],2:[[],[1]],3:[[1],[1,2]]}": oracle.heaps(
        {1: [()], 2: [(), (1,)], 3: [(1,), (1, 2)]}
    ),
}
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def beside(key):
    """The misère nim-value of a position beside so many heaps of 2, found by playing."""
    search = with_heaps(OPTIONS[key])
    return cache(lambda position, twos: misere_nim_value(search, position, twos))


def nim_value(key):
    """The size of the one Nim heap beside which a position is lost when the last one wins."""
    plain = oracle.Oracle(with_heaps(OPTIONS[key]).options, misere=False)

    @cache
    def of(position):
        return next(
            n for n in range(20) if not plain.wins((*position, HEAP + n) if n else position)
        )

    return of


def smallest_missing(numbers):
    return next(n for n in range(30) if n not in numbers)


def check_cards(step, number, options):
    """Each option has its card or shares one, and the cards' numbers are those of the game."""
    [shown] = step.scene.options
    assert {card.leaves for card in shown.cards} <= options
    assert len(shown.cards) + sum(card.others for card in shown.cards) == len(options)
    for card in shown.cards:
        assert int(card.value) == number(card.leaves)
    assert step.data["options"] == [card.as_json() for card in shown.cards]
    return shown


def numbers_in(text, before):
    """The numbers of a list in a sentence."""
    told = re.search(rf"{before} ([\d, and]+)[,.]", text)
    return sorted(map(int, re.findall(r"\d+", told[1]))) if told else []


CASES = [
    *(("kayles", size) for size in range(1, 9)),
    *(("octal:0.07", size) for size in (1, 4, 7)),
    *(("octal:0.35", size) for size in range(1, 7)),
    ("octal:0.137", 6),
    ("nim", 1),
    ("nim", 3),
    *(("lasker", size) for size in (1, 2, 3, 4, 7)),
    *(("grundy", size) for size in (3, 5, 8)),
    *((f"subtraction:{key}", size) for key in ("3", "{1,3,4}") for size in (4, 5, 6)),
    *(("hexadecimal:8.3", size) for size in (3, 4)),
    ("heaps:{1:[[]],2:[[],[1]],3:[[1],[1,2]]}", 3),
]


@pytest.mark.parametrize(("key", "size"), CASES)
def test_every_number_of_a_genus_is_what_search_finds(key, size):
    steps = genus_film(get_ruleset(key), size, Budget())
    misere, normal = beside(key), nim_value(key)
    game = with_heaps(OPTIONS[key])
    options = {tuple(sorted(filter(None, one))) for one in game.options(size, None)}
    rules = [step.rule for step in steps]
    assert rules[:2] == ["genus:normal", "genus:misere"]
    assert rules[-1] == "genus:genus"
    assert set(rules[2:-1]) <= {"genus:beside"}
    for step in steps:
        assert step.scene.position == (size,)
        assert step.scene.move is None

    shown = check_cards(steps[0], normal, options)
    assert shown.missing == normal((size,)) == smallest_missing(set(map(normal, options)))
    assert list(shown.reached) == sorted(set(map(normal, options)))
    options_named(steps[0].text, options)
    assert steps[0].scene.tags[0].text == f"nim-value {shown.missing}"

    shown = check_cards(steps[1], lambda option: misere(option, 0), options)
    value = misere((size,), 0)
    reached = {misere(option, 0) for option in options}
    assert shown.missing == value == (smallest_missing(reached) if options else 1)
    assert list(shown.reached) == sorted(reached)
    assert numbers_in(steps[1].text, "The options have") == sorted(reached)
    wins = game.wins((size,))
    word = get_ruleset(key).component_word
    assert f"The player to move {'wins' if wins else 'loses'} the {word} alone" in steps[1].text
    assert wins is (value != 0)
    for card in shown.cards:
        assert card.holds is game.wins(card.leaves)
        assert card.verdict == f"next player {'wins' if card.holds else 'loses'}"
    assert steps[1].scene.tags[0].text == f"misère nim-value {value}"

    for twos, step in enumerate(steps[2:-1], 1):
        assert f"Put {twos} heap{'s' * (twos > 1)} of 2 beside the {word}" in step.text
        shown = check_cards(step, lambda option, twos=twos: misere(option, twos), options)
        theirs = {misere(option, twos) for option in options}
        heap_moves = {misere((size,), twos - 1), misere((size, HEAP + 1), twos - 1)}
        assert list(shown.reached) == sorted(theirs | heap_moves)
        assert shown.missing == misere((size,), twos) == smallest_missing(theirs | heap_moves)
        assert numbers_in(step.text, "The options have") == sorted(theirs)
        told = re.search(r"gives (\d+) or (\d+)\.", step.text)
        assert set(map(int, told.groups())) == heap_moves

    values = [normal((size,)), *(misere((size,), twos) for twos in range(len(steps) - 2))]
    genus = f"{values[0]}^{''.join(map(str, values[1:]))}"
    assert steps[-1].data["genus"] == genus
    raised = f"{values[0]}{''.join(RAISED[value] for value in values[1:])}"
    assert steps[-1].title == f"{word.title()} of {size}: genus {raised}"
    assert raised in steps[-1].text
    assert steps[-1].scene.tags[0].text == f"genus {raised}"
    for card in steps[-1].scene.options[0].cards:
        base, _, above = card.value.partition("^")
        assert int(base) == normal(card.leaves)
        assert [int(one) for one in above] == [
            misere(card.leaves, twos) for twos in range(len(above))
        ]


def test_a_wild_row_goes_on_beside_heaps_of_two_and_ends_where_it_repeats():
    steps = genus_film(get_ruleset("octal:0.07"), 10, Budget())
    assert [step.title for step in steps] == [
        "When the last one wins",
        "When the last one loses",
        "Beside 1 heap of 2",
        "Beside 2 heaps of 2",
        "Beside 3 heaps of 2",
        "Row of 10: genus 3¹⁴³¹",
    ]
    assert steps[-1].data["genus"] == "3^1431"


def test_a_row_without_a_move_has_one_where_the_last_one_loses():
    steps = genus_film(get_ruleset("octal:0.07"), 1, Budget())
    assert "Without a move it is 1 here, because the player to move has won." in steps[1].text
    assert [step.scene.options[0].missing for step in steps[:2]] == [0, 1]
    assert "Every option" not in steps[-1].text


def test_numbers_of_two_digits_stay_on_the_line():
    steps = genus_film(get_ruleset("nim"), 12, Budget())
    assert steps[-1].title == "Row of 12: genus 12^(12)"


def test_no_genus_of_strips_and_none_past_the_budget():
    with pytest.raises(InvalidInputError, match="partizan-kayles"):
        genus_film(get_ruleset("partizan-kayles"), 5, Budget())
    with pytest.raises(BudgetExceededError):
        genus_film(get_ruleset("octal:0.35"), 40, Budget(50))
