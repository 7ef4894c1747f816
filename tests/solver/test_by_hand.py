"""A quotient by hand: every answer against exhaustive search, every question asked once."""

from itertools import combinations, combinations_with_replacement

import pytest

from solver import Budget, InvalidInputError, Outcome, get_ruleset
from solver.teaching import QuotientByHand
from tests.solver import oracle

GAMES = [("octal:0.31", 4), ("kayles", 8), ("nim", 3), ("octal:0.07", 6), ("subtraction:3", 5)]


def by_hand_of(game, up_to):
    return QuotientByHand(get_ruleset(game), up_to, Budget())


def searched(game):
    """Who wins, by search alone."""
    family, _, code = game.partition(":")
    options = {
        "kayles": oracle.kayles,
        "nim": oracle.nim,
        "octal": oracle.octal(code or "0"),
        "subtraction": oracle.takes([1, 2, 3]),
    }
    return oracle.Oracle(options[family], misere=True)


def boards(up_to, rows):
    for count in range(rows + 1):
        yield from combinations_with_replacement(range(1, up_to + 1), count)


@pytest.mark.parametrize(("game", "up_to"), GAMES)
def test_who_wins_is_what_search_says(game, up_to):
    by_hand, search = by_hand_of(game, up_to), searched(game)
    for board in boards(up_to, 4):
        assert (by_hand.outcome(board) is Outcome.N) == search.wins(board), board


@pytest.mark.parametrize(("game", "up_to"), GAMES)
def test_a_board_is_new_only_where_search_tells_it_from_every_element(game, up_to):
    by_hand, search = by_hand_of(game, up_to), searched(game)
    for question in by_hand.questions:
        for element in question.found:
            company = by_hand.company_for(question.board, element.board)
            assert (company is None) == (element == question.same_as)
            if company is not None:
                one, other = (
                    search.wins(rows + company) for rows in (question.board, element.board)
                )
                assert one != other


@pytest.mark.parametrize(("game", "up_to"), GAMES)
def test_nothing_that_search_can_add_tells_apart_what_is_said_to_be_the_same(game, up_to):
    by_hand, search = by_hand_of(game, up_to), searched(game)
    same = [question for question in by_hand.questions if question.same_as]
    assert same
    for question in same:
        for company in boards(up_to, 3):
            one, other = question.board + company, question.same_as.board + company
            assert search.wins(one) == search.wins(other), (question.board, company)


@pytest.mark.parametrize(("game", "up_to"), GAMES)
def test_the_company_for_two_elements_is_the_smallest(game, up_to):
    by_hand, search = by_hand_of(game, up_to), searched(game)
    for one, other in combinations(by_hand.elements, 2):
        company = by_hand.company_for(one.board, other.board)
        for smaller in boards(up_to, 3):
            if sum(smaller) < sum(company):
                assert search.wins(one.board + smaller) == search.wins(other.board + smaller)


def test_the_questions_of_a_game_in_their_order():
    asked = [
        (question.board, question.asked, question.same_as.name if question.same_as else "new")
        for question in by_hand_of("octal:0.31", 4).questions
    ]
    assert asked == [
        ((1,), "", "new"),
        ((1, 1), "aa", ""),
        ((2,), "", "new"),
        ((1, 2), "ab", "new"),
        ((2, 2), "bb", "new"),
        ((1, 2, 2), "abb", "new"),
        ((2, 2, 2), "bbb", "b"),
        ((3,), "", "bb"),
        ((4,), "", "abb"),
    ]


def test_kayles_up_to_eight_has_twelve_elements_by_three_letters():
    by_hand = by_hand_of("kayles", 8)
    assert by_hand.letters == {"a": 1, "b": 2, "c": 5}
    assert len(by_hand.elements) == by_hand.quotient.monoid.order == 12
    assert [element.name for element in by_hand.lost] == ["a", "bb", "ac"]
    rows = {q.board: q.same_as.name for q in by_hand.questions if q.same_as and not q.asked}
    assert rows == {(3,): "ab", (4,): "a", (6,): "ab", (7,): "b", (8,): "abb"}


@pytest.mark.parametrize(("game", "up_to"), GAMES)
def test_at_the_end_every_product_follows_and_is_that_of_the_quotient(game, up_to):
    by_hand = by_hand_of(game, up_to)
    table, every = by_hand.quotient.monoid.table, len(by_hand.questions)
    for one in by_hand.elements:
        for other in by_hand.elements:
            product = by_hand.product(one, other, every)
            assert product.value == table[one.value][other.value]


def test_a_product_is_not_known_before_it_is_answered():
    by_hand = by_hand_of("octal:0.31", 4)
    nothing, a, b, *_ = by_hand.elements
    assert by_hand.product(a, a, 1) is None
    assert by_hand.product(a, a, 2) == nothing
    assert by_hand.product(a, b, 3) is by_hand.product(b, a, 3) is None
    assert by_hand.product(a, b, 4).name == by_hand.product(b, a, 4).name == "ab"


def test_a_line_of_equal_cells_does_not_make_two_boards_the_same():
    by_hand = by_hand_of("kayles", 8)
    two = by_hand.questions[2]
    assert two.board == (2,)
    assert [element.name for element in by_hand.alike(two, [()])] == [""]
    assert by_hand.alike(two, [(), (1,)]) == ()
    assert by_hand.line((2,), [(), (1,), (2,)]) == (Outcome.N, Outcome.N, Outcome.P)


def test_more_elements_than_a_person_compares_are_refused_in_a_sentence():
    with pytest.raises(InvalidInputError, match="there are 18 elements, and you can compare 12"):
        by_hand_of("kayles", 9)
