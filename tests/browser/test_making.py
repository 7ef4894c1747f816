"""Making an assignment without scripts: what the chosen kind does not have is not shown."""

import pytest
from playwright.sync_api import expect

from ..games.teach.work.assignments import address, assignment, classroom, person
from .test_classes import log_in

pytestmark = pytest.mark.browser


def test_only_the_settings_of_the_chosen_kind_are_shown(site, new_context, db):
    draft = assignment(classroom(person("irene")), publish=False)
    page = new_context(java_script_enabled=False).new_page()
    log_in(page, site, "irene", "correct horse battery")
    page.goto(site + address(draft, what="edit"))
    page.click("#more > summary")
    practice, test = page.locator("[name=keeps]"), page.locator("[name=minutes]")
    expect(practice).to_be_visible()
    expect(test).to_be_hidden()
    page.select_option("[name=mode]", "check")
    expect(practice).to_be_hidden()
    expect(test).to_be_visible()
    page.fill("[name=minutes]", "20")
    page.fill("[name=due_at]", "2030-01-07T17:00")
    page.click("#save-settings")
    expect(page.locator("[name=closes_at]")).to_have_value("2030-01-07T17:00")
    expect(test).to_have_value("20")
