import { expect } from '@playwright/test';
import { sessionCookieName } from '@/lib/contract/current-user';
import type { ProblemBody } from '@/lib/contract/errors';
import { buildSession } from '@/prisma/factories/build-credential';
import { sampleSize } from '@/tools/testing/test-scope';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

/** A request in parts, so that two faults can be combined. */
interface RequestParts {
  method: string;
  path: string;
  /** Headers that authenticate the caller. */
  credentials: Record<string, string>;
  headers: Record<string, string>;
  fields: Record<string, unknown>;
  /** The body, instead of the fields. */
  text?: string;
  /** Size of the body in bytes, padded with spaces. */
  size?: number;
}

interface Fault {
  code: string;
  /** The parts that it changes. Two faults that change the same part cannot be combined. */
  changes: string[];
  apply: (parts: RequestParts) => Partial<RequestParts>;
}

/**
 * The faults that each endpoint can detect, in the order of the checks. Of two faults the first one is reported. Without
 * `--full`, each fault is combined with the next one only.
 */
const checkOrder = {
  'GET /app/versions': 'path method key foreign-account limit',
  'GET /app/versions/:id': 'path method key foreign-account unknown-account unknown-id',
  'GET /app/versions/:id/preview': 'path method key foreign-account no-account unknown-account unknown-id',
  'GET /account/versions': 'path method key foreign-account limit unknown-account',
  'POST /app/versions':
    'path method key member cross-site content-type encoding size json missing invalid unknown no-account unknown-account actor unknown-version stale reused inactive',
  'PUT /api/accounts/:external_id':
    'path method key owner content-type encoding size json missing invalid unknown unknown-account actor',
  'POST /api/portal/sessions':
    'path method key owner content-type encoding size json missing invalid unknown unknown-account',
  'GET /api/openapi.json': 'path method',
  'POST /api/portal/demo': 'path method cross-site size person',
  'POST /api/portal/sign-out': 'path method cross-site',
};

type Endpoint = keyof typeof checkOrder;

const requestCount = sampleSize({ quick: 146, full: 418 });

test(`of two faults, the first in the documented order is reported (${requestCount} requests)`, async ({
  request,
  createTenant,
  db,
}) => {
  const { app, account, key } = await createTenant({
    versions: [{ fee: 0 }, { fee: 100 }, { fee: 200 }, { fee: 300, active: false }],
  });
  const [, second, third, inactive] = app.versions.map(({ id }) => id);
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const owner = bearer(await key());
  const appKey = bearer(await key('app'));
  const cookie = `${sessionCookieName}=${await buildSession(db, { app, account, role: 'owner' })}`;

  const validRequests: Record<Endpoint, Partial<RequestParts>> = {
    'GET /app/versions': {},
    'GET /app/versions/:id': { path: `/app/versions/${second}` },
    'GET /app/versions/:id/preview': { path: `/app/versions/${second}/preview` },
    'GET /account/versions': {},
    'POST /app/versions': { fields: { version_id: second } },
    'PUT /api/accounts/:external_id': {
      path: '/api/accounts/7',
      credentials: appKey,
      fields: { title: 'Seven' },
    },
    'POST /api/portal/sessions': { credentials: appKey, fields: { role: 'product', name: 'Ada' } },
    'GET /api/openapi.json': {},
    'POST /api/portal/demo': { credentials: { 'Sec-Fetch-Site': 'same-origin' } },
    'POST /api/portal/sign-out': { credentials: { 'Sec-Fetch-Site': 'same-origin' } },
  };
  const credentialFault = (code: string, headers: Record<string, string>): Fault => ({
    code,
    changes: ['credentials'],
    apply: () => ({ credentials: headers }),
  });
  const headerFault = (code: string, name: string, value: string): Fault => ({
    code,
    changes: [name],
    apply: ({ headers }) => ({ headers: { ...headers, [name]: value } }),
  });
  const fieldFault = (
    code: string,
    changedPart: string,
    changeFields: (fields: RequestParts['fields']) => RequestParts['fields'],
  ): Fault => ({
    code,
    changes: [changedPart],
    apply: ({ fields }) => ({ fields: changeFields(fields) }),
  });
  /** A fault of the required field, which is the first one. */
  const valueFault = (code: string, value: unknown) =>
    fieldFault(code, 'required field', (fields) => ({ ...fields, [Object.keys(fields)[0]!]: value }));
  const faults: Record<string, Fault> = {
    path: { code: 'not_found', changes: ['path'], apply: () => ({ path: '/api/portal/nothing' }) },
    method: { code: 'method_not_allowed', changes: ['method'], apply: () => ({ method: 'PROPFIND' }) },
    key: credentialFault('unauthenticated', bearer('avk_wrong')),
    member: credentialFault('forbidden', bearer(await key('member'))),
    owner: credentialFault('forbidden', owner),
    'foreign-account': credentialFault('forbidden', { ...owner, 'X-Account-Id': 'acc_other' }),
    'no-account': credentialFault('parameter_missing', appKey),
    'unknown-account': credentialFault('account_not_found', { ...appKey, 'X-Account-Id': 'acc_unknown' }),
    'cross-site': credentialFault('cross_site', { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' }),
    'content-type': headerFault('unsupported_media_type', 'Content-Type', 'text/plain'),
    encoding: headerFault('unsupported_media_type', 'Content-Encoding', 'gzip'),
    size: { code: 'body_too_large', changes: ['size'], apply: () => ({ size: 20_000 }) },
    json: {
      code: 'invalid_json',
      changes: ['required field', 'reason', 'extra field'],
      apply: () => ({ text: '{' }),
    },
    missing: valueFault('parameter_missing', undefined),
    invalid: valueFault('parameter_invalid', 7),
    unknown: fieldFault('parameter_unknown', 'extra field', (fields) => ({ ...fields, x: 1 })),
    person: {
      code: 'parameter_invalid',
      changes: ['required field'],
      apply: () => ({ text: 'person=nobody' }),
    },
    limit: {
      code: 'parameter_invalid',
      changes: ['query'],
      apply: ({ path }) => ({ path: `${path}?limit=0&exclude_matrix=0` }),
    },
    'unknown-id': {
      code: 'version_not_found',
      changes: ['path'],
      apply: ({ path }) => ({ path: path.replace(/ver_\w+/, 'ver_unknown') }),
    },
    'unknown-version': valueFault('version_not_found', 'ver_unknown'),
    actor: headerFault('parameter_invalid', 'X-Actor', 'Ada'),
    stale: headerFault('preview_stale', 'If-Match', '"stale"'),
    reused: headerFault('idempotency_key_reused', 'Idempotency-Key', 'used'),
    inactive: valueFault('version_inactive', inactive),
  };

  const used = { headers: { ...owner, 'Idempotency-Key': 'used' }, body: { version_id: third } };
  expect((await sendRequest(request, '/app/versions', used)).status).toBe(200);

  const sendFaultyRequest = async (endpoint: Endpoint, faultNames: string[]) => {
    const [method = '', path = ''] = endpoint.split(' ');
    let parts: RequestParts = {
      method,
      path,
      credentials: owner,
      headers: {},
      fields: {},
      ...validRequests[endpoint],
    };
    for (const name of faultNames) parts = { ...parts, ...faults[name]?.apply(parts) };
    const hasBody = !['GET', 'HEAD'].includes(method);
    const text = (parts.text ?? JSON.stringify(parts.fields)).padEnd(parts.size ?? 0, ' ');
    const { body } = await sendRequest<ProblemBody>(request, parts.path, {
      method: parts.method,
      headers: {
        ...parts.credentials,
        ...(hasBody && { 'Content-Type': 'application/json' }),
        ...parts.headers,
      },
      ...(hasBody && { body: text }),
    });
    return body.code;
  };

  let sentCount = 0;
  for (const [endpoint, order] of Object.entries(checkOrder) as [Endpoint, string][]) {
    const names = order.split(' ');
    for (const [index, name] of names.entries()) {
      const { code, changes } = faults[name]!;
      const others = names
        .slice(index + 1)
        .filter((other) => !faults[other]!.changes.some((part) => changes.includes(part)))
        .slice(0, sampleSize({ quick: 1, full: Infinity }));
      for (const combination of [[name], ...others.map((other) => [name, other])]) {
        sentCount += 1;
        expect
          .soft(await sendFaultyRequest(endpoint, combination), `${endpoint}: ${combination.join(' and ')}`)
          .toBe(code);
      }
    }
  }
  expect(sentCount).toBe(requestCount);
});
