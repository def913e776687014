import { OFREPProvider } from '@openfeature/ofrep-provider';
import { type Client, OpenFeature } from '@openfeature/server-sdk';
import { expect } from '@playwright/test';
import { test } from '../fixtures';

const spec = {
  features: ['Export', 'Projects', 'Support', 'Audit log', 'Messages', 'Secret'],
  units: { 2: { unit: 'project', isLimit: true }, 5: { unit: 'message', period: 'month', isLimit: true } },
  versions: [
    {
      title: 'Kitchen',
      features: [1, 2, 3, 5],
      amounts: { 2: 10, 5: 'unlimited' as const },
      values: { 3: 'E-mail' },
    },
    {
      title: 'Team',
      features: [1, 2, 3, 4, 5],
      amounts: { 2: 20, 5: 'unlimited' as const },
      values: { 3: 'Phone' },
    },
    { title: 'Own', public: false, features: [6] },
  ],
};
const account = () => ({ externalId: 'customer-7' });
const flagsPath = '/ofrep/v1/evaluate/flags';

/** Opens an OpenFeature client with the OFREP provider. */
async function openClient(baseUrl: string | undefined, headers: [string, string][]): Promise<Client> {
  const domain = `test ${headers}`;
  await OpenFeature.setProviderAndWait(domain, new OFREPProvider({ baseUrl: baseUrl ?? '', headers }));
  return OpenFeature.getClient(domain);
}

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

test.describe('an OpenFeature provider', () => {
  test.afterEach(() => OpenFeature.close());

  test('evaluates features by their type', async ({ createTenant, baseURL }) => {
    const { app, key } = await createTenant(spec, account);
    const [exported, projects, support, audit, messages] = app.features.map(({ humanId }) => humanId);
    const appKey = await key('app');
    const context = { targetingKey: 'customer-7' };
    for (const header of [
      ['Authorization', `Bearer ${appKey}`],
      ['X-API-Key', appKey],
    ] as [string, string][]) {
      const client = await openClient(baseURL, [header]);
      expect(await client.getBooleanDetails(exported ?? '', false, context)).toMatchObject({
        value: true,
        reason: 'TARGETING_MATCH',
        flagMetadata: { allowed: true, source: 'version' },
      });
      expect(await client.getBooleanValue(audit ?? '', true, context)).toBe(false);
      expect(await client.getNumberDetails(projects ?? '', 0, context)).toMatchObject({
        value: 10,
        flagMetadata: { allowed: true, amount: 10, unlimited: false, unit: 'project' },
      });
      expect(await client.getNumberDetails(messages ?? '', 0, context)).toMatchObject({
        value: 2 ** 31 - 1,
        flagMetadata: { unlimited: true },
      });
      expect(await client.getStringValue(support ?? '', '', context)).toBe('E-mail');
      expect(await client.getObjectValue(`${projects}.entitlement`, {}, context)).toMatchObject({
        id: projects,
        allowed: true,
        amount: 10,
      });
    }
  });

  test('gets the default of the code for what has no value, and the reason', async ({
    createTenant,
    baseURL,
  }) => {
    const { app, key } = await createTenant(spec, account);
    const exported = app.features[0]?.humanId ?? '';
    const client = await openClient(baseURL, [['Authorization', `Bearer ${await key('app')}`]]);
    const evaluate = (flag: string, context: { targetingKey?: string }, using = client) =>
      using.getBooleanDetails(flag, true, context);
    const context = { targetingKey: 'customer-7' };
    expect(await evaluate('unknown', context)).toMatchObject({ value: true, errorCode: 'FLAG_NOT_FOUND' });
    expect(await evaluate(`${exported}.other`, context)).toMatchObject({ errorCode: 'FLAG_NOT_FOUND' });
    expect(await evaluate(exported, { targetingKey: 'unknown-account' })).toMatchObject({
      value: true,
      errorCode: 'INVALID_CONTEXT',
    });
    expect(await evaluate(exported, {})).toMatchObject({ errorCode: 'TARGETING_KEY_MISSING' });
    const other = await openClient(baseURL, [['Authorization', 'Bearer avk_wrong']]);
    expect(await evaluate(exported, context, other)).toMatchObject({ value: true, errorCode: 'GENERAL' });
  });
});

test.describe('OFREP', () => {
  const send = async (
    baseUrl: string | undefined,
    path: string,
    { key, body, headers = {} }: { key?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(key && { Authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  };
  const context = { targetingKey: 'customer-7' };

  test('responds with all flags, and 304 to their ETag until something changes', async ({
    createTenant,
    baseURL,
  }) => {
    const { app, account: acme, key } = await createTenant(spec, account);
    const appKey = await key('app');
    const ids = app.features.map(({ humanId }) => humanId);
    const first = await send(baseURL, flagsPath, { key: appKey, body: { context } });
    const { flags } = first.body as { flags: { key: string; value: unknown }[] };
    expect(first.status).toBe(200);
    expect(flags.map((flag) => flag.key)).toEqual(ids.flatMap((id) => [id, `${id}.entitlement`]));
    expect(flags.filter(({ value }) => typeof value !== 'object').map(({ value }) => value)).toEqual([
      ...[true, 10, 'E-mail', false, 2 ** 31 - 1, false],
    ]);
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const second = await send(baseURL, flagsPath, { key: appKey, body: { context }, headers });
    expect([second.status, second.body]).toEqual([304, '']);
    // The ID of the account is a targeting key too.
    const byId = { context: { targetingKey: acme.id } };
    expect((await send(baseURL, flagsPath, { key: appKey, body: byId, headers })).status).toBe(304);

    const switched = await fetch(`${baseURL}/app/versions`, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${appKey}`, 'X-Account-Id': 'customer-7' },
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ version_id: app.versions[1]?.id }),
    });
    expect(switched.ok).toBe(true);
    const third = await send(baseURL, flagsPath, { key: appKey, body: { context }, headers });
    expect([third.status, JSON.stringify(third.body)]).toEqual([200, expect.stringContaining('"Phone"')]);
  });

  test('serves account keys, for their account only and with the flags that it can see', async ({
    createTenant,
    baseURL,
  }) => {
    const { app, key } = await createTenant(spec, account);
    const memberKey = await key('member');
    const [exported, , , , , secret] = app.features.map(({ humanId }) => humanId);
    const evaluate = (flag: string | undefined, targetingKey?: string) =>
      send(baseURL, `${flagsPath}/${flag}`, { key: memberKey, body: { context: { targetingKey } } });
    expect(await evaluate(exported)).toMatchObject({ status: 200, body: { key: exported, value: true } });
    expect((await evaluate(exported, 'customer-7')).status).toBe(200);
    const foreign = await evaluate(exported, 'customer-8');
    expect([foreign.status, Object.keys(foreign.body as object)]).toEqual([403, ['errorDetails']]);
    expect(await evaluate(secret)).toMatchObject({
      status: 404,
      body: { key: secret, errorCode: 'FLAG_NOT_FOUND', errorDetails: `There is no feature "${secret}".` },
    });
    expect(
      JSON.stringify((await send(baseURL, flagsPath, { key: memberKey, body: { context } })).body),
    ).not.toContain(secret);
  });

  test('rejects bad requests in the form of the protocol', async ({ createTenant, baseURL }) => {
    const { app, key } = await createTenant(spec, account);
    const appKey = await key('app');
    const exported = app.features[0]?.humanId ?? '';
    const path = `${flagsPath}/${exported}`;
    const fail = async (body: unknown, using: { path?: string; key?: string } = {}) => {
      const answer = await send(baseURL, using.path ?? path, { key: using.key ?? appKey, body });
      const { errorDetails, ...rest } = answer.body as { errorDetails: string };
      expect(errorDetails).not.toBe('');
      expect(answer.headers.get('Content-Type')).toBe('application/json');
      return [answer.status, rest];
    };
    expect(await fail('{')).toEqual([400, { key: exported, errorCode: 'PARSE_ERROR' }]);
    expect(await fail('{', { path: flagsPath })).toEqual([400, { errorCode: 'PARSE_ERROR' }]);
    expect(await fail({})).toEqual([400, { key: exported, errorCode: 'INVALID_CONTEXT' }]);
    for (const targetingKey of [7, 'a\u0000', 'x'.repeat(2000), 'unknown-account', '\ud800']) {
      expect(await fail({ context: { targetingKey } })).toEqual([
        400,
        { key: exported, errorCode: 'INVALID_CONTEXT' },
      ]);
    }
    expect(await fail({ context: { targetingKey: '' } }, { path: flagsPath })).toEqual([
      400,
      { errorCode: 'TARGETING_KEY_MISSING' },
    ]);
    expect(await fail({ context: 'x'.repeat(100_000) })).toEqual([
      413,
      { key: exported, errorCode: 'PARSE_ERROR' },
    ]);
    expect(await fail({ context }, { key: 'avk_wrong' })).toEqual([401, {}]);
    expect((await send(baseURL, path, { body: { context } })).status).toBe(401);
    expect((await fetch(`${baseURL}${path}`)).status).toBe(405);
  });

  test('lets pages of the origins of an app evaluate flags', async ({ createTenant, baseURL }) => {
    const origin = 'https://app.example.com';
    const { key } = await createTenant({ ...spec, apiOrigins: [origin] }, account);
    const preflight = await fetch(`${baseURL}${flagsPath}`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    const headers = { Origin: origin };
    const answer = await send(baseURL, flagsPath, { key: await key('member'), body: { context }, headers });
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, origin]);
  });
});
