import { createHash } from 'node:crypto';
import type { Role } from '@/lib/contract/current-user';
import type { Blocker, SwitchDecision } from '@/lib/contract/fields';
import { compareByTag } from '@/lib/contract/tag';
import type { CatalogVersion } from '@/lib/db/catalog';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import { type BillingPeriod, computeTotal, listBillingPeriods, type Total } from './billing';
import { type AccountCaller, type AccountVersions, ownersOnly } from './caller';
import { type CatalogView, findVersion, readCatalogView } from './catalog-view';
import { compareSnapshots, type FeatureChanges } from './compare-features';
import type { Service } from './service';

/** A switch with everything that its decision is based on. */
interface SwitchEvaluation {
  state: AccountVersions;
  decision: SwitchDecision;
  /** Null for an account that has no version yet. */
  from: VersionSnapshot | null;
  to: VersionSnapshot;
  /** Changes with the account's version, either version's content, and the blockers. */
  revision: string;
}

export type PreviewedSwitch = Omit<SwitchEvaluation, 'state'> & {
  changes: FeatureChanges;
  billingPeriod: BillingPeriod;
  /** Null for an account that has no version yet. */
  previousBillingPeriod: BillingPeriod | null;
  billingPeriods: BillingPeriod[];
  totals: { before: Total | null; after: Total };
};

/** What a switch of the caller's account to a version would do now. Writes nothing. Throws 404 for an unknown version. */
export async function previewSwitch(
  service: Service,
  caller: AccountCaller,
  versionId: string,
): Promise<PreviewedSwitch> {
  return evaluatePreview(await readCatalogView(service, caller.app.id, caller.account.id), caller, versionId);
}

/** A switch with its changes. Throws 404 for an unknown version. */
export function evaluatePreview(
  view: CatalogView,
  caller: Pick<AccountCaller, 'role'>,
  versionId: string,
): PreviewedSwitch {
  const evaluation = evaluateSwitch(view, caller, versionId);
  const { from, to } = evaluation;
  const { app } = view.catalog;
  const { billingPeriod } = app;
  const total = (version: VersionSnapshot) =>
    computeTotal([{ id: version.versionId, price: version }], { billingPeriod, users: 1, app });
  return {
    ...evaluation,
    changes: compareSnapshots(from, to),
    billingPeriod,
    previousBillingPeriod: from && billingPeriod,
    billingPeriods: listBillingPeriods(to, app),
    totals: { before: from && total(from), after: total(to) },
  };
}

/** Evaluates a switch to a version, for the preview and for the switch itself. Throws 404 for an unknown version. */
export function evaluateSwitch(
  { catalog, state }: CatalogView,
  { role }: Pick<AccountCaller, 'role'>,
  versionId: string,
): SwitchEvaluation {
  const target = findVersion(catalog, versionId, { role, state });
  const current = catalog.versions.find(({ id }) => id === state.current?.versionId) ?? null;
  const decision = decideSwitch(role, current, target);
  const from = current && snapshotVersion(catalog, current);
  const to = snapshotVersion(catalog, target);
  const revision = computeRevision(state, decision, from, to);
  return { state, decision, from, to, revision };
}

/**
 * The decision about a switch. List, preview, POST and button all use it. `current` is null for an account without a
 * version.
 */
export function decideSwitch(
  role: Role | null,
  current: CatalogVersion | null,
  target: CatalogVersion,
): SwitchDecision {
  const blockers = findBlockers(role, current, target);
  return { direction: compareVersions(current, target), allowed: blockers.length === 0, blockers };
}

function findBlockers(role: Role | null, current: CatalogVersion | null, target: CatalogVersion): Blocker[] {
  const blockers: Blocker[] = [];
  if (role !== 'owner') blockers.push({ code: 'forbidden', message: ownersOnly });
  // Staying on the current version is always allowed.
  if (current?.id === target.id) return blockers;
  if (!target.active) {
    blockers.push({ code: 'version_inactive', message: `${target.title} is no longer offered.` });
  }
  if (current?.exitBlocker) blockers.push({ code: 'exit_restricted', message: current.exitBlocker });
  if (target.entryBlocker) blockers.push({ code: 'entry_restricted', message: target.entryBlocker });
  if (target.fee === null && target.userFee === null) {
    const { title, priceText } = target;
    const price =
      priceText === null ? `${title} is priced on request.` : `The price of ${title} is ${priceText}.`;
    const message = `${price} Contact us to switch to it.`;
    blockers.push({ code: 'price_on_request', message });
  }
  return blockers;
}

/**
 * The direction by the price for one user. "On request" is higher than every price. At equal prices the order of
 * the list decides.
 */
function compareVersions(
  current: CatalogVersion | null,
  target: CatalogVersion,
): SwitchDecision['direction'] {
  if (current === null || current.id === target.id) return 'none';
  const from = priceForOneUser(current);
  const to = priceForOneUser(target);
  const up = from === to ? compareByTag(current, target) < 0 : from < to;
  return up ? 'upgrade' : 'downgrade';
}

function priceForOneUser({ fee, userFee }: CatalogVersion): number {
  return fee === null && userFee === null ? Number.POSITIVE_INFINITY : (fee ?? 0) + (userFee ?? 0);
}

function computeRevision(
  state: AccountVersions,
  decision: SwitchDecision,
  from: VersionSnapshot | null,
  to: VersionSnapshot,
): string {
  const basis = [state.current?.sequence ?? 0, from?.digest ?? null, to.digest, decision.blockers];
  return createHash('sha256').update(JSON.stringify(basis)).digest('base64url').slice(0, 22);
}
