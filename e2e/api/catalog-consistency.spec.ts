import { type APIRequestContext, expect } from '@playwright/test';
import { sessionCookieName } from '@/lib/contract/current-user';
import type { HistoryEntry } from '@/lib/contract/history';
import { makeId } from '@/lib/contract/ids';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { Version, VersionList } from '@/lib/contract/versions';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { signUp } from '@/tools/testing/import-lists';
import { test as base } from '../fixtures';
import { assertEntryMatchesPreview, getLatestHistoryEntry, sendRequest } from './api-client';
import { type CatalogTarget, getFeatureOfEdition, publishCatalog } from './publish-catalog';

// Consistency while the catalog is republished all the time: each response is built from one edition that was current
// during the request, and a switch with the revision of a preview does what the preview announced or fails with 412.

interface Customer {
  key: string;
  session: string;
}

interface PublishedCatalog extends CatalogTarget {
  customers: Customer[];
  /** Returns the id of the version whose title starts with this word. */
  getVersionId: (name: string) => string;
  /** The newest edition whose publication has committed. */
  committed: number;
  /** The newest edition whose publication has started. */
  started: number;
}

const test = base.extend<{ published: PublishedCatalog }>({
  published: async ({ db, request }, use) => {
    const target = { db, slug: makeId('app').replace('_', '-'), grantedTo: ['one', 'two', 'three'] };
    // An even edition has no grants, so it can be published before the accounts exist.
    await publishCatalog(target, 2);
    const app = await db.app.findUniqueOrThrow({ where: { slug: target.slug } });
    const customers: Customer[] = [];
    for (const externalId of target.grantedTo) {
      const account = await signUp(db, app, { externalId, title: externalId });
      const key = await buildKey(db, { app, account });
      customers.push({ key, session: await buildSession(db, { app, account, role: 'owner' }) });
    }
    const { body } = await sendRequest<VersionList>(request, '/app/versions', {
      key: customers[0]?.key ?? '',
    });
    const ids = new Map(body.data.versions.map(({ id, title }) => [title.split(' ')[0], id]));
    const getVersionId = (name: string) => ids.get(name) ?? '';
    await use({ ...target, customers, getVersionId, committed: 2, started: 2 });
  },
});

const editionCount = 10;

/** Runs `work` for every customer in a loop while one edition after the other is published. */
async function whilePublishing(
  published: PublishedCatalog,
  work: (customer: Customer) => Promise<void>,
  decision: 'keep' | 'follow' = 'follow',
): Promise<void> {
  let stopped = false;
  let iterations = 0;
  let onIteration = () => {};
  const runLoop = async (customer: Customer) => {
    while (!stopped) {
      await work(customer);
      iterations += 1;
      onIteration();
    }
  };
  /** Waiting for iterations instead of a fixed time adapts to the speed of the machine and varies the timing. */
  const waitForIterations = (count: number) =>
    new Promise<void>((resolve) => {
      onIteration = () => iterations >= count && resolve();
    });
  const publishAll = async () => {
    for (let edition = 1; edition <= editionCount; edition += 1) {
      published.started += 1;
      await publishCatalog(published, published.started, decision);
      published.committed = published.started;
      await waitForIterations(iterations + (edition % 3) + 1);
    }
  };
  const publishing = publishAll().finally(() => {
    stopped = true;
  });
  await Promise.all([publishing, ...published.customers.map(runLoop)]);
}

/** Runs a request and returns the range of editions that its response may be built from. */
async function trackEditions<T>(published: PublishedCatalog, work: () => Promise<T>) {
  const oldest = published.committed;
  const response = await work();
  return { response, oldest, newest: published.started };
}

/** Asserts that all numbers are the same edition and that it was current during the request. Returns the edition. */
function assertSingleEdition(
  editions: number[],
  { oldest, newest }: { oldest: number; newest: number },
): number {
  expect([...new Set(editions)]).toHaveLength(1);
  const [edition = 0] = editions;
  expect(edition).toBeGreaterThanOrEqual(oldest);
  expect(edition).toBeLessThanOrEqual(newest);
  return edition;
}

/** The editions in a title and a price. */
const getEditions = ({ title, fee }: { title: string; fee: number | null }) => [
  Number(title.split(' ')[1]),
  ((fee ?? 0) / 100) % 100_000,
];

async function readList(
  request: APIRequestContext,
  published: PublishedCatalog,
  { key }: Customer,
): Promise<void> {
  const { response, ...bounds } = await trackEditions(published, () =>
    sendRequest<VersionList>(request, '/app/versions', { key }),
  );
  const { versions, matrix } = response.body.data;
  const blockerEditions = versions.flatMap(({ switch: decision }) =>
    (decision?.blockers ?? []).map(({ message }) => Number(message.split(' ').at(-1))),
  );
  const features = (matrix?.features ?? []).map(({ title }) => Number(title.split(' ')[1]));
  const edition = assertSingleEdition(
    [...versions.flatMap(getEditions), ...blockerEditions, ...features],
    bounds,
  );
  expect(versions.map(({ title }) => title.split(' ')[0])).toEqual(['Low', 'High', 'Granted', 'Guarded']);
  expect(blockerEditions).toHaveLength(1);
  const lowFeatures = matrix?.features.filter((row) => row.versions[versions[0]?.id ?? '']);
  expect(lowFeatures?.map(({ id }) => id)).toEqual([getFeatureOfEdition(edition)]);
  expect(versions.map((version) => version.public)).toEqual([true, true, edition % 2 === 0, true]);
}

async function readOne(
  request: APIRequestContext,
  published: PublishedCatalog,
  { key }: Customer,
): Promise<void> {
  const path = `/app/versions/${published.getVersionId('Granted')}`;
  const { response, ...bounds } = await trackEditions(published, () =>
    sendRequest<Version>(request, path, { key }),
  );
  expect(response.status).toBe(200);
  const edition = assertSingleEdition(getEditions(response.body), bounds);
  expect(response.body.features.map((feature) => feature.human_id)).toEqual([getFeatureOfEdition(edition)]);
}

async function readPage(
  request: APIRequestContext,
  published: PublishedCatalog,
  { session }: Customer,
): Promise<void> {
  const headers = { Cookie: `${sessionCookieName}=${session}` };
  const { response: html, ...bounds } = await trackEditions(published, async () =>
    (await request.get('/', { headers })).text(),
  );
  const titles = [...html.matchAll(/<h2[^>]*><bdi>\w+ (\d+)<\/bdi>/g)].map((match) => Number(match[1]));
  expect(titles).toHaveLength(4);
  const blockerEditions = [...html.matchAll(/>Ask us (\d+)</g)].map((match) => Number(match[1]));
  expect(blockerEditions.length).toBeGreaterThan(0);
  assertSingleEdition([...titles, ...blockerEditions], bounds);
}

test('every response is built from a single edition of the catalog', async ({ request, published }) => {
  await whilePublishing(published, async (customer) => {
    const reads = [readList, readOne, readPage];
    await Promise.all(reads.map((read) => read(request, published, customer)));
  });
});

interface PreviewedSwitch {
  preview: SwitchPreview['data'];
  edition: number;
}

async function previewSwitch(
  request: APIRequestContext,
  published: PublishedCatalog,
  key: string,
  name: string,
): Promise<PreviewedSwitch> {
  const path = `/app/versions/${published.getVersionId(name)}/preview`;
  const { response, ...bounds } = await trackEditions(published, () =>
    sendRequest<SwitchPreview>(request, path, { key }),
  );
  expect(response.status).toBe(200);
  const { from, to, gained, lost, kept } = response.body.data;
  const versions = [from, to].flatMap((version) => (version ? getEditions(version) : []));
  const features = [...gained, ...lost, ...kept].map(({ title }) => Number(title.split(' ')[1]));
  const edition = assertSingleEdition([...versions, ...features], bounds);
  return { preview: response.body.data, edition };
}

/** Asserts that a history entry records both versions as of this edition. */
function assertEntryOfEdition(entry: HistoryEntry | null, edition: number): void {
  expect(entry && getEditions(entry)).toEqual([edition, edition]);
  expect(entry?.previous_title?.split(' ')[1]).toBe(String(edition));
}

test('a switch does what its preview announced or fails with 412', async ({ request, published }) => {
  const outcomes = { switched: 0, stale: 0 };
  const targets = ['High', 'Granted', 'Low'];
  const switchNext = async ({ key }: Customer) => {
    const before = await getLatestHistoryEntry(request, key);
    const name = targets[(before?.sequence ?? 0) % 3] ?? '';
    const { preview, edition } = await previewSwitch(request, published, key, name);
    const headers = { 'If-Match': `"${preview.revision}"` };
    const body = { version_id: published.getVersionId(name) };
    const response = await sendRequest(request, '/app/versions', { key, headers, body });
    const after = await getLatestHistoryEntry(request, key);
    if (response.status === 200) {
      outcomes.switched += 1;
      assertEntryOfEdition(after, edition);
      assertEntryMatchesPreview(preview, after);
    } else {
      outcomes.stale += 1;
      expect(response.body).toMatchObject({ status: 412, code: 'preview_stale' });
      // A publication in between adds to `catalog_changes`, and can end the undo of the entry.
      const { catalog_changes, undo_until } = after ?? {};
      expect(after).toEqual({ ...before, catalog_changes, undo_until });
    }
  };
  await whilePublishing(published, switchNext);
  expect(outcomes.stale).toBeGreaterThan(0);
  // Without further publications no switch fails.
  outcomes.switched = 0;
  await Promise.all(published.customers.map(switchNext));
  expect(outcomes.switched).toBe(published.customers.length);
});

test('a switch without If-Match is recorded as of a single edition', async ({ request, published }) => {
  await whilePublishing(published, async ({ key }) => {
    for (const name of ['High', 'Granted', 'Low']) {
      const body = { version_id: published.getVersionId(name) };
      const { response, ...bounds } = await trackEditions(published, () =>
        sendRequest(request, '/app/versions', { key, body }),
      );
      expect(response.body).toMatchObject({ success: true });
      const entry = await getLatestHistoryEntry(request, key);
      assertEntryOfEdition(entry, assertSingleEdition(entry ? getEditions(entry) : [], bounds));
    }
  });
});

test('an account keeps its price while each edition adds a generation', async ({ request, published }) => {
  // The price of the edition in which the account got its version.
  const kept = new Map(published.customers.map(({ key }) => [key, published.committed]));
  const signedUp = published.committed;
  const readAndSwitch = async ({ key }: Customer) => {
    const { response, ...bounds } = await trackEditions(published, () =>
      sendRequest<VersionList>(request, '/app/versions', { key }),
    );
    const { versions } = response.body.data;
    const current = versions.find((version) => version.current);
    // Titles follow, also those of earlier generations.
    const titles = versions.map((version) => getEditions(version)[0] ?? 0);
    const others = versions.filter((version) => version !== current);
    assertSingleEdition([...titles, ...others.flatMap(getEditions)], bounds);
    expect(current && getEditions(current)[1]).toBe(kept.get(key));

    const target = versions.find((version) => version !== current && version.title.startsWith('High'));
    if (!target) return;
    const preview = await sendRequest<SwitchPreview>(request, `/app/versions/${target.id}/preview`, { key });
    if (preview.status !== 200) return;
    const headers = { 'If-Match': `"${preview.body.data.revision}"` };
    const body = { version_id: target.id };
    const { status } = await sendRequest(request, '/app/versions', { key, headers, body });
    if (status === 200) kept.set(key, getEditions(preview.body.data.to)[1] ?? 0);
  };
  await whilePublishing(published, readAndSwitch, 'keep');
  await Promise.all(published.customers.map(readAndSwitch));
  expect(Math.min(...kept.values())).toBeGreaterThan(signedUp);
});
