import { makeId } from '@/lib/contract/ids';
import { commitAccountChanges } from '@/lib/db/account-changes';
import { readAccountState } from '@/lib/db/accounts';
import { type App, readCatalog } from '@/lib/db/catalog';
import type { Database } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { createAccount } from '@/lib/domain/accounts/accounts';
import { toCallerState } from '@/lib/domain/caller';
import { evaluateChange } from '@/lib/domain/subscription/evaluate-change';
import { recordChange } from '@/lib/domain/subscription/record-change';
import type { ImportInput } from '@/lib/price-list/compare/plan-publication';
import { parseImportFiles } from '@/lib/price-list/parse/load-import-files';
import { publishPriceList } from '@/lib/price-list/publish/publish-price-list';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';

/** The input of an import of a list, or of its text, with the text of an extension. */
export function createImportInput(
  slug: string,
  list: PriceListSpec | string,
  extension?: string | null,
  fields: Partial<ImportInput> = {},
): ImportInput {
  const text = typeof list === 'string' ? list : buildPriceListText(list);
  const extensionFile = extension ? { name: 'list.extension.yml', text: extension } : null;
  return { slug, ...parseImportFiles({ name: 'list.yml', text }, extensionFile), ...fields };
}

/** Imports a list, as the command does. */
export const importList = (db: Database, ...input: Parameters<typeof createImportInput>) =>
  publishPriceList(db, createImportInput(...input), makeId);

const operator = { kind: 'operator', id: null, name: 'Test' } as const;

/** Creates an account on the default version, as an operator does. */
export async function signUp(
  db: Database,
  app: Parameters<typeof createAccount>[1],
  { title = 'Acme', externalId = null }: { title?: string; externalId?: string | null } = {},
) {
  const fields = { externalId, title, actor: operator, channel: 'test', at: new Date() };
  const account = await createAccount(db, app, fields, makeId);
  if (!account) throw new Error('The account exists.');
  return { ...account, title };
}

/** Creates an account on the version that has a key now. */
export async function signUpOn(
  db: Database,
  slug: string,
  catalogKey: string,
  externalId: string | null = null,
  billingPeriod?: 'month' | 'year',
): Promise<string> {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const { id } = await signUp(db, app, { externalId, title: catalogKey });
  await putOn(db, { app, id }, catalogKey, billingPeriod);
  return id;
}

/** Switches an account to the version that has a key now, whatever blocks it. */
export async function putOn(
  db: Database,
  { app, id: accountId }: { app: App; id: string },
  catalogKey: string,
  billingPeriod = app.billingPeriod,
): Promise<void> {
  await withTenant(db, { appId: app.id, accountId }, async (queries) => {
    const catalog = await readCatalog(queries, app.id);
    const version = catalog.versions.find((each) => each.catalogKey === catalogKey)!;
    const accountState = (await readAccountState(queries, app.id, accountId))!;
    const evaluation = evaluateChange(
      { catalog, state: toCallerState(accountState) },
      { role: 'product' },
      { type: 'switch', versionId: version.id, billingPeriod },
    );
    const made = { channel: 'test', reason: null };
    const { change } = recordChange({ makeId }, { actor: operator, origin: 'owner' }, made, evaluation);
    const { catalogRevision } = catalog.app;
    const expected = { catalogRevision, accountState, idempotencyRecord: null };
    if (change?.entry)
      await commitAccountChanges(queries, app.id, [{ accountId, expected, entry: change.entry }]);
  });
}
