import { expect } from '@playwright/test';
import fc from 'fast-check';
import { openClient } from '@/lib/db/connection/client';
import { chooseSeed, sampleSize } from '@/tools/testing/test-scope';
import { test } from '../fixtures';
import { type RawRequest, sendRawRequest } from './api-client';
import { encodeBody } from './fuzz/body-generator';
import {
  checkHistories,
  createFuzzTenants,
  type FuzzTenants,
  findFuzzErrors,
  findMalformedRequestErrors,
  readProtectedRows,
  replacePlaceholders,
} from './fuzz/fuzz-checks';
import {
  type MalformedRequest,
  malformedRequest,
  malformedRequests,
  sendMalformedRequest,
} from './fuzz/malformed-requests';
import { accountRequest, type GeneratedRequest, generatedRequest } from './fuzz/request-generator';
import { createCallerCredentials, type RequestHeaders } from './test-tenants';

/**
 * `FUZZ_SEED` repeats a run, `FUZZ_REQUESTS` sets the number of requests, and `FUZZ_REPLAY` sends only the request
 * that a failure printed.
 */
const requestCount = Number(process.env.FUZZ_REQUESTS ?? sampleSize({ quick: 500, full: 10_000 }));
const seed = chooseSeed(process.env.FUZZ_SEED);
const replay: FuzzRequest | null = JSON.parse(process.env.FUZZ_REPLAY ?? 'null');

/** Requests in flight at a time. */
const concurrency = 16;

type FuzzRequest = GeneratedRequest | MalformedRequest;

const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 19, arbitrary: generatedRequest },
  { weight: 1, arbitrary: malformedRequest },
);

test(`responses to ${requestCount} generated requests are documented and leak no tenant data`, async ({
  db,
}) => {
  test.setTimeout(600_000 + requestCount * 100);
  const observer = openClient(process.env.OBSERVER_DATABASE_URL ?? '', { as: 'owner' });
  const tenants = await createFuzzTenants(db);
  let credentials = await createCallerCredentials(tenants);
  const before = await readProtectedRows(tenants, observer);
  const { entryCount: initialCount } = await checkHistories(tenants, observer);
  const countByStatus = new Map<string, number>();

  const send = async (request: FuzzRequest) => {
    const { status, signedOut } = await sendAndCheck(tenants, credentials, request);
    countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
    if (signedOut) credentials = await createCallerCredentials(tenants);
  };
  if (replay) return send(replay);
  const runWorker = (_: unknown, index: number) =>
    fc.assert(fc.asyncProperty(fuzzRequest, send), {
      seed: seed + index,
      numRuns: Math.ceil(requestCount / concurrency),
      examples:
        index === 0 ? [...malformedRequests, accountRequest].map((each): [FuzzRequest] => [each]) : [],
      reporter: throwCounterexample,
    });
  await Promise.all(Array.from({ length: concurrency }, runWorker));

  const counts = JSON.stringify(Object.fromEntries([...countByStatus].sort()));
  const { errors, entryCount } = await checkHistories(tenants, observer);
  console.log(`${requestCount} requests, FUZZ_SEED=${seed}: ${counts}, ${entryCount - initialCount} changes`);
  if (requestCount >= 5000) {
    expect([...countByStatus.keys()]).toEqual(expect.arrayContaining(expectedStatuses));
  }
  expect(await readProtectedRows(tenants, observer)).toEqual(before);
  expect(errors).toEqual([]);
  // About one in 250 requests changes a history.
  expect(entryCount - initialCount).toBeGreaterThan(requestCount / 2000);
  await observer.$disconnect();
});

/** Statuses that a run of thousands of requests must reach. Otherwise the generator does not cover the API. */
const expectedStatuses = [
  '200',
  '201',
  '303',
  '400',
  '401',
  '403',
  '404',
  '405',
  '413',
  '415',
  'malformed 400',
];

async function sendAndCheck(
  tenants: FuzzTenants,
  credentials: Record<string, RequestHeaders>,
  request: FuzzRequest,
) {
  if ('halfClose' in request) {
    const malformed = { ...request, text: replacePlaceholders(tenants, request.text) };
    const response = await sendMalformedRequest(malformed);
    throwErrors(await findMalformedRequestErrors(tenants, malformed, response), response);
    return { status: `malformed ${response?.status ?? 'closed'}`, signedOut: false };
  }
  const rawRequest = toRawRequest(tenants, credentials[request.caller] ?? {}, request);
  const response = await sendRawRequest(rawRequest);
  throwErrors(await findFuzzErrors(tenants, request.caller, rawRequest, response), response);
  const signedOut = response.status === 303 && 'set-cookie' in response.headers;
  return { status: `${response.status}`, signedOut };
}

function toRawRequest(
  tenants: FuzzTenants,
  credentialHeaders: RequestHeaders,
  request: GeneratedRequest,
): RawRequest {
  const replace = (text: string) => replacePlaceholders(tenants, text);
  const body = request.body ? encodeBody({ ...request.body, text: replace(request.body.text) }) : undefined;
  const framing: RawRequest['headers'] = body
    ? [request.chunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)]]
    : [];
  return {
    method: request.method,
    target: replace(request.target),
    headers: [
      ...Object.entries(credentialHeaders),
      ...request.headers.map(([name, value]): [string, string] => [name, replace(value)]),
      ...framing,
    ],
    body,
  };
}

function throwErrors(errors: string[], response: unknown): void {
  if (errors.length > 0) throw new Error(`${errors.join('\n')}\n${JSON.stringify(response)}`);
}

/** Reports the smallest failing request as a command that sends it again. */
function throwCounterexample({ failed, counterexample, errorInstance }: fc.RunDetails<[FuzzRequest]>): void {
  if (!failed) return;
  const replayValue = JSON.stringify(counterexample?.[0]).replaceAll("'", "'\\''");
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(
    `${reason}\nFUZZ_SEED=${seed}, or only this request:\nFUZZ_REPLAY='${replayValue}' npm test -- api`,
  );
}
