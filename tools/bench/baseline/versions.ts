import type { Pool } from 'pg';
import type { Role } from '@/lib/contract/current-user';
import { ApiError } from '@/lib/contract/errors';
import type { Blocker, SwitchDecision } from '@/lib/contract/fields';
import { compareByTag } from '@/lib/contract/tag';
import type { MatrixFeature, Version, VersionEntry, VersionList } from '@/lib/contract/versions';
import type { BaselineCaller } from './authenticate';

/** A cell of the feature matrix. */
type Cell = [
  versionId: string,
  kind: 'included' | 'optional',
  value: string | null,
  fee: number | null,
  userFee: number | null,
  offer: string | null,
];

export interface BaselineVersion {
  id: string;
  tag: string;
  title: string;
  description: string;
  more_info: string | null;
  active: boolean;
  public: boolean;
  is_default: boolean;
  fee: number | null;
  user_fee: number | null;
  entry_blocker: string | null;
  exit_blocker: string | null;
}

interface BaselineFeature {
  id: string;
  human_id: string;
  title: string;
  description: string;
  group: string;
  active: boolean;
  cells: Cell[];
}

interface BaselineCatalog {
  versions: BaselineVersion[];
  features: BaselineFeature[];
}

type FeatureRow = [string, string, string, string, string, boolean, Cell[] | null];

/** Uses JSON arrays instead of objects, which take less work to build and parse. */
const findCatalog = {
  name: 'find-catalog',
  text: `
    SELECT
      (SELECT json_agg(v) FROM (SELECT * FROM versions WHERE app_id = $1) v) AS versions,
      (SELECT json_agg(json_build_array(f.id, f.human_id, f.title, f.description, f."group", f.active, l.cells)
          ORDER BY f.position, f.human_id)
        FROM features f LEFT JOIN (
          SELECT feature_id, json_agg(json_build_array(version_id, kind, value, fee, user_fee, offer)) AS cells
          FROM version_features WHERE app_id = $1 GROUP BY feature_id) l ON l.feature_id = f.id
        WHERE f.app_id = $1) AS features`,
};

/** Reads the whole catalog of an app in one statement. */
export async function readBaselineCatalog(pool: Pool, appId: string): Promise<BaselineCatalog> {
  const { rows } = await pool.query({ ...findCatalog, values: [appId] });
  const features: FeatureRow[] = rows[0].features ?? [];
  return {
    versions: rows[0].versions ?? [],
    features: features.map(([id, human_id, title, description, group, active, cells]) => {
      return { id, human_id, title, description, group, active, cells: cells ?? [] };
    }),
  };
}

/** The direction of a switch and what blocks it. */
export function decideBaselineSwitch(
  role: Role | null,
  current: BaselineVersion | null,
  target: BaselineVersion,
): SwitchDecision {
  const blockers = findBlockers(role, current, target);
  return { direction: directionOf(current, target), allowed: blockers.length === 0, blockers };
}

function findBlockers(
  role: Role | null,
  current: BaselineVersion | null,
  target: BaselineVersion,
): Blocker[] {
  const blockers: Blocker[] = [];
  if (role !== 'owner') {
    blockers.push({ code: 'forbidden', message: 'Only account owners can switch plans.' });
  }
  if (current?.id === target.id) return blockers;
  if (!target.active) {
    blockers.push({ code: 'version_inactive', message: `${target.title} is no longer offered.` });
  }
  if (current?.exit_blocker) blockers.push({ code: 'exit_restricted', message: current.exit_blocker });
  if (target.entry_blocker) blockers.push({ code: 'entry_restricted', message: target.entry_blocker });
  if (target.fee === null && target.user_fee === null) {
    const message = `${target.title} is priced on request. Contact us to switch to it.`;
    blockers.push({ code: 'price_on_request', message });
  }
  return blockers;
}

function directionOf(current: BaselineVersion | null, target: BaselineVersion): SwitchDecision['direction'] {
  if (current === null || current.id === target.id) return 'none';
  const difference = priceForOne(target) - priceForOne(current) || compareByTag(target, current);
  return difference > 0 ? 'upgrade' : 'downgrade';
}

/** The price for one user. A version without a price ranks above all others. */
function priceForOne({ fee, user_fee }: BaselineVersion): number {
  return fee === null && user_fee === null ? Number.MAX_SAFE_INTEGER : (fee ?? 0) + (user_fee ?? 0);
}

/** Whether the caller may see the version. */
export function isVisibleToCaller(
  version: BaselineVersion,
  { role, granted, currentVersionId }: BaselineCaller,
): boolean {
  return (
    version.public || role === 'product' || version.id === currentVersionId || granted.includes(version.id)
  );
}

export function serializeBaselineList(
  { versions, features }: BaselineCatalog,
  caller: BaselineCaller,
  { matrix }: { matrix: boolean },
): VersionList {
  const { app, currentVersionId, accountId } = caller;
  const listed = versions
    .filter(
      (version) => (version.active || version.id === currentVersionId) && isVisibleToCaller(version, caller),
    )
    .sort(compareByTag);
  const current = listed.find(({ id }) => id === currentVersionId) ?? null;
  const hidden = new Set(
    versions.filter((version) => !isVisibleToCaller(version, caller)).map(({ id }) => id),
  );
  const mayAdd = new Set(accountId === null ? listed.map(({ id }) => id) : current ? [current.id] : []);
  return {
    success: true,
    message: '',
    data: {
      versions: listed.map((version) => serializeEntry(version, current, caller)),
      ...(matrix && {
        matrix: {
          versions: listed.map(({ title }) => title),
          features: serializeFeatures(features, listed, hidden),
        },
      }),
      optional_features_available: features.some(({ cells }) =>
        cells.some(([id, kind]) => kind === 'optional' && mayAdd.has(id)),
      ),
      app: {
        title: app.title,
        currency: app.currency,
        billing_period: app.billingPeriod,
        contact_url: app.contactUrl,
      },
    },
  };
}

function serializeEntry(
  version: BaselineVersion,
  current: BaselineVersion | null,
  caller: BaselineCaller,
): VersionEntry {
  return {
    id: version.id,
    title: version.title,
    description: version.description,
    more_info: version.more_info,
    active: version.active,
    fee: version.fee,
    user_fee: version.user_fee,
    tag: version.tag,
    public: version.public,
    current: version === current,
    switch: caller.accountId === null ? null : decideBaselineSwitch(caller.role, current, version),
  };
}

/** Rows of the matrix. Omits features of hidden versions only, and retired features that no listed version has. */
function serializeFeatures(
  features: BaselineFeature[],
  listed: BaselineVersion[],
  hidden: Set<string>,
): MatrixFeature[] {
  const isListed = new Set(listed.map(({ id }) => id));
  const rows: MatrixFeature[] = [];
  for (const { human_id, title, description, group, active, cells } of features) {
    const inListed = cells.some(([id]) => isListed.has(id));
    if (!inListed && (!active || cells.some(([id]) => hidden.has(id)))) continue;
    const row: MatrixFeature = {
      id: human_id,
      title,
      description,
      versions: {},
      group,
      values: {},
      offers: {},
    };
    for (const { id } of listed) {
      const cell = cells.find(([versionId]) => versionId === id);
      row.versions[id] = cell?.[1] === 'included';
      if (!cell) continue;
      const [, kind, value, fee, user_fee, offer] = cell;
      if (kind === 'optional') row.offers[id] = { title: offer, fee, user_fee };
      else if (value !== null) row.values[id] = value;
    }
    rows.push(row);
  }
  return rows;
}

const findVersion = {
  name: 'find-version',
  text: `
    SELECT v.*, (
      SELECT coalesce(json_agg(json_build_object('id', f.id, 'title', f.title, 'human_id', f.human_id)
          ORDER BY f.position, f.human_id), '[]')
        FROM version_features l JOIN features f ON f.app_id = l.app_id AND f.id = l.feature_id
        WHERE l.app_id = v.app_id AND l.version_id = v.id AND l.kind = 'included') AS features
    FROM versions v WHERE v.app_id = $1 AND v.id = $2`,
};

/** One version with its included features, if the caller may see it. */
export async function getBaselineVersion(pool: Pool, caller: BaselineCaller, id: string): Promise<Version> {
  const { rows } = await pool.query({ ...findVersion, values: [caller.app.id, id.toLowerCase()] });
  const [version] = rows;
  if (!version || !isVisibleToCaller(version, caller)) {
    throw new ApiError('version_not_found', 'Version not found.');
  }
  return {
    id: version.id,
    title: version.title,
    description: version.description,
    tag: version.tag,
    user_fee: version.user_fee ?? 0,
    is_default: version.is_default,
    active: version.active,
    features: version.features,
    fee: version.fee,
    more_info: version.more_info,
  };
}
