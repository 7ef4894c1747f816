"""A program of one's own plays in its cage: it wins, loses or stops, and the page stays alive."""

import re

import pytest
from playwright.sync_api import expect

from games.teach.classes.models import Membership

from ..games.teach.work.assignments import address, assignment, classroom, member, person
from .hands import signed_in

pytestmark = pytest.mark.browser

NIM_SUM = """
def choose(rows, moves):
    def wins(move):
        row, left = move
        rest = [size for place, size in enumerate(rows) if place != row] + list(left)
        if all(size < 2 for size in rest):
            return sum(rest) % 2 == 1
        total = 0
        for size in rest:
            total ^= size
        return total == 0
    return next((move for move in moves if wins(move)), moves[0])
"""
BOARD = "1 + 3 + 5 + 7"
LOOPS = f"The program thought for more than a second on {BOARD}, and was stopped."
MEMORY_OR_TIME = re.compile(rf"^The program stopped .*memory|^{re.escape(LOOPS)}$")
"""A browser limits the memory of a script, if at all, by limits of its own; the clock is ours."""
FAULTS = {
    "crashes": (
        "python",
        "def choose(rows, moves):\n    x = 1\n    return moves[99]\n",
        f"The program stopped in line 3, on {BOARD}: IndexError: list index out of range",
    ),
    "is not Python": (
        "python",
        "def choose(rows, moves:\n    return 1\n",
        "The program stopped in line 2: SyntaxError: invalid syntax",
    ),
    "has another name": (
        "python",
        "def chooses(rows, moves):\n    return 1\n",
        "The program stopped: Error: it defines no function choose(rows, moves)",
    ),
    "loops": ("python", "def choose(rows, moves):\n    while True:\n        pass\n", LOOPS),
    "eats memory": (
        "python",
        "def choose(rows, moves):\n    return [0] * 10 ** 8\n",
        f"The program used more than 64 MB in line 2, on {BOARD}, and was stopped.",
    ),
    "tries the network": (
        "python",
        "import js\ndef choose(rows, moves):\n    js.fetch('/play/')\n    return moves[0]\n",
        f"The program tried to reach the network in line 3, on {BOARD}. It has none here.",
    ),
    "cheats": (
        "python",
        "def choose(rows, moves):\n    return 0, (9,)\n",
        f"On {BOARD} the program answered (0, (9,)). That is not one of its moves.",
    ),
    "crashes in JavaScript": (
        "javascript",
        "function choose(rows, moves) {\n  return moves[99].x;\n}\n",
        f"The program stopped in line 2, on {BOARD}: TypeError: Cannot read properties of "
        "undefined (reading 'x')",
    ),
    "loops in JavaScript": ("javascript", "function choose() {\n  for (;;);\n}\n", LOOPS),
    "eats memory in JavaScript": (
        "javascript",
        "function choose() {\n  const a = [];\n  for (;;) a.push(new Array(1e5).fill(1.5));\n}\n",
        MEMORY_OR_TIME,
    ),
    "tries the network in JavaScript": (
        "javascript",
        "function choose(rows, moves) {\n  new WebSocket('wss://example.org');\n}\n",
        f"The program tried to reach the network in line 2, on {BOARD}. It has none here.",
    ),
    "speaks for its cage": (
        "javascript",
        "function choose(rows, moves) {\n  self.postMessage({ at: 0 });\n}\n",
        f"The program stopped in line 2, on {BOARD}: TypeError: self.postMessage is not a function",
    ),
}


def opened(page, site, start="python", code=""):
    page.goto(f"{site}/play/program/?start={start}")
    if code:
        page.fill("#program-code", code)
    return page


def run(page, button):
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_role("button", name=button, exact=True)).to_be_enabled(timeout=30_000)


@pytest.mark.parametrize("what", FAULTS)
def test_a_program_that_goes_wrong_is_told_in_one_sentence_and_the_next_one_plays(page, site, what):
    language, code, says = FAULTS[what]
    opened(page, site, language, code)
    run(page, "Play one game")
    expect(page.locator("#program-fault p")).to_have_text(says)
    line = re.search(r"in line (\d+)", says) if isinstance(says, str) else None
    if line:
        page.get_by_role("button", name=f"Go to line {line[1]}").click()
        selected = page.evaluate(
            "() => document.activeElement.value.slice("
            "document.activeElement.selectionStart, document.activeElement.selectionEnd)"
        )
        assert selected == code.split("\n")[int(line[1]) - 1]
    page.get_by_role("button", name="Begin anew").click()
    run(page, "Play one game")
    expect(page.locator("#program-fault p")).to_have_count(0)
    expect(page.locator("#program-result h2")).to_have_text(
        re.compile(r"^(Your program|Learner) wins\.$")
    )


def test_what_a_program_loads_by_a_name_that_nobody_can_take_away_is_refused(
    page, site, complaints
):
    answered = []
    page.on("response", lambda response: answered.append(response.url))
    loads = f"import('{site}/play/').catch(() => 0)"
    code = f"function choose(rows, moves) {{\n  {loads};\n  return moves[0];\n}}\n"
    opened(page, site, "javascript", code)
    run(page, "Play one game")
    expect(page.locator("#program-fault p")).to_contain_text("tried to reach the network")
    assert not [url for url in answered if url.endswith("/play/")]
    complaints.clear()


def test_a_hundred_games_say_who_won_why_and_by_which_habit(page, site, axe_finds_nothing):
    opened(page, site)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    run(page, "Play 100 games")
    won = page.locator("#program-result h2").inner_text()
    games = re.fullmatch(r"Your program wins (\d+) of 100 games against Learner\.", won)
    sides = re.findall(r"(\d+) of 50", page.locator("#program-result p").inner_text())
    assert sum(map(int, sides)) == int(games[1])
    habit = page.locator(".program-habit").inner_text()
    followed = re.fullmatch(r"It takes as much as it can: (\d+) of (\d+) such positions\.", habit)
    assert 5 <= int(followed[1]) == int(followed[2])
    wrong = page.locator(".wrong-positions li")
    expect(wrong).to_have_count(5)
    expect(wrong.first).to_contain_text("From 2 it plays “take 2 from row 1”. To win, take 1 from")
    expect(wrong.first.get_by_role("link")).to_have_attribute(
        "href", "/explore/nim/2/?convention=misere"
    )
    assert len([url for url in asked if "/play/program/round/" in url]) <= 10
    assert len(asked) <= 16
    again = page.locator("#program-result").inner_text()
    run(page, "Play 100 games")
    assert page.locator("#program-result").inner_text() == again
    page.locator("#program-why summary").click()
    axe_finds_nothing(page)


def test_a_program_that_plays_by_the_nim_sum_gives_no_win_away_and_beats_everybody_it_can(
    page, site
):
    opened(page, site, code=NIM_SUM)
    page.select_option("#program-game-choice", "pyramid")
    run(page, "Play everybody")
    expect(page.locator("#program-why")).to_contain_text("It never gave a win away.")
    rows = page.locator("#program-result tbody tr").all_inner_texts()
    assert len(rows) == 9
    assert "Perfect\t10 of 10\t0 of 10" in rows
    assert next(row for row in rows if "does not play this game" in row).startswith("Max")


def test_one_game_is_shown_move_by_move_and_what_it_printed(page, site):
    code = "def choose(rows, moves):\n    print('Here is', rows)\n    return moves[-1]\n"
    opened(page, site, code=code)
    page.select_option("#program-opponent", "perfect")
    page.get_by_text("The opponent", exact=True).click()
    run(page, "Play one game")
    sentences = page.locator("#program-game .film-sentence")
    expect(sentences.first).to_contain_text("Perfect takes")
    expect(sentences.nth(1)).to_contain_text("Your program takes")
    page.locator("#program-game #line-next").click()
    expect(sentences.nth(1)).to_be_visible()
    page.get_by_text("What your program prints").click()
    expect(page.locator("#program-printed")).to_contain_text("Here is [")


def test_the_encyclopedias_program_takes_nothing_from_an_even_number_of_ones(page, site):
    opened(page, site, "encyclopedia")
    run(page, "Play everybody")
    said = page.locator("#program-fault p").inner_text()
    ones = re.fullmatch(r"On ([1+ ]+) the program answered \(0, \(1,\)\)\. That is .*", said)
    assert ones[1].count("1") % 2 == 0


def test_the_keyboard_writes_runs_and_leaves(page, site):
    opened(page, site, code="def choose(rows, moves):")
    page.locator("#program-code").focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("return moves[0]")
    assert page.input_value("#program-code").endswith(":\n    return moves[0]")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#program-code")).to_be_focused()
    assert page.input_value("#program-code").endswith("\n        ")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.locator("#program-code")).not_to_be_focused()
    page.reload()
    assert "return moves[0]" in page.input_value("#program-code")


def test_a_program_is_saved_with_its_test_cases_and_a_better_version_gets_them_right(page, site):
    opened(page, site)
    expect(page.locator("#program-cases")).to_be_hidden()
    run(page, "Play 100 games")
    page.fill("#program-name", "Grabber")
    page.get_by_role("button", name="Save the program").click()
    expect(page).to_have_url(re.compile(r"/play/program/[0-9a-f-]{36}/$"))
    run(page, "Try its test cases")
    expect(page.locator("#program-result h2")).to_have_text(
        "Your program gets 0 of 5 test cases right."
    )
    expect(page.locator("#program-why li").first).to_contain_text("take 1 from row 1")
    page.fill("#program-code", NIM_SUM)
    run(page, "Try its test cases")
    expect(page.locator("#program-result h2")).to_have_text(
        "Your program gets 5 of 5 test cases right."
    )
    page.get_by_role("button", name="Save this version").click()
    expect(page.get_by_role("link", name="Version 2")).to_be_visible()
    assert page.input_value("#program-code").strip() == NIM_SUM.strip()
    page.get_by_role("link", name="Version 1").click()
    assert "Make a better one" in page.input_value("#program-code")


def test_a_friends_program_plays_against_yours_in_your_browser(
    page, site, browser, watched, browser_context_args, axe_finds_nothing
):
    opened(page, site, code=NIM_SUM)
    page.fill("#program-name", "Bouton")
    page.get_by_role("button", name="Save the program").click()
    page.get_by_role("button", name="Make a link").click()
    link = page.input_value("#program-address")
    axe_finds_nothing(page)
    context = browser.new_context(**browser_context_args)
    friend = watched(context.new_page())
    friend.goto(link)
    expect(friend.locator(".verdict")).to_contain_text("Bouton is here to play.")
    friend.select_option("#program-game-choice", "pyramid")
    run(friend, "Play 100 games")
    expect(friend.locator("#program-result")).to_contain_text(
        "Your program wins 0 of 100 games against Bouton."
    )
    run(friend, "Play one game")
    expect(friend.locator("#program-game .film-sentence").nth(1)).to_contain_text(
        "The other program takes"
    )
    context.close()


def test_without_scripts_the_page_says_what_needs_them(browser, site, browser_context_args):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/play/program/")
    expect(page.locator(".problem")).to_contain_text("this page needs JavaScript")
    expect(page.locator("#program-form button:visible")).to_have_text(["Save the program"])
    page.get_by_role("button", name="Save the program").click()
    expect(page.get_by_role("link", name="Version 1")).to_be_visible()
    expect(page.locator("#program-code")).to_have_value(re.compile("def choose"))
    context.close()


def passed_on(page, site, code, name="Bouton", start="python"):
    """Save a program and make its link."""
    opened(page, site, start, code)
    page.fill("#program-name", name)
    page.get_by_role("button", name="Save the program").click()
    page.get_by_role("button", name="Make a link").click()
    return page.input_value("#program-address")


def test_a_person_plays_by_hand_against_a_friends_program_to_the_end(
    page, site, browser, watched, browser_context_args, axe_finds_nothing
):
    link = passed_on(page, site, NIM_SUM)
    context = browser.new_context(**browser_context_args)
    friend = watched(context.new_page())
    friend.goto(link)
    friend.select_option("#program-game-choice", "marienbad")
    friend.get_by_role("button", name="Play by hand").click()
    expect(friend.locator(".lead-line")).to_have_text("Your turn.")
    axe_finds_nothing(friend)
    ended = friend.locator("#ending")
    for replies in range(1, 9):
        friend.locator(".board button").last.click()
        said = friend.locator(f"#moves li:nth-last-child({2 * replies}), #ending")
        expect(said.first).to_be_visible(timeout=15_000)
        if ended.count():
            break
        expect(friend.locator("#moves li").first).to_contain_text("Bouton took")
    expect(ended).to_have_text("Bouton wins.")
    axe_finds_nothing(friend)
    context.close()


def test_a_program_that_crashes_at_the_table_says_so_and_gives_the_win(page, site, complaints):
    code = "def choose(rows, moves):\n    return moves[99]\n"
    page.goto(passed_on(page, site, code, name="Crasher"))
    page.get_by_text("The opponent", exact=True).click()
    page.get_by_role("button", name="Play by hand").click()
    expect(page.locator("#program-turn .problem")).to_have_text(
        f"Crasher stopped in line 2, on {BOARD}: IndexError: list index out of range"
    )
    page.get_by_role("button", name="Take the win").click()
    expect(page.locator("#ending")).to_have_text("You win.")


TAKE_1_TO_3 = """
def choose(rows, moves):
    def wins(move):
        row, left = move
        rest = [size for place, size in enumerate(rows) if place != row] + list(left)
        total = 0
        for size in rest:
            total ^= size % 4
        return total == 0
    return next((move for move in moves if wins(move)), moves[0])
"""
HOMEWORK = "subtraction:3 5+6+7 normal program"


def test_a_player_written_as_homework_is_judged_by_its_moves_and_read_by_the_instructor(
    page, site, browser, watched, browser_context_args, axe_finds_nothing
):
    teacher, ann = person("teacher"), person("ann")
    room = classroom(teacher)
    member(room, ann, "Ann Archer")
    found = assignment(room, HOMEWORK)
    signed_in(page, site, ann.user)
    page.goto(f"{site}{address(found, 1)}")
    axe_finds_nothing(page)
    page.fill("#program-code", "def choose(rows, moves):\n    return moves[99]\n")
    page.get_by_role("button", name="Save my answer").click()
    expect(page.locator("[data-fault]")).to_contain_text(
        re.compile(r"^Your program stopped in line 2, on [0-9 +]+: IndexError")
    )
    page.fill("#program-code", "def choose(rows, moves):\n    return moves[0]\n")
    page.get_by_role("button", name="Save my answer").click()
    expect(page.locator("#verdict")).to_contain_text("It gives wins away.")
    expect(page.locator("#program-code")).to_have_value(re.compile(r"return moves\[0\]"))
    axe_finds_nothing(page)
    page.get_by_text("JavaScript", exact=True).click()
    expect(page.locator("#program-code")).to_have_value(re.compile(r"return moves\[0\]"))
    page.get_by_text("Python", exact=True).click()
    page.fill("#program-code", TAKE_1_TO_3)
    page.get_by_role("button", name="Save my answer").click()
    expect(page.locator("#verdict")).to_contain_text("It never gives a win away.")
    expect(page.locator("#whole")).to_contain_text(
        "Its moves are right; who wrote them, nobody knows."
    )
    context = browser.new_context(**browser_context_args)
    seen = watched(context.new_page())
    signed_in(seen, site, teacher.user)
    seen.goto(
        f"{site}{address(found)}results/{Membership.objects.get().pk}/{found.items.get().pk}/"
    )
    expect(seen.locator("pre").first).to_contain_text("return moves[0]")
    expect(seen.locator("details[open] .board").first).to_be_visible()
    axe_finds_nothing(seen)
    context.close()
