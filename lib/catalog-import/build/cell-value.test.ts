import { describe, expect, it } from 'vitest';
import { formatQuantity, toCellValue } from './cell-value';

const checkMark = { kind: 'included', value: null };
const shown = (value: string) => ({ kind: 'included', value });

describe('toCellValue', () => {
  it.each([
    ['BOOLEAN', true, checkMark],
    ['BOOLEAN', false, null],
    ['NUMERIC', 0, null],
    ['NUMERIC', 1, shown('1')],
    ['NUMERIC', 10_000, shown('10,000')],
    ['NUMERIC', Number.POSITIVE_INFINITY, shown('Unlimited')],
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
    ['TEXT', 'Contact Sales', { kind: 'optional' }],
    ['TEXT', 'Nothing but the best', shown('Nothing but the best')],
  ] as const)('converts %s %j', (valueType, value, cellValue) => {
    expect(toCellValue(valueType, 'DOMAIN', value)).toEqual(cellValue);
  });

  it('lists payment methods', () => {
    expect(toCellValue('TEXT', 'PAYMENT', ['CARD'])).toEqual(shown('Card'));
    expect(toCellValue('TEXT', 'PAYMENT', ['CARD', 'ACH', 'WIRE_TRANSFER'])).toEqual(
      shown('Card, ACH, wire transfer'),
    );
    expect(toCellValue('TEXT', 'PAYMENT', [])).toBeNull();
  });
});

describe('formatQuantity', () => {
  it.each([
    [5, 'GB', '5 GB'],
    [1, 'folder', '1 folder'],
    [2, 'folder', '2 folders'],
    [0, 'guest', '0 guests'],
    [1000, 'run/month', '1,000 runs/month'],
    [2, 'company', '2 companies'],
    [2, 'box', '2 boxes'],
    [2, 'switch', '2 switches'],
    [15, 'min', '15 min'],
    [0.5, '', '0.5'],
    [1_000_000_000, 'task', 'Unlimited'],
  ])('formats %d %s as %s', (amount, unit, text) => {
    expect(formatQuantity(amount, unit)).toBe(text);
  });
});
