/** Overview for API users. CommonMark with `##` headings, paragraphs and inline code only. */
export const introduction = `
An app offers its customers versions, such as Free and Team. A version has a price and a set of features, and each account
has one current version. Optional features can be added to a version. Use this API to list versions, switch an account to
another version, turn optional features on and off, and retrieve the history of both.

The app and the account are not parameters. They follow from the credentials.

## Authentication

Send an API key as a bearer token: \`Authorization: Bearer avk_…\`. An account key is bound to an account and a role. An app
key is not bound to an account: it acts as an owner of the account in \`X-Account-Id\`, and it can manage accounts and create
sign-in links.

To name the user that a key acts for, send \`X-Actor\` with a switch, a change of an optional feature, a move or a new account. The history and the
events name this user.

Users of the portal have a session cookie, which a one-time sign-in link sets. If a request has \`Authorization\`, its
cookie is ignored. Requests that change data are only accepted with a cookie if they come from the same origin.

A request without credentials is a visitor’s. It can read the public versions of the app that the host name belongs to.

A \`member\` can read. An \`owner\` can read, switch, and turn optional features on and off. The \`product\` role can read, including versions that are not public.

## Browsers

Pages of other origins can call the API from a browser if the app allows their origin (\`api_origins\` in its catalog). They
send an API key, never cookies, and can read \`ETag\`, \`RateLimit\`, \`RateLimit-Policy\`, \`Retry-After\`,
\`X-Request-Id\`, \`Idempotent-Replayed\` and \`API-Version\` of a response. Everyone who uses a page can read its key:
use a key of a member of one account, never an app key.

## Money and time

Fees are integers in minor units of the currency (cents) per billing period. \`0\` is free. \`null\` has no price: it is
available on request. Annual fees are per year, for accounts whose \`billing_period\` is \`year\`. Times are Unix timestamps in seconds.

## Errors

All errors have the same body in the format of RFC 9457 (\`application/problem+json\`). Use \`code\` to handle errors in your
program, and show \`message\` to users. Validation errors list each invalid field in \`errors\`. Text is Unicode: NUL characters and unpaired
surrogates are invalid.

If a request has several errors, the first in this order is returned: path, method, rate limit of
the client address, authentication, permissions, origin, rate limit of the account, content type, body size, JSON syntax, fields, account in \`X-Account-Id\`, \`X-Actor\`, concurrent switch, version not found,
outdated preview, reused idempotency key, change not allowed.

## Idempotency

Send an \`Idempotency-Key\` with a \`POST\` request, or another one that takes it, to retry it safely. Requests with the same key and body within 24 hours are executed
once: later responses repeat the first one and have the header \`Idempotent-Replayed: true\`. A request that fails
does not use up its key. The keys of switches and of changes of optional features belong to the account, all others to the API key or session
that sends them.

To make sure that a switch has exactly the effects that the user agreed to, preview it and send the \`ETag\` of the preview
as \`If-Match\`. If the plan, a price or a feature has changed since, the switch fails with \`preview_stale\`. To turn an
optional feature on or off, send its \`revision\`.

## Conditional requests

Responses to reads of versions and features have an \`ETag\`. Send it as \`If-None-Match\` with the next request: if the
response has not changed, the status is 304 and the body is empty.

## Languages

Titles, descriptions and values are in the language of the price list, or in another one that it has texts in: send \`Accept-Language\`, or
\`language\` in the query, which comes first. \`Content-Language\` says which one the response has. Fields without a text are in the language of the
price list, and \`untranslated\` of their object names them.

## Rate limits

Requests are limited per IP address and per account, and switches per account. \`RateLimit-Policy\` contains the limits,
\`RateLimit\` the remaining requests. If a limit is exceeded, the request fails with \`too_many_requests\`; retry it after the
number of seconds in \`Retry-After\`.

## Events and webhooks

An event describes a change of an account or of the catalog. Read events with \`GET /events\`, or have them posted to a
webhook endpoint. Webhooks follow the Standard Webhooks specification: verify each request with the endpoint’s secret, respond
with a status from 200 to 299 within 15 seconds, and ignore a \`webhook-id\` that you have processed before. The events of an
account arrive in order. A failed request is repeated up to 11 times within about 75 hours.

## OpenFeature

\`POST /ofrep/v1/evaluate/flags/{key}\` and \`POST /ofrep/v1/evaluate/flags\` evaluate features as flags, as the OpenFeature Remote
Evaluation Protocol defines it. \`targetingKey\` is the account. The key of a flag is the ID of a feature.

## Versioning

The API has no version in its path. All changes are backward compatible: new fields, new operations and new error codes.
Ignore fields that you don’t use. \`API-Version\` contains the date of the API version.

\`HEAD\` is supported wherever \`GET\` is. Unknown query parameters are ignored, unknown fields in a request body are errors.
`.trim();

export const tagDescriptions = {
  Versions: 'List versions, preview a switch, and switch an account to another version.',
  Changes: 'Schedule a switch, ask the owner for it, or confirm it in your system.',
  'Optional features': 'List optional features, turn them on and off, and retrieve their history.',
  History: 'Retrieve the version history of an account.',
  Notices: 'List what you have changed for an account, and dismiss it.',
  Features: 'Check which features an account has, to unlock them in your application.',
  Accounts:
    'Create accounts and sign-in links from your back end. These operations require an app key; staff can read accounts.',
  Catalog:
    'Check, compare and publish price lists. Requires an app key or the product role, of a session or of a key.',
  Events: 'List what happened to accounts and the catalog. Requires an app key or the product role.',
  Audit: 'List who did what to the app. Requires an app key, or the product or support role.',
  Webhooks: 'Receive events at a URL of your back end. Requires an app key or the product role.',
  OpenAPI: 'The machine-readable description of this API.',
} as const;
