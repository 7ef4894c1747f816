"""What is remembered has a bound in bytes, whatever people ask for."""

import contextlib
import threading
from collections import deque
from enum import Enum
from functools import _lru_cache_wrapper
from importlib import import_module
from pkgutil import walk_packages
from sys import getsizeof

import pytest

import solver
from solver import Budget, Game, get_ruleset
from solver.nim_values import nim_values
from solver.pool import POOL, Pool, pooled, weight
from solver.quotients import quotient_of
from solver.r1 import kind_table

TEXT = 1_000
FIXED = {
    "_breaking",
    "_kept",
    "kept_entries",
    "kept_quotients",
    "kept_partial_quotients",
    "_others",
    "_adding",
    "_noted_function",
    "kept_ladders",
    "compiled",
    "known_reaches",
}
"""Functions without a bound whose answers nobody can name: files, and tables of bytes."""


class Slotted:
    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text


class Plain:
    def __init__(self, text):
        self.text = text


class Colour(Enum):
    RED = "r" * TEXT


@pytest.mark.parametrize(
    "holder", [Slotted, Plain, lambda text: [text], lambda text: {"a": text}, lambda text: {text}]
)
def test_what_an_object_holds_is_weighed_with_it(holder):
    more = weight(holder("x" * 5 * TEXT)) - weight(holder("x" * TEXT))
    assert abs(more - 4 * TEXT) < 100


@pytest.mark.parametrize("kind", [list, tuple, set, deque, frozenset])
def test_a_large_collection_counts_as_much_as_its_members(kind):
    texts = [f"{number:04}" + "x" * TEXT for number in range(500)]
    truth = getsizeof(kind(texts)) + sum(map(getsizeof, texts))
    assert abs(weight(kind(texts)) - truth) < truth / 10


def test_what_everybody_shares_weighs_nothing():
    assert weight(Colour.RED) == weight(Plain) == weight(solver) == 0
    assert weight([7] * TEXT) == getsizeof([7] * TEXT)
    assert weight([10**6]) > weight([7])
    text = "x" * TEXT
    assert weight([text, text]) < weight([text, "y" * TEXT])
    ring = [1.5]
    ring.append(ring)
    assert weight(ring) < 200


def named(number, size=TEXT):
    return ("a text", number), lambda: str(number % 10) * size


def test_a_pool_never_holds_more_than_it_has_room_for():
    pool = Pool(20 * TEXT)
    for number in range(200):
        pool.get(*named(number))
        assert pool.size <= pool.room
    assert pool.made == 200
    pool.get(*named(199))
    pool.get(*named(198))
    assert pool.made == 200  # the latest are still there
    pool.get(*named(0))
    assert pool.made == 201


def test_what_is_used_stays_longest():
    pool = Pool(10 * TEXT)
    for number in range(100):
        pool.get(*named(0))
        pool.get(*named(number))
    assert pool.made == 100


def test_what_is_larger_than_the_pool_is_answered_and_soon_forgotten():
    pool = Pool(5 * TEXT)
    assert pool.get(*named(1, 50 * TEXT)) == "1" * 50 * TEXT
    pool.get(*named(2))
    assert pool.size <= pool.room
    pool.get(*named(1, 50 * TEXT))
    assert pool.made == 3


def test_what_grows_is_weighed_again_and_goes_when_it_is_too_large():
    pool = Pool(30 * TEXT)
    tables = [pool.get(("table", number), list, grows=True) for number in range(3)]
    for step in range(20):
        for number, table in enumerate(tables):
            pool.get(("table", number), list, grows=True)
            table.append(f"{step}" * TEXT)
        pool.get(*named(step))
        assert pool.size <= pool.room
    assert pool.get(("table", 0), list, grows=True) == []


def test_what_has_stopped_growing_is_not_weighed_again(monkeypatch):
    pool = Pool(1_000 * TEXT)
    pool.get(("table",), list, grows=True)
    weighed = []
    monkeypatch.setattr("solver.pool.weight", lambda value: weighed.append(value) or TEXT)
    for number in range(5):
        pool.get(*named(number))
    assert weighed.count([]) == 2  # once to see a change, once to see none


def test_two_threads_that_make_the_same_leave_one():
    pool, both = Pool(100 * TEXT), threading.Barrier(2)

    def make():
        both.wait(10)
        return "x" * TEXT

    threads = [threading.Thread(target=pool.get, args=(("same",), make)) for _ in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert pool.made == 2
    assert pool.size < 2 * TEXT + 500


def test_a_function_forgets_its_own_answers_alone():
    asked = []

    @pooled(lambda number: (number,))
    def double(number):
        asked.append(number)
        return 2 * number

    assert [double(3), double(3), double(number=4)] == [6, 6, 8]
    assert asked == [3, 4]
    table = nim_values(get_ruleset("kayles"))
    double.cache_clear()
    assert double(3) == 6
    assert asked == [3, 4, 3]
    assert nim_values(get_ruleset("kayles")) is table
    double.cache_clear()


def test_games_that_nobody_has_asked_for_before_fill_the_pool_and_no_more(monkeypatch):
    """Each has tables of nim-values, kinds and a quotient; a pool of 2 MB holds some of them."""
    monkeypatch.setattr(POOL, "room", 2_000_000)
    for number in range(60):
        game = f"octal:0.{1234567 + number * 8191:07o}"[:15]
        for table in (nim_values, kind_table):
            with contextlib.suppress(solver.SolverError):
                table(get_ruleset(game)).grow(200, Budget(2_000))
        with contextlib.suppress(solver.SolverError):
            quotient_of(game, Budget(500)).grow(12, Budget(500))
        assert POOL.size <= POOL.room
    assert Game("octal:0.77").nim_values(11).values[-1] == 6


def test_whatever_else_is_remembered_has_a_bound():
    """A cache without one is for what nobody can name."""
    for found in walk_packages(solver.__path__, "solver."):
        if found.name.endswith(("__main__", "apps")):
            continue
        for value in vars(import_module(found.name)).values():
            if isinstance(value, _lru_cache_wrapper) and value.__name__ not in FIXED:
                assert value.cache_info().maxsize <= 16, f"{found.name}: {value.__name__}"
