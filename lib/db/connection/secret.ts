import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix of a secret, by which secret scanners recognize a leaked one. */
type SecretPrefix = 'avk' | 'avl' | 'avs' | 'avt' | 'avd';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 43;
const checksumLength = 6;

/** Characters of a key that are stored in plain text, to identify it in lists. */
export const displayedPrefixLength = 12;

/**
 * Makes a secret: its prefix, `_`, 32 random bytes in base62 and a checksum.
 * `avk` is a key, `avl` a one-time link, `avs` a portal session, `avt` a token for a frame, `avd` a link to a draft of
 * the catalog.
 */
export function makeSecret(prefix: SecretPrefix, random: (size: number) => Buffer = randomBytes): string {
  const body = base62(BigInt(`0x${random(32).toString('hex')}`), bodyLength);
  return `${prefix}_${body}${checksum(`${prefix}_${body}`)}`;
}

/** Whether `text` has the form and checksum of a secret of this kind. Avoids a database query for a mistyped one. */
export function isWellFormedSecret(prefix: SecretPrefix, text: string): boolean {
  if (text.length !== prefix.length + 1 + bodyLength + checksumLength) return false;
  if (!text.startsWith(`${prefix}_`) || !/^[0-9A-Za-z]+$/.test(text.slice(prefix.length + 1))) return false;
  return checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** The hash that is stored. A random secret needs neither a salt nor a slow hash. */
export function hashSecret(text: string): string {
  return hash('sha256', text);
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
}
