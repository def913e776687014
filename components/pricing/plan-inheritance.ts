import { getFeatureContent } from '@/components/feature-content/feature-content';
import type { FeatureContent } from '@/lib/contract/fields';
import type { Matrix, MatrixFeature, VersionEntry } from '@/lib/contract/versions';
import { isAtLeast, isSameContent } from '@/lib/format/localized-amount';

export interface PlanFeature {
  id: string;
  title: string;
  content: FeatureContent;
}

/** The features of a plan, relative to the largest plan that it fully includes. */
export interface PlanInheritance {
  /** How many features the plan includes, without usage limits that are rows of their own. */
  featureCount: number;
  /** How many usage limits of their own it includes. */
  limitCount: number;
  /** Null when the matrix shows no plan that this one fully includes. */
  basePlan: { id: string; title: string } | null;
  /** Features that the base plan lacks or has a lower amount of. All features without a base plan. */
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
    featureCount: included.filter(({ is_limit }) => !is_limit).length,
    limitCount: included.filter(({ is_limit }) => is_limit).length,
    basePlan: base && { id: base.id, title: base.title },
    addedFeatures: added.flatMap((feature) => {
      const content = getFeatureContent(feature, version.id);
      return content ? [{ id: feature.id, title: feature.title, content }] : [];
    }),
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

/** Whether the upper plan includes the feature with at least the amount of the lower plan. */
function includesAtLeast(feature: MatrixFeature, upperId: string, lowerId: string): boolean {
  const lower = getFeatureContent(feature, lowerId);
  if (!lower) return true;
  const upper = getFeatureContent(feature, upperId);
  return upper !== null && isAtLeast(upper, lower);
}

function addsFeature(feature: MatrixFeature, upperId: string, lowerId: string): boolean {
  const upper = getFeatureContent(feature, upperId);
  const lower = getFeatureContent(feature, lowerId);
  return upper !== null && (lower === null || !isSameContent(upper, lower));
}
