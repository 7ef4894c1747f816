"""Every word of the theory names the lesson that introduces it, and leads there till it is done."""

import re

import pytest
from django.utils import timezone

from games.explore.theory.theory_pages import THEORY_PAGES
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Step, StepRecord
from games.learn.progress.learnt import WORDS, Glossary
from games.people.models import User

from .lessons import TELL, lesson

REQUIRED = {
    *("divisor", "harbor", "complement", "frame", "nim-sum", "mex", "nim-value", "kind"),
    *("null", "inverter", "trap", "switch", "element", "reduction"),
}


def links(html):
    return re.findall(r'<a class="word" href="([^"]+)">([^<]+)</a>', html)


def test_every_word_is_in_the_table_once():
    assert {word.text for word in WORDS} >= REQUIRED
    assert len({word.text for word in WORDS}) == len(WORDS)


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.text)
def test_the_lesson_of_a_word_exists_and_uses_it(word):
    lessons = {content["slug"]: content for content in LessonFiles().read().values()}
    assert word.lesson in lessons, f"no lesson {word.lesson} introduces {word.text} any more"
    said = " ".join(str(lessons[word.lesson]).replace("*", "").replace("\\n", " ").split())
    assert re.search(word.pattern, said, re.IGNORECASE), word.text
    assert word.theory in {page.key for page in THEORY_PAGES}


TERMS = {
    *("misère play", "impartial", "partizan", "outcome", "component", "component scheme"),
    *("firm board", "odd board", "higher inverter", "tame", "wild", "universe", "dominated"),
    *("reversible", "canonical form", "conjugate", "balance", "inverse", "misère monoid"),
    "misère quotient",
}
"""The terms of the later lessons, which a reader of the theory pages meets too."""


def test_the_terms_of_the_later_lessons_are_in_the_table():
    assert {word.text for word in WORDS} >= TERMS


def emphasised(content):
    """Everything a lesson sets in italics or in bold."""
    said = " ".join(str(content["steps"]).replace("\\n", " ").split())
    return re.findall(r"\*+([^*]+)\*+", said)


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.text)
def test_no_lesson_introduces_a_word_before_the_one_that_is_named(word):
    lessons = LessonFiles().read().values()
    numbers = {content["slug"]: content["number"] for content in lessons}
    emphasising = [
        content["number"]
        for content in lessons
        if any(re.fullmatch(f"(?:an? )?{word.pattern}", said) for said in emphasised(content))
    ]
    assert not emphasising or emphasising[0] == numbers[word.lesson], emphasising


def test_each_word_is_linked_once_and_longer_words_first(db):
    glossary = Glossary(lambda: None, "/somewhere/")
    html = glossary.linked("A higher switch & an inverter: the kinds. Nim-sum or nim-sums, <b>.")
    assert links(html) == [
        ("/theory/r1/", "higher switch"),
        ("/theory/r1/", "inverter"),
        ("/theory/r1/", "kinds"),
        ("/theory/nim-sum/", "nim-sums"),
    ]
    assert "&amp; an" in html
    assert "&lt;b&gt;." in html
    again = glossary.linked("An inverter, a null. Switch off 2 lights; mankind.")
    assert links(again) == [("/theory/r1/", "null")]


def test_a_word_leads_to_its_lesson_until_that_is_done(client, db, django_assert_num_queries):
    ada = User.objects.create_user("ada")
    client.force_login(ada)
    lesson(TELL, slug="four-kinds")
    address = "/explore/kayles/4+3+1/?theory=r1&frame=6"
    assert ("/learn/four-kinds/", "higher switch") in links(client.get(address).content.decode())
    step = Step.objects.get()
    StepRecord.objects.create(user=ada, step=step, done_at=timezone.now())
    shown = client.get(address).content.decode()
    assert "/learn/four-kinds/" not in [url for url, _ in links(shown)]
    assert "higher switch" in shown
    with django_assert_num_queries(3):
        client.get(address, headers={"HX-Request": "true"})
    Lesson.objects.all().delete()
    assert ("/theory/r1/", "higher switch") in links(client.get(address).content.decode())


def test_a_page_does_not_lead_to_itself(client, db):
    assert "/theory/r1/" not in [
        url for url, _ in links(client.get("/theory/r1/?example=3&frame=6").content.decode())
    ]


def test_the_words_are_listed_beside_the_theories(client, db):
    made = lesson(TELL, slug="nim-sum")
    html = client.get("/theory/").content.decode()
    listed = html.split('class="words"')[1].split("</dl>")[0]
    assert re.findall(r"<dt>([^<]+)</dt>", listed) == [word.text for word in WORDS]
    assert f'<a href="/learn/nim-sum/">{made.title}</a>' in listed
    assert '<a href="/theory/reduction/">' in listed
    assert client.get("/theory/").status_code == 200
