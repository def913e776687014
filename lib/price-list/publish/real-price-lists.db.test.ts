import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { commitAccountChanges } from '@/lib/db/account-changes';
import { readAccountState } from '@/lib/db/accounts';
import { pickPrice } from '@/lib/db/catalog';
import { readStoredCatalog, withCatalogSnapshot } from '@/lib/db/catalog-store';
import { withTenant } from '@/lib/db/connection/tenant';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { evaluateChange } from '@/lib/domain/subscription/evaluate-change';
import { listAccountAddOns } from '@/lib/domain/subscription/list-add-ons';
import { recordChange } from '@/lib/domain/subscription/record-change';
import { signUpOn } from '@/tools/testing/import-lists';
import { openTestDatabase } from '@/tools/testing/test-service';
import { isUnchanged } from '../compare/catalog-changes';
import { loadImportFiles } from '../parse/load-import-files';
import { planPublication, publishPriceList } from './publish-price-list';

/** Yearly price lists of real products. They are not part of the repository. See also price-list-agreement.db.test.ts. */
const folder = '../shared/pricings';
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yml'))
      .toSorted()
  : [];

const { owner: db } = await openTestDatabase();

const apply = async (slug: string, file: string) =>
  publishPriceList(db, { slug, ...(await loadImportFiles(join(folder, file))) }, makeId);
const readCatalog = async (slug: string) =>
  (await withCatalogSnapshot(db, (queries) => readStoredCatalog(queries, slug)))!;

const products = [...new Set(files.map((file) => dirname(file)))];
if (files.length === 0) console.log(`Skipped: no price lists in ${folder}.`);

/** What an account has and pays. */
async function readAccount(slug: string, accountId: string) {
  const { app } = await readCatalog(slug);
  const view = await readCatalogView({ db }, app.id, accountId);
  const version = view.catalog.versions.find(({ id }) => id === view.state.current?.versionId)!;
  const changes = await withTenant(db, { appId: app.id }, (queries) =>
    queries.versionChange.count({ where: { appId: app.id, versionId: version.id } }),
  );
  const { total } = listAccountAddOns(view, { role: 'owner', account: { id: accountId, title: '' } }, 1);
  const addOns = view.state.addOnStates.length;
  return { version, price: pickPrice(version), entitlements: listEntitlements(view), changes, total, addOns };
}

/** Turns on every add-on that the account can have. */
async function turnOnAddOns(slug: string, accountId: string): Promise<void> {
  const { app, addOns } = await readCatalog(slug);
  const key = { appId: app.id, accountId };
  for (const { id } of addOns) {
    const view = await readCatalogView({ db }, app.id, accountId);
    // One that is not offered for a version of the account can't be found.
    const offered = view.catalog.addOns.find((each) => each.id === id)?.versions ?? [];
    if (offered.every(({ versionId }) => versionId !== view.state.current?.versionId)) continue;
    const evaluation = evaluateChange(
      view,
      { role: 'owner' },
      { type: 'set_add_on', addOnId: id, quantity: null },
    );
    if (evaluation.isUnchanged || evaluation.blockers.length > 0) continue;
    const actor = { kind: 'operator', id: null, name: 'Test' } as const;
    const made = recordChange(
      { makeId },
      { actor, origin: 'owner' },
      { channel: 'test', reason: null },
      evaluation,
    );
    const { entry } = made.change!;
    await withTenant(db, key, async (queries) => {
      const accountState = (await readAccountState(queries, app.id, accountId))!;
      const expected = {
        catalogRevision: view.catalog.app.catalogRevision,
        accountState,
        idempotencyRecord: null,
      };
      await commitAccountChanges(queries, app.id, [{ accountId, expected, entry: entry! }]);
    });
  }
}

type AccountContent = Awaited<ReturnType<typeof readAccount>>;

/** What an account has lost, written without the code that decides what is kept. */
function describeLosses(before: AccountContent, after: AccountContent): string[] {
  const fees = ['fee', 'userFee', 'annualFee', 'annualUserFee'] as const;
  const higher = fees.filter((name) => (after.price[name] ?? 0) > (before.price[name] ?? 0));
  const isSoldAnnuallyNow = before.price.annualFee === null && before.price.annualUserFee === null;
  const words = before.price.priceText !== after.price.priceText ? ['words'] : [];
  const features = [...before.entitlements].flatMap(([id, { feature, amount, unlimited }]) => {
    const now = after.entitlements.get(id);
    if (!now) return [`${id} is lost`];
    if (now.feature.unit !== feature.unit || now.feature.period !== feature.period)
      return [`${id} has another unit`];
    if (unlimited && !now.unlimited) return [`${id} is limited`];
    if (amount === null || now.unlimited) return [];
    const [worse, better] =
      feature.betterAmount === 'lower' ? [now.amount!, amount] : [amount, now.amount ?? 0];
    return worse > better ? [`${id} is ${now.amount}, not ${amount}`] : [];
  });
  const isTotalHigher = (after.total?.fee ?? 0) > (before.total?.fee ?? 0);
  const isUserTotalHigher = (after.total?.user_fee ?? 0) > (before.total?.user_fee ?? 0);
  return [
    ...(isTotalHigher || isUserTotalHigher ? ['the add-ons cost more'] : []),
    ...(after.total?.not_included.length === before.total?.not_included.length
      ? []
      : ['add-ons have no price']),
    ...higher.filter((name) => !name.startsWith('annual') || !isSoldAnnuallyNow),
    ...words,
    ...features,
  ];
}

// Vitest rejects a file without a test.
test.skipIf(files.length === 0).each(files.length === 0 ? ['each product'] : products)(
  'accounts on all plans of %s keep what they have, year by year',
  async (product) => {
    const accounts = new Map<string, AccountContent>();
    let slug = '';
    for (const year of files.filter((file) => dirname(file) === product)) {
      const next = slug === '' ? null : await apply(slug, year).catch(String);
      if (next === null || typeof next === 'string') {
        // Another currency or billing period is another app.
        if (next !== null) expect(next).toMatch(/(currency|billing period) can’t change/);
        slug = `years-${product}-${year.replaceAll(/\D/g, '')}`;
        accounts.clear();
        await apply(slug, year);
      }
      for (const [account, before] of accounts) {
        const after = await readAccount(slug, account);
        const losses = describeLosses(before, after);
        const isRecorded = after.changes > before.changes;
        // A row has one unit. Its change is that of all versions, and recorded for each.
        const remaining = isRecorded ? losses.filter((loss) => !loss.endsWith('has another unit')) : losses;
        expect(remaining, `${year} ${after.version.catalogKey}`).toEqual([]);
        expect(after.version.id).toBe(before.version.id);
        accounts.set(account, after);
      }
      const taken = new Set([...accounts.values()].map(({ version }) => version.id));
      for (const { id, catalogKey, active } of (await readCatalog(slug)).versions) {
        if (!active || taken.has(id)) continue;
        const account = await signUpOn(db, slug, catalogKey);
        await turnOnAddOns(slug, account);
        accounts.set(account, await readAccount(slug, account));
      }
      const { changes } = await planPublication(db, { slug, ...(await loadImportFiles(join(folder, year))) });
      expect(isUnchanged(changes)).toBe(true);
    }
    expect(accounts.size).toBeGreaterThan(0);
  },
  120_000,
);
