import type { Version } from '@/lib/contract/version';
import type { VersionDetail } from '@/lib/versions/read-version';

/** `GET /app/versions/:id` (spec 2.3, 4.3): bare. */
export function presentVersion({ version, features }: VersionDetail): Version {
  return {
    id: version.id,
    title: version.title,
    description: version.description,
    tag: version.tag,
    user_fee: version.userFee ?? 0,
    is_default: version.isDefault,
    active: version.active,
    features: features.map(({ id, title, humanId }) => ({ id, title, human_id: humanId })),
    fee: version.fee,
    more_info: version.moreInfo,
  };
}
