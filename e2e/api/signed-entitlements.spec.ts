import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { expect } from '@playwright/test';
import {
  AppVersions,
  type AppVersionsError,
  type JsonWebKeySet,
  verifyEntitlements,
} from '@/examples/client';
import type { SignedEntitlements } from '@/lib/contract/signed-entitlements';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

const path = '/account/signed-entitlements';
const headers = { 'X-Account-Id': 'customer-7' };
const spec = { features: ['Export', 'Projects'], versions: [{ features: [1] }, { features: [1, 2] }] };
const account = () => ({ externalId: 'customer-7' });

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());

test('the features of an account are signed with a published key', async ({
  request,
  createTenant,
  baseURL,
}) => {
  const { app, account: acme, key } = await createTenant(spec, account);
  const appKey = await key('app');
  const { status, body } = await sendRequest<SignedEntitlements>(request, path, { key: appKey, headers });
  expect(status).toBe(200);
  const { token, expires_at, max_stale_at } = body.data;
  const { keys } = (await (await request.get('/.well-known/jwks.json')).json()) as JsonWebKeySet;
  expect(decode(token, 0)).toEqual({ alg: 'EdDSA', kid: keys[0]?.kid, typ: 'entitlements+jwt' });
  const expected = { issuer: baseURL ?? '', app: app.slug, account: 'customer-7' };
  const claims = verifyEntitlements(token, { keys }, expected);
  expect(claims).toMatchObject({ sub: acme.id, external_id: 'customer-7', aud: app.slug, iss: baseURL });
  expect([claims.exp - claims.iat, claims.max_stale - claims.iat]).toEqual([300, 86_400]);
  expect([expires_at, max_stale_at]).toEqual([claims.exp, claims.max_stale]);
  const listed = await sendRequest<{ payload: object[] }>(request, '/account/features', {
    key: appKey,
    headers,
  });
  expect(claims.features).toEqual(listed.body.payload);
  expect((await sendRequest(request, path, { key: appKey })).status).toBe(400);
});

test('the key set is public, cached, and has no private part', async ({ request }) => {
  const response = await request.get('/.well-known/jwks.json');
  expect(response.headers()).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    'cross-origin-resource-policy': 'cross-origin',
  });
  for (const key of ((await response.json()) as JsonWebKeySet).keys) {
    expect(key).toEqual({
      ...{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' },
      ...{ x: expect.stringMatching(/^[\w-]{43}$/), kid: expect.stringMatching(/^[\w-]{43}$/) },
    });
  }
  const conditional = { 'If-None-Match': response.headers().etag ?? '' };
  expect((await request.get('/.well-known/jwks.json', { headers: conditional })).status()).toBe(304);
  expect((await request.post('/.well-known/jwks.json')).status()).toBe(405);
});

test('the client rejects tokens that are forged, expired, foreign or downgraded', async ({
  request,
  createTenant,
  baseURL,
}) => {
  const { app, key } = await createTenant(spec, account);
  const { body } = await sendRequest<SignedEntitlements>(request, path, { key: await key('app'), headers });
  const { token } = body.data;
  const keySet = (await (await request.get('/.well-known/jwks.json')).json()) as JsonWebKeySet;
  const expected = { issuer: baseURL ?? '', app: app.slug, account: 'customer-7' };
  const check = (forged: string, using: Partial<typeof expected> = {}, now?: number) =>
    verifyEntitlements(forged, keySet, { ...expected, ...using }, now);
  expect(check(token).features).toHaveLength(1);

  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = decode(token, 1);
  const richer = encode({ ...claims, features: [{ id: 'projects' }] });
  expect(() => check(`${header}.${richer}.${signature}`)).toThrow('wrong signature');
  expect(() => check(`${header}.${payload}.`)).toThrow('wrong signature');
  expect(() => check(`${token}.${signature}`)).toThrow('wrong signature');
  // The key of someone else, with the ID of a published one, and with an ID of its own.
  const { privateKey } = generateKeyPairSync('ed25519');
  const forge = (part: string, by = privateKey) =>
    `${part}.${richer}.${sign(null, Buffer.from(`${part}.${richer}`), by).toString('base64url')}`;
  expect(() => check(forge(header))).toThrow('wrong signature');
  expect(() => check(forge(encode({ ...decode(token, 0), kid: 'mine' })))).toThrow('unknown key');

  expect(() => check(token, {}, claims.exp + 61)).toThrow('expired');
  expect(() => check(token, { app: 'another' })).toThrow('another app');
  expect(() => check(token, { issuer: 'https://plans.example' })).toThrow('another app');
  expect(() => check(token, { account: 'customer-8' })).toThrow('another account');

  const none = encode({ ...decode(token, 0), alg: 'none' });
  expect(() => check(`${none}.${richer}.`)).toThrow('unknown key');
  const hmac = encode({ ...decode(token, 0), alg: 'HS256' });
  const publicKey = Buffer.from(keySet.keys[0]?.x ?? '', 'base64url');
  const mac = createHmac('sha256', publicKey).update(`${hmac}.${richer}`).digest('base64url');
  expect(() => check(`${hmac}.${richer}.${mac}`)).toThrow('unknown key');
  expect(() => check(`${encode({ ...decode(token, 0), typ: 'JWT' })}.${payload}.${signature}`)).toThrow(
    'unknown key',
  );
  expect(() => check('no token')).toThrow('malformed');
});

/** A server in front of the one under test, which can be stopped and started again. */
async function openGateway(
  target: string | undefined,
): Promise<{ url: string; start: () => Promise<void>; stop: () => void }> {
  let server: Server | undefined;
  let port = 0;
  const start = async () => {
    server = createServer(async (incoming, outgoing) => {
      const { authorization = '', 'x-account-id': id = '' } = incoming.headers;
      const response = await fetch(`${target}${incoming.url}`, {
        headers: { Authorization: authorization, 'X-Account-Id': String(id) },
      });
      outgoing.writeHead(response.status, { 'Content-Type': 'application/json' }).end(await response.text());
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    port = (server.address() as { port: number }).port;
  };
  const stop = () => {
    server?.close();
    server?.closeAllConnections();
  };
  await start();
  return { url: `http://127.0.0.1:${port}`, start, stop };
}

test('the client goes on when the server does not answer, and says so', async ({ createTenant, baseURL }) => {
  const { app, key } = await createTenant(spec, account);
  const gateway = await openGateway(baseURL);
  const staleAccounts: (string | null)[] = [];
  const options = {
    app: app.slug,
    issuer: baseURL ?? '',
    onStale: (id: string | null) => staleAccounts.push(id),
  };
  const client = new AppVersions(gateway.url, await key('app'), options);
  const get = async (id = 'customer-7') => {
    const { features, stale } = await client.getEntitlements(id);
    return [features.map((feature) => feature.id), stale];
  };
  const ids = [app.features[0]?.humanId];
  const { now } = Date;
  try {
    expect(await get()).toEqual([ids, false]);
    gateway.stop();
    // The token has not expired.
    expect([await get(), staleAccounts]).toEqual([[ids, false], []]);
    client.refreshEntitlements('customer-7');
    expect([await get(), staleAccounts]).toEqual([[ids, true], ['customer-7']]);
    // There is no last token of another account.
    const error = await client.getEntitlements('customer-8').catch((reason: AppVersionsError) => reason);
    expect(error).toMatchObject({ status: 0, message: 'App Versions did not answer.' });

    await gateway.start();
    client.refreshEntitlements('customer-7');
    expect(await get()).toEqual([ids, false]);
    const unknown = await client.getEntitlements('customer-9').catch((reason: AppVersionsError) => reason);
    expect(unknown).toMatchObject({ status: 404, code: 'account_not_found' });

    gateway.stop();
    Date.now = () => now() + 23 * 60 * 60 * 1000;
    expect(await get()).toEqual([ids, true]);
    Date.now = () => now() + 25 * 60 * 60 * 1000;
    await expect(get()).rejects.toMatchObject({ status: 0 });
  } finally {
    Date.now = now;
    gateway.stop();
  }
});
