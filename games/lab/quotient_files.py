"""A quotient to take away: as plain data, and for a paper."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from games.lab.quotients import QuotientPage
from solver import VERSION, meximal_sets, smallest_positions

LETTERS = 26
A_LINE = 12


def as_json(page: QuotientPage, address: str) -> dict[str, Any]:
    """The quotient with the names that the command line prints, and what presents it; which
    solver found it, and the *address* where it is shown."""
    known, monoid, names = page.known, page.known.monoid, page.names
    finite = False if page.found.infinite else True if page.found.is_complete else None
    return {
        "ruleset": page.ruleset.key,
        "address": address,
        "solver": VERSION,
        "finite": finite,
        "reason": " ".join(filter(None, [page.found.infinite, known.certificate])),
        "up_to": known.up_to,
        "order": monoid.order,
        "p_portion_order": len(page.found.lost),
        "elements": names,
        "pretending_function": [names[element] for element in known.values],
        "preperiod": known.preperiod,
        "period": known.period,
        "complete": page.found.is_complete,
        "generators": page.letters,
        "p_portion": page.lost_names,
        "table": [list(row) for row in monoid.table],
        "relations": page.relations,
        "smallest_positions": smallest_positions(known),
        "meximal_sets": meximal_sets(monoid),
    }


def as_latex(page: QuotientPage) -> str:
    """The presentation, the P-portion and the pretending function, for a paper."""
    word, known = tex_word, page.known
    generators = ", ".join(map(word, page.letters))
    relations = ", ".join(f"{word(left)}={word(right)}" for left, right in page.relations)
    lost = ", ".join(map(word, page.lost_names))
    given = ", ".join(rf"\Phi({size})={word(letter)}" for letter, size in page.letters.items())
    return "\n".join(
        [
            f"% The misere quotient of {page.ruleset.key}: order {page.found.order}",
            *(f"% {sentence}" for sentence in page.certificate[:1]),
            rf"$\mathcal{{Q}} = \langle {generators} \mid {relations} \rangle$,",
            rf"$|\mathcal{{Q}}| = {page.found.order}$,",
            rf"$\mathcal{{P}} = \{{ {lost} \}}$, ${given}$.",
            "",
            rf"\begin{{tabular}}{{r|{'c' * A_LINE}}}",
            "  $n$" + "".join(f" & $+{place}$" for place in range(A_LINE)) + r" \\ \hline",
            *(
                f"  ${start}$"
                + "".join(
                    f" & ${word(page.names[known[size]])}$"
                    for size in range(start, min(start + A_LINE, page.pretending.longest + 1))
                )
                + r" \\"
                for start in range(0, page.pretending.longest + 1, A_LINE)
            ),
            r"\end{tabular}",
            "",
        ]
    )


def tex_word(word: str) -> str:
    """A word with powers: ``abb`` is ``ab^{2}``."""
    runs = [(letter, len(list(run))) for letter, run in groupby(word)]
    return "".join(
        _tex_letter(letter) + (f"^{{{times}}}" if times > 1 else "") for letter, times in runs
    )


def _tex_letter(letter: str) -> str:
    number = ord(letter) - ord("a")
    return letter if number < LETTERS else f"x_{{{number + 1}}}"
