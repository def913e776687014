import { getFeatureContent } from '@/components/feature-content/feature-content';
import type { FeatureContent } from '@/lib/contract/fields';
import type { Matrix, MatrixFeature, VersionEntry } from '@/lib/contract/versions';
import { hasAmount, isAtLeast, isSameContent } from '@/lib/format/localized-amount';

export interface PlanFeature {
  id: string;
  title: string;
  content: FeatureContent;
  /** What the base plan includes of the feature. Null if it lacks the feature. */
  baseContent: FeatureContent | null;
}

/** The features of a plan, relative to the plan that it includes most of. */
export interface PlanInheritance {
  /** How many features the plan includes, without usage limits that are rows of their own. */
  featureCount: number;
  /** How many usage limits of their own it includes. */
  limitCount: number;
  /** Null when the matrix shows no plan that this one includes, except for a few features. */
  basePlan: { id: string; title: string } | null;
  /** Titles of the features of the base plan that this plan lacks, or has with another text. */
  exceptions: string[];
  /** Features that the base plan lacks or has a lower amount of. All features without a base plan. */
  addedFeatures: PlanFeature[];
  /** The other features of the plan. */
  inheritedFeatures: PlanFeature[];
}

/** Keyed by version id. */
export function buildPlanInheritance(
  versions: VersionEntry[],
  matrix: Matrix | undefined,
): Map<string, PlanInheritance> {
  const features = matrix?.features ?? [];
  return new Map(versions.map((version) => [version.id, buildInheritance(version, versions, features)]));
}

function buildInheritance(
  version: VersionEntry,
  versions: VersionEntry[],
  features: MatrixFeature[],
): PlanInheritance {
  const base = findBasePlan(version, versions, features);
  const included = features.flatMap((feature): PlanFeature[] => {
    const content = getFeatureContent(feature, version.id);
    const baseContent = base && getFeatureContent(feature, base.plan.id);
    return content ? [{ id: feature.id, title: feature.title, content, baseContent }] : [];
  });
  const limitCount = features.filter(({ is_limit, versions: cells }) => is_limit && cells[version.id]).length;
  const isInherited = ({ content, baseContent }: PlanFeature) =>
    baseContent !== null && isSameContent(content, baseContent);
  return {
    featureCount: included.length - limitCount,
    limitCount,
    basePlan: base && { id: base.plan.id, title: base.plan.title },
    exceptions: base?.exceptions ?? [],
    addedFeatures: included.filter((feature) => !isInherited(feature)),
    inheritedFeatures: included.filter(isInherited),
  };
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

/** Null if the plan has a lower amount of a feature than `basePlan`, or lacks too many of its features. */
function compareWithBase(
  version: VersionEntry,
  plan: VersionEntry,
  features: MatrixFeature[],
): (BasePlan & { adds: boolean }) | null {
  const exceptions: string[] = [];
  let coveredCount = 0;
  let adds = false;
  for (const feature of features) {
    const lower = getFeatureContent(feature, plan.id);
    const upper = getFeatureContent(feature, version.id);
    if (!lower) {
      adds ||= upper !== null;
      continue;
    }
    const [better, worse] = feature.lower_is_better ? [lower, upper] : [upper, lower];
    if (upper && better && worse && isAtLeast(better, worse)) {
      coveredCount += 1;
      adds ||= !isSameContent(upper, lower);
      continue;
    }
    // Texts can't be compared: the other text is an exception, and is listed as added too.
    if (upper && (hasAmount(upper) || hasAmount(lower))) return null;
    exceptions.push(feature.title);
    adds ||= upper !== null;
    if (exceptions.length > maxExceptions) return null;
  }
  const isTooDifferent = exceptions.length * minFeaturesPerException > coveredCount + exceptions.length;
  return isTooDifferent ? null : { plan, exceptions, coveredCount, adds };
}
