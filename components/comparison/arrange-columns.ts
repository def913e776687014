import type { VersionEntry } from '@/lib/contract/version-list';

export interface Column {
  version: VersionEntry;
  /** One of the two that a narrow screen shows. */
  paired: boolean;
  /** There for the narrow screen alone: the wide one was told to leave it out. */
  extra: boolean;
}

export interface Choice {
  /** Tags of the plans to show; none is all. */
  plans: readonly string[];
  /** Tags of the two plans of a narrow screen; a missing one is filled in. */
  pair: readonly string[];
}

export interface Columns {
  /** All that can be chosen, the account's own first. */
  all: VersionEntry[];
  chosen: VersionEntry[];
  pair: VersionEntry[];
  /** What the page holds before it knows how wide it is. Style sheets show what fits. */
  columns: Column[];
}

/** Which plans stand where. What an address names and nobody offers is passed over. */
export function arrangeColumns(versions: readonly VersionEntry[], { plans, pair: tags }: Choice): Columns {
  const all = [...versions.filter((each) => each.current), ...versions.filter((each) => !each.current)];
  const named = all.filter(({ tag }) => plans.includes(tag));
  const chosen = named.length > 0 ? named : all;
  const pair = arrangePair(all, chosen, tags);
  const extras = pair.filter((version) => !chosen.includes(version));
  const columns = [
    ...chosen.map((version) => ({ version, paired: pair.includes(version), extra: false })),
    ...extras.map((version) => ({ version, paired: true, extra: true })),
  ];
  return { all, chosen, pair, columns };
}

function arrangePair(all: VersionEntry[], chosen: VersionEntry[], [left, right]: readonly string[]) {
  const candidates = [...chosen, ...all];
  const named = (tag: string | undefined) => all.find((version) => version.tag === tag);
  const second = named(right);
  const first = named(left) ?? candidates.find((version) => version !== second);
  if (!first) return [];
  const other = second && second !== first ? second : candidates.find((version) => version !== first);
  return other ? [first, other] : [first];
}

/** The columns of a page that knows how many fit: the pair where it is two, else the first of the chosen. */
export function fitColumns({ chosen, pair, columns }: Columns, capacity: number | null): Column[] {
  if (capacity === null) return columns;
  if (capacity === 2) return pair.map((version) => ({ version, paired: true, extra: false }));
  return chosen.length <= capacity && columns.length === chosen.length
    ? columns
    : columns.slice(0, Math.min(capacity, chosen.length));
}
