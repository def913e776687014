"""A client of the API for back ends. Copy this file and generated/api_types.py. They need Python 3.9 or later and no package.

    app_versions = AppVersions("https://plans.example.com", os.environ["APP_KEY"])
    if app_versions.has_feature("customer-7", "audit-log"):
        show_audit_log()
    account = app_versions.call("getAccount", path={"external_id": "customer-7"}).body["data"]

`account` is the ID that your application gave the account, or its `acc_…` ID. A client can be used by several threads. It does not use
proxies of the environment.

A read takes at most 4.5 seconds, or 2 with a last known answer, and a write 20, besides the time in which the system looks up the host
name. Versions, optional features and features of accounts are kept with their ETag. When App Versions does not answer, the last known
ones are returned, with `stale`, for 24 hours, and for ten seconds it is not asked again. An error is `AppVersionsError`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import io
import json
import socket
import ssl
import threading
import time
import urllib.parse
import uuid
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, cast

from generated.api_types import (
    OPERATIONS,
    AccountChange,
    AccountFeature,
    AccountRequest,
    Operations,
    PortalSessionRequest,
    PortalTokenRequest,
    RequestActor,
    Result,
    SwitchPreviewData,
    SwitchRequest,
    VersionEntry,
)

MAX_ATTEMPTS = 3
READ_TIMEOUT_SECONDS = 2.0
WRITE_TIMEOUT_SECONDS = 15.0
# For all attempts of a read, beyond twice the time of one, and of a write beyond once.
EXTRA_READ_SECONDS = 0.5
EXTRA_WRITE_SECONDS = 5.0
# No attempt is made with less time.
MIN_TIMEOUT_SECONDS = 0.5
# Then the last known answers are used without a request.
PAUSE_SECONDS = 10
MAX_STALE_SECONDS = 24 * 60 * 60
WEBHOOK_TOLERANCE_SECONDS = 300
NO_ANSWER = "App Versions did not answer."


class AppVersionsError(Exception):
    """The API rejected the request, or did not answer.

    `status` is 0 without a response. `code`, such as `preview_stale`, is None if the response is not from the API.
    """

    def __init__(
        self,
        message: str,
        status: int = 0,
        code: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after

    @property
    def is_away(self) -> bool:
        """Whether App Versions does not answer, or could not. 501 is the answer of an operation that is not configured."""
        return self.status == 0 or (self.status >= 500 and self.status != 501)

    @property
    def is_temporary(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status == 429 or (self.status == 409 and self.retry_after is not None)


OnStale = Callable[[Optional[str], AppVersionsError, float], None]


@dataclass(frozen=True)
class _Request:
    method: str
    path: str
    headers: Dict[str, str]
    body: Optional[bytes]
    timeout: float
    parse: Callable[[str], Any]


@dataclass(frozen=True)
class _Response:
    status: int
    etag: Optional[str]
    text: str
    body: Any
    # Unix seconds.
    read_at: float


class AppVersions(Operations):
    def __init__(
        self,
        base_url: str,
        app_key: str,
        on_stale: Optional[OnStale] = None,
        max_cache_size: int = 50_000_000,
    ) -> None:
        """`app_key` acts as owner of every account of the app: it never leaves the back end.

        `on_stale` is called with account, error and Unix seconds when a last known answer is used. `max_cache_size` is in characters.
        """
        self._url = urllib.parse.urlsplit(base_url.rstrip("/"))
        self._context = ssl.create_default_context() if self._url.scheme == "https" else None
        self._app_key = app_key
        self._on_stale = on_stale
        self._cache = _Cache(max_cache_size)
        self._paused_until = 0.0

    def put_account(self, external_id: str, title: str, **fields: Any) -> str:
        """Creates the account, or updates its title. Returns the `acc_…` ID."""
        body = cast(AccountRequest, {"title": title, **fields})
        result = self.call("upsertAccount", path={"external_id": external_id}, body=body)
        return result.body["data"]["account_id"]

    def list_versions(self, account: str) -> List[VersionEntry]:
        """The versions that the account can see."""
        return self.call("listVersions", account=account).body["data"]["versions"]

    def set_users(self, external_id: str, users: int) -> None:
        """Sets the number of users, which prices per user are multiplied by."""
        self.call("updateAccount", path={"external_id": external_id}, body={"users": users})

    def report_usage(self, external_id: str, amounts: Dict[str, float]) -> None:
        """Reports what the account uses now, all numbers by the IDs of limits."""
        self.call("setUsage", path={"external_id": external_id}, body={"amounts": amounts})

    def preview_switch(self, account: str, version_id: str) -> SwitchPreviewData:
        """What a switch would change: `allowed`, `blockers`, `gained`, `lost`, `revision` and more."""
        return self.call("previewSwitch", account=account, path={"id": version_id}).body["data"]

    def switch_version(
        self,
        account: str,
        version_id: str,
        revision: Optional[str] = None,
        user: Optional[RequestActor] = None,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> str:
        """Switches the account, once, however often the request is repeated. Returns the ID of the history entry.

        With the `revision` of a preview it fails with `preview_stale` if something has changed since. Store the key before the request
        if your application may repeat the switch after a restart.
        """
        body: SwitchRequest = {"version_id": version_id}
        if reason:
            body["reason"] = reason
        result = self.call(
            "switchVersion",
            account=account,
            body=body,
            revision=revision,
            actor=user,
            idempotency_key=idempotency_key,
        )
        return result.body["data"]["history_id"]

    def get_change(self, account: str, change_id: str) -> AccountChange:
        """The change that your `checkout_url` was opened with."""
        return self.call("getChange", account=account, path={"id": change_id}).body["data"]

    def approve_change(self, account: str, change_id: str) -> None:
        """Makes the switch. Fails with status 412 or 422 if the price has changed or the change has ended."""
        self.call("approveChange", account=account, path={"id": change_id})

    def decline_change(self, account: str, change_id: str, message: str) -> None:
        """Refuses the switch. The owner reads the message."""
        self.call("declineChange", account=account, path={"id": change_id}, body={"message": message})

    def export_history(self, account: str, timeout: float = 15) -> str:
        """The history of the account as CSV. `timeout` is that of an attempt, in seconds."""
        query = {"format": "csv"}
        result = self._request("listVersionHistory", account=account, query=query, timeout=timeout, parse=str)
        return str(result.body)

    def list_features(self, account: str) -> List[AccountFeature]:
        """The features and limits of the account. If they have not changed, the response is 304 and small."""
        return self.call("listAccountFeatures", account=account, query={"limit": 1000}).body["payload"]

    def has_feature(self, account: str, feature_id: str) -> bool:
        """Raises if the API does not answer and has not for 24 hours: decide whether users then keep what they had."""
        return any(feature["id"] == feature_id for feature in self.list_features(account))

    def create_portal_link(self, account_id: str, role: str, name: str, **fields: Any) -> str:
        """Returns a link that signs the user in to the pages, once, within five minutes."""
        body = {"account_id": account_id, "role": role, "name": name, **fields}
        return self.call("createPortalSession", body=cast(PortalSessionRequest, body)).body["data"]["url"]

    def create_portal_token(
        self, account_id: str, role: str, name: str, origin: str, **fields: Any
    ) -> str:
        """Returns a token for the element in a page of the origin, for 15 minutes."""
        body = {"account_id": account_id, "role": role, "name": name, "origin": origin, **fields}
        return self.call("createPortalToken", body=cast(PortalTokenRequest, body)).body["data"]["token"]

    def _list_all(self, operation: str, arguments: Dict[str, Any]) -> Iterator[Any]:
        query = dict(arguments.pop("query", None) or {})
        while True:
            page = self._request(operation, query=query, **arguments).body
            yield from page["payload"] if "payload" in page else page["data"]
            if not page["has_more"]:
                return
            query["cursor"] = page["next_cursor"]

    def _call(self, operation: str, arguments: Dict[str, Any]) -> Result[Any]:
        return self._request(operation, **arguments)

    def _request(
        self,
        operation: str,
        *,
        path: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        account: Optional[str] = None,
        actor: Optional[RequestActor] = None,
        revision: Optional[str] = None,
        embedding_origin: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        parse: Callable[[str], Any] = json.loads,
    ) -> Result[Any]:
        row = OPERATIONS[operation]
        method = row["method"]
        target = _create_path(row["path"], path or {}, query or {})
        headers = {
            "Authorization": "Bearer " + self._app_key,
            "X-Account-Id": urllib.parse.quote(account, safe="") if account else "",
            "X-Actor": json.dumps(actor) if actor else "",
            "X-Embedding-Origin": embedding_origin or "",
            "If-Match": '"%s"' % revision.strip('"') if revision else "",
            "Content-Type": "" if body is None else "application/json",
        }
        is_read = method == "GET"
        is_idempotent = row.get("is_idempotent", False)
        if is_idempotent:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        key = (account, target)
        known = self._cache.find(key) if row.get("is_cacheable") else None
        if known and known.etag:
            headers["If-None-Match"] = known.etag
        content = None if body is None else json.dumps(body).encode()
        sent = {name: value for name, value in headers.items() if value}
        seconds = timeout or (READ_TIMEOUT_SECONDS if is_read else WRITE_TIMEOUT_SECONDS)
        request = _Request(method, self._url.path + target, sent, content, seconds, parse)
        if not is_read:
            # After an attempt that has succeeded without an answer, another one would be rejected.
            is_repeatable = is_idempotent or not revision
            return _to_result(self._send(request, MAX_ATTEMPTS if is_repeatable else 1))
        try:
            response = self._read(request, 1 if known else MAX_ATTEMPTS)
        except AppVersionsError as error:
            if not error.is_away and not error.is_temporary:
                self._cache.remove(key)
            if not error.is_away or known is None:
                raise
            if self._on_stale:
                self._on_stale(account, error, known.read_at)
            return Result(parse(known.text), True, known.read_at, known.etag)
        if response.status == 304 and known:
            response = replace(known, body=parse(known.text), read_at=response.read_at)
        if row.get("is_cacheable") and response.etag:
            self._cache.add(key, response)
        return _to_result(response)

    def _read(self, request: _Request, max_attempts: int) -> _Response:
        """Raises at once, without a request, for some time after App Versions did not answer."""
        if time.monotonic() < self._paused_until:
            raise AppVersionsError(NO_ANSWER)
        try:
            response = self._send(request, max_attempts)
        except AppVersionsError as error:
            # 500 is an error of one operation, and not of App Versions as a whole.
            if error.is_away and error.status != 500:
                self._paused_until = time.monotonic() + PAUSE_SECONDS
            raise
        self._paused_until = 0.0
        return response

    def _send(self, request: _Request, max_attempts: int) -> _Response:
        """Sends a request that is safe to repeat, and repeats it if it may succeed then."""
        is_read = request.method == "GET"
        total = 2 * request.timeout + EXTRA_READ_SECONDS if is_read else request.timeout + EXTRA_WRITE_SECONDS
        deadline = time.monotonic() + total
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._send_once(request, min(time.monotonic() + request.timeout, deadline))
            except AppVersionsError as error:
                delay = 0.2 * attempt if error.retry_after is None else error.retry_after
                is_too_late = time.monotonic() + delay + MIN_TIMEOUT_SECONDS > deadline
                if is_too_late or attempt >= max_attempts or not (error.is_away or error.is_temporary):
                    raise
            time.sleep(delay)

    def _send_once(self, request: _Request, deadline: float) -> _Response:
        connection = _Connection(self._url, self._context, deadline)
        try:
            connection.request(request.method, request.path, request.body, request.headers)
            response = connection.getresponse()
            text = response.read().decode()
            if response.status != 304 and not 200 <= response.status < 300:
                raise _to_error(response, text)
            body = None if response.status == 304 else request.parse(text)
            return _Response(response.status, response.headers["ETag"], text, body, time.time())
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise AppVersionsError(NO_ANSWER) from error
        finally:
            connection.close()


class _Connection(http.client.HTTPConnection):
    """A connection for one request, which ends at `deadline` (`time.monotonic()`), however slowly the server sends."""

    def __init__(
        self, url: urllib.parse.SplitResult, context: Optional[ssl.SSLContext], deadline: float
    ) -> None:
        super().__init__(url.hostname or "", url.port or (443 if context else 80))
        self._context = context
        self._deadline = deadline

    def connect(self) -> None:
        sock = self._open()
        if self._context:
            sock.settimeout(_get_remaining(self._deadline))
            sock = self._context.wrap_socket(sock, server_hostname=self.host)
        self.sock = cast(socket.socket, _DeadlineSocket(sock, self._deadline))

    def _open(self) -> socket.socket:
        error = OSError("The host has no address.")
        for family, kind, protocol, _, address in socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM):
            sock = socket.socket(family, kind, protocol)
            try:
                sock.settimeout(_get_remaining(self._deadline))
                sock.connect(address)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return sock
            except OSError as reason:
                error = reason
                sock.close()
        raise error


class _DeadlineSocket:
    """What `http.client` uses of a socket. A timeout of a socket is that of one read, this one is that of all of them."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline

    def sendall(self, data: bytes) -> None:
        self._sock.settimeout(_get_remaining(self._deadline))
        self._sock.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_DeadlineFile(self._sock, self._deadline))

    def close(self) -> None:
        self._sock.close()


class _DeadlineFile(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline
        # Keeps the socket open until the response is read.
        self._file = sock.makefile("rb")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(_get_remaining(self._deadline))
        return self._sock.recv_into(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


def _get_remaining(deadline: float) -> float:
    remaining = deadline - time.monotonic()
    if remaining <= 0:
        raise TimeoutError
    return remaining


class _Cache:
    """The last responses, with at most `max_size` characters, by account and path."""

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._size = 0
        # Oldest use first.
        self._responses: OrderedDict[Tuple[Optional[str], str], _Response] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Tuple[Optional[str], str]) -> Optional[_Response]:
        with self._lock:
            known = self._responses.get(key)
            return known if known and time.time() - known.read_at < MAX_STALE_SECONDS else None

    def add(self, key: Tuple[Optional[str], str], response: _Response) -> None:
        with self._lock:
            self._remove(key)
            # The text is parsed again for each use, so that callers may change what they get.
            self._responses[key] = replace(response, body=None)
            self._size += len(response.text)
            while self._size > self._max_size:
                self._remove(next(iter(self._responses)))

    def remove(self, key: Tuple[Optional[str], str]) -> None:
        with self._lock:
            self._remove(key)

    def _remove(self, key: Tuple[Optional[str], str]) -> None:
        response = self._responses.pop(key, None)
        if response:
            self._size -= len(response.text)


def _to_result(response: _Response) -> Result[Any]:
    return Result(response.body, False, response.read_at, response.etag)


def _create_path(template: str, path: Mapping[str, Any], query: Mapping[str, Any]) -> str:
    for name, value in path.items():
        # Even encoded, dots would change the path.
        if str(value) in ("", ".", ".."):
            raise AppVersionsError('"%s" can’t be %s.' % (value, name))
        template = template.replace("{%s}" % name, urllib.parse.quote(str(value), safe=""))
    given = {name: _to_text(value) for name, value in query.items() if value is not None}
    return template + ("?" + urllib.parse.urlencode(given) if given else "")


def _to_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _to_error(response: http.client.HTTPResponse, text: str) -> AppVersionsError:
    try:
        retry_after: Optional[float] = float(response.headers["Retry-After"])
    except (TypeError, ValueError):
        retry_after = None
    try:
        problem = json.loads(text)
        return AppVersionsError(problem["message"], response.status, problem["code"], retry_after)
    except (ValueError, KeyError, TypeError):
        message = "Unexpected response with status %d." % response.status
        return AppVersionsError(message, response.status, None, retry_after)


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str) -> Dict[str, Any]:
    """Returns the event of a webhook request, or raises ValueError.

    `body` has the bytes as they were received, `headers` is a mapping with lower-case names, and `secret` is that of the endpoint,
    `whsec_…`.
    """
    timestamp = headers.get("webhook-timestamp", "")
    if abs(time.time() - int(timestamp)) > WEBHOOK_TOLERANCE_SECONDS:
        raise ValueError("Old webhook request")
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    content = ("%s.%s." % (headers.get("webhook-id"), timestamp)).encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    # After a rotation of the secret there are two signatures.
    signatures = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in signatures):
        raise ValueError("Wrong webhook signature")
    event: Dict[str, Any] = json.loads(body)
    return event
