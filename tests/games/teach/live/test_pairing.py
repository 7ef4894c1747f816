"""Who plays whom: everybody once, nobody twice while it can be avoided."""

import os
import random
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from games.teach.live.rounds.draw import fewest_repeats, ladder, met_in, round_robin

ROOT = Path(__file__).parents[4]


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


def all_rounds(players):
    """Every way to pair an even number of players."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for pairs in all_rounds([player for player in others if player != other]):
            yield [(first, other), *pairs]


def price(pairs, met):
    """How many have met before, how many twice, and so on; then the distances."""
    times = [met[frozenset(pair)] for pair in pairs]
    again = [sum(time > level for time in times) for level in range(max(met.values(), default=0))]
    return again, sum((one - other) ** 2 for one, other in pairs)


def check_fewest(count, met):
    pairs = fewest_repeats(range(count), met)
    assert everybody(pairs) == list(range(count))
    assert price(pairs, met) == min(price(each, met) for each in all_rounds(range(count)))


@pytest.mark.parametrize("count", [2, 4, 6])
def test_no_better_round_exists_whichever_of_five_have_met(count):
    edges = [frozenset(edge) for edge in combinations(range(min(count, 5)), 2)]
    for chosen in range(1 << len(edges)):
        check_fewest(count, Counter(e for bit, e in enumerate(edges) if chosen >> bit & 1))


def test_no_better_round_exists_among_up_to_ten_who_have_met_up_to_three_times():
    chance = random.Random(5)
    for _ in range(600):
        count = chance.choice((6, 8, 8, 10))
        share = chance.choice((0.4, 0.6, 0.8, 1))
        check_fewest(
            count,
            Counter(
                {
                    frozenset(edge): chance.randint(1, 3)
                    for edge in combinations(range(count), 2)
                    if chance.random() < share
                }
            ),
        )


def test_somebody_who_has_met_everybody_nearby_plays_somebody_further_away(monkeypatch):
    monkeypatch.setattr("games.teach.live.rounds.draw.NEARBY", 1)
    chance = random.Random(6)
    for _ in range(200):
        edges = combinations(range(8), 2)
        met = Counter(frozenset(edge) for edge in edges if chance.random() < 0.6)
        pairs = fewest_repeats(range(8), met)
        assert everybody(pairs) == list(range(8))
        assert sum(met[frozenset(pair)] for pair in pairs) == fewest(list(range(8)), met)


def test_the_same_people_are_paired_in_the_same_way_in_every_process():
    draw = "from games.teach.live.rounds.draw import ladder, met_in;" + (
        "print(ladder('abcdefgh', met_in(['ab', 'cd', 'ef', 'gh', 'ac', 'eg'])))"
    )
    drawn = {
        subprocess.run(
            [sys.executable, "-c", draw],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(drawn) == 1


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
