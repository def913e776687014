import type {
  CatalogDifference,
  Decision,
  ScheduleConflict,
  ScheduleFailure,
} from '@/lib/contract/catalog-editions';
import { maxEventConflicts, type ScheduleCanceledData } from '@/lib/contract/events';
import type { MakeId } from '@/lib/contract/ids';
import { insertAuditEntry, type NewAuditEntry, operator } from './audit-entries';
import { withdrawAnnouncements } from './catalog-announcements';
import { takeNamedLock } from './connection/advisory-locks';
import type { Database, Queries } from './connection/client';
import { callFunction } from './connection/query-json';
import { withTenant } from './connection/tenant';
import { insertEvent } from './events';
import { Prisma } from './generated/client';
import type { CatalogEditionModel } from './generated/models';
import type { Actor } from './history';

/** Who did something with an edition, with its channel: "api", "portal" or "command". */
export type EditionActor = Actor & { channel: string };

/** An edition without its text and its difference. */
export type Edition = Omit<
  CatalogEditionModel,
  | 'source'
  | 'extension'
  | 'difference'
  | 'createdBy'
  | 'updatedBy'
  | 'scheduledBy'
  | 'publishedBy'
  | 'existing'
  | 'scheduleFailure'
  | 'endsExisting'
  | 'claimedUntil'
  | 'shareHash'
> & {
  createdBy: EditionActor;
  /** It is null if the text is that of `createdBy`. */
  updatedBy: EditionActor | null;
  scheduledBy: EditionActor | null;
  publishedBy: EditionActor | null;
  existing: Record<string, Decision> | null;
  scheduleFailure: ScheduleFailure | null;
  endsExisting: Decision | null;
  /** The edition that this one ends. */
  ends: EditionRef | null;
  /** The edition that ends this one, once it is published. */
  endedBy: (EditionRef & Pick<CatalogEditionModel, 'publishAt' | 'publishedAt' | 'discardedAt'>) | null;
};

export type EditionRef = Pick<CatalogEditionModel, 'id' | 'number'>;

/** An edition with its text. `difference` is null for a draft. */
export type EditionWithText = Edition &
  Pick<CatalogEditionModel, 'source' | 'extension'> & { difference: CatalogDifference | null };

/** Whether decisions of a publication are others than those of the edition. */
export function isDecidedOtherwise(
  { existing }: Pick<Edition, 'existing'>,
  requested: Record<string, Decision>,
): boolean {
  return Object.entries(requested).some(([key, decision]) => existing?.[key] !== decision);
}

/** The edition as its publisher edits it with decisions, for `updateEdition`. */
export const decideOtherwise = (
  { existing, revision }: Pick<Edition, 'existing' | 'revision'>,
  requested: Record<string, Decision>,
  updatedBy: EditionActor,
) => ({
  existing: { ...existing, ...requested },
  ...{ revision: revision + 1, updatedBy, updatedAt: new Date() },
});

export interface EditionText {
  source: string;
  /** Text of the extension, or null if there is none or the list contains it. */
  extension: string | null;
}

const omitWithText = { claimedUntil: true, shareHash: true } as const;
const omit = { source: true, extension: true, difference: true, ...omitWithText } as const;
const include = {
  ends: { select: { id: true, number: true } },
  endedBy: { select: { id: true, number: true, publishAt: true, publishedAt: true, discardedAt: true } },
} as const;

/** The newest is first. */
export async function listEditions(
  queries: Queries,
  appId: string,
  { limit, before }: { limit: number; before: number | null },
): Promise<Edition[]> {
  const editions = await queries.catalogEdition.findMany({
    where: { appId, ...(before !== null && { number: { lt: before } }) },
    ...{ omit, include },
    orderBy: { number: 'desc' },
    take: limit,
  });
  return editions as unknown as Edition[];
}

/** What a published edition has changed, or a scheduled one changes, in short. */
export interface EditionSummary {
  versions: Pick<CatalogDifference['versions'][number], 'title' | 'kind'>[];
  features: number;
  addOns: number;
}

/** The keys are the IDs of the editions. Drafts are left out. */
export async function summarizeDifferences(
  queries: Queries,
  appId: string,
  ids: string[],
): Promise<Map<string, EditionSummary>> {
  const rows = await queries.$queryRaw<(EditionSummary & { id: string })[]>`
    SELECT id,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('title', v->'title', 'kind', v->'kind') ORDER BY n), '[]')
        FROM jsonb_array_elements(difference->'versions') WITH ORDINALITY AS versions (v, n)) AS versions,
      jsonb_array_length(difference->'features') AS features, jsonb_array_length(difference->'add_ons') AS "addOns"
    FROM catalog_editions WHERE app_id = ${appId} AND id = ANY(${ids}) AND difference IS NOT NULL`;
  return new Map(rows.map(({ id, ...summary }) => [id, summary]));
}

export async function findEdition(
  queries: Queries,
  appId: string,
  id: string,
): Promise<EditionWithText | null> {
  const edition = await queries.catalogEdition.findUnique({
    where: { appId_id: { appId, id } },
    ...{ omit: omitWithText, include },
  });
  return edition as unknown as EditionWithText | null;
}

/** Reads an edition, and blocks other changes of it until the end of the transaction. */
export async function lockEdition(
  queries: Queries,
  appId: string,
  id: string,
): Promise<EditionWithText | null> {
  await queries.$executeRaw`SELECT FROM catalog_editions WHERE app_id = ${appId} AND id = ${id} FOR NO KEY UPDATE`;
  return findEdition(queries, appId, id);
}

/** The scheduled editions of the app, by their times. */
export function listScheduledEditions(
  queries: Queries,
  appId: string,
): Promise<Pick<Edition, 'id' | 'revision' | 'publishAt'>[]> {
  return queries.catalogEdition.findMany({
    where: { appId, publishAt: { not: null }, publishedAt: null, discardedAt: null },
    select: { id: true, revision: true, publishAt: true },
    orderBy: [{ publishAt: 'asc' }, { number: 'asc' }],
  });
}

/** Whether the two-person rule of the app requires that someone else publishes the edition. */
export function requiresOtherPublisher(queries: Queries, id: string, actor: EditionActor): Promise<boolean> {
  return callFunction(queries, 'requires_other_publisher', [id, JSON.stringify(actor)]);
}

export async function hasTwoPersonRule(queries: Queries, appId: string): Promise<boolean> {
  const app = await queries.app.findUnique({ where: { id: appId }, select: { twoPersonRule: true } });
  return app?.twoPersonRule === true;
}

/**
 * The draft that a share link leads to. It is null for an unknown or expired link, and for an edition that is not a draft any
 * more.
 */
export async function findSharedEdition(
  queries: Queries,
  appId: string,
  { hash, now }: { hash: string; now: Date },
): Promise<EditionWithText | null> {
  const edition = await queries.catalogEdition.findFirst({
    where: { appId, shareHash: hash, shareExpiresAt: { gt: now }, publishedAt: null, discardedAt: null },
    ...{ omit: omitWithText, include },
  });
  return edition as unknown as EditionWithText | null;
}

/** The newest published edition, or null if there is none. */
export function findLiveEdition(queries: Queries, appId: string): Promise<EditionRef | null> {
  return queries.catalogEdition.findFirst({
    where: { appId, publishedAt: { not: null } },
    orderBy: [{ publishedAt: 'desc' }, { number: 'desc' }],
    select: { id: true, number: true },
  });
}

/** Inserts a draft with the next number of the app. */
export async function insertEdition(
  queries: Queries,
  edition: EditionText &
    Pick<Edition, 'appId' | 'id' | 'note' | 'baseId'> &
    Partial<Pick<Edition, 'endsId'>> & { createdBy: EditionActor; createdAt: Date },
): Promise<Edition> {
  const { appId, id, source, extension, note, baseId, endsId = null, createdBy, createdAt } = edition;
  await takeNamedLock(queries, 'catalog editions', appId);
  // Not create: Prisma would also send values for columns that the server's role can't write.
  await queries.$executeRaw`
    INSERT INTO catalog_editions
      (app_id, id, number, source, extension, note, base_id, ends_id, created_by, created_at, updated_at)
    SELECT ${appId}, ${id}, coalesce(max(number), 0) + 1, ${source}, ${extension}, ${note}, ${baseId}, ${endsId},
      ${JSON.stringify(createdBy)}::jsonb, ${createdAt}, ${createdAt}
    FROM catalog_editions WHERE app_id = ${appId}`;
  const inserted = await queries.catalogEdition.findUniqueOrThrow({
    where: { appId_id: { appId, id } },
    ...{ omit, include },
  });
  return inserted as unknown as Edition;
}

/** When a draft is to be published, and what was confirmed. */
interface Schedule extends Pick<Edition, 'confirmedDigest' | 'confirmedBaseId' | 'endsAt' | 'endsExisting'> {
  publishAt: Date;
  scheduledBy: EditionActor;
  existing: Record<string, Decision>;
  /** What was confirmed. */
  difference: CatalogDifference;
}

/** What `updateEdition` changes. */
export type EditionChange = Partial<
  EditionText &
    Pick<Edition, 'note' | 'revision' | 'updatedAt' | 'discardedAt' | 'endsAt' | 'endsExisting' | 'existing'>
> & {
  schedule?: Schedule | null;
  scheduleFailure?: ScheduleFailure | null;
  updatedBy?: EditionActor;
  /** Null removes the link. */
  share?: { hash: string; expiresAt: Date } | null;
};

/**
 * Changes a draft. `schedule` null makes a scheduled one a draft, which keeps its decisions. Both end what is recorded of a
 * publication that failed.
 */
export async function updateEdition(
  queries: Queries,
  { appId, id }: Pick<Edition, 'appId' | 'id'>,
  { schedule, scheduleFailure, share, updatedBy, existing, ...changes }: EditionChange,
): Promise<Edition> {
  const updated = await queries.catalogEdition.update({
    where: { appId_id: { appId, id } },
    data: {
      ...changes,
      ...(updatedBy && { updatedBy: { ...updatedBy } }),
      ...(existing !== undefined && { existing: existing ?? Prisma.DbNull }),
      ...(share !== undefined && {
        shareHash: share?.hash ?? null,
        shareExpiresAt: share?.expiresAt ?? null,
      }),
      ...(schedule !== undefined && {
        scheduleFailure: scheduleFailure ?? Prisma.DbNull,
        claimedUntil: null,
      }),
      ...(schedule === null && {
        publishAt: null,
        scheduledBy: Prisma.DbNull,
        confirmedDigest: null,
        confirmedBaseId: null,
        difference: Prisma.DbNull,
        endsAt: null,
        endsExisting: null,
      }),
      ...(schedule && { ...schedule, scheduledBy: { ...schedule.scheduledBy } }),
    },
    ...{ omit, include },
  });
  return updated as unknown as Edition;
}

/** Who changes a schedule, and when. */
export interface ScheduleChange {
  by: EditionActor;
  at: Date;
  makeId: MakeId;
}

/** Records that an edition is scheduled, or has to be confirmed again: an event, and an entry of the audit. */
export async function recordSchedule(
  queries: Queries,
  edition: RecordedEdition & Pick<Edition, 'confirmedDigest'>,
  change: ScheduleChange,
): Promise<void> {
  const confirmation_required = edition.confirmedDigest === null;
  await recordChange(queries, edition, change, {
    type: 'catalog.scheduled',
    eventData: { confirmation_required },
    auditData: { confirmation_required },
  });
}

/**
 * Makes a scheduled edition a draft, with an event and an entry of the audit. The edition shows why, unless someone did that.
 * Returns the draft.
 */
export async function cancelSchedule(
  queries: Queries,
  edition: Edition,
  {
    reason,
    conflicts = [],
    ...change
  }: ScheduleChange & {
    reason: ScheduleCanceledData['reason'];
    conflicts?: ScheduleConflict[];
  },
): Promise<Edition> {
  const scheduleFailure =
    reason === 'canceled' || reason === 'edited' || reason === 'discarded'
      ? null
      : { reason, publish_at: toSeconds(edition.publishAt), failed_at: toSeconds(change.at), conflicts };
  const draft = await updateEdition(queries, edition, { schedule: null, scheduleFailure });
  await withdrawAnnouncements(queries, edition, change.at);
  await recordChange(queries, edition, change, {
    type: 'catalog.schedule_canceled',
    eventData: { reason, conflicts: conflicts.slice(0, maxEventConflicts) },
    auditData: { reason, ...(conflicts.length > 0 && { conflicts: conflicts.map(({ path }) => path) }) },
  });
  return draft;
}

type RecordedEdition = Pick<Edition, 'appId' | 'id' | 'number' | 'note' | 'publishAt' | 'ends'>;

async function recordChange(
  queries: Queries,
  { appId, id, number, note, publishAt, ends }: RecordedEdition,
  { by, at, makeId }: ScheduleChange,
  {
    type,
    eventData,
    auditData,
  }: {
    type: 'catalog.scheduled' | 'catalog.schedule_canceled';
    eventData: object;
    auditData: NewAuditEntry['data'] & object;
  },
): Promise<void> {
  const publish_at = toSeconds(publishAt);
  const actor = { kind: by.kind, name: by.name, user_id: by.userId ?? null, channel: by.channel };
  await insertEvent(queries, {
    ...{ appId, id: makeId('event'), type, occurredAt: at },
    data: { edition: { id, number, note }, publish_at, ends_edition: ends, ...eventData, actor },
  });
  await insertAuditEntry(queries, {
    ...{ appId, id: makeId('auditEntry'), type, targetId: id, occurredAt: at },
    ...{ actor: by, channel: by.channel },
    data: { edition: number, publish_at, ...(ends && { ends_edition: ends.number }), ...auditData },
  });
}

const toSeconds = (time: Date | null) => Math.floor((time?.getTime() ?? 0) / 1000);

/** Turns the two-person rule of an app on or off. Only the owner can call it. */
export async function setTwoPersonRule(
  db: Database,
  appId: string,
  twoPersonRule: boolean,
  makeId: MakeId,
): Promise<void> {
  const set = async (queries: Queries) => {
    const { count } = await queries.app.updateMany({
      where: { id: appId, twoPersonRule: !twoPersonRule },
      data: { twoPersonRule },
    });
    if (count === 0) return;
    await insertAuditEntry(queries, {
      appId,
      id: makeId('auditEntry'),
      type: 'catalog.two_person_rule_set',
      ...operator,
      occurredAt: new Date(),
      data: { enabled: twoPersonRule },
    });
  };
  await withTenant(db, { appId }, set, { cached: false });
}

/** The slug of an app, or null if the app does not exist. */
export async function findAppSlug(queries: Queries, appId: string): Promise<string | null> {
  const app = await queries.app.findUnique({ where: { id: appId }, select: { slug: true } });
  return app?.slug ?? null;
}
