import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { currencyCodes, findCurrencyDigits } from './currency-digits';

/** Later than the published list of the package, or withdrawn since. */
const others = { XCG: 2, HRK: 2, SLL: 2, ZWL: 2 };

/** The digits of the list that the ISO 4217 Maintenance Agency publishes, by code: `N.A.` for gold and the like. */
function readPublishedList(): Map<string, string> {
  const file = createRequire(import.meta.url).resolve('currency-codes/iso-4217-list-one.xml');
  const entries = readFileSync(file, 'utf8').split('<CcyNtry>').slice(1);
  return new Map(
    entries.flatMap((entry) => {
      const [, code] = /<Ccy>(\w+)</.exec(entry) ?? [];
      const [, digits] = /<CcyMnrUnts>([^<]+)</.exec(entry) ?? [];
      return code && digits ? [[code, digits] as const] : [];
    }),
  );
}

test('currencies have the digits of the published list', () => {
  const published = [...readPublishedList()].filter(([, digits]) => digits !== 'N.A.');
  const expected = Object.fromEntries([
    ...published.map(([code, digits]) => [code, Number(digits)]),
    ...Object.entries(others),
  ]);
  expect(Object.fromEntries(currencyCodes.map((code) => [code, findCurrencyDigits(code)]))).toEqual(expected);
});

test.each([...readPublishedList()].flatMap(([code, digits]) => (digits === 'N.A.' ? [code] : [])))(
  '%s has no digits and is no currency of a price list',
  (code) => expect(findCurrencyDigits(code)).toBeNull(),
);
