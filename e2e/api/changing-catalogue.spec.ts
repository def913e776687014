import { type APIRequestContext, expect } from '@playwright/test';
import type { HistoryEntry } from '@/lib/contract/history';
import { makeId } from '@/lib/contract/ids';
import { sessionCookieName } from '@/lib/contract/session-cookie';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { Version } from '@/lib/contract/version';
import type { VersionList } from '@/lib/contract/version-list';
import type { Database } from '@/lib/data/client';
import { createAccount } from '@/lib/data/create-account';
import { buildKey, buildSession } from '@/prisma/builders/build-credential';
import { test as base } from '../fixtures';
import { ask } from './ask';
import { type Churn, featureOf, grantedAccounts, publish, startChurn } from './changing-catalogue';
import { expectKept, readNewest } from './switch-promise';

// What holds while the catalogue changes all the time: each answer is of one edition, of one that was in force while it
// was asked for; and a switch that was agreed on does what its preview said, or is refused with 412.

interface Customer {
  key: string;
  session: string;
}

/** A shop whose catalogue changes from the first request to the end of the test. */
interface Shop {
  churn: Churn;
  customers: Customer[];
  /** By the first word of its title. */
  versionId: (name: string) => string;
}

const test = base.extend<{ shop: Shop }>({
  shop: async ({ db, request }, use) => {
    const slug = makeId('app').replace('_', '-');
    await publish(db, slug, 2);
    const app = await db.app.findUniqueOrThrow({ where: { slug } });
    const customers: Customer[] = [];
    for (const externalId of grantedAccounts) {
      const account = await openAccount(db, app, externalId);
      const key = await buildKey(db, { app, account });
      customers.push({ key, session: await buildSession(db, { app, account, role: 'owner' }) });
    }
    // An odd one grants, for which there must be accounts.
    await publish(db, slug, 3);
    const { body } = await ask<VersionList>(request, '/app/versions', { key: customers[0]?.key ?? '' });
    const ids = new Map(body.data.versions.map(({ id, title }) => [title.split(' ')[0], id]));
    const churn = startChurn(db, slug, 3);
    await use({ churn, customers, versionId: (name) => ids.get(name) ?? '' });
    await churn.stop();
  },
});

async function openAccount(db: Database, app: Parameters<typeof createAccount>[1], externalId: string) {
  const actor = { kind: 'operator', id: null, name: 'Test' } as const;
  const signUp = { externalId, title: externalId, actor, channel: 'command', at: new Date() };
  const account = await createAccount(db, app, signUp, makeId);
  if (!account) throw new Error('There is such an account already.');
  return account;
}

/** Runs a request, and tells which editions may be answered with. */
async function during<T>({ churn }: Shop, work: () => Promise<T>) {
  const oldest = churn.committed();
  const answer = await work();
  const newest = churn.begun();
  churn.step();
  return { answer, oldest, newest };
}

/** The one edition that all of these tell of, one that was in force while it was asked for. */
function oneEdition(editions: number[], { oldest, newest }: { oldest: number; newest: number }): number {
  expect([...new Set(editions)]).toHaveLength(1);
  const [edition = 0] = editions;
  expect(edition).toBeGreaterThanOrEqual(oldest);
  expect(edition).toBeLessThanOrEqual(newest);
  return edition;
}

/** What a title and a price tell. */
const editionsOf = ({ title, fee }: { title: string; fee: number | null }) => [
  Number(title.split(' ')[1]),
  ((fee ?? 0) / 100) % 100_000,
];

async function readList(request: APIRequestContext, shop: Shop, { key }: Customer): Promise<void> {
  const { answer, ...bounds } = await during(shop, () => ask<VersionList>(request, '/app/versions', { key }));
  const { versions, matrix } = answer.body.data;
  const asked = versions.flatMap(({ switch: decision }) =>
    (decision?.blockers ?? []).map(({ message }) => Number(message.split(' ').at(-1))),
  );
  const edition = oneEdition([...versions.flatMap(editionsOf), ...asked], bounds);
  expect(versions.map(({ title }) => title.split(' ')[0])).toEqual(['Low', 'High', 'Granted', 'Guarded']);
  expect(asked).toHaveLength(1);
  const ofLow = matrix?.features.filter((row) => row.versions[versions[0]?.id ?? '']);
  expect(ofLow?.map(({ id }) => id)).toEqual([featureOf(edition)]);
  expect(versions.map((version) => version.public)).toEqual([true, true, edition % 2 === 0, true]);
}

async function readOne(request: APIRequestContext, shop: Shop, { key }: Customer): Promise<void> {
  const path = `/app/versions/${shop.versionId('Granted')}`;
  const { answer, ...bounds } = await during(shop, () => ask<Version>(request, path, { key }));
  expect(answer.status).toBe(200);
  const edition = oneEdition(editionsOf(answer.body), bounds);
  expect(answer.body.features.map((feature) => feature.human_id)).toEqual([featureOf(edition)]);
}

async function readPage(request: APIRequestContext, shop: Shop, { session }: Customer): Promise<void> {
  const headers = { Cookie: `${sessionCookieName}=${session}` };
  const { answer: html, ...bounds } = await during(shop, async () =>
    (await request.get('/', { headers })).text(),
  );
  const titles = [...html.matchAll(/<h2[^>]*><bdi>\w+ (\d+)<\/bdi>/g)].map((match) => Number(match[1]));
  expect(titles).toHaveLength(4);
  const asked = [...html.matchAll(/>Ask us (\d+)</g)].map((match) => Number(match[1]));
  expect(asked.length).toBeGreaterThan(0);
  oneEdition([...titles, ...asked], bounds);
}

test('each answer is of one moment of the catalogue', async ({ request, shop }) => {
  const read = async (customer: Customer) => {
    for (let round = 0; round < 5; round += 1) {
      await readList(request, shop, customer);
      await readOne(request, shop, customer);
      await readPage(request, shop, customer);
    }
  };
  await Promise.all(shop.customers.map(read));
});

interface Agreed {
  preview: SwitchPreview['data'];
  edition: number;
}

async function preview(request: APIRequestContext, shop: Shop, key: string, name: string): Promise<Agreed> {
  const path = `/app/versions/${shop.versionId(name)}/preview`;
  const { answer, ...bounds } = await during(shop, () => ask<SwitchPreview>(request, path, { key }));
  expect(answer.status).toBe(200);
  const { from, to } = answer.body.data;
  const edition = oneEdition(
    [from, to].flatMap((version) => (version ? editionsOf(version) : [])),
    bounds,
  );
  return { preview: answer.body.data, edition };
}

/** All that a record keeps of both versions is of this edition. */
function expectWhole(entry: HistoryEntry | null, edition: number): void {
  expect(entry && editionsOf(entry)).toEqual([edition, edition]);
  expect(entry?.previous_title?.split(' ')[1]).toBe(String(edition));
}

test('a switch does what its preview said, or answers 412', async ({ request, shop }) => {
  const outcomes = { done: 0, stale: 0 };
  const move = async ({ key }: Customer) => {
    for (const name of ['High', 'Granted', 'Low']) {
      for (let done = false; !done; ) {
        const before = await readNewest(request, key);
        const { preview: agreed, edition } = await preview(request, shop, key, name);
        const { answer } = await during(shop, () =>
          ask(request, '/app/versions', {
            key,
            headers: { 'If-Match': `"${agreed.revision}"` },
            body: { version_id: shop.versionId(name) },
          }),
        );
        const entry = await readNewest(request, key);
        done = answer.status === 200;
        outcomes[done ? 'done' : 'stale'] += 1;
        if (done) {
          expectWhole(entry, edition);
          expectKept(agreed, entry);
        } else {
          expect(answer.body).toMatchObject({ status: 412, code: 'preview_stale' });
          expect(entry).toEqual(before);
        }
      }
    }
  };
  await Promise.all(shop.customers.map(move));
  expect(outcomes.done).toBe(9);
  expect(outcomes.stale).toBeGreaterThan(0);
});

test('a switch that agreed on nothing is recorded as of one moment', async ({ request, shop }) => {
  const move = async ({ key }: Customer) => {
    for (let round = 0; round < 4; round += 1) {
      for (const name of ['High', 'Granted', 'Low']) {
        const body = { version_id: shop.versionId(name) };
        const { answer, ...bounds } = await during(shop, () => ask(request, '/app/versions', { key, body }));
        expect(answer.body).toMatchObject({ success: true });
        const entry = await readNewest(request, key);
        expectWhole(entry, oneEdition(entry ? editionsOf(entry) : [], bounds));
      }
    }
  };
  await Promise.all(shop.customers.map(move));
});
