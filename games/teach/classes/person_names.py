"""Finding the surname in a real name, for the order of registers.

The name itself stays as it was given. If the surname has no column of its own and no comma follows
it, it is guessed; the instructor gets to see a guess that may be wrong.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.people.name_fields import NameField

PARTICLES = frozenset(
    [
        *("af", "al", "av", "bin", "da", "das", "de", "degli", "dei", "del", "della", "den", "der"),
        *("di", "do", "dos", "du", "el", "ibn", "la", "le", "ten", "ter", "van", "vom", "von"),
        *("zu", "zum", "zur"),
    ]
)
"""Lower-case words with which a surname begins."""

SUFFIXES = frozenset(("jr", "sr", "jun", "sen", "ii", "iii", "iv", "phd", "dr", "md", "ma", "ba"))
"""Words after a comma that are not given names."""


class NameParts(NamedTuple):
    """The *surname* in a name, or empty if there is none, and whether it *is_sure*."""

    surname: str
    is_sure: bool = True


def split(real_name: str) -> NameParts:
    """The surname in a name as a person wrote it.

    >>> split("Mia Bauer").surname, split("Bauer, Mia").surname, split("Zoë").surname
    ('Bauer', 'Bauer', '')
    >>> split("DUPONT Marie").surname, split("Jan VAN DER BERG").surname, split("MIA BAUER").surname
    ('DUPONT', 'VAN DER BERG', 'BAUER')
    >>> split("Ludwig van Beethoven"), split("Gabriel García Márquez")
    (NameParts(surname='van Beethoven', is_sure=True), NameParts(surname='Márquez', is_sure=False))
    """
    surname, given = _around_comma(real_name)
    if given:
        return NameParts(surname)
    words = surname.split()
    if in_capitals := _in_capitals(words):
        return NameParts(in_capitals)
    if len(words) < 2 or not words[-1][0].isalpha():  # as in “Student 07”
        return NameParts("")
    for place, word in enumerate(words[1:-1], 1):
        if word in PARTICLES:
            return NameParts(" ".join(words[place:]))
    return NameParts(words[-1], is_sure=len(words) == 2)


def _in_capitals(words: list[str]) -> str:
    """The words at one end of a name that alone have only capitals, as French lists write a
    surname; empty if there are none. A single capital is an initial."""
    large = [word.isupper() and sum(map(str.isalpha, word)) > 1 for word in words]
    count = sum(large)
    if 0 < count < len(words):
        for part, rest in ((words[:count], large[:count]), (words[-count:], large[-count:])):
            if all(rest):
                return " ".join(part)
    return ""


def listed(real_name: str, surname: str) -> str:
    """A name with the surname first, as in a register.

    >>> listed("Mia Bauer", "Bauer"), listed("Bauer, Mia", "Bauer"), listed("Li Wei", "Li")
    ('Bauer, Mia', 'Bauer, Mia', 'Li, Wei')
    """
    own = given(real_name, surname)
    return f"{surname}, {own}" if own and own != real_name else real_name


def given(real_name: str, surname: str) -> str:
    """The name without its surname; the full name if there is none.

    >>> given("Mia Bauer", "Bauer"), given("Bauer, Mia", "Bauer"), given("Li Wei", "Li")
    ('Mia', 'Mia', 'Wei')
    >>> given("Zoë", ""), given("Bauer", "Bauer")
    ('Zoë', '')
    """
    if real_name == surname:
        return ""
    if surname and real_name.endswith(f" {surname}"):
        return real_name.removesuffix(surname).strip()
    if surname and real_name.startswith((f"{surname} ", f"{surname},")):
        return real_name.removeprefix(surname).strip(", ")
    return real_name


def as_spoken(name: str) -> str:
    """A name such as “Lovelace, Ada” with the given name first."""
    surname, given = _around_comma(name)
    return f"{given} {surname}" if given else name


def _around_comma(name: str) -> tuple[str, str]:
    """The text before the comma, and the given name after it, if it is one."""
    before, _, after = (part.strip() for part in name.partition(","))
    is_given = after[:1].isalpha() and after.replace(".", "").casefold() not in SUFFIXES
    return before, after if is_given and before else ""


class SurnameField(NameField):
    """The surname in the ``real_name`` of a row. If it is empty, it is guessed when the row is
    saved, and ``is_name_sure`` says how certain the guess is."""

    def pre_save(self, model_instance: Any, add: bool) -> Any:
        """Guess the surname if it is empty."""
        if not getattr(model_instance, self.attname):
            parts = split(model_instance.real_name)
            setattr(model_instance, self.attname, parts.surname)
            model_instance.is_name_sure = parts.is_sure
        return super().pre_save(model_instance, add)
