import type { VersionEntry } from '@/lib/contract/versions';
import { maxPlansInGrid } from './max-plans-in-grid';

type Plan = Pick<VersionEntry, 'id' | 'title' | 'family' | 'replaced_by' | 'current'>;

export interface PlanFamily<P> {
  /** Names the family in the query string. */
  key: string;
  /** The value is null for plans without a family, and for a list that is not divided. */
  name: string | null;
  versions: P[];
}

/** The plan families of the catalog, else those that share the beginning of their titles. */
export function groupPlanFamilies<P extends Plan>(versions: P[]): PlanFamily<P>[] {
  const undivided = [{ key: '', name: null, versions }];
  if (versions.length <= maxPlansInGrid) return undivided;
  const names = versions.some(({ family }) => family) ? null : nameFamilies(versions);
  const getName = (plan: P): string | null => {
    const present = versions.find(({ id }) => id === plan.replaced_by) ?? plan;
    return (names ? names.get(present.id) : present.family) || null;
  };
  const groups = [...new Set(versions.map(getName))].map((name) => ({
    key: name ?? 'other',
    name,
    versions: versions.filter((plan) => getName(plan) === name),
  }));
  if (groups.length < 2) return undivided;
  return groups.toSorted((a, b) => Number(a.name === null) - Number(b.name === null));
}

/** The words that at least two titles begin with, by version ID. */
function nameFamilies(versions: Plan[]): Map<string, string> {
  const present = versions.filter(({ replaced_by }) => replaced_by === null);
  const words = new Map(present.map(({ id, title }) => [id, title.split(/\s+/)]));
  return new Map(
    present.flatMap(({ id }) => {
      const own = words.get(id) ?? [];
      const members = [...words.values()].filter(([first]) => first === own[0]);
      let length = 1;
      while (length < own.length - 1 && members.every((other) => other[length] === own[length])) length += 1;
      return members.length > 1 ? [[id, own.slice(0, length).join(' ')] as const] : [];
    }),
  );
}

/** The family to show: the requested one, else that of the current plan, else the first. */
export function findShownFamily<P extends Plan>(
  families: PlanFamily<P>[],
  requested: string | null,
): PlanFamily<P> | undefined {
  return (
    families.find(({ key }) => key === requested) ??
    families.find((family) => family.versions.some(({ current }) => current)) ??
    families[0]
  );
}
