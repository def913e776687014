import type { Queries } from './client';

/** Prices are integer minor units of the app's currency a billing period; null is not priced. */
export interface Prices {
  fee: number | null;
  userFee: number | null;
}

export interface CatalogFeature {
  id: string;
  humanId: string;
  title: string;
  description: string;
  group: string;
  active: boolean;
}

/** That a version includes a feature, or offers it at a price of its own. */
export interface FeatureLink extends Prices {
  featureId: string;
  kind: 'included' | 'optional';
  value: string | null;
  offer: string | null;
}

export interface CatalogVersion extends Prices {
  id: string;
  tag: string;
  title: string;
  description: string;
  moreInfo: string | null;
  active: boolean;
  public: boolean;
  isDefault: boolean;
  entryBlocker: string | null;
  exitBlocker: string | null;
  links: FeatureLink[];
}

/** All versions and features of an app, retired and not public ones too. Features are in the catalogue's order. */
export interface Catalog {
  versions: CatalogVersion[];
  features: CatalogFeature[];
}

/** A catalogue with the ids of the versions that it opens to one account alone. */
export interface GrantedCatalog extends Catalog {
  granted: string[];
}

/**
 * Reads the catalogue of the transaction's app, and what of it is granted to the account, in one statement: while
 * another transaction changes the catalogue, a switch must be decided on, and freeze, all of the old one or all of the
 * new one.
 */
export async function readCatalog(
  queries: Queries,
  appId: string,
  accountId: string | null = null,
): Promise<GrantedCatalog> {
  const [catalog] = await queries.$queryRaw<[GrantedCatalog]>`
    SELECT
      (SELECT coalesce(json_agg(json_build_object(
          'id', v.id, 'tag', v.tag, 'title', v.title, 'description', v.description, 'moreInfo', v.more_info,
          'active', v.active, 'public', v.public, 'isDefault', v.is_default, 'fee', v.fee, 'userFee', v.user_fee,
          'entryBlocker', v.entry_blocker, 'exitBlocker', v.exit_blocker,
          'links', (SELECT coalesce(json_agg(json_build_object(
              'featureId', l.feature_id, 'kind', l.kind, 'value', l.value, 'fee', l.fee, 'userFee', l.user_fee,
              'offer', l.offer)), '[]')
            FROM version_features l WHERE l.app_id = ${appId} AND l.version_id = v.id))), '[]')
        FROM versions v WHERE v.app_id = ${appId}) AS versions,
      (SELECT coalesce(json_agg(json_build_object(
          'id', f.id, 'humanId', f.human_id, 'title', f.title, 'description', f.description,
          'group', f."group", 'active', f.active) ORDER BY f.position, f.human_id), '[]')
        FROM features f WHERE f.app_id = ${appId}) AS features,
      (SELECT coalesce(json_agg(g.version_id), '[]')
        FROM version_grants g WHERE g.app_id = ${appId} AND g.account_id = ${accountId}) AS granted`;
  return catalog;
}
