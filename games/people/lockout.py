"""Limits on wrong passwords, by name and by address."""

from __future__ import annotations

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.http import HttpRequest

from games.people.noting import note_failure
from games.people.visitors import attempted_name
from games.web.client import client_address
from games.web.limits import WRONG_PASSWORDS_FOR, WRONG_PASSWORDS_FROM, at_address


class LockOut(AxesDatabaseHandler):  # type: ignore[misc]
    """The handler that the settings name as AXES_HANDLER."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, str] | None = None) -> bool:
        is_locked: bool = super().is_locked(request, credentials)
        return is_locked or WRONG_PASSWORDS_FROM.is_reached(client_address(request))

    def user_login_failed(
        self,
        sender: Any,
        credentials: dict[str, str],
        request: Any = None,
        **more: Any,
    ) -> None:
        if not request.axes_locked_out:
            address = client_address(request)
            WRONG_PASSWORDS_FROM.count(address)
            name = attempted_name(request, credentials)
            WRONG_PASSWORDS_FOR.count(at_address(name, address))
            note_failure(name)
        super().user_login_failed(sender, credentials, request, **more)

    def user_logged_in(self, sender: Any, request: Any, user: Any, **more: Any) -> None:
        address = client_address(request)
        mistyped = WRONG_PASSWORDS_FOR.forget(at_address(user.get_username().lower(), address))
        if mistyped:
            WRONG_PASSWORDS_FROM.take_back(address, mistyped)
        super().user_logged_in(sender, request, user, **more)
