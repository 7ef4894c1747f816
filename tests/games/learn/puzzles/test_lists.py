import re

import pytest
from django.utils import timezone

from games.learn.puzzles.list_views import PAGE
from games.learn.puzzles.models import Daily, Puzzle, PuzzleAttempt, PuzzleSet, PuzzleSetItem
from games.learn.puzzles.puzzle_files import SetFiles
from games.people.models import Visitor
from games.questions.goals import puzzle_goals
from games.questions.shown_question import ShownQuestion

from .puzzles import answer, puzzle, solve

pytestmark = [pytest.mark.days, pytest.mark.django_db]


@pytest.fixture
def shipped(db):
    SetFiles.load()


def test_the_first_page_lists_sets_games_and_themes(visitor, shipped):
    page = visitor.get("/puzzles/").content.decode()
    assert "Thirteen lights" in page
    assert "Partizan Kayles" in page
    assert "Only a split wins" in page
    assert "Your last tries" not in page


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("/puzzles/week/", "/puzzles/"),
        ("/puzzles/drill/", "/puzzles/train/"),
        ("/puzzles/drill/12/", "/puzzles/train/"),
    ],
)
def test_a_page_that_is_gone_and_its_forms_lead_to_the_one_in_its_place(
    visitor, signed_in, former, now
):
    for browser in (visitor, signed_in):
        for response in (browser.get(former), browser.post(former)):
            assert (response.status_code, response.url) == (301, now)


def test_an_empty_site_says_so(visitor):
    assert "There are no sets yet" in visitor.get("/puzzles/").content.decode()


def test_a_set_is_listed_in_its_order_with_marks(visitor, shipped):
    found = PuzzleSet.objects.get(slug="marienbad")
    first = found.puzzles.order_by("items__order").first()
    solve(visitor, first, move=_winning(first))
    page = visitor.get(found.get_absolute_url()).content.decode()
    assert page.count('class="card puzzle-link"') == found.items.count()
    assert page.count("Solved: ") == 1
    assert f"1 of {found.items.count()} solved" in visitor.get("/puzzles/").content.decode()


def _winning(found):
    return str(ShownQuestion(found).facts.winning[0])


def test_a_theme_lists_its_puzzles_and_the_next_stays_in_it(visitor, shipped):
    address = "/puzzles/themes/splitting-move/"
    page = visitor.get(address).content.decode()
    assert page.count('class="card puzzle-link"') == PAGE
    pages = [address, *(address + link for link in re.findall(r'href="(\?page=\d+)"', page)[1:])]
    listed = [
        key
        for one in pages
        for key in re.findall(r'href="/puzzles/([0-9a-f-]{36})/', visitor.get(one).content.decode())
    ]
    whole = Puzzle.objects.published().with_theme("splitting-move")
    assert listed == [str(one.pk) for one in whole]
    assert len(listed) > PAGE
    assert visitor.get(f"{address}?page=nonsense").content.decode().count("puzzle-link") == PAGE
    found = Puzzle.objects.with_theme("splitting-move").filter(goal="move").first()
    response = answer(visitor, found, move=_winning(found), theme="splitting-move")
    assert response.url.endswith("?theme=splitting-move")
    verdict = visitor.get(response.url)
    assert "theme=splitting-move" in verdict.context["following"].url
    assert visitor.get("/puzzles/themes/nim/").status_code == 200
    assert visitor.get("/puzzles/themes/nonsense/").status_code == 404
    assert visitor.get("/puzzles/sets/nonsense/").status_code == 404


def test_the_last_one_that_is_wrong_is_not_its_own_next(visitor):
    chosen = PuzzleSet.objects.create(state="published", slug="two", title="Two", note="One.")
    first, last = puzzle(position="1+2+4"), puzzle(position="1+2+5")
    for order, one in enumerate((first, last), 1):
        PuzzleSetItem.objects.create(set=chosen, puzzle=one, order=order)
    there = visitor.get(answer(visitor, first, move="3>3").url).content.decode()
    assert f'id="next" href="{last.get_absolute_url()}"' in there
    there = visitor.get(answer(visitor, last, move="1>0").url).content.decode()
    assert "That loses." in there
    assert 'id="next"' not in there


def test_next_goes_on_through_the_sets_past_what_is_solved(visitor, shipped):
    puzzles = list(PuzzleSet.objects.get(slug="both-endings").puzzles.order_by("items__order"))
    tried = solve(visitor, puzzles[0], **fields_of(puzzles[0]))
    page = visitor.get(tried.get_absolute_url())
    assert page.context["following"].url == puzzles[1].get_absolute_url()


def fields_of(asked):
    """What a form posts for the right answer."""
    task = ShownQuestion(asked)
    return task.asking.fields(task, task.asking.right(task))


def test_when_everything_is_solved_there_is_no_next(visitor):
    found = puzzle()
    tried = solve(visitor, found, move="3>3")
    page = visitor.get(tried.get_absolute_url()).content.decode()
    assert "Next puzzle" not in page
    assert "All puzzles" in page


def test_a_strip_says_too_little_under_six_tries_and_shows_the_last_ten(visitor):
    found = puzzle()
    for number in range(12):
        solve(visitor, found, move="1>0" if number < 3 else "3>3")
        page = visitor.get("/puzzles/").content.decode()
        assert ("too little data" in page) == (number < 5)
    assert "9 of the last 10 solved" in page


def test_lists_cost_the_same_queries_however_much_was_done(
    visitor, shipped, django_assert_max_num_queries
):
    solved = puzzle(position="9+8+3")
    solve(visitor, solved, move="1>1")
    owner = Visitor.objects.get()
    PuzzleAttempt.objects.bulk_create(
        PuzzleAttempt(puzzle=one, solved=True, answered_at=one.created_at, visitor=owner)
        for one in Puzzle.objects.exclude(id=solved.id)
    )
    for address, most in (
        ("/puzzles/", 14),  # on a planned day two less
        ("/puzzles/sets/marienbad/", 5),
        ("/puzzles/themes/kayles/", 4),
        ("/puzzles/daily/", 10),  # the same
    ):
        with django_assert_max_num_queries(most):
            assert visitor.get(address).status_code == 200


def covers(page):
    """What the pictures on a page show, by the number of their pieces."""
    pictures = re.findall(r'<svg class="thumbnail".*?</svg>', page, re.DOTALL)
    return [picture.count("<use ") for picture in pictures]


def test_a_set_shows_its_first_middle_and_last_position_and_how_much_is_done(visitor):
    chosen = PuzzleSet.objects.create(state="published", slug="five", title="Five", note="One.")
    puzzles = [puzzle(position=position) for position in ("1+2+4", "2+5", "1+2+5", "4+6", "3+7")]
    for order, one in enumerate(puzzles, 1):
        PuzzleSetItem.objects.create(set=chosen, puzzle=one, order=order)
    solve(visitor, puzzles[0], move="3>3")
    page = visitor.get("/puzzles/").content.decode()
    cover = page.split('href="/puzzles/sets/five/"')[1].split("</a>")[0]
    assert covers(cover) == [7, 8, 10]
    assert 'stroke-dasharray="20 100"' in cover
    assert "1 of 5 solved" in cover
    listed = visitor.get(chosen.get_absolute_url()).content.decode()
    assert covers(listed) == [7, 7, 8, 10, 10]


def test_every_goal_a_puzzle_may_have_has_its_icon_and_its_words(visitor):
    chosen = PuzzleSet.objects.create(state="published", slug="one", title="One", note="One.")
    PuzzleSetItem.objects.create(set=chosen, puzzle=puzzle(goal="move"), order=1)
    page = visitor.get(chosen.get_absolute_url()).content.decode()
    assert 'href="#goal-move"' in page
    assert "Make a winning move" in page
    for goal, _ in puzzle_goals():
        assert f'id="goal-{goal}"' in page, f"draw goal-{goal} in components/goals.html"


def card_of_today(client):
    """The card of today's puzzle in the list, and the address it leads to."""
    page = client.get("/puzzles/").content.decode()
    card = page[page.index('aria-labelledby="today-title"') :].split("</section>")[0]
    [address] = re.findall(r'<a [^>]*href="([^"]+)"', card)
    return card, address


def test_todays_puzzle_is_shown_in_the_list_and_answered_at_its_table(visitor):
    make_today("2+3", goal="move")
    card, address = card_of_today(visitor)
    assert "Make a winning move." in card
    assert covers(card) == [5]
    table = visitor.get(address).content.decode()
    token = re.search(r'name="token" value="([^"]+)"', table)[1]
    action = re.search(r'<form class="play-form[^>]* action="([^"]+)"', table)[1]
    assert (
        "That wins."
        in visitor.post(action, {"token": token, "move": "2>2"}, follow=True).content.decode()
    )
    card, again = card_of_today(visitor)
    assert "Come back tomorrow for the next one." in card
    assert again == address


def test_todays_puzzle_that_went_wrong_says_so_and_asks_again(visitor):
    today = make_today("2+3", goal="move")
    answer(visitor, today, move="2>0")
    page = visitor.get("/puzzles/").content.decode()
    assert "Not solved yet." in page
    assert f'href="{today.get_absolute_url()}"' in page


def test_the_easy_puzzle_comes_first_and_the_hard_one_once_it_is_solved(visitor, stranger):
    easy = puzzle(position="1+2", goal="move")
    hard = make_today("2+3", goal="predict")
    page = visitor.get("/puzzles/").content.decode()
    assert "Today’s easy puzzle" in page
    assert card_of_today(visitor)[1] == easy.get_absolute_url()
    answer(visitor, easy, move="2>0")
    page = visitor.get("/puzzles/").content.decode()
    assert "Today’s hard puzzle" in page
    assert card_of_today(visitor)[1] == hard.get_absolute_url()
    assert "Today’s easy puzzle" in stranger.get("/puzzles/").content.decode()
    both = visitor.get("/puzzles/daily/").content.decode()
    assert both.index(easy.get_absolute_url()) < both.index(hard.get_absolute_url())


def make_today(position, **more):
    """A puzzle that is today's."""
    today = puzzle(position=position, **more)
    Daily.objects.create(state="published", day=timezone.localdate(), puzzle=today)
    return today
