import { describe, expect, it } from 'vitest';
import { hashSecret, looksLikeSecret, makeSecret } from './secret';

const zeros = () => Buffer.alloc(32, 0);
const ones = () => Buffer.alloc(32, 255);

describe('a secret', () => {
  it('has its prefix, 43 characters of base62 and a checksum of six', () => {
    expect(makeSecret('avk', zeros)).toMatch(/^avk_0{43}[0-9A-Za-z]{6}$/);
    expect(makeSecret('avk', ones)).toHaveLength(53);
    expect(makeSecret('avk')).not.toBe(makeSecret('avk'));
  });

  it('is known by its form alone', () => {
    const secret = makeSecret('avk');
    expect(looksLikeSecret('avk', secret)).toBe(true);
    expect(looksLikeSecret('avs', secret)).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['only the prefix', 'avk_'],
    ['a shorter one', makeSecret('avk').slice(0, -1)],
    ['a longer one', `${makeSecret('avk')}0`],
    ['a sign outside base62', `${makeSecret('avk').slice(0, -1)}-`],
    ['a line break at the end', `${makeSecret('avk').slice(0, -1)}\n`],
  ])('is not %s', (_, text) => {
    expect(looksLikeSecret('avk', text)).toBe(false);
  });

  it('notices any one character changed', () => {
    const secret = makeSecret('avk');
    for (let place = 4; place < secret.length; place += 1) {
      const other = secret[place] === 'a' ? 'b' : 'a';
      expect(looksLikeSecret('avk', secret.slice(0, place) + other + secret.slice(place + 1))).toBe(false);
    }
  });

  it('is stored as its SHA-256', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
