import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { buildApp } from '@/prisma/factories/build-app';
import { createHostCaller } from '@/tools/testing/callers';
import { createSigningKey, type ForgingIssuer, startForgingIssuer } from '@/tools/testing/forging-issuer';
import { startOidcProvider } from '@/tools/testing/oidc-provider';
import { openTestService } from '@/tools/testing/test-service';
import { listAudit } from '../audit/audit';
import { completeStaffSignIn, findRole, StaffSignInError, startStaffSignIn } from './staff-sign-in';
import {
  findStaffSignIn,
  removeStaffSignIn,
  type StaffSignInSettings,
  setStaffSignIn,
} from './staff-sign-in-settings';

const secretsKey = Buffer.from('5e'.repeat(32), 'hex');
const redirectUri = 'https://plans.example.com/sign-in/oidc/callback';
const { owner, service, openServer } = await openTestService({ secretsKey });
const operator = { db: owner, makeId, now: () => new Date() };
let forger: ForgingIssuer;
let appId: string;

beforeAll(async () => {
  appId = (await buildApp(owner)).id;
});
// Each has metadata of its own, which are cached by issuer.
beforeEach(async () => {
  forger = await startForgingIssuer();
  return () => forger.close();
});

function createSettings(changes: Partial<StaffSignInSettings> = {}): StaffSignInSettings {
  return {
    ...{ issuer: forger.issuer, clientId: 'plans', clientSecret: null, scopes: [], roleClaim: 'groups' },
    ...{ productValues: ['product-team'], supportValues: ['support-team'] },
    ...changes,
  };
}

async function set(changes: Partial<StaffSignInSettings> = {}) {
  await setStaffSignIn(operator, appId, createSettings(changes), secretsKey);
  return find();
}

async function find() {
  const client = await findStaffSignIn(service, appId);
  if (!client) throw new Error('There are no settings.');
  return client;
}

/** Signs in, and returns who did, or the problem. */
async function signIn(client: Awaited<ReturnType<typeof find>>, { using = service, search = '' } = {}) {
  try {
    const { url, attempt } = await startStaffSignIn(using, client, redirectUri);
    const response = await fetch(url, { redirect: 'manual' });
    const callback = new URL(response.headers.get('location') ?? '');
    return await completeStaffSignIn(using, client, redirectUri, {
      search: search || callback.search,
      attempt,
    });
  } catch (error) {
    if (error instanceof StaffSignInError) return `${error.problem}: ${error.message}`;
    throw error;
  }
}

const ada = { name: 'Ada Adler', role: 'product' };

test('a user signs in with a role, a name and an ID of the issuer', async () => {
  expect(await signIn(await set())).toEqual({ ...ada, id: `${forger.issuer}#ada` });
  expect(forger.tokenRequest?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

test('the request asks for a code with PKCE, a state and a nonce, which are new each time', async () => {
  const client = await set({ scopes: ['groups', 'email'] });
  const starts = [1, 2].map(() => startStaffSignIn(service, client, redirectUri));
  const [first, second] = (await Promise.all(starts)).map(({ url }) => new URL(url).searchParams);
  const names = ['response_type', 'client_id', 'redirect_uri', 'scope', 'code_challenge_method'];
  expect(names.map((name) => first?.get(name))).toEqual([
    ...['code', 'plans', redirectUri, 'openid profile email groups', 'S256'],
  ]);
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(first?.get(name)).toMatch(/^[\w-]{43}$/);
    expect(first?.get(name)).not.toBe(second?.get(name));
  }
});

test.each([
  ['an array', 'product', ['a', 'product-team']],
  ['a string', 'support', 'support-team'],
  ['values of both roles', 'product', ['support-team', 'product-team']],
  ['values of no role', null, ['support-team-2', 'a product-team']],
  ['an empty array', null, []],
  ['an object', null, { 'product-team': true }],
  ['an array in an array', null, [['product-team']]],
  ['null', null, null],
  ['nothing', null, undefined],
])('a claim with %s gives the role %s', (_, role, groups) => {
  expect(findRole({ groups }, createSettings())).toBe(role);
});

test('a user without a value of a role does not sign in', async () => {
  forger.forge = (claims) => ({ ...claims, groups: ['others'] });
  expect(await signIn(await set())).toMatch(/^no-role: /);
});

test.each([
  ['preferred_username', { name: undefined, preferred_username: 'ada' }, 'ada'],
  ['email', { name: ' ', email: 'ada@example.com' }, 'ada@example.com'],
  ['the subject', { name: undefined }, 'ada'],
  [
    'email instead of a name that changes the direction',
    { name: '\u202Eada', email: 'a@b.example' },
    'a@b.example',
  ],
  ['200 characters of a longer name', { name: '🦀'.repeat(300) }, '🦀'.repeat(200)],
])('the name is %s', async (_, claims, name) => {
  forger.forge = (given) => ({ ...given, ...claims });
  expect(await signIn(await set())).toMatchObject({ name });
});

test('a long subject is replaced by a digest', async () => {
  forger.forge = (claims) => ({ ...claims, sub: 's'.repeat(255) });
  expect(await signIn(await set())).toMatchObject({ id: expect.stringMatching(/^[\w-]{43}$/) });
});

/** Each is rejected, whatever the other claims are. */
const wrongClaims: [string, (claims: Record<string, unknown>) => Record<string, unknown>][] = [
  ['nonce', (claims) => ({ ...claims, nonce: 'other' })],
  ['nonce that is missing', ({ nonce: _, ...claims }) => claims],
  ['audience', (claims) => ({ ...claims, aud: 'other' })],
  ['authorized party', (claims) => ({ ...claims, aud: ['plans', 'other'], azp: 'other' })],
  ['issuer', (claims) => ({ ...claims, iss: 'https://other.example' })],
  ['expiry', (claims) => ({ ...claims, exp: Number(claims.exp) - 600 })],
  ['subject that is missing', ({ sub: _, ...claims }) => claims],
];

test.each(wrongClaims)('a token with a wrong %s is rejected', async (_, forge) => {
  forger.forge = forge;
  expect(await signIn(await set())).toMatch(/^invalid: /);
});

test('a token with a foreign signature, and one without a signature, are rejected', async () => {
  const client = await set();
  const own = forger.key;
  forger.key = await createSigningKey('first');
  expect(await signIn(client)).toMatch(/^invalid: .*signature/i);
  forger.key = null;
  expect(await signIn(client)).toMatch(/^invalid: /);
  forger.key = own;
  expect(await signIn(client)).toMatchObject(ada);
});

test('a new key is accepted at once, and a removed one no longer', async () => {
  const client = await set();
  const [first] = forger.keys;
  expect(await signIn(client)).toMatchObject(ada);
  const second = await createSigningKey('second');
  Object.assign(forger, { keys: [second], key: second });
  expect(await signIn(client)).toMatchObject(ada);
  forger.key = first ?? null;
  expect(await signIn(client)).toMatch(/^invalid: /);
});

test('a wrong state, and an error of the issuer, end the sign-in', async () => {
  const client = await set();
  expect(await signIn(client, { search: '?code=a&state=other' })).toMatch(/^invalid: .*state/);
  const signInWithError = async (code: string) => {
    forger.intercept = (request, response) => {
      if (!request.url?.startsWith('/auth')) return false;
      const { searchParams } = new URL(request.url, forger.issuer);
      const query = new URLSearchParams({ error: code, state: searchParams.get('state') ?? '' });
      response.writeHead(303, { Location: `${redirectUri}?${query}` }).end();
      return true;
    };
    return signIn(client);
  };
  expect(await signInWithError('access_denied')).toBe('denied: access_denied');
  expect(await signInWithError('temporarily_unavailable')).toMatch(/^unavailable: /);
  expect(await signInWithError('invalid_scope')).toBe('invalid: invalid_scope');
});

test('an issuer that is slow, down or answers with something else is unavailable, without its tokens in the message', async () => {
  const client = await set();
  const respondFrom = (path: string, status: number, type: string, body: string) => {
    forger.intercept = (request, response) => {
      if (request.url !== path) return false;
      response.writeHead(status, { 'Content-Type': type }).end(body);
      return true;
    };
  };
  respondFrom('/token', 502, 'text/html', 'secret');
  expect(await signIn(client)).toBe('unavailable: status 502');
  respondFrom('/jwks', 503, 'application/json', '{}');
  expect(await signIn(client)).toMatch(/^unavailable: status 503/);
  respondFrom('/token', 200, 'application/json', '{"access_token":"secret');
  expect(await signIn(client)).toMatch(/^(unavailable|invalid): (?!.*(secret|access_t))/);
  respondFrom('/token', 200, 'application/json', `{"access_token":"${'x'.repeat(2_000_000)}"}`);
  expect(await signIn(client)).toMatch(/more than 1000000 bytes/);
  respondFrom('/token', 400, 'application/json', '{"error":"invalid_grant","error_description":"Used"}');
  expect(await signIn(client)).toBe('invalid: status 400, invalid_grant Used');
  const { attempt } = await startStaffSignIn(service, client, redirectUri);
  await forger.close();
  const callback = { attempt, search: `?code=a&state=${attempt.state}` };
  const completed = completeStaffSignIn(service, client, redirectUri, callback);
  await expect(completed).rejects.toMatchObject({ problem: 'unavailable' });
});

test('an issuer that does not respond within five seconds is unavailable', async () => {
  const client = await set();
  forger.intercept = ({ url }) => url === '/token';
  expect(await signIn(client)).toMatch(/^unavailable: operation timed out/);
});

test('the metadata of an issuer are fetched once, and concurrent sign-ins share the request', async () => {
  const client = await set();
  await Promise.all([1, 2, 3].map(() => startStaffSignIn(service, client, redirectUri)));
  expect(forger.requested).toEqual(['/.well-known/openid-configuration']);
});

test.each([
  ['another issuer', { issuer: 'http://127.0.0.1:1' }],
  ['no token endpoint', { token_endpoint: undefined }],
  ['an endpoint with http elsewhere', { token_endpoint: 'http://example.com/token' }],
])('metadata with %s are rejected', async (_, metadata) => {
  forger.metadata = metadata;
  expect(await signIn(await set())).toMatch(/^unavailable: /);
});

test('claims that the token lacks come from the UserInfo endpoint, if it is about the same user', async () => {
  forger.metadata = { userinfo_endpoint: `${forger.issuer}/userinfo` };
  forger.forge = ({ groups: _, ...claims }) => claims;
  const respondWith = (sub: string) => {
    forger.intercept = (request, response) => {
      if (request.url !== '/userinfo') return false;
      const isValid = request.headers.authorization === 'Bearer access-token-of-test';
      response.writeHead(isValid ? 200 : 401, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ sub, name: 'Other', groups: 'support-team' }));
      return true;
    };
  };
  const client = await set();
  respondWith('ada');
  expect(await signIn(client)).toMatchObject({ name: 'Ada Adler', role: 'support' });
  respondWith('eve');
  expect(await signIn(client)).toMatch(/^invalid: /);
});

test.each([
  ['in a header by default', undefined, 'Basic'],
  ['in the body if the issuer supports only this', ['client_secret_post'], 'body'],
])('a confidential client sends its secret %s', async (_, methods, place) => {
  forger.metadata = { token_endpoint_auth_methods_supported: methods };
  let authorization = '';
  forger.intercept = ({ headers, url }) => {
    if (url === '/token') authorization = headers.authorization ?? '';
    return false;
  };
  expect(await signIn(await set({ clientSecret: 's3cret:with/%' }))).toMatchObject(ada);
  const inHeader = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  expect([inHeader, forger.tokenRequest?.get('client_secret')]).toEqual(
    place === 'Basic' ? ['plans:s3cret%3Awith%2F%25', null] : ['', 's3cret:with/%'],
  );
});

test('a confidential client signs in at a real provider', async () => {
  const secret = 'a-secret+with/characters%20of=forms';
  const users = { ada: { name: 'Ada Adler', groups: ['product-team'] } };
  const registration = { client_id: 'plans', client_secret: secret, redirect_uris: [redirectUri] };
  const provider = await startOidcProvider(users, [registration]);
  const client = await set({ issuer: provider.issuer, clientSecret: secret, scopes: ['groups'] });
  const { url, attempt } = await startStaffSignIn(service, client, redirectUri);
  const search = await logIn(provider.issuer, url, 'ada');
  const response = { search, attempt };
  const user = await completeStaffSignIn(service, client, redirectUri, response);
  expect(user).toEqual({ ...ada, id: `${provider.issuer}#ada` });
  // A code works once.
  const again = completeStaffSignIn(service, client, redirectUri, response);
  await expect(again).rejects.toMatchObject({
    ...{ problem: 'invalid', message: expect.stringContaining('invalid_grant') },
  });
  await provider.close();
});

/** Logs in as a browser does, and returns the query string that the provider sends it back with. */
async function logIn(issuer: string, url: string, user: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = url;
  while (!next.startsWith(redirectUri)) {
    const isLogin = next.startsWith(`${issuer}/login/`);
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(next, {
      ...{ redirect: 'manual', headers: { cookie } },
      ...(isLogin && { method: 'POST', body: new URLSearchParams({ user }) }),
    });
    for (const each of response.headers.getSetCookie()) {
      const [name = '', value = ''] = each.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${response.status} from ${next}`);
    next = new URL(location, issuer).href;
  }
  return new URL(next).search;
}

test('the secret is encrypted, and bound to its app, issuer and client', async () => {
  const client = await set({ clientSecret: 'a-client-secret' });
  expect(Buffer.from(client.clientSecret ?? []).includes('a-client-secret')).toBe(false);
  const again = await set({ clientSecret: 'a-client-secret' });
  expect(again.clientSecret).not.toEqual(client.clientSecret);
  expect(await signIn({ ...client, appId: 'app_other' })).toMatch(/^unavailable: .*SECRETS_KEY/);
  expect(await signIn({ ...client, clientId: 'other' })).toMatch(/^unavailable: .*SECRETS_KEY/);
  const others = [null, Buffer.from('77'.repeat(32), 'hex')].map((key) => openServer({ secretsKey: key }));
  for (const using of others) expect(await signIn(client, { using })).toMatch(/^unavailable: .*SECRETS_KEY/);
  await expect(
    setStaffSignIn(operator, appId, createSettings({ clientSecret: 'a' }), null),
  ).rejects.toThrow();
});

test('changes of the settings are in the audit, without the secret', async () => {
  const { app } = createHostCaller(await buildApp(owner));
  const { id } = app;
  await setStaffSignIn(operator, id, createSettings({ clientSecret: 'a-client-secret' }), secretsKey);
  expect(await removeStaffSignIn(operator, id)).toBe(true);
  expect(await removeStaffSignIn(operator, id)).toBe(false);
  expect(await findStaffSignIn(service, id)).toBeNull();
  const page = { before: null, limit: 10 };
  const { entries } = await listAudit(service, { app }, { type: null, account: null }, page);
  expect(entries.map(({ type }) => type)).toEqual(['staff_sign_in.removed', 'staff_sign_in.set']);
  expect(entries[1]?.data).toEqual({
    ...{ issuer: forger.issuer, client_id: 'plans', client_secret: true, claim: 'groups' },
    ...{ product: ['product-team'], support: ['support-team'] },
  });
});

test('the server can’t change the settings', async () => {
  const runtime = { ...operator, db: service.db };
  await expect(setStaffSignIn(runtime, appId, createSettings(), null)).rejects.toThrow(/permission denied/);
  await expect(removeStaffSignIn(runtime, appId)).rejects.toThrow(/permission denied/);
});
