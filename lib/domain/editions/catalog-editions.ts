import { cacheTags } from '@/lib/cache/server-cache';
import { type Decision, shareSeconds } from '@/lib/contract/catalog-editions';
import { ApiError } from '@/lib/contract/errors';
import { isWellFormedId } from '@/lib/contract/ids';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import type { App, AppCatalog } from '@/lib/db/catalog';
import { writeAnnouncements } from '@/lib/db/catalog-announcements';
import {
  cancelSchedule,
  decideOtherwise,
  type Edition,
  type EditionActor,
  type EditionRef,
  type EditionSummary,
  type EditionText,
  type EditionWithText,
  findEdition,
  findLiveEdition,
  findSharedEdition,
  hasTwoPersonRule,
  insertEdition,
  isDecidedOtherwise,
  listEditions as listRows,
  lockEdition,
  recordSchedule,
  requiresOtherPublisher,
  type ScheduleChange,
  summarizeDifferences,
  updateEdition as updateRow,
} from '@/lib/db/catalog-editions';
import type { Queries } from '@/lib/db/connection/client';
import { hashSecret, isWellFormedSecret, makeSecret } from '@/lib/db/connection/secret';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import { claimEditions } from '@/lib/db/due-work';
import {
  type EditionReview,
  insertEditionNote,
  isLastEditor,
  readEditionReviews,
} from '@/lib/db/edition-notes';
import { recordAudit } from '../audit/audit';
import { type AppCaller, noCallerState } from '../caller';
import { localizeDraft } from '../catalog/localize-catalog';
import type { CatalogCheck, EditionEnd, ScheduledOutcome } from '../catalog-importer';
import type { LeasedKind } from '../due-kind';
import type { Service } from '../service';
import { listVersions, type VersionListing } from '../subscription/list-versions';
import { type CatalogPreview, checkCatalog as findMistakes } from './preview-catalog';
import { estimateRevenue, type Revenue } from './revenue';

/** The operations check that the caller manages the app. */
export type Manager = Pick<AppCaller, 'app' | 'actor' | 'via' | 'role'>;

/** `endsAt` of a published edition is the time of the one that ends it. `endedBy` is null if that was discarded. */
export interface ListedEdition extends Omit<Edition, 'endedBy'> {
  state: ReturnType<typeof toState> | 'discarded';
  live: boolean;
  endedBy: (EditionRef & { state: ReturnType<typeof toState> }) | null;
}

/** What is wrong with a text, or what it would change. */
export interface EditionCheck extends Pick<CatalogCheck, 'problems' | 'difference'> {
  /** The plans as visitors would see them, or null with problems, and for an edition that is published. */
  preview: (Pick<CatalogPreview, 'checks'> & { listing: VersionListing }) | null;
  /** What accounts pay before and after it. It is null with problems, if it is published, and unless it was asked for. */
  revenue: Revenue | null;
}

/** An edition with its text and what it changes. */
export interface EditionDetails {
  edition: ListedEdition & EditionText;
  liveEdition: EditionRef | null;
  /** What it is compared with, or null for the live catalog. */
  comparedTo: ListedEdition | null;
  /** Decisions about existing accounts that differ from those of `comparedTo`. It is empty for the live catalog. */
  existingChanges: { key: string; from: Decision | null; to: Decision | null }[];
  /** Whether the two-person rule keeps the caller from publishing it. */
  otherPublisherRequired: boolean;
  /** Whether the caller is the one who last edited its text or its decisions. */
  editedByCaller: boolean;
  review: EditionReview;
  /** What becomes of other scheduled editions if it is published now. Empty unless it is a draft. */
  scheduled: ScheduledOutcome[];
  check: EditionCheck;
  /** Identifies text, decisions, difference and scheduled editions. */
  revision: string;
}

/** Someone else has changed the edition or the live catalog. */
export class EditionStaleError extends ApiError {
  constructor(readonly details: EditionDetails) {
    super('edition_stale', 'The edition or the live catalog has changed. Review it and try again.');
  }
}

const maxScheduleMs = 2 * 366 * 24 * 60 * 60 * 1000;

/** The newest is first. `next` is the cursor of the next page. */
export function listEditions(
  { db }: Service,
  { app }: Manager,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<{
  editions: (ListedEdition & { changes: EditionSummary | null; review: EditionReview })[];
  next: string | null;
}> {
  const before = cursor === null ? null : Number(cursor);
  if (cursor !== null && !/^\d{1,9}$/.test(cursor)) {
    throw fieldError(invalidParameter('cursor', 'expected the next_cursor of a response'));
  }
  return readTenant(db, { appId: app.id }, async (queries) => {
    const rows = await listRows(queries, app.id, { limit: limit + 1, before });
    const live = await findLiveEdition(queries, app.id);
    const page = rows.slice(0, limit);
    const ids = page.map(({ id }) => id);
    const changes = await summarizeDifferences(queries, app.id, ids);
    const reviews = await readEditionReviews(queries, ids);
    const editions = page.map((edition) => ({
      ...toListed(edition, live),
      changes: changes.get(edition.id) ?? null,
      review: reviews.get(edition.id) ?? noReview,
    }));
    return { editions, next: rows.length > limit ? String(page.at(-1)?.number) : null };
  });
}

const noReview: EditionReview = { reviewer: null, changesRequestedBy: null };

/** The `baseId` of a draft that is made from the live catalog. */
const live = 'live';

/**
 * Creates a draft from a text, or from the text of an edition, without the decisions of that one. Throws 404 for an unknown
 * edition.
 */
export async function createEdition(
  service: Service,
  caller: Manager,
  {
    baseId,
    text,
    existing = null,
    note,
  }: { baseId: string | null; text: EditionText | null; existing?: Decisions | null; note: string },
): Promise<ListedEdition> {
  const appId = caller.app.id;
  const exported = baseId === live && text === null ? await exportUnrecorded(service, appId) : null;
  const create = async (queries: Queries): Promise<ListedEdition> => {
    const liveEdition = await findLiveEdition(queries, appId);
    const liveId = liveEdition?.id ?? null;
    const id = baseId === live ? liveId : baseId;
    const base = id === null ? null : await requireEdition(queries, appId, id);
    const { source, extension } = text ?? base ?? exported ?? { source: '', extension: null };
    const inserted = await insertEdition(queries, {
      appId,
      id: service.makeId('edition'),
      source,
      extension,
      note,
      baseId: base?.id ?? liveId,
      createdBy: toEditionActor(caller),
      createdAt: service.now(),
    });
    await recordSaved(queries, service, caller, inserted, note);
    const decisions = toStored(existing);
    const draft = decisions ? await updateRow(queries, inserted, { existing: decisions }) : inserted;
    return toListed(draft, liveEdition);
  };
  return withTenant(service.db, { appId }, create, { cached: false });
}

/**
 * The text of a live catalog that no edition records, such as one from before there were editions. It is null if an edition has
 * it.
 */
async function exportUnrecorded({ db, importer }: Service, appId: string): Promise<EditionText | null> {
  if (await readTenant(db, { appId }, (queries) => findLiveEdition(queries, appId))) return null;
  const exported = await importer.export({ appId });
  if ('problems' in exported) throw invalid(exported.problems, 'The live catalog');
  return exported;
}

/** What changes from the text of one edition to that of another. Throws 404 for an unknown one, and 422 if one has problems. */
export async function compareEditions(
  { db, importer }: Service,
  caller: Manager,
  { from, to }: { from: string; to: string },
): Promise<EditionDetails> {
  const appId = caller.app.id;
  const { base, ...read } = await readTenant(db, { appId }, async (queries) => ({
    base: await requireEdition(queries, appId, from),
    ...(await readEdition(queries, caller, to)),
  }));
  const { edition, liveEdition, ...state } = read;
  const counted = base.id === liveEdition?.id || edition.id === liveEdition?.id;
  const result = await importer.compare({ appId, from: base, to: edition, counted });
  if ('invalid' in result) {
    const { number } = result.invalid === 'from' ? base : edition;
    throw invalid(result.problems, `Edition ${number}`);
  }
  return {
    edition: toListed(edition, liveEdition),
    comparedTo: toListed(base, liveEdition),
    existingChanges: compareDecisions(base.existing, edition.existing),
    ...{ liveEdition, ...state },
    scheduled: [],
    check: { problems: [], difference: result.difference, preview: null, revenue: null },
    revision: String(edition.revision),
  };
}

/** An edition without what it changes, or null for an unknown one. */
export function findListedEdition(
  { db }: Service,
  { app }: Manager,
  id: string,
): Promise<ListedEdition | null> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    const edition = isEditionId(id) ? await findEdition(queries, app.id, id) : null;
    return edition && toListed(edition, await findLiveEdition(queries, app.id));
  });
}

/** Throws 404 for an unknown edition. */
export async function getEdition(
  service: Service,
  caller: Manager,
  id: string,
  { revenue = false } = {},
): Promise<EditionDetails> {
  const { db, importer } = service;
  const appId = caller.app.id;
  const read = await readTenant(db, { appId }, (queries) => readEdition(queries, caller, id));
  const { publishedAt, discardedAt, source, extension, existing } = read.edition;
  if (publishedAt || discardedAt) return toDetails(read, null);
  const text = { source, extension };
  const input = { appId, editionId: id, ...text, decided: existing, revenue };
  const check = await importer.check(input);
  return toDetails(read, check, await readRevenue(service, appId, check));
}

/** What accounts do, by name of a plan or an add-on. */
type Decisions = Record<string, Decision>;

/** No decisions are stored as null. */
const toStored = (decisions: Decisions | null) =>
  decisions && Object.keys(decisions).length > 0 ? decisions : null;

function compareDecisions(from: Decisions | null, to: Decisions | null): EditionDetails['existingChanges'] {
  const keys = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])].sort();
  return keys
    .map((key) => ({ key, from: from?.[key] ?? null, to: to?.[key] ?? null }))
    .filter((each) => each.from !== each.to);
}

interface DraftChange extends Partial<EditionText> {
  /** Replaces the decisions. Null means none. */
  existing?: Decisions | null;
  note: string | null;
  ifMatch: string | null;
}

/**
 * Replaces the text of a draft, its decisions, or both. Without `source`, the text stays. A scheduled edition becomes a
 * draft. Throws 404, 422 if it is published or discarded, and 412 unless it has the revision of `ifMatch`.
 */
export function updateEdition(
  service: Service,
  caller: Manager,
  id: string,
  { ifMatch, note, source, extension = null, existing }: DraftChange,
): Promise<ListedEdition> {
  return changeDraft(service, caller, { id, ifMatch }, async (queries, edition) => {
    const text = source === undefined ? {} : { source, extension };
    const decisions = existing === undefined ? edition.existing : toStored(existing);
    const isChanged =
      (source !== undefined && (source !== edition.source || extension !== edition.extension)) ||
      compareDecisions(edition.existing, decisions).length > 0;
    if (edition.publishAt)
      await cancelSchedule(queries, edition, { reason: 'edited', ...toChange(service, caller) });
    const updated = await updateRow(queries, edition, {
      ...text,
      existing: decisions,
      ...(isChanged && { updatedBy: toEditionActor(caller) }),
      ...(note !== null && { note }),
      revision: edition.revision + 1,
      updatedAt: service.now(),
      schedule: null,
    });
    await recordSaved(queries, service, caller, updated, note);
    return updated;
  });
}

/** Adds the note of who saves a text to what is written about the edition. */
async function recordSaved(
  queries: Queries,
  { now }: Service,
  caller: Manager,
  { appId, id: editionId, revision }: Edition,
  text: string | null,
): Promise<void> {
  if (!text) return;
  const by = { createdBy: toEditionActor(caller), createdAt: now() };
  await insertEditionNote(queries, {
    ...{ appId, editionId, kind: 'saved', text, revision, reviewer: null },
    ...by,
  });
}

/** Makes a scheduled edition a draft. Has no effect on a draft. Throws as `updateEdition`. */
export function cancelEditionSchedule(
  service: Service,
  caller: Manager,
  id: string,
  { ifMatch }: { ifMatch: string | null },
): Promise<ListedEdition> {
  return changeDraft(service, caller, { id, ifMatch }, async (queries, edition) =>
    edition.publishAt
      ? cancelSchedule(queries, edition, { reason: 'canceled', ...toChange(service, caller) })
      : edition,
  );
}

/** Discards a draft with its decisions. Throws as `updateEdition`. */
export async function discardEdition(
  service: Service,
  caller: Manager,
  id: string,
  { ifMatch }: { ifMatch: string | null },
): Promise<void> {
  await changeDraft(service, caller, { id, ifMatch }, async (queries, edition) => {
    if (edition.publishAt)
      await cancelSchedule(queries, edition, { reason: 'discarded', ...toChange(service, caller) });
    return updateRow(queries, edition, { discardedAt: service.now(), existing: null, schedule: null });
  });
}

/**
 * Replaces the link that shows a draft to anyone. Throws as `updateEdition`. Null for `expiresAt` is the default. The
 * secret is returned once.
 */
export async function shareEdition(
  service: Service,
  caller: Manager,
  id: string,
  { expiresAt }: { expiresAt: Date | null },
): Promise<{ secret: string; expiresAt: Date }> {
  const now = service.now().getTime();
  const until = expiresAt ?? new Date(now + shareSeconds.default * 1000);
  if (until.getTime() <= now)
    throw fieldError(invalidParameter('expires_at', 'expected a time in the future'));
  if (until.getTime() > now + shareSeconds.max * 1000) {
    throw fieldError(invalidParameter('expires_at', 'expected at most 90 days ahead'));
  }
  const secret = makeSecret('avd');
  await changeDraft(service, caller, { id, ifMatch: null }, async (queries, edition) => {
    const data = { edition: edition.number, expires_at: until.toISOString() };
    await recordAudit(queries, service, caller, { type: 'catalog.shared', targetId: id, data });
    return updateRow(queries, edition, { share: { hash: hashSecret(secret), expiresAt: until } });
  });
  return { secret, expiresAt: until };
}

/** Makes the link invalid. Throws as `updateEdition`. */
export async function unshareEdition(service: Service, caller: Manager, id: string): Promise<void> {
  await changeDraft(service, caller, { id, ifMatch: null }, async (queries, edition) => {
    if (edition.shareExpiresAt) {
      const data = { edition: edition.number };
      await recordAudit(queries, service, caller, { type: 'catalog.unshared', targetId: id, data });
    }
    return updateRow(queries, edition, { share: null });
  });
}

/** The plans of the draft that a link leads to, or null for a link that is not valid, and for a draft with problems. */
export async function getSharedPlans(
  { db, cache, importer, now }: Service,
  { id: appId }: { id: string },
  secret: string,
  findLanguage: (app: App) => string | null,
): Promise<VersionListing | null> {
  if (!isWellFormedSecret('avd', secret)) return null;
  const edition = await readTenant(db, { appId }, (queries) =>
    findSharedEdition(queries, appId, { hash: hashSecret(secret), now: now() }),
  );
  const catalog = edition && (await readDraftCatalog({ cache, importer }, edition));
  return catalog && listForVisitors(localizeDraft(catalog, findLanguage(catalog.app)));
}

/** The catalog after a publication of a draft. Throws 404, and 422 if it is published or discarded, or has problems. */
export async function getDraftCatalog(
  service: Service,
  { app }: Pick<Manager, 'app'>,
  id: string,
): Promise<AppCatalog> {
  const edition = await readTenant(service.db, { appId: app.id }, (queries) =>
    requireEdition(queries, app.id, id),
  );
  if (edition.publishedAt || edition.discardedAt) throw refuse('not_draft');
  const catalog = await readDraftCatalog(service, edition);
  if (!catalog) throw new ApiError('edition_invalid', 'The price list has problems.');
  return catalog;
}

/** It is null with problems. Reading a text takes seconds of CPU time, and anyone with a share link can ask for it. */
async function readDraftCatalog(
  { cache, importer }: Pick<Service, 'cache' | 'importer'>,
  { appId, id, revision, source, extension, existing: decided }: EditionWithText,
): Promise<AppCatalog | null> {
  return cache.drafts.get(`${id} ${revision}`, async () => {
    const { catalog: value } = await importer.check({ appId, source, extension, decided });
    return { value, tags: value && [cacheTags.app(appId), cacheTags.catalog(appId)] };
  });
}

interface Publication {
  /** Null means now. */
  at: Date | null;
  /** When the publication ends, or null if it does not. */
  end: EditionEnd | null;
  /** It replaces what the edition decides about the same names. */
  existing: Decisions;
  /** Null to keep that of the edition. */
  note: string | null;
  ifMatch: string | null;
}

/**
 * Publishes a draft now, or schedules it. Throws as `updateEdition`, 412 also if the difference is not that of
 * `ifMatch`, 422 for a text with problems or that can't end, and 403 if another person has to publish it.
 */
export async function publishEdition(
  service: Service,
  caller: Manager,
  id: string,
  publication: Publication,
): Promise<ListedEdition> {
  const { at, end, existing, note, ifMatch } = publication;
  const by = toEditionActor(caller);
  assertTimes(publication, service.now());
  if (at) return scheduleEdition(service, caller, id, { ...publication, at });
  if (!isEditionId(id)) throw refuse('not_found');
  const input = { appId: caller.app.id, editionId: id, scheduled: false as const, by, existing, note, end };
  const result = await service.importer.publish({ ...input, ...parseRevision(ifMatch) });
  if (result.outcome === 'invalid') throw invalid(result.problems);
  if (result.outcome === 'end_unavailable') throw new ApiError('end_unavailable', result.problem);
  if (isRefusal(result.outcome)) throw refuse(result.outcome);
  const { db } = service;
  const read = await readTenant(db, { appId: caller.app.id }, (queries) => readEdition(queries, caller, id));
  if (result.outcome === 'stale') throw new EditionStaleError(toDetails(read, result.check));
  service.onEvent();
  return toListed(read.edition, read.liveEdition);
}

/** Throws 400 unless the publication is in the future, and its end after it, both in the next two years. */
function assertTimes({ at, end }: Pick<Publication, 'at' | 'end'>, now: Date): void {
  const times = [
    { field: 'at', time: at, after: now, expected: 'a time in the future' },
    {
      ...{ field: 'ends_at', time: end?.endsAt, after: at ?? now },
      expected: at ? 'a time after at' : 'a time in the future',
    },
  ];
  for (const { field, time, after, expected } of times) {
    if (!time) continue;
    if (time <= after) throw fieldError(invalidParameter(field, `expected ${expected}`));
    if (time.getTime() > now.getTime() + maxScheduleMs)
      throw fieldError(invalidParameter(field, 'expected at most two years ahead'));
  }
}

async function scheduleEdition(
  service: Service,
  caller: Manager,
  id: string,
  { at, end, existing, note, ifMatch }: Publication & { at: Date },
): Promise<ListedEdition> {
  const { db, importer } = service;
  const appId = caller.app.id;
  const read = await readTenant(db, { appId }, (queries) => readEdition(queries, caller, id));
  const { source, extension, revision } = read.edition;
  const liveId = read.liveEdition?.id ?? null;
  const { endsAt = null, endsExisting = null } = end ?? {};
  const check = await importer.check({
    ...{ appId, editionId: id, source, extension, decided: read.edition.existing, existing },
    ...{ ends: end !== null, announces: true },
  });
  if (check.digest === null || check.difference === null) throw invalid(check.problems);
  if (check.endProblem !== null) throw new ApiError('end_unavailable', check.endProblem);
  const { digest } = parseRevision(ifMatch);
  const schedule = {
    publishAt: at,
    scheduledBy: toEditionActor(caller),
    existing: { ...read.edition.existing, ...existing },
    confirmedDigest: check.digest,
    confirmedBaseId: liveId,
    difference: check.difference,
    ...{ endsAt, endsExisting },
  };
  return changeDraft(service, caller, { id, ifMatch }, async (queries, locked) => {
    const isSame =
      locked.revision === revision &&
      (digest === null || digest === check.reviewDigest) &&
      ((await findLiveEdition(queries, appId))?.id ?? null) === liveId;
    if (!isSame) throw new EditionStaleError(toDetails(await readEdition(queries, caller, id), check));
    if (await requiresOtherPublisher(queries, id, schedule.scheduledBy))
      throw refuse('other_publisher_required');
    const isDecided = isDecidedOtherwise(locked, existing);
    if (isDecided && (await hasTwoPersonRule(queries, appId))) throw refuse('decided_by_publisher');
    if ((await readReview(queries, id)).changesRequestedBy) throw refuse('changes_requested');
    const decisions = isDecided && decideOtherwise(locked, existing, schedule.scheduledBy);
    const scheduled = await updateRow(queries, locked, {
      ...(note !== null && { note }),
      ...decisions,
      schedule,
    });
    const change = toChange(service, caller);
    const { at: announcedAt } = change;
    const { announcements } = check;
    await writeAnnouncements(queries, scheduled, announcements, { at: announcedAt, isReplanned: false });
    await recordSchedule(queries, scheduled, change);
    return scheduled;
  });
}

/** What a text would change, or its problems. Stores nothing. */
export async function checkCatalog(
  service: Service,
  { app }: Manager,
  input: EditionText & { existing: Decisions; revenue?: boolean; texts?: boolean },
): Promise<EditionCheck & Pick<CatalogCheck, 'texts'>> {
  const check = await service.importer.check({ appId: app.id, ...input });
  return { ...withPreview(check, await readRevenue(service, app.id, check)), texts: check.texts };
}

/** Outside of the import: its thread has other texts to check. */
async function readRevenue(
  service: Service,
  appId: string,
  { revenue }: CatalogCheck,
): Promise<Revenue | null> {
  return revenue && estimateRevenue(service, appId, revenue);
}

function withPreview({ problems, difference, catalog }: CatalogCheck, revenue: Revenue | null): EditionCheck {
  if (!catalog) return { problems, difference, preview: null, revenue };
  const listing = listForVisitors(catalog);
  const listed = listing.versions.map(({ version }) => version);
  return { problems, difference, preview: { listing, checks: findMistakes(catalog, listed) }, revenue };
}

const listForVisitors = (catalog: AppCatalog) =>
  listVersions({ catalog, state: noCallerState }, { role: null, account: null });

/** Editions that are scheduled. */
export const dueEditions: LeasedKind<{ appId: string; id: string }> = {
  name: 'editions',
  byApp: false,
  batch: 1,
  // Longer than a publication takes.
  leaseMs: 150_000,
  claim: ({ pool }, claim) => claimEditions(pool, claim),
  run: publishDueEdition,
};

/**
 * Publishes an edition that is due. Another server can't publish it too: the publication locks the edition, and reads whether
 * it is still due.
 */
async function publishDueEdition(service: Service, due: { appId: string; id: string }): Promise<void> {
  const { appId, id: editionId } = due;
  const { outcome } = await service.importer.publish({ appId, editionId, scheduled: true });
  if (outcome === 'invalid') await cancelDueEdition(service, due);
  service.onEvent();
}

/** Ends the schedule of an edition whose publication took too much time or memory, and would do so again. */
async function cancelDueEdition(
  { db, makeId, now }: Service,
  { appId, id }: { appId: string; id: string },
): Promise<void> {
  const cancel = async (queries: Queries): Promise<void> => {
    const edition = await lockEdition(queries, appId, id);
    const isDue = edition?.publishAt && edition.publishAt <= now();
    if (!isDue || edition.publishedAt || edition.discardedAt) return;
    const by = edition.scheduledBy ?? edition.createdBy;
    await cancelSchedule(queries, edition, { reason: 'limit_exceeded', by, at: now(), makeId });
  };
  await withTenant(db, { appId }, cancel, { cached: false });
}

/** Changes a draft that has the revision of `ifMatch`, if that is given. */
function changeDraft(
  { db }: Service,
  caller: Manager,
  named: { id: string; ifMatch: string | null },
  change: (queries: Queries, edition: EditionWithText) => Promise<Edition>,
): Promise<ListedEdition> {
  const appId = caller.app.id;
  const work = async (queries: Queries): Promise<ListedEdition> => {
    const changed = await change(queries, await lockDraft(queries, caller, named));
    return toListed(changed, await findLiveEdition(queries, appId));
  };
  return withTenant(db, { appId }, work, { cached: false });
}

/** Throws as `updateEdition`. */
export async function lockDraft(
  queries: Queries,
  caller: Manager,
  { id, ifMatch }: { id: string; ifMatch: string | null },
): Promise<EditionWithText> {
  const edition = await requireEdition(queries, caller.app.id, id, lockEdition);
  if (edition.publishedAt || edition.discardedAt) throw refuse('not_draft');
  const { revision } = parseRevision(ifMatch);
  if (revision !== null && revision !== edition.revision) {
    throw new EditionStaleError(toDetails(await readEdition(queries, caller, id), null));
  }
  return edition;
}

interface EditionRead
  extends Pick<EditionDetails, 'liveEdition' | 'otherPublisherRequired' | 'editedByCaller' | 'review'> {
  edition: EditionWithText;
}

/** An edition as a caller sees it. Throws 404 for an unknown one. */
async function readEdition(queries: Queries, caller: Manager, id: string): Promise<EditionRead> {
  const appId = caller.app.id;
  const actor = toEditionActor(caller);
  return {
    edition: await requireEdition(queries, appId, id),
    liveEdition: await findLiveEdition(queries, appId),
    otherPublisherRequired: await requiresOtherPublisher(queries, id, actor),
    editedByCaller: await isLastEditor(queries, { appId, editionId: id }, actor),
    review: await readReview(queries, id),
  };
}

const readReview = async (queries: Queries, id: string) =>
  (await readEditionReviews(queries, [id])).get(id) ?? noReview;

export async function requireEdition(
  queries: Queries,
  appId: string,
  id: string,
  find = findEdition,
): Promise<EditionWithText> {
  const edition = isEditionId(id) ? await find(queries, appId, id) : null;
  if (!edition) throw refuse('not_found');
  return edition;
}

function toState({ publishedAt, publishAt }: Pick<Edition, 'publishedAt' | 'publishAt'>) {
  if (publishedAt) return 'published';
  return publishAt ? 'scheduled' : 'draft';
}

function toListed<T extends Edition>(
  { endedBy, ...edition }: T,
  live: EditionRef | null,
): Omit<T, 'endedBy'> & ListedEdition {
  const endedAt = endedBy?.publishedAt ?? endedBy?.publishAt ?? null;
  return {
    ...edition,
    state: edition.discardedAt ? 'discarded' : toState(edition),
    live: edition.id === live?.id,
    endsAt: edition.publishedAt ? endedAt : edition.endsAt,
    endedBy: endedBy && !endedBy.discardedAt ? { ...endedBy, state: toState(endedBy) } : null,
  };
}

/** Without a check, the difference is that of the publication, if any. */
function toDetails(
  { edition, ...state }: EditionRead,
  check: CatalogCheck | null,
  revenue: Revenue | null = null,
): EditionDetails {
  const { revision, difference } = edition;
  return {
    edition: toListed(edition, state.liveEdition),
    comparedTo: null,
    existingChanges: [],
    ...state,
    scheduled: check?.scheduled ?? [],
    check: check ? withPreview(check, revenue) : { problems: [], difference, preview: null, revenue },
    revision: check ? `${revision}-${check.reviewDigest ?? 'invalid'}` : String(revision),
  };
}

/** The parts of an `ETag`. One that is not well-formed is no revision of an edition. */
function parseRevision(ifMatch: string | null): { revision: number | null; digest: string | null } {
  if (ifMatch === null) return { revision: null, digest: null };
  const [, revision = '0', digest = null] = /^(\d{1,9})(?:-([\w-]+))?$/.exec(ifMatch) ?? [];
  return { revision: Number(revision), digest };
}

export function toEditionActor({ actor, via }: Manager): EditionActor {
  const { kind, id, name, userId = null } = actor ?? { kind: 'key' as const, id: null, name: '' };
  return { kind, id, name, userId, channel: via === 'session' ? 'portal' : 'api' };
}

function toChange({ makeId, now }: Service, caller: Manager): ScheduleChange {
  return { by: toEditionActor(caller), at: now(), makeId };
}

/** Text of other forms could contain characters that the database rejects. */
const isEditionId = (id: string) => isWellFormedId('edition', id);

/** Why an edition is not changed or published: the error and its message. */
const refusals = {
  not_found: ['edition_not_found', 'Edition not found.'],
  not_draft: ['edition_not_draft', 'The edition is published or discarded. Create a new one from it.'],
  other_publisher_required: [
    'other_publisher_required',
    'You edited this edition last. Another person publishes it.',
  ],
  decided_by_publisher: [
    'other_publisher_required',
    'The edition decides something else about existing accounts. Save these decisions with it. Another person publishes it.',
  ],
  changes_requested: [
    'changes_requested',
    'Changes of the edition are requested. Who has requested them, or a reviewer, approves it first.',
  ],
  unchanged: ['edition_unchanged', 'The live catalog has the same content. Nothing was published.'],
} as const;

const isRefusal = (outcome: string): outcome is keyof typeof refusals => outcome in refusals;

function refuse(reason: keyof typeof refusals): ApiError {
  const [code, message] = refusals[reason];
  return new ApiError(code, message);
}

function invalid(problems: CatalogCheck['problems'], subject = 'The price list'): ApiError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return new ApiError('edition_invalid', `${subject} has ${count}.`, { data: { problems } });
}
