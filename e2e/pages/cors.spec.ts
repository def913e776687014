import { expect, type Page } from '@playwright/test';
import { pageUrl, startHost, test } from '../fixtures';

// A page of another origin in Chromium, which enforces CORS. lib/http/pipeline/cors.db.test.ts checks the headers.

test('only a page of an allowed origin uses the API with a key', async ({ context, createTenant }) => {
  const [host, stranger] = [await startHost(), await startHost()];
  const { app, key } = await createTenant({ versions: 3, features: 3, apiOrigins: [host.origin] });
  const api = pageUrl(app.host, '/api');
  const owner = await key();

  const [hostPage, strangePage] = [await context.newPage(), await context.newPage()];
  await hostPage.goto(host.origin);
  await strangePage.goto(stranger.origin);

  /** Sends a request from a page. `error` is set if the page can't read the response. */
  const send = (page: Page, path: string, init: RequestInit = {}) =>
    page.evaluate(
      async ({ url, options }) => {
        try {
          const response = await fetch(url, options);
          const { status } = response;
          const readable = Object.fromEntries(response.headers);
          return { status, headers: readable, body: await response.json(), error: null };
        } catch (error) {
          return { status: null, headers: {} as Record<string, string>, body: null, error: String(error) };
        }
      },
      { url: `${api}${path}`, options: init },
    );
  const headers = { Authorization: `Bearer ${owner}` };
  const versionId = app.versions[2]?.id;
  const switchInit: RequestInit = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
    body: JSON.stringify({ version_id: versionId }),
  };

  const before = await send(hostPage, '/account/features/feature-3', { headers });
  expect([before.status, before.body.allowed]).toEqual([200, false]);
  expect(before.headers).toMatchObject({
    etag: expect.stringMatching(/^"/),
    'x-request-id': expect.stringMatching(/^req_/),
    'api-version': expect.any(String),
  });

  // Another page can neither read nor switch: the preflight fails, so the switch is not sent.
  for (const init of [{ headers }, switchInit]) {
    const refused = await send(strangePage, '/app/versions', init);
    expect(refused.error).toContain('Failed to fetch');
  }
  const unchanged = await send(hostPage, '/account/features/feature-3', { headers });
  expect(unchanged.body.allowed).toBe(false);

  const switched = await send(hostPage, '/app/versions', switchInit);
  expect([switched.status, switched.body.data?.version_id]).toEqual([200, versionId]);
  const replayed = await send(hostPage, '/app/versions', switchInit);
  expect(replayed.headers['idempotent-replayed']).toBe('true');
  const after = await send(hostPage, '/account/features/feature-3', { headers });
  expect(after.body.allowed).toBe(true);

  // The page can read errors and conditional responses, but never uses cookies.
  const wrong = await send(hostPage, '/account/features', {
    headers: { Authorization: 'Bearer avk_wrong' },
  });
  expect([wrong.status, wrong.body.code]).toEqual([401, 'unauthenticated']);
  const withCookies = await send(hostPage, '/account/features', { headers, credentials: 'include' });
  expect(withCookies.error).toContain('Failed to fetch');
});
