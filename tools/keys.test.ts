import { describe, expect, it } from 'vitest';
import { formatKeys, parseExpiry } from './keys';

const now = new Date('2026-11-21T12:00:00Z');

describe('parseExpiry', () => {
  it.each([
    [undefined, null],
    ['2027-01-31', '2027-01-31T23:00:00.000Z'],
    ['2026-11-21', '2026-11-21T23:00:00.000Z'],
    ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00.000Z'],
    ['2027-01-31T12:00+02:00', '2027-01-31T10:00:00.000Z'],
  ])('parses %s as %s', (text, expiresAt) => {
    expect(parseExpiry(text, now, 'Europe/Berlin')?.toISOString() ?? null).toBe(expiresAt);
  });

  it.each(['2027-02-31', '2027-13-01', 'tomorrow', '31.1.2027', '2027', ''])('rejects %j', (text) => {
    expect(() => parseExpiry(text, now, 'UTC')).toThrow('is not a date');
  });

  it('rejects a time in the past', () => {
    expect(() => parseExpiry('2026-11-20', now, 'UTC')).toThrow('is in the past');
  });
});

it('formatKeys prints one line per key, without its secret', () => {
  const key = {
    appId: 'app_1',
    accountId: null,
    role: null,
    name: 'Back end',
    expiresAt: null,
    prefix: 'avk_12345678',
    readOnly: false,
    createdAt: now,
    revokedAt: null,
  };
  const past = new Date('2026-01-02T23:00Z');
  const withinDay = new Date('2027-01-31T12:00Z');
  expect(
    formatKeys(
      [
        { ...key, id: 'key_1' },
        { ...key, id: 'key_2', accountId: 'acc_1', role: 'owner', expiresAt: new Date('2027-01-30T23:00Z') },
        { ...key, id: 'key_3', expiresAt: past },
        { ...key, id: 'key_4', expiresAt: past, revokedAt: past },
        { ...key, id: 'key_5', expiresAt: withinDay },
      ],
      now,
      'Europe/Berlin',
    ),
  ).toBe(
    [
      'key_1  avk_12345678…  app    any account  active                          Back end',
      'key_2  avk_12345678…  owner  acc_1        until 2027-01-30                Back end',
      'key_3  avk_12345678…  app    any account  expired 2026-01-02              Back end',
      'key_4  avk_12345678…  app    any account  revoked 2026-01-02              Back end',
      'key_5  avk_12345678…  app    any account  until 2027-01-31T12:00:00.000Z  Back end',
    ].join('\n'),
  );
  expect(formatKeys([], now, 'UTC')).toBe('No keys.');
});
