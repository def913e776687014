import { type CacheSource, getCachedSnapshots } from '@/lib/cache/cached-queries';
import { toCurrency } from '@/lib/contract/currency-digits';
import type { ApiError } from '@/lib/contract/errors';
import { type Event, maxEventBytes, maxEventFeatures } from '@/lib/contract/events';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { toPriceJson } from '@/lib/db/catalog';
import { limitReads } from '@/lib/db/connection/limit-connections';
import {
  type EventPosition,
  firstPosition,
  readEvents,
  type StoredEvent,
  type StoredSwitch,
} from '@/lib/db/events';
import { type AddOnChangeRow, toAddOnChange } from '@/lib/db/history';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import type { AppCaller } from '../caller';
import { compareSnapshots } from '../catalog/compare-features';
import { serializeTerms } from '../catalog/terms';
import { serializeActorColumns } from '../history/actors';
import type { Service } from '../service';

export interface EventPage {
  /** The events as JSON. */
  events: string[];
  /** The position to continue after. */
  next: EventPosition;
  /** Whether more events may follow already. */
  more: boolean;
}

/** Events to read for a page at most, if a filter leaves out most of them. */
const maxScanned = 2000;

/** Events to read at a time. Other requests are handled between two reads. */
const batchSize = 100;

/** A larger page ends early. `read_events` limits what is stored in the same way. */
const maxPageBytes = 4 * 1024 * 1024;

/**
 * Events of the app, oldest first. Never skips one, whenever its transaction commits. Throws 400 for a position of
 * another database.
 */
export async function listEvents(
  source: Pick<Service, 'pool' | 'cache'>,
  { app }: Pick<AppCaller, 'app'>,
  filter: { accountId: string | null; types: string[] | null },
  { after, limit }: { after: EventPosition | null; limit: number },
): Promise<EventPage> {
  const isFiltered = filter.accountId !== null || filter.types !== null;
  const readPage = async () => {
    const page: EventPage = { events: [], next: after ?? firstPosition, more: true };
    let bytes = 0;
    for (let scanned = 0; page.more && scanned < maxScanned && page.events.length < limit; ) {
      const batchLimit = Math.min(batchSize, limit - page.events.length);
      const maxBatch = isFiltered ? batchSize : batchLimit;
      const batch = await readEvents(
        source.pool,
        { appId: app.id, ...filter },
        { after: page.next, limit: batchLimit, maxScanned: maxBatch },
      );
      if (!batch) throw staleCursorError();
      scanned += maxBatch;
      const last = batch.events.at(-1);
      for (const [index, event] of (await createEvents(source, app.id, batch.events)).entries()) {
        const text = JSON.stringify(event);
        page.events.push(text);
        bytes += Buffer.byteLength(text);
        const stored = batch.events[index];
        if (bytes < maxPageBytes || !stored) continue;
        if (stored === last) return { ...page, next: batch.next, more: batch.more };
        return { ...page, next: { xid: stored.xid, id: stored.id }, more: true };
      }
      page.next = batch.next;
      page.more = batch.more;
    }
    return page;
  };
  return limitReads(source.pool, app.id, readPage, { serial: true });
}

function staleCursorError(): ApiError {
  const expected = 'expected the next_cursor of a response';
  const advice = 'If the database was restored since then, start without a cursor';
  return fieldError(invalidParameter('cursor', `${expected}. ${advice}`));
}

/** The events as they are listed and delivered. */
export async function createEvents(
  source: CacheSource,
  appId: string,
  stored: StoredEvent[],
): Promise<Event[]> {
  const digests = stored.flatMap(({ activation: entry }) =>
    entry ? [entry.snapshotDigest, entry.previousDigest] : [],
  );
  const known = new Set(digests.filter((digest) => digest !== null));
  const getSnapshot = await getCachedSnapshots(source, appId, known);
  return stored.map((event) => createEvent(event, getSnapshot));
}

function createEvent(stored: StoredEvent, getSnapshot: (digest: string) => VersionSnapshot): Event {
  const { id, type, occurredAt, accountId, externalId, sequence, activation: entry, addOnChange } = stored;
  const cause = type === 'account.created' && { cause: getCause(stored) };
  // Events of changes that wait have no `pays` if they were written before this field.
  const isChange = stored.data !== null && 'change_id' in stored.data;
  const data = stored.data && { ...(isChange && { pays: 'unknown' }), ...stored.data, ...cause };
  const otherData = addOnChange ? createAddOnData(toAddOnChange(addOnChange)) : data;
  const event = {
    id,
    type,
    timestamp: new Date(occurredAt).toISOString(),
    account_id: accountId,
    external_id: externalId,
    sequence,
    data: entry ? createSwitchData(entry, getCause(stored), getSnapshot) : otherData,
  } as Event;
  return limitSize(event);
}

function getCause({ isImport, activation }: StoredEvent) {
  if (isImport) return 'import';
  return activation?.kind === 'publication' ? 'publication' : 'request';
}

function createSwitchData(
  entry: StoredSwitch,
  cause: ReturnType<typeof getCause>,
  getSnapshot: (digest: string) => VersionSnapshot,
) {
  const {
    id,
    previousDigest,
    direction,
    pays,
    reason,
    billingPeriod,
    users,
    quantity,
    terms,
    kind,
    trialEndsAt,
  } = entry;
  const to = getSnapshot(entry.snapshotDigest);
  const from = previousDigest === null ? null : getSnapshot(previousDigest);
  const { gained, lost } = compareSnapshots(from, to);
  return {
    history_id: id,
    kind,
    cause,
    activated_at: Math.floor(entry.activatedAt / 1000),
    from: from && toVersion(from),
    to: toVersion(to),
    direction,
    pays: pays ?? 'unknown',
    gained: gained.slice(0, maxEventFeatures).map((feature) => feature.id),
    gained_count: gained.length,
    lost: lost.slice(0, maxEventFeatures).map((feature) => feature.id),
    lost_count: lost.length,
    actor: serializeActorColumns(entry),
    reason,
    billing_period: billingPeriod,
    users,
    quantity,
    trial_ends_at: trialEndsAt === null ? null : Math.floor(trialEndsAt / 1000),
    price: toPriceJson(to),
    terms: terms && serializeTerms(terms),
    previous_price: from?.currency === to.currency ? toPriceJson(from) : null,
    ...toCurrency(to),
  };
}

function createAddOnData(change: AddOnChangeRow) {
  const features = [...new Set(change.features.map(({ human_id }) => human_id))];
  return {
    history_id: change.id,
    option: { id: change.addOnId, title: change.title },
    active: change.active,
    quantity: change.quantity,
    version_id: change.versionId,
    pays: change.pays ?? 'unknown',
    ...toPriceJson(change),
    price: change.active ? toPriceJson(change) : null,
    previous_price: change.previousPrice,
    ...toCurrency(change),
    billing_period: change.accountBillingPeriod,
    cause: change.cause,
    switch_history_id: change.historyEntryId,
    features: features.slice(0, maxEventFeatures),
    features_count: features.length,
    actor: serializeActorColumns(change),
    reason: change.reason,
  };
}

function toVersion({ versionId, title, tag }: VersionSnapshot) {
  return { id: versionId, title, tag };
}

/** Halves the lists of features until the event is small enough. */
function limitSize(event: Event): Event {
  const lists = getLists(event);
  while (
    lists.some(({ length }) => length > 0) &&
    Buffer.byteLength(JSON.stringify(event)) >= maxEventBytes
  ) {
    for (const list of lists) list.length >>= 1;
  }
  return event;
}

/** Empties the lists of features and versions. */
export function omitLists(event: Event): Event {
  for (const list of getLists(event)) list.length = 0;
  return event;
}

function getLists({ type, data }: Event): unknown[][] {
  if (type === 'account.version_switched') return [data.gained, data.lost];
  if (type === 'account.option_enabled' || type === 'account.option_disabled') return [data.features];
  if (type === 'account.change_announced') {
    const lists = [data, ...data.changed_options].flatMap(({ lost, gained, raised, lowered, changed }) => [
      ...[lost, gained, raised, lowered, changed],
    ]);
    return [...lists, data.changed_options];
  }
  return type === 'catalog.published' ? [data.changed_versions, data.changed_options] : [];
}
