import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { type Event, maxEventBytes } from '@/lib/contract/events';
import { makeId } from '@/lib/contract/ids';
import type { Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { changeInput, createAccountCaller, keyActor } from '@/tools/testing/callers';
import { createTestDatabase } from '@/tools/testing/test-database';
import { openTestService } from '@/tools/testing/test-service';
import { createAccount } from '../accounts/accounts';
import { switchVersion } from '../changes/switch-version';
import { type EventPage, listEvents } from './events';

const { owner, service } = await openTestService();

function switchTo(app: BuiltApp, account: { id: string }, index: number, reason: string | null = null) {
  const caller = createAccountCaller(app, { id: account.id, title: '' });
  const versionId = app.versions[index % app.versions.length]?.id ?? '';
  return switchVersion(service, caller, { ...changeInput, versionId, reason });
}

const all = { accountId: null, types: null };

type Page = Omit<EventPage, 'events'> & { events: Event[] };

async function list(
  app: BuiltApp,
  after: Page['next'] | null = null,
  filter: Parameters<typeof listEvents>[2] = all,
  limit = 1000,
): Promise<Page> {
  const page = await listEvents(service, { app }, filter, { after, limit });
  return { ...page, events: page.events.map((event) => JSON.parse(event)) };
}

async function createTestAccount(app: BuiltApp, title = 'Example Ltd') {
  const input = { externalId: makeId('event'), title, actor: keyActor, channel: 'api', at: new Date() };
  const account = await createAccount(service.db, app, input, makeId);
  if (!account) throw new Error('The account exists.');
  return { ...account, externalId: input.externalId };
}

test('a new account and its switches have events with gapless sequences and the content of the history', async () => {
  const app = await buildApp(owner, { versions: 3, features: 4 });
  const account = await createTestAccount(app);
  const { entry } = await switchTo(app, account, 1, 'We grow');
  await switchTo(app, account, 1);
  const { events } = await list(app);
  const common = { account_id: account.id, external_id: account.externalId };
  expect(events).toMatchObject([
    { ...common, type: 'account.created', sequence: 0, data: { title: 'Example Ltd' } },
    {
      ...common,
      type: 'account.version_switched',
      sequence: 1,
      data: { from: null, direction: 'none', price: { fee: 0 }, previous_price: null },
    },
    {
      ...common,
      id: `evt${entry.id.slice(3)}`,
      type: 'account.version_switched',
      sequence: 2,
      timestamp: entry.activatedAt.toISOString(),
      data: {
        history_id: entry.id,
        from: { id: app.versions[0]?.id },
        to: { id: app.versions[1]?.id },
        direction: 'upgrade',
        actor: { kind: 'key', name: 'Back end', user_id: null, channel: 'api' },
        reason: 'We grow',
        price: { fee: 1000, user_fee: null },
        previous_price: { fee: 0, user_fee: null },
        currency: 'USD',
        currency_digits: 2,
      },
    },
  ]);
  // The same version again is no event.
  expect(events).toHaveLength(3);
});

test('an event with thousands of features and the longest texts is smaller than 20 kB and has the counts', async () => {
  const features = Array.from({ length: 700 }, (_, index) => index + 1);
  const title = '😀'.repeat(100);
  const app = await buildApp(owner, {
    features: 700,
    versions: [
      { features: [], title },
      { features, title },
    ],
  });
  const account = await buildAccount(owner, app);
  await switchTo(app, account, 1, '\u0001'.repeat(500));
  const { events } = await list(app);
  const event = events.at(-1) as Extract<Event, { type: 'account.version_switched' }>;
  expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(maxEventBytes);
  expect(event.data.gained_count).toBe(700);
  expect(event.data.gained.length).toBeGreaterThan(50);
  expect(event.data.gained.length).toBeLessThanOrEqual(200);
});

test('a page of 1,000 events is read in parts, between which other requests are handled', async () => {
  const app = await buildApp(owner, { versions: 1 });
  await withTenant(
    owner,
    { appId: app.id },
    (queries) => queries.$executeRaw`
      INSERT INTO events (app_id, id, type, occurred_at, data)
      SELECT ${app.id}, 'evt_' || lpad(n::text, 26, '0'), 'catalog.schedule_canceled', now(), '{}'
      FROM generate_series(1, 1250) AS n`,
  );
  const query = vi.spyOn(service.pool, 'query');
  const first = await list(app);
  const parts = await Promise.all(query.mock.results.map(({ value }) => value));
  query.mockRestore();
  const sizes = parts.map(({ rows }) => JSON.parse(rows[0].json).events.length);
  expect(Math.max(...sizes)).toBe(100);
  const second = await list(app, first.next);
  const ids = [...first.events, ...second.events].map(({ id }) => Number(id.slice(4)));
  expect(ids).toEqual(Array.from({ length: 1250 }, (_, index) => index + 1));
  expect([first.events.length, first.more, second.more]).toEqual([1000, true, false]);
});

describe('the cursor', () => {
  test('does not skip transactions that commit late, whatever the order of commits', async () => {
    const app = await buildApp(owner, { versions: 2 });
    /** Opens a transaction that has written an event. Returns what commits it. */
    const open = async (type: string) => {
      const client = await owner.pool.connect();
      await client.query('BEGIN');
      await client.query(`SELECT set_config('tenant.app_id', $1, true)`, [app.id]);
      await client.query(
        `INSERT INTO events (app_id, id, type, occurred_at, data) VALUES ($1, $2, $3, now(), '{}')`,
        [app.id, makeId('event'), type],
      );
      return async () => {
        await client.query('COMMIT');
        client.release();
      };
    };
    const seen: string[] = [];
    let after: Page['next'] | null = null;
    const read = async () => {
      const page: Page = await list(app, after);
      after = page.next;
      seen.push(...page.events.map(({ type }) => type));
    };
    const [commit1, commit2, commit3] = [await open('first'), await open('second'), await open('third')];
    await read();
    await commit3();
    await read();
    expect(seen).toEqual([]);
    await commit1();
    await read();
    expect(seen).toEqual(['first']);
    const commit4 = await open('fourth');
    await read();
    await commit4();
    await commit2();
    await read();
    expect(seen).toEqual(['first', 'second', 'third', 'fourth']);
  });

  test('does not wait for transactions of other databases of the PostgreSQL server', async () => {
    const other = await createTestDatabase();
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    try {
      await client.query('BEGIN; SELECT pg_current_xact_id()');
      const app = await buildApp(owner, { versions: 1 });
      await createTestAccount(app);
      const { events, next } = await list(app);
      expect(events.map(({ type }) => type)).toEqual(['account.created', 'account.version_switched']);
      await client.query('COMMIT');
      expect((await list(app, next)).events).toEqual([]);
    } finally {
      await client.end();
      await other.drop();
    }
  });

  test('of no response is rejected, whatever the reason', async () => {
    const app = await buildApp(owner, { versions: 1 });
    await expect(list(app, { xid: '999999999999', id: makeId('event') })).rejects.toThrow(
      'cursor: expected the next_cursor of a response. If the database was restored',
    );
  });

  test('returns each event once, in order per account, while accounts are switched concurrently', async () => {
    const app = await buildApp(owner, { versions: 4 });
    const accounts = await Promise.all(Array.from({ length: 6 }, () => buildAccount(owner, app)));
    let isDone = false;
    const seen: Event[] = [];
    let after: Page['next'] | null = null;
    const read = async () => {
      const page: Page = await list(app, after, all, 7);
      after = page.next;
      seen.push(...page.events);
      return page.more;
    };
    const reader = (async () => {
      while (!isDone) await read();
      while (await read());
    })();
    // Two switches of each account at a time, so that they wait for each other.
    const switches = accounts.flatMap((account) =>
      [0, 1].map(async (lane) => {
        for (let index = 0; index < 15; index += 1) await switchTo(app, account, index * 2 + lane);
      }),
    );
    await Promise.all(switches);
    isDone = true;
    await reader;
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    for (const { id } of accounts) {
      const sequences = seen.filter((event) => event.account_id === id).map(({ sequence }) => sequence);
      expect(sequences.length).toBeGreaterThan(10);
      expect(sequences).toEqual(sequences.map((_, index) => index + 2));
    }
  });

  test('continues after a page that ends early because its events are large', async () => {
    const app = await buildApp(owner, { versions: 1 });
    const insert = (queries: Queries) => queries.$executeRaw`
      INSERT INTO events (app_id, id, type, occurred_at, data)
      SELECT ${app.id}, 'evt_' || lpad(n::text, 26, '0'), 'catalog.schedule_canceled', now(),
        jsonb_build_object('text', repeat('x', 10000))
      FROM generate_series(1, 1000) AS n`;
    await withTenant(owner, { appId: app.id }, insert);
    const seen: string[] = [];
    const sizes: number[] = [];
    let after: Page['next'] | null = null;
    for (let more = true; more; ) {
      const page: Page = await list(app, after);
      seen.push(...page.events.map(({ id }) => id));
      sizes.push(Buffer.byteLength(JSON.stringify(page.events)));
      ({ next: after, more } = page);
    }
    expect(Math.max(...sizes)).toBeLessThan(4.1 * 1024 * 1024);
    expect(sizes).toHaveLength(3);
    expect(new Set(seen).size).toBe(1000);
    expect(seen).toHaveLength(1000);
  });

  test('continues through pages that a filter leaves empty', async () => {
    const app = await buildApp(owner, { versions: 2 });
    const other = await buildAccount(owner, app);
    await withTenant(
      owner,
      { appId: app.id },
      (queries) =>
        queries.$executeRaw`INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at, data)
        SELECT ${app.id}, ${other.id}, n, 'evt_' || lpad(n::text, 26, '0'), 'account.created', now(), '{"title": "x"}'
        FROM generate_series(1, 2500) AS n`,
    );
    const account = await createTestAccount(app);
    const filter = { accountId: account.id, types: ['account.created'] };
    const first = await list(app, null, filter);
    expect([first.events, first.more]).toEqual([[], true]);
    const second = await list(app, first.next, filter);
    expect(second.events.map(({ account_id }) => account_id)).toEqual([account.id]);
    expect(second.more).toBe(false);
    expect((await list(app, second.next, filter)).events).toEqual([]);
  });
});
