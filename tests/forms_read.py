"""The forms of a page, as a browser without scripts reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Fields = dict[str, list[str]]


@dataclass(frozen=True)
class Button:
    """What a button says, where it sends the form, and what it adds."""

    words: str
    action: str
    adds: Fields
    id: str = ""


@dataclass
class Form:
    """A form as it stands: what its *fields* hold, and the *choices* of each of its lists."""

    id: str
    action: str
    fields: Fields = field(default_factory=dict)
    choices: Fields = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)

    def pressed(self, button: Button | None = None, **typed: object) -> Fields:
        """What is sent when it is filled in and a button pressed."""
        given = {name: one if isinstance(one, list) else [str(one)] for name, one in typed.items()}
        return {**self.fields, **given, **(button.adds if button else {})}


class _Forms(HTMLParser):
    """The forms themselves: what stands before a form may name it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append(Form(given.get("id") or "", given.get("action") or ""))


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms = _Forms(text).forms
        self.ahead = iter(self.forms)
        self.form: Form | None = None
        self.text: list[str] | None = None
        self.given: dict[str, str | None] = {}
        self.select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.form = next(self.ahead)
        form = self.owner(given)
        if form is None or "disabled" in given:
            return
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "input" and given.get("type") in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(value or "on")
            if "checked" in given:
                form.fields.setdefault(name, []).append(value or "on")
        elif tag == "input" and name:
            form.fields.setdefault(name, []).append(value)
        elif tag == "select":
            self.select = name
        elif tag == "option":
            form.choices.setdefault(self.select, []).append(value)
            if "selected" in given or self.select not in form.fields:
                form.fields[self.select] = [value]
        elif tag in ("button", "textarea"):
            self.text, self.given = [], given

    def owner(self, given: dict[str, str | None]) -> Form | None:
        named = given.get("form")
        return next((form for form in self.forms if form.id == named), None) if named else self.form

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("button", "textarea") and self.text is not None:
            form, given = self.owner(self.given), self.given
            assert form is not None
            name, text = given.get("name") or "", "".join(self.text)
            if tag == "textarea":
                form.fields[name] = [text.removeprefix("\n")]
            else:
                adds = {name: [given.get("value") or ""]} if name else {}
                words = " ".join(text.split()) or given.get("aria-label") or ""
                action = given.get("formaction") or form.action
                form.buttons.append(Button(words, action, adds, given.get("id") or ""))
            self.text = None
        if tag == "form":
            self.form = None


def forms_of(text: str) -> list[Form]:
    """Every form of a page, with what stands elsewhere and names one."""
    return _Reader(text).forms
