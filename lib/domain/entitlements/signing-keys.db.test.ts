import { createPublicKey, verify } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { openTestService } from '@/tools/testing/test-service';
import { getKeyId, listSigningKeys, publishedBeforeMs, rotateSigningKey, signToken } from './signing-keys';

const { service, openAs } = await openTestService();
const owner = openAs('owner');
const startedAt = Date.UTC(2026, 10, 1);
const hourMs = 60 * 60 * 1000;
const secretsKey = new Uint8Array(32).fill(7);

beforeEach(() => owner.signingKey.deleteMany().then(() => {}));

/** The service at a time after the start, with a key that the signing keys are derived from. */
const at = (hours: number, key: Uint8Array | null = secretsKey) => ({
  ...service,
  now: () => new Date(startedAt + hours * hourMs),
  webhooks: { ...service.webhooks, secretsKey: key },
});

async function signAndRead(hours: number, key?: Uint8Array) {
  const token = await signToken(at(hours, key), 'test+jwt', { hello: 'world' });
  const [header = '', payload = '', signature = ''] = token.split('.');
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { header: parse(header), payload: parse(payload), signed: `${header}.${payload}`, signature };
}

const listIds = async (hours: number) =>
  (await listSigningKeys(at(hours))).map(({ publicKey }) => getKeyId(publicKey));

test('the first key is created once, signs at once, and verifies what it has signed', async () => {
  const both = await Promise.all([listSigningKeys(at(0)), listSigningKeys(at(0))]);
  expect(both[0]).toEqual(both[1]);
  const [key] = both[0];
  const { header, payload, signed, signature } = await signAndRead(0);
  expect(header).toEqual({ alg: 'EdDSA', kid: getKeyId(key?.publicKey ?? ''), typ: 'test+jwt' });
  expect(payload).toEqual({ hello: 'world' });
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key?.publicKey };
  const isValid = verify(
    null,
    Buffer.from(signed),
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
  expect(isValid).toBe(true);
});

test('the ID of a key is the thumbprint of RFC 8037', () => {
  const publicKey = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
  expect(getKeyId(publicKey)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
});

test('a new key is published before it signs, the one before until its last token is too old', async () => {
  const [first = ''] = await listIds(0);
  await rotateSigningKey(at(1));
  const [second = '', ...others] = await listIds(1);
  expect(others).toEqual([first]);
  expect((await signAndRead(1)).header.kid).toBe(first);
  expect((await signAndRead(2)).header.kid).toBe(second);
  expect(await listIds(2 + 24)).toEqual([second, first]);
  expect(await listIds(2 + 24.1)).toEqual([second]);
});

test('a key that does not sign yet is not replaced', async () => {
  await listIds(0);
  await rotateSigningKey(at(1));
  await expect(rotateSigningKey(at(1.5))).rejects.toMatchObject({
    code: 'secret_recently_rotated',
    retryAfter: 1800,
  });
  const third = await rotateSigningKey(at(2));
  expect(third.version).toBe(3);
  expect(third.signsAt.getTime()).toBe(startedAt + 2 * hourMs + publishedBeforeMs);
  await rotateSigningKey(at(48));
  expect(await owner.signingKey.count()).toBe(2);
});

test('without SECRETS_KEY nothing is signed, and with another one only after a rotation', async () => {
  expect(await listSigningKeys(at(0, null))).toEqual([]);
  await expect(signToken(at(0, null), 'test+jwt', {})).rejects.toMatchObject({
    code: 'signing_not_configured',
  });
  const [first] = await listIds(0);
  const other = new Uint8Array(32).fill(8);
  await expect(signToken(at(1, other), 'test+jwt', {})).rejects.toMatchObject({
    code: 'signing_not_configured',
  });
  await rotateSigningKey(at(1, other));
  expect((await signAndRead(1, other)).header.kid).not.toBe(first);
  expect(await listSigningKeys(at(1, null))).toHaveLength(2);
});
