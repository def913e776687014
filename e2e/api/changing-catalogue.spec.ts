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
import { featureOf, publish, type Shop } from './changing-catalogue';
import { expectKept, readNewest } from './switch-promise';

// What holds while the catalogue changes all the time: each answer is of one edition, of one that was in force while it
// was asked for; and a switch that was agreed on does what its preview said, or is refused with 412.

interface Customer {
  key: string;
  session: string;
}

interface OpenShop extends Shop {
  customers: Customer[];
  /** By the first word of its title. */
  versionId: (name: string) => string;
  /** The newest edition that is in force for certain, and the newest that may be. */
  committed: number;
  begun: number;
}

const test = base.extend<{ shop: OpenShop }>({
  shop: async ({ db, request }, use) => {
    const shop = { db, slug: makeId('app').replace('_', '-'), grantedTo: ['one', 'two', 'three'] };
    // An even edition grants nothing, for which there would have to be accounts.
    await publish(shop, 2);
    const app = await db.app.findUniqueOrThrow({ where: { slug: shop.slug } });
    const customers: Customer[] = [];
    for (const externalId of shop.grantedTo) {
      const account = await openAccount(db, app, externalId);
      const key = await buildKey(db, { app, account });
      customers.push({ key, session: await buildSession(db, { app, account, role: 'owner' }) });
    }
    const { body } = await ask<VersionList>(request, '/app/versions', { key: customers[0]?.key ?? '' });
    const ids = new Map(body.data.versions.map(({ id, title }) => [title.split(' ')[0], id]));
    const versionId = (name: string) => ids.get(name) ?? '';
    await use({ ...shop, customers, versionId, committed: 2, begun: 2 });
  },
});

async function openAccount(db: Database, app: Parameters<typeof createAccount>[1], externalId: string) {
  const actor = { kind: 'operator', id: null, name: 'Test' } as const;
  const signUp = { externalId, title: externalId, actor, channel: 'command', at: new Date() };
  const account = await createAccount(db, app, signUp, makeId);
  if (!account) throw new Error('There is such an account already.');
  return account;
}

// Imports and requests take their time on a busy machine.
test.describe.configure({ timeout: 120_000 });

const editions = 10;

/** Lets every customer do `work` again and again, while edition after edition comes into force. */
async function whileChanging(shop: OpenShop, work: (customer: Customer) => Promise<void>): Promise<void> {
  let over = false;
  let turns = 0;
  let onTurn = () => {};
  const askOn = async (customer: Customer) => {
    while (!over) {
      await work(customer);
      turns += 1;
      onTurn();
    }
  };
  /** At the pace of whoever asks, which is another on every machine; and now sooner, now later in a turn. */
  const untilTurns = (count: number) =>
    new Promise<void>((resolve) => {
      onTurn = () => turns >= count && resolve();
    });
  const change = async () => {
    for (let edition = 1; edition <= editions; edition += 1) {
      shop.begun += 1;
      await publish(shop, shop.begun);
      shop.committed = shop.begun;
      await untilTurns(turns + (edition % 3) + 1);
    }
  };
  const changing = change().finally(() => {
    over = true;
  });
  await Promise.all([changing, ...shop.customers.map(askOn)]);
}

/** Runs a request, and tells which editions may be answered with. */
async function during<T>(shop: OpenShop, work: () => Promise<T>) {
  const oldest = shop.committed;
  const answer = await work();
  return { answer, oldest, newest: shop.begun };
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

async function readList(request: APIRequestContext, shop: OpenShop, { key }: Customer): Promise<void> {
  const { answer, ...bounds } = await during(shop, () => ask<VersionList>(request, '/app/versions', { key }));
  const { versions, matrix } = answer.body.data;
  const asked = versions.flatMap(({ switch: decision }) =>
    (decision?.blockers ?? []).map(({ message }) => Number(message.split(' ').at(-1))),
  );
  const features = (matrix?.features ?? []).map(({ title }) => Number(title.split(' ')[1]));
  const edition = oneEdition([...versions.flatMap(editionsOf), ...asked, ...features], bounds);
  expect(versions.map(({ title }) => title.split(' ')[0])).toEqual(['Low', 'High', 'Granted', 'Guarded']);
  expect(asked).toHaveLength(1);
  const ofLow = matrix?.features.filter((row) => row.versions[versions[0]?.id ?? '']);
  expect(ofLow?.map(({ id }) => id)).toEqual([featureOf(edition)]);
  expect(versions.map((version) => version.public)).toEqual([true, true, edition % 2 === 0, true]);
}

async function readOne(request: APIRequestContext, shop: OpenShop, { key }: Customer): Promise<void> {
  const path = `/app/versions/${shop.versionId('Granted')}`;
  const { answer, ...bounds } = await during(shop, () => ask<Version>(request, path, { key }));
  expect(answer.status).toBe(200);
  const edition = oneEdition(editionsOf(answer.body), bounds);
  expect(answer.body.features.map((feature) => feature.human_id)).toEqual([featureOf(edition)]);
}

async function readPage(request: APIRequestContext, shop: OpenShop, { session }: Customer): Promise<void> {
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
  await whileChanging(shop, async (customer) => {
    const reads = [readList, readOne, readPage];
    await Promise.all(reads.map((read) => read(request, shop, customer)));
  });
});

interface Agreed {
  preview: SwitchPreview['data'];
  edition: number;
}

async function preview(
  request: APIRequestContext,
  shop: OpenShop,
  key: string,
  name: string,
): Promise<Agreed> {
  const path = `/app/versions/${shop.versionId(name)}/preview`;
  const { answer, ...bounds } = await during(shop, () => ask<SwitchPreview>(request, path, { key }));
  expect(answer.status).toBe(200);
  const { from, to, gained, lost, kept } = answer.body.data;
  const versions = [from, to].flatMap((version) => (version ? editionsOf(version) : []));
  const features = [...gained, ...lost, ...kept].map(({ title }) => Number(title.split(' ')[1]));
  const edition = oneEdition([...versions, ...features], bounds);
  return { preview: answer.body.data, edition };
}

/** All that a record keeps of both versions is of this edition. */
function expectWhole(entry: HistoryEntry | null, edition: number): void {
  expect(entry && editionsOf(entry)).toEqual([edition, edition]);
  expect(entry?.previous_title?.split(' ')[1]).toBe(String(edition));
}

test('a switch does what its preview said, or answers 412', async ({ request, shop }) => {
  const outcomes = { done: 0, stale: 0 };
  const moves = ['High', 'Granted', 'Low'];
  const move = async ({ key }: Customer) => {
    const before = await readNewest(request, key);
    const name = moves[(before?.sequence ?? 0) % 3] ?? '';
    const { preview: agreed, edition } = await preview(request, shop, key, name);
    const headers = { 'If-Match': `"${agreed.revision}"` };
    const body = { version_id: shop.versionId(name) };
    const answer = await ask(request, '/app/versions', { key, headers, body });
    const after = await readNewest(request, key);
    if (answer.status === 200) {
      outcomes.done += 1;
      expectWhole(after, edition);
      expectKept(agreed, after);
    } else {
      outcomes.stale += 1;
      expect(answer.body).toMatchObject({ status: 412, code: 'preview_stale' });
      expect(after).toEqual(before);
    }
  };
  await whileChanging(shop, move);
  expect(outcomes.stale).toBeGreaterThan(0);
  // And once the catalogue rests, nobody is sent away.
  outcomes.done = 0;
  await Promise.all(shop.customers.map(move));
  expect(outcomes.done).toBe(shop.customers.length);
});

test('a switch that agreed on nothing is recorded as of one moment', async ({ request, shop }) => {
  await whileChanging(shop, async ({ key }) => {
    for (const name of ['High', 'Granted', 'Low']) {
      const body = { version_id: shop.versionId(name) };
      const { answer, ...bounds } = await during(shop, () => ask(request, '/app/versions', { key, body }));
      expect(answer.body).toMatchObject({ success: true });
      const entry = await readNewest(request, key);
      expectWhole(entry, oneEdition(entry ? editionsOf(entry) : [], bounds));
    }
  });
});
