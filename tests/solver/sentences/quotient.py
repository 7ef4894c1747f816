"""Quotients: letters stand for rows, and no company tells the same apart."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement

from .reading import check_each, lost, promise, rule

COMPANY = [(), (1,), (2,), (3,), (1, 2), (2, 2), (5,), (2, 3)]


def heaps_of(word, letters):
    return () if word in ("nothing", "1") else tuple(letters[letter] for letter in word)


def same(case, one, other):
    """Whether no company looked at tells two positions apart."""
    if sum(one) + sum(other) > 24:
        return True
    judge = case.game.judge
    largest = max(case.position)
    return all(
        judge.wins(tuple(sorted(one + beside))) == judge.wins(tuple(sorted(other + beside)))
        for beside in COMPANY
        if max(beside, default=0) <= largest or case.game.key == "kayles"
    )


@rule("quotient:elements")
def elements(case, said, step):
    letters = step.data["letters"]
    told = check_each(case.position, said.text, "counts as (nothing|[a-z]+)")
    sizes = [*dict.fromkeys(case.position)]
    for size, (_, word) in zip(sizes, told, strict=True):
        assert same(case, (size,), heaps_of(word, letters))
    return [*letters.values(), *sizes]


@rule("quotient:product")
def product(case, said, step):
    letters = next(s.data["letters"] for s in case.answer.steps if "letters" in s.data)
    for left, right, word, named in re.findall(
        r"(\w+) times (\w+) is (\w+)(?:, the same as (\w+))?", said.text
    ):
        both = heaps_of(left, letters) + heaps_of(right, letters)
        assert sorted(both) == sorted(heaps_of(word, letters))
        assert not named or same(case, both, heaps_of(named, letters))
    assert said.text.count(" times ") == len(case.position) - 1
    assert same(case, case.position, heaps_of(step.data["product"], letters))
    return []


@rule("quotient:verdict")
def quotient_verdict(case, said, step):
    lost(case, said.text.partition(":")[0])
    letters = next(s.data["letters"] for s in case.answer.steps if "letters" in s.data)
    among = re.search(r" (\w+) is among the losing products (.*)\.", said.text)
    not_among = re.search(r"losing products are (.*), and the product is (\w+)\.", said.text)
    sole = re.search(r" (\w+) is the only losing|only losing product is (\w+),", said.text)
    listed = among[2] if among else not_among[1] if not_among else ""
    words = re.split(", | and ", listed) if listed else [sole[1] or sole[2]] if sole else []
    product = next(s.data["product"] for s in case.answer.steps if "products" in s.data)
    named = among[1] if among else not_among[2] if not_among else None
    assert named in (None, product, "nothing")
    assert not listed or (product in words) is not case.wins
    for word in words:
        if sum(heaps_of(word, letters)) <= 24:
            assert not case.game.judge.wins(tuple(sorted(heaps_of(word, letters))))
    if "in these letters" in said.text:
        check_complete(case, words, letters)
    else:
        assert not words or len(words) == step.data["p_portion_order"]
    return [] if words else [step.data["p_portion_order"]]


def check_complete(case, words, letters):
    """Each losing board made of the rows that the letters stand for is one of the products."""
    for number in range(1, 4):
        for word in combinations_with_replacement(letters, number):
            board = tuple(sorted(letters[letter] for letter in word))
            if sum(board) <= 16 and not case.game.judge.wins(board):
                assert any(same(case, board, heaps_of(one, letters)) for one in words), board


@rule("quotient:move")
def quotient_move(case, said, step):
    promise(case, said, case.winning)
    [move] = said.moves
    letters = next(s.data["letters"] for s in case.answer.steps if "letters" in s.data)
    assert same(case, case.after(move), heaps_of(step.data["product"], letters))
    at, parts = move
    row, rest = case.position[at], case.position[:at] + case.position[at + 1 :]
    before, after = re.search(r": (\w+) becomes (nothing|[a-z]+)[.,]", said.text).groups()
    assert same(case, (row,), heaps_of(before, letters))
    assert same(case, parts, heaps_of(after, letters))
    others = re.search(r"The rest makes (nothing|[a-z]+)", said.text)
    assert bool(others) is bool(rest)
    assert same(case, rest, heaps_of(others[1] if others else "nothing", letters))
    last = re.search(r"(\w+), a losing product", said.text)[1]
    assert last == step.data["product"]
    for left, right, word in re.findall(r"(\w+) times (\w+) is (\w+)", said.text):
        assert (left, right) == (others[1], after)
        assert sorted(word) == sorted(left + right) or word == last
    return []


@rule("quotient:certificate")
def quotient_certificate(case, said, step):
    if case.game.key == "kayles":
        return [71, 12]  # published: Sibert and Conway
    return said.numbers if "every length" in said.text else [max(case.position)]
