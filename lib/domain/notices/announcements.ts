import { createHash } from 'node:crypto';
import type { BillingPeriod } from '@/lib/contract/fields';
import { type AppCatalog, toPriceJson } from '@/lib/db/catalog';
import type { AnnouncedContent, Announcement, VersionAccount } from '@/lib/db/catalog-announcements';
import type { AddOnContent } from '@/lib/db/catalog-changes';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import { hasSamePaidPrice } from '@/lib/pricing/price';
import { getPresentId } from '../catalog/add-on-generations';
import { listAddOnFeatures } from '../catalog/add-ons';
import { type CatalogView, createView } from '../catalog/catalog-view';
import { compareAddOnFeatures } from '../catalog/compare-features';
import { applyFollow, applyFollows, createGroupState } from '../subscription/follow-publication';
import { findRenewal } from '../subscription/renewals';
import { getSubscription, type SubscribedAddOn, type Subscription } from '../subscription/subscription';
import { isAddOnChanged } from './add-on-notices';
import { createNoticeId, type Notice, type NoticeInput, toAccountTime } from './notice';
import { describePlans, isPlanChanged, type PlanState } from './plan-notices';

/** What a scheduled edition changes for an account. */
export interface AnnouncedChange {
  /** The version that the account has today. */
  version: VersionSnapshot;
  billingPeriod: BillingPeriod;
  /** It is null if the version stays as it is. */
  plan: { before: PlanState; after: PlanState } | null;
  /** They are in catalog order. */
  addOns: AnnouncedAddOn[];
}

export interface AnnouncedAddOn {
  id: string;
  title: string;
  before: AddOnContent;
  /** It is null if it is turned off. */
  after: AddOnContent | null;
}

/**
 * Compares what an account has with what the publication makes of that, by the rules by which it is done and reviewed. Null if
 * nothing changes for it.
 */
function findAnnouncedChange(view: CatalogView, content: AnnouncedContent): AnnouncedChange | null {
  const { undecided, follows } = content;
  const own = getSubscription(view);
  if (!own.version || undecided.includes(own.billingPeriod)) return null;
  const next = createView(content.catalog, view.state);
  const applied = applyFollows(next, follows, { holdsBack: true }).filter((each) => each !== null);
  const then = applied.at(-1)?.after ?? getSubscription(next);
  if (!then.version) return null;
  const [before, after] = [toPlanState(view.catalog, own), toPlanState(next.catalog, then)];
  const plan = isChanged(view.catalog, before, after) ? { before, after } : null;
  const addOns = own.addOns.flatMap((addOn) => findAddOnChange(view, own, next, then, addOn) ?? []);
  if (!plan && addOns.length === 0) return null;
  return { version: before.version, billingPeriod: own.billingPeriod, plan, addOns };
}

const toPlanState = (catalog: AppCatalog, { version, billingPeriod }: Subscription): PlanState => ({
  version: snapshotVersion(catalog, version!),
  billingPeriod,
});

/** A version that follows its plan has another ID. */
function isChanged(catalog: AppCatalog, before: PlanState, after: PlanState): boolean {
  const { versionId } = before.version;
  return isPlanChanged(catalog, before, { ...after, version: { ...after.version, versionId } });
}

function findAddOnChange(
  view: CatalogView,
  own: Subscription,
  next: CatalogView,
  then: Subscription,
  addOn: SubscribedAddOn,
): AnnouncedAddOn | null {
  const place = next.catalog.addOns.find(({ id }) => id === addOn.id);
  const kept = then.addOns.find(
    (each) =>
      each.id === addOn.id || (place && each.addOn && getPresentId(each.addOn) === getPresentId(place)),
  );
  const [before, after] = [
    toContent(view.catalog, own, addOn),
    kept ? toContent(next.catalog, then, kept) : null,
  ];
  const periods = { app: view.catalog.app.billingPeriod, billed: then.billingPeriod };
  if (after && !isAddOnChanged(before, after, periods)) return null;
  return { id: addOn.id, title: addOn.title, before, after };
}

function toContent(catalog: AppCatalog, { version }: Subscription, own: SubscribedAddOn): AddOnContent {
  const addOn = catalog.addOns.find(({ id }) => id === own.id);
  const features = addOn && version ? listAddOnFeatures(catalog, addOn, version.id) : [];
  return { price: toPriceJson(own.price), features };
}

/** Finds what changes for accounts of one app. Those that have the same are compared once. */
export function createAnnouncedChangeFinder(catalog: AppCatalog) {
  const known = new Map<AnnouncedContent, Map<string, AnnouncedChange | null>>();
  return (content: AnnouncedContent, account: VersionAccount): AnnouncedChange | null => {
    const { versionId, billingPeriod, addOns, terms } = account;
    const { id: _, from: _from, until: _until, reason: _reason, ...agreed } = terms ?? { active: false };
    const group = { versionId, billingPeriod, addOns, terms: agreed.active ? agreed : null };
    const changes = known.get(content) ?? new Map<string, AnnouncedChange | null>();
    known.set(content, changes);
    const key = JSON.stringify(group);
    const found = changes.get(key);
    if (found !== undefined) return found;
    const change = findAnnouncedChange(createView(catalog, createGroupState(group)), content);
    changes.set(key, change);
    return change;
  };
}

/** The notices of what scheduled editions change for an account: one for the version, and one for each add-on. */
export function listAnnouncedNotices(input: NoticeInput): Notice[] {
  return input.announcements
    .flatMap((announcement) => {
      const change = findAnnouncedChange(input, announcement.content);
      return change ? toNotices(announcement, change) : [];
    })
    .filter(({ subject, recordedAt }) => recordedAt > (input.dismissals[subject] ?? 0));
}

/**
 * The notices of what becomes of the add-ons of an account that follows when its paid period ends, each of which can be dismissed
 * until it becomes something else. What becomes of the version is in `findReplacementNotice`.
 */
export function listRenewalNotices(input: NoticeInput): Notice[] {
  const renewal = findRenewal(input);
  if (!renewal) return [];
  const { catalog, dismissals } = input;
  const own = getSubscription(input);
  const then = applyFollow(input, own, { toVersionId: renewal.version.id, addOnId: null }).after;
  const recordedAt = renewal.since;
  const shared = {
    ...{ type: 'announced' as const, changedAt: toAccountTime(input, recordedAt), recordedAt },
    ...{ effectiveAt: new Date(renewal.at), endsAt: null, ...notMade },
  };
  const { version, billingPeriod } = toPlanState(catalog, own);
  return own.addOns
    .flatMap((addOn) => findAddOnChange(input, own, input, then, addOn) ?? [])
    .map((addOn) => {
      const subject = `renewal ${addOn.id} ${digest(addOn.after)}`;
      const notice = { ...shared, id: createNoticeId(recordedAt, subject), subject };
      return { ...notice, ...describeAddOn(addOn, version, billingPeriod) };
    })
    .filter(({ subject }) => recordedAt > (dismissals[subject] ?? 0));
}

/** Identifies what an add-on is then, without texts. */
function digest(content: AddOnContent | null): string {
  const known = content && [content.price, content.features.map(({ title: _, ...feature }) => feature)];
  return createHash('sha256').update(JSON.stringify(known)).digest('base64url').slice(0, 22);
}

/** Notices of what will change have these. */
const notMade = { previousVersion: null, undone: false, historyId: null };

function toNotices(
  { editionId, announcedAt, effectiveAt, endsAt }: Announcement,
  { version, billingPeriod, plan, addOns }: AnnouncedChange,
): Notice[] {
  const shared = {
    type: 'announced' as const,
    changedAt: new Date(announcedAt),
    recordedAt: announcedAt,
    effectiveAt: new Date(effectiveAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    ...notMade,
  };
  const toSubject = (subject: string) => ({ id: createNoticeId(announcedAt, subject), subject });
  return [
    ...(plan
      ? [
          {
            ...describePlans(plan.before, plan.after),
            ...shared,
            ...toSubject(editionId),
            version: { id: version.versionId, title: plan.after.version.title },
            addOn: null,
          },
        ]
      : []),
    ...addOns.map((addOn) => ({
      ...{ ...shared, ...toSubject(`${editionId} ${addOn.id}`) },
      ...describeAddOn(addOn, version, billingPeriod),
    })),
  ];
}

/** What changes of an add-on of an account with a version. */
function describeAddOn(
  { id, title, before, after }: AnnouncedAddOn,
  version: VersionSnapshot,
  billingPeriod: BillingPeriod,
) {
  return {
    version: { id: version.versionId, title: version.title },
    addOn: { id, title },
    changes: compareAddOnFeatures(before.features, after?.features ?? []),
    price: after?.price ?? null,
    previousPrice: after && isSamePrice(before, after, version, billingPeriod) ? null : before.price,
    billingPeriod,
    previousBillingPeriod: null,
  };
}

export const isSamePrice = (
  before: AddOnContent,
  after: AddOnContent,
  { billingPeriod: app }: Pick<VersionSnapshot, 'billingPeriod'>,
  billed: BillingPeriod,
): boolean => hasSamePaidPrice(before.price, after.price, { app, billed });
