"""Nobody passes a set of puzzles, or the trainer, without looking at the board."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from games.learn.puzzles.puzzle_files import read_puzzles, read_sets
from games.questions.goals import goal_of
from solver import Convention, Player, get_ruleset
from solver.budget import Budget
from solver.search import Search
from tests.bench.guesses import of_plans, of_sets, of_trainer

CONSTANT = Fraction(55, 100)
"""The most that one answer to all questions of a kind may get right."""
SETS = {found["slug"]: read_puzzles(found["slug"]) for found in read_sets()}


def rows_of(entry):
    return get_ruleset(entry["ruleset"]).read_position(entry["position"])


def search_of(entry):
    return Search(get_ruleset(entry["ruleset"]), Convention(entry["convention"]), Budget())


@pytest.fixture(scope="module")
def outcomes():
    """Who wins each who-wins question of each set, by exhaustive search."""
    return {
        slug: [
            (entry, search_of(entry).outcome(rows_of(entry)).value)
            for entry in entries
            if entry["goal"] == "predict"
        ]
        for slug, entries in SETS.items()
    }


def test_half_of_the_who_wins_questions_are_lost_and_in_strips_a_third(outcomes):
    asked = 0
    for slug, known in outcomes.items():
        counted = Counter(outcome for _, outcome in known)
        partizan = any(entry["ruleset"] == "partizan-kayles" for entry, _ in known)
        expected = {"N", "P", "R"} if partizan else {"N", "P"}
        assert set(counted) == expected or not known, slug
        assert len(set(counted.values())) <= 1, (slug, counted)
        asked += len(known)
    assert asked > 90


def games_of(entry, rows):
    rules = get_ruleset(entry["ruleset"])
    return sorted(rules.alone(size)[0].key for size in rows)


CUES = {
    "the game": lambda entry, rows: (),
    "the number of rows": lambda entry, rows: len(rows),
    "the games of the rows": games_of,
    "the longest of many rows": lambda entry, rows: (len(rows), len(rows) > 2 and rows[-1]),
}


@pytest.mark.parametrize("cue", CUES)
def test_no_cue_tells_who_wins(outcomes, cue):
    for slug, known in outcomes.items():
        places = defaultdict(Counter)
        for entry, outcome in known:
            place = str(CUES[cue](entry, rows_of(entry)))
            places[entry["ruleset"], entry["convention"], place][outcome] += 1
        for place, counted in places.items():
            assert Fraction(max(counted.values()), counted.total()) <= CONSTANT, (slug, place)


def test_more_counters_do_not_mean_a_win(outcomes):
    more = []
    for known in outcomes.values():
        sums = {(entry["ruleset"], entry["position"]): sum(rows_of(entry)) for entry, _ in known}
        for won, outcome in known:
            for lost, other in known:
                same = [won[name] == lost[name] for name in ("ruleset", "convention")]
                if all(same) and (outcome, other) == ("N", "P"):
                    here, there = (sums[e["ruleset"], e["position"]] for e in (won, lost))
                    more.append(here > there) if here != there else None
    assert len(more) > 60
    assert 0.35 <= sum(more) / len(more) <= 0.65


def test_the_level_tells_no_more_than_the_board(outcomes):
    """The dots beside who-wins questions are the same whoever wins."""
    from games.learn.puzzles.models import Puzzle
    from games.questions.facts import difficulty_of
    from games.questions.shown_question import ShownQuestion

    levels = Counter(
        (outcome, difficulty_of(ShownQuestion(Puzzle(**entry)).facts, "predict"))
        for known in outcomes.values()
        for entry, outcome in known
        if entry["ruleset"] != "partizan-kayles"
    )
    for level in range(1, 6):
        won, lost = levels["N", level], levels["P", level]
        assert abs(won - lost) <= max(3, 0.3 * (won + lost)), level


def test_no_question_about_moves_is_answered_by_half_of_them():
    for slug, entries in SETS.items():
        for entry in entries:
            if not goal_of(entry["goal"]).is_about_moves:
                continue
            rules, rows = get_ruleset(entry["ruleset"]), rows_of(entry)
            player = Player(entry["to_move"]) if entry["to_move"] else None
            legal = list(rules.legal_moves(rows, player))
            wins = search_of(entry).winning_moves(rows, player)
            different = {left(move, rows) for move in wins}
            counts = [
                Fraction(len(wins), len(legal)),
                Fraction(rules.count(wins), rules.count(legal)),
                Fraction(len(different), len({left(move, rows) for move in legal})),
            ]
            several = entry["goal"] == "all-moves" and len(different) > 1
            most = Fraction(7, 10) if several else Fraction(49, 100)
            assert max(counts) <= most, (slug, entry)


def left(move, rows):
    return tuple(sorted(move.apply(rows)))


def test_guessing_is_worth_little_in_any_set():
    for one in of_sets():
        assert one.constant <= CONSTANT, one
        assert one.mean <= Fraction(1, 3), one
        assert max(one.moves, default=0) < Fraction(1, 2), one


def test_guessing_is_worth_little_at_what_unit_plans_add():
    for one in of_plans():
        assert one.constant <= CONSTANT, one
        assert max(one.moves, default=0) < Fraction(1, 2), one
        assert len({one.outcomes[key] for key in "PN"}) == 1 or one.outcomes["R"], one


def test_guessing_is_worth_little_in_the_trainer():
    for one in of_trainer(["predict"], seeds=8):
        assert one.outcomes.total() > 60, one
        assert one.constant <= CONSTANT, one
    for one in of_trainer(["move"], seeds=8):
        assert one.mean <= Fraction(1, 3), one
        assert max(one.moves, default=0) < Fraction(1, 2), one


FORGETS = Fraction(47, 100)
"""The most of a set that whoever forgets that the last one loses may get right."""
THE_SAME_THERE = {
    "case-1": "in case 1 you play as if the last one won",
    "both-endings": "half of it is about the last one winning",
}
"""Sets of misère play in which that is right more often, with the reason."""


def test_whoever_forgets_that_the_last_one_loses_gets_most_of_every_set_wrong():
    """Of the questions about winning; kinds and reductions are the same with either ending."""
    from games.learn.puzzles.models import Puzzle
    from games.questions.guessers import BELIEVERS
    from games.questions.guessing import BY_BELIEF, chance

    [forgets] = [one for one in BELIEVERS if one.belief.key == "normal-habit"]
    right = {}
    for slug, entries in SETS.items():
        asked = [Puzzle(**entry) for entry in entries if entry["goal"] in BY_BELIEF]
        endings = Counter(puzzle.convention for puzzle in asked)
        if endings["misere"] >= endings["normal"] and asked:
            right[slug] = sum(chance(puzzle, forgets) for puzzle in asked) / len(asked)
    assert len(right) > 25
    too_often = {slug for slug, share in right.items() if share > FORGETS}
    assert too_often == set(THE_SAME_THERE)
    assert right["the-last-one-loses"] == 0
    assert len(SETS["the-last-one-loses"]) == 20
