import { isDeepStrictEqual } from 'node:util';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import type { WaitingChange } from '@/lib/db/waiting-changes';
import { type CatalogView, getReplacement } from '../catalog/catalog-view';
import { compareSnapshots, type FeatureChanges } from '../catalog/compare-features';
import { toListed } from '../catalog/terms';
import { computeRevision } from './change-revision';
import type { Totals } from './change-rules';
import {
  compareSubscriptions,
  type Evaluation,
  evaluateChange,
  findScheduled,
  getSnapshots,
  isTrialEnd,
  isUsersOnly,
} from './evaluate-change';
import { computeSubscriptionTotal, computeTrialTotal, type Subscription } from './subscription';
import { compareTrialAddOns, type TrialAddOn } from './trial-return';

/** An evaluation with what is shown of it before a user confirms it. */
export interface ChangePreview extends Evaluation {
  revision: string;
  /** What the account gets and loses of its version and its add-ons together. */
  entitlementChanges: FeatureChanges;
  /** The IDs of the versions that have replaced the two, if the caller may see them. */
  replacedBy: { from: string | null; to: string | null };
  /**
   * What is paid from the end of the terms that apply now, with and without the command: when, in Unix milliseconds, and
   * the totals then. It is null without such terms, or if the price does not change then.
   */
  termsEnd: (Totals & { at: number }) | null;
  /** The scheduled change that this one joins, and is evaluated with, or null if there is none. */
  joined: WaitingChange | null;
  /** The scheduled change that this one ends, or null if there is none or it is joined. */
  superseded: WaitingChange | null;
}

/** The preview of a change for an account that has a version then. */
export interface SwitchPreview extends ChangePreview {
  /** It is null for an account that has no version. */
  from: VersionSnapshot | null;
  to: VersionSnapshot;
  /** The difference between the two. */
  changes: FeatureChanges;
  trialEnd: (Evaluation & { to: VersionSnapshot }) | null;
  /** What becomes of the add-ons that are on now, if the command starts a trial. */
  trialAddOns: TrialAddOn[];
  trialTotals: Totals;
}

/** What is shown of an evaluation, with the texts of `shown`, a view of the same account in the language of the reader. */
export function previewChange(decided: Evaluation, shown: CatalogView): ChangePreview {
  const { caller, command } = decided;
  const evaluation = shown === decided.view ? decided : evaluateChange(shown, caller, command);
  const { before, after } = evaluation;
  const { catalog, state } = shown;
  const findReplacement = ({ version }: Subscription) =>
    version && getReplacement(catalog, version, { role: caller.role, state });
  return {
    ...evaluation,
    revision: computeRevision(decided),
    entitlementChanges: compareSubscriptions(catalog, before, after),
    replacedBy: { from: findReplacement(before), to: findReplacement(after) },
    termsEnd: findTermsEnd(evaluation),
    joined: command.type === 'list' && command.request ? findScheduled(state) : null,
    superseded: findSuperseded(evaluation),
  };
}

/** Previews a change that leads to a version. Throws for an account that stays without one. */
export function previewVersion(decided: Evaluation, shown: CatalogView): SwitchPreview {
  const preview = previewChange(decided, shown);
  const { before, after, trialEnd } = preview;
  const { from, to } = getSnapshots(preview);
  return {
    ...preview,
    from,
    to,
    changes: compareSnapshots(from, to),
    trialEnd: trialEnd && { ...trialEnd, to: getSnapshots(trialEnd).to },
    trialAddOns: trialEnd ? compareTrialAddOns(shown.catalog, before, after, trialEnd.after) : [],
    trialTotals: computeTrialTotals(preview),
  };
}

/**
 * What is paid in the trials that the account is in before and after, for the add-ons that are on. Each is null if nothing is
 * paid.
 */
export function computeTrialTotals({ before, after, view: { catalog } }: Evaluation): Totals {
  return { before: computeTrialTotal(before, catalog), after: computeTrialTotal(after, catalog) };
}

function findTermsEnd({ before, after, totals, view: { catalog } }: Evaluation): ChangePreview['termsEnd'] {
  const at = before.terms?.active ? before.terms.until : null;
  if (at === null) return null;
  const compute = (subscription: Subscription) =>
    computeSubscriptionTotal(
      { ...subscription, version: subscription.version && toListed(subscription.version) },
      catalog,
    );
  const then = { before: compute(before), after: compute(after) };
  return isDeepStrictEqual(then, totals) ? null : { at, ...then };
}

/** This is what `supersede_account_changes` does. */
function findSuperseded(evaluation: Evaluation): WaitingChange | null {
  const { view, command, after, addOn, isUnchanged, isPeriodEndOnly } = evaluation;
  if (isUnchanged || command.type === 'set_terms' || command.type === 'list') return null;
  const scheduled = findScheduled(view.state);
  // What is scheduled takes the place of what was.
  if (!scheduled || isPeriodEndOnly) return scheduled;
  if (command.type === 'set_add_on') {
    return listAddOnIds(scheduled).includes(addOn!.id) && !isTrialEnd(scheduled) ? scheduled : null;
  }
  if (!isUsersOnly(evaluation)) return scheduled;
  if (isTrialEnd(scheduled)) return null;
  const { version, billingPeriod } = after;
  const isSameTarget = scheduled.versionId === version?.id && scheduled.billingPeriod === billingPeriod;
  return isSameTarget && scheduled.addOnId === null ? scheduled : null;
}

/** The add-ons that a change turns on or off, or whose quantity it sets. */
function listAddOnIds({ addOnId, addOns }: WaitingChange): string[] {
  return [...(addOnId === null ? [] : [addOnId]), ...(addOns ?? []).map((each) => each.addOnId)];
}
