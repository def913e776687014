import { applyImport, type ImportInput } from '@/lib/catalog-import/import-catalog';
import { parseImportFiles } from '@/lib/catalog-import/load-import-files';
import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/db/client';
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

/** Creates an account on the default version, as an operator does. */
export async function signUp(
  db: Database,
  app: Parameters<typeof createAccount>[1],
  { title = 'Acme', externalId = null }: { title?: string; externalId?: string | null } = {},
) {
  const actor = { kind: 'operator', id: null, name: 'Test' } as const;
  const fields = { externalId, title, actor, channel: 'test', at: new Date() };
  const account = await createAccount(db, app, fields, makeId);
  if (!account) throw new Error('The account exists.');
  return account;
}
