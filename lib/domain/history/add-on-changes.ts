import { readAddOnHistoryRows } from '@/lib/db/catalog-changes';
import { limitReads } from '@/lib/db/connection/limit-connections';
import { type AddOnChangeRow, maxSequence } from '@/lib/db/history';
import type { AccountCaller } from '../caller';
import type { Service } from '../service';
import { type ActorViewer, showActor } from './actors';
import { type AddOnCatalogChange, listAddOnCatalogChanges } from './add-on-catalog-changes';

/** A change of an add-on, with what publications changed of it until the next, while it was on. */
export interface AddOnHistoryEntry extends AddOnChangeRow {
  /** The oldest is first. */
  catalogChanges: AddOnCatalogChange[];
  /** Its fields that are in the language of the price list although another one was asked for. */
  untranslated?: string[] | undefined;
}

export interface AddOnHistoryPage {
  entries: AddOnHistoryEntry[];
  /** Sequence to continue below; null on the last page. */
  next: number | null;
}

/** A page of the changes of an account's add-ons, newest first. */
export async function listAddOnHistory(
  { pool }: Pick<Service, 'pool'>,
  caller: ActorViewer & Pick<AccountCaller, 'account'>,
  { limit, before }: { limit: number; before: number | null },
): Promise<AddOnHistoryPage> {
  const { app, account } = caller;
  const key = { appId: app.id, accountId: account.id };
  const newest = before === null ? maxSequence : before - 1;
  // One more, to see whether there is another page.
  const { changes, catalogChanges } = await limitReads(pool, app.id, () =>
    readAddOnHistoryRows(pool, key, { newest, limit: limit + 1 }),
  );
  const entries = changes.slice(0, limit).map((row) => {
    const { actorKind: kind, actorName: name, actorUserId: userId } = row;
    return {
      ...row,
      actorName: showActor(caller, { kind, name, userId }).name,
      catalogChanges: listAddOnCatalogChanges(row, catalogChanges),
    };
  });
  return { entries, next: changes.length > limit ? (entries.at(-1)?.sequence ?? null) : null };
}
