import { expect, test } from 'vitest';
import { calculateContrast } from '@/lib/format/contrast';
import { createEmbedTheme } from './embed-theme';

/** The custom properties of a style sheet. */
const readRules = (css: string) =>
  Object.fromEntries(
    Array.from(css.matchAll(/(?<=[{;])([\w-]+):(.+?)[;}]/g), ([, name, value]) => [name, value]),
  );

test('has no style sheet without tokens', () => {
  expect(createEmbedTheme({ view: 'compare' }, 'light')).toEqual({ css: '', warnings: [] });
});

test('takes an accent with enough contrast', () => {
  const { css, warnings } = createEmbedTheme({ accent: '1b6b45', radius: '12', fontsize: '20' }, 'light');
  expect(css).toBe(
    ':root:root{--yours:#1b6b45;--accent:#1b6b45;--radius-control:12px}html:root{font-size:20px}',
  );
  expect(warnings).toEqual([]);
});

test('refuses an accent with too little contrast, and says where', () => {
  expect(createEmbedTheme({ accent: 'ffcc00' }, 'light')).toEqual({
    css: '',
    warnings: ['accent has a contrast of 1.3. It needs 4.5.'],
  });
  const { css, warnings } = createEmbedTheme({ accent: 'ffcc00' }, 'system');
  expect(readRules(css)).toEqual({
    '--yours': 'light-dark(#1f47bc,#ffcc00)',
    '--accent': 'light-dark(#211c17,#ffcc00)',
  });
  expect(warnings).toEqual(['accent has a contrast of 1.3 in the light theme. It needs 4.5.']);
});

test('derives the other colors from paper and ink', () => {
  const { css, warnings } = createEmbedTheme({ paper: '10141c', ink: 'f2f5fa', accent: '7cc4ff' }, 'light');
  expect(readRules(css)).toMatchObject({
    'color-scheme': 'dark',
    '--paper': '#10141c',
    '--ink': '#f2f5fa',
    '--yours': '#7cc4ff',
  });
  expect(warnings).toEqual([]);
});

test.each([
  [{ paper: '888888', ink: '000000' }, 'ink on paper has a contrast of 5.9. It needs 7.'],
  [{ paper: 'ffffff' }, 'paper and ink are set together.'],
  [{ accent: 'red' }, 'The value of accent is not valid.'],
  [{ radius: '1}*{display:none' }, 'The value of radius is not valid.'],
  [{ fontsize: '99' }, 'The value of fontsize is not valid.'],
])('refuses %o', (query, warning) => {
  expect(createEmbedTheme(query, 'light')).toEqual({ css: '', warnings: [warning] });
});

test.each([
  ['ffffff', '444444'],
  ['000000', 'aaaaaa'],
  ['f5e6c8', '2b1d0e'],
  ['7fffd4', '001111'],
])('keeps 4.5:1 for text and 3:1 for controls on %s with %s', (paper, ink) => {
  const rules = readRules(createEmbedTheme({ paper, ink }, 'system').css);
  for (const surface of ['--paper', '--sunk', '--raised']) {
    expect(calculateContrast(rules[surface] ?? '', rules['--soft'] ?? '')).toBeGreaterThanOrEqual(4.5);
    expect(calculateContrast(rules[surface] ?? '', rules['--edge'] ?? '')).toBeGreaterThanOrEqual(3);
  }
});
