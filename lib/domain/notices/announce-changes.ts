import { getCachedCatalog } from '@/lib/cache/cached-queries';
import { toCurrency } from '@/lib/contract/currency-digits';
import { type ChangeAnnouncedData, maxEventFeatures } from '@/lib/contract/events';
import type { AppCatalog } from '@/lib/db/catalog';
import {
  type DueAnnouncement,
  readDueAnnouncement,
  settleAnnouncement,
} from '@/lib/db/catalog-announcements';
import { lockAccountChanges } from '@/lib/db/catalog-changes';
import type { Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { insertEvents } from '@/lib/db/events';
import { compareAddOnFeatures, compareSnapshots, type FeatureChanges } from '../catalog/compare-features';
import type { TransactionKind } from '../due-kind';
import type { Service } from '../service';
import {
  type AnnouncedAddOn,
  type AnnouncedChange,
  createAnnouncedChangeFinder,
  isSamePrice,
} from './announcements';
import { describePlans } from './plan-notices';

/** Announcements with events to write. */
export const dueAnnouncements: TransactionKind = {
  name: 'announcements',
  byApp: true,
  // Accounts to compare. Their changes wait for some milliseconds meanwhile.
  batch: 200,
  run: announceNext,
};

/**
 * Writes events for the next accounts of an announcement of an app. Returns whether there were some. The events and the account
 * that they have come to are committed together, by one worker at a time, so that each account has one.
 */
async function announceNext(
  service: Service,
  { appId, max }: { appId: string; max: number },
): Promise<boolean> {
  const { db } = service;
  const readRevision = async (queries: Queries) =>
    (await queries.app.findUniqueOrThrow({ where: { id: appId }, select: { catalogRevision: true } }))
      .catalogRevision;
  // It is read before the transaction, which would hold a connection meanwhile.
  const catalog = await getCachedCatalog(service, { id: appId, catalogRevision: await readRevision(db) });
  const announce = async (queries: Queries): Promise<'none' | 'outdated' | 'done'> => {
    // First, so that its events have a later transaction ID than those of changes that it has waited for.
    await lockAccountChanges(queries, appId);
    if ((await readRevision(queries)) !== catalog.app.catalogRevision) return 'outdated';
    const due = await readDueAnnouncement(queries, appId, max);
    if (!due) return 'none';
    if (due.isValid) await insertEvents(queries, createEvents(service, catalog, due));
    await settleAnnouncement(queries, due, service.now());
    return 'done';
  };
  const outcome = await withTenant(db, { appId }, announce, { cached: false });
  if (outcome === 'done') service.onEvent();
  return outcome !== 'none';
}

function createEvents(
  { makeId, now }: Service,
  catalog: AppCatalog,
  { row, edition, accounts, present }: DueAnnouncement,
) {
  const find = createAnnouncedChangeFinder(catalog);
  const schedule = {
    edition,
    withdrawn: row.withdrawnAt !== null,
    effective_at: toSeconds(row.effectiveAt),
    ends_at: row.endsAt && toSeconds(row.endsAt),
  };
  const occurredAt = now();
  return accounts.flatMap((account) => {
    const change = find(row.content, account);
    // The edition was scheduled again: the account has an event of that.
    if (!change || (present && find(present, account))) return [];
    const { accountId, sequence } = account;
    const data = { ...schedule, ...describeChange(change), ...toCurrency(catalog.app) };
    return {
      appId: catalog.app.id,
      id: makeId('event'),
      accountId,
      sequence,
      type: 'account.change_announced',
      occurredAt,
      data,
    };
  });
}

const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

type Change = Omit<
  ChangeAnnouncedData,
  'edition' | 'withdrawn' | 'effective_at' | 'ends_at' | 'currency' | 'currency_digits'
>;

function describeChange({ version, billingPeriod, plan, addOns }: AnnouncedChange): Change {
  const own = { version, billingPeriod };
  const { before, after } = plan ?? { before: own, after: own };
  const { price, previousPrice, previousBillingPeriod } = describePlans(before, after);
  return {
    version: { id: version.versionId, title: version.title, tag: version.tag },
    price,
    previous_price: previousPrice,
    ...listIds(compareSnapshots(before.version, after.version)),
    billing_period: after.billingPeriod,
    previous_billing_period: previousBillingPeriod,
    changed_options: addOns.map((addOn) => describeAddOn(addOn, own)),
  };
}

function describeAddOn(
  { id, title, before, after }: AnnouncedAddOn,
  { version, billingPeriod }: Pick<AnnouncedChange, 'version' | 'billingPeriod'>,
): Change['changed_options'][number] {
  const isSame = after !== null && isSamePrice(before, after, version, billingPeriod);
  return {
    ...{ id, title, price: after?.price ?? null, previous_price: isSame ? null : before.price },
    ...listIds(compareAddOnFeatures(before.features, after?.features ?? [])),
  };
}

function listIds(changes: FeatureChanges) {
  const ids = (list: 'lost' | 'gained' | 'raised' | 'lowered' | 'changed') =>
    changes[list].slice(0, maxEventFeatures).map(({ id }) => id);
  return {
    ...{ lost: ids('lost'), gained: ids('gained') },
    ...{ raised: ids('raised'), lowered: ids('lowered'), changed: ids('changed') },
  };
}
