import { isDeepStrictEqual } from 'node:util';
import { limitRowKey } from '@/lib/db/catalog';
import type { StoredApp } from '@/lib/db/catalog-store';
import type { CatalogTexts } from '@/lib/db/catalog-texts';
import type {
  WrittenAddOn,
  WrittenAddOnEffect,
  WrittenAddOnPrice,
  WrittenCell,
  WrittenFeature,
  WrittenVersion,
} from '../build/written-catalog';
import type { Remark } from '../yaml/diagnostics';

// The changes that turn the stored catalog into the imported one, row by row.

export type WrittenApp = Omit<StoredApp, 'id' | 'slug' | 'isTest' | 'twoPersonRule'>;

/** A row to insert or update. */
export interface RowChange<T> {
  kind: 'add' | 'change' | 'retire' | 'restore';
  /** The value is null for a row to insert. */
  id: string | null;
  before: T | null;
  after: T;
  /** The fields that differ. Empty for a row to insert. */
  fields: (keyof T & string)[];
}

/** A row of a relation to insert (`before` is null), delete (`after` is null) or replace. */
export interface RelationChange<T> {
  before: T | null;
  after: T | null;
}

export interface GrantChange {
  kind: 'add' | 'remove';
  /** `catalogKey` of the version. */
  version: string;
  accountId: string;
}

/** The texts of a language, by `catalogKey`. */
export interface TextsChange {
  language: string;
  before: CatalogTexts | null;
  after: CatalogTexts;
}

export interface CatalogChanges {
  app: RowChange<WrittenApp> | null;
  versions: RowChange<WrittenVersion>[];
  features: RowChange<WrittenFeature>[];
  cells: RelationChange<WrittenCell>[];
  addOns: RowChange<WrittenAddOn>[];
  addOnPrices: RelationChange<WrittenAddOnPrice>[];
  addOnEffects: RelationChange<WrittenAddOnEffect>[];
  grants: GrantChange[];
  texts: TextsChange[];
  unchanged: { versions: number; features: number; cells: number; addOns: number };
}

export function isUnchanged({ app, unchanged: _, ...changes }: CatalogChanges): boolean {
  return app === null && Object.values(changes).every((rows) => rows.length === 0);
}

/**
 * What is decided about accounts that follow at their renewal: they will, will follow to the plan as it is now, or will not.
 * It is null for what was decided before.
 */
export type RenewalChange = 'start' | 'retarget' | 'end' | null;

/** A stored row, under the key that it has from now on. */
export type Kept<T> = T & {
  /** The key that is stored, if it is another one. */
  previousKey?: string;
  /** The key of the row that replaces it, if it is kept for the accounts that have it. */
  successorKey?: string;
  /** For a version that accounts keep. `contentKey` is the plan whose content it gets, if it gets any. */
  decided?: { keepsPrice: boolean; contentKey: string | null; renewal: RenewalChange };
};

/** The plans whose content stored versions get, by the `catalogKey`s of these. */
export function mapContentKeys(versions: Kept<{ catalogKey: string }>[]): Map<string, string> {
  return new Map(
    versions.flatMap(({ catalogKey, decided }) =>
      decided?.contentKey ? [[catalogKey, decided.contentKey] as const] : [],
    ),
  );
}

/**
 * Returns the key of a row that is kept when its listed row changes, and adds it to `taken`: `KITCHEN~1`, `KITCHEN~2`
 * and so on.
 */
export function makeKeptKey(key: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = `${key}~${number}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}

/**
 * The stored rows, of which those with these keys have keys of kept rows. The list then adds rows with the keys, and
 * retires the kept ones.
 */
export function keepRows<T extends { catalogKey: string }>(
  rows: Kept<T>[],
  keys: ReadonlySet<string>,
): Kept<T>[] {
  const taken = new Set(rows.map(({ catalogKey }) => catalogKey));
  return rows.map((row) => {
    const { catalogKey, previousKey = catalogKey } = row;
    if (!keys.has(catalogKey)) return row;
    return { ...row, catalogKey: makeKeptKey(catalogKey, taken), previousKey, successorKey: catalogKey };
  });
}

/** A reason why a catalog can't be applied to the stored one. */
export type Conflict = Remark;

/** The path of a feature or of a limit in the list and in the extension. */
export function featurePath(catalogKey: string): string[] {
  const prefix = limitRowKey('');
  return catalogKey.startsWith(prefix)
    ? ['usageLimits', catalogKey.slice(prefix.length)]
    : ['features', catalogKey];
}

/** Compares two states of a row. Returns null if they are equal. */
export function diffRow<T extends object>(
  stored: Kept<T & { id: string }> | null,
  after: T,
): RowChange<T> | null {
  if (!stored) return { kind: 'add', id: null, before: null, after, fields: [] };
  const { previousKey } = stored;
  const before = previousKey === undefined ? stored : { ...stored, catalogKey: previousKey };
  const fields = (Object.keys(after) as (keyof T & string)[]).filter(
    (field) => !isEqual(before[field], after[field]),
  );
  if (fields.length === 0) return null;
  const activeChanged = (fields as string[]).includes('active') && 'active' in after;
  let kind: RowChange<T>['kind'] = 'change';
  if (activeChanged) kind = after.active ? 'restore' : 'retire';
  return { kind, id: before.id, before, after, fields };
}

/** Compares two states of a relation. `keyOf` identifies a row. */
export function diffRelation<T extends object>(
  before: T[],
  after: T[],
  keyOf: (row: T) => string,
): { changes: RelationChange<T>[]; unchanged: number } {
  const remaining = new Map(before.map((row) => [keyOf(row), row]));
  const changes: RelationChange<T>[] = [];
  let unchanged = 0;
  for (const row of after) {
    const key = keyOf(row);
    const stored = remaining.get(key) ?? null;
    remaining.delete(key);
    if (stored && isSameRow(stored, row)) unchanged += 1;
    else changes.push({ before: stored, after: row });
  }
  for (const row of remaining.values()) changes.push({ before: row, after: null });
  return { changes, unchanged };
}

function isSameRow<T extends object>(a: T, b: T): boolean {
  return (Object.keys(b) as (keyof T)[]).every((field) => isEqual(a[field], b[field]));
}

/** Most values are primitive. */
const isEqual = (a: unknown, b: unknown) => a === b || isDeepStrictEqual(a, b);

/** A map by ID as one by key, or the inverse. */
export function renameKeys<T>(
  map: Record<string, T> | null,
  rename: (key: string) => string,
): Record<string, T> | null {
  return map && Object.fromEntries(Object.entries(map).map(([key, value]) => [rename(key), value]));
}

export function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
