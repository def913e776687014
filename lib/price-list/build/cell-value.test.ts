import { expect, it } from 'vitest';
import { toCellValue } from './cell-value';

const content = { value: null, amount: null, unlimited: false };
const checkMark = { kind: 'included', content };
const shown = (value: string) => ({ kind: 'included', content: { ...content, value } });
const number = (value: string, amount: number | null) => ({
  kind: 'included',
  content: { value, amount, unlimited: amount === null },
});

it.each([
  ['BOOLEAN', true, checkMark],
  ['BOOLEAN', false, null],
  ['NUMERIC', 0, null],
  ['NUMERIC', 1, number('1', 1)],
  ['NUMERIC', 10_000, number('10,000', 10_000)],
  ['NUMERIC', Number.POSITIVE_INFINITY, number('Unlimited', null)],
  ['TEXT', '', null],
  ['TEXT', 'NONE', null],
  ['TEXT', 'None', null],
  ['TEXT', '0', null],
  ['TEXT', '-', null],
  ['TEXT', 'Coming soon', null],
  ['TEXT', 'FULL', shown('Full')],
  ['TEXT', 'Limited', shown('Limited')],
  ['TEXT', 'MNL', shown('MNL')],
  ['TEXT', '24/5 PREMIUM SUPPORT', shown('24/5 premium support')],
  ['TEXT', 'SAML', shown('SAML')],
  ['TEXT', 'SAML, SSO', shown('SAML, SSO')],
  ['TEXT', ' 2+  million ', shown('2+ million')],
  ['TEXT', 'Included', checkMark],
  ['TEXT', 'Contact Sales', { kind: 'on_request' }],
  ['TEXT', 'Nothing but the best', shown('Nothing but the best')],
] as const)('converts %s %j', (valueType, value, cellValue) => {
  expect(toCellValue(valueType, 'DOMAIN', value)).toEqual(cellValue);
});

it.each(['no', 'null', 'nil', 'N/A', 'false', '—', 'not included', 'Not available', 'unavailable'])(
  'reads %j as not included',
  (value) => {
    expect(toCellValue('TEXT', 'DOMAIN', value)).toBeNull();
  },
);

it('lists payment methods', () => {
  expect(toCellValue('TEXT', 'PAYMENT', ['CARD'])).toEqual(shown('Card'));
  expect(toCellValue('TEXT', 'PAYMENT', ['CARD', 'ACH', 'WIRE_TRANSFER'])).toEqual(
    shown('Card, ACH, wire transfer'),
  );
  expect(toCellValue('TEXT', 'PAYMENT', [])).toBeNull();
});
