import re
import uuid

import pytest

from games.learn.puzzles import solving as service
from games.learn.puzzles.models import PuzzleAttempt, PuzzleSet, PuzzleSetItem, Rating
from games.play.models import Match
from games.questions.attempts import GradedAnswer
from games.site.reports.models import Report
from tests.games.learn.lessons.lessons import lesson
from tests.games.play.games import play_to_the_end, send

from .puzzles import answer, form_token, puzzle, solve

pytestmark = pytest.mark.django_db


def page_of(client, address):
    return client.get(address).content.decode()


def test_a_click_on_the_board_is_an_answer_and_the_verdict_has_all_there_is(visitor):
    found = puzzle()
    response = answer(visitor, found, move="1>0")
    page = page_of(visitor, response.url)
    assert "✗" in page
    assert "That loses." in page
    assert "The other player answers" in page
    assert "You'll get a new position like this one to review tomorrow." in " ".join(page.split())
    assert "Take 1 from row 3, leaving 3" not in page
    assert "/explore/nim/1+2+4/" not in page
    told = page_of(visitor, f"{response.url}?tell=1")
    assert "Take 1 from row 3, leaving 3" in told
    assert "/explore/nim/1+2+4/" in told
    second = page_of(visitor, answer(visitor, found, move="1>0").url)
    assert "Take 1 from row 3, leaving 3" in second


def test_a_miss_that_leaves_one_other_answer_is_told_at_once(visitor):
    found = puzzle(position="2+2", goal="predict")
    page = page_of(visitor, answer(visitor, found, choice="N").url)
    assert "You lose, whatever you do." in page
    assert 'id="tell"' not in page


def test_a_position_is_played_out_from_its_verdict(visitor):
    found = puzzle()
    page = page_of(visitor, answer(visitor, found, move="1>0").url)
    form = page[page.index('<form method="post" action="/play/"') :].split("</form>")[0]
    posted = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    visitor.post("/play/", posted)
    match = Match.objects.get()
    assert (match.start, match.opponent, match.convention) == ("1+2+4", "perfect", "misere")


def test_a_miss_in_a_set_leads_to_its_lesson(visitor):
    lesson(number=4, slug="two")
    found = puzzle()
    chosen = PuzzleSet.objects.create(
        state="published", slug="one", title="One", note="One.", lesson=4
    )
    PuzzleSetItem.objects.create(set=chosen, puzzle=found, order=1)
    assert 'href="/learn/two/"' in page_of(visitor, answer(visitor, found, move="1>0").url)
    assert 'id="to-lesson"' not in page_of(visitor, answer(visitor, found, move="3>3").url)


def test_a_typed_move_is_an_answer_too_and_a_mistyped_one_stays(visitor):
    found = puzzle()
    assert solve(visitor, found, typed="3 1").solved
    refused = answer(visitor, found, typed="9 9")
    assert refused.status_code == 422
    assert "There is no row 9" in refused.content.decode()
    assert 'value="9 9"' in refused.content.decode()


def test_the_same_form_twice_is_one_try_whatever_it_says_the_second_time(visitor):
    found = puzzle()
    token = form_token(visitor, found.get_absolute_url())
    first = answer(visitor, found, token=token, move="1>0")
    second = answer(visitor, found, token=token, move="3>3")
    assert first.url == second.url
    assert PuzzleAttempt.objects.get().solved is False
    assert Rating.objects.get().tries == 1


def test_a_token_of_another_puzzle_is_refused(visitor):
    one, other = puzzle(), puzzle(position="1+2+5")
    token = form_token(visitor, one.get_absolute_url())
    answer(visitor, one, token=token, move="3>3")
    assert answer(visitor, other, token=token, move="1>0").status_code == 422


@pytest.mark.parametrize("token", ["x", "", "\x00", "12345678"])
def test_a_form_without_a_readable_token_is_refused(visitor, token):
    found = puzzle()
    response = visitor.post(f"/puzzles/{found.pk}/answer/", {"token": token, "move": "3>3"})
    assert response.status_code == 422
    assert "Reload the page" in response.content.decode()
    assert not PuzzleAttempt.objects.exists()


@pytest.mark.parametrize("move", ["", "x", "9>1", "3>5", "1>" + "9" * 300])
def test_an_illegal_move_is_no_try(visitor, move):
    response = answer(visitor, puzzle(), move=move)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert not PuzzleAttempt.objects.exists()


def test_moves_are_marked_in_a_list(visitor):
    found = puzzle(position="3+5+7", convention="normal", goal="all-moves")
    assert 'type="checkbox"' in page_of(visitor, found.get_absolute_url())
    assert solve(visitor, found, moves=["1>2", "2>4", "3>6"]).solved
    assert not solve(visitor, found, moves=["1>2", "2>4"]).solved
    nothing = answer(visitor, found)
    assert nothing.status_code == 422
    assert "Mark the winning moves" in nothing.content.decode()


def test_you_are_lost_is_an_answer(visitor):
    found = puzzle(position="1+3+5+7", goal="predict")
    assert "You lose, whatever you do" in page_of(visitor, found.get_absolute_url())
    assert solve(visitor, found, choice="P").solved
    assert answer(visitor, found).status_code == 422


def test_kinds_are_chosen_row_by_row_and_a_case_by_name(visitor):
    kinds = puzzle(ruleset="kayles", position="4+5", goal="classify")
    assert solve(visitor, kinds, **{"kind-4": "inverter", "kind-5": "higher switch"}).solved
    assert answer(visitor, kinds, **{"kind-4": "inverter"}).status_code == 422
    case = puzzle(ruleset="subtraction:3", position="1+2", goal="case")
    assert solve(visitor, case, choice="3").solved


def test_hints_come_in_four_tiers_and_are_kept_with_the_try(visitor):
    found = puzzle()
    for tier in (1, 2, 3, 4, 4):
        token = form_token(visitor, found.get_absolute_url())
        sent = visitor.post(f"/puzzles/{found.pk}/hint/", {"token": token, "tier": tier})
        assert sent.status_code == 302
    page = page_of(visitor, found.get_absolute_url())
    assert "Take 1 from row 3." in page
    assert 'id="hint"' not in page
    tried = solve(visitor, found, move="3>3")
    assert PuzzleAttempt.objects.count() == 1
    assert (tried.hint_tier, tried.rated, tried.solved) == (4, False, True)


@pytest.mark.parametrize(
    ("changes", "last"),
    [
        ({"position": "1+3+5+7", "goal": "predict"}, "You lose, whatever you do"),
        ({"ruleset": "kayles", "position": "4+5", "goal": "classify"}, "A row of 4 is an inverter"),
        ({"ruleset": "subtraction:3", "position": "1+2", "goal": "case"}, "Case 3"),
        (
            {"ruleset": "partizan-kayles", "position": "4", "goal": "predict"},
            "Right wins, whoever starts",
        ),
    ],
)
def test_every_goal_has_four_hints_and_the_last_is_the_answer(visitor, changes, last):
    found = puzzle(**changes)
    token = form_token(visitor, found.get_absolute_url())
    visitor.post(f"/puzzles/{found.pk}/hint/", {"token": token, "tier": 9})
    page = page_of(visitor, found.get_absolute_url())
    hints = page[page.index('id="hints"') :].partition("</ol>")[0]
    newest = re.sub("<[^>]+>", "", hints.partition("Hint 3:")[0])
    assert "Hint 4:" in newest
    assert last in newest
    assert "Hint 1:" in hints


def test_winning_against_perfect_play_solves_a_puzzle_to_play_out(visitor):
    found = puzzle(position="1+1+2", goal="play")
    token = form_token(visitor, found.get_absolute_url())
    response = visitor.post(f"/puzzles/{found.pk}/play/", {"token": token})
    match = Match.objects.get()
    assert response.url == match.get_absolute_url()
    send(visitor, match, "3>1")
    assert "Continue your game" in page_of(visitor, found.get_absolute_url())
    again = visitor.post(f"/puzzles/{found.pk}/play/", {"token": token})
    assert again.url == match.get_absolute_url()
    play_to_the_end(visitor, match)
    attempt = PuzzleAttempt.objects.get()
    assert "Back to the puzzle" in page_of(visitor, match.get_absolute_url())
    assert (attempt.solved, attempt.rated) == (True, True)
    assert "Next puzzle" not in page_of(visitor, match.get_absolute_url()), "there is no other one"
    other = puzzle(position="1+3", goal="move")
    chosen = PuzzleSet.objects.create(
        state="published", slug="one", title="One", note="One.", lesson=4
    )
    PuzzleSetItem.objects.create(set=chosen, puzzle=other, order=1)
    end = page_of(visitor, match.get_absolute_url())
    assert f'id="following" href="{other.get_absolute_url()}">Next puzzle' in end
    assert end.index("Next puzzle") < end.index(">More</span>") < end.index("Back to the puzzle")
    assert "You won." in page_of(visitor, attempt.get_absolute_url())


def test_a_lost_game_counts_at_once_and_help_keeps_it_from_rating(visitor):
    found = puzzle(position="1+1+2", goal="play")
    token = form_token(visitor, found.get_absolute_url())
    visitor.post(f"/puzzles/{found.pk}/play/", {"token": token})
    match = Match.objects.get()
    visitor.post(f"/play/{match.pk}/hint/", {"version": 1})
    send(visitor, match, "3>0")
    play_to_the_end(visitor, match)
    lost = PuzzleAttempt.objects.exclude(solved=None).get()
    assert (lost.solved, lost.rated) == (False, False)
    token = form_token(visitor, found.get_absolute_url())
    visitor.post(f"/puzzles/{found.pk}/play/", {"token": token})
    assert Match.objects.count() == 2


def test_a_puzzle_to_play_out_is_not_answered_and_another_one_is_not_played(visitor):
    found = puzzle(position="1+2+4", goal="play")
    token = form_token(visitor, found.get_absolute_url())
    visitor.post(f"/puzzles/{found.pk}/play/", {"token": token})
    assert answer(visitor, found, move="3>3").status_code == 422
    other = puzzle()
    assert visitor.post(f"/puzzles/{other.pk}/play/", {"token": token}).status_code == 422


def test_strangers_see_no_try_and_nobody_sees_a_draft(visitor, stranger, signed_in):
    found = puzzle()
    response = answer(visitor, found, move="3>3")
    draft = puzzle(position="1+2+5")
    type(draft).objects.filter(pk=draft.pk).update(state="draft")
    for client in (stranger, signed_in):
        assert client.get(response.url).status_code == 404
        assert client.get(draft.get_absolute_url()).status_code == 404


def test_a_report_is_kept_once_for_each_person_and_puzzle(visitor):
    found = puzzle()
    address = f"/puzzles/{found.pk}/report/"
    response = visitor.post(address, {"text": "The third row looks wrong."})
    assert "Thanks." in page_of(visitor, response.url)
    visitor.post(address, {"text": "No, the second."})
    assert Report.objects.get().text == "No, the second."
    for text in ("", "   ", "x" * 1001):
        assert visitor.post(address, {"text": text}).status_code == 422


def test_looking_at_a_puzzle_stores_nothing(visitor):
    found = puzzle()
    visitor.get(found.get_absolute_url())
    assert not PuzzleAttempt.objects.exists()
    assert "visitor" not in visitor.session


def test_a_crash_while_rating_leaves_the_try_unanswered(visitor, alice, monkeypatch):
    found = puzzle()

    def crash(*args, **kwargs):
        raise RuntimeError("power cut")

    monkeypatch.setattr(service, "_rate", crash)
    with pytest.raises(RuntimeError):
        service.record_attempt(alice, found, uuid.uuid4(), GradedAnswer.to(found, "3>3"))
    assert not PuzzleAttempt.objects.exclude(solved=None).exists()


def test_what_a_visitor_did_is_kept_at_sign_up_and_the_better_of_two_stays(visitor, alice):
    found = puzzle()
    other = puzzle(position="1+2+5")
    service.record_attempt(alice, found, uuid.uuid4(), GradedAnswer.to(found, "3>3"))
    for one in (found, other):
        answer(visitor, one, move="1>0")
    visitor.post("/accounts/login/", {"username": "alice", "password": "correct horse battery"})
    assert PuzzleAttempt.objects.filter(user=alice).count() == 3
    assert Rating.objects.get().user == alice
    assert Rating.objects.get().tries == 2
    assert (
        b"3&gt;3" in visitor.get("/me/export/").content
        or b"3>3" in visitor.get("/me/export/").content
    )


def test_a_rated_try_says_what_it_did_to_the_rating(visitor):
    found = puzzle()
    tried = solve(visitor, found, move="3>3")
    Rating.objects.update(tries=10)
    rating = Rating.objects.get().rating
    assert (tried.rating_before, tried.rating_after) == (1500, rating)
    gained = 10 * round(rating / 10) - 1500
    assert gained > 0
    page = " ".join(visitor.get(tried.get_absolute_url()).content.decode().split())
    assert f"Rating <strong>{1500 + gained} (+{gained})</strong>." in page
    again = solve(visitor, found, move="3>3")
    assert (again.rating_before, again.rating_after, again.rating_shown) == (None, None, "")


def test_a_rating_is_shown_after_ten_rated_tries_and_not_before(visitor):
    tried = solve(visitor, puzzle(), move="1>0")
    number = str(10 * round(Rating.objects.get().rating / 10))

    def pages():
        told = (tried.get_absolute_url(), "/puzzles/train/", "/me/")
        return [" ".join(visitor.get(page).content.decode().split()) for page in told]

    attempt, train, me = pages()
    for page in (attempt, train, me):
        assert "We show your rating after 9 more tries." in page
    assert not any(number in page for page in (attempt, train, me))
    Rating.objects.update(tries=9)
    assert "We show your rating after 1 more try." in pages()[0]
    Rating.objects.update(tries=10)
    attempt, train, me = pages()
    assert f"Rating <strong>{number} (−{1500 - int(number)})</strong>." in attempt
    assert f'training-rating">{number} ± ' in train
    assert f'me-rating">{number} ' in me
    assert not any("We show your rating" in page for page in (attempt, train, me))


def test_a_rated_try_that_went_wrong_costs_rating(visitor):
    tried = solve(visitor, puzzle(), move="1>0")
    shown = 10 * round(Rating.objects.get().rating / 10)
    assert tried.rating_shown == f"{shown} (−{1500 - shown})"


def test_a_try_that_hardly_moves_a_rating_says_so():
    assert PuzzleAttempt(rating_before=1421, rating_after=1424).rating_shown == "1420, as before"
    assert PuzzleAttempt(rating_before=1424, rating_after=1426).rating_shown == "1430 (+10)"
