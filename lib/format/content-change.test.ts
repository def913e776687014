import { describe, expect, test } from 'vitest';
import { formatContentChange } from './content-change';
import type { Content } from './localized-amount';

const content = (fields: Partial<Content> = {}): Content => ({
  value: null,
  amount: null,
  unlimited: false,
  unit: null,
  period: null,
  ...fields,
});
const unlimited = content({ unlimited: true, unit: 'guide' });
const guides = (amount: number) => content({ amount, unit: 'guide' });

const options = {
  locale: 'en',
  messages: {
    unlimited: 'Unlimited',
    perShare: (quantity: string, unit: string) => `${quantity} per ${unit}`,
    inPeriod: (quantity: string, period: string) => `${quantity} a ${period}`,
  },
};

describe('formatContentChange', () => {
  test.each<[string, Content, Content, [string | null, string | null]]>([
    ['writes a shared unit once', guides(20), guides(5), ['20', '5 guides']],
    ['keeps the unit beside unlimited', guides(20), unlimited, ['20 guides', 'Unlimited']],
    ['keeps different units', guides(20), content({ amount: 5, unit: 'GB' }), ['20 guides', '5 GB']],
    ['has texts', content({ value: 'Basic' }), content(), ['Basic', null]],
  ])('%s', (_, from, to, texts) => {
    expect(formatContentChange(from, to, options)).toEqual(texts);
  });
});
