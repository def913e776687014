import type { BillingPeriod } from '@/lib/contract/fields';
import { type AppCatalog, toPriceJson } from '@/lib/db/catalog';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import { getAccountPeriod, hasSamePaidPrice } from '@/lib/pricing/price';
import { type CallerAccess, isSamePlan, isVisible } from '../catalog/catalog-view';
import { compareSnapshots, hasFeatureChanges } from '../catalog/compare-features';
import { agreeSnapshot } from '../catalog/terms';
import { findRenewal } from '../subscription/renewals';
import {
  createNoticeId,
  findNoticeStart,
  type Notice,
  type NoticeInput,
  notAnnounced,
  toAccountTime,
} from './notice';

/** A version as an account has it. */
export interface PlanState {
  version: VersionSnapshot;
  billingPeriod: BillingPeriod;
}

/** A change of what the account has. */
interface PlanStep {
  at: number;
  before: PlanState;
  after: PlanState;
  historyId: string | null;
}

type GetSnapshot = (digest: string) => VersionSnapshot;

/** What the provider changed of the account's version, or the version that it moved the account to. */
export function findPlanNotice(input: NoticeInput, getSnapshot: GetSnapshot): Notice[] {
  const since = findNoticeStart(input, 'plan');
  const steps = listPlanSteps(input, getSnapshot).filter(({ at }) => at > since);
  const newest = steps.findLast(({ before, after }) => isPlanChanged(input.catalog, before, after));
  if (!newest) return [];
  const [before, after] = [steps[0]!.before, steps.at(-1)!.after];
  const isMoved = !areOfOnePlan(input.catalog, before, after);
  return [
    {
      ...describePlans(before, after),
      ...{ id: createNoticeId(newest.at, 'plan'), subject: 'plan', addOn: null },
      type: isMoved ? 'moved' : 'changed',
      changedAt: toAccountTime(input, newest.at),
      ...notAnnounced,
      recordedAt: newest.at,
      previousVersion: isMoved ? toRef(before.version) : null,
      undone: !isPlanChanged(input.catalog, before, after),
      historyId: newest.historyId,
    },
  ];
}

/** Lists the steps since the account's last switch, oldest first. A publication in the millisecond of an entry precedes it. */
function listPlanSteps({ rows, versionChanges, catalog }: NoticeInput, getSnapshot: GetSnapshot): PlanStep[] {
  const [first, ...others] = rows.filter(({ isSwitch }) => isSwitch);
  if (!first) return [];
  const toState = ({ digest, billingPeriod }: typeof first): PlanState => ({
    version: getSnapshot(digest),
    billingPeriod: getAccountPeriod(billingPeriod, catalog.app.billingPeriod),
  });
  let { terms } = first;
  const getContent = (digest: string) => agreeSnapshot(catalog, getSnapshot(digest), terms);
  let state = toState(first);
  const steps: PlanStep[] = [];
  const changes = [...versionChanges];
  const applyChangesUntil = (until: number) => {
    while (changes[0] && changes[0].at <= until) {
      const { versionId, at, digest, previousDigest } = changes.shift()!;
      if (versionId !== state.version.versionId || previousDigest === null || at <= first.recordedAt)
        continue;
      const before = { ...state, version: getContent(previousDigest) };
      state = { ...state, version: getContent(digest) };
      steps.push({ at, before, after: state, historyId: null });
    }
  };
  for (const row of others) {
    applyChangesUntil(row.recordedAt);
    const before = state;
    state = toState(row);
    terms = row.terms;
    steps.push({ at: row.recordedAt, before, after: state, historyId: row.id });
  }
  applyChangesUntil(Number.POSITIVE_INFINITY);
  return steps;
}

/** Whether the account has something else, or pays something else. */
export function isPlanChanged(catalog: AppCatalog, before: PlanState, after: PlanState): boolean {
  return (
    before.billingPeriod !== after.billingPeriod ||
    !areOfOnePlan(catalog, before, after) ||
    !hasSamePaidPrice(toPriceJson(before.version), toPriceJson(after.version), {
      app: after.version.billingPeriod,
      billed: after.billingPeriod,
    }) ||
    hasFeatureChanges(compareSnapshots(before.version, after.version))
  );
}

function areOfOnePlan({ versions }: AppCatalog, before: PlanState, after: PlanState): boolean {
  const [a, b] = [before, after].map((state) => versions.find(({ id }) => id === state.version.versionId));
  return (
    before.version.versionId === after.version.versionId ||
    (a !== undefined && b !== undefined && isSamePlan(a, b))
  );
}

const toRef = ({ versionId: id, title }: VersionSnapshot) => ({ id, title });

/** What changes between two versions, and what they cost. */
export function describePlans(before: PlanState, after: PlanState) {
  const [previous, price] = [toPriceJson(before.version), toPriceJson(after.version)];
  const { billingPeriod } = after;
  const isSamePeriod = before.billingPeriod === billingPeriod;
  const isSamePrice =
    isSamePeriod &&
    hasSamePaidPrice(previous, price, { app: after.version.billingPeriod, billed: billingPeriod });
  return {
    version: toRef(after.version),
    changes: compareSnapshots(before.version, after.version),
    price,
    previousPrice: isSamePrice ? null : previous,
    billingPeriod,
    previousBillingPeriod: isSamePeriod ? null : before.billingPeriod,
  };
}

/**
 * For an account that keeps an earlier version of its plan: what the plan is now. If it follows when its paid period ends: when,
 * and what the plan is then.
 */
export function findReplacementNotice(
  input: NoticeInput,
  access: CallerAccess,
  getSnapshot: GetSnapshot,
): Notice[] {
  const { catalog, versionChanges } = input;
  const { current } = input.state;
  const own = catalog.versions.find(({ id }) => id === current?.versionId);
  const renewal = findRenewal(input);
  const replacement = renewal?.version ?? catalog.versions.find(({ id }) => id === own?.replacedBy);
  if (!own || !replacement) return [];
  if (!renewal && (!replacement.active || !isVisible(replacement, access))) return [];
  const billingPeriod = getAccountPeriod(current?.billingPeriod, catalog.app.billingPeriod);
  const [before, after] = [own, replacement].map((version) => ({
    version: snapshotVersion(catalog, version),
    billingPeriod,
  })) as [PlanState, PlanState];
  if (!isPlanChanged(input.catalog, before, after)) return [];
  const toState = (digest: string) => ({ version: getSnapshot(digest), billingPeriod });
  const newest = versionChanges.findLast(
    ({ versionId, digest, previousDigest }) =>
      versionId === replacement.id &&
      (previousDigest === null || isPlanChanged(input.catalog, toState(previousDigest), toState(digest))),
  );
  const at = Math.max(newest?.at ?? 0, renewal?.since ?? 0);
  if (at <= (input.dismissals.replacement ?? 0)) return [];
  return [
    {
      ...describePlans(before, after),
      ...{ id: createNoticeId(at, 'replacement'), subject: 'replacement', type: 'kept', addOn: null },
      changedAt: toAccountTime(input, at),
      ...notAnnounced,
      effectiveAt: renewal && new Date(renewal.at),
      recordedAt: at,
      previousVersion: toRef(before.version),
      undone: false,
      historyId: null,
    },
  ];
}
