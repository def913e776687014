import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeFormulas, formatCsvText, unescapeFormulas } from './csv';

it('prefixes formulas with an apostrophe', () => {
  expect(formatCsvText('=1+1')).toBe("'=1+1");
  expect(formatCsvText('Steps:\n- one; +2')).toBe('"Steps:\n\'- one; \'+2"');
  expect(formatCsvText('a "b"')).toBe('"a ""b"""');
  expect(formatCsvText("'=1")).toBe("''=1");
});

it('takes the prefixes away again', () => {
  const part = fc.constantFrom("'", '=', '-', '+', ';', '\n', '\t', ' ', '\u200b', 'a', '＝');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
    }),
    { numRuns: 3000 },
  );
});
