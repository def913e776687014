import { isDeepStrictEqual } from 'node:util';
import type { StoredApp, StoredFeature, StoredVersion } from '@/lib/data/catalog-store';
import type { CatalogueCell } from './catalogue';

// What applying a catalogue would do, row by row.

export type AppTarget = Omit<StoredApp, 'id' | 'slug'>;
export type VersionTarget = Omit<StoredVersion, 'id'>;
export type FeatureTarget = Omit<StoredFeature, 'id'>;

/** A row to be made, or one with this id to be written anew; `fields` names what differs. */
export interface RowChange<T> {
  kind: 'add' | 'change' | 'retire' | 'restore';
  id: string | null;
  before: T | null;
  after: T;
  fields: (keyof T & string)[];
}

/** A mark of the matrix that is made, removed or replaced. */
export interface CellChange {
  before: CatalogueCell | null;
  after: CatalogueCell | null;
}

export interface GrantChange {
  kind: 'add' | 'remove';
  /** `catalogKey` of the version. */
  version: string;
  accountId: string;
}

export interface Changes {
  app: RowChange<AppTarget> | null;
  versions: RowChange<VersionTarget>[];
  features: RowChange<FeatureTarget>[];
  cells: CellChange[];
  grants: GrantChange[];
  unchanged: { versions: number; features: number; cells: number };
}

/** Whether there is nothing to do. */
export function isNothing({ app, versions, features, cells, grants }: Changes): boolean {
  return app === null && versions.length + features.length + cells.length + grants.length === 0;
}

/** What makes `before` into `after`; null where they are the same. */
export function rowChange<T extends object>(
  before: (T & { id: string }) | null,
  after: T,
): RowChange<T> | null {
  if (!before) return { kind: 'add', id: null, before: null, after, fields: [] };
  const fields = (Object.keys(after) as (keyof T & string)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  if (fields.length === 0) return null;
  const turned = (fields as string[]).includes('active') && 'active' in after;
  const kind = !turned ? 'change' : after.active ? 'restore' : 'retire';
  return { kind, id: before.id, before, after, fields };
}
