import { getFeatureContent } from '@/components/feature-content/feature-content';
import type { FeatureContent } from '@/lib/contract/fields';
import type { Matrix, MatrixFeature, VersionEntry } from '@/lib/contract/versions';
import { hasAmount, isAsGood, isIncomparable, isSameContent } from '@/lib/format/localized-amount';

/** A list of so many features is short: it needs no search, and is not stated apart. */
export const maxShortList = 8;
/** A card lists so many differences before it is expanded, and on a phone. */
const maxShownDifferences = 5;
const maxStrongestFeatures = 3;
/** Of the differences, those that are changes if there are enough additions. */
const minShownChanges = 2;

export interface PlanFeature {
  id: string;
  title: string;
  content: FeatureContent;
  /** What the base plan includes of the feature. It is null if it lacks the feature. */
  baseContent: FeatureContent | null;
}

/** The features of a plan, relative to the plan that it includes most of. */
export interface PlanInheritance {
  /** How many features the plan includes, without usage limits that are rows of their own. */
  featureCount: number;
  /** How many usage limits of their own it includes. */
  limitCount: number;
  /** The value is null when the matrix shows no plan that this one includes, except for a few features. */
  basePlan: { id: string; title: string } | null;
  /** Titles of the features of the base plan that this plan lacks. */
  exceptions: string[];
  /**
   * Features that the base plan lacks or has less of. Without a base plan, all features but those that all plans
   * share. Those that the price list marks are first, also of the changed ones.
   */
  addedFeatures: PlanFeature[];
  /** Features that the base plan has otherwise, and of which it is not known which is better. */
  changedFeatures: PlanFeature[];
  /** The other features of the plan. */
  inheritedFeatures: PlanFeature[];
  /**
   * Of the added features, the marked ones and those that distinguish the plan: the rarest, then the amounts that are raised
   * most.
   */
  strongestFeatures: PlanFeature[];
}

/** Inheritance by version id. `shared` are the features that are stated once for all plans. */
export function buildPlanInheritance(
  versions: VersionEntry[],
  matrix: Matrix | undefined,
  shared: readonly PlanFeature[] = [],
): Map<string, PlanInheritance> {
  const features = matrix?.features ?? [];
  const sharedIds = new Set(shared.map(({ id }) => id));
  return new Map(
    versions.map((version) => [version.id, buildInheritance(version, versions, features, sharedIds)]),
  );
}

/** The features that all plans have with the same amount. None if there are too few to state them apart. */
export function findSharedFeatures(versions: VersionEntry[], matrix: Matrix | undefined): PlanFeature[] {
  const [first, ...others] = versions;
  if (!first || others.length === 0) return [];
  const shared = (matrix?.features ?? []).flatMap((feature): PlanFeature[] => {
    const content = getFeatureContent(feature, first.id);
    const isShared = others.every(({ id }) => {
      const other = getFeatureContent(feature, id);
      return content && other && isSameContent(content, other);
    });
    return content && isShared ? [{ id: feature.id, title: feature.title, content, baseContent: null }] : [];
  });
  return shared.length > maxShortList ? shared : [];
}

/** The differences that a card lists before it is expanded. */
export function selectDifferences({
  addedFeatures,
  changedFeatures,
}: Pick<PlanInheritance, 'addedFeatures' | 'changedFeatures'>): Record<'added' | 'changed', PlanFeature[]> {
  const changedCount = Math.min(changedFeatures.length, minShownChanges);
  const added = addedFeatures.slice(0, maxShownDifferences - changedCount);
  return { added, changed: changedFeatures.slice(0, maxShownDifferences - added.length) };
}

function buildInheritance(
  version: VersionEntry,
  versions: VersionEntry[],
  features: MatrixFeature[],
  sharedIds: ReadonlySet<string>,
): PlanInheritance {
  const base = findBasePlan(version, versions, features);
  const inheritedFeatures: PlanFeature[] = [];
  const changedFeatures: PlanFeature[] = [];
  const addedFeatures: PlanFeature[] = [];
  for (const row of features.toSorted((one, other) => Number(other.highlight) - Number(one.highlight))) {
    const content = getFeatureContent(row, version.id);
    if (!content) continue;
    const baseContent = base && getFeatureContent(row, base.plan.id);
    const feature = { id: row.id, title: row.title, content, baseContent };
    const isSame = baseContent ? isSameContent(content, baseContent) : !base && sharedIds.has(row.id);
    if (isSame) inheritedFeatures.push(feature);
    else if (baseContent && isIncomparable(content, baseContent, row)) changedFeatures.push(feature);
    else addedFeatures.push(feature);
  }
  const limitCount = features.filter(({ is_limit, versions: cells }) => is_limit && cells[version.id]).length;
  const rowCount = inheritedFeatures.length + changedFeatures.length + addedFeatures.length;
  return {
    featureCount: rowCount - limitCount,
    limitCount,
    basePlan: base && { id: base.plan.id, title: base.plan.title },
    exceptions: base?.exceptions ?? [],
    addedFeatures,
    changedFeatures,
    inheritedFeatures,
    strongestFeatures: findStrongest(addedFeatures, versions, features),
  };
}

function findStrongest(
  added: PlanFeature[],
  versions: VersionEntry[],
  features: MatrixFeature[],
): PlanFeature[] {
  const rows = new Map(features.map((feature) => [feature.id, feature]));
  const strengths = added.map((feature) => {
    const row = rows.get(feature.id);
    const planCount = versions.filter(({ id }) => {
      const other = row && getFeatureContent(row, id);
      return other && isAsGood(other, feature.content, row);
    }).length;
    return { feature, rank: row?.highlight ? 0 : 1, planCount, ratio: getRatio(feature) };
  });
  return strengths
    .toSorted((a, b) => a.rank - b.rank || a.planCount - b.planCount || b.ratio - a.ratio)
    .slice(0, maxStrongestFeatures)
    .map(({ feature }) => feature);
}

/** How many times the amount of the base plan, or its inverse if the amount is lower. It is 1 without amounts. */
function getRatio({ content, baseContent }: PlanFeature): number {
  if (!baseContent || !hasAmount(content) || !hasAmount(baseContent)) return 1;
  if (content.unlimited) return Number.MAX_VALUE;
  const ratio = (content.amount || 0.01) / (baseContent.amount || 0.01);
  return Math.max(ratio, 1 / ratio);
}

/** More exceptions are harder to read than the whole list. */
const maxExceptions = 3;
/** The number of features of a base plan for each exception. */
const minFeaturesPerException = 5;

interface BasePlan {
  plan: VersionEntry;
  exceptions: string[];
  /** Features of the base plan without the exceptions. */
  coveredCount: number;
}

/** The active plan with the most features that `version` includes. */
function findBasePlan(
  version: VersionEntry,
  versions: VersionEntry[],
  features: MatrixFeature[],
): BasePlan | null {
  const position = versions.indexOf(version);
  const candidates = versions.flatMap((plan, index) => {
    if (plan.id === version.id || !plan.active) return [];
    const base = compareWithBase(version, plan, features);
    if (!base || base.coveredCount === 0) return [];
    // Of two plans with equal features, the later one includes the earlier one. With exceptions, two plans can include
    // each other, and the later one is described by the earlier one.
    const isBelow = base.adds && (base.exceptions.length === 0 || index < position);
    return isBelow || (!base.adds && base.exceptions.length === 0 && index < position) ? [base] : [];
  });
  const getScore = ({ coveredCount, exceptions }: BasePlan) => coveredCount - exceptions.length;
  return candidates.reduce<BasePlan | null>(
    (best, candidate) => (best === null || getScore(candidate) >= getScore(best) ? candidate : best),
    null,
  );
}

/**
 * The value is null if the version has less of a feature than the plan, lacks too many of its features, or has too many
 * otherwise.
 */
function compareWithBase(
  version: VersionEntry,
  plan: VersionEntry,
  features: MatrixFeature[],
): (BasePlan & { adds: boolean }) | null {
  const exceptions: string[] = [];
  let coveredCount = 0;
  let changedCount = 0;
  let adds = false;
  for (const feature of features) {
    const lower = getFeatureContent(feature, plan.id);
    const upper = getFeatureContent(feature, version.id);
    if (!lower) {
      adds ||= upper !== null;
      continue;
    }
    if (upper && isAsGood(upper, lower, feature)) {
      coveredCount += 1;
      adds ||= !isSameContent(upper, lower);
      continue;
    }
    if (upper) {
      if (!isIncomparable(upper, lower, feature)) return null;
      changedCount += 1;
      continue;
    }
    exceptions.push(feature.title);
    if (exceptions.length > maxExceptions) return null;
  }
  const isTooDifferent =
    exceptions.length * minFeaturesPerException > coveredCount + exceptions.length ||
    changedCount > coveredCount;
  return isTooDifferent ? null : { plan, exceptions, coveredCount, adds };
}
