"""Reading sentences beside a board, and asking the tests' own search whether they are true of it.

A board is read as it is drawn, place by place, and never from the position behind it. A move in a
sentence is made on that board: its row must have this name, its places must be occupied, and the
rules must allow it.
"""

from __future__ import annotations

import json
import re
from functools import cache, reduce
from itertools import groupby
from operator import xor

from solver import get_ruleset
from tests.solver import oracle

ROW = r"(?:the (?P<group>\d+) in )?(?:row|strip|heap) (?P<row>\d+)"
PARTS = r"(?:nothing|\d+(?:(?:, | and )\d+)*)"
LEAVING = rf"(?:, (?:leaving|which left) (?P<left>{PARTS}))?"
MOVES = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:take|took|taking|takes) (?P<take>\d+) from {ROW}{LEAVING}",
        rf"\b(?:knock|knocked|knocking|knocks) down pins? (?P<first>\d+)(?: and (?P<last>\d+))? of "
        rf"{ROW}{LEAVING}",
        rf"\b(?:take|took|taking|takes) square (?P<first>\d+) of {ROW}{LEAVING}",
        rf"\b(?:put|putting|puts) a domino on squares (?P<first>\d+) and (?P<last>\d+) of "
        rf"{ROW}{LEAVING}",
        rf"\b(?:push|pushed|pushing|pushes) the pawn on file (?P<file>\d+) of {ROW}{LEAVING}",
        rf"\b(?:split|splitting|splits) {ROW} into (?P<into>{PARTS})",
        rf"\b(?:turn|turned|turning|turns) {ROW} from (?P<size>\d+) into (?P<into>{PARTS})",
        rf"\b(?:took|taking) (?P<take>\d+) from (?:the|a) (?:row|heap) of (?P<size>\d+){LEAVING}",
        rf"\b(?:split|splitting|turned|turning) (?:the|a) (?:row|heap) of (?P<size>\d+) into "
        rf"(?P<into>{PARTS})",
        r"\b(?:took|taking) (?:the|a) (?:row|heap) of (?P<size>\d+)\b",
        rf"\b(?:took|taking) the [a-z]+ in {ROW}",
    )
]
STUCK = re.compile(r"If you (?P<mine>.*?), the other player has no move left, and so wins\.")
TWO = re.compile(r"If you (?P<mine>.*?), the other player answers by (?P<theirs>.*?)\.")
OTHER = {"left": "right", "right": "left", None: None}


@cache
def options_of(key):
    """The moves of a game for the search; None for a game that it does not play."""
    kind, _, of = key.partition(":")
    simple = {
        "nim": oracle.nim,
        "kayles": oracle.kayles,
        "grundy": oracle.grundy,
        "lasker": oracle.lasker,
        "partizan-kayles": oracle.partizan_kayles,
    }
    if key in simple:
        return simple[key]
    if kind == "octal":
        return oracle.octal(of)
    if kind == "subtraction":
        takes = json.loads(f"[{of[1:-1]}]") if of[0] == "{" else range(1, int(of) + 1)
        return oracle.takes(takes)
    if kind == "heaps" and "|" not in of:
        written = json.loads(re.sub(r"(\d+):", r'"\1":', of))
        return oracle.heaps({int(size): list(map(tuple, left)) for size, left in written.items()})
    return None


def standing(view, row):
    """Whether there is a piece at each place of a row. Counters have no places: between two groups
    of a row there is one gap, and what was taken lies behind, in no place of it."""
    if view.look.key != "counters":
        return ["gap" not in cell.classes.split() for cell in row.cells]
    return apart([segment.size for segment in row.lane.segments])


def apart(sizes):
    """Groups of these sizes with a gap between any two."""
    row = []
    for size in filter(None, sizes):
        row += [False] * bool(row) + [True] * size
    return row


class Told:
    """A board as it is drawn, in a game and with an ending: *rows* has for each named row whether
    there is a piece at each place."""

    def __init__(self, key, convention, rows, *, kind):
        self.key, self.kind, self.rows = key, kind, rows
        self.search = oracle.Oracle(options_of(key), misere=convention == "misere")
        self.convention = convention

    @property
    def in_heaps(self):
        """Whether its rows are numbered again after each move."""
        return get_ruleset(self.key).component_word == "heap"

    @classmethod
    def drawn(cls, view, key, convention):
        """The board of a view that a template draws."""
        rows = {row.lane.number: standing(view, row) for row in view.rows if row.lane.number}
        return cls(key, convention, rows, kind=view.look.key)

    @classmethod
    def named(cls, sizes, other):
        """The board of a position that a sentence names, in the game of the board *other*."""
        rows = {number: [True] * size for number, size in enumerate(sizes, 1)}
        return cls(other.key, other.convention, rows, kind=other.kind)

    def segments(self, row):
        """The places of each group of adjacent pieces in a row."""
        if self.kind in ("matches", "lights"):
            places = [place for place, stands in enumerate(self.rows[row]) if stands]
            return [places] if places else []
        found, place = [], 0
        for stands, run in groupby(self.rows[row]):
            length = len(list(run))
            if stands:
                found.append(list(range(place, place + length)))
            place += length
        return found

    @property
    def sizes(self):
        return tuple(len(one) for row in self.rows for one in self.segments(row))

    def wins(self, player=None):
        return self.search.wins(tuple(sorted(self.sizes)), player)

    def after(self, match, player):
        """The board after the move of a sentence. The search must allow it, and what the sentence
        says is left must be left."""
        said = match.groupdict()
        row = int(said["row"]) if said.get("row") else self._of_size(int(said["size"]))
        assert row in self.rows, f"there is no row {row}: {match[0]}"
        if said.get("row") and said.get("size"):
            assert sum(self.rows[row]) == int(said["size"]), match[0]
        segment, parts, gone = self._taken(row, said)
        legal = self.search.parts(len(segment), player)
        assert tuple(sorted(filter(None, parts))) in legal, f"not allowed: {match[0]}"
        if said.get("left"):
            left = [int(part) for part in re.findall(r"\d+", said["left"])]
            assert sorted(left) == sorted(filter(None, parts)), match[0]
        rows = dict(self.rows)
        if self.kind == "counters" and not self.in_heaps:
            groups = self.segments(row)
            at = groups.index(segment)
            sizes = [len(one) for one in groups]
            rows[row] = apart([*sizes[:at], *parts, *sizes[at + 1 :]])
        elif self.kind == "counters":
            heaps = [[True] * part for part in parts if part]
            others = [rows[one] for one in sorted(rows)]
            rows = dict(enumerate([*others[: row - 1], *heaps, *others[row:]], 1))
        else:
            rows[row] = [stands and at not in gone for at, stands in enumerate(rows[row])]
        return Told(self.key, self.convention, rows, kind=self.kind)

    def _of_size(self, size):
        found = [row for row in self.rows if any(len(one) == size for one in self.segments(row))]
        assert found, f"there is no row of {size}"
        return found[0]

    def _taken(self, row, said):
        """The group of a move, what stays of it, and the places that it empties."""
        if said.get("first") or said.get("file"):
            first = int(said.get("first") or said["file"]) - 1
            last = int(said.get("last") or first + 1) - 1
            segment = next((one for one in self.segments(row) if first in one), None)
            assert segment, f"place {first + 1} of row {row} is empty"
            if said.get("file"):
                first, last = max(first - 1, segment[0]), min(first + 1, segment[-1])
            assert last in segment, f"place {last + 1} of row {row} is empty"
            parts = [first - segment[0], segment[-1] - last]
            return segment, parts, range(first, last + 1)
        group = said.get("group") or (None if said.get("row") else said["size"])
        groups = [one for one in self.segments(row) if not group or len(one) == int(group)]
        assert groups, f"row {row} has no group of {group}"
        segment = groups[0]
        assert group or len(groups) == 1, f"row {row} has {len(groups)} groups"
        if said.get("into"):
            return segment, [int(part) for part in re.findall(r"\d+", said["into"])], segment
        take = int(said.get("take") or len(segment))
        assert take <= len(segment), f"row {row} has only {len(segment)}"
        left = [len(segment) - take]
        if self.kind == "counters" and said.get("left"):
            left = [int(part) for part in re.findall(r"\d+", said["left"])]
        return segment, left, segment[len(segment) - take :]


def first_move(text):
    """The first move of a sentence."""
    found = [match for pattern in MOVES for match in pattern.finditer(text)]
    return min(found, key=lambda match: (match.start(), -match.end()), default=None)


def moves_in(text):
    """The moves of a text, in the order in which it names them."""
    found, start = [], 0
    while (move := first_move(text[start:])) is not None:
        found.append(move)
        start += move.end()
    return found


def check_who_wins(text, board, player=None):
    """What a text says of who wins *here* is so on the drawn board."""
    for who, does in re.findall(r"(The player to move|Left|Right) (wins|loses) here", text):
        mover = who.lower() if who in ("Left", "Right") else player
        assert board.wins(mover) is (does == "wins"), text
    for who in re.findall(r"(Left|Right) can win by starting", text):
        assert board.wins(who.lower()), text


def check_earlier(text, board):
    """A move that has been made: the position before it is named, is as it is said to be, and the
    move leads from there to the drawn board, row by row. Whether the text speaks of one."""
    said = re.search(
        r"(?:From|If (Left|Right) starts from) (?:an? \w+ of )?([\d +]+), "
        r"(?:the player who starts|Left|Right) loses\. (?:Your opponent|Left|Right) started and "
        r"(.*?)(?: \(outlined\))?\. ",
        text,
    )
    if said is None:
        assert "Suppose" not in text, text
        return False
    starter = said[1].lower() if said[1] else None
    before = Told.named(map(int, said[2].split(" + ")), board)
    assert not before.wins(starter), text
    after = before.after(first_move(said[3]), starter)
    assert after.rows == board.rows, text
    assert board.wins(OTHER[starter]), text
    return True


def check_end(text, end, loser):
    """A reply is told to its end: what it leaves is what the board after it has, and who loses from
    there does."""
    said = re.search(
        rf"(?:That leaves (?P<left>{PARTS}), and (?P<who>.*?) loses? from there\.|"
        r"Nothing is left, and (?P<done>.*?) loses?\.)$",
        text,
    )
    assert said, text
    assert sorted(map(int, re.findall(r"\d+", said["left"] or ""))) == sorted(end.sizes), text
    who = said["who"] or said["done"]
    assert who in ("you", "the other player") if loser is None else ("you", loser.title()), text
    assert not end.wins(loser), text


def check_line_of_both(text, board):
    """A line of play in which Left or Right starts, to its end."""
    starter = re.match(r"If (Left|Right) starts", text)[1].lower()
    other = OTHER[starter]
    if "has no move" in text:
        middle = board if "by" not in text else board.after(first_move(text), starter)
        stuck = starter if middle is board else other
        assert not middle.search.moves(middle.sizes, stuck), text
        assert middle.wins(stuck), text
        return
    first, *reply = moves_in(text)
    after = board.after(first, starter)
    if reply:
        assert after.wins(other), text
        check_end(text, after.after(reply[0], other), starter)
    else:
        assert f"{starter.title()} wins by" in text, text
        check_end(text, after, other)


def check_refutation(text, board, made, player):
    """A reply to the move *made* on a board, or a line of two moves that begins there."""
    if line := TWO.search(text):
        middle = board.after(first_move(line["mine"]), player)
        end = middle.after(first_move(line["theirs"]), OTHER[player])
        assert middle.wins(OTHER[player]), text
        check_end(text, end, player)
        return
    stuck = STUCK.search(text)
    middle = board.after(first_move(stuck["mine"]) if stuck else made, player)
    assert middle.wins(OTHER[player]), text
    reply = None if stuck else first_move(text)
    if reply is None:
        assert "no move" in text, text
        assert not middle.search.moves(middle.sizes, OTHER[player]), text
    else:
        check_end(text, middle.after(reply, OTHER[player]), player)


LEFT = re.compile(r"That would have left (?P<would>.*?)\.$|: that left (?P<left>.*?)\.", re.DOTALL)


def check_left(text, board):
    """What a sentence says that a move left is what the board after it shows, and it loses."""
    said = LEFT.search(text)
    left = (said["would"] or said["left"]) if said else ""
    sizes = sorted(board.sizes)
    if re.search(r"\. One \w+ (?:was|would have been) left, and .* had to ", text):
        assert sizes == [1], text
        return
    if not left:
        return
    if left.endswith("no move"):
        assert not any(board.search.parts(size, None) for size in sizes), text
    elif ones := re.fullmatch(r"(one|\d+) \w+ of 1(, an odd number)?", left):
        assert sizes == [1] * (1 if ones[1] == "one" else int(ones[1])), text
        assert len(sizes) % 2 == 1, text
    elif pairs := re.fullmatch(r"(?:two|(\d+) pairs of) equal \w+", left):
        assert len(sizes) == 2 * int(pairs[1] or 1), text
        assert sizes[::2] == sizes[1::2], text
    elif of := re.fullmatch(r"(\d+), (a|one more than a) multiple of (\d+)", left):
        assert sizes == [int(of[1])], text
        assert int(of[1]) % int(of[3]) == (of[2] != "a"), text
    elif harbor := re.fullmatch(r"a safe harbor, with the remainders (.*)", left):
        _, _, most = board.key.partition(":")
        remainders = [size % (int(most) + 1) for size in board.sizes]
        assert sorted(map(int, re.findall(r"\d+", harbor[1]))) == sorted(remainders), text
    else:
        named = re.match(r"\d+(?: ?\+ ?\d+|, \d+| and \d+)*", left)
        assert named, text
        assert sorted(map(int, re.findall(r"\d+", named[0]))) == sizes, text
        if "nim-sum 0" in left and board.key == "nim":
            assert reduce(xor, sizes) == 0, text


def check_line(text, board, made, player):
    """A line of play that refutes an answer, however it is told."""
    if re.match("If (Left|Right) starts", text):
        check_line_of_both(text, board)
    elif ", and you win. " in text:
        check_end(text, board.after(first_move(text), player), OTHER[player])
    else:
        check_refutation(text, board, made, player)


def check_winning(labels, board, player):
    """The moves that are listed as winning are those that the search finds."""
    left = set()
    for label in labels:
        after = board.after(first_move(label), player)
        assert not after.wins(OTHER[player]), label
        left.add(tuple(sorted(after.sizes)))
    winning = board.search.winning_moves(board.sizes, player)
    assert left == {board.search.after(board.sizes, move) for move in winning}, labels
