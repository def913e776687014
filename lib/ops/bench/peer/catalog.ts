import type { Pool, PoolClient } from 'pg';

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
  position: number;
  cells: Cell[];
}

export interface PeerCatalog {
  versions: PeerVersion[];
  features: PeerFeature[];
}

const findCatalog = {
  name: 'find-catalog',
  text: `
    SELECT
      (SELECT json_agg(json_build_object('id', id, 'tag', tag, 'title', title, 'description', description,
          'more_info', more_info, 'active', active, 'public', public, 'is_default', is_default, 'fee', fee,
          'user_fee', user_fee, 'entry_blocker', entry_blocker, 'exit_blocker', exit_blocker))
        FROM versions WHERE app_id = $1) AS versions,
      (SELECT json_agg(json_build_object('id', f.id, 'human_id', f.human_id, 'title', f.title,
          'description', f.description, 'group', f."group", 'active', f.active, 'position', f.position,
          'cells', coalesce(l.cells, '[]')) ORDER BY f.position, f.human_id)
        FROM features f LEFT JOIN (
          SELECT feature_id, json_agg(json_build_array(version_id, kind, value, fee, user_fee, offer)) AS cells
          FROM version_features WHERE app_id = $1 GROUP BY feature_id) l ON l.feature_id = f.id
        WHERE f.app_id = $1) AS features`,
};

/** The whole catalogue of an app, as of one moment. */
export async function readCatalog(queries: Pool | PoolClient, appId: string): Promise<PeerCatalog> {
  const { rows } = await queries.query({ ...findCatalog, values: [appId] });
  return { versions: rows[0].versions ?? [], features: rows[0].features ?? [] };
}
