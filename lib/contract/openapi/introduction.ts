/** What a programmer has to know before the first request. CommonMark: headings, paragraphs and code alone. */
export const introduction = `
The versions of an app are its tiers: what each costs, what is in it, and which one an account has. This interface lists
them, switches an account from one to another, and keeps the history of every switch.

The app and the account are never parameters. They follow from who is asking.

## Who is asking

A program sends a key: \`Authorization: Bearer avk_…\`. A key belongs to an app. One that also names an account and a role
may do what that role may. One that names none is the app’s own: it acts as an owner of the account that \`X-Account-Id\`
names, signs accounts up and lets people in.

A person has a session, kept in a cookie that a one-time link sets. Where a request has \`Authorization\`, its cookie is
not looked at. A request that changes something counts a cookie only if a page of this origin sent it.

Without either, the caller is a visitor of the app that the host name stands for, and sees what is public.

A member reads. An owner reads and switches. The product role reads, and sees versions that are not public.

## Money and time

Every fee is a whole number of the currency’s minor units (cents) a billing period. \`null\` is not priced: talk to us.
\`0\` is free. They never mean the same. Times are Unix seconds.

## Reading a refusal

Each refusal has the same body, valid as RFC 9457, whatever success looks like. Decide on \`code\`; \`message\` is fit for a
user. Where fields are at fault, \`errors\` names every one of them. Of two faults the first of this order is told: address,
method, credential, permission, rate, media type, size, JSON, fields, what is not found, what stands in the way, what is
under way.

## Switching safely

Preview first, and send the preview’s \`ETag\` as \`If-Match\`: the switch then happens as previewed or not at all. Send an
\`Idempotency-Key\`, and a request that got no answer can be sent again: the first answer comes again, with
\`Idempotent-Replayed: true\`, and nothing happens twice.

## Change

Changes only add: a new field of an answer, a new operation, a new code. Ignore what you do not know. \`API-Version\`
carries the date of the contract on every answer. \`HEAD\` is answered as \`GET\`, without a body. Unknown query parameters
are ignored, unknown fields of a body refused.
`.trim();

export const tagDescriptions = {
  Versions: 'What there is, what a switch would change, and the switch itself.',
  History: 'What the account had, and when.',
  'Host back end': 'For the server of the product whose plans these are, with a key of the app.',
  Description: 'The interface about itself.',
} as const;
