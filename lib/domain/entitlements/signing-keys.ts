import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { ApiError } from '@/lib/contract/errors';
import { entitlementsMaxStale } from '@/lib/contract/signed-entitlements';
import { deleteSigningKeys, insertSigningKey, readSigningKeys, type SigningKey } from '@/lib/db/access';
import type { Service } from '../service';

export type { SigningKey } from '@/lib/db/access';

/** How long a new key is published before it signs: longer than caches keep the key set. */
export const publishedBeforeMs = 60 * 60 * 1000;
/** How long a key is published after it has signed for the last time, with the time that clocks may differ. */
const publishedAfterMs = (entitlementsMaxStale + 300) * 1000;

type KeyService = Pick<Service, 'db' | 'now' | 'webhooks'>;

/** The keys to verify tokens with, newest first. Creates the first one if `SECRETS_KEY` is set. */
export async function listSigningKeys(service: KeyService): Promise<SigningKey[]> {
  const { db, now, webhooks } = service;
  const keys = await readSigningKeys(db);
  if (keys.length === 0 && webhooks.secretsKey) {
    await insertSigningKey(db, createSigningKey(webhooks.secretsKey, 1, now(), now()));
    return readSigningKeys(db);
  }
  return selectPublished(keys, now().getTime());
}

/** The versions that have tokens which are not too old yet: those whose successor does not sign, or signs since then only. */
function selectPublished(keys: SigningKey[], now: number): SigningKey[] {
  return keys.filter((_, index) => {
    const successor = keys[index - 1];
    return !successor || now < successor.signsAt.getTime() + publishedAfterMs;
  });
}

/**
 * Creates the next key. It is published at once and signs in an hour; the present one is published until its last token is too
 * old. Throws 409 while another one waits, and 501 without `SECRETS_KEY`.
 */
export async function rotateSigningKey(service: KeyService): Promise<SigningKey> {
  const secretsKey = requireSecretsKey(service);
  const now = service.now();
  const [newest, ...older] = await listSigningKeys(service);
  const leftMs = (newest?.signsAt.getTime() ?? 0) - now.getTime();
  if (leftMs > 0) {
    throw new ApiError('secret_recently_rotated', 'The next signing key does not sign yet.', {
      retryAfter: Math.ceil(leftMs / 1000),
    });
  }
  const version = (newest?.version ?? 0) + 1;
  // With another SECRETS_KEY, no token can be signed until then.
  const canSign = newest && newest.publicKey === deriveKey(secretsKey, newest.version).publicKey;
  const signsAt = canSign ? new Date(now.getTime() + publishedBeforeMs) : now;
  const key = createSigningKey(secretsKey, version, now, signsAt);
  await insertSigningKey(service.db, key);
  await deleteSigningKeys(service.db, older.at(-1)?.version ?? newest?.version ?? version);
  return key;
}

/**
 * Signs a JSON Web Token with the present key, as a compact JWS. Throws 501 without `SECRETS_KEY`, and with another one than
 * the key was created with.
 */
export async function signToken(service: KeyService, type: string, claims: object): Promise<string> {
  const secretsKey = requireSecretsKey(service);
  const now = service.now().getTime();
  const keys = await listSigningKeys(service);
  // The first key signs at once, also for a clock that is behind.
  const key = keys.find(({ signsAt }) => signsAt.getTime() <= now) ?? keys.at(-1);
  const { privateKey, publicKey } = deriveKey(secretsKey, key?.version ?? 1);
  if (key?.publicKey !== publicKey) {
    throw new ApiError('signing_not_configured', 'The server can’t sign with the present signing key.');
  }
  const content = [{ alg: 'EdDSA', kid: getKeyId(publicKey), typ: type }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${sign(null, Buffer.from(content), privateKey).toString('base64url')}`;
}

/** The thumbprint of a public key of Ed25519 (RFC 7638, RFC 8037). */
export function getKeyId(publicKey: string): string {
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: publicKey });
  return createHash('sha256').update(members).digest('base64url');
}

function createSigningKey(
  secretsKey: Uint8Array,
  version: number,
  createdAt: Date,
  signsAt: Date,
): SigningKey {
  return { version, publicKey: deriveKey(secretsKey, version).publicKey, createdAt, signsAt };
}

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the key of a version. The private key is stored nowhere. */
function deriveKey(secretsKey: Uint8Array, version: number): { privateKey: KeyObject; publicKey: string } {
  const bytes = hkdfSync('sha256', secretsKey, 'entitlements', `signing key ${version}`, 32);
  const key = Buffer.concat([pkcs8Prefix, Buffer.from(bytes)]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '' };
}

function requireSecretsKey({ webhooks: { secretsKey } }: KeyService): Uint8Array {
  if (secretsKey) return secretsKey;
  throw new ApiError('signing_not_configured', 'The server has no key to sign with.');
}
