import type { Pool } from 'pg';

/** A cell of the matrix: version, kind, value, fee, user fee, offer. */
export type Cell = [
  versionId: string,
  kind: 'included' | 'optional',
  value: string | null,
  fee: number | null,
  userFee: number | null,
  offer: string | null,
];

export interface PeerVersion {
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

export interface PeerFeature {
  id: string;
  human_id: string;
  title: string;
  description: string;
  group: string;
  active: boolean;
  cells: Cell[];
}

export interface PeerCatalog {
  versions: PeerVersion[];
  features: PeerFeature[];
}

type FeatureRow = [string, string, string, string, string, boolean, Cell[] | null];

/** Lists in place of objects: that spares Postgres and the parser a good part of the work. */
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

/** The whole catalogue of an app, as of one moment. */
export async function readCatalog(pool: Pool, appId: string): Promise<PeerCatalog> {
  const { rows } = await pool.query({ ...findCatalog, values: [appId] });
  const features: FeatureRow[] = rows[0].features ?? [];
  return {
    versions: rows[0].versions ?? [],
    features: features.map(([id, human_id, title, description, group, active, cells]) => {
      return { id, human_id, title, description, group, active, cells: cells ?? [] };
    }),
  };
}
