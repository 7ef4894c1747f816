"""What the facts of a step say, as sentences for its author, and the words that contradict the
solver.

Words are read by a pattern, so what is found in them warns and refuses nothing; facts are decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from games.boards.bounds import ask_within_limits
from games.content.shapes import PLACE, Content
from games.learn.lessons.checks import place_in_words, question_of_claim
from games.learn.lessons.models import Step
from games.learn.lessons.schema import CLAIM
from games.questions.goals.move import doing_in_words
from games.questions.shown_question import UNREADABLE
from solver import Convention, Inquiry, Outcome, answer, parse_position
from solver.teaching import OUTCOME_WORDS, counted, uncapitalised

NAMED = re.compile(r"(?<![\d+⊕])\b\d{1,3}(?: ?\+ ?\d{1,3})+\b(?! ?[+=⊕])")
"""A position in a text, such as ``1 + 2 + 3``, but not a sum with its result."""
SENTENCE = re.compile(r"(?:[^.?!\n]|\n(?!\s*\n))+[.?!]?")
VERDICT = re.compile(r"\b(?:the player (?:to move|who moves)|the first player|you) (win|lose)s?\b")
SUPPOSED = re.compile(r"\b(?:if|would|unless|suppose|says?|not|never)\b|n't\b|\?|[“”]")
"""What takes a sentence out: it supposes, denies, asks, or reports somebody's words."""
ENDINGS = {
    Convention.MISERE: re.compile(r"mis[eè]re|\blast \w+ loses\b"),
    Convention.NORMAL: re.compile(r"normal play|\blast \w+ wins\b"),
}
VERBS = {Outcome.N: "win", Outcome.P: "lose"}


def facts_in_words(step: Step) -> list[str]:
    """Each fact of a step as a sentence. A fact that cannot be read yet is left out."""
    return [said for claim in step.claims if (said := _fact(step, claim))]


def _fact(step: Step, claim: Content) -> str:
    try:
        question = question_of_claim(step, claim)
        told = [_told(question, name, claim[name]) for name in claim if name not in PLACE]
    except UNREADABLE:
        return ""
    return f"{place_in_words(question)}: {'; '.join(told)}." if told else ""


def _told(question: Inquiry, name: str, stated: Any) -> str:
    """What a fact states, in words."""
    match name:
        case "outcome":
            return OUTCOME_WORDS[stated]
        case "winning":
            verb = "win" if stated[1:] else "wins"
            return f"only {doing_in_words(question, stated)} {verb}" if stated else "no move wins"
        case "wins" | "loses":
            return f"{doing_in_words(question, [stated])} {name}"
        case "reduces":
            squares, dominoes = stated
            return f"it comes to {counted(squares, 'square')} and {counted(dominoes, 'domino')}"
    return f"{uncapitalised(CLAIM[name].label)}: {CLAIM[name].in_words(stated)}"


def doubts(step: Step) -> Iterator[str]:
    """Sentences of a step's text that say the wrong winner of a position that they name, each with
    what is true."""
    text = step.text.replace("*", "")
    for sentence in map(str.strip, SENTENCE.findall(text)):
        verdicts, named = set(VERDICT.findall(sentence.lower())), set(NAMED.findall(sentence))
        if len(verdicts) != 1 or len(named) != 1 or SUPPOSED.search(sentence.lower()):
            continue
        [verdict], [position] = verdicts, named
        questions = list(_meant(step, position, sentence.lower()))
        if questions and all(_is_wrong(verdict, one) for one in questions):
            [first, *_] = questions
            true = OUTCOME_WORDS[answer(first).outcome]
            words = " ".join(sentence.split())
            yield f"The text says “{words}” But with {place_in_words(first)}, {true}."


def _meant(step: Step, position: str, sentence: str) -> Iterator[Inquiry]:
    """The questions that a sentence may be about: the position in the game of the step, or in that
    of a fact about it, by the ending that the sentence says, or else by theirs."""
    said = [ending for ending, words in ENDINGS.items() if words.search(sentence)]
    rows = parse_position(position)
    facts = [one for one in step.claims if parse_position(one.get("position", "0")) == rows]
    for fact in facts or [{}]:
        usual = fact.get("convention") or step.convention or Convention.MISERE.value
        for ending in [one.value for one in said] or [usual]:
            try:
                yield ask_within_limits(fact.get("ruleset") or step.ruleset, position, ending)
            except UNREADABLE:
                continue


def _is_wrong(verdict: str, question: Inquiry) -> bool:
    """Whether the player to move does not “win” or “lose” as the *verdict* says. False where the
    winner does not depend on who moves."""
    outcome = answer(question).outcome
    return outcome in VERBS and VERBS[outcome] != verdict
