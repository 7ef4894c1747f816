"""A step with a scene: shown on its board, stepped through, checked, written and read again."""

import re

import pytest
import yaml

from games.content.reading import as_yaml
from games.learn.lessons.checks import check_step
from games.learn.lessons.editor import pages as course
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Step
from games.learn.lessons.schema import read_lesson
from games.questions.goals import GOALS
from solver import ask
from solver.teaching import refusal_film

from .curation import ASK, address_of, new, press, problems, shown
from .lessons import MOVE, PLAY, PREDICT, TELL, give, lesson, step
from .test_proofs import text_of

KAYLES = {"ruleset": "kayles", "position": "4+3+1", "convention": "misere"}
KINDS = TELL | KAYLES | {"scene": {"theory": "r1", "frame": 4}}
FILM = TELL | KAYLES | {"scene": {"theory": "r1", "frame": 6, "to": 8}}
STUCK = "heaps:{1:[[]],2:[[],[1]],3:[[],[1],[2]],5:[[1],[2,2]]}"
ESCAPE = "heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]]}"
BEAT = {
    "kind": "move",
    "title": "Beat R1",
    "text": "R1 would leave this.",
    "ruleset": ESCAPE,
    "position": "3+1",
    "convention": "misere",
    "answer": ["1>0"],
    "otherwise": "No.",
    "after": "Yes.",
    "scene": {"theory": "refusal", "frame": 1, "to": 3},
}
CUTS = {"groups": ["1", "4 (lit), 1"], "tags": ["left over", "five (focus)"]}


def page_of(client, address):
    return client.get(address).content.decode()


@pytest.mark.django_db
def test_a_step_that_tells_shows_its_frame_with_its_marks_in_place_of_the_board(visitor):
    page = page_of(visitor, lesson(KINDS).get_absolute_url() + "1/")
    assert "Row 2: 3; higher switch." in page
    assert page.count("Row 1: 4; inverter.") == 1
    assert 'id="board"' not in page
    assert "Give every row its kind" not in page, "the sentence is the author's to write"


@pytest.mark.django_db
def test_the_theorys_sentence_stands_there_where_the_author_wants_it(visitor):
    said = KINDS | {"scene": {"theory": "r1", "frame": 4, "sentence": True}}
    assert "Give every row its kind" in page_of(visitor, lesson(said).get_absolute_url() + "1/")


@pytest.mark.django_db
def test_a_small_film_is_stepped_through_and_ends_where_the_author_says(visitor):
    address = lesson(FILM).get_absolute_url() + "1/"
    first = page_of(visitor, address)
    assert "That is case 2." in first
    assert "Frame 1 of 3" in first
    assert f'href="{address}?frame=1.2"' in first, "a long sentence is told in parts"
    onward = [re.search(r'rel="next"\s+href="([^"#]*)', first)[1]]
    while not onward[-1].endswith("frame=2"):
        told = page_of(visitor, onward[-1])
        assert "Frame 1 of 3" in told
        onward.append(re.search(r'rel="next"\s+href="([^"#]*)', told)[1])
    assert len(onward) > 1
    assert "theory=r1&amp;frame=6" in first, "the picture to download is that of the whole film"
    second = page_of(visitor, f"{address}?frame=2")
    assert "Take 2 from row 2, leaving 1" in second
    last = page_of(visitor, f"{address}?frame=99")
    assert "Frame 3 of 3" in last
    assert "Row 2: 1; inverter." in last
    assert "Frame 1 of 3" in page_of(visitor, f"{address}?frame=x")


@pytest.mark.django_db
def test_an_author_may_cut_and_name_the_rows(visitor):
    found = lesson(MOVE | {"scene": CUTS})
    page = page_of(visitor, step(found, 1).get_absolute_url())
    assert "Row 2: 5, in groups: 4, lit; 1; five." in page
    assert "left over" in page
    assert 'name="move"' in page, "and the board is still there to answer on"


@pytest.mark.django_db
def test_an_answer_stays_in_sight_while_the_film_is_stepped_through(visitor):
    found = lesson(PREDICT | {"scene": {"theory": "nim-sum", "frame": 1, "to": 3}})
    response = give(visitor, step(found, 1), choice="N")
    page = response.content.decode()
    assert "Not quite." in page
    token = response.request["QUERY_STRING"]
    following = f"{step(found, 1).get_absolute_url()}?{token}&frame=2"
    assert f'href="{following.replace("&", "&amp;")}#film"' in page
    again = page_of(visitor, following)
    assert "Not quite." in again
    assert "Split every row into groups of 2" in again


@pytest.mark.django_db
def test_why_r1_gives_up_runs_on_to_the_reply_once_that_is_found(visitor):
    found = step(lesson(BEAT), 1)
    address = found.get_absolute_url()
    first = page_of(visitor, address)
    assert "theory=r1&amp;frame=1" in first, "the picture to download is that of the explorer"
    first = text_of(visitor.get(address))
    assert "Frame 1 of 3" in first
    assert "So it is a gremlin." in text_of(visitor.get(f"{address}?frame=1.2"))
    second = text_of(visitor.get(f"{address}?frame=2"))
    assert "Condition 4 of R1: no gremlin can become a null." in second
    last = text_of(visitor.get(f"{address}?frame=99"))
    assert "Frame 3 of 3" in last
    assert "R1 would leave 3 + 1" in last
    assert "But the player to move wins" not in last
    assert "Frame 1 of 3" in text_of(give(visitor, found, move="2>0"))
    right = give(visitor, found, move="1>0")
    assert "Frame 1 of 5" in text_of(right)
    token = right.request["QUERY_STRING"]
    reply = text_of(visitor.get(f"{address}?{token}&frame=4"))
    assert "But the player to move wins by taking 3 from heap 1, leaving nothing." in reply
    end = text_of(visitor.get(f"{address}?{token}&frame=5"))
    assert "Every move from 1 leaves a winning position, so 1 loses." in end


@pytest.mark.django_db
def test_the_lessons_show_each_condition_broken_with_something_to_do():
    """The condition, what R1 would say and the reply that beats it are in the film of a step."""
    shown = {}
    for content in LessonFiles().read().values():
        for one in content["steps"]:
            if (one.get("scene") or {}).get("theory") != "refusal":
                continue
            assert content["number"] in (14, 15, 16)
            assert one["kind"] in GOALS, "there is something to do"
            assert one["scene"]["frame"] == 1
            assert one["scene"]["to"] >= 3, "what R1 would say is seen before the answer"
            question = ask(one["ruleset"], one["position"], one["convention"])
            rules = [frame.rule for frame in refusal_film(question)]
            assert rules == ["r1:breaks", "r1:condition", "r1:claim", "r1:beaten", "r1:loses"]
            shown[one["title"]] = refusal_film(question)[1].data["condition"]
            assert check_step(one, content["skills"]) == []
    assert set(shown.values()) == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("asked", "scene", "said"),
    [
        (KINDS, {"theory": "r1", "frame": 9}, "no frame 9: the film of r1 has 8 frames here"),
        (KINDS, {"theory": "r1", "frame": 7, "to": 10}, "no frame 10"),
        (KINDS, {"theory": "reduction", "frame": 1}, "scene: "),
        (KINDS | {"position": "5+1"}, {"theory": "r1", "frame": 1}, "R1 does not hold: a row of 5"),
        (BEAT, {"theory": "refusal", "frame": 1, "to": 4}, "frame 4 answers the question"),
        (BEAT, {"theory": "refusal", "frame": 6}, "no frame 6: the film of refusal has 5 frames"),
        (KINDS, {"theory": "refusal", "frame": 1}, "the film of refusal has 0 frames here"),
        (
            BEAT | {"kind": "classify", "answer": ["gremlin", "inverter"]},
            {"theory": "refusal", "frame": 1},
            "frame 1 answers the question",
        ),
        (
            BEAT | {"kind": "predict", "answer": "N"},
            {"theory": "refusal", "frame": 5},
            "frame 4 (“The reply that beats it”) gives it away first",
        ),
        (TELL, {"theory": "r1", "frame": 1}, "there is no position to draw"),
        (MOVE, {"theory": "nim-sum", "frame": 6}, "frame 6 answers the question"),
        (MOVE, {"theory": "nim-sum", "frame": 7}, "frame 6 (“Make the move”) gives it away first"),
        (MOVE, {"theory": "nim-sum", "frame": 3, "to": 6}, "frame 6 answers"),
        (PLAY, {"theory": "exhaustive", "frame": 2}, "frame 2 (“How many moves win?”)"),
        (PREDICT, {"theory": "nim-sum", "frame": 5}, "frame 5 answers the question"),
        (
            MOVE | {"kind": "case", "answer": 3},
            {"theory": "r1", "frame": 5},
            "frame 5 answers the question",
        ),
        (
            MOVE | {"kind": "classify", "answer": ["inverter", "higher switch"]},
            {"theory": "r1", "frame": 1},
            "frame 1 answers the question",
        ),
        (MOVE, {"groups": ["1"]}, "groups: give one for each of the 2 rows"),
        (MOVE, {"groups": ["1", "4 (lit)"]}, "the groups of row 2 add up to 4, but the row has 5"),
        (MOVE, {"groups": ["", "5 (taken)"]}, "the group marked (taken) answers the question"),
    ],
)
def test_a_scene_that_is_not_there_or_gives_the_answer_away_is_refused(asked, scene, said):
    assert said in " ".join(check_step(asked | {"scene": scene}, ["look-back"]))


@pytest.mark.parametrize(
    "asked",
    [
        KINDS,
        FILM,
        MOVE | {"scene": {"theory": "nim-sum", "frame": 1, "to": 5}},
        MOVE | {"scene": CUTS},
        BEAT,
        BEAT
        | {"ruleset": STUCK, "position": "5+2", "answer": ["2>1"]}
        | {"scene": {"theory": "refusal", "frame": 1, "to": 5}},
        PREDICT | {"scene": {"theory": "nim-sum", "frame": 4}},
    ],
)
def test_a_scene_that_keeps_the_answer_is_not_complained_about(asked):
    assert check_step(asked, ["look-back"]) == []


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("r1", "a mapping is expected"),
        ({"theory": "r1"}, "a theory and a frame are expected"),
        ({"theory": "r1", "frame": 0}, "a theory and a frame are expected"),
        ({"theory": "astrology", "frame": 1}, "'astrology' is not one of"),
        ({"theory": "r1", "frame": 4, "to": 4}, "the last frame must come after the first frame"),
        ({"theory": "r1", "frame": 4, "tags": ["a"]}, "name a theory and a frame, or"),
        ({"groups": ["four"]}, "sizes with commas are expected"),
        ({"groups": ["4 (green)"]}, "'green' is not a mark; the marks are plain, lit"),
        ({"tags": ["x" * 41]}, "a tag has at most 40 characters"),
        ({"film": 1}, "unknown key 'film'"),
    ],
)
def test_a_scene_that_is_no_scene_says_what_is_expected(scene, said):
    content = {"steps": [KINDS | {"scene": scene}]}
    _, findings = read_lesson(content, "a.yaml")
    assert said in " ".join(map(str, findings))


@pytest.mark.django_db
@pytest.mark.parametrize("scene", [KINDS["scene"], FILM["scene"], CUTS])
def test_a_scene_is_kept_by_files_versions_and_the_way_back(alice, scene):
    position = "1+5" if scene is CUTS else "4+3+1"
    found = lesson(TELL | KAYLES | {"position": position, "scene": scene}, state="draft")
    content = Lesson.objects.get().content
    again, findings = read_lesson(yaml.safe_load(as_yaml(content)), "a.yaml")
    assert (again, findings) == (content, [])
    first = course.publish(found, "Now.", alice)
    assert first.content["steps"][0]["scene"] == scene
    Step.objects.update(extra={})
    LessonFiles().restore(found, first, alice)
    assert Step.objects.get(order=1).extra == {"scene": scene}


@pytest.mark.django_db
def test_a_curator_fills_the_scene_in_and_finds_it_again(curator):
    film = {"theory": "nim-sum", "frame": 3}
    assert new(curator, ASK | {"scene": film}).status_code == 302
    stored = Step.objects.get()
    assert stored.extra == {"scene": film}
    found, key = stored.lesson, str(stored.pk)
    page = press(curator, curator.get(address_of(found)), found, do=f"open:{key}")
    assert (shown(page)["open-scene-theory"], shown(page)["open-scene-frame"]) == (
        ["nim-sum"],
        ["3"],
    )
    renamed = shown(page) | {"open-title": "Mine"}
    assert curator.post(address_of(found), renamed).status_code == 302
    assert Step.objects.get().extra == {"scene": film}
    page = press(curator, curator.get(address_of(found)), found, do=f"open:{key}")
    refused = curator.post(address_of(found), shown(page) | {"open-scene-frame": "9"})
    assert "has 7 frames here" in problems(refused)["1-scene"]
    without = {"open-scene-theory": "", "open-scene-frame": ""}
    assert curator.post(address_of(found), shown(refused) | without).status_code == 302
    assert Step.objects.get().extra == {}


@pytest.mark.django_db
def test_a_preview_shows_the_scene_and_steps_through_it_there(curator):
    found = lesson(FILM, state="draft")
    page = page_of(curator, step(found, 1).get_absolute_url() + "preview/")
    assert "Frame 1 of 3" in page
    assert f'href="/learn/{found.slug}/1/preview/?frame=1.2"' in page
