"""What the site answers to programs of visitors: replies, moves, verdicts, a game on its board."""

import re

import pytest

from games.play.programs.arena import SAID
from solver import BudgetExceededError, ask
from solver.teaching import BELIEFS, OPPONENTS, get_opponent

Perfect = type(get_opponent("perfect"))

pytestmark = pytest.mark.django_db


def post(client, what, status=200, **fields):
    response = client.post(f"/play/program/{what}/", {"game": "marienbad", **fields})
    assert response.status_code == status
    return response


def policy_of(response):
    parts = (one.split() for one in response.headers["Content-Security-Policy"].split(";"))
    return {name: values for name, *values in parts}


def played(client, *lines, status=200, opponent="perfect", game="marienbad"):
    fields = {"opponent": opponent, "game": game, "lines": " ".join(lines)}
    return post(client, "round", status, **fields).json()


def judged(client, *lines, game="marienbad"):
    return post(client, "faults", game=game, lines=" ".join(lines)).json()["verdicts"]


# --- the games -----------------------------------------------------------------------------------


def test_a_program_that_starts_is_told_its_moves_and_nobody_moves(client):
    answer = played(client, "1:0:1+3+5+7:-")
    assert answer["boards"] == [["", "1+3+5+7", None]]
    assert len(answer["legal"]["1+3+5+7"]) == 16
    assert {"1>0", "2>0", "4>6"} <= set(answer["legal"]["1+3+5+7"])


def test_an_opponent_that_starts_moves_first(client):
    [[reply, position, won]] = played(client, "1:0:1+3:", opponent="random")["boards"]
    assert won is None
    row, left = reply.split(">")
    rows = [1, 3]
    rows[int(row) - 1] = int(left)
    assert position == "+".join(str(size) for size in rows if size)


def test_perfect_answers_with_a_move_that_leaves_a_losing_position(client):
    [[reply, position, won]] = played(client, "1:0:1+3+5+7:4>0")["boards"]
    assert (reply, position, won) == ("3>2", "1+3+2", None)


@pytest.mark.parametrize(
    ("game", "line", "won"),
    [
        ("marienbad", "1:0:1+1:1>0", True),  # Perfect has to take the last one
        ("marienbad", "1:0:1:1>0", False),
        ("two-rows", "1:0:1:1>0", True),  # the last one wins
        ("two-rows", "1:0:1+1:1>0", False),
    ],
)
def test_the_last_one_decides_the_game(client, game, line, won):
    assert played(client, line, game=game)["boards"][0][2] is won


def test_the_same_seed_draws_the_same_replies_and_others_draw_others(client):
    lines = [f"{seed}:1:1+3+5+7:2>2" for seed in range(1, 30)]
    once, again = (played(client, *lines, opponent="random")["boards"] for _ in range(2))
    assert once == again
    assert len({reply for reply, _, _ in once}) > 5


def test_a_hundred_games_against_anybody_take_as_many_requests_as_the_longest_of_them(client):
    for opponent in OPPONENTS:
        if opponent.mismatch(ask("nim", "1").ruleset, ask("nim", "1").convention):
            continue
        lines = [f"{seed}:0:1+3+5+7:{'-' if seed % 2 else ''}" for seed in range(1, 101)]
        rounds, ended = 0, 0
        while lines:
            answer = played(client, *lines, opponent=opponent.key)
            assert len(answer["boards"]) == len(lines)
            rounds += 1
            following = []
            for line, (_, position, won) in zip(lines, answer["boards"], strict=True):
                seed, ply, _, move = line.split(":")
                ended += won is not None
                if won is None:
                    now = int(ply) + (0 if move == "-" else 2 if move else 1)
                    following.append(f"{seed}:{now}:{position}:{answer['legal'][position][0]}")
            lines = following
        assert ended == 100
        assert rounds <= 10


def test_kayles_splits_a_row(client):
    answer = played(client, "1:0:10:-", game="kayles")
    assert "1>4+5" in answer["legal"]["10"]
    [[reply, position, _]] = played(client, "1:0:10:1>4+5", game="kayles")["boards"]
    assert reply
    assert sum(map(int, position.split("+"))) in (7, 8)


@pytest.mark.parametrize(
    ("line", "opponent", "game", "says"),
    [
        ("1:0:1+3+5+7:4>7", "perfect", "marienbad", "row of 7"),
        ("1:0:1+3+5+7:5>0", "perfect", "marienbad", "row 5"),
        ("1:0:1+3+5+7:x", "perfect", "marienbad", "a board of a run"),
        ("1:0:1+3+5+7:4", "perfect", "marienbad", "a move"),
        ("1:0:20:-", "perfect", "marienbad", "begin with 1+3+5+7"),
        ("1:0:1:-", "nobody", "marienbad", "nobody"),
        ("1:0:1:-", "max", "marienbad", "Max needs a game with a maximum take"),
        ("1:0:1:-", "perfect", "strips", "a game for programs"),
        ("1:0:1:-", "perfect", "", "a game for programs"),
        ("", "perfect", "marienbad", "send 1 to 100"),
        (" ".join(["1:0:1:-"] * 101), "perfect", "marienbad", "send 1 to 100"),
    ],
)
def test_what_is_no_board_of_the_game_is_refused_with_a_sentence(
    client, line, opponent, game, says
):
    answer = played(client, *line.split(), status=422, opponent=opponent, game=game)
    assert says in answer["problem"]


def test_where_the_budget_ends_the_answer_has_fewer_games_and_never_none(client, monkeypatch):
    lines = [f"{seed}:0:5+6+7:1>{2 + seed % 3}" for seed in range(5)]
    whole = played(client, *lines, game="three-rows")["boards"]
    ask_opponent, asked = Perfect.choose, []

    def tired(self, question, chance):
        asked.append(question)
        if len(asked) % 3 == 0:
            raise BudgetExceededError("Too large.", budget=2_000)
        return ask_opponent(self, question, chance)

    monkeypatch.setattr(Perfect, "choose", tired)
    some = played(client, *lines, game="three-rows")["boards"]
    assert some == whole[:2]
    assert played(client, *lines[2:], game="three-rows")["boards"] == whole[2:4]
    asked[:] = asked[:2]
    assert played(client, lines[4], status=422, game="three-rows")["problem"] == "Too large."


# --- why it lost ---------------------------------------------------------------------------------


def test_a_slip_has_the_winning_move_that_was_missed(client):
    assert [one["better"] for one in judged(client, "2:1>0", "2:1>1")] == ["1>1", ""]
    slip, good, lost = judged(client, "1+3:2>2", "1+3:2>0", "1+2+3:1>0")
    assert (slip["better"], good["better"], lost["better"]) == ("2>0", "", "")


def test_every_habit_that_misleads_says_whether_the_program_follows_it(client):
    [verdict] = judged(client, "1+1+2:3>0")
    habits = {key: followed for key, followed, _ in verdict["habits"]}
    assert habits["normal-habit"] is True
    assert habits["grab"] is True
    [other] = judged(client, "1+1+2:1>0")
    assert {key: followed for key, followed, _ in other["habits"]}["normal-habit"] is False
    assert all(0 < share < 1 for _, _, share in verdict["habits"])


def test_there_is_a_sentence_for_every_belief():
    assert SAID.keys() == {belief.key for belief in BELIEFS}
    assert all(text.startswith("It ") and not text.endswith(".") for text in SAID.values())


def test_a_move_that_is_none_is_refused(client):
    said = post(client, "faults", 422, lines="1+3:2>9").json()["problem"]
    assert "row of 3" in said
    assert "send 1 to 100" in post(client, "faults", 422, lines="").json()["problem"]


# --- one game on its board -----------------------------------------------------------------------


def test_a_game_is_shown_move_by_move_with_its_winner(client):
    fields = {"game": "pairs", "opponent": "greta", "starts": "1"}
    moves = "1>0 1>0 1>1 1>0"
    page = post(client, "game", **fields, moves=moves).content.decode()
    frames = re.findall(r'<p class="film-sentence">(.*?)</p>', page)
    assert len(frames) == 4
    assert frames[0] == "Your program takes 2 from row 1."
    assert frames[1].startswith("Greta takes 2 from row 2.")
    assert "Your program wins." in frames[3]
    other = post(client, "game", game="pairs", opponent="greta", moves=moves).content.decode()
    assert "Greta wins." in other


@pytest.mark.parametrize("moves", ["", "1>0", "1>0 1>0 1>0 1>0", "x"])
def test_half_a_game_or_none_is_not_shown(client, moves):
    fields = {"game": "pairs", "opponent": "greta", "moves": moves}
    assert post(client, "game", 422, **fields).json()["problem"]


# --- the page ------------------------------------------------------------------------------------


def test_the_page_begins_with_a_player_that_runs_in_either_language(client):
    page = client.get("/play/program/").content.decode()
    assert "def choose(rows, moves):" in page
    assert "function choose(rows, moves)" not in page
    assert "this page needs JavaScript" in page
    assert (
        "function choose(rows, moves)"
        in client.get("/play/program/?start=javascript").content.decode()
    )
    assert "def choose" in client.get("/play/program/?start=nothing").content.decode()


def test_the_encyclopedias_program_is_there_with_its_faults(client):
    page = client.get("/play/program/?start=encyclopedia").content.decode()
    assert "Computes next move for Nim in a normal or mis" in page
    assert "nb_remove = heaps[chosen_heap] - 1 if heaps_one % 2 != misere" in page


def test_lesson_10_the_set_up_page_and_each_game_lead_here(client):
    assert 'href="/play/program/"' in client.get("/play/").content.decode()
    page = client.get("/play/program/").content.decode()
    assert "Marienbad (1 + 3 + 5 + 7): the last one loses" in page
    assert "Kayles 10" in page
    assert "Left" not in re.findall(r"<select.*?</select>", page, re.DOTALL)[0]
    for opponent in OPPONENTS:
        assert f">{get_opponent(opponent.key).name}</option>" in page


def test_the_cage_has_no_network_and_is_never_not_modified(client):
    answer = client.get("/play/program/cage.js")
    assert answer.headers["Content-Type"] == "text/javascript"
    policy = policy_of(answer)
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == ["blob:", "'wasm-unsafe-eval'"]
    assert "connect-src" not in policy
    assert "ETag" not in answer.headers
    again = client.get("/play/program/cage.js", headers={"If-None-Match": "*"})
    assert again.status_code == 200
    assert policy_of(again) == policy
    page = policy_of(client.get("/play/program/"))
    assert page["script-src"] == ["'self'"]
    assert not [value for values in page.values() for value in values if "unsafe" in value]
