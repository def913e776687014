import { expect, test } from 'vitest';
import { parsePriceList } from '../parse/parse-price-list';
import { buildImportedCatalog } from './build-imported-catalog';

const text = `syntaxVersion: "3.1"
saasName: Case
version: "1.0"
createdAt: "2026-01-01"
currency: HUF
features:
  a: { description: A, valueType: BOOLEAN, defaultValue: true, type: DOMAIN }
plans:
  BASIC: { description: Basic, price: 990, unit: month }
addOns: null
`;

const build = (app: { currency: string; currencyDigits: number } | null) =>
  buildImportedCatalog(
    parsePriceList('list.yml', text),
    null,
    app && { app: { ...app, billingPeriod: 'month' }, features: [], versions: [] },
  ).catalog;

test('990 HUF has the two digits of ISO 4217, whatever those of the engine are', () => {
  const { app, versions } = build(null);
  expect([app.currencyDigits, versions[0]?.fee]).toEqual([2, 99_000]);
});

test('an app keeps the digits in which it stores amounts, until it has another currency', () => {
  const huf = build({ currency: 'HUF', currencyDigits: 0 });
  expect([huf.app.currencyDigits, huf.versions[0]?.fee]).toEqual([0, 990]);
  const earlierYen = build({ currency: 'JPY', currencyDigits: 0 });
  expect([earlierYen.app.currencyDigits, earlierYen.versions[0]?.fee]).toEqual([2, 99_000]);
});
