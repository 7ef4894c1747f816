"""Elements and their product."""

from __future__ import annotations

import re

from solver.teaching import Scene

from .frame import fact, lost


@fact("quotient:elements", "quotient:product")
def elements(frame):
    data = next(s.data for s in frame.answer.steps if s.rule == "quotient:elements")
    assert frame.tags() == data["elements"]
    if frame.step.rule == "quotient:product":
        assert [line.value for line in frame.scene.tally][:-1] == frame.step.data["products"]
        assert frame.tally["product"] == frame.step.data["product"]
        equations(frame)


def equations(frame):
    """Each word that is cut short is named with the rows that it and the shorter one stand for."""
    letters = next(s.data["letters"] for s in frame.answer.steps if "letters" in s.data)
    told = re.findall(r"is (\w+), the same as (\w+)", frame.text)
    shown = frame.step.data["equations"]
    assert [(one["word"], one["product"]) for one in shown] == told
    for one in shown:
        assert one["one"] == [letters[letter] for letter in one["word"]]
        shorter = "" if one["product"] == "nothing" else one["product"]
        assert one["other"] == [letters[letter] for letter in shorter]


@fact("quotient:verdict")
def quotient_verdict(frame):
    product = next(s.data["product"] for s in frame.answer.steps if "products" in s.data)
    assert frame.tally["product"] == product
    won = "wins" if frame.case.wins else "loses"
    assert frame.verdicts["product"] == f"the player to move {won}"
    listed = re.split(r", | and ", frame.tally["losing products"])
    assert (product in listed) is not frame.case.wins or len(listed) > 10


@fact("quotient:certificate")
def certificate(frame):
    assert frame.scene == Scene(frame.answer.position)


@fact("quotient:after", "quotient:replied")
def quotient_lost(frame):
    assert lost(frame)
    assert frame.verdicts["product"] == "the player to move loses"
    product = frame.tally["product"].replace("1", "nothing")
    assert re.search(rf"(make|counts as) {product},", frame.text)
    factors = [text.replace("1", "nothing") for text in frame.tags()]
    if len(factors) > 1:
        told = re.search(r"Together (.*) make", frame.text)[1]
        assert re.split(", | and ", told) == factors
    return []
