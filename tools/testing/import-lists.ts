import { applyImport, type ImportInput } from '@/lib/catalog-import/import-catalog';
import { parseImportFiles } from '@/lib/catalog-import/load-import-files';
import { makeId } from '@/lib/contract/ids';
import { insertFirstEntries } from '@/lib/db/activations';
import { readCatalog } from '@/lib/db/catalog';
import type { Database } from '@/lib/db/client';
import { withTenant } from '@/lib/db/tenant';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { createAccount } from '@/lib/domain/accounts';
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
  applyImport(db, createImportInput(...input), makeId);

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
): Promise<string> {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const { id: accountId } = await signUp(db, app, { externalId, title: catalogKey });
  await withTenant(db, { appId: app.id, accountId }, async (queries) => {
    const catalog = await readCatalog(queries, app.id);
    const version = catalog.versions.find((each) => each.catalogKey === catalogKey)!;
    const snapshot = snapshotVersion(catalog, version);
    const channel = 'test';
    await insertFirstEntries(queries, [
      {
        ...{ id: makeId('activation'), accountId, snapshot, digest: snapshot.digest },
        ...{ billingPeriod: app.billingPeriod, users: 1, actor: operator, channel, at: new Date() },
      },
    ]);
  });
  return accountId;
}
