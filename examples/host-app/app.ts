// A host application: "Kitchen Notes" sells the versions of the app `demo`. It has the users, App Versions has their plans.
//
// 1. Sign-up creates the account.          PUT  /api/accounts/:external_id
// 2. "Manage plan" links to the portal.    POST /api/portal/sessions
// 3. The plan unlocks a feature.           GET  /account/features, cached until an event arrives
// 4. Events are received and verified.     POST /webhooks
// 5. A switch is paid for, or refused.     GET  /checkout, the `checkout_url` of the app
// 6. The number of users is sent.          PATCH /api/accounts/:external_id
// 7. A page has the plans in a frame.      GET  /plans, with tokens from POST /api/portal/tokens
//
// Users and events are kept in memory. A real application stores them in its database, serves HTTPS, and sets `Secure` for
// its cookie.

import { randomUUID } from 'node:crypto';
import { parse, serialize } from 'cookie';
import fastify, { type FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppVersions, AppVersionsError, type Change, verifyWebhook, type WebhookEvent } from '../client';

/**
 * `FEATURE` is the human ID of the feature that the page unlocks, and `LIMIT` of the one whose amount limits the
 * recipes. `APP_SLUG` is the app of the key.
 */
const {
  APP_SLUG = 'demo',
  APP_VERSIONS_URL = 'http://localhost:3000',
  FEATURE = 'sub-recipes',
  LIMIT = 'recipes',
  PORT = '4000',
} = process.env;
const appVersions = new AppVersions(APP_VERSIONS_URL, requireVariable('APP_KEY'), {
  // While App Versions does not respond, users keep what they have. The next request asks again.
  onStale: (accountId, error) => {
    app.log.warn(error);
    if (accountId !== null) entitlements.delete(accountId);
  },
});
const webhookSecret = requireVariable('WEBHOOK_SECRET');

function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name} as in the README.`);
  return value;
}

const ownOrigin = `http://localhost:${PORT}`;
const app = fastify({ logger: { level: 'warn' } });

// Users. Each session has one, who has no account before the sign-up.

interface User {
  /** This application's own ID, the external ID of the account. */
  id: string;
  /** ID of the account in App Versions. */
  accountId: string | null;
  company: string;
  /** How many people use Kitchen Notes, and how many recipes they have written. */
  people: number;
  recipes: number;
}

const usersBySession = new Map<string, User>();

function findUser(cookies: string | undefined): User | undefined {
  return usersBySession.get(parse(cookies ?? '').session ?? '');
}

/** Returns the `Set-Cookie` header. */
function startSession(): string {
  const session = randomUUID();
  usersBySession.set(session, { id: randomUUID(), accountId: null, company: '', people: 1, recipes: 0 });
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
  const user = { account_id: accountId, role: 'owner', name: company, user_id: id } as const;
  return appVersions.createPortalLink({ ...user, return_url: `${ownOrigin}/` });
}

/** Returns a token that signs the user in to the frame of this application. The extension allows its origin (`frame_origins`). */
function createToken(accountId: string, { id, company }: User): Promise<string> {
  const user = { account_id: accountId, role: 'owner', name: company, user_id: id } as const;
  return appVersions.createPortalToken({ ...user, origin: ownOrigin });
}

// Entitlements, by account ID. A switch or a new price list sends an event, which invalidates them. The time limit applies
// if events are late.

const entitlements = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: 5 * 60_000 });

function isUnlocked(accountId: string): Promise<boolean> {
  const cached = entitlements.get(accountId);
  if (cached) return cached;
  // The promise is cached, not its result: a response that was requested before an event is not used after it.
  const unlocked = requestEntitlement(accountId);
  entitlements.set(accountId, unlocked);
  return unlocked;
}

/** Without an answer, and without one of the last 24 hours, the feature is locked. */
async function requestEntitlement(accountId: string): Promise<boolean> {
  try {
    return await appVersions.hasFeature(accountId, FEATURE);
  } catch (error) {
    app.log.error(error);
    entitlements.delete(accountId);
    return false;
  }
}

// Checkout. App Versions sends an owner who has confirmed a switch here, and waits for the decision.

/** IDs of the changes that were paid for. A real application calls its payment provider, with the ID as idempotency key. */
const paidChangeIds = new Set<string>();

/** Why the user can't have the plan. It is null if nothing is in the way. */
async function findObstacle(accountId: string, { recipes }: User, change: Change): Promise<string | null> {
  const features = await appVersions.listVersionFeatures(accountId, change.version.id);
  const limit = features.find(({ id }) => id === LIMIT);
  if (!limit || limit.unlimited || limit.amount === null || recipes <= limit.amount) return null;
  return `Remove ${recipes - limit.amount} recipes first.`;
}

function formatCharge({ version, billing_period: period, users }: Change, { people }: User): string {
  const isAnnual = period === 'year';
  const fee = (isAnnual ? version.annual_fee : version.fee) ?? 0;
  const userFee = (isAnnual ? version.annual_user_fee : version.user_fee) ?? 0;
  const { currency, currency_digits: digits } = version;
  // `Intl` has digits of its own.
  const fractionDigits = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, ...fractionDigits });
  return format.format((fee + userFee * (users ?? people)) / 10 ** digits);
}

/** If the price has changed or the owner has canceled meanwhile, nothing is switched, and the payment is returned. */
async function payChange(accountId: string, id: string): Promise<void> {
  paidChangeIds.add(id);
  try {
    await appVersions.approveChange(accountId, id);
  } catch (error) {
    if (!(error instanceof AppVersionsError) || (error.status !== 412 && error.status !== 422)) throw error;
    paidChangeIds.delete(id);
    await refuseChange(accountId, id, error.message);
  }
}

/** One that has ended stays as it is. The page that the owner returns to says how it has ended. */
async function refuseChange(accountId: string, id: string, message: string): Promise<void> {
  try {
    await appVersions.declineChange(accountId, id, message);
  } catch (error) {
    if (!(error instanceof AppVersionsError) || error.status !== 422) throw error;
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
    planHistory.set(accountId, [...(planHistory.get(accountId) ?? []), data.to.title]);
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

const accountPage = ({ company, people, recipes }: User, unlocked: boolean, versions: string[]) => `
<p>Signed in as <b dir="auto">${escapeHtml(company)}</b></p>
<p role="status">${unlocked ? `✓ ${FEATURE} is unlocked` : `${FEATURE} is not part of your plan`}</p>
<form method="post" action="/plan"><button>Manage plan</button></form>
<p><a href="/plans">Manage plan on this site</a></p>
<h2>Your kitchen</h2>
<form method="post" action="/kitchen">
  <label>People <input name="people" type="number" min="1" max="1000" value="${people}" required></label>
  <label>Recipes <input name="recipes" type="number" min="0" max="1000000" value="${recipes}" required></label>
  <button>Save</button>
</form>
<h2>Your plans</h2>
<ol>${versions.map((title) => `<li>${escapeHtml(title)}</li>`).join('')}</ol>`;

/** The plans in a frame. The element asks for another token before one expires. */
const plansPage = () => `
<style>
  body { max-width: 72rem }
  app-versions-plans { display: block; min-height: 40rem }
</style>
<app-versions-plans app="${APP_SLUG}" accent="#1b6b45"><a href="${APP_VERSIONS_URL}">Plans</a></app-versions-plans>
<script src="${APP_VERSIONS_URL}/embed.js" async></script>
<script type="module">
  const plans = document.querySelector('app-versions-plans');
  const renew = async () => {
    const response = await fetch('/plans/token', { method: 'POST' });
    if (response.ok) plans.token = await response.text();
  };
  plans.addEventListener('tokenneeded', renew);
  await renew();
</script>`;

const checkoutPage = (change: Change, user: User) => `
<h2>Pay for ${escapeHtml(change.version.title)}</h2>
<p>${formatCharge(change, user)} for a ${change.billing_period}. Nothing is charged: this is an example.</p>
<form method="post">
  <button name="decision" value="pay">Pay</button>
  <button name="decision" value="cancel">Cancel</button>
</form>`;

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

app.get('/plans', async ({ headers }, reply) =>
  findUser(headers.cookie)?.accountId ? sendPage(reply, plansPage()) : reply.redirect('/', 303),
);

app.post('/plans/token', async ({ headers }, reply) => {
  const user = findUser(headers.cookie);
  if (!user?.accountId) return reply.code(401).send();
  return reply.header('Cache-Control', 'no-store').send(await createToken(user.accountId, user));
});

app.post<{ Body: URLSearchParams }>('/kitchen', async ({ body, headers }, reply) => {
  const user = findUser(headers.cookie);
  if (user?.accountId) {
    user.people = Number(body.get('people'));
    user.recipes = Number(body.get('recipes'));
    await appVersions.setUsers(user.id, user.people);
  }
  return reply.redirect('/', 303);
});

interface Checkout {
  Querystring: { change?: string; return_url?: string };
  Body: URLSearchParams;
}

/** A link could name any address: only pages of App Versions, and the own page with its frame, are returned to. */
function getReturnUrl({ return_url: url = '' }: Checkout['Querystring']): string {
  const origins = [new URL(APP_VERSIONS_URL).origin, ownOrigin];
  return URL.canParse(url) && origins.includes(new URL(url).origin) ? url : '/';
}

app.get<Checkout>('/checkout', async ({ query, headers }, reply) => {
  const user = findUser(headers.cookie);
  if (!user?.accountId || !query.change) return reply.redirect('/', 303);
  const change = await appVersions.getChange(user.accountId, query.change);
  if (change.state !== 'waiting' || change.waits_for !== 'host')
    return reply.redirect(getReturnUrl(query), 303);
  const obstacle = await findObstacle(user.accountId, user, change);
  if (obstacle === null) return sendPage(reply, checkoutPage(change, user));
  await refuseChange(user.accountId, change.id, obstacle);
  return reply.redirect(getReturnUrl(query), 303);
});

app.post<Checkout>('/checkout', async ({ query, body, headers }, reply) => {
  const user = findUser(headers.cookie);
  if (!user?.accountId || !query.change) return reply.redirect('/', 303);
  if (body.get('decision') === 'pay') await payChange(user.accountId, query.change);
  else await refuseChange(user.accountId, query.change, 'The payment was canceled.');
  return reply.redirect(getReturnUrl(query), 303);
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
