"""Lesson texts: what of Markdown is kept."""

import pytest

from games.templatetags.sentences import markdown


def test_a_link_leads_to_a_page_of_the_site():
    html = markdown("[Run it](/errata/program/?position=1%2B1&convention=misere#program) now.")
    assert html == (
        '<p><a href="/errata/program/?position=1%2B1&amp;convention=misere#program">Run it</a> now.'
        "</p>\n"
    )


@pytest.mark.parametrize(
    "address",
    ["https://example.org/", "//example.org/", "/\\\\example.org", "javascript:alert(1)", "page"],
)
def test_a_link_that_leaves_the_site_is_words_alone(address):
    html = markdown(f"[Go]({address})")
    assert "href" not in html
    assert "Go" in html


def test_html_and_images_are_no_part_of_a_text():
    html = markdown("<b>bold</b> ![picture](/static/x.png)")
    assert "<b>" not in html
    assert "<img" not in html


def test_a_table_has_a_head_and_rows():
    html = markdown("| she leaves | you leave |\n|---|---|\n| 2+3 | 2+2 |")
    assert "<th>she leaves</th>" in html
    assert "<td>2+2</td>" in html


def test_a_number_that_ends_a_sentence_at_the_start_of_a_line_begins_no_list():
    html = markdown("She leaves you rows of 2 and\n1. Mark every winning move.")
    assert html == "<p>She leaves you rows of 2 and 1. Mark every winning move.</p>\n"
    listed = markdown("Two ways:\n\n1. Take one.\n1. Take two.\n\nThat is all.")
    assert listed.count("<li>") == 2
