"""The film of a refusal: every sentence against search, and what it shows of each condition."""

from contextlib import suppress
from types import SimpleNamespace

import pytest

from solver import Budget, BudgetExceededError, InvalidInputError, ask, get_ruleset
from solver.r1 import kind_table
from solver.research.weakened import octal_codes
from solver.teaching import OCTAL, WRITTEN, about, refusal_film

from . import oracle
from .facts import FACTS, Frame
from .facts.frame import check_title
from .sentences import Game
from .test_components import HEAPS


def game_of(rules):
    family, _, code = rules.key.partition(":")
    if family == "kayles":
        known = oracle.kayles
    elif family == "octal":
        known = oracle.octal(code)
    elif family == "hexadecimal":
        known = oracle.hexadecimal(code)
    elif family == "grundy":
        known = oracle.grundy
    else:
        known = oracle.heaps(rules.rules)
    return Game(rules.key, known, misere=True)


def check_refusal(key, position):
    """Check every frame, and tell the condition that it is about."""
    question = ask(key, position, "misere", budget=Budget(10**6))
    steps = refusal_film(question)
    game = game_of(question.ruleset)
    scenes = [*(step.scene for step in steps[1:]), None]
    for step, following in zip(steps, scenes, strict=True):
        frame = Frame(SimpleNamespace(game=game), step, following)
        FACTS[step.rule](frame)
        check_title(step)
    return steps


@pytest.mark.parametrize(
    ("key", "position", "condition"),
    [
        ("kayles", "5+1", 2),
        ("octal:0.07", "10", 2),
        ("grundy", "13+3", 2),
        ("hexadecimal:8.3", "7+2", 1),
        ("hexadecimal:0.0F", "10+3", 2),
        (HEAPS, "5+4+1", 4),
    ]
    + [(one.key, one.position, one.condition) for one in (*WRITTEN, *OCTAL)],
)
def test_every_condition_has_a_film_that_ends_with_the_reply(key, position, condition):
    steps = check_refusal(key, position)
    rules = [step.rule for step in steps]
    assert rules == ["r1:breaks", "r1:condition", "r1:claim", "r1:beaten", "r1:loses"]
    assert steps[1].data["condition"] == condition


def test_a_single_row_that_is_left_shows_all_its_moves():
    last = refusal_film(ask("kayles", "5+1", "misere"))[-1]
    assert last.scene.position == (4,)
    assert [card.leaves for card in last.scene.options[0].cards] == [(3,), (1, 2), (2,), (1, 1)]


def test_there_is_no_film_where_no_row_breaks_a_condition():
    assert refusal_film(ask("kayles", "4+3", "misere")) == ()
    assert refusal_film(ask("kayles", "5+1", "normal")) == ()
    assert refusal_film(ask("partizan-kayles", "5+1", "misere", "left")) == ()


def test_a_row_whose_company_costs_too_much_is_shown_by_itself():
    told = set()
    for budget in range(1, 9):
        with suppress(BudgetExceededError):
            steps = refusal_film(ask("octal:0.07", "10", "misere", budget=Budget(budget)))
            told.add(tuple(step.rule for step in steps))
    assert ("r1:breaks", "r1:condition") in told


BREAKING = [
    key
    for key in octal_codes(2)
    if kind_table(get_ruleset(key)).check(10, Budget(10**6)) is not None
]


@pytest.mark.no_cover
@pytest.mark.parametrize("key", BREAKING)
def test_every_octal_game_that_breaks_a_condition_is_refused_truly(key):
    assert len(check_refusal(key, "10")) in (2, 5)


def test_there_are_octal_games_that_break_a_condition():
    assert len(BREAKING) > 10


def test_an_error_says_what_it_is_about_unless_it_says_so_already():
    with about("position"):
        assert get_ruleset("nim").key == "nim"
    with pytest.raises(InvalidInputError) as told, about("game"), about("position"):
        raise InvalidInputError("No.")
    assert told.value.field == "position"
    with pytest.raises(KeyError) as other, about("position"):
        raise KeyError("theirs")
    assert not hasattr(other.value, "field")
