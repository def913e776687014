import type { Matrix, MatrixFeature, VersionEntry } from '@/lib/contract/version-list';
import { isAtLeast } from './is-at-least';

export interface RungFeature {
  id: string;
  title: string;
  /** What stands in place of a tick, as "10 GB". */
  value: string | null;
}

/** What a plan has, told as what it adds to the one below, where the matrix proves that there is such a one. */
export interface Rung {
  /** How many features the plan includes. */
  total: number;
  below: { id: string; title: string } | null;
  /** All features where there is none below, else those added to it or raised. */
  adds: RungFeature[];
}

/** A rung for each version, by id. */
export function buildRungs(versions: VersionEntry[], matrix: Matrix | undefined): Map<string, Rung> {
  const features = matrix?.features ?? [];
  return new Map(versions.map((version) => [version.id, buildRung(version, versions, features)]));
}

function buildRung(version: VersionEntry, versions: VersionEntry[], features: MatrixFeature[]): Rung {
  const own = features.filter((feature) => feature.versions[version.id]);
  const below = findBelow(version, versions, features);
  const shown = below ? own.filter((feature) => adds(feature, version.id, below.id)) : own;
  return {
    total: own.length,
    below: below && { id: below.id, title: below.title },
    adds: shown.map(({ id, title, values }) => ({ id, title, value: values[version.id] ?? null })),
  };
}

/** The largest offered plan that this one contains whole. A plan is never said to stand on one that isn't offered. */
function findBelow(version: VersionEntry, versions: VersionEntry[], features: MatrixFeature[]) {
  const place = versions.indexOf(version);
  const size = (candidate: VersionEntry) =>
    features.filter((feature) => feature.versions[candidate.id]).length;
  const proven = versions.filter(
    (candidate, at) =>
      candidate.id !== version.id &&
      candidate.active &&
      size(candidate) > 0 &&
      features.every((feature) => holds(feature, version.id, candidate.id)) &&
      // Of two that are alike, the later stands on the earlier.
      (features.some((feature) => adds(feature, version.id, candidate.id)) || at < place),
  );
  return proven.reduce<VersionEntry | null>(
    (best, candidate) => (best === null || size(candidate) >= size(best) ? candidate : best),
    null,
  );
}

/** Whether the feature is no worse in the upper plan than in the lower. */
function holds({ versions, values }: MatrixFeature, upper: string, lower: string): boolean {
  if (!versions[lower]) return true;
  return Boolean(versions[upper]) && isAtLeast(values[upper], values[lower]);
}

function adds({ versions, values }: MatrixFeature, upper: string, lower: string): boolean {
  return Boolean(versions[upper]) && (!versions[lower] || values[upper] !== values[lower]);
}
