"""The public keys with which a platform signs its messages.

A launch waits for no other server if it can be helped: the worker reads the keys of each platform
ahead, once an hour, and a launch uses what is stored. Only if no stored key fits the message, the
launch itself asks: a platform may have a new key, or another one of the same name. It does so for a
few seconds at most, and once a minute for each platform, because anybody can send a message with a
wrong key.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from django.db.models import Q, QuerySet
from django.utils import timezone
from jwt.algorithms import RSAAlgorithm
from lti_tool.models import LtiRegistration
from requests import RequestException

from games.teach.lti.calling import SECONDS, Patient, note_answer, state_of
from games.teach.lti.models import Handshake, PlatformState
from games.web.background.jobs import begin, piece_of
from games.web.models import Job

log = logging.getLogger(__name__)

KIND = "keys of platforms"
KEYS_KEPT = timedelta(days=1)
"""How long stored keys are good if the platform cannot be asked: a withdrawn key is good no longer,
and a night without a worker locks nobody out."""
AHEAD = timedelta(hours=1)
"""How often the worker reads the keys, so that a withdrawn one is good for an hour only."""
PACE = timedelta(minutes=1)
"""How often launches may ask for the keys of one platform."""
LAUNCH_SECONDS = 3.0
"""How long a launch waits for keys: its person waits, and one of a few web threads with it."""
MOST_BITS = 8192
"""The longest key that we check with: twice what platforms use. The time grows with its square."""
MOST_CHARACTERS = 100_000
"""The longest set of keys that we store; platforms have a few keys of 500 characters."""
UNFINISHED = timedelta(hours=1)
"""After this time nobody comes back to a launch, and the page of it has expired."""
STALE = timedelta(minutes=10)
MALFORMED = (
    *(AttributeError, LookupError, TypeError, ValueError),
    *(OverflowError, RecursionError),
)
"""Errors from a message or a key that has the wrong type where a text or an object belongs, or is
too large or too deep."""


def key_in(keys: Any, kid: Any) -> RSAPublicKey | None:
    """The public key with this name in a set of keys; None if there is none that we can use."""
    listed = keys.get("keys") if isinstance(keys, dict) else None
    for key in listed if isinstance(listed, list) else []:
        if not isinstance(key, dict) or not kid or key.get("kid") != kid:
            continue
        try:
            found = RSAAlgorithm.from_jwk({name: key[name] for name in ("kty", "n", "e")})
        except (jwt.PyJWTError, *MALFORMED):
            continue
        if isinstance(found, RSAPublicKey) and found.key_size <= MOST_BITS:
            return found
    return None


def keys_for(registration: LtiRegistration) -> Iterator[Any]:
    """The keys of a platform: those that are stored and then, if they did not help, new ones."""
    state = state_of(registration)
    if state.keys_at and state.keys_at > timezone.now() - KEYS_KEPT:
        yield state.keys
    if not state.is_resting:
        yield fetch(state, LAUNCH_SECONDS, PACE)


def fetch(state: PlatformState, seconds: float, pace: timedelta) -> Any:
    """Ask a platform for its keys and store them; None if somebody has asked within *pace*, or if
    the platform does not tell them."""
    now = timezone.now()
    free = _not_asked_since(now - pace).filter(pk=state.pk)
    if not free.update(keys_tried_at=now):
        return None
    registration = state.registration
    try:
        with Patient(seconds) as session:
            answer = session.get(registration.keyset_url)
        answer.raise_for_status()
        keys = answer.json()
        if not isinstance(keys, dict) or len(answer.content) > MOST_CHARACTERS:
            raise ValueError("This is no set of keys.")
    except (RequestException, *MALFORMED) as error:
        log.warning("lti: the keys of %s could not be read: %s", registration.name, error)
        note_answer(state, failed=True)
        return None
    note_answer(state, failed=False)
    kept = {"keys": [key for key in _listed(keys) if _is_plain(key)]}
    PlatformState.objects.filter(pk=state.pk).update(keys=kept, keys_at=now)
    return kept


def _listed(keys: dict[str, Any]) -> list[Any]:
    listed = keys.get("keys")
    return listed if isinstance(listed, list) else []


def _is_plain(key: Any) -> bool:
    """Whether a key has only texts of letters and signs, which every database can store."""
    return isinstance(key, dict) and all(
        isinstance(value, str) and value.isascii() and value.isprintable()
        for name in ("kid", "kty", "n", "e")
        for value in [key.get(name)]
    )


def _not_asked_since(then: datetime) -> QuerySet[PlatformState]:
    return PlatformState.objects.filter(Q(keys_tried_at=None) | Q(keys_tried_at__lte=then))


def _due() -> QuerySet[LtiRegistration]:
    """The platforms whose keys should be read again."""
    asked = PlatformState.objects.filter(keys_tried_at__gt=timezone.now() - AHEAD)
    known: QuerySet[LtiRegistration] = LtiRegistration.objects.active()
    return known.exclude(pk__in=asked.values("registration"))


def begin_if_due() -> None:
    """Start a job if the keys of a platform should be read."""
    if not _due().exists():
        return
    recent = timezone.now() - STALE
    if not Job.objects.filter(kind=KIND, state=Job.State.OPEN, changed_at__gt=recent).exists():
        begin(KIND, 1, uuid.uuid4())


@piece_of(KIND, is_urgent=False)
def read_some(job_id: uuid.UUID) -> int:
    """Read the keys of one platform, and forget launches that nobody has finished; 1 if no platform
    is left."""
    old = timezone.now() - UNFINISHED
    Handshake.objects.filter(launched_at=None, begun_at__lt=old).delete()
    registration = _due().order_by("pk").first()
    if registration is None:
        return 1
    fetch(state_of(registration), SECONDS, AHEAD)
    return 0
