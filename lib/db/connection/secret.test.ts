import { describe, expect, it } from 'vitest';
import { hashSecret, isWellFormedSecret, makeSecret } from './secret';

const zeros = () => Buffer.alloc(32, 0);
const ones = () => Buffer.alloc(32, 255);

describe('makeSecret', () => {
  it('returns the prefix, 43 characters of base62 and a checksum of 6 characters', () => {
    expect(makeSecret('avk', zeros)).toMatch(/^avk_0{43}[0-9A-Za-z]{6}$/);
    expect(makeSecret('avk', ones)).toHaveLength(53);
    expect(makeSecret('avk')).not.toBe(makeSecret('avk'));
  });
});

describe('isWellFormedSecret', () => {
  it('is true for a secret with the expected prefix only', () => {
    const secret = makeSecret('avk');
    expect(isWellFormedSecret('avk', secret)).toBe(true);
    expect(isWellFormedSecret('avs', secret)).toBe(false);
  });

  it.each([
    ['an empty string', ''],
    ['a prefix alone', 'avk_'],
    ['a secret without its last character', makeSecret('avk').slice(0, -1)],
    ['a secret with an additional character', `${makeSecret('avk')}0`],
    ['a character outside base62', `${makeSecret('avk').slice(0, -1)}-`],
    ['a newline at the end', `${makeSecret('avk').slice(0, -1)}\n`],
  ])('is false for %s', (_, text) => {
    expect(isWellFormedSecret('avk', text)).toBe(false);
  });

  it('is false for a secret with any one character changed', () => {
    const secret = makeSecret('avk');
    for (let index = 4; index < secret.length; index += 1) {
      const other = secret[index] === 'a' ? 'b' : 'a';
      expect(isWellFormedSecret('avk', secret.slice(0, index) + other + secret.slice(index + 1))).toBe(false);
    }
  });
});

describe('hashSecret', () => {
  it('returns the SHA-256 digest in hexadecimal', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
