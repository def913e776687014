// A host application: "Kitchen Notes" sells the versions of the app `demo`. It has the users, App Versions has their plans.
//
// 1. Sign-up creates the account.           PUT  /api/accounts/:external_id
// 2. "Manage plan" links to the portal.     POST /api/portal/sessions
// 3. A feature is gated by the plan.        GET  /api/account/features/:human_id, cached until a webhook arrives
// 4. Webhooks are verified and received.    POST /webhooks
//
// Users are kept in memory: a real application has a database.

import { randomUUID } from 'node:crypto';
import { parse, serialize } from 'cookie';
import fastify from 'fastify';
import { Webhook } from 'standardwebhooks';
import { hasFeature } from '@/lib/client/has-feature';
import type { AccountResponse, PortalSession } from '@/lib/contract/accounts';
import type { Event } from '@/lib/contract/events';

const {
  APP_VERSIONS_URL = 'http://localhost:3000',
  /** It never leaves this process. */
  APP_KEY = '',
  /** `secret` of the webhook endpoint. */
  WEBHOOK_SECRET = '',
  /** Human ID of the feature that the page unlocks. */
  FEATURE = 'sub-recipes',
  PORT = '4000',
} = process.env;

/** Sends a request to App Versions and returns the `data` of the response. Throws for an error. */
async function sendToAppVersions<Data>(method: string, path: string, body: object): Promise<Data> {
  const response = await fetch(`${APP_VERSIONS_URL}${path}`, {
    method,
    headers: { Authorization: `Bearer ${APP_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
  const { data, code, message } = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${code}: ${message}`);
  return data;
}

// Users. The session is a random cookie.

interface User {
  /** This application's own ID, the external ID of the account. */
  id: string;
  company: string;
  /** ID of the account in App Versions. */
  accountId: string;
}

const usersBySession = new Map<string, User>();

async function signUp(company: string): Promise<string> {
  const id = randomUUID();
  type Account = AccountResponse['data'];
  const account = await sendToAppVersions<Account>('PUT', `/api/accounts/${id}`, { title: company });
  const session = randomUUID();
  usersBySession.set(session, { id, company, accountId: account.account_id });
  return session;
}

function findUser(cookies: string | undefined): User | undefined {
  return usersBySession.get(parse(cookies ?? '').session ?? '');
}

/** A link that signs the user in to the portal, once. */
async function createPortalLink({ id, company, accountId }: User): Promise<string> {
  const user = { account_id: accountId, role: 'owner', name: company, user_id: id };
  const link = await sendToAppVersions<PortalSession['data']>('POST', '/api/portal/sessions', user);
  return link.url;
}

// Entitlements. They change with a switch or a new price list, and both send a webhook.

/** Whether the account has the feature, by account ID. */
const entitlements = new Map<string, Promise<boolean>>();

function isUnlocked(accountId: string): Promise<boolean> {
  let unlocked = entitlements.get(accountId);
  if (!unlocked) {
    unlocked = hasFeature(FEATURE, { baseUrl: `${APP_VERSIONS_URL}/api`, key: APP_KEY, accountId });
    entitlements.set(accountId, unlocked);
    // A failed request is not kept.
    unlocked.catch(() => entitlements.delete(accountId));
  }
  return unlocked;
}

/** An event can be delivered more than once. Handling it twice has no effect. */
function handleEvent(event: Event): void {
  if (event.type === 'account.version_switched') entitlements.delete(event.account_id);
  if (event.type === 'catalog.published') entitlements.clear();
}

// Pages

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kitchen Notes</title>
<style>
  body { font: 1.1rem/1.5 system-ui; max-width: 36rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark; }
  input, button { font: inherit; padding: .4rem .8rem; }
</style>
<h1>Kitchen Notes</h1>
${content}
</html>`;

const signUpPage = page(`<form method="post" action="/sign-up">
  <label>Company <input name="company" required maxlength="200"></label>
  <button>Sign up</button>
</form>`);

const accountPage = (user: User, unlocked: boolean) =>
  page(`<p>Signed in as <b>${escapeHtml(user.company)}</b></p>
<p role="status">${unlocked ? `✓ ${FEATURE} is unlocked` : `${FEATURE} is not part of your plan`}</p>
<form method="post" action="/plan"><button>Manage plan</button></form>`);

const app = fastify({ logger: { level: 'warn' } });

// Signatures are of the bytes that were sent, so JSON bodies stay text.
app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: string) => body);
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  async (_: unknown, body: string) => new URLSearchParams(body),
);

app.get('/', async ({ headers }, reply) => {
  reply.type('text/html');
  const user = findUser(headers.cookie);
  return user ? accountPage(user, await isUnlocked(user.accountId)) : signUpPage;
});

app.post<{ Body: URLSearchParams }>('/sign-up', async ({ body }, reply) => {
  const session = await signUp(body.get('company') ?? '');
  const cookie = serialize('session', session, { path: '/', httpOnly: true, sameSite: 'lax' });
  return reply.header('Set-Cookie', cookie).redirect('/', 303);
});

app.post('/plan', async ({ headers }, reply) => {
  const user = findUser(headers.cookie);
  return reply.redirect(user ? await createPortalLink(user) : '/', 303);
});

app.post<{ Body: string }>('/webhooks', async ({ body, headers }, reply) => {
  let event: Event;
  try {
    // Checks signature and age: nobody else can send events, or send old ones again.
    event = new Webhook(WEBHOOK_SECRET).verify(body, headers as Record<string, string>) as Event;
  } catch {
    return reply.code(400).send();
  }
  handleEvent(event);
  return reply.code(204).send();
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
console.log(`Kitchen Notes: http://localhost:${PORT}`);
