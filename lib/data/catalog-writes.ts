import type { StoredApp, StoredCell, StoredFeature, StoredGrant, StoredVersion } from './catalog-store';
import type { Queries } from './client';
import { setTenant } from './tenant';

/** Makes an app, and narrows the transaction to it. */
export async function insertApp(queries: Queries, app: StoredApp): Promise<void> {
  await queries.app.create({ data: app });
  await setTenant(queries, { appId: app.id });
}

export async function updateApp(queries: Queries, { id, ...fields }: StoredApp): Promise<void> {
  await queries.app.update({ where: { id }, data: fields });
}

/**
 * Writes versions as they shall be. Tags and the default may pass from one to another, so all that move let go of
 * theirs first: a unique index looks at each row as it is written.
 */
export async function updateVersions(
  queries: Queries,
  appId: string,
  versions: StoredVersion[],
): Promise<void> {
  const ids = versions.map(({ id }) => id);
  await queries.$executeRaw`
    UPDATE versions SET tag = 'moving.' || right(id, 24), is_default = false
    WHERE app_id = ${appId} AND id = ANY(${ids})`;
  for (const { id, ...fields } of versions) {
    await queries.version.update({ where: { appId_id: { appId, id } }, data: fields });
  }
}

export async function insertVersions(
  queries: Queries,
  appId: string,
  versions: StoredVersion[],
): Promise<void> {
  await queries.version.createMany({ data: versions.map((version) => ({ ...version, appId })) });
}

/** Writes features as they shall be; readable ids may pass from one to another. */
export async function updateFeatures(
  queries: Queries,
  appId: string,
  features: StoredFeature[],
): Promise<void> {
  const ids = features.map(({ id }) => id);
  await queries.$executeRaw`
    UPDATE features SET human_id = 'moving ' || id WHERE app_id = ${appId} AND id = ANY(${ids})`;
  await queries.$executeRaw`
    UPDATE features f
    SET human_id = n."humanId", title = n.title, description = n.description, "group" = n."group",
        position = n.position, active = n.active
    FROM jsonb_to_recordset(${JSON.stringify(features)}::jsonb) AS n (
      id text, "humanId" text, title text, description text, "group" text, position int, active boolean)
    WHERE f.app_id = ${appId} AND f.id = n.id`;
}

export async function insertFeatures(
  queries: Queries,
  appId: string,
  features: StoredFeature[],
): Promise<void> {
  await queries.$executeRaw`
    INSERT INTO features (app_id, id, catalog_key, human_id, title, description, "group", position, active)
    SELECT ${appId}, n.id, n."catalogKey", n."humanId", n.title, n.description, n."group", n.position, n.active
    FROM jsonb_to_recordset(${JSON.stringify(features)}::jsonb) AS n (
      id text, "catalogKey" text, "humanId" text, title text, description text, "group" text, position int,
      active boolean)`;
}

/** Removes marks of the matrix, then adds others; one that changes is both. There may be many thousand. */
export async function replaceCells(
  queries: Queries,
  appId: string,
  { gone, made }: { gone: Pick<StoredCell, 'versionId' | 'featureId'>[]; made: StoredCell[] },
): Promise<void> {
  await queries.$executeRaw`
    DELETE FROM version_features c
    USING jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) AS g ("versionId" text, "featureId" text)
    WHERE c.app_id = ${appId} AND c.version_id = g."versionId" AND c.feature_id = g."featureId"`;
  await queries.$executeRaw`
    INSERT INTO version_features (app_id, version_id, feature_id, kind, value, fee, user_fee, offer)
    SELECT ${appId}, m."versionId", m."featureId", m.kind, m.value, m.fee, m."userFee", m.offer
    FROM jsonb_to_recordset(${JSON.stringify(made)}::jsonb) AS m (
      "versionId" text, "featureId" text, kind feature_kind, value text, fee int, "userFee" int, offer text)`;
}

export async function insertGrants(queries: Queries, appId: string, grants: StoredGrant[]): Promise<void> {
  await queries.versionGrant.createMany({ data: grants.map((grant) => ({ ...grant, appId })) });
}

export async function deleteGrants(queries: Queries, appId: string, grants: StoredGrant[]): Promise<void> {
  for (const grant of grants) {
    await queries.versionGrant.deleteMany({ where: { appId, ...grant } });
  }
}
