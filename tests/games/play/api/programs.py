"""A program that calls the API, as it would from outside: no cookies, no form's token."""

from __future__ import annotations

import json

from django.test import Client

from games.play.api.tokens import make_token


class Program:
    """A program with its *token*, if it has one; *said* is the whole answer to its last call."""

    def __init__(self, token="", **more):
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = Client(enforce_csrf_checks=True, **more)

    def ask(self, path, status=200, **fields):
        self.said = self.client.get(f"/api/{path}", fields, headers=self.headers)
        return self._read(status)

    def send(self, path, status=200, body=None, **fields):
        data = json.dumps(fields) if body is None else body
        self.said = self.client.post(
            f"/api/{path}", data, content_type="application/json", headers=self.headers
        )
        return self._read(status)

    def begin(self, status=201, **fields):
        return self.send("games", status, **{"position": "1+3+5+7", "opponent": "perfect"} | fields)

    def move(self, game, move, status=200, **more):
        fields = {"version": game["version"], "move": move} | more
        return self.send(f"games/{game['id']}/moves", status, **fields)

    def _read(self, status):
        assert self.said.status_code == status, self.said.content.decode()
        assert self.said.headers["Content-Type"].startswith("application/json")
        return self.said.json()


def program_of(owner):
    return Program(make_token(owner, "A program", "127.0.0.1"))
