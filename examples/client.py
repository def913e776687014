"""A client of the API for back ends. Copy this file: it needs Python 3.9 or later and no package.

    app_versions = AppVersions("https://plans.example.com", os.environ["APP_KEY"])
    if app_versions.has_feature("customer-7", "audit-log"):
        show_audit_log()

`account` is the ID that your application gave the account, or its `acc_…` ID.
"""

import base64
import hashlib
import hmac
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

MAX_ATTEMPTS = 3
TIMEOUT_SECONDS = 15
WEBHOOK_TOLERANCE_SECONDS = 300


class AppVersionsError(Exception):
    """The API rejected the request, or did not answer.

    `status` is 0 without a response. `code`, such as `preview_stale`, is None if the response is not from the API.
    """

    def __init__(self, message, status=0, code=None, retry_after=None):
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after


class AppVersions:
    def __init__(self, base_url, app_key):
        """`app_key` acts as owner of every account of the app: it never leaves the back end."""
        self._base_url = base_url
        self._app_key = app_key
        # ETag and features by account. An application with many accounts bounds it.
        self._features = {}

    def put_account(self, external_id, title, **fields):
        """Creates the account, or updates its title. Returns the `acc_…` ID."""
        path = "/api/accounts/" + urllib.parse.quote(external_id, safe="")
        return self._send("PUT", path, body={"title": title, **fields})[1]["data"]["account_id"]

    def list_versions(self, account):
        """The versions that the account can see."""
        return self._send("GET", "/app/versions", account)[1]["data"]["versions"]

    def preview_switch(self, account, version_id):
        """What a switch would change: `allowed`, `blockers`, `gained`, `lost`, `revision` and more."""
        path = "/app/versions/%s/preview" % urllib.parse.quote(version_id, safe="")
        return self._send("GET", path, account)[1]["data"]

    def switch_version(
        self, account, version_id, revision=None, user=None, reason=None, idempotency_key=None
    ):
        """Switches the account, once, however often the request is repeated. Returns the ID of the history entry.

        With the `revision` of a preview it fails with `preview_stale` if something has changed since. `user` has `user_id`
        and `name`. Store the key before the request if your application may repeat the switch after a restart.
        """
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        if revision:
            headers["If-Match"] = '"%s"' % revision
        if user:
            headers["X-Actor"] = json.dumps(user)
        body = {"version_id": version_id}
        if reason:
            body["reason"] = reason
        return self._send("POST", "/app/versions", account, headers, body)[1]["data"]["history_id"]

    def list_features(self, account):
        """The features and limits of the account. If they have not changed, the response is 304 and small."""
        etag, features = self._features.get(account, (None, None))
        headers = {"If-None-Match": etag} if etag else {}
        status, body, etag = self._send("GET", "/account/features?limit=1000", account, headers)
        if status != 304:
            features = body["payload"]
        self._features[account] = (etag, features)
        return features

    def has_feature(self, account, feature_id):
        """Raises if the API does not answer: decide whether users then keep what they had."""
        return any(feature["id"] == feature_id for feature in self.list_features(account))

    def create_portal_link(self, account_id, role, name, **fields):
        """Returns a link that signs the user in to the pages, once, within five minutes."""
        body = {"account_id": account_id, "role": role, "name": name, **fields}
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        return self._send("POST", "/api/portal/sessions", None, headers, body)[1]["data"]["url"]

    def create_portal_token(self, account_id, role, name, origin, **fields):
        """Returns a token for the element in a page of the origin, for 15 minutes."""
        body = {"account_id": account_id, "role": role, "name": name, "origin": origin, **fields}
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        return self._send("POST", "/api/portal/tokens", None, headers, body)[1]["data"]["token"]

    def _send(self, method, path, account=None, headers=None, body=None):
        """Sends a request that is safe to repeat, and repeats it if it may succeed then. Returns status, body and ETag."""
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                return self._send_once(method, path, account, headers or {}, body)
            except AppVersionsError as error:
                is_temporary = error.status in (0, 409, 429) or error.status >= 500
                delay = 0.2 * attempt if error.retry_after is None else error.retry_after
                if not is_temporary or attempt == MAX_ATTEMPTS or delay > TIMEOUT_SECONDS:
                    raise
                time.sleep(delay)

    def _send_once(self, method, path, account, headers, body):
        request = urllib.request.Request(self._base_url + path, method=method, headers=headers)
        request.add_header("Authorization", "Bearer " + self._app_key)
        if account:
            request.add_header("X-Account-Id", urllib.parse.quote(account, safe=""))
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                return response.status, json.load(response), response.headers["ETag"]
        except urllib.error.HTTPError as error:
            if error.code == 304:
                return 304, None, error.headers["ETag"]
            raise _to_error(error) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise AppVersionsError("App Versions did not answer.") from error


def _to_error(response):
    retry_after = response.headers["Retry-After"]
    retry_after = None if retry_after is None else float(retry_after)
    try:
        problem = json.load(response)
        return AppVersionsError(problem["message"], response.code, problem["code"], retry_after)
    except (ValueError, KeyError, TypeError):
        return AppVersionsError("Unexpected response.", response.code, None, retry_after)


def verify_webhook(body, headers, secret):
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
    return json.loads(body)
