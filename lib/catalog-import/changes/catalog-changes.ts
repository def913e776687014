import { isDeepStrictEqual } from 'node:util';
import type { ImportedCell } from '@/lib/catalog-import/build/imported-catalog';
import type { StoredApp, StoredFeature, StoredVersion } from '@/lib/db/catalog-store';

// The changes that turn the stored catalog into the imported one, row by row.

export type AppTarget = Omit<StoredApp, 'id' | 'slug'>;
export type VersionTarget = Omit<StoredVersion, 'id'>;
export type FeatureTarget = Omit<StoredFeature, 'id'>;

/** A row to insert or update. */
export interface RowChange<T> {
  kind: 'add' | 'change' | 'retire' | 'restore';
  /** Null for a row to insert. */
  id: string | null;
  before: T | null;
  after: T;
  /** The fields that differ. Empty for a row to insert. */
  fields: (keyof T & string)[];
}

/** A cell of the matrix to insert (`before` is null), delete (`after` is null) or replace. */
export interface CellChange {
  before: ImportedCell | null;
  after: ImportedCell | null;
}

export interface GrantChange {
  kind: 'add' | 'remove';
  /** `catalogKey` of the version. */
  version: string;
  accountId: string;
}

export interface CatalogChanges {
  app: RowChange<AppTarget> | null;
  versions: RowChange<VersionTarget>[];
  features: RowChange<FeatureTarget>[];
  cells: CellChange[];
  grants: GrantChange[];
  unchanged: { versions: number; features: number; cells: number };
}

export function isUnchanged({ app, versions, features, cells, grants }: CatalogChanges): boolean {
  return app === null && versions.length + features.length + cells.length + grants.length === 0;
}

/** Compares two states of a row. Null if they are equal. */
export function diffRow<T extends object>(
  before: (T & { id: string }) | null,
  after: T,
): RowChange<T> | null {
  if (!before) return { kind: 'add', id: null, before: null, after, fields: [] };
  const fields = (Object.keys(after) as (keyof T & string)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  if (fields.length === 0) return null;
  const activeChanged = (fields as string[]).includes('active') && 'active' in after;
  const kind = !activeChanged ? 'change' : after.active ? 'restore' : 'retire';
  return { kind, id: before.id, before, after, fields };
}
