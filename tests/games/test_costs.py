"""What a page costs at worst: every address, with the heaviest games, before anything is known.

Tests count no time elsewhere. Here they do, because anybody who knows an address that costs much
can stop the site with a few requests. The time is that of this thread's processor, compared with
a fixed piece of work done at the same moment: a busy or slow machine fails nobody.
"""

import functools
import gc
from itertools import cycle
from time import thread_time
from urllib.parse import quote, urlencode

import pytest
from django.core.cache import cache
from django.test import Client

from games.boards.bounds import MAX_RULE_TEXT
from games.web.parts import PARTS
from solver import FAMILIES, THEORIES, get_ruleset
from solver.pool import Pooled

from .test_roles import MATRIX, allowed

pytestmark = pytest.mark.django_db

SECONDS, BYTES = 1.0, 1_000_000
BEAT = 0.05
"""Seconds that :func:`beat` takes on a machine of the size that the site is made for."""
BEATS = 200_000
TRIES = 3
"""How often a page that was late is asked again: what disturbs a machine comes in bursts."""


@pytest.fixture(autouse=True)
def patient_pages():
    """Here pages have no more time than on the site."""


def heaps():
    """Rules of as many characters as a page accepts, in which every heap splits."""
    rows = []
    for size in range(2, 60):
        row = f"{size}:[[],[{size - 1}],[{size // 2},{size // 3},1]]"
        if len("heaps:{}" + ",".join([*rows, row])) > MAX_RULE_TEXT:
            return f"heaps:{{{','.join(rows)}}}"
        rows.append(row)
    raise AssertionError


def one_large_heap():
    """The same length for one heap: as many options as it has room for."""
    options = [f"[{one},{two}]" for one in range(1, 8) for two in range(one, 20)][:30]
    return f"heaps:{{60:[{','.join(options)}],20:[[19]],19:[[18,1],[]]}}"


HEAVIEST = {
    "nim": ["nim"],
    "rows": ["subtraction:59", "subtraction:1000000"],
    "takes": ["subtraction:{2,3,7,11,19,31,47,59}", "subtraction:{1,4,10,26,59,300,5000,999983}"],
    "kayles": ["kayles"],
    "octal": ["octal:4.77777777", "octal:0.56473732", "octal:0.07"],
    "chess": ["octal:0.137"],
    "hexa": ["hexadecimal:0.FFFFFD", "hexadecimal:0.FE9", "hexadecimal:C.FFFFFFFF"],
    "grundy": ["grundy"],
    "lasker": ["lasker"],
    "partizan": ["partizan-kayles"],
    "heaps": [heaps(), one_large_heap()],
}
"""The games of each family that cost most."""
GAMES = [(family, key) for family, keys in HEAVIEST.items() for key in keys]
POSITIONS = cycle(["13+14+15+16", "+".join(str(60 - row) for row in range(12)), "57+58+59"])
ENDINGS = cycle(["misere", "normal"])
TURNS = cycle(["left", "right"])
FRAMED = cycle([*(theory.key for theory in THEORIES), ""])
FORMULA = "sum(r mod 4) mod 4 = 0 or unpaired = 0 and nim_sum != 0"


def about(key):
    """A long position of a game, as an address asks for it."""
    return {
        "ruleset": key,
        "position": next(POSITIONS),
        "convention": next(ENDINGS),
        "turn": next(TURNS),
    }


def looked_at(key, more=""):
    """The path of a position, and what is asked about it."""
    asked = about(key)
    rows, theory = asked.pop("position"), next(FRAMED)
    del asked["ruleset"]
    query = urlencode(asked | {"frame": "4"} | ({"theory": theory} if theory else {}))
    return f"/explore/{quote(key)}/{rows}/{more}?{query}"


def conjectured(key):
    asked = {"game": key, "ending": next(ENDINGS), "way": "formula", "says": FORMULA}
    return f"/lab/conjectures/?{urlencode(asked)}"


def told_apart(key):
    asked = {"game": key, "ending": next(ENDINGS), "one": "20+30+7", "other": "25+11"}
    return f"/lab/distinguisher/?{urlencode(asked)}"


def assigned(key):
    asked = about(key)
    turn = asked["turn"] if key == "partizan-kayles" else ""
    line = f"{key} {asked['position']} {asked['convention']} {turn}"
    lines = "\n".join([line] * 3)
    return f"?{urlencode({'lines': lines})}"


BY_GAME = {
    "explore:start": lambda key: [f"/explore/?{urlencode(about(key))}"],
    "explore:position": lambda key: [
        looked_at(key),
        looked_at(key) + "&print=1",
        looked_at(key) + "&tab=theories",
        looked_at(key) + "&tab=share",
    ],
    "explore:embed": lambda key: [looked_at(key, "embed/")],
    "explore:picture": lambda key: [looked_at(key, "frame.svg")],
    "explore:map": lambda key: [f"/maps/{quote(key)}/?size=40&third=37", f"/maps/{quote(key)}/"],
    "explore:map-picture": lambda key: [f"/maps/{quote(key)}/map.svg?size=40&third=37"],
    "lab:index": lambda key: [f"/lab/?{urlencode({'by': 'code', 'rules': key})}"],
    "lab:rules": lambda key: [f"/lab/{quote(key)}/?rows={next(POSITIONS)}"],
    "lab:row": lambda key: [f"/lab/{quote(key)}/rows/{longest}/" for longest in (12, 60)],
    "lab:quotient": lambda key: [f"/lab/quotients/{quote(key)}/?by=b"],
    "lab:quotient-json": lambda key: [f"/lab/quotients/{quote(key)}/quotient.json"],
    "lab:quotient-tex": lambda key: [f"/lab/quotients/{quote(key)}/quotient.tex"],
    "lab:quotient-graph": lambda key: [f"/lab/quotients/{quote(key)}/graph.svg?by=b"],
    "lab:conjectures": lambda key: [conjectured(key)],
    "lab:distinguisher": lambda key: [told_apart(key)],
    "lab:partizan": lambda key: [f"/lab/partizan/?game={quote(key)}&position={next(POSITIONS)}"],
    "lab:workshop": lambda key: [f"/lab/workshop/?game={quote(key)}&up_to=20&told=500&show=1"],
    "lab:lenses": lambda key: [f"/lab/lenses/?{urlencode(about(key))}"],
    "api:position": lambda key: [f"/api/position?{urlencode(about(key))}"],
    "play:setup": lambda key: [f"/play/?{urlencode(about(key))}"],
    "assignments:set": lambda key: [f"/assignments/set/{assigned(key)}"],
    "live:open": lambda key: [f"/live/open/?{urlencode(about(key))}"],
}
"""Addresses that name a game of anybody's, each with what it is asked at worst."""

MORE = {
    "explore:maps": ["/maps/?ruleset=chess"],
    "explore:errata": [],
    "explore:erratum": ["/errata/octal-035/"],
    "explore:sources": [],
    "explore:source": ["/sources/partizan-kayles/"],
    "explore:certificate": ["/sources/partizan-kayles/theorem-3/certificate.jsonl"],
    "explore:checking-program": [],
    "explore:source-item": ["/sources/nimble-strategy/back-within-the-frame/?frame=99"],
    "explore:program": [
        f"/errata/program/?position={'+'.join(['60'] * 12)}&step=9999",
        "/errata/program/?position=59%2B58%2B57&convention=normal&step=9999",
    ],
    "explore:company": [
        "/theory/company/?ruleset=kayles&one=20%2B19&other=18%2B17&beside=20&find=1",
        "/theory/company/?ruleset=octal:0.07&one=20%2B19&other=18%2B17&beside=20&find=1",
    ],
    "explore:theories": [],
    "explore:questions": [],
    "explore:theory": [
        f"/theory/{theory.key}/?example=9&frame=99&position={'+'.join(['59', '60'] * 6)}"
        for theory in THEORIES
    ],
    "lab:reach": ["/lab/reach/?whole=4&once=on&sort=condition&page=99", "/lab/reach/?ruleset=x"],
    "lab:conditions": [f"/lab/conditions/?on={on}&game=octal" for on in ("", "1", "234", "1234")],
    "lab:forms": [
        f"/lab/forms/?{urlencode({'one': one, 'other': other})}"
        for one, other in (
            ("*9", "*8+*"),
            ("{1|-1,*}", "{1|*}"),
            ("{0,-1,1,*|*}+*2", "{-1,1|0,1}+2"),
            ("{*3,{*2|1}|-3,{2|-2}}", "*3+2"),
            ("10", "-10"),
        )
    ],
    "lab:quotients": ["/lab/quotients/?which=all&by=order", "/lab/quotients/?ruleset=chess"],
}
"""Addresses that name a few games of ours, or none."""

PLAIN = {
    name
    for name, (methods, _) in MATRIX.items()
    if "GET" in methods and name.split(":")[0] not in ("explore", "lab")
} - set(BY_GAME)
"""Addresses of people's own work: their arguments are keys of what is stored."""


def remembered():
    """Everything that the solver and the site keep in mind of what they were asked."""
    return [
        one
        for one in gc.get_objects()
        # What is lazy would be woken by isinstance.
        if type(one) in (functools._lru_cache_wrapper, Pooled)
        and one.__module__.split(".")[0] in ("solver", "games")
    ]


def cost(browser, address, tables):
    """Seconds of the processor that a page takes while nothing is known yet, and the page."""
    cache.clear()
    PARTS.clear()
    for table in tables:
        table.cache_clear()
    begun = thread_time()
    response = browser.get(address)
    return thread_time() - begun, response


def beat():
    """Seconds of the processor that the same small computation takes now."""
    begun = thread_time()
    table = {}
    for number in range(BEATS):
        table[number % 977, number & 3] = number ^ len(table)
    return thread_time() - begun


def fair_cost(browser, address, tables):
    """The cost on a machine at its usual pace, and the page."""
    before = beat()
    spent, response = cost(browser, address, tables)
    return spent / max(1.0, (before + beat()) / (2 * BEAT)), response


def walk(world):
    """Every address with the name it has, the game it is about, and somebody it is for."""
    addresses = world.addresses
    browsers = {
        name: world.browsers[sorted(allowed(name, "GET") - {"anonymous"})[0]]
        for name, (methods, _) in MATRIX.items()
        if "GET" in methods and allowed(name, "GET")
    }
    for name, asked in BY_GAME.items():
        for family, key in GAMES:
            for address in asked(key):
                yield name, family, browsers[name], address
    for name, more in MORE.items():
        for address in [addresses[name], *more]:
            yield name, "", browsers[name], address
    for name in sorted(PLAIN):
        yield name, "", browsers.get(name, Client()), addresses[name]


def test_every_address_and_every_family_of_games_is_walked():
    reads = {name for name, (methods, _) in MATRIX.items() if "GET" in methods}
    walked = {*BY_GAME, *MORE, *PLAIN}
    unwalked = reads - walked - {"lab:study"}
    assert unwalked == set(), (
        "write the heaviest addresses of these into BY_GAME if they are about a game, else into "
        "MORE; an empty list if the plain address is the heaviest"
    )
    assert set(HEAVIEST) == {family.key for family in FAMILIES}
    for family, key in GAMES:
        assert get_ruleset(key).key
        assert (
            family in ("rows", "takes") or key.startswith(family[:4]) or family in ("hexa", "chess")
        )


@pytest.fixture
def tables(world):
    """The caches of the process. The garbage collector skips what other tests have left, as it
    does in a process of the site."""
    gc.unfreeze()  # what is frozen cannot be found
    found = remembered()
    gc.collect()
    gc.freeze()
    return found


@pytest.mark.long
def test_no_page_costs_more_than_a_second_or_a_megabyte_whatever_is_asked(world, tables):
    assert len(tables) > 20
    late, large, shown = {}, {}, set()
    for name, family, browser, address in walk(world):
        spent, response = cost(browser, address, tables)
        if spent > SECONDS:
            spent = min(fair_cost(browser, address, tables)[0] for _ in range(TRIES))
        assert response.status_code < 500, address
        if response.status_code in (200, 302):
            shown.add((name, family))
        size = len(getattr(response, "content", b""))
        if spent > SECONDS:
            late[address] = round(spent, 2)
        if size > BYTES:
            large[address] = size
    assert (late, large) == ({}, {})
    assert {name for name, _ in shown} >= set(BY_GAME) | set(MORE)
    assert {family for _, family in shown} >= set(HEAVIEST)
