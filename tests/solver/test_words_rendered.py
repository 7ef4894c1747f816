"""Every sentence filled in: plurals, full stops, no value left out, none too long to read aloud."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import combinations_with_replacement
from pkgutil import iter_modules

import pytest

from solver import (
    PUBLISHED,
    BudgetExceededError,
    Convention,
    Known,
    NotCoveredError,
    Player,
    Reach,
    SolverError,
    TooFewError,
    as_position,
    ask,
    compare,
    get_ruleset,
    get_theory,
    parse_position,
    reach_of,
    read_formula,
    row_kinds,
    standard_form,
    words,
)
from solver.analysis import answer
from solver.films import FILMS
from solver.move_classes import MoveClass
from solver.positions import Move
from solver.quotients.monoid import TRIVIAL
from solver.reach import Ending
from solver.teaching import QUANTITIES, Rule, film, get_opponent, read_strategy, run_sample
from solver.words.titles import MAX_TITLE
from tests.prose import NAMED, is_prose
from tests.test_words import long_sentences

THINGS = (
    *("row", "heap", "strip", "match", "square", "domino", "counter", "size"),
    *("null", "inverter", "trap", "gremlin", "switch", "element", "digit"),
    *("move", "position", "pair", "sort"),
)
SEVERAL = "|".join([*map(words.plural, THINGS), "ones", "others"])
ONE = "|".join(THINGS)
FAULTS = {
    "one thing in the plural": rf"(?<![\d,.+−–-])\b1 (more )?({SEVERAL})\b",
    "several things in the singular": rf"(?<![\d,.+])\b(0|[2-9]|\d\d+) (more )?({ONE})\b",
    "a value that is not filled in": r"[{}]|(?<!\? )\bNone\b(?! of )",
    "two spaces": r"  ",
    "a space before a stop": r" [,.;:]",
    "two stops": r"[,.;:][,.;:]",
    "a small letter after a full stop": r"[a-z)]\. [a-z]",
}
MODULES = [
    import_module(f"solver.words.{found.name}") for found in iter_modules(words.__path__)
] + [words]


def check(text: str) -> None:
    for fault, pattern in FAULTS.items():
        found = re.search(pattern, text)
        assert not found, f"{fault}: {text}"


def check_sentence(text: str) -> None:
    check(text)
    assert text[0].isupper() or text[0].isdigit(), text
    assert text.endswith("."), text


def texts_of(value: object) -> list[str]:
    """The texts in a constant, however it holds them."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for one in value.values() for text in texts_of(one)]
    if isinstance(value, tuple):
        return [text for one in value for text in texts_of(one)]
    return []


def constants(module: object) -> list[str]:
    named = [value for name, value in vars(module).items() if name.isupper()]
    return [text for value in named for text in texts_of(value)]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_text_can_be_filled_in_by_name_and_read_aloud(module):
    for text in constants(module):
        # Two braces are one in the notation of a game, ``{0|*}``.
        filled = NAMED.sub("many", text.replace("{{", "").replace("}}", ""))
        assert "{" not in filled, text
        assert "}" not in filled, text
        assert not (is_prose(filled) and long_sentences(filled)), text


GAMES = {
    "nim": (4, 4),
    "subtraction:3": (7, 3),
    "subtraction:{2,3}": (6, 3),
    "kayles": (5, 3),
    "octal:0.07": (6, 2),
    "octal:0.35": (4, 2),
    "grundy": (7, 2),
    "lasker": (4, 2),
    "heaps:{1:[[]],3:[[],[2,2]],4:[[1],[3]]}": (4, 2),
    "hexadecimal:0.0F": (6, 2),
    "partizan-kayles": (7, 3),
}
"""The largest row and the most rows that are looked at, by game."""


def boards(largest: int, most: int) -> list[tuple[int, ...]]:
    few = [
        board
        for rows in range(most + 1)
        for board in combinations_with_replacement(range(1, largest + 1), rows)
    ]
    return [*few, (1,) * 11, (largest,) * 12, (2,) * 13, (1, *(3,) * 14)]


def told(key: str, board: tuple[int, ...], convention: str, theory: str) -> list:
    steps = []
    for player in ("left", "right", None) if key == "partizan-kayles" else (None,):
        question = ask(key, board, convention, player)
        try:
            if theory != "below":
                steps += answer(question, theory=theory).steps
            steps += film(question, theory=theory).steps
        except NotCoveredError as refusal:
            check_sentence(str(refusal))
    return steps


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize("theory", FILMS)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.no_cover
def test_every_sentence_caption_and_title_is_whole(key, theory, convention):
    largest, most = GAMES[key]
    for board in boards(largest, most):
        if theory in ("exhaustive", "below") and (len(board) > 11 or sum(board) > 14):
            continue
        for step in told(key, board, convention, theory):
            check_sentence(step.text)
            check(step.title)
            assert len(step.title) <= MAX_TITLE
            if len(board) < 4 and step.rule != "quotient:elements":
                assert not long_sentences(step.text), step.text
            if step.scene:
                for line in step.scene.tally:
                    check(f"{line.label} {line.said}")
                for tag in step.scene.tags:
                    check(tag.text)


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 matches"), (1, "1 match"), (2, "2 matches"), (12, "12 matches")]
)
def test_a_number_stands_with_its_noun(number, said):
    assert words.counted(number, "match") == said
    assert words.by_number(number, "one", "several") == ("one" if number == 1 else "several")


@pytest.mark.parametrize(
    "text",
    [
        "It has 1 rows.",
        "And 1 more moves.",
        "It has 3 row.",
        "{player} wins.",
        "You  win.",
        "Take 2 .",
        "No..",
        "It ends. then it begins.",
    ],
)
def test_a_fault_would_be_found(text):
    with pytest.raises(AssertionError):
        check_sentence(text)


# --- rules that count, refusals, published rules and the program, for 0, 1, 2 and many ------


@pytest.mark.parametrize(
    "written", [0, 1, 2, 12, "odd", "even", ">=1", ">=2", "<=1", "<=2", "1 mod 4", [0, 1], [1, 2]]
)
@pytest.mark.parametrize("game", ["nim", "subtraction:3", "kayles", "partizan-kayles"])
@pytest.mark.parametrize("key", QUANTITIES)
def test_a_rule_that_counts_has_the_right_plural(key, game, written):
    rule, rules = Rule.read({key: written}), get_ruleset(game)
    check(rule.words(rules, "match"))
    if refused := rule.refusal(rules):
        check(refused)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (0, "No match"),
        (1, "Exactly one match"),
        ("<=1", "At most 1 match"),
        (2, "2 matches in all"),
    ],
)
def test_the_pieces_of_a_board_are_counted(written, said):
    assert Rule.read({"total": written}).words(get_ruleset("nim"), "match") == said


REFUSED = (
    *(lambda text=text: parse_position(text) for text in ("1+x", "1,000", "9" * 101)),
    *(lambda sizes=sizes: as_position(sizes) for sizes in ([-1], [2**400])),
    *(
        lambda key=key: get_ruleset(key)
        for key in (
            *("chess", "x" * 5_000, "subtraction:0", "octal:0.9", "hexadecimal:0.x"),
            *("heaps:{1:[[1]]}", "heaps:{1:[],1:[]}", "heaps:1"),
        )
    ),
    lambda: Convention.parse("fast"),
    lambda: Player.parse("up"),
    lambda: get_theory("x"),
    lambda: get_opponent("x"),
    lambda: read_strategy("x"),
    lambda: standard_form("nim"),
    lambda: reach_of("partizan-kayles"),
    lambda: row_kinds(get_ruleset("partizan-kayles"), 3, None),
    lambda: get_ruleset("nim").check_move((1,), 4, ()),
    *(
        lambda rule=rule: Rule.read(rule)
        for rule in ({}, {"rows": "few"}, {"rows": 100}, {"rows": []}, {"x": 1}, {"any": []})
    ),
    *(
        lambda text=text: read_formula(text, get_ruleset("nim"))
        for text in (
            *("", "a", "a = (b = c)", "a = 1000", "sum(a) = 0", "a mod 0 = 0", "(a = 1"),
            *("a = 1 or " * 30, "(" * 20 + "a = 1"),
        )
    ),
    *(lambda fitting=fitting: throw(TooFewError(12, fitting)) for fitting in (0, 1, 2, 11)),
)


def throw(error: Exception) -> None:
    raise error


@pytest.mark.parametrize("ask_it", REFUSED)
def test_a_refusal_is_one_whole_sentence(ask_it):
    with pytest.raises(SolverError) as refusal:
        ask_it()
    said = re.sub("'.*?'", "This", str(refusal.value), count=1)
    check_sentence(re.sub(r"[{}]", "", said.replace("{…}", "…")))


@pytest.mark.parametrize("detail", [1, 2, 12])
def test_how_far_r1_and_a_quotient_reach_is_said_with_the_right_plural(detail):
    for ending in Ending:
        check_sentence(Reach("octal:0.35", ending, detail, min(detail, 4)).text)
    for rules in map(get_ruleset, ("octal:0.35", "heaps:{1:[[]]}")):
        check_sentence(Known(TRIVIAL, (0,) * (detail + 1), detail, detail).certificate(rules))
        check_sentence(Known(TRIVIAL, (0,) * (detail + 1)).certificate(rules))


def test_a_class_of_moves_counts_them():
    for last in (3, 5, 4_001):
        check(str(MoveClass(Move(0, 10_003, (1, 10_000)), 2, last)))


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize("rule", PUBLISHED, ids=lambda rule: rule.key)
def test_a_published_rule_is_compared_in_whole_sentences(rule, convention):
    heard = set()
    for game in ("nim", "kayles", "octal:0.35", "partizan-kayles"):
        rules = get_ruleset(game)
        if misfit := rule.misfit(rules, Convention(convention)):
            check_sentence(misfit)
            continue
        for board in boards(4, 3)[:-4]:
            question = ask(game, board, convention, "left" if rules.partizan else None)
            try:
                comparison = compare(rule, question)
            except (NotCoveredError, BudgetExceededError) as refusal:
                check_sentence(str(refusal))
                continue
            check_sentence(comparison.reading.why)
            check_sentence(comparison.says)
            heard.add(comparison.says)
    assert len(heard) != 1


@pytest.mark.parametrize("misere", [True, False])
def test_every_line_of_the_program_is_told_in_a_whole_sentence(misere):
    for heaps in boards(3, 3)[:-4]:
        for step in run_sample(heaps, misere=misere).steps:
            said = step.says.replace(" :(", "").replace("It stops here. ", "")
            if "Error" not in said:
                check_sentence(said)
