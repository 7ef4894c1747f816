"""What somebody hears who cannot see the page: a game, a hint, a film and a step, as text."""

from textwrap import dedent

import pytest
from playwright.sync_api import expect

from ..games.learn.lessons.lessons import MOVE, lesson
from .ears import Ears
from .test_game import start

pytestmark = pytest.mark.browser


@pytest.fixture
def ears(page):
    return Ears(page)


def lines(text):
    return dedent(text).strip().splitlines()


def test_a_game_is_heard_move_by_move(page, site, ears):
    start(page, site, position="1+2+3")
    assert list(ears.read(page.locator("main"))) == lines("""
        Take from one row., region
        1 + 2 + 3 against Perfect
        Whoever takes the last match loses.
        Perfect says: I never give a win away.
        Take from one row., heading 1
        Board, group
        Row 1: 1 left, heading 2
        Take 1 from row 1, leaving nothing, button
        Row 2: 2 left, heading 2
        Take 2 from row 2, leaving nothing, button
        Take 1 from row 2, leaving 1, button
        Row 3: 3 left, heading 2
        Take 3 from row 3, leaving nothing, button
        Take 2 from row 3, leaving 1, button
        Take 1 from row 3, leaving 2, button
        Hint, button
        Your turn.
        Moves, link
        ··· More, can be opened
        Or type a row and a number, text field
        Play, button
        Moves, region
        Moves, heading 2
        No moves yet.
        You play against Perfect, who never gives a win away.
        Take from one row. Whoever takes the last match loses.
        Rows: 1, 2, 3. Your turn.
    """)
    # A hint is heard once, is found after the board, and keeps the place.
    page.locator("#hint").press("Enter")
    expect(page.locator("#hints")).to_be_visible()
    hint = (
        "Hint 1: If you leave 2 and 3, the other player can leave 2 and 2. What else can you leave?"
    )
    assert ears.announced() == [hint]
    assert ears.focus() == "Another hint, button"
    heard = list(ears.read(page.locator("#game")))
    place = heard.index(hint)
    assert heard[place - 3 : place + 1] == [
        "Take 1 from row 3, leaving 2, button",
        "Another hint, button",
        "Hints, list",
        hint,
    ]

    # A move and its reply are one announcement; the focus stays in the row.
    page.get_by_role("button", name="Take 1 from row 3, leaving 2").press("Enter")
    expect(page.locator("#live")).to_contain_text("Your turn.")
    page.wait_for_selector("#board button[id$=-take-1]:focus")
    assert ears.announced() == [
        "You took 1 from row 3. Perfect took 1 from row 1. Rows: 0, 2, 2. Your turn."
    ]
    assert ears.focus() == "Take 1 from row 3, leaving 1, button"
    assert list(ears.read(page.locator("#board"))) == lines("""
        Board, group
        Row 1: 0 left, heading 2
        Perfect took 1 from row 1.
        Row 2: 2 left, heading 2
        Take 2 from row 2, leaving nothing, button
        Take 1 from row 2, leaving 1, button
        Row 3: 2 left, heading 2
        Take 2 from row 3, leaving nothing, button
        Take 1 from row 3, leaving 1, button
        You took 1 from row 3.
    """)


def test_the_end_of_a_game_is_heard_verdict_first(page, site, ears):
    start(page, site, position="1+2")
    page.get_by_role("button", name="Take 2 from row 2").press("Enter")
    expect(page.locator("#ending")).to_be_focused()
    # What was played, then the verdict, which has the focus: nothing twice.
    assert ears.announced() == ["You took 2 from row 2. Perfect took the last match."]
    assert ears.focus() == "You win., heading 1"
    assert list(ears.read(page.locator("#game"))) == lines("""
        You win., region
        1 + 2 against Perfect
        Whoever takes the last match loses.
        Perfect says: You left me no way out.
        You win., heading 1
        Board, group
        Row 1: 0 left, heading 2
        Perfect took 1 from row 1.
        Row 2: 0 left, heading 2
        You took 2 from row 2.
        Show me why, link
        You took the row of 2. One match was left, and Perfect had to take it.
        Play again, button
        ··· More, can be opened
        How it went on, group
        Row 1: 1. Row 2: 2, 2 taken. You take 2 from row 2.
        Back, button, dimmed
        Play, button
        Next, button
        The game move by move, list
        Move 1: You took 2 from row 2. It found the only winning move., link
        Move 2: Perfect took 1 from row 1. It could not save the game., link
        Explore this position, link · See the map of Nim, link
        Challenge a friend, link
        Keep this game: choose a user name, link. No e-mail needed.
        Moves, can be opened
    """)
    page.locator("#line-next").press("Enter")
    assert ears.announced() == ["Perfect takes the last match. You win."]


def test_a_film_says_its_sentence_and_its_picture(page, site, ears):
    page.goto(f"{site}/explore/nim/1+2+4/?convention=misere&theory=nim-sum&frame=1")
    film = page.locator("#film")
    assert list(ears.read(film)) == lines("""
        Nim-sum, frame by frame, group
        Row 1: 1.
        Row 2: 2.
        Row 3: 4.
        You may take any number, so each row counts in full.
        Frames, navigation
        Back, link, dimmed
        Frame 1 of 7
        Next, link
        Print, link, download, can be opened
    """)
    page.locator("#film-next").press("Enter")
    expect(film).to_contain_text("Frame 2 of 7")
    assert ears.announced() == ["Split every row into groups of 4, 2 and 1."]
    assert ears.focus() == "Next, link"
    assert list(ears.read(film))[1:5] == lines("""
        Row 1: 1, in groups: 1.
        Row 2: 2, in groups: 2.
        Row 3: 4, in groups: 4.
        Split every row into groups of 4, 2 and 1.
    """)
    page.locator("#film-next").press("Enter")
    expect(film).to_contain_text("Frame 3 of 7")
    assert ears.announced() == [
        "Equal groups in different rows cancel. The 4 of row 3, the 2 of row 2 and the 1 of row 1 "
        "are left over, so the nim-sum is 7."
    ]
    assert list(ears.read(film))[1:5] == lines("""
        Row 1: 1, in groups: 1, left over.
        Row 2: 2, in groups: 2, left over.
        Row 3: 4, in groups: 4, left over.
        nim-sum 7
    """)


def test_a_step_is_heard_question_answer_and_verdict(page, site, ears, complaints):
    lesson(MOVE)
    page.goto(f"{site}/learn/a-lesson/1/")
    # The story comes before the question, and the question before the board.
    assert list(ears.read(page.locator("main"))) == lines("""
        One and five, region
        A lesson, link
        Steps, navigation
        Step 1, link
        1 of 1
        Take from one row. Whoever takes the last match loses.
        Make a move that wins.
        One and five, heading 1
        Board, group
        Row 1: 1 left, heading 2
        Take 1 from row 1, leaving nothing, button
        Row 2: 5 left, heading 2
        Take 5 from row 2, leaving nothing, button
        Take 4 from row 2, leaving 1, button
        Take 3 from row 2, leaving 2, button
        Take 2 from row 2, leaving 3, button
        Take 1 from row 2, leaving 4, button
        Hint, button
        Make a winning move.
        ··· More, can be opened
        Or type a row and a number, text field
        Check my answer, button
    """)
    page.fill("#typed-move", "9 9")
    page.locator("#typed-move").press("Enter")
    expect(page.locator("[role=alert]")).to_be_visible()
    assert ears.announced() == ["There is no row 9: choose one from 1 to 2."]
    assert ears.focus() == "Or type a row and a number, text field"
    complaints.clear()  # of the refused request
    page.locator("#hint").press("Enter")
    expect(page.locator("#live")).to_have_text("Hint 1: Which row?")
    assert ears.announced() == ["Hint 1: Which row?"]
    expect(page.locator("#hints")).to_be_focused()  # there is no other hint to ask for
    # A verdict has the focus, and is heard with it alone.
    page.get_by_role("button", name="Take 1 from row 1").press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    assert ears.announced() == []
    assert ears.focus() == (
        "That loses. The other player answers by taking 4 from row 2. "
        "That leaves 1, and you lose from there."
    )
    page.goto(f"{site}/learn/a-lesson/1/?again=1")
    page.get_by_role("button", name="Take 5 from row 2").press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    assert ears.announced() == []
    assert ears.focus() == "That wins. One is left."
    assert list(ears.read(page.locator("#game"))) == lines("""
        One and five, region
        A lesson, link
        Steps, navigation
        Step 1, done, link
        1 of 1
        Take from one row. Whoever takes the last match loses.
        Make a move that wins.
        One and five, heading 1
        Board, group
        Row 1: 1 left, heading 2
        Row 2: 0 left, heading 2
        You took 5 from row 2.
        That wins.
        One is left.
        Why?, link
        Finish the lesson, link
        ··· More, can be opened
        What the answer was worth, region
        That wins. You took 5 from row 2.
        One is left.
        Only one move wins.
        Take 5 from row 2, leaving nothing
        Why?, can be opened
    """)
