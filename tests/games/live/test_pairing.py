"""Who plays whom: everybody once, nobody twice while it can be avoided."""

import random
from collections import Counter
from itertools import combinations

import pytest

from games.live.pairing import ladder, matching, met_in, round_robin


def rounds(players, count, draw=round_robin):
    """The pairs of some rounds among the same players."""
    played = []
    for _ in range(count):
        played.append(draw(players, met_in([pair for pairs in played for pair in pairs])))
    return played


def everybody(pairs):
    return sorted(player for pair in pairs for player in pair if player is not None)


@pytest.mark.parametrize("count", range(2, 41))
def test_everybody_plays_once_a_round_and_everybody_meets_everybody(count):
    players = list(range(count))
    played = rounds(players, count - 1 + count % 2)
    assert all(everybody(pairs) == players for pairs in played)
    met = Counter(frozenset(pair) for pairs in played for pair in pairs)
    alone = {frozenset((player, None)) for player in players} if count % 2 else set()
    assert met == Counter({*map(frozenset, combinations(players, 2)), *alone})


@pytest.mark.parametrize("count", range(2, 12))
def test_when_all_have_met_it_begins_again_and_stays_fair(count):
    every = count - 1 + count % 2
    played = rounds(list(range(count)), 3 * every)
    met = met_in([pair for pairs in played for pair in pairs])
    assert set(met.values()) == {3}


def most_pairs(players, may_meet):
    """The size of the largest matching, by trying all."""
    if len(players) < 2:
        return 0
    first, *others = players
    best = most_pairs(others, may_meet)
    for other in others:
        if may_meet(first, other):
            left = [player for player in others if player != other]
            best = max(best, 1 + most_pairs(left, may_meet))
    return best


def check_matching(players, edges):
    pairs = matching(players, lambda one, other: frozenset((one, other)) in edges)
    used = [player for pair in pairs for player in pair]
    assert len(used) == len(set(used))
    assert all(frozenset(pair) in edges for pair in pairs)
    assert len(pairs) == most_pairs(players, lambda one, other: frozenset((one, other)) in edges)


@pytest.mark.parametrize("count", range(6))
def test_no_larger_matching_exists_in_any_graph_of_five(count):
    edges = [frozenset(edge) for edge in combinations(range(count), 2)]
    for chosen in range(1 << len(edges)):
        check_matching(list(range(count)), {e for bit, e in enumerate(edges) if chosen >> bit & 1})


def test_no_larger_matching_exists_in_graphs_of_up_to_eleven():
    chance = random.Random(5)
    for _ in range(1500):
        count = chance.randint(6, 11)
        share = chance.choice((0.15, 0.25, 0.4))
        edges = {
            frozenset(edge) for edge in combinations(range(count), 2) if chance.random() < share
        }
        check_matching(list(range(count)), edges)


def fewest(players, met):
    """How few repetitions a round of *players* can have, by trying all."""
    if not players:
        return 0
    first, *others = players
    return min(
        (met[frozenset((first, other))] > 0)
        + fewest([player for player in others if player != other], met)
        for other in others
    )


@pytest.mark.parametrize("draw", [round_robin, ladder])
def test_people_come_and_go_and_nobody_meets_twice_while_it_can_be_avoided(draw):
    chance = random.Random(7)
    for _ in range(40):
        players, met, newest = list(range(chance.randint(2, 7))), Counter(), 100
        for _ in range(8):
            chance.shuffle(players)
            pairs = draw(players, met)
            assert everybody(pairs) == sorted(players)
            seats = [*players, *[None] * (len(players) % 2)]
            assert sum(met[frozenset(pair)] > 0 for pair in pairs) == fewest(seats, met)
            met += met_in(pairs)
            if chance.random() < 0.4 and len(players) < 8:
                newest += 1
                players.append(newest)
            elif chance.random() < 0.3 and len(players) > 1:
                players.pop()


def test_nobody_is_alone_twice_before_everybody_was():
    for draw in (round_robin, ladder):
        alone = [
            first
            for pairs in rounds(list("abcdefg"), 7, draw)
            for first, second in pairs
            if second is None
        ]
        assert sorted(alone) == list("abcdefg")


def test_winners_meet_winners():
    assert ladder("abcdef", Counter()) == [("a", "b"), ("c", "d"), ("e", "f")]
    met = met_in([("a", "b"), ("c", "d"), ("e", "f")])
    again = ladder("abcdef", met)
    assert again[0] == ("a", "c")
    assert not {*again} & {("a", "b"), ("c", "d"), ("e", "f")}


def test_who_has_met_meets_the_nearest_in_rank_instead():
    met = met_in([tuple(pair) for pair in ("cd", "df", "bd", "de", "ab", "cf")])
    assert ladder("abcdef", met) == [("a", "d"), ("b", "c"), ("e", "f")]


def test_the_last_of_a_ladder_has_no_partner_and_another_the_next_time():
    assert ladder("abc", Counter()) == [("a", "b"), ("c", None)]
    assert ladder("abc", met_in([("a", "b"), ("c", None)])) == [("a", "c"), ("b", None)]


def test_two_who_have_met_meet_again_where_there_is_nobody_else():
    for draw in (round_robin, ladder):
        assert draw("ab", met_in([("a", "b")])) == [("a", "b")]


def test_one_alone_and_nobody_at_all():
    for draw in (round_robin, ladder):
        assert draw("a", Counter()) == [("a", None)]
        assert draw("", Counter()) == []


def test_five_hundred_are_paired_at_once():
    players = list(range(500))
    met = met_in([pair for pairs in rounds(players, 3) for pair in pairs])
    pairs = ladder(players, met)
    assert everybody(pairs) == players
    assert not any(met[frozenset(pair)] for pair in pairs)
