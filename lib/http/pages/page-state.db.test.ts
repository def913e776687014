import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sessionCookieName } from '@/lib/contract/current-user';
import { templateHeader } from '@/lib/server/pages/page-worker-protocol.mjs';
import { getService } from '@/lib/server/process/runtime';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildSession } from '@/prisma/factories/build-credential';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase } from '@/tools/testing/test-service';
import { openPageQueries } from './page-queries';
import { loadAccountState } from './page-state';

const { url, owner } = await openTestDatabase();
let app: BuiltApp;

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('LOG', 'off');
  app = await buildApp(owner, { versions: 3, features: 4 });
});

afterAll(() => closeService(getService()));

interface Person {
  title: string;
  name: string;
  history: number[];
  daysAgo: number;
}

/** An owner of an account of its own. All that is not in the list of values, and not in the key, differs too. */
async function signIn({ title, name, history, daysAgo }: Person): Promise<Headers> {
  const versions = history.flatMap((index) => app.versions[index] ?? []);
  const account = await buildAccount(owner, app, {
    title,
    externalId: `external ${title}`,
    history: versions,
    daysAgo,
  });
  const session = { app, account, role: 'owner', name, userId: `user ${name}` } as const;
  return new Headers({ cookie: `${sessionCookieName}=${await buildSession(owner, session)}` });
}

/** What a page worker renders for all in the state of the account: what each query of a page returns, or that it throws. */
async function renderShared(headers: Headers) {
  const state = await loadAccountState(headers, { historyRows: null });
  const page = await openPageQueries(new Headers([...headers, [templateHeader, state?.lists ?? '']]));
  const read = async (query: unknown) => (typeof query === 'function' ? query() : query);
  const shown = await Promise.all(
    Object.entries(page).map(([name, query]) =>
      read(query).then(
        (result) => [name, result],
        () => [name, 'throws'],
      ),
    ),
  );
  return { key: state?.key, shown: Object.fromEntries(shown) };
}

test('pages of two accounts in the same state are rendered alike', async () => {
  const a = await renderShared(
    await signIn({ title: 'First Ltd', name: 'Ada', history: [0, 1], daysAgo: 2 }),
  );
  const b = await renderShared(
    await signIn({ title: 'Second Ltd', name: 'Ben', history: [1, 2, 1], daysAgo: 300 }),
  );
  expect(a.key).toMatch(/^[0-9a-f]{64}$/);
  expect(b).toEqual(a);
  expect(a.shown).toMatchObject({ listVersions: { success: true }, listHistory: 'throws' });
  const c = await renderShared(await signIn({ title: 'Third Ltd', name: '', history: [0, 2], daysAgo: 2 }));
  expect(c.key).not.toBe(a.key);
});
