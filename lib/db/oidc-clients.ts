import type { Queries } from './connection/client';
import type { OidcClientModel } from './generated/models';

export type OidcClient = OidcClientModel;

export function findOidcClient(queries: Queries, appId: string): Promise<OidcClient | null> {
  return queries.oidcClient.findUnique({ where: { appId } });
}

/** Replaces the client of an app. Only the owner can call it. */
export async function upsertOidcClient(queries: Queries, client: OidcClient): Promise<void> {
  await queries.oidcClient.upsert({ where: { appId: client.appId }, create: client, update: client });
}

/** It is false if there is none. Only the owner can call it. */
export async function deleteOidcClient(queries: Queries, appId: string): Promise<boolean> {
  return (await queries.oidcClient.deleteMany({ where: { appId } })).count > 0;
}
