"""Pairs in a room: rounds, both sides of a position, who comes and goes."""

import re
from datetime import timedelta

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from games.people.models import User, Visitor
from games.play.models import Match
from games.teach.classes.models import Classroom, Membership
from games.teach.live.leading.leading import lead
from games.teach.live.rooms.models import Participant, Room
from games.teach.live.rooms.steps import leaders_now
from games.teach.live.rounds import partners
from games.teach.live.rounds.models import RoomGame, RoomRound
from games.teach.live.rounds.pairs import leave_games, take_games_along
from games.teach.live.rounds.partners import games_of, pair_of, standings, waiting
from games.teach.live.rounds.places import RoundShown
from solver import SolverError

from .rooms import KAYLES, participants, room

pytestmark = pytest.mark.django_db

NIM = {"ruleset": "nim", "position": "1+2", "convention": "misere", "goal": "move"}


def step(made, name, **fields):
    """Send a step of a room, as it stands."""
    now = Room.objects.select_related("current", "round").get(pk=made.pk)
    post = QueryDict(mutable=True)
    post.update(fields)
    lead(now, name, now.version, post)
    return Room.objects.select_related("current", "round").get(pk=made.pk)


def begun(*names, asked=NIM, **fields):
    """A room in its first round, with these people."""
    made = room(asked)
    people = participants(made, *names)
    step(made, "next")
    return step(made, "round", **fields), people


def browser(participant):
    """The browser of a visitor."""
    client = Client()
    session = client.session
    session["visitor"] = str(participant.visitor_id)
    session.save()
    return client


def move(participant, match, text):
    version = Match.objects.get(pk=match.pk).version
    address = f"/play/{match.pk}/move/"
    return browser(participant).post(address, {"version": version, "move": text}, follow=True)


def win(participant, match):
    """Let the other one of two give a match up."""
    pair = match.of_room.pair
    loser = pair.partner_of(participant)
    version = Match.objects.get(pk=match.pk).version
    answer = browser(loser).post(f"/play/{match.pk}/resign/", {"version": version}, follow=True)
    assert answer.status_code == 200


def pairs(now):
    return [(tile.pair.first, tile.pair.second) for tile in RoundShown(now.round).tiles]


def test_everybody_is_paired_and_each_plays_both_sides():
    now, (ada, ben, cleo, dan) = begun("Ada", "Ben", "Cleo", "Dan")
    assert (now.round.number, now.round.position) == (1, "1+2")
    for first, second in pairs(now):
        pair = pair_of(now.round, first)
        one, two = (game.match for game in pair.ordered)
        assert pair == pair_of(now.round, second)
        assert (one.visitor_id, one.other_visitor_id) == (first.visitor_id, second.visitor_id)
        assert (two.visitor_id, two.other_visitor_id) == (second.visitor_id, first.visitor_id)
        assert {one.start, two.start} == {"1+2"}
        assert one.starter == two.starter == "owner"
    assert {person for pair in pairs(now) for person in pair} == {ada, ben, cleo, dan}


def test_two_people_play_the_first_game_on_their_phones_and_the_winner_has_a_point():
    now, (ada, ben) = begun("Ada", "Ben")
    game, second = (each.match for each in pair_of(now.round, ada).ordered)
    answer = move(ben, game, "1>0")
    assert answer.status_code == 422
    assert "Your partner to move." in answer.content.decode()
    move(ada, game, "2>0")
    answer = move(ben, game, "1>0")
    assert "Your partner wins." in answer.content.decode()
    assert "Ada" not in answer.content.decode()
    assert 'href="/live/' in answer.content.decode()
    shown = RoundShown(now.round)
    assert shown.progress == "1 of 2 games is finished."
    assert [(each.participant, each.points) for each in shown.standings] == [(ada, 1), (ben, 0)]
    assert shown.tiles[0].at.match == second


def test_in_a_partizan_game_the_sides_are_swapped():
    asked = {"ruleset": "partizan-kayles", "position": "5", "convention": "misere"}
    now, (ada, ben) = begun("Ada", "Ben", asked={**asked, "to_move": "right", "goal": "move"})
    one, two = (game.match for game in pair_of(now.round, ada).ordered)
    assert (one.visitor_id, one.owner_player) == (ada.visitor_id, "right")
    assert (two.visitor_id, two.owner_player) == (ben.visitor_id, "right")


def test_whoever_has_no_partner_plays_a_character_from_both_sides():
    now, _people = begun("Ada", "Ben", "Cleo")
    alone = next(first for first, second in pairs(now) if second is None)
    one, two = (game.match for game in pair_of(now.round, alone).ordered)
    assert {one.visitor_id, two.visitor_id} == {alone.visitor_id}
    assert (one.opponent, two.opponent) == ("learner", "learner")
    assert (one.starter, two.starter) == ("owner", "other")
    assert two.moves.count() == 1


def test_everybody_meets_everybody_in_as_many_rounds():
    now, _people = begun("Ada", "Ben", "Cleo", "Dan")
    met = [frozenset(pair) for pair in pairs(now)]
    for _ in range(2):
        step(now, "round-end")
        now = step(now, "round")
        met += [frozenset(pair) for pair in pairs(now)]
    assert len(met) == len(set(met)) == 6
    assert now.round.number == 3


def test_in_a_ladder_winners_meet_winners():
    now, _ = begun("Ada", "Ben", "Cleo", "Dan", draw="ladder")
    winners, losers = set(), set()
    for first, second in pairs(now):
        for game in pair_of(now.round, first).ordered:
            win(first, game.match)
        winners.add(first)
        losers.add(second)
    step(now, "round-end")
    now = step(now, "round")
    assert now.round.draw == "ladder"
    assert {frozenset(pair) for pair in pairs(now)} == {frozenset(winners), frozenset(losers)}


def test_what_is_still_played_when_a_round_ends_gives_nobody_a_point():
    now, (ada, ben) = begun("Ada", "Ben")
    one, two = (game.match for game in pair_of(now.round, ada).ordered)
    win(ada, one)
    now = step(now, "round-end")
    page = browser(ben).get(f"/play/{two.pk}/").content.decode()
    assert "The round is over, so this game no longer scores." in page
    win(ada, two)
    ranked = standings(games_of(now))
    assert [(each.participant, each.points, each.games) for each in ranked] == [
        (ada, 1, 1),
        (ben, 0, 1),
    ]
    assert not now.round.is_going


def test_equal_points_share_a_rank():
    now, _people = begun("Ada", "Ben", "Cleo", "Dan")
    for first, _ in pairs(now):
        win(first, pair_of(now.round, first).ordered[0].match)
    shown = RoundShown(now.round)
    assert [each.rank for each in shown.standings] == [1, 1, 3, 3]
    places = [shown_place.place for shown_place in shown.places]
    assert [(place.rank, place.points, len(place.people)) for place in places] == [
        (1, 1, 2),
        (3, 0, 2),
    ]
    first = shown.standings[0].participant
    assert shown.said_of(first) == "You have 1 point of 1 game: place 1 of 4, shared with 1 other."


def test_a_late_comer_waits_until_pairs_are_drawn_again():
    now, _ = begun("Ada", "Ben")
    late = participants(now, "Eve", "Flo")
    assert waiting(now.round, games_of(now)) == late
    now = step(now, "round-more")
    assert waiting(now.round, games_of(now)) == []
    assert set(pairs(now)[-1]) == set(late)
    with pytest.raises(SolverError, match="Everybody here already has a partner"):
        step(now, "round-more")


def test_whoever_leaves_the_room_leaves_the_game_and_the_other_is_told():
    now, (ada, ben) = begun("Ada", "Ben")
    pair = pair_of(now.round, ada)
    leave_games(ben)
    Participant.objects.filter(pk=ben.pk).update(left_at=now.created_at)
    page = browser(ada).get(f"/play/{pair.ordered[0].match.pk}/").content.decode()
    assert "Your partner left the game. You win." in page
    assert "Ben" not in page
    assert waiting(now.round, games_of(now)) == [ada]
    step(now, "round-more")
    assert pair_of(now.round, ada).second is None


def test_whoever_takes_another_phone_goes_on_with_the_same_game():
    now, (ada, ben) = begun("Ada", "Ben")
    one, two = (game.match for game in pair_of(now.round, ada).ordered)
    before, ben.visitor = ben.visitor, Visitor.objects.create()
    ben.save()
    take_games_along(ben, before)
    move(ada, one, "2>0")
    assert "Your partner wins." in move(ben, one, "1>0").content.decode()
    assert browser(ben).get(f"/play/{two.pk}/").status_code == 200


def named(made):
    """The room of a class whose owner allows first names."""
    Classroom.objects.update_or_create(name="8 b", defaults={"shows_first_names": True})
    Room.objects.filter(pk=made.pk).update(classroom=Classroom.objects.get())
    return Room.objects.select_related("classroom").get(pk=made.pk)


def test_a_hidden_name_is_hidden_from_the_partner_too():
    made = named(room(NIM))
    ada, ben = participants(made, "Ada", "Ben")
    Participant.objects.filter(pk=ben.pk).update(is_hidden=True)
    step(made, "next")
    now = step(made, "round")
    address = f"/play/{pair_of(now.round, ada).at.match.pk}/"
    page = browser(ada).get(address).content.decode()
    assert "Ben" not in page
    assert "Your partner" in page
    assert "You play at table 1." in phone(ada, now)
    assert "You play Ada." in phone(ben, now)
    assert "Ada to move." in browser(ben).get(address).content.decode()


def test_while_a_round_goes_on_nothing_is_explained():
    now, (ada, ben) = begun("Ada", "Ben")
    match = pair_of(now.round, ada).at.match
    move(ada, match, "2>0")
    move(ben, match, "1>0")
    page = browser(ada).get(f"/play/{match.pk}/").content.decode()
    assert "You can see the winning moves after the round is over." in page
    assert browser(ada).get(f"/play/{match.pk}/review/").status_code == 302
    step(now, "round-end")
    page = browser(ada).get(f"/play/{match.pk}/").content.decode()
    assert "Show me why" in page


def test_a_room_that_is_over_explains_its_games_though_nobody_has_ended_the_round():
    classroom = Classroom.objects.create(name="8 b")
    made = room(NIM, classroom=classroom)
    ada, ben = participants(made, "Ada", "Ben")
    step(made, "next")
    now = step(made, "round")
    match = pair_of(now.round, ada).at.match
    move(ada, match, "2>0")
    move(ben, match, "1>0")
    assert browser(ada).get(f"/play/{match.pk}/review/").status_code == 302
    Room.objects.update(closes_at=timezone.now())
    assert RoomRound.objects.get().is_going
    for player in (ada, ben):
        assert browser(player).get(f"/play/{match.pk}/review/").status_code == 200
        assert "Show me why" in browser(player).get(f"/play/{match.pk}/").content.decode()


def test_whoever_leads_does_not_look_back_on_the_game_of_two_students():
    now, (ada, ben) = begun("Ada", "Ben")
    match = pair_of(now.round, ada).at.match
    move(ada, match, "2>0")
    move(ben, match, "1>0")
    step(now, "round-end")
    leader = Client()
    leader.force_login(now.owner)
    assert leader.get(f"/live/{now.code}/round/").status_code == 200
    for address in (f"/play/{match.pk}/review/", f"/play/{match.pk}/"):
        assert leader.get(address).status_code == 404
    assert browser(ada).get(f"/play/{match.pk}/review/").status_code == 200


def test_of_those_with_as_many_points_who_came_first_stands_first():
    now, people = begun(*(f"Guest {number}" for number in range(8)))
    # Who came first has the highest key, and the other way round.
    moment = timezone.now()
    by_key = sorted(people, key=lambda one: one.pk, reverse=True)
    for number, one in enumerate(by_key):
        came = moment + timedelta(seconds=number)
        Participant.objects.filter(pk=one.pk).update(joined_at=came)
    ranked = standings(games_of(now))
    assert [each.participant for each in ranked] == by_key
    assert {each.rank for each in ranked} == {1}


def text(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def class_round(*names):
    """A class's room in a round of students with an account each, and a room's leader."""
    classroom = Classroom.objects.create(name="8 b")
    made = room(NIM, classroom=classroom)
    for number, name in enumerate(names, 385):
        user = User.objects.create(username=f"hamster-{number}")
        Membership.objects.create(classroom=classroom, user=user, real_name=f"{name} Realname")
        Participant.objects.create(room=made, user=user, name=user.username)
    step(made, "next")
    leader = Client()
    leader.force_login(made.owner)
    return step(made, "round"), leader


def test_staff_read_real_names_and_a_table_for_each_pair():
    now, leader = class_round("Ada", "Ben", "Cleo", "Dan")
    late = User.objects.create(username="hamster-400")
    Membership.objects.create(classroom=now.classroom, user=late, real_name="Eve Realname")
    Participant.objects.create(room=now, user=late, name=late.username)
    page = text(leader.get(f"/live/{now.code}/round/"))
    assert "Table 1 Ada Realname 0 Ben Realname 0" in page
    assert "Table 2 Cleo Realname 0 Dan Realname 0" in page
    assert "Waiting for a partner: Eve Realname." in page
    assert "hamster" not in page
    step(now, "round-end")
    page = text(leader.get(f"/live/{now.code}/round/"))
    assert "Ada Realname" in page.partition("Points")[2]
    assert "hamster" not in page


def test_phones_and_the_wall_say_the_table_and_no_real_name():
    now, leader = class_round("Ada", "Ben", "Cleo", "Dan")
    wall = text(leader.get(f"/live/{now.code}/projector/"))
    assert "Table 1 game 1" in wall
    assert "Table 2 game 1" in wall
    tables = {}
    for participant in Participant.objects.all():
        client = Client()
        client.force_login(participant.user)
        page = text(client.get(f"/live/{now.code}/"))
        assert "Realname" not in page + wall
        partner = pair_of(now.round, participant).partner_of(participant)
        assert partner.name not in page
        [table] = set(re.findall(r"You play at table (\d)\.", page))
        assert f"Table {table}" in page
        tables.setdefault(table, set()).add(participant.name)
    assert sorted(tables) == ["1", "2"]
    assert all(len(names) == 2 for names in tables.values())


def test_the_wall_knows_who_plays_alone_among_pairs_by_the_character():
    now, leader = class_round("Ada", "Ben", "Cleo")
    wall = text(leader.get(f"/live/{now.code}/projector/"))
    assert "Table 1 game 1" in wall
    assert "Against Learner game 1" in wall
    assert "Realname" not in wall


def test_a_pair_that_is_drawn_later_has_the_next_table():
    now, _ = begun("Ada", "Ben")
    late = participants(now, "Eve", "Fay")
    now = step(now, "round-more")
    assert {pair_of(now.round, one).table for one in late} == {2}
    assert "You play at table 2." in phone(late[0], now)
    alone = participants(now, "Gil")[0]
    now = step(now, "round-more")
    assert "You play Learner." in phone(alone, now)
    assert "Table" not in phone(alone, now)


def test_who_is_removed_leaves_their_game_and_the_partner_waits():
    now, (ada, ben) = begun("Ada", "Ben")
    match = pair_of(now.round, ada).at.match
    now = step(now, "out", participant=str(ada.pk))
    match.refresh_from_db()
    assert match.left_by
    assert waiting(now.round, games_of(now)) == [ben]


def test_a_position_is_chosen_for_a_round_and_kept_for_the_next():
    now, _ = begun("Ada", "Ben", asked=KAYLES, ruleset="nim", position="3+1", convention="normal")
    assert str(now.round) == "Round 1: nim 3+1"
    step(now, "round-end")
    now = step(now, "round")
    assert str(now.round) == "Round 2: nim 3+1"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"position": ""}, r"Type the rows, for example 1\+3\+5\+7\."),
        ({"position": "0"}, "Type at least one row"),
        ({"position": "two"}, "two"),
        ({"ruleset": "subtraction:4", "position": "x"}, "x"),
        ({"draw": "swiss"}, "Choose a pairing."),
        ({"ruleset": "no such game"}, "no such game"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(fields, sentence):
    made = room(NIM)
    participants(made, "Ada", "Ben")
    step(made, "next")
    with pytest.raises(SolverError, match=sentence):
        step(made, "round", **fields)
    assert not RoomRound.objects.exists()
    assert Room.objects.get().version == 2


def test_nobody_can_be_paired_in_an_empty_room():
    made = room(NIM)
    step(made, "next")
    with pytest.raises(SolverError, match="Nobody in the room can play yet"):
        step(made, "round")


def test_the_next_question_puts_a_round_away():
    now, _ = begun("Ada", "Ben")
    now = step(now, "round-end")
    now = step(now, "round-away")
    assert (now.round, now.current.number) == (None, 1)
    with pytest.raises(SolverError, match="No round is under way"):
        step(now, "round-end")


def test_a_round_sent_twice_is_drawn_once():
    made = room(NIM)
    participants(made, "Ada", "Ben")
    for _ in range(2):
        lead(Room.objects.get(), "round", 1, QueryDict("position=1%2B2"))
    assert RoomRound.objects.count() == 1
    assert RoomGame.objects.count() == 2


# --- what phones and the screen of whoever leads show ------------------------------------------


def phone(participant, made):
    return browser(participant).get(f"/live/{made.code}/").content.decode()


def test_a_phone_leads_to_the_game_and_after_it_to_the_second():
    now, (ada, ben) = begun("Ada", "Ben")
    one, two = (game.match for game in pair_of(now.round, ada).ordered)
    html = phone(ben, now)
    assert "You play at table 1." in html
    assert "Game 1 of 2: your partner starts." in html
    assert "Ada" not in html
    assert f'href="/play/{one.pk}/"' in html
    assert "Game 1 of 2: you start." in phone(ada, now)
    win(ada, one)
    html = phone(ben, now)
    assert "Go to your second game" in html
    assert "Game 2 of 2: you start." in html
    assert f'href="/play/{two.pk}/"' in html
    win(ada, two)
    assert "You have won 2 of 2 games." in phone(ada, now)
    assert "You have won 0 of 2 games." in phone(ben, now)


def test_a_phone_is_told_how_its_owner_stands_and_nobody_elses_name():
    now, _people = begun("Ada", "Ben", "Cleo", "Dan")
    (ada, ben), (cleo, dan) = pairs(now)
    win(ada, pair_of(now.round, ada).at.match)
    now = step(step(now, "round-end"), "round-names")
    html = phone(ada, now)
    assert "Round 1 is over." in html
    assert "You have 1 point of 1 game: place 1 of 4." in html
    assert not any(other.name in html for other in (ben, cleo, dan))
    assert "Table" not in html
    assert "None of your games was finished in time." in phone(dan, now)


def test_after_a_round_the_points_are_counted_once_for_all_phones(monkeypatch):
    now, _people = begun("Ada", "Ben", "Cleo", "Dan")
    (ada, ben), (cleo, _dan) = pairs(now)
    win(ada, pair_of(now.round, ada).at.match)
    now, counted = step(now, "round-end"), []
    count = partners.standings
    monkeypatch.setattr(partners, "standings", lambda games: counted.append(1) or count(games))
    assert "You have 1 point of 1 game" in phone(ada, now)
    assert "You have 0 points of 1 game" in phone(ben, now)
    assert "None of your games" in phone(cleo, now)
    assert len(counted) == 1
    now = step(now, "round")
    later = next(pair for pair in pairs(now) if ada not in pair)[0]
    win(later, pair_of(now.round, later).at.match)
    now = step(now, "round-end")
    assert "You have 1 point of" in phone(later, now)
    assert len(counted) > 1


def test_a_late_comers_phone_says_when_they_play():
    now, _ = begun("Ada", "Ben")
    [late] = participants(now, "Eve")
    html = phone(late, now)
    assert "Round 1 has started." in html
    assert "to-game" not in html


def test_whoever_comes_back_on_another_phone_sits_where_they_sat():
    now, (ada, ben) = begun("Ada", "Ben")
    Participant.objects.filter(pk=ben.pk).update(seat=4321)
    other = Client()
    other.post(f"/live/{now.code}/back/", {"back-name": "Ben", "back-seat": "4321"})
    match = pair_of(now.round, ada).at.match
    assert f'href="/play/{match.pk}/"' in other.get(f"/live/{now.code}/").content.decode()
    assert other.get(f"/play/{match.pk}/").status_code == 200
    assert browser(ben).get(f"/play/{match.pk}/").status_code == 404


def test_leaving_the_room_leaves_its_games():
    now, (ada, ben) = begun("Ada", "Ben")
    browser(ben).post(f"/live/{now.code}/leave/")
    assert {game.match.left_by for game in pair_of(now.round, ada).ordered} == {"other", "owner"}
    assert RoundShown(now.round).progress == "All 2 games are finished."


def leader(made):
    client = Client()
    client.force_login(made.owner)
    return client


def test_whoever_leads_sees_who_plays_whom_and_who_has_won():
    now, (ada, ben) = begun("Ada", "Ben")
    win(ben, pair_of(now.round, ada).at.match)
    participants(now, "Eve")
    html = leader(now).get(f"/live/{now.code}/round/").content.decode()
    assert "1 of 2 games is finished." in html
    assert "<strong>Waiting for a partner:</strong> Eve." in html
    assert "Ada <b>0</b>" in html
    assert "Ben <b>1</b>" in html


def test_staff_see_who_keeps_whom_waiting_and_who_has_not_begun():
    now, leader = class_round("Ada", "Ben", "Cleo", "Dan")
    ada, _ben, _cleo, _dan = Participant.objects.order_by("name")

    def page():
        return text(leader.get(f"/live/{now.code}/round/"))

    said = page()
    assert "No first move yet: Ada Realname, Cleo Realname." in said
    assert re.search(r"Ada Realname to move since \d\d:\d\d", said)
    client = Client()
    client.force_login(ada.user)
    match = pair_of(now.round, ada).at.match
    client.post(f"/play/{match.pk}/move/", {"version": 1, "move": "2>1"})
    said = page()
    assert "No first move yet: Cleo Realname." in said
    assert "Ben Realname to move since" in said
    assert "Ada Realname to move" not in said
    step(now, "round-end")
    assert "to move since" not in page()
    assert "No first move yet" not in page()
    # Nobody but the staff reads it.
    assert client.get(f"/live/{now.code}/round/").status_code == 404


def send(made, name, **fields):
    version = Room.objects.get(pk=made.pk).version
    posted = {"version": version, "from": "round", **fields}
    return leader(made).post(f"/live/{made.code}/do/{name}/", posted, follow=True)


def test_a_round_is_drawn_and_ended_on_the_page_of_rounds():
    made = room(NIM)
    people = participants(made, "Ada", "Ben", "Cleo")
    html = leader(made).get(f"/live/{made.code}/round/").content.decode()
    assert "3 people here." in html
    assert "One person has no partner and plays Learner." in html
    asked = {"ruleset": "kayles", "position": "3+2", "convention": "normal", "draw": "ladder"}
    answer = send(made, "round", **asked)
    assert answer.redirect_chain[-1][0] == f"/live/{made.code}/round/"
    assert "0 of 4 games are finished." in answer.content.decode()
    assert all(person.name in answer.content.decode() for person in people)
    html = send(made, "round-end").content.decode()
    assert "Round 1 is over." in html
    assert "not finished" in html
    assert "The same again: Kayles: rows of 3 and 2 pins. Last one wins." in html


def test_a_position_that_cannot_be_played_is_still_in_the_form():
    made = room(NIM)
    participants(made, "Ada", "Ben")
    answer = send(made, "round", ruleset="nim", position="two and two", convention="misere")
    assert answer.status_code == 422
    assert 'value="two and two"' in answer.content.decode()
    assert 'role="alert"' in answer.content.decode()


def test_a_round_is_played_with_a_question_of_the_room_by_choosing_it():
    made = room(NIM, KAYLES, {**NIM, "goal": "predict"})
    participants(made, "Ada", "Ben")
    html = leader(made).get(f"/live/{made.code}/round/").content.decode()
    offered = re.findall(r'<option value="([^"]*)"[^>]*>\s*(Question [^<]*)<', html)
    assert offered == [
        ("1", "Question 1: Nim: rows of 1 and 2 matches. Last one loses."),
        ("2", "Question 2: Kayles: rows of 5, 4 and 1 pins. Last one loses."),
    ]
    menu = re.search(r'<select name="ruleset".*?</select>', html, re.S)[0]
    assert '<option value="kayles">Kayles</option>' in menu
    assert "subtraction:3</option>" not in html
    assert "partizan games" not in html
    answer = send(made, "round", question="2", position="", ruleset="nim", convention="normal")
    assert answer.status_code == 200
    assert str(Room.objects.get().round) == "Round 1: kayles 5+4+1"
    assert Room.objects.get().round.convention == "misere"
    # Typed rows count where there are any.
    send(made, "round-end")
    send(made, "round", question="1", position="3+1", ruleset="nim", convention="normal")
    assert str(Room.objects.get().round) == "Round 2: nim 3+1"
    send(made, "round-end")
    send(made, "round", question="again", position="")
    assert str(Room.objects.get().round) == "Round 3: nim 3+1"
    assert send(made, "round", question="77", position="").status_code == 422


def wall(made):
    return leader(made).get(f"/live/{made.code}/projector/").content.decode()


def test_the_projector_shows_the_boards_of_a_round_and_no_name():
    now, (ada, ben, cleo, dan) = begun("Ada", "Ben", "Cleo", "Dan")
    move(ada, pair_of(now.round, ada).at.match, "2>0")
    html = wall(now)
    assert "0 of 4 games are finished." in html
    assert html.count("game 1") == 2
    assert not any(person.name in html for person in (ada, ben, cleo, dan))


def test_the_projector_names_winners_only_where_the_leader_says_so_and_never_a_hidden_one():
    now, (ada, ben) = begun("Ada", "Ben")
    win(ada, pair_of(now.round, ada).at.match)
    now = step(named(now), "round-end")
    html = wall(now)
    assert "1 point" in html
    assert "Show the names" in html
    assert "Ada" not in html
    Participant.objects.filter(pk=ben.pk).update(is_hidden=True)
    now = step(now, "round-names")
    assert "Ada" in wall(now)
    assert "Ben" not in wall(now)
    step(now, "round-names", hide="1")
    assert "Ada" not in wall(now)


def test_without_first_names_points_are_shown_by_tables():
    now, (ada, ben, cleo, dan, eve) = begun("Ada", "Ben", "Cleo", "Dan", "Eve")
    (first, _), (third, _) = [pair for pair in pairs(now) if pair[1]]
    win(first, pair_of(now.round, first).at.match)
    one, other = (pair_of(now.round, each).table for each in (first, third))
    now = step(now, "round-end")
    assert "Show the tables" in wall(now)
    assert "Table" not in wall(now)
    now = step(now, "round-names")
    points = text(leader(now).get(f"/live/{now.code}/projector/"))
    assert f"1. 1 point Table {one} 2. 0 points" in points
    assert f"Table {other}, both" in points
    assert "1 more without a name" in points
    assert not any(person.name in points for person in (ada, ben, cleo, dan, eve))
    assert "Table" not in wall(step(now, "round-names", hide="1"))


def test_of_many_in_one_place_the_wall_shows_a_few_tables_and_counts_the_others():
    now, _ = begun(*(f"Pupil {number}" for number in range(80)))
    for first, second in pairs(now):
        one, two = (game.match for game in pair_of(now.round, first).ordered)
        win(first, one)
        win(second, two)
    now = step(now, "round-end")
    points = text(leader(now).get(f"/live/{now.code}/projector/"))
    assert "1. 1 point 80 people" in points
    assert "round-dot" not in wall(now)
    points = text(leader(step(now, "round-names")).get(f"/live/{now.code}/projector/"))
    assert "Table 28, both and 12 more" in points
    assert "Table 29" not in points


def names_of(made):
    """What a class with two Mias shows in a round and after it."""
    classroom = Classroom.objects.get()
    people = []
    for number, name in enumerate(("Mia Berg", "Mia Roth", "Émile Zola", "Groß, Ben")):
        user = User.objects.create(username=f"otter-{number}")
        Membership.objects.create(classroom=classroom, user=user, real_name=name)
        people.append(Participant.objects.create(room=made, user=user, name=user.username))
    return people


def test_where_the_owner_allows_it_phones_and_the_wall_show_first_names_and_no_more():
    made = named(room(NIM))
    mia, _other_mia, _emile, ben = people = names_of(made)
    step(made, "next")
    now = step(made, "round")
    shown = text(leader(now).get(f"/live/{now.code}/projector/"))
    partner = pair_of(now.round, mia).partner_of(mia)
    names = ("Mia B.", "Mia R.", "Émile", "Ben")
    first = dict(zip((one.pk for one in people), names, strict=True))
    assert f"Mia B. and {first[partner.pk]}" in shown
    client = Client()
    client.force_login(mia.user)
    page = text(client.get(f"/live/{now.code}/"))
    assert f"You play {first[partner.pk]}." in page
    game = pair_of(now.round, mia).at.match
    played = text(client.get(f"/play/{game.pk}/"))
    assert first[partner.pk] in played
    Participant.objects.filter(pk=ben.pk).update(is_hidden=True)
    now = step(step(now, "round-end"), "round-names")
    after = text(leader(now).get(f"/live/{now.code}/projector/"))
    assert all(name in after for name in ("Mia B.", "Mia R.", "Émile"))
    assert "Ben" not in after
    for secret in ("Berg", "Roth", "Zola", "Groß", "otter-1", "otter-2", "otter-3"):
        assert secret not in shown + page + played + after
    # and its staff read whole names on the same page
    staff = text(leader(now).get(f"/live/{now.code}/round/"))
    assert all(name in staff for name in ("Mia Berg", "Mia Roth", "Émile Zola", "Groß, Ben"))


def lone(now):
    """Who plays a character, with the games."""
    alone = next(first for first, second in pairs(now) if second is None)
    return alone, [game.match for game in pair_of(now.round, alone).ordered]


def come(made, name):
    """A phone that comes into a room."""
    client = Client()
    assert client.post(f"/live/{made.code}/", {"name": name}).status_code == 302
    return Participant.objects.get(name=name)


def test_a_late_comer_plays_on_where_a_character_sat():
    now, _ = begun("Ada", "Ben", "Cleo")
    alone, (one, two) = lone(now)
    page = browser(alone).get(f"/play/{one.pk}/").content.decode()
    assert "Learner" in page
    assert f'data-poll="/play/{one.pk}/?version=1"' in page
    late = come(now, "Eve")
    now = Room.objects.select_related("round").get()
    pair = pair_of(now.round, late)
    assert pair == pair_of(now.round, alone)
    assert RoundShown(now.round).waiting == []
    # Each reads that the other is there, and the one to move moves.
    for someone in (late, alone):
        assert f"You play at table {pair.table}." in phone(someone, now)
        assert f'href="/play/{one.pk}/"' in phone(someone, now)
    page = browser(alone).get(f"/play/{one.pk}/").content.decode()
    assert "Your partner plays on for Learner." in page
    assert "You play on for Learner" in browser(late).get(f"/play/{one.pk}/").content.decode()
    assert move(late, one, "1>0").status_code == 422
    move(alone, one, "2>0")
    one.refresh_from_db()
    assert one.moves.count() == 1
    assert "You win" not in move(late, one, "1>0").content.decode()
    # In the second game Learner had begun; the two go on from there.
    two.refresh_from_db()
    assert (two.moves.count(), two.opponent) == (1, "friend")
    assert "Game 2 of 2 is under way." in phone(late, now)
    win_second = browser(alone).post(f"/play/{two.pk}/resign/", {"version": two.version})
    assert win_second.status_code == 302
    points = {each.participant: each.points for each in RoundShown(now.round).standings}
    assert (points[alone], points[late]) == (1, 1)


def test_what_was_lost_to_a_character_gives_a_late_comer_no_point():
    now, _ = begun("Ada", "Ben", "Cleo")
    alone, (one, two) = lone(now)
    browser(alone).post(f"/play/{one.pk}/resign/", {"version": 1})
    late = come(now, "Eve")
    now = Room.objects.select_related("round").get()
    shown = RoundShown(now.round)
    standing = {each.participant: (each.points, each.games) for each in shown.standings}
    assert (standing[alone], standing[late]) == ((0, 1), (0, 0))
    assert "Game 2 of 2" in phone(late, now)
    two.refresh_from_db()
    browser(alone).post(f"/play/{two.pk}/resign/", {"version": two.version})
    standing = {e.participant: (e.points, e.games) for e in RoundShown(now.round).standings}
    assert (standing[alone], standing[late]) == ((0, 2), (1, 1))


def test_a_late_comer_waits_where_no_character_sits_any_more():
    now, _ = begun("Ada", "Ben", "Cleo")
    alone, (one, two) = lone(now)
    for match in (one, two):
        browser(alone).post(f"/play/{match.pk}/resign/", {"version": 1})
    late = come(now, "Eve")
    now = Room.objects.select_related("round").get()
    assert waiting(now.round, games_of(now)) == [late]
    step(now, "round-more")
    assert pair_of(now.round, late).second is None
    # and the next one plays with them
    next_one = come(now, "Flo")
    assert set(pair_of(now.round, late).people) == {late, next_one}


def test_who_waits_is_paired_with_who_plays_a_character_when_pairs_are_drawn_again():
    now, _ = begun("Ada", "Ben", "Cleo")
    alone, _games = lone(now)
    late = participants(now, "Eve", "Flo", "Gil")
    now = step(now, "round-more")
    assert waiting(now.round, games_of(now)) == []
    assert pair_of(now.round, alone).second == late[-1]
    assert set(pair_of(now.round, late[0]).people) == set(late[:2])


def test_who_comes_when_the_round_is_over_takes_no_seat():
    now, _ = begun("Ada", "Ben", "Cleo")
    alone, _games = lone(now)
    now = step(now, "round-end")
    late = come(now, "Eve")
    assert pair_of(now.round, late) is None
    assert pair_of(now.round, alone).second is None


def test_the_other_pairs_are_not_touched_by_a_late_comer():
    now, _ = begun("Ada", "Ben", "Cleo")
    alone, _games = lone(now)
    first, _second = pairs(now)[0]
    before = {game.match.pk: game.match.version for game in pair_of(now.round, first).ordered}
    come(now, "Eve")
    come(now, "Flo")
    assert dict(Match.objects.filter(pk__in=before).values_list("pk", "version")) == before
    flo = Participant.objects.get(name="Flo")
    assert flo not in pair_of(now.round, alone).people


def test_a_move_in_a_round_is_news_for_the_projector():
    now, (ada, _ben) = begun("Ada", "Ben")
    stands = leaders_now(now.code)
    assert leaders_now(now.code) == stands
    move(ada, pair_of(now.round, ada).at.match, "2>0")
    assert leaders_now(now.code) != stands


def test_the_desk_leads_to_the_rounds():
    made = room(NIM)
    participants(made, "Ada", "Ben")
    address = f"/live/{made.code}/desk/"
    html = leader(made).get(address).content.decode()
    assert "Play in pairs" in html
    assert f'href="/live/{made.code}/round/"' in html
    step(made, "next")
    step(made, "round")
    assert "See the pairs and their games" in leader(made).get(address).content.decode()
