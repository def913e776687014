import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deleteOidcClient, findOidcClient, type OidcClient, upsertOidcClient } from '@/lib/db/access';
import type { Queries } from '@/lib/db/connection/client';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import { recordAudit } from '../audit/audit';
import type { Service } from '../service';

export type StaffSignInSettings = Omit<OidcClient, 'appId' | 'clientSecret'> & {
  /** It is null for a public client. */
  clientSecret: string | null;
};

/** What the owner changes settings with. */
type Owner = Pick<Service, 'db' | 'now' | 'makeId'>;

/** The settings of an app, with an encrypted secret, or null if its staff do not sign in with OpenID Connect. */
export function findStaffSignIn({ db }: Pick<Service, 'db'>, appId: string): Promise<OidcClient | null> {
  return readTenant(db, { appId }, (queries) => findOidcClient(queries, appId));
}

/** Replaces the settings of an app. Without a `secretsKey`, the client must be public. */
export async function setStaffSignIn(
  owner: Owner,
  appId: string,
  { clientSecret, ...settings }: StaffSignInSettings,
  secretsKey: Uint8Array | null,
): Promise<void> {
  const client = { ...settings, appId };
  const encrypted = clientSecret === null ? null : encryptClientSecret(secretsKey, client, clientSecret);
  const { issuer, clientId, scopes, roleClaim, productValues, supportValues } = settings;
  const lists = { scopes, product: productValues, support: supportValues };
  const data = {
    ...{ issuer, client_id: clientId, client_secret: clientSecret !== null, claim: roleClaim },
    // The page of the audit shows an empty list as all.
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
  };
  const set = async (queries: Queries) => {
    await upsertOidcClient(queries, { ...client, clientSecret: encrypted });
    await recordAudit(queries, owner, { app: { id: appId } }, { type: 'staff_sign_in.set', data });
  };
  await withTenant(owner.db, { appId }, set, { cached: false });
}

/** Removes the settings of an app. It is false if it has none. Sessions go on until they expire. */
export function removeStaffSignIn(owner: Owner, appId: string): Promise<boolean> {
  const remove = async (queries: Queries) => {
    const isRemoved = await deleteOidcClient(queries, appId);
    if (isRemoved)
      await recordAudit(queries, owner, { app: { id: appId } }, { type: 'staff_sign_in.removed' });
    return isRemoved;
  };
  return withTenant(owner.db, { appId }, remove, { cached: false });
}

type ClientKey = Pick<OidcClient, 'appId' | 'issuer' | 'clientId'>;

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** The initialization vector, the ciphertext and the tag. The additional data binds the secret to its app and issuer. */
function encryptClientSecret(
  secretsKey: Uint8Array | null,
  client: ClientKey,
  secret: string,
): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(secretsKey), iv);
  cipher.setAAD(getAdditionalData(client));
  return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** It is null for a public client. Throws with another `SECRETS_KEY` than the secret was encrypted with. */
export function decryptClientSecret(secretsKey: Uint8Array | null, client: OidcClient): string | null {
  const { clientSecret: encrypted } = client;
  if (encrypted === null) return null;
  const decipher = createDecipheriv(algorithm, deriveKey(secretsKey), encrypted.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(getAdditionalData(client));
  decipher.setAuthTag(encrypted.subarray(-tagBytes));
  try {
    const content = decipher.update(encrypted.subarray(ivBytes, -tagBytes));
    return Buffer.concat([content, decipher.final()]).toString('utf8');
  } catch {
    throw new Error('The client secret was encrypted with another SECRETS_KEY.');
  }
}

function deriveKey(secretsKey: Uint8Array | null): Uint8Array {
  if (!secretsKey) throw new Error('A client secret requires SECRETS_KEY.');
  return new Uint8Array(hkdfSync('sha256', secretsKey, 'staff sign-in', 'client secret', 32));
}

function getAdditionalData({ appId, issuer, clientId }: ClientKey): Buffer {
  return Buffer.from(JSON.stringify([appId, issuer, clientId]));
}
