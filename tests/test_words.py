"""The voice of the house, held: words of the right column of docs/style.md do not spread.

What is still there is counted in ``LEFT``; a count may only go down. Rules that have been carried
through stand at 0.
"""

from __future__ import annotations

import re

import pytest

from .prose import HOLE, Sentence, of_python, of_template, sentences

LEFT = {
    # what may not be said: how often it still is
    r"(?<!W)(?<!\bof )\bwhoever (moves|is|has|comes|leads|does|goes|wants|looks)": 0,
    r"\bthe other one\b": 0,
    r"\bgo on\b": 0,
    r"\b(is|are|was|were) kept\b": 2,
    r"\b(it|they) rates?\b": 0,
    r"\bnot so\b": 0,
    r"\b(is|are) told\b": 0,
    r"\b(who is|whoever is|who has) to move\b": 0,
    r"\bby ear\b": 0,
    r"\blead(s|ing)? a room\b": 0,
    r"\bas it is now\b": 0,
    r"\blog (in|out)\b": 0,
    r"(?<!, )(?<!−)\b1 (rows|moves|others|squares|matches|lights|pins|students|answers)\b": 0,
    r"!(?![=\[])": 0,
    r"\b(items?|exercises?)\b": 5,
    r"\bstaff\b": 1,
}
EXEMPT = {"docs/style.md": "it lists the words that are not said"}
LONG = 28
"""Words of one sentence; more are too many to read aloud."""
LONG_LEFT = 11


@pytest.fixture(scope="module")
def prose() -> list[Sentence]:
    return [sentence for sentence in sentences() if sentence.file not in EXEMPT]


@pytest.mark.parametrize("words", LEFT)
def test_a_word_that_is_not_said_does_not_spread(prose, words):
    found = [
        f"{sentence.file}:{sentence.line}: {sentence.text}"
        for sentence in prose
        if re.search(words, sentence.text, re.IGNORECASE)
    ]
    assert len(found) <= LEFT[words], "\n".join(found)


def long_sentences(text: str) -> list[str]:
    """The sentences of *text* with more than :data:`LONG` words, tables left out."""
    if text.startswith(("|", "#", "- ")) or " | " in text:
        return []
    pieces = re.split(r"(?<=[.?:;])\s+", text)
    return [piece for piece in pieces if len(re.findall(r"[A-Za-z’']+", piece)) > LONG]


def test_long_sentences_do_not_spread(prose):
    found = [
        f"{sentence.file}:{sentence.line}: {long}"
        for sentence in prose
        for long in long_sentences(sentence.text)
    ]
    assert len(found) <= LONG_LEFT, "\n".join(found)


def test_the_texts_of_a_template_are_found_with_what_is_read_aloud():
    page = '<p title="Take it">{% if a %}You\n win.{% endif %}</p><b>{{ n }} rows</b>{# no #}'
    assert [" ".join(text.split()) for _, text in of_template(page)] == [
        "Take it",
        "You win.",
        f"{HOLE} rows",
    ]


def test_the_strings_of_python_are_found_without_docstrings():
    code = 'def f(n):\n    "Not this."\n    return f"Take {n} now." + "And this."\n'
    assert sorted(of_python(code)) == [(3, "And this."), (3, f"Take {HOLE} now.")]


def test_a_long_sentence_is_counted_by_its_words():
    assert long_sentences(" ".join(["word"] * 29) + ".") != []
    assert long_sentences(" ".join(["word"] * 28) + ". " + " ".join(["word"] * 28)) == []
