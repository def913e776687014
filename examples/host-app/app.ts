// A host application: "Kitchen Notes" sells the versions of the app `demo`. It has the users, App Versions has their plans.
//
// 1. Sign-up creates the account.          PUT  /api/accounts/:external_id
// 2. "Manage plan" links to the portal.    POST /api/portal/sessions
// 3. The plan unlocks a feature.           GET  /account/features, cached until an event arrives
// 4. Events are received and verified.     POST /webhooks
//
// Users and events are kept in memory. A real application stores them in its database, serves HTTPS, and sets `Secure` for
// its cookie.

import { randomUUID } from 'node:crypto';
import { parse, serialize } from 'cookie';
import fastify, { type FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppVersions, AppVersionsError, verifyWebhook, type WebhookEvent } from '../client';

/** `FEATURE` is the human ID of the feature that the page unlocks. */
const { APP_VERSIONS_URL = 'http://localhost:3000', FEATURE = 'sub-recipes', PORT = '4000' } = process.env;
const appVersions = new AppVersions(APP_VERSIONS_URL, requireVariable('APP_KEY'));
const webhookSecret = requireVariable('WEBHOOK_SECRET');

function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name} as in the README.`);
  return value;
}

const app = fastify({ logger: { level: 'warn' } });

// Users. Each session has one, who has no account before the sign-up.

interface User {
  /** This application's own ID, the external ID of the account. */
  id: string;
  /** ID of the account in App Versions. */
  accountId: string | null;
  company: string;
}

const usersBySession = new Map<string, User>();

function findUser(cookies: string | undefined): User | undefined {
  return usersBySession.get(parse(cookies ?? '').session ?? '');
}

/** Returns the `Set-Cookie` header. */
function startSession(): string {
  const session = randomUUID();
  usersBySession.set(session, { id: randomUUID(), accountId: null, company: '' });
  return serialize('session', session, { path: '/', httpOnly: true, sameSite: 'lax' });
}

/** After an error it can be repeated: the user has the same ID, so there is no second account. */
async function signUp(user: User, company: string): Promise<void> {
  const account = await appVersions.putAccount(user.id, { title: company });
  user.company = account.title;
  user.accountId = account.account_id;
}

/** Returns a link that signs the user in to the portal, once. */
function createPortalLink(accountId: string, { id, company }: User): Promise<string> {
  // The portal's pages lead back to this page. The extension of the price list allows its origin (`return_origins`).
  const returnUrl = `http://localhost:${PORT}/`;
  return appVersions.createPortalLink({
    account_id: accountId,
    role: 'owner',
    name: company,
    user_id: id,
    return_url: returnUrl,
  });
}

// Entitlements, by account ID. A switch or a new price list sends an event, which invalidates them. The time limit applies
// if events are late.

const entitlements = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: 5 * 60_000 });
const lastKnownEntitlements = new LRUCache<string, boolean>({ max: 10_000 });

function isUnlocked(accountId: string): Promise<boolean> {
  const cached = entitlements.get(accountId);
  if (cached) return cached;
  // The promise is cached, not its result: a response that was requested before an event is not used after it.
  const unlocked = requestEntitlement(accountId);
  entitlements.set(accountId, unlocked);
  return unlocked;
}

/** While App Versions does not respond, users keep what they have. */
async function requestEntitlement(accountId: string): Promise<boolean> {
  try {
    const unlocked = await appVersions.hasFeature(accountId, FEATURE);
    lastKnownEntitlements.set(accountId, unlocked);
    return unlocked;
  } catch (error) {
    app.log.error(error);
    entitlements.delete(accountId);
    return lastKnownEntitlements.get(accountId) ?? false;
  }
}

// Events

/** A database has a unique column for these IDs, and writes it in the transaction of the event's effects. */
const handledEventIds = new Set<string>();
/** Titles of versions, by account ID, oldest first. */
const planHistory = new Map<string, string[]>();

/** An event can be delivered more than once. It is handled once. */
function handleEvent({ id, type, account_id: accountId, data }: WebhookEvent): void {
  if (handledEventIds.has(id)) return;
  if (type === 'account.version_switched' && accountId !== null) {
    entitlements.delete(accountId);
    const { title } = data.to as { title: string };
    planHistory.set(accountId, [...(planHistory.get(accountId) ?? []), title]);
  }
  if (type === 'catalog.published') entitlements.clear();
  handledEventIds.add(id);
}

// Pages

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const sendPage = (reply: FastifyReply, content: string) =>
  reply.type('text/html').send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kitchen Notes</title>
<style>
  body { font: 1.1rem/1.5 system-ui; max-width: 32rem; margin: 3rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  :root { color-scheme: light dark }
  input, button { font: inherit; padding: .5rem .8rem; border: 1px solid gray; border-radius: .4rem }
  input { display: block; box-sizing: border-box; width: 100%; margin: .3rem 0 1rem }
  button { background: #1b6b45; border-color: #1b6b45; color: white; cursor: pointer }
</style>
<h1>Kitchen Notes</h1>
${content}
</html>`);

const signUpPage = (company = '', error = '') => `<p role="alert">${escapeHtml(error)}</p>
<form method="post" action="/sign-up">
  <label>Company <input name="company" value="${escapeHtml(company)}" required maxlength="200"></label>
  <button>Sign up</button>
</form>`;

const accountPage = ({ company }: User, unlocked: boolean, versions: string[]) => `
<p>Signed in as <b dir="auto">${escapeHtml(company)}</b></p>
<p role="status">${unlocked ? `✓ ${FEATURE} is unlocked` : `${FEATURE} is not part of your plan`}</p>
<form method="post" action="/plan"><button>Manage plan</button></form>
<h2>Your plans</h2>
<ol>${versions.map((title) => `<li>${escapeHtml(title)}</li>`).join('')}</ol>`;

// Signatures are of the bytes that were sent, so a JSON body is not parsed before it is verified.
app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: string) => body);
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  async (_: unknown, body: string) => new URLSearchParams(body),
);

app.get('/', async ({ headers }, reply) => {
  const user = findUser(headers.cookie);
  if (!user) reply.header('Set-Cookie', startSession());
  if (!user?.accountId) return sendPage(reply, signUpPage());
  const unlocked = await isUnlocked(user.accountId);
  return sendPage(reply, accountPage(user, unlocked, planHistory.get(user.accountId) ?? []));
});

app.post<{ Body: URLSearchParams }>('/sign-up', async ({ body, headers }, reply) => {
  const user = findUser(headers.cookie);
  const company = body.get('company') ?? '';
  try {
    if (user) await signUp(user, company);
  } catch (error) {
    // The API does not accept every title. A blank one is an error, for example.
    if (!(error instanceof AppVersionsError) || error.status !== 400) throw error;
    return sendPage(reply.code(400), signUpPage(company, error.message));
  }
  return reply.redirect('/', 303);
});

app.post('/plan', async ({ headers }, reply) => {
  const user = findUser(headers.cookie);
  return reply.redirect(user?.accountId ? await createPortalLink(user.accountId, user) : '/', 303);
});

app.post<{ Body: string }>('/webhooks', async ({ body, headers }, reply) => {
  let event: WebhookEvent;
  try {
    // Throws if the signature is wrong or the delivery is older than five minutes.
    event = verifyWebhook(body, headers, webhookSecret);
  } catch {
    return reply.code(400).send();
  }
  handleEvent(event);
  return reply.code(204).send();
});

app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
  app.log.error(error);
  const content = '<p role="alert">This did not work. <a href="/">Try again</a></p>';
  return sendPage(reply.code(error.statusCode ?? 500), content);
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
console.log(`Kitchen Notes: http://localhost:${PORT}`);
