import { expect, test } from 'vitest';
import { z } from 'zod';
import { isDisplayText } from './display-text';
import { displayName, externalId, isSafeUrl } from './fields';

const parse = (text: string) => displayName(200).safeParse(text).success;

test.each([
  'Ada & Co',
  'Zoë Ångström',
  'شركة "أكمي"',
  // Marks, a joiner and an emoji sequence.
  'שלום\u200f (\u200e1\u200e)',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  '👩\u200d💻',
])('%j can be a name', (name) => {
  expect([parse(name), isDisplayText(name)]).toEqual([true, true]);
});

const unsafe = [
  '\u0000',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u2028',
];

test.each(unsafe)('text with %j is neither a name nor a text of the catalog', (character) => {
  const text = `a${character}b`;
  expect([parse(text), isDisplayText(text)]).toEqual([false, false]);
});

test.each(['\n', '\t', '\r\n'])('%j is allowed in a text, but not in a name', (space) => {
  expect([parse(`a${space}b`), isDisplayText(`a${space}b`)]).toEqual([false, true]);
  expect(parse(`${space}a${space}`)).toBe(true);
});

test('the patterns of the OpenAPI document accept the same characters', () => {
  for (const schema of [displayName(200), externalId(200)]) {
    const pattern = new RegExp(z.toJSONSchema(schema, { io: 'input' }).pattern ?? '', 'u');
    const differing: string[] = [];
    for (let code = 0; code < 0x10000; code += 1) {
      const text = `a${String.fromCodePoint(code)}b`;
      const isSurrogate = code >= 0xd800 && code < 0xe000;
      if (!isSurrogate && pattern.test(text) !== schema.safeParse(text).success) differing.push(text);
    }
    expect(differing).toEqual([]);
  }
  expect(new RegExp(z.toJSONSchema(displayName(200), { io: 'input' }).pattern ?? '').test(' ')).toBe(false);
});

test('the maximum length counts code points', () => {
  expect([parse('👩'.repeat(200)), parse('👩'.repeat(201)), parse('a'.repeat(201))]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  'https://login.example.com',
  'https://10.1.2.3/realms/a',
  'http://localhost:8080',
  'http://127.0.0.1:8080/realms/a',
  'http://[::1]:8080',
])('%s is a safe URL', (url) => {
  expect(isSafeUrl(url)).toBe(true);
});

test.each([
  'http://login.example.com',
  'http://127.0.0.2',
  'http://localhost.example.com',
  'http://169.254.169.254',
  'https://user:password@login.example.com',
  'ftp://localhost',
  'file:///etc/passwd',
  'login.example.com',
  '',
])('"%s" is not a safe URL', (url) => {
  expect(isSafeUrl(url)).toBe(false);
});
