import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeId } from '@/lib/contract/ids';
import { readStoredCatalog, whileCatalogIsRead } from '@/lib/data/catalog-store';
import { type Database, openClient } from '@/lib/data/client';
import { createAccount } from '@/lib/data/create-account';
import { readCurrent } from '@/lib/data/read-account';
import { recordActivation } from '@/lib/data/record-activation';
import { withTenant } from '@/lib/data/tenant';
import { versionContent, versionSnapshot } from '@/lib/data/version-snapshot';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { isNothing } from './changes';
import { Refused } from './fault';
import { applyImport } from './import-catalog';
import { loadFiles } from './load-files';

/** 132 yearly price lists of 20 products, which lie beside the project where it is developed. */
const folder = '../shared/pricings';
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yml'))
      .toSorted()
  : [];

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openClient(database.url, { as: 'owner' });
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const apply = async (slug: string, file: string) =>
  applyImport(db, { slug, ...(await loadFiles(join(folder, file))) }, makeId);
const stored = async (slug: string) =>
  (await whileCatalogIsRead(db, (queries) => readStoredCatalog(queries, slug)))!;

interface Raw {
  plans: Record<string, { features?: Record<string, { value?: unknown }> | null }>;
  features: Record<string, { defaultValue: unknown }>;
  addOns?: Record<
    string,
    { availableFor?: string[]; features?: Record<string, { value?: unknown }> | null }
  > | null;
}

/** What the file says there is, read by other means: its plans, and its features with the add-ons that bring one. */
function expectedOf(file: string): { versions: number; features: number } {
  const { plans, features, addOns } = parse(readFileSync(join(folder, file), 'utf8')) as Raw;
  const isOn = (value: unknown) =>
    value !== undefined && value !== false && value !== 0 && !/^(none)?$/i.test(String(value));
  const has = (plan: string, feature: string) =>
    isOn(plans[plan]?.features?.[feature]?.value ?? features[feature]?.defaultValue);
  const own = Object.values(addOns ?? {}).filter(({ availableFor, features: brought }) =>
    (availableFor ?? Object.keys(plans)).every((plan) =>
      Object.entries(brought ?? {}).every(([feature, { value }]) => !isOn(value) || has(plan, feature)),
    ),
  );
  return { versions: Object.keys(plans).length, features: Object.keys(features).length + own.length };
}

if (files.length === 0) console.log(`Skipped: the real price lists are not here (${folder}).`);

describe.skipIf(files.length === 0)('real price lists', () => {
  test('each is taken with all it has, or refused with a reason', { timeout: 180_000 }, async () => {
    const refused: string[] = [];
    const totals = { versions: 0, features: 0, marks: 0, optional: 0 };
    for (const file of files) {
      const slug = file.replace(/\.yml$/, '').replace(/[^a-z0-9]+/g, '-');
      try {
        await apply(slug, file);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        expect(error.message).toMatch(/\.yml:\d+:\d+: ./);
        refused.push(error.message);
        continue;
      }
      const { versions, features, cells, app } = await stored(slug);
      expect({ file, versions: versions.length, features: features.length }).toEqual({
        file,
        ...expectedOf(file),
      });
      expect(versions.filter(({ isDefault }) => isDefault).map(({ tag }) => tag)).toEqual(['v1']);
      expect([...versions, ...features].every(({ title, active }) => active && title.trim() !== '')).toBe(
        true,
      );
      expect(features.every(({ humanId }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(humanId))).toBe(true);
      expect(app.currency).toMatch(/^(USD|EUR)$/);
      expect(isNothing((await apply(slug, file)).changes)).toBe(true);
      totals.versions += versions.length;
      totals.features += features.length;
      totals.marks += cells.length;
      totals.optional += cells.filter(({ kind }) => kind === 'optional').length;
    }
    console.log(
      `${files.length - refused.length} of ${files.length} price lists taken, with ${totals.versions} versions, ` +
        `${totals.features} features and ${totals.marks} marks, ${totals.optional} of them optional; ${refused.length} refused.`,
    );
    for (const reason of refused) console.log(reason);
    expect(refused).toHaveLength(0);
  });

  const product = 'clockify';
  const years = files.filter((file) => file.startsWith(`${product}/`));

  test(`the years of ${product} in turn, with an account on every plan that is retired later`, async () => {
    expect(years).toHaveLength(7);
    const held: { account: string; key: string; year: string }[] = [];
    let appId = '';
    for (const [index, year] of years.entries()) {
      await apply(product, year);
      const { app, versions } = await stored(product);
      appId = app.id;
      const goes = new Set(years.slice(index + 1).flatMap((later) => keysGone(year, later)));
      for (const { catalogKey } of versions.filter(
        ({ catalogKey, active }) => active && goes.has(catalogKey),
      )) {
        held.push({ account: await accountOn(product, catalogKey), key: catalogKey, year });
      }
    }

    const { versions, cells } = await stored(product);
    const last = Object.keys((parse(readFileSync(join(folder, years.at(-1)!), 'utf8')) as Raw).plans);
    expect(
      versions
        .filter(({ active }) => active)
        .map(({ catalogKey }) => catalogKey)
        .toSorted(),
    ).toEqual(last.toSorted());
    const retired = versions.filter(({ active }) => !active);
    expect(retired.map(({ catalogKey, tag }) => [catalogKey, tag]).toSorted()).toEqual([
      ['PLUS', 'v2-retired'],
      ['PREMIUM', 'v3-retired'],
    ]);
    expect(held.map(({ key }) => key).toSorted()).toEqual(['PLUS', 'PLUS', 'PREMIUM', 'PREMIUM']);
    for (const { account, key } of held) {
      const current = await withTenant(db, { appId, accountId: account }, (queries) =>
        readCurrent(queries, appId, account),
      );
      const version = retired.find(({ id }) => id === current?.versionId);
      expect(version?.catalogKey).toBe(key);
      expect(cells.filter(({ versionId }) => versionId === version?.id).length).toBeGreaterThan(10);
    }
    expect(new Set(versions.map(({ tag }) => tag)).size).toBe(versions.length);
  });
});

function keysGone(year: string, later: string): string[] {
  const plansOf = (file: string) =>
    Object.keys((parse(readFileSync(join(folder, file), 'utf8')) as Raw).plans);
  const kept = new Set(plansOf(later));
  return plansOf(year).filter((key) => !kept.has(key));
}

/** An account that has moved to this version. */
async function accountOn(slug: string, catalogKey: string): Promise<string> {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const actor = { kind: 'operator', id: null, name: 'Test' } as const;
  const by = { actor, channel: 'test', at: new Date() };
  const made = await createAccount(db, app, { externalId: null, title: catalogKey, ...by }, makeId);
  const accountId = made!.id;
  await withTenant(db, { appId: app.id, accountId }, async (queries) => {
    const where = { appId_catalogKey: { appId: app.id, catalogKey } };
    const version = await queries.version.findUniqueOrThrow({ where, include: versionContent });
    const to = versionSnapshot(app, version);
    const id = makeId('activation');
    await recordActivation(queries, {
      id,
      accountId,
      to,
      from: null,
      direction: 'none',
      reason: null,
      ...by,
    });
  });
  return accountId;
}
