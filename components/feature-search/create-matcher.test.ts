import { expect, it } from 'vitest';
import { createMatcher } from './create-matcher';

const signOn = {
  title: 'Single sign-on',
  keywords: ['SAML'],
  description: 'With your own accounts.',
  group: 'Security',
};

it.each([
  ['sso', 2],
  ['saml', 2],
  ['single', 3],
  ['SIGN  on', 2],
  ['security accounts', 1],
  ['single security', 1],
  ['so', 0],
  ['audit', 0],
])('ranks a match of "%s" as %i', (query, rank) => {
  expect(createMatcher(query)?.(signOn)).toBe(rank);
});

it('finds words by their initials, and ignores accents and case', () => {
  expect(createMatcher('single sign-on')?.({ title: 'SSO', description: '' })).toBe(2);
  expect(createMatcher('resume')?.({ title: 'Résumé', description: '' })).toBe(3);
});

it('returns null for a query without words', () => {
  expect(createMatcher(' – ')).toBeNull();
});
