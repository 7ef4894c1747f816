"""Taking the steps of the course in a browser, by touch or by keyboard alone: any answer is put
into the form of its step, and a game is won by the moves of the solver."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.test import Client
from playwright.sync_api import Locator, Page

from games.boards.boards import Board
from games.learn.lessons.models import Step
from games.people.models import User
from games.play.models import Match, Seat
from games.play.origins import Setup
from games.play.table import Table
from games.questions.shown_question import ShownQuestion
from solver import Player
from solver import answer as solve

WAIT = 8000
"""Milliseconds for a page of a busy machine."""
TABS, ARROWS = 150, 60
"""After so many presses a control counts as out of reach."""
HAS_FOCUS = "one => one === document.activeElement"
FOLDED = "xpath=self::*[not(self::summary)]/ancestor::details[not(@open)]/summary"
IN_GROUP = """one => {
  const focused = document.activeElement;
  if (focused?.type === "radio" && one.type === "radio") return focused.name === one.name;
  return focused?.closest("[data-roving]")?.contains(one) ?? false;
}"""

AHEAD = """one => {
  const stops = [...document.querySelectorAll("a[href], button, input, select, summary, textarea")]
    .filter((stop) => stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility())
    .filter((stop) => stop.type !== "radio" || stop.checked);
  const after = (stop, other) => stop.compareDocumentPosition(other) & 4;
  const from = document.activeElement;
  return stops.filter((stop) => after(one, from)
    ? after(from, stop) || after(stop, one)
    : after(from, stop) && after(stop, one)).length;
}"""
"""How many controls lie between the focus and another, at least; past the end of the page, where it
stands before the focus. So often, Tab is pressed without asking after each press."""


def signed_in(page: Page, site: str, user: User) -> Page:
    """Give a page the session of somebody who has signed in."""
    client = Client()
    client.force_login(user)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}
    page.context.add_cookies([cookie])
    return page


@dataclass
class Touch:
    """Fingers on a phone."""

    page: Page

    def press(self, control: Locator) -> None:
        """Touch a control or the label that stands for it. A piece is lifted first, then taken."""
        if control.get_attribute("type") in ("checkbox", "radio"):
            inside = control.locator("xpath=ancestor::label")
            named = self.page.locator(f"label[for='{control.get_attribute('id')}']")
            control = named.or_(inside).locator("visible=true").first
        is_piece = control.evaluate("one => one.matches('.board [data-preview]')")
        for _ in range(1 + is_piece):
            control.tap(timeout=WAIT)

    def write(self, box: Locator, text: str) -> None:
        """Touch what stands for the number of a box, and type it only where nothing does."""
        form = box.locator("xpath=ancestor::form")
        row = box.locator("xpath=ancestor::*[@data-build]")
        if row.count():
            self._step(box, row, int(text or 0))
        elif form.locator(".bit").count():
            for bit in form.locator(".bit input").all():
                if bit.is_checked() != bool(int(text) & int(bit.input_value())):
                    self.press(bit)
        elif form.locator(".digit").count():
            while box.input_value():
                self.press(form.locator(".digit[value='']"))
            for digit in text.replace("-", "−")[::-1] if text[0] == "-" else text:
                self.press(form.locator(f".digit[value='{digit}']"))
        else:
            box.fill(text)

    def _step(self, box: Locator, row: Locator, number: int) -> None:
        """Touch the place up to which a row is built; without places, one more or one fewer."""
        if row.locator("i").count() and number and box.input_value() != str(number):
            self.press(row.locator("i").nth(number - 1))
        while box.input_value() != str(number) and (number or box.input_value()):
            more = number > int(box.input_value() or 0)
            self.press(row.locator(f"[data-step='{1 if more else -1}']"))


@dataclass
class Keys:
    """A keyboard alone: Tab from one control to the next, arrows within a row or a choice."""

    page: Page

    def press(self, control: Locator) -> None:
        ticks = control.get_attribute("type") in ("checkbox", "radio")
        self.reach(control)
        self.page.keyboard.press("Space" if ticks else "Enter")

    def write(self, box: Locator, text: str) -> None:
        self.reach(box)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(text)

    def number(self, sentence: Locator, number: int) -> None:
        """Choose in the box of a sentence."""
        self.reach(sentence.locator("select"))
        self.page.keyboard.press(str(number))

    def reach(self, control: Locator) -> None:
        """Bring the focus to a control, opening the list that it is folded into."""
        fold = control.locator(FOLDED)
        if fold.count():
            self.press(fold)
        for _ in range(control.evaluate(AHEAD)):
            self.page.keyboard.press("Tab")
        self._until(control, "Tab", TABS, f"one => ({HAS_FOCUS})(one) || ({IN_GROUP})(one)")
        if not control.evaluate(HAS_FOCUS):
            self.page.keyboard.press("Home")  # radio buttons know no first one, and go round
            self._until(control, "ArrowRight", ARROWS, HAS_FOCUS)

    def _until(self, control: Locator, key: str, most: int, test: str) -> None:
        for _ in range(most):
            if control.evaluate(test):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{control} is not reached with {key}")


Hand = Touch | Keys


def give(hand: Hand, task: ShownQuestion, answer: str) -> None:
    """Answer the open step, and wait for what is said of it."""
    page = hand.page
    page.evaluate("document.getElementById('game').dataset.before = 1")
    if task.asking.is_on_board:
        hand.press(page.locator(f"#{button_id(task.board, answer, task.player)}"))
    else:
        for name, values in task.asking.fields(task, answer).items():
            fill(hand, page.locator("#game"), name, values)
    if page.locator("#answer").count():
        hand.press(page.locator("#answer"))
    page.wait_for_selector("#game:not([data-before]) :is(#verdict, [role=alert])", timeout=WAIT)
    page.wait_for_selector(".htmx-settling, .htmx-swapping", state="detached", timeout=WAIT)


def fill(hand: Hand, form: Locator, name: str, values: list[str]) -> None:
    """Put what a field shall hold into the controls of its name, and nothing more."""
    boxes = form.locator(f'input[name="{name}"]:not([type=checkbox], [type=radio])')
    for place in range(boxes.count()):
        hand.write(boxes.nth(place), values[place] if place < len(values) else "")
    if boxes.count():
        return
    if form.locator(f'select[name="{name}"]').count():
        put_in_order(hand, form, values)
        return
    ticked = form.locator(f'input[name="{name}"][type=checkbox]:checked')
    while ticked.count():
        hand.press(ticked.first)
    for value in values:
        hand.press(form.locator(f'[name="{name}"][value="{value}"]').first)


def put_in_order(hand: Hand, form: Locator, values: list[str]) -> None:
    """Give each sentence its number: touch one after the other, or choose in its box."""

    def number(value: str) -> int:
        return int(value.rpartition(".")[2])

    for value in sorted(values, key=number):
        sentence = form.locator(f".sentence:has([value='{value}'])")
        if isinstance(hand, Touch):
            hand.press(sentence)
        else:
            hand.number(sentence, number(value))


def button_id(board: Board, move: str, player: Player | None) -> str:
    """The button that makes a move, the first of those that do."""
    wanted = board.place(move, player).move
    return next(placed.id for placed in board.choices(player) if placed.move == wanted)


def follow(hand: Hand, selector: str) -> None:
    """Go where a link or a button leads."""
    with hand.page.expect_navigation(timeout=WAIT):
        hand.press(hand.page.locator(selector))


def go_on(hand: Hand) -> None:
    """Go to what is next: where a film lies on the table, after its last frame."""
    turn = ".dock .film-controls [rel=next]"
    while not hand.page.locator("#next").count():
        told = hand.page.locator(".dock .say").inner_text()
        hand.press(hand.page.locator(turn))
        hand.page.wait_for_function(
            "told => document.querySelector('.dock .say').innerText !== told", arg=told
        )
    follow(hand, "#next")


def game_at(page: Page) -> Match:
    """The game of the open step: the newest one, or the one that is laid out to begin."""
    step = step_at(page)
    begun = Match.objects.filter(origin=step.get_absolute_url()).order_by("created_at").last()
    return begun or Setup.of(step).laid_out(ShownQuestion(step).question)


def win(hand: Hand) -> None:
    """Play the game of the open step and win it."""
    page = hand.page
    match = game_at(page)
    if match.state == Match.State.CHOOSING:
        may_start = page.locator("#start-owner").count()
        wins = may_start and solve(Table(match).question()).to_move_wins
        hand.press(page.locator("#start-owner" if wins else "#start-other"))
        page.wait_for_selector("#start-other", state="detached", timeout=WAIT)
        match = game_at(page)
    while match.state != Match.State.FINISHED:
        table = Table(match)
        version = page.locator("#play-form [name=version]").input_value()
        best = str(solve(table.question()).preferred)
        hand.press(page.locator(f"#{button_id(table.board, best, table.player(Seat.OWNER))}"))
        later = f'#ending, #play-form [name=version]:not([value="{version}"])'
        page.wait_for_selector(later, state="attached", timeout=WAIT)
        match = game_at(page)


def step_at(page: Page) -> Step:
    """The step whose page is open."""
    slug, order = re.findall(r"/learn/([^/]+)/(\d+)/", page.url)[0]
    return Step.objects.select_related("lesson").get(lesson__slug=slug, order=order)
