import type { Pool, PoolClient } from 'pg';
import type { AppCatalog } from '@/lib/db/catalog';
import { toCamelCase } from '@/lib/db/query-json';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import type { AccountCaller, AppCaller } from '@/lib/domain/caller';
import { compareSnapshots } from '@/lib/domain/compare-features';
import type { ActivationDetail, HistoryPage } from '@/lib/domain/history';

const findVersions = {
  name: 'find-versions',
  text: `
    WITH links AS (SELECT * FROM version_features WHERE app_id = $1 AND version_id = ANY($2)),
      prices AS (SELECT * FROM add_on_versions WHERE app_id = $1 AND version_id = ANY($2)),
      effects AS (SELECT * FROM add_on_features WHERE app_id = $1 AND add_on_id IN (SELECT add_on_id FROM prices))
    SELECT
      (SELECT json_agg(v) FROM versions v WHERE v.app_id = $1 AND v.id = ANY($2)) AS versions,
      (SELECT json_agg(l) FROM links l) AS links,
      (SELECT json_agg(f ORDER BY f.position, f.human_id) FROM features f WHERE f.app_id = $1
        AND f.id IN (SELECT feature_id FROM links UNION ALL SELECT feature_id FROM effects)) AS features,
      (SELECT json_agg(o ORDER BY o.position, o.human_id) FROM add_ons o WHERE o.app_id = $1
        AND o.id IN (SELECT add_on_id FROM prices)) AS offers,
      (SELECT json_agg(p) FROM prices p) AS prices,
      (SELECT json_agg(e) FROM effects e) AS effects`,
};

/** The part of the app's catalog that concerns some versions. */
export async function readVersions(
  database: Pool | PoolClient,
  { app }: Pick<AppCaller, 'app'>,
  ids: string[],
): Promise<AppCatalog> {
  const { rows } = await database.query({ ...findVersions, values: [app.id, ids] });
  const list = <T>(name: string) =>
    ((rows[0][name] ?? []) as Record<string, unknown>[]).map((row) => toCamelCase<T>(row));
  const links = list<AppCatalog['versions'][number]['links'][number] & { versionId: string }>('links');
  const prices = list<AppCatalog['addOns'][number]['versions'][number] & { addOnId: string }>('prices');
  const effects = list<AppCatalog['addOns'][number]['features'][number] & { addOnId: string }>('effects');
  return {
    app,
    versions: list<AppCatalog['versions'][number]>('versions').map((version) => ({
      ...version,
      links: links.filter(({ versionId }) => versionId === version.id),
    })),
    features: list('features'),
    addOns: list<AppCatalog['addOns'][number]>('offers').map((addOn) => ({
      ...addOn,
      versions: prices.filter(({ addOnId }) => addOnId === addOn.id),
      features: effects.filter(({ addOnId }) => addOnId === addOn.id),
    })),
  };
}

/**
 * Reads one row more than the page to detect a next page. Each snapshot is returned once. `next_activated` is the time of
 * the entry after the page, which ends its newest entry.
 */
const findHistory = {
  name: 'find-history',
  text: `
    WITH page AS (SELECT * FROM activations WHERE app_id = $1 AND account_id = $2 AND sequence < $3
      ORDER BY sequence DESC LIMIT $4 + 1)
    SELECT (SELECT json_agg(to_jsonb(page) || jsonb_build_object('undo', undo IS TRUE, 'users', coalesce(users, 1),
        'kind', coalesce(kind, 'switch'), 'actor', jsonb_build_object('kind', actor_kind,
          'name', coalesce(a.name, actor_name), 'userId', a.user_id, 'channel', channel))
        ORDER BY sequence DESC) FROM page
      LEFT JOIN actors a ON a.app_id = $1 AND a.account_id = $2 AND a.id = actor_ref) AS entries,
      (SELECT json_agg(s) FROM version_snapshots s WHERE s.app_id = $1 AND s.digest IN (
        SELECT snapshot_digest FROM page UNION SELECT previous_digest FROM page)) AS snapshots,
      (SELECT activated_at FROM activations WHERE app_id = $1 AND account_id = $2
        AND sequence = (SELECT max(sequence) + 1 FROM page)) AS next_activated`,
};

/** One page of the account's history, newest first. `before` is the exclusive upper bound of sequences. */
export async function listBaselineHistory(
  pool: Pool,
  { app, account }: AccountCaller,
  { limit, before }: { limit: number; before: number | null },
): Promise<HistoryPage> {
  const values = [app.id, account.id, before ?? 2_147_483_647, limit];
  const { rows } = await pool.query({ ...findHistory, values });
  const { entries, snapshots, next_activated } = rows[0];
  const versions = new Map<string, VersionSnapshot>(
    (snapshots ?? []).map((row: Record<string, unknown>) => [row.digest, toCamelCase(row)]),
  );
  const page = (entries ?? []).slice(0, limit);
  return {
    entries: page.map((row: Record<string, never>, index: number): ActivationDetail => {
      const version = versions.get(row.snapshot_digest ?? '') as VersionSnapshot;
      const previous = versions.get(row.previous_digest ?? '') ?? null;
      const next = index === 0 ? next_activated : page[index - 1].activated_at;
      return {
        activation: {
          ...toCamelCase<ActivationDetail['activation']>(row),
          activatedAt: new Date(row.activated_at ?? ''),
          version,
          previous,
          billingPeriod: row.billing_period ?? version.billingPeriod,
          addOns: row.options ?? [],
        },
        changes: compareSnapshots(previous, version),
        deactivatedAt: next === null ? null : new Date(next),
        undoUntil: null,
        catalogChanges: [],
      };
    }),
    next: (entries ?? []).length > limit ? page.at(-1).sequence : null,
  };
}
