import { expect } from '@playwright/test';
import type { VersionList } from '@/lib/contract/versions';
import { sampleSize } from '@/tools/testing/test-scope';
import { test } from '../fixtures';
import { forEachConcurrently, type RawResponse, sendRawRequest } from './api-client';
import { findResponseErrors } from './assert-response';
import { buildMatrixColumns, type ExpectedResponse, matrixRows } from './authorization-matrix';
import { createCallerCredentials, createTestTenants, type TestTenants } from './test-tenants';

/** Concurrent requests. An app can't send more than four test events to webhook endpoints at once. */
const concurrency = 4;

test('each caller gets the expected response to each endpoint and method', async ({ db }) => {
  const tenants = await createTestTenants(db);
  const columns = await buildMatrixColumns(tenants);
  const failures: string[] = [];
  for (const column of columns) {
    await forEachConcurrently(column, concurrency, async ({ caller, visible, request, expected }) => {
      const response = await sendRawRequest(request);
      const errors = [
        ...compareStatus(request.method, expected, response),
        ...findLeaks(visible, response, tenants),
        ...(await findResponseErrors({ ...request, url: request.target, ...response })),
      ];
      failures.push(...errors.map((error) => `${caller}: ${request.method} ${request.target}: ${error}`));
    });
  }
  expect(failures).toEqual([]);
  expect(columns.flat().length).toBeGreaterThan(sampleSize({ quick: 2900, full: 16_000 }));
});

test('/mcp and /ofrep accept API keys only', async ({ db }) => {
  const tenants = await createTestTenants(db);
  const credentials = await createCallerCredentials(tenants);
  const bodies = {
    '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    '/ofrep/v1/evaluate/flags': { context: { targetingKey: tenants.own.account.id } },
  };
  const accepted = new Set<string>();
  for (const { caller } of matrixRows) {
    for (const [target, fields] of Object.entries(bodies)) {
      const body = Buffer.from(JSON.stringify(fields));
      const headers: [string, string][] = [
        ...Object.entries(credentials[caller] ?? {}),
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json, text/event-stream'],
        ['Content-Length', String(body.length)],
      ];
      const { status } = await sendRawRequest({ method: 'POST', target, headers, body });
      if (status !== 401) accepted.add(caller);
    }
  }
  const keys = matrixRows.filter(
    ({ caller, identity }) => /\bkey\b/.test(caller) && identity !== 'unauthenticated',
  );
  expect([...accepted]).toEqual(keys.map(({ caller }) => caller));
});

test('a list contains exactly the versions that are visible to its caller', async ({ db }) => {
  const tenants = await createTestTenants(db);
  const credentials = await createCallerCredentials(tenants);
  for (const { caller, visible } of matrixRows.filter(({ visible }) => visible.length > 0)) {
    const headers = Object.entries(credentials[caller] ?? {});
    const { text } = await sendRawRequest({ method: 'GET', target: '/app/versions', headers });
    const { data }: VersionList = JSON.parse(text);
    const names = data.versions.map(({ title }) => title.split(' ')[0]);
    expect([caller, ...names.sort()]).toEqual([caller, ...visible.toSorted()]);
  }
});

function compareStatus(method: string, expected: ExpectedResponse, { status, text }: RawResponse): string[] {
  const code = status < 400 || method === 'HEAD' ? null : JSON.parse(text).code;
  const matches = status === expected.status && (method === 'HEAD' || code === expected.code);
  return matches ? [] : [`${status} ${code}, expected ${expected.status} ${expected.code}`];
}

/** Reports versions whose id or title is in the response although the caller may not see them. */
function findLeaks(visible: string[], { text }: RawResponse, { versions }: TestTenants): string[] {
  return Object.entries(versions)
    .filter(
      ([name, { id, title }]) => !visible.includes(name) && [id, title].some((each) => text.includes(each)),
    )
    .map(([name]) => `The response exposes the version ${name}`);
}
