"""Every field says what it is for and what is wrong with it, whatever it looks like."""

import re

import pytest
from django import forms


class Wishes(forms.Form):
    name = forms.CharField(label="Name", help_text="As on the card.")
    size = forms.ChoiceField(
        label="Size", choices=[("s", "Small")], widget=forms.RadioSelect, help_text="Of the heap."
    )
    sure = forms.BooleanField(label="Sure", help_text="It cannot be undone.")


@pytest.mark.parametrize(
    ("field", "help_text"),
    [("name", "As on the card."), ("size", "Of the heap."), ("sure", "It cannot be undone.")],
)
def test_help_and_error_are_shown_and_belong_to_the_field(field, help_text):
    html = Wishes({})[field].as_field_group()
    assert f'id="id_{field}_helptext">{help_text}<' in html
    assert f'id="id_{field}_error">This field is required.<' in html
    described = re.search(r'aria-describedby="([^"]+)"', html).group(1).split()
    assert described == [f"id_{field}_helptext", f"id_{field}_error"]


def test_an_invitation_without_a_role_says_so_beside_the_choice(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("irene"))
    address = client.post("/classes/new/", {"name": "Logic 101"}).url
    page = client.post(f"{address}staff/", {}).content.decode()
    fieldset = re.search(r"<fieldset.*?</fieldset>", page, re.DOTALL).group()
    assert "Choose a role for the person you invite." in fieldset
