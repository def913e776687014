import type { Pool } from 'pg';
import { Problem } from '@/lib/contract/errors';
import type { Version } from '@/lib/contract/version';
import { isVisible } from './list';
import type { Caller } from './sign-in';

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

/** One version with the features it includes, where the caller may know of it. */
export async function readVersion(pool: Pool, caller: Caller, id: string): Promise<Version> {
  const { rows } = await pool.query({ ...findVersion, values: [caller.app.id, id.toLowerCase()] });
  const [version] = rows;
  if (!version || !isVisible(version, caller)) {
    throw new Problem('version_not_found', 'Choose one of the listed versions.');
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
