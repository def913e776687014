import type { Matrix, MatrixFeature, VersionEntry } from '@/lib/contract/versions';

interface PlanFeature {
  id: string;
  title: string;
  /** Shown instead of a check mark, for example "10 GB". Null for a plain included feature. */
  value: string | null;
}

/** The features of a plan, relative to the largest plan that it fully includes. */
export interface PlanInheritance {
  /** How many features the plan includes. */
  featureCount: number;
  /** Null when the matrix shows no plan that this one fully includes. */
  basePlan: { id: string; title: string } | null;
  /** Features that the base plan lacks or has a lower value for. All features without a base plan. */
  addedFeatures: PlanFeature[];
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
  const included = features.filter((feature) => feature.versions[version.id]);
  const base = findBasePlan(version, versions, features);
  const added = base ? included.filter((feature) => addsFeature(feature, version.id, base.id)) : included;
  return {
    featureCount: included.length,
    basePlan: base && { id: base.id, title: base.title },
    addedFeatures: added.map(({ id, title, values }) => ({ id, title, value: values[version.id] ?? null })),
  };
}

/** The active plan with the most features that `version` fully includes. */
function findBasePlan(version: VersionEntry, versions: VersionEntry[], features: MatrixFeature[]) {
  const position = versions.indexOf(version);
  const countFeatures = (candidate: VersionEntry) =>
    features.filter((feature) => feature.versions[candidate.id]).length;
  const candidates = versions.filter(
    (candidate, index) =>
      candidate.id !== version.id &&
      candidate.active &&
      countFeatures(candidate) > 0 &&
      features.every((feature) => includesAtLeast(feature, version.id, candidate.id)) &&
      // Of two plans with equal features, the later one includes the earlier one.
      (features.some((feature) => addsFeature(feature, version.id, candidate.id)) || index < position),
  );
  return candidates.reduce<VersionEntry | null>(
    (best, candidate) =>
      best === null || countFeatures(candidate) >= countFeatures(best) ? candidate : best,
    null,
  );
}

/** Whether the upper plan includes the feature with at least the value of the lower plan. */
function includesAtLeast({ versions, values }: MatrixFeature, upper: string, lower: string): boolean {
  if (!versions[lower]) return true;
  return Boolean(versions[upper]) && isAtLeast(values[upper], values[lower]);
}

function addsFeature({ versions, values }: MatrixFeature, upper: string, lower: string): boolean {
  return Boolean(versions[upper]) && (!versions[lower] || values[upper] !== values[lower]);
}

const quantityPattern = /^([0-9]+(?:\.[0-9]+)?)\s*(.*?)s?$/;
const unlimitedPattern = /^unlimited$/i;

/**
 * Whether one value of a feature is known to be at least another: the same text, "Unlimited", or numbers with the same unit
 * ("1 area", "3 areas"). Values that cannot be compared return false.
 */
export function isAtLeast(upper: string | undefined, lower: string | undefined): boolean {
  if (upper === lower) return true;
  if (upper === undefined || lower === undefined) return false;
  if (unlimitedPattern.test(upper)) return true;
  const [, high, highUnit] = quantityPattern.exec(upper.replaceAll(',', '')) ?? [];
  const [, low, lowUnit] = quantityPattern.exec(lower.replaceAll(',', '')) ?? [];
  return high !== undefined && low !== undefined && highUnit === lowUnit && Number(high) >= Number(low);
}
