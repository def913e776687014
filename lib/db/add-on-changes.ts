import type { addOnCauses } from '@/lib/contract/enums';
import type { AccountKey } from './accounts';
import type { Price, toPriceJson } from './catalog';
import type { Queries } from './connection/client';
import { toCamelCase } from './connection/query-json';
import type { AddOnEffect, BillingPeriod } from './generated/enums';
import type { HistoryEntryModel } from './generated/models';

/** A feature of an add-on at a time. The names are those of the stored JSON. */
export type AddOnFeature = {
  human_id: string;
  title: string;
  is_limit: boolean;
  effect: AddOnEffect;
  value: string | null;
  amount: number | null;
  unlimited: boolean;
  unit: string | null;
  period: string | null;
  /** It is absent if a higher amount is better, null if that is not known. */
  better_amount?: 'lower' | null;
};

/** What an add-on is since a change, with its price. */
export interface NewAddOnEntry extends Price {
  id: string;
  sequence: number;
  addOnId: string;
  active: boolean;
  /** How many are on. 0 if it is off. */
  quantity: number;
  title: string;
  currency: string;
  currencyDigits: number;
  /** The period that the fees are per. */
  billingPeriod: BillingPeriod;
  /** What it cost before. It is null if it was off. */
  previousPrice: ReturnType<typeof toPriceJson> | null;
  features: AddOnFeature[];
}

/** A change of an add-on, with what is the same for all changes of its history entry. */
export interface AddOnChangeRow
  extends NewAddOnEntry,
    Pick<
      HistoryEntryModel,
      'versionId' | 'pays' | 'channel' | 'reason' | 'actorKind' | 'actorName' | 'actorUserId'
    > {
  /** By request, by a switch, or by a publication that included what it adds in the version. */
  cause: (typeof addOnCauses)[number];
  /** The ID of the switch that was the cause, or null. */
  activationId: string | null;
  accountBillingPeriod: BillingPeriod;
  /** Unix milliseconds. */
  changedAt: number;
}

/** A row as JSON of the database. `changedAt` is a text in events. */
export function toAddOnChange(row: Record<string, unknown>): AddOnChangeRow {
  return toCamelCase<AddOnChangeRow>(row);
}

/** The change of an add-on with an ID, and its time. It is null if there is none. */
export async function findAddOnEntry(
  queries: Queries,
  key: AccountKey,
  id: string,
): Promise<(NewAddOnEntry & { changedAt: Date }) | null> {
  const row = await queries.historyEntry.findFirst({
    where: { ...key, addOnEntries: { array_contains: [{ id }] } },
    orderBy: { sequence: 'desc' },
    select: { addOnEntries: true, changedAt: true },
  });
  const entries = (row?.addOnEntries ?? []) as Record<string, unknown>[];
  const entry = entries.find((each) => each.id === id);
  return row && entry ? { ...toCamelCase<NewAddOnEntry>(entry), changedAt: row.changedAt } : null;
}
