"""How a curator writes what the database keeps as lists and mappings: lines, words, short YAML."""

from __future__ import annotations

from typing import Any

import yaml
from django import forms
from django.core.exceptions import ValidationError

from games.content.reading import as_yaml, parse


class WrittenField(forms.CharField):
    """Data written as text. *write* gives the text of a value, *read* the value of a text."""

    def __init__(self, *, rows: int = 2, **kwargs: Any) -> None:
        plain = forms.Textarea(attrs={"rows": rows, "class": "vLargeTextField written"})
        super().__init__(required=False, widget=plain, **kwargs)

    def write(self, value: Any) -> str:
        raise NotImplementedError

    def read(self, text: str) -> Any:
        raise NotImplementedError

    def prepare_value(self, value: Any) -> str:
        return value if isinstance(value, str) else self.write(value)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        return self.read(text.replace("\r\n", "\n")) if text else None

    def has_changed(self, initial: Any, data: Any) -> bool:
        before, after = self.prepare_value(initial), data or ""
        return before.split() != after.split()


class LinesField(WrittenField):
    """A list of texts, one per line."""

    def write(self, value: Any) -> str:
        return "\n".join(" ".join(text.split()) for text in value or [])

    def read(self, text: str) -> list[str]:
        return [line.strip() for line in text.split("\n") if line.strip()]


class WordsField(forms.CharField):
    """A list of slugs on one line, with commas."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return list(dict.fromkeys(str(value or "").replace(",", " ").split()))

    def validate(self, value: Any) -> None:
        if self.required and not value:
            raise ValidationError(self.error_messages["required"], code="required")

    def run_validators(self, value: Any) -> None:
        for slug in value:
            super().run_validators(slug)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool((initial or []) != self.to_python(data))


class YamlField(WrittenField):
    """A mapping or a list of mappings as YAML, the way a lesson's file says it."""

    def write(self, value: Any) -> str:
        if not value:
            return ""
        if isinstance(value, list):
            return "\n".join(f"- {on_one_line(entry)}" for entry in value)
        if any(isinstance(entry, (dict, list)) for entry in value.values()):
            return "\n".join(f"{key}: {on_one_line(entry)}" for key, entry in value.items())
        return as_yaml(value).strip()

    def read(self, text: str) -> Any:
        value, wrong = parse(text, "")
        if wrong:
            raise ValidationError(f"{wrong[0].text[0].upper()}{wrong[0].text[1:]}.")
        return value


class AnswerField(YamlField):
    """An answer: a word, a number, or a list such as ``1>0, 3>2``; its brackets may be left out."""

    def write(self, value: Any) -> str:
        return "" if value is None else on_one_line(value)

    def read(self, text: str) -> Any:
        bare = text.lstrip()[:1] not in ("[", "-")
        return super().read(f"[{text}]" if bare and "," in text else text)


def on_one_line(value: Any) -> str:
    """A value as YAML without line breaks."""
    flow = yaml.safe_dump(
        value, default_flow_style=True, width=1_000_000, sort_keys=False, allow_unicode=True
    )
    return flow.removesuffix("...\n").strip()


def plain(value: Any) -> Any:
    """A text with the line breaks a file has."""
    return value.replace("\r\n", "\n") if isinstance(value, str) else value


def sentence(text: str) -> str:
    """A finding as a sentence of its own."""
    text = text[:300].rstrip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
