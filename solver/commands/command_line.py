"""What ``python -m solver`` does: a stable contract that scripts rely on."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, BinaryIO, NoReturn, TextIO

from .. import checker
from ..analysis import answer, ask
from ..budget import DEFAULT_BUDGET, NO_LIMIT, Budget
from ..classification import Classification, classified
from ..errors import BudgetExceededError, InvalidInputError, SolverError, shorten
from ..explanation import Analysis
from ..films import answer_as_data
from ..game import Game
from ..genus import bearings
from ..positions import format_parts, format_position
from ..quotients import Bounds
from ..research import atlas, survey
from ..research.outcome_certificates import outcome_certificate
from ..rulesets.kernel import loops_of
from ..rulesets.keys import get_ruleset, read_sum
from ..words import checks
from ..words import command_line as words
from . import forms as form_commands
from . import ladder as ladder_command
from . import monoid as monoid_command
from . import quotient as quotient_command
from . import reach as reach_command
from .output import hold_any_text, json_line
from .proofs import PROOFS
from .verify import verify

FAILED, BAD_INPUT, OVER_BUDGET = 1, 2, 3
MAX_LINE = 1_000_000
EXAMPLE = '{"ruleset": "nim", "position": "1+3+5+7", "convention": "misere"}'
TOLD_BESIDES = 20_000
"""What looking for genera may cost beside the kinds, in positions."""


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit status."""
    hold_any_text(sys.stdout, sys.stderr)
    try:
        options = _parser().parse_args(arguments)
        options.run(options)
        sys.stdout.flush()
    except BudgetExceededError as error:
        print(error, file=sys.stderr)
        return OVER_BUDGET
    except CheckFailedError as error:
        print(error, file=sys.stderr)
        return FAILED
    except SolverError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        sys.stderr.close()
    return 0


class CheckFailedError(Exception):
    """A check of ``verify`` or ``prove`` did not come out as stated."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line on standard error, as for every other bad input."""
        raise InvalidInputError(words.BAD_ARGUMENT.format(program=self.prog, message=message))


Adds = Callable[..., _Parser]
"""What adds a command."""


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m solver", description="Who wins, by which moves, and why.")
    add = parser.add_subparsers(dest="command", required=True, parser_class=_Parser).add_parser
    query = add("analyse", help="outcome, all winning moves and the reasoning")
    query.add_argument(
        "ruleset",
        nargs="?",
        help="nim, subtraction:3, kayles, …, or a sum such as kayles:5+nim:3",
    )
    query.add_argument("position", nargs="?", help="1+3+5+7")
    query.add_argument("--convention", default="misere", help="misere (default) or normal")
    query.add_argument("--theory", help="ask one theory only")
    query.add_argument("--to-move", help="left or right, in partizan games")
    query.add_argument("--budget", type=_size, default=DEFAULT_BUDGET, help="positions to visit")
    query.add_argument("--json", action="store_true", help="answer as one JSON object")
    query.add_argument("--certificate", action="store_true", help="a proof of the outcome to check")
    query.add_argument("--jsonl", action="store_true", help="one query per line on standard input")
    query.set_defaults(run=_analyse)
    quotient = add("quotient", help="the misère quotient, with its certificate")
    quotient.add_argument("ruleset", help="kayles, octal:0.75, subtraction:{1,3,4}, …")
    quotient.add_argument("--up-to", type=_size, help="largest heap (default: until periodic)")
    quotient.add_argument("--budget", type=_size, default=quotient_command.DEFAULT_BUDGET)
    quotient.add_argument("--order", type=_size, default=2_000, help="most elements, at any time")
    quotient.add_argument("--rounds", type=_size, default=200, help="recalibrations of one heap")
    quotient.add_argument("--growth", action="store_true", help="order and losing part by row")
    quotient.add_argument("--json", action="store_true")
    quotient.set_defaults(
        run=lambda o: (quotient_command.run_growth if o.growth else quotient_command.run)(
            o.ruleset,
            up_to=o.up_to,
            as_json=o.json,
            budget=o.budget,
            bounds=Bounds(order=o.order, rounds=o.rounds),
        )
    )
    for adds in (_add_nim_values, _add_survey, _add_monoid, _add_forms):
        adds(add)
    shipped = add("quotients", help="the wild quotients that are kept as data")
    shipped.add_argument("--write", action="store_true", help="make them anew")
    shipped.set_defaults(run=lambda o: quotient_command.run_all(write=o.write))
    kinds = add("classify", help="nim-value, misère outcome and kind by size")
    kinds.add_argument("ruleset")
    kinds.add_argument("--up-to", type=_size, required=True, help="the largest size")
    kinds.add_argument("--budget", type=_size, default=DEFAULT_BUDGET)
    kinds.add_argument("--json", action="store_true")
    kinds.set_defaults(run=_classify)
    reach = add("reach", help="how far R1 reaches, in one game or all octal games")
    reach.add_argument("ruleset", nargs="?", help="one game (default: all octal games)")
    reach.add_argument("--digits", type=int, choices=range(1, 6), default=3, help="after the point")
    reach.add_argument("--budget", type=_size, default=DEFAULT_BUDGET)
    reach.add_argument("--json", action="store_true", help="an object a line, a game each")
    reach.add_argument("--write", action="store_true", help="make the table of the package anew")
    reach.set_defaults(
        run=lambda o: reach_command.run(
            o.ruleset, digits=o.digits, as_json=o.json, write=o.write, budget=o.budget
        )
    )
    ladder = add("ladder", help="how hard each opponent of a game is to beat")
    ladder.add_argument("ruleset", nargs="?", help="a game (default: every game in the data)")
    ladder.add_argument("position", nargs="?", help="1+3+5+7")
    ladder.add_argument("--budget", type=_size, default=DEFAULT_BUDGET, help="positions to meet")
    ladder.add_argument("--write", action="store_true", help="measure anew, into the data")
    ladder.set_defaults(
        run=lambda o: ladder_command.run(o.ruleset, o.position, write=o.write, budget=o.budget)
    )
    check = add("verify", help="re-check every theorem and erratum by search")
    check.set_defaults(run=lambda _: _verify(verify()))
    prove = add("prove", help="compute anew everything that is kept as data")
    prove.set_defaults(run=lambda _: _verify(verify(PROOFS, "games")))
    return parser


def _add_nim_values(add: Adds) -> None:
    values = add("nim-values", help="the nim-values by size, and their period")
    values.add_argument("ruleset")
    values.add_argument("--up-to", type=_size, required=True, help="the largest size")
    values.add_argument("--budget", type=_size, help="positions to visit (default: as needed)")
    values.add_argument(
        "--compiled",
        action="store_true",
        help="add every split of an octal or hexadecimal game, or of grundy, about as fast as C",
    )
    values.add_argument("--json", action="store_true")
    values.add_argument("--b-file", action="store_true", help="a size and its value in each line")
    values.set_defaults(run=_nim_values)


def _add_monoid(add: Adds) -> None:
    monoid = add("monoid", help="the misère monoid of sums of small heaps")
    monoid.add_argument("ruleset", help="partizan-kayles, push:3, heaps:{1:[[]]|[],2:[[]]}, …")
    monoid.add_argument("--up-to", type=_size, help="the largest size (default: all there are)")
    monoid.add_argument("--budget", type=_size, default=DEFAULT_BUDGET)
    monoid.add_argument("--json", action="store_true")
    monoid.set_defaults(
        run=lambda o: monoid_command.run(o.ruleset, up_to=o.up_to, as_json=o.json, budget=o.budget)
    )

    every = add("monoids", help="which misère monoids the games of two and three heaps have")
    every.add_argument("--write", action="store_true", help="make the data anew")
    every.set_defaults(run=lambda o: monoid_command.run_all(write=o.write))

    inverse = add("inverse", help="what cancels a position, and beside what")
    inverse.add_argument("ruleset")
    inverse.add_argument("position", help="1+2")
    inverse.add_argument("--budget", type=_size, default=DEFAULT_BUDGET)
    inverse.add_argument("--json", action="store_true")
    inverse.set_defaults(
        run=lambda o: monoid_command.run_inverse(
            o.ruleset, o.position, as_json=o.json, budget=o.budget
        )
    )


def _add_forms(add: Adds) -> None:
    form = add("form", help="a form or a board as one: universes, reduced forms, inverses")
    form.add_argument("form", help="{0,*|-1}, 2, *3, a sum, kayles:3; after -- if it begins with -")
    form.set_defaults(run=lambda o: form_commands.run_form(o.form, as_json=o.json, budget=o.budget))
    two = add("compare", help="two forms in each universe, and a game that tells them apart")
    two.add_argument("one")
    two.add_argument("other")
    two.set_defaults(
        run=lambda o: form_commands.run_compare(o.one, o.other, as_json=o.json, budget=o.budget)
    )
    census = add("census", help="how many games of each universe are born by a day")
    census.add_argument("--day", type=_size, default=2, help="0, 1, 2, or 3 with --sample")
    census.add_argument("--sample", type=_size, default=0, help="how many games of day 3 to draw")
    census.add_argument("--seed", type=_size, default=1)
    census.set_defaults(
        run=lambda o: form_commands.run_census(
            day=o.day, sample=o.sample, seed=o.seed, as_json=o.json, budget=o.budget
        )
    )
    for command in (form, two, census):
        command.add_argument("--budget", type=_size, default=DEFAULT_BUDGET)
        command.add_argument("--json", action="store_true")


def _add_survey(add: Adds) -> None:
    many = add("survey", help="nim-values, R1 and quotients of many octal games")
    many.add_argument("--games", required=True, help="a file with an octal game in each line")
    many.add_argument("--resume", required=True, help="the results, to which new ones are added")
    many.add_argument("--seconds", type=_seconds, default=1.0, help="of processor, for each part")
    many.add_argument("--jobs", type=_jobs, default=os.cpu_count() or 1, help="processes")
    many.add_argument(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help="of a Dask cluster that does the work instead, as in tcp://HOST:8786",
    )
    many.set_defaults(run=lambda o: survey.run(o.games, o.resume, o.seconds, o.jobs, o.scheduler))
    charts = add("atlas", help="what a survey found about an octal game")
    charts.add_argument("ruleset", nargs="?", help="a game with up to four digits")
    charts.add_argument("--write", nargs="+", default=[], help="make the data anew from results")
    charts.set_defaults(run=lambda o: atlas.run(o.ruleset, o.write))
    check = add("check", help="check results by a program that shares no code")
    check.add_argument(
        "files",
        nargs="+",
        help="from survey, nim-values --json, monoid --json, analyse --certificate",
    )
    check.set_defaults(run=lambda o: checker.main(o.files))


def _classify(options: argparse.Namespace) -> None:
    rules = get_ruleset(options.ruleset)
    kinds = classified(rules, options.up_to, Budget(options.budget))
    told = bearings(rules, range(len(kinds.sizes)), Budget(min(options.budget, TOLD_BESIDES)))
    kinds = replace(kinds, bearings=tuple(told))
    if options.json:
        print(json_line(kinds.as_json()))
    elif kinds.sizes:
        _write_kinds(kinds)
    if kinds.stopped:
        raise kinds.stopped


def _nim_values(options: argparse.Namespace) -> None:
    budget = Budget(options.budget or NO_LIMIT)
    game = Game(options.ruleset)
    if options.compiled and loops_of(game.ruleset) is None:
        print(words.NO_LOOPS.format(ruleset=game.ruleset.key), file=sys.stderr)
    sequence = game.nim_values(options.up_to, budget, compiled=options.compiled)
    if options.json:
        print(json_line(sequence.as_json()))
    elif options.b_file:
        print(sequence.to_b_file(), end="")
    else:
        print(sequence.to_text())


def _write_kinds(kinds: Classification) -> None:
    print(words.CLASSIFIED.format(game=kinds.ruleset.name))
    for row, told in zip(kinds.sizes, kinds.bearings, strict=True):
        line = f"{row.size:>6} {row.nim_value:>4}  {row.kind.misere_outcome}  {row.kind.value}"
        print(f"{line:<31} {told.genus!s:<8} {told.species.value}" if told else line)
    if kinds.violation:
        broken = kinds.violation
        print(words.R1_STOPS.format(size=broken.size, condition=broken.condition))
        print(f"  {broken.text}")
    else:
        print(words.R1_HOLDS.format(size=kinds.up_to))


def _verify(holds: bool) -> None:
    if not holds:
        raise CheckFailedError(checks.FAILED)


def _size(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(words.NOT_A_SIZE.format(value=repr(shorten(text))))
    return int(text)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < float(text) < float("inf"):
            return float(text)
    raise argparse.ArgumentTypeError(words.NOT_SECONDS.format(value=repr(shorten(text))))


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 5 and int(text)):
        raise argparse.ArgumentTypeError(words.NOT_JOBS.format(value=repr(shorten(text))))
    return int(text)


def _analyse(options: argparse.Namespace) -> None:
    if options.jsonl:
        for line in answer_lines(_lines(sys.stdin.buffer), options.budget):
            print(line, flush=True)
        return
    rules, position = options.ruleset, options.position
    if rules and position is None and ":" in rules:
        rules, position = read_sum(rules)
    if rules is None or position is None:
        raise InvalidInputError(words.NOTHING_ASKED)
    question = ask(
        rules,
        position,
        options.convention,
        options.to_move,
        budget=options.budget,
    )
    if options.certificate:
        print(json_line(outcome_certificate(question)))
    elif options.json:
        print(json_line(answer_as_data(question, theory=options.theory)))
    else:
        write_text(answer(question, theory=options.theory), sys.stdout)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of *stream*; of one that is too long, no more than it takes to see that."""
    while line := stream.readline(MAX_LINE + 1):
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE + 1)
        yield line


def answer_lines(lines: Iterable[bytes], budget: int = DEFAULT_BUDGET) -> Iterator[str]:
    """Answer each query line with one JSON line, in order; an ``error`` key instead of a crash."""
    for line in lines:
        if line.strip():
            yield json_line(_answer_line(line, budget))


def _answer_line(line: bytes, budget: int) -> dict[str, Any]:
    try:
        query = _read_query(line)
        question = ask(
            query["ruleset"],
            query["position"],
            query.get("convention") or "misere",
            query.get("to_move"),
            budget=budget,
        )
        return answer_as_data(question, theory=query.get("theory"))
    except SolverError as error:
        return {"error": str(error), "error_type": type(error).__name__}
    except Exception as error:  # the lines that follow are still to be answered
        return {"error": words.CRASHED, "error_type": type(error).__name__}


def _read_query(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        long = words.LONG.format(most=MAX_LINE)
        raise InvalidInputError.because(words.LONG_QUERY, long, most=MAX_LINE)
    try:
        query = json.loads(line)
    except (ValueError, RecursionError):
        text = line.decode("utf-8", "replace")
        raise _refusal(words.QUERY.what, text) from None
    if not isinstance(query, dict):
        raise _refusal(words.QUERY.what, line.decode("utf-8", "replace"))
    for name in ("ruleset", "convention", "to_move", "theory"):
        if not isinstance(query.get(name), str | None) or (
            name == "ruleset" and not query.get(name)
        ):
            raise _refusal(words.FIELDS[name], query.get(name))
    if not isinstance(query.get("position"), str | list):
        raise _refusal(words.FIELDS["position"], query.get("position"))
    return query


def _refusal(what: str, value: object) -> InvalidInputError:
    return InvalidInputError.of(what, value, words.QUERY.accepted.format(example=EXAMPLE))


def write_text(analysis: Analysis, out: TextIO) -> None:
    """Write an analysis for a person at a terminal."""
    for line in _text(analysis):
        print(line, file=out)


def _text(analysis: Analysis) -> Iterator[str]:
    rules, position = analysis.ruleset, format_position(analysis.position)
    yield words.HEADING.format(game=rules.name, convention=analysis.convention.value)
    yield words.OUTCOME.format(position=position, outcome=analysis.outcome.value)
    for number, step in enumerate(analysis.steps, 1):
        yield words.STEP_LINE.format(number=number, text=step.text)
    if analysis.winning_moves:
        yield words.WINNING_MOVES
    for move in analysis.winning_moves:
        line = (words.MOVE_OF if move.player else words.MOVE).format(
            player=move.player and move.player.value,
            row=rules.component_word,
            number=move.component + 1,
            size=move.size,
            parts=format_parts(move.becomes),
        )
        alike = analysis.class_of(move)
        yield words.ALIKE.format(move=line, alike=alike) if alike else line
    yield words.THEORY_LINE.format(theory=analysis.theory)
