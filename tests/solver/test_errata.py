"""The errata, against a second search that shares no code with the solver's."""

from contextlib import redirect_stdout
from functools import reduce
from io import StringIO
from itertools import combinations_with_replacement, product
from operator import xor
from runpy import run_path

import pytest

from solver.errata import ERRATA, GREMLIN_RULES, SOURCES, Flaw
from solver.errata.sample_function import nim as printed_function
from solver.errata.searches import SEARCHES
from solver.teaching import smallest

from . import oracle

BY_KEY = {erratum.key: erratum for erratum in ERRATA}
EVIDENCE = {evidence.key: evidence for erratum in ERRATA for evidence in erratum.evidence}
RULES = {
    "nim": oracle.nim,
    "partizan-kayles": oracle.partizan_kayles,
    "octal:0.35": oracle.octal("0.35"),
    "subtraction:3": oracle.takes([1, 2, 3]),
    "subtraction:4": oracle.takes([1, 2, 3, 4]),
    GREMLIN_RULES: oracle.heaps({1: [()], 2: [(), (1,)], 3: [(), (2, 2)]}),
}


def judge(key, misere=True):
    return oracle.Oracle(RULES.get(key) or oracle.octal(key.removeprefix("octal:")), misere)


def positions(rows, largest, fewest=1):
    for number in range(fewest, rows + 1):
        yield from combinations_with_replacement(range(1, largest + 1), number)


def mex(values):
    return next(n for n in range(100) if n not in values)


@pytest.mark.parametrize(
    "exhibit",
    [exhibit for erratum in ERRATA for exhibit in erratum.exhibits],
    ids=lambda one: f"{one.ruleset} {one.position} {one.convention}",
)
def test_a_shown_position_is_won_by_exactly_the_moves_that_are_named(exhibit):
    position = tuple(map(int, exhibit.position.split("+")))
    search = judge(exhibit.ruleset, exhibit.convention == "misere")
    named = set()
    for move in exhibit.moves:
        row, becomes = move.split(">")
        named.add((int(row) - 1, tuple(part for part in map(int, becomes.split("+")) if part)))
    assert search.winning_moves(position, exhibit.to_move) == named
    assert search.wins(position, exhibit.to_move) == exhibit.wins


def test_0_35_comes_first_and_every_source_has_its_errata():
    assert [source.key for source in SOURCES] == [
        "r1-note",
        "partizan-kayles",
        "nimble-strategy",
        "encyclopedia",
    ]
    first = ERRATA[0]
    assert [(one.position, one.wins) for one in first.exhibits] == [("4+1", True), ("4+2", False)]
    assert {one.ruleset for one in first.exhibits} == {"octal:0.35"}
    assert "even if correct, is only a provisional contribution" in SOURCES[0].hedge
    assert len(BY_KEY) == len(ERRATA)


# --- the R1 note ------------------------------------------------------------------------------


class Rows:
    """Kinds of rows in an octal game, and what the note says of sums of them."""

    def __init__(self, code, largest):
        self.options = oracle.nim if code == "nim" else oracle.octal(code)
        self.misere = oracle.Oracle(self.options, True)
        self.values = [0]
        for size in range(1, largest + 1):
            self.values.append(mex({self.value(option) for option in self.options(size)}))

    def value(self, position):
        return reduce(xor, (self.values[size] for size in position), 0)

    def kind(self, position):
        won = self.misere.wins(tuple(filter(None, position)))
        names = {0: ("trap", "null"), 1: ("inverter", "gremlin")}
        return names.get(self.value(position), ("higher inverter", "higher switch"))[won]

    def broken(self, size):
        kind, options = self.kind((size,)), {self.kind(option) for option in self.options(size)}
        conditions = {
            1: kind == "higher inverter",
            2: kind == "higher switch" and not options & {"null", "gremlin"},
            3: kind == "null" and "gremlin" in options,
            4: kind == "gremlin" and "null" in options,
        }
        return [number for number, is_broken in conditions.items() if is_broken]

    def called_lost(self, position):
        kinds = [self.kind((size,)) for size in position]
        if {"trap", "gremlin", "higher switch"} & set(kinds):
            return self.value(position) == 0
        return kinds.count("inverter") % 2 == 1


def test_the_note_mispredicts_exactly_the_six_sums_of_0_35_that_are_named():
    rows = Rows("0.35", 4)
    assert [rows.broken(size) for size in (1, 2, 3, 4)] == [[], [], [], [4]]
    looked_at = list(positions(5, 4))
    mistaken = {
        p: rows.called_lost(p) for p in looked_at if rows.called_lost(p) == rows.misere.wins(p)
    }
    assert mistaken == {
        (1, 4): True,
        (1, 1, 1, 4): True,
        (1, 2, 2, 4): True,
        (2, 4): False,
        (1, 1, 2, 4): False,
        (2, 2, 2, 4): False,
    }
    lost, won = BY_KEY["octal-035"].wrong.split("By the note 4 + 1,")[1].split("By the note")
    for position, called_lost in mistaken.items():
        shown = " + ".join(map(str, sorted(position, reverse=True)))
        assert shown == "4 + 1" or shown in (lost if called_lost else won)
    numbers = EVIDENCE["rows-of-four"]
    assert (numbers.positions, numbers.exceptions) == (len(looked_at), len(mistaken))


def test_the_octal_codes_that_break_the_fourth_condition_first_are_those_named():
    found = {}
    for first, second in product("01234567", repeat=2):
        code = f"0.{first}{second}"
        rows = Rows(code, 20)
        size = next((size for size in range(1, 21) if rows.broken(size)), 0)
        if size and rows.broken(size) == [4]:
            found[code] = size
            assert rows.called_lost((1, size))
            assert rows.misere.wins((1, size))
    assert found == {
        "0.35": 4, "0.71": 5, "0.75": 5, "0.57": 9, "0.72": 9, "0.54": 10, "0.53": 11, "0.15": 14,
    }  # fmt: skip
    text = str(EVIDENCE["octal-codes"])
    assert text.startswith(f"Among the 64 octal codes 0.00 to 0.77, {len(found)} break")
    assert all(code in text for code in found)


def test_no_heap_smaller_than_three_is_a_gremlin_that_can_escape():
    options = [(), (1,), (1, 1), (1, 1, 1)]
    for chosen in product((False, True), repeat=len(options)):
        rules = {
            1: [()],
            2: [option for option, wanted in zip(options, chosen, strict=True) if wanted],
        }
        misere = oracle.Oracle(oracle.heaps(rules), True)
        is_won = [misere.wins(option) for option in rules[2]]
        value = mex({len(option) % 2 for option in rules[2]})
        is_gremlin = value == 1 and misere.wins((2,))
        assert not is_gremlin
        assert all(
            won == (len(option) % 2 == 0) for won, option in zip(is_won, rules[2], strict=True)
        )


def test_the_smallest_heap_is_told_with_what_a_heap_may_become():
    said = BY_KEY["gremlin"].wrong
    assert "Here a heap may become two heaps. If it may become only nothing or one smaller" in said
    single = smallest({4})
    assert max(single.ruleset.rules) == 4
    assert f"it takes a heap of {max(single.ruleset.rules)}." in said
    assert all(len(option) <= 1 for options in single.ruleset.rules.values() for option in options)


def bits(game):
    return [h for h in range(16) if game >> h & 1]


class SmallGame:
    """A game born by day 4, bit h of its number saying whether game h is an option."""

    def __init__(self, options):
        self.value = mex({option.value for option in options})
        self.beside = []
        for other in range(16):
            moves = [option.beside[other] for option in options]
            moves += [self.beside[h] for h in bits(other)]
            self.beside.append(not all(moves) or not moves)
        self.kind = self.value, self.beside[0]
        self.is_fickle = self.kind in {(0, True), (1, False)}
        below = {option.kind for option in options}
        self.kept = 4
        if self.kind == (1, True) and (0, True) in below:
            self.kept = 3
        if self.value > 1 and not (self.beside[0] and below & {(0, True), (1, True)}):
            self.kept = 0
        if self.kind == (0, True) and (1, True) in below:
            self.kept = 0
        self.kept = min([self.kept, *(option.kept for option in options)])
        genus = [mex({option.genus[0] for option in options}) if options else 1]
        for term in (1, 2, 3):
            below = {option.genus[term] for option in options}
            genus.append(mex(below | {genus[-1], genus[-1] ^ 1}))
        self.genus = tuple(genus)
        tame = {0: (1, 2, 0, 2), 1: (0, 3, 1, 3)}.get(self.value), (self.value, self.value ^ 2) * 2
        self.is_tame = self.genus in tame and all(option.is_tame for option in options)

    def called_won(self, other):
        if self.is_fickle and other.is_fickle:
            return self.value == other.value
        return self.value != other.value


@pytest.mark.no_cover
def test_the_sums_of_small_games_are_mispredicted_as_often_as_is_said():
    small = []
    for game in range(16):
        small.append(SmallGame([small[h] for h in bits(game)]))
    looked_at, mistaken = {3: 0, 4: 0}, {3: 0, 4: 0}
    for number in range(65_536):
        game = SmallGame([small[h] for h in bits(number)])
        assert game.is_tame == (game.kept == 4)
        for conditions in range(3, game.kept + 1):
            looked_at[conditions] += 16
            mistaken[conditions] += sum(
                game.called_won(other) != game.beside[n] for n, other in enumerate(small)
            )
    assert all(game.kept == 4 for game in small)
    for conditions, key in ((3, "three-conditions"), (4, "four-conditions")):
        numbers = EVIDENCE[key]
        assert looked_at[conditions] == numbers.positions
        assert mistaken[conditions] == numbers.exceptions


@pytest.mark.parametrize("key", sorted(set(EVIDENCE)))
def test_every_search_finds_the_numbers_that_are_printed(key):
    found = list(SEARCHES[key]())
    evidence = EVIDENCE[key]
    assert (len(found), found.count(False)) == (evidence.positions, evidence.exceptions)
    if evidence.exceptions:
        assert f"{evidence.exceptions:,}" in str(evidence)
    assert f"{evidence.positions:,}" in str(evidence)


def test_case_1_is_decided_wrongly_in_fourteen_of_seventy_eight():
    rows = Rows("0.35", 4)
    wrong = []
    cases = [p for p in positions(5, 4) if rows.misere.wins(p) and case_1(rows, p)]
    for position in cases:
        moves = rows.misere.moves(position)
        returned = [a for m in moves if rows.value(a := rows.misere.after(position, m)) == 0]
        if not returned or any(map(rows.misere.wins, returned)):
            wrong.append(position)
    numbers = EVIDENCE["case-1"]
    assert (len(cases), len(wrong)) == (numbers.positions, numbers.exceptions)
    assert (4,) in wrong


def test_case_4_has_no_move_only_where_nobody_has_one():
    looked_at, without = 0, []
    for code, largest in (("nim", 7), ("0.77", 4), ("0.07", 9)):
        rows = Rows(code, largest)
        for position in [(), *positions(4, largest)]:
            kinds = [rows.kind((size,)) for size in position]
            if set(kinds) <= {"null", "inverter"} and kinds.count("inverter") % 2 == 0:
                looked_at += 1
                assert rows.misere.wins(position)
                turned = []
                for row, parts in rows.misere.moves(position):
                    if {kinds[row], rows.kind(parts)} == {"null", "inverter"}:
                        turned.append(rows.misere.after(position, (row, parts)))
                assert not any(map(rows.misere.wins, turned))
                if not turned:
                    assert not list(rows.misere.moves(position))
                    without.append(position)
    numbers = EVIDENCE["case-4"]
    assert (looked_at, len(without)) == (numbers.positions, numbers.exceptions)
    assert () in without


def case_1(rows, position):
    kinds = [rows.kind((size,)) for size in position]
    return "trap" in kinds or "gremlin" in kinds or kinds.count("higher switch") > 1


# --- partizan Kayles --------------------------------------------------------------------------

STRIPS = oracle.Oracle(oracle.partizan_kayles, True)


def strips(total, largest=None):
    yield ()
    for first in range(min(total, largest or total), 0, -1):
        for rest in strips(total - first, first):
            yield (first, *rest)


def options(position, player):
    return {STRIPS.after(position, move) for move in STRIPS.moves(position, player)}


@pytest.mark.parametrize("player", ["left", "right"])
def test_theorem_4_is_silent_as_often_as_is_said_and_the_end_of_3k_wins_there(player):
    take = 1 if player == "left" else 2
    other = "right" if player == "left" else "left"
    looked_at = silent = 0
    for position in set(strips(23)):
        if not STRIPS.moves(position, player) or not STRIPS.wins(position, player):
            continue
        looked_at += 1
        if player == "left":
            speaks = any(size % 3 for size in position)
        else:
            speaks = any(size % 3 == 2 or (size % 3 == 1 and size > 3) for size in position)
        if speaks:
            continue
        silent += 1
        row = next(i for i, size in enumerate(position) if size % 3 == 0)
        left = position[row] - take
        assert not STRIPS.wins(STRIPS.after(position, (row, (left,))), other)
    numbers = EVIDENCE[f"theorem-4-{player}"]
    assert (looked_at, silent) == (numbers.positions, numbers.exceptions)


def test_lemma_3_names_an_option_only_for_one_square_and_the_mended_one_always():
    for k, j in product(range(1, 7), repeat=2):
        position = (1,) * k + (2,) * j
        mended = (1,) * (k - 1) + (2,) * j
        assert ((2,) * (k - 1 + j) in options(position, "left")) == (k == 1)
        assert mended in options(position, "left")
        assert STRIPS.wins(position, "left") == (not STRIPS.wins(mended, "right"))
    assert STRIPS.wins((2, 2, 2), "right")


def test_theorem_2_is_true_with_zero_too_and_dominoes_have_one_left_option():
    for k, j in product(range(9), repeat=2):
        position = (1,) * k + (2,) * j
        first = {player: STRIPS.wins(position, player) for player in ("left", "right")}
        rest = (k + 2 * j) % 3
        outcome = "N" if k == j or (k < j and rest == 0) else "R" if k > j or rest == 1 else "P"
        assert first == {"left": outcome == "N", "right": outcome in "NR"}
    for j in range(1, 13):
        assert options((2,) * j, "left") == {(1,) + (2,) * (j - 1)}


def test_figure_1_has_a_square_too_many():
    def after_both(size):
        orders = (("left", "right"), ("right", "left"))
        return {
            last
            for one, two in orders
            for between in options((size,), one)
            for last in options(between, two)
        }

    assert after_both(6) == {(3,), (1, 2), (1, 1, 1)}
    assert (1, 3) in after_both(7)


def test_the_index_in_theorem_1_must_be_two_less():
    for k in range(2, 9):
        for i in range(2, 3 * k - 1, 3):
            n = 3 * k
            assert tuple(sorted((i, n - 1 - i))) not in options((n,), "right")
            assert tuple(sorted((i, n - 1 - i))) in options((n,), "left")
            assert tuple(sorted((i, n - 2 - i))) in options((n,), "right")


def test_a_strip_of_three_changes_no_outcome_so_neither_option_is_needed():
    search = judge("partizan-kayles")
    boards = [p for total in range(18) for p in partitions(total)]
    for board in boards:
        for player in ("left", "right"):
            assert search.wins((*board, 3), player) == search.wins(board, player), board
    numbers = EVIDENCE["strip-of-three"]
    assert (len(boards), 0) == (numbers.positions, numbers.exceptions)
    assert BY_KEY["canonical-form"].flaw is Flaw.FALSE


def partitions(total, largest=99):
    if not total:
        yield ()
    for row in range(min(total, largest), 0, -1):
        for rest in partitions(total - row, row):
            yield (*rest, row)


# --- Nimble Strategy --------------------------------------------------------------------------


def test_of_single_rows_without_a_maximum_one_card_alone_beats_the_first_player():
    lost = [
        (size, misere)
        for misere in (False, True)
        for size in range(1, 61)
        if not judge("nim", misere).wins((size,))
    ]
    assert lost == [(1, True)]
    assert EVIDENCE["one-row"].exceptions == len(lost)


def test_his_move_can_be_matched_or_complemented_but_not_always_both():
    search = judge("subtraction:4", misere=False)
    looked_at, seen = 0, {"neither": 0, "match": 0, "complement": 0}
    for rows in positions(2, 12, fewest=2):
        if search.wins(rows):
            continue
        assert rows[0] % 5 == rows[1] % 5
        for (his, other), take in product((rows, rows[::-1]), range(1, 5)):
            if take > his:
                continue
            looked_at += 1
            left = his - take
            answers = []
            if other >= take:
                answers.append((left, other - take))
            else:
                seen["match"] += 1
            if left >= 5 - take:
                answers.append((left - 5 + take, other))
            else:
                seen["complement"] += 1
            seen["neither"] += not answers
            for answer in answers:
                assert not search.wins(tuple(sorted(filter(None, answer))))
    assert looked_at == EVIDENCE["either-answer"].positions
    assert seen["neither"] == 0
    assert seen["match"] == EVIDENCE["matching"].exceptions
    assert seen["complement"] == EVIDENCE["complementing"].exceptions


def test_a_harbor_with_a_maximum_may_have_one_large_row_but_not_one_large_remainder():
    search = judge("subtraction:3", misere=False)
    harbors = [p for p in positions(3, 12, fewest=2) if not search.wins(p)]
    rows = [sum(size > 1 for size in p) for p in harbors]
    remainders = [sum(size % 4 > 1 for size in p) for p in harbors]
    assert {(1, 5), (1, 1, 4)} <= {p for p, large in zip(harbors, rows, strict=True) if large == 1}
    assert (sum(map(bool, rows)), rows.count(1)) == (
        EVIDENCE["large-rows"].positions,
        EVIDENCE["large-rows"].exceptions,
    )
    assert 1 not in remainders
    assert sum(map(bool, remainders)) == EVIDENCE["large-remainders"].positions
    without_maximum = judge("nim", misere=False)
    for position in positions(4, 7, fewest=2):
        if not without_maximum.wins(position):
            assert sum(size > 1 for size in position) != 1


def test_a_row_of_six_cannot_come_down_to_one_but_its_remainder_can():
    six = judge("subtraction:3")
    assert not judge("subtraction:3", misere=False).wins((2, 6))
    assert {parts for _, parts in six.moves((6,))} == {(3,), (4,), (5,)}
    assert six.winning_moves((6,)) == {(0, (5,))}


def test_where_all_remainders_are_zero_exactly_the_maximum_wins():
    search = judge("subtraction:4")
    assert not search.wins((1, 5, 10))
    assert not search.wins((1, 5, 5, 10))
    for number in range(1, 5):
        for rows in combinations_with_replacement((5, 10, 15), number):
            wins = {(row, (size - 4,)) for row, size in enumerate(rows)}
            assert search.winning_moves(rows) == wins


def test_nine_and_four_are_harbors_of_neither_game():
    for misere in (False, True):
        search = judge("subtraction:4", misere)
        lost = [size for size in range(1, 31) if not search.wins((size,))]
        assert lost == [size for size in range(1, 31) if size % 5 == misere]
        assert not {9, 4} & set(lost)


def test_waiting_till_the_end_loses_beside_ones():
    misere, normal = judge("nim"), judge("nim", misere=False)
    for size, ones in product(range(2, 8), (1, 2, 3)):
        position = (1,) * ones + (size,)
        assert misere.wins(position)
        assert not normal.winning_moves(position) & misere.winning_moves(position)


# --- the encyclopedia -------------------------------------------------------------------------

ORIGINAL = '''
def nim(heaps, misere=True):
    """Computes next move for Nim in a normal or misère (default) game,
    returns tuple (chosen_heap, nb_remove)"""
    X = reduce(lambda x,y: x^y, heaps)
    if X == 0: # Will lose unless all non-empty heaps have size one
        print("You will lose :(")
        for i, heap in enumerate(heaps):
            if heap > 0: # Empty any (non-empty) heap
                chosen_heap, nb_remove = i, heap
                break
    else:
        sums = [t^X < t for t in heaps]
        chosen_heap = sums.index(True)
        nb_remove = heaps[chosen_heap] - (heaps[chosen_heap]^X)
    heaps_twomore = 0
    for i, heap in enumerate(heaps):
        n = heap-nb_remove if chosen_heap == i else heap
        if n>1: heaps_twomore += 1
    if heaps_twomore == 0:
        chosen_heap = heaps.index(max(heaps))
        heaps_one = sum(t==1 for t in heaps)
        nb_remove = heaps[chosen_heap]-1 if heaps_one%2!=misere else heaps[chosen_heap]
    return chosen_heap, nb_remove
'''


def outcome_of_call(function, heaps, misere):
    with redirect_stdout(StringIO()) as printed:
        try:
            result = function(heaps, misere=misere)
        except (TypeError, UnboundLocalError) as error:
            result = type(error)
    return result, printed.getvalue()


def test_the_sample_function_does_what_the_articles_own_text_does(tmp_path):
    file = tmp_path / "article.py"
    file.write_text(ORIGINAL, encoding="utf-8")
    names = run_path(str(file), {"reduce": reduce})
    for number, misere in product(range(5), (False, True)):
        for heaps in product(range(5), repeat=number):
            call = (list(heaps), misere)
            assert outcome_of_call(printed_function, *call) == outcome_of_call(names["nim"], *call)


def test_the_sample_function_takes_nothing_from_ones_and_wins_elsewhere():
    nothing = elsewhere = 0
    for misere in (False, True):
        search = judge("nim", misere)
        for heaps in filter(search.wins, positions(4, 7)):
            (row, take), _ = outcome_of_call(printed_function, heaps, misere)
            if max(heaps) == 1:
                assert take == 0
                nothing += 1
            else:
                assert (row, tuple(filter(None, [heaps[row] - take]))) in search.winning_moves(
                    heaps
                )
                elsewhere += 1
    assert nothing == EVIDENCE["sample-ones"].exceptions
    assert elsewhere == EVIDENCE["sample-function"].positions


def test_the_sample_function_warns_the_winner_and_not_the_loser_of_ones():
    search = judge("nim")
    wrong = {
        heaps
        for heaps in positions(4, 7)
        if ("You will lose :(" in outcome_of_call(printed_function, heaps, True)[1])
        == search.wins(heaps)
    }
    assert wrong == {(1,), (1, 1), (1, 1, 1), (1, 1, 1, 1)}


def test_the_sample_function_stops_where_there_is_nothing_to_take():
    assert outcome_of_call(printed_function, [], True)[0] is TypeError
    assert outcome_of_call(printed_function, [0, 0], True)[0] is UnboundLocalError


def test_a_claim_can_be_disputed_where_its_winner_or_its_move_is_wrong():
    disputed = 0
    for exhibit in (one for erratum in ERRATA for one in erratum.exhibits):
        position = tuple(map(int, exhibit.position.split("+")))
        search = judge(exhibit.ruleset, exhibit.convention == "misere")
        wins = search.wins(position, exhibit.to_move) if exhibit.to_move else search.wins(position)
        assert exhibit.wins == wins
        claim = exhibit.claim
        wrong = claim.wins is not None and claim.wins != wins
        assert exhibit.disputed == (bool(claim.move) or wrong)
        disputed += exhibit.disputed
    assert disputed > 8


def test_each_sort_of_mistake_says_what_its_passages_do():
    assert Flaw.FALSE.says.startswith("It states something that a position refutes")
    assert Flaw.MISPRINT.says.startswith("A slip of the pen")
    assert len({flaw.says for flaw in Flaw}) == len(Flaw) == 3
