import { expect } from '@playwright/test';
import type { ProblemBody } from '@/lib/contract/problem';
import { sessionCookieName } from '@/lib/contract/session-cookie';
import { buildKey, buildSession } from '@/prisma/builders/build-credential';
import { test } from '../fixtures';
import { ask } from './ask';

/** A request in parts, so that two of them can be at fault. */
interface Parts {
  method: string;
  path: string;
  /** Headers that say who is asking. */
  who: Record<string, string>;
  headers: Record<string, string>;
  fields: Record<string, unknown>;
  /** Instead of the fields. */
  text?: string;
  /** Bytes, filled up with spaces. */
  size?: number;
}

interface Fault {
  code: string;
  /** Parts that it takes; two faults that take the same one can't be in one request. */
  takes: string[];
  make: (parts: Parts) => Partial<Parts>;
}

/** The faults that each endpoint can find, in the order of DESIGN 2: of any two, the one that stands first is told. */
const orders = {
  'GET /app/versions': 'address method key foreign-account limit',
  'GET /app/versions/:id': 'address method key foreign-account unknown-account unknown-id',
  'GET /app/versions/:id/preview': 'address method key foreign-account no-account unknown-account unknown-id',
  'GET /account/versions': 'address method key foreign-account limit unknown-account',
  'POST /app/versions':
    'address method key member cross-site type coding size json missing wrong unknown no-account unknown-account unknown-version stale reused inactive',
  'PUT /api/accounts/:external_id':
    'address method key owner type coding size json missing wrong unknown unknown-account',
  'POST /api/portal/sessions':
    'address method key owner type coding size json missing wrong unknown unknown-account',
  'GET /api/openapi.json': 'address method',
  'POST /api/portal/demo': 'address method cross-site size person',
  'POST /api/portal/sign-out': 'address method cross-site',
};

type Endpoint = keyof typeof orders;

const requests = 386;

test(`of any two faults in one request the earlier in the order is told: ${requests} requests`, async ({
  request,
  tenant,
  db,
}) => {
  test.setTimeout(120_000);
  const { app, account, key } = await tenant({
    versions: [{ fee: 0 }, { fee: 100 }, { fee: 200 }, { fee: 300, active: false }],
  });
  const [, second, third, inactive] = app.versions.map(({ id }) => id);
  const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
  const owner = bearer(await key());
  const appKey = bearer(await buildKey(db, { app }));
  const cookie = `${sessionCookieName}=${await buildSession(db, { app, account, role: 'owner' })}`;

  const bases: Record<Endpoint, Partial<Parts>> = {
    'GET /app/versions': {},
    'GET /app/versions/:id': { path: `/app/versions/${second}` },
    'GET /app/versions/:id/preview': { path: `/app/versions/${second}/preview` },
    'GET /account/versions': {},
    'POST /app/versions': { fields: { version_id: second } },
    'PUT /api/accounts/:external_id': { path: '/api/accounts/7', who: appKey, fields: { title: 'Seven' } },
    'POST /api/portal/sessions': { who: appKey, fields: { role: 'product', name: 'Ada' } },
    'GET /api/openapi.json': {},
    'POST /api/portal/demo': { who: { 'Sec-Fetch-Site': 'same-origin' } },
    'POST /api/portal/sign-out': { who: { 'Sec-Fetch-Site': 'same-origin' } },
  };
  const who = (code: string, headers: Record<string, string>): Fault => ({
    code,
    takes: ['who'],
    make: () => ({ who: headers }),
  });
  const header = (code: string, name: string, value: string): Fault => ({
    code,
    takes: [name],
    make: ({ headers }) => ({ headers: { ...headers, [name]: value } }),
  });
  const field = (
    code: string,
    takes: string,
    change: (fields: Parts['fields']) => Parts['fields'],
  ): Fault => ({
    code,
    takes: [takes],
    make: ({ fields }) => ({ fields: change(fields) }),
  });
  const required = (fields: Parts['fields']) => Object.keys(fields)[0]!;
  const faults: Record<string, Fault> = {
    address: { code: 'not_found', takes: ['path'], make: () => ({ path: '/api/portal/nothing' }) },
    method: { code: 'method_not_allowed', takes: ['method'], make: () => ({ method: 'PATCH' }) },
    key: who('unauthenticated', bearer('avk_wrong')),
    member: who('forbidden', bearer(await key('member'))),
    owner: who('forbidden', owner),
    'foreign-account': who('forbidden', { ...owner, 'X-Account-Id': 'acc_other' }),
    'no-account': who('parameter_missing', appKey),
    'unknown-account': who('account_not_found', { ...appKey, 'X-Account-Id': 'acc_unknown' }),
    'cross-site': who('cross_site', { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' }),
    type: header('unsupported_media_type', 'Content-Type', 'text/plain'),
    coding: header('unsupported_media_type', 'Content-Encoding', 'gzip'),
    size: { code: 'body_too_large', takes: ['size'], make: () => ({ size: 20_000 }) },
    json: { code: 'invalid_json', takes: ['first', 'reason', 'more'], make: () => ({ text: '{' }) },
    missing: field('parameter_missing', 'first', (fields) => ({ ...fields, [required(fields)]: undefined })),
    wrong: field('parameter_invalid', 'first', (fields) => ({ ...fields, [required(fields)]: 7 })),
    unknown: field('parameter_unknown', 'more', (fields) => ({ ...fields, x: 1 })),
    person: { code: 'parameter_invalid', takes: ['first'], make: () => ({ text: 'person=nobody' }) },
    limit: {
      code: 'parameter_invalid',
      takes: ['query'],
      make: ({ path }) => ({ path: `${path}?limit=0&exclude_matrix=0` }),
    },
    'unknown-id': {
      code: 'version_not_found',
      takes: ['path'],
      make: ({ path }) => ({ path: path.replace(/ver_\w+/, 'ver_unknown') }),
    },
    'unknown-version': field('version_not_found', 'first', (fields) => ({
      ...fields,
      version_id: 'ver_unknown',
    })),
    stale: header('preview_stale', 'If-Match', '"of-another-time"'),
    reused: header('idempotency_key_reused', 'Idempotency-Key', 'used'),
    inactive: field('version_inactive', 'first', (fields) => ({ ...fields, version_id: inactive })),
  };

  const used = { ...owner, 'Idempotency-Key': 'used' };
  expect((await ask(request, '/app/versions', { headers: used, body: { version_id: third } })).status).toBe(
    200,
  );

  const send = async (endpoint: Endpoint, at: string[]) => {
    const [method = '', path = ''] = endpoint.split(' ');
    let parts: Parts = { method, path, who: owner, headers: {}, fields: {}, ...bases[endpoint] };
    for (const name of at) parts = { ...parts, ...faults[name]?.make(parts) };
    const hasBody = !['GET', 'HEAD'].includes(method);
    const text = (parts.text ?? JSON.stringify(parts.fields)).padEnd(parts.size ?? 0, ' ');
    const { body } = await ask<ProblemBody>(request, parts.path, {
      method: parts.method,
      headers: { ...parts.who, ...(hasBody && { 'Content-Type': 'application/json' }), ...parts.headers },
      ...(hasBody && { body: text }),
    });
    return body.code;
  };

  let asked = 0;
  for (const [endpoint, order] of Object.entries(orders) as [Endpoint, string][]) {
    const names = order.split(' ');
    for (const [place, name] of names.entries()) {
      const { code, takes } = faults[name]!;
      const others = names
        .slice(place + 1)
        .filter((other) => !faults[other]!.takes.some((part) => takes.includes(part)));
      for (const at of [[name], ...others.map((other) => [name, other])]) {
        asked += 1;
        expect.soft(await send(endpoint, at), `${endpoint}: ${at.join(' and ')}`).toBe(code);
      }
    }
  }
  expect(asked).toBe(requests);
});
