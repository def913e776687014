import { describe, expect, it } from 'vitest';
import { findAmounts } from './find-amounts';

function matrix(before: string | undefined, after: string | undefined) {
  const values = { ...(before && { a: before }), ...(after && { b: after }) };
  const versions = { a: true, b: true };
  return {
    versions: ['A', 'B'],
    features: [{ id: 'storage', title: 'Storage', description: '', group: '', offers: {}, versions, values }],
  };
}

const kindOf = (before?: string, after?: string) => findAmounts(matrix(before, after), 'a', 'b')[0]?.kind;

describe('amounts that a switch changes', () => {
  it('are told with both values', () => {
    expect(findAmounts(matrix('10 GB', '1,000 GB'), 'a', 'b')).toEqual([
      { id: 'storage', title: 'Storage', before: '10 GB', after: '1,000 GB', kind: 'more' },
    ]);
  });

  it('grow or shrink only where that is proven', () => {
    expect(kindOf('10 GB', 'Unlimited')).toBe('more');
    expect(kindOf('10 GB', '5 GB')).toBe('less');
    expect(kindOf('Unlimited', '5 GB')).toBe('less');
    expect(kindOf('500 MB', '5 GB')).toBe('different');
    expect(kindOf(undefined, '5 GB')).toBe('different');
  });

  it('are none where nothing differs, and for a first plan', () => {
    expect(findAmounts(matrix('10 GB', '10 GB'), 'a', 'b')).toEqual([]);
    expect(findAmounts(matrix('10 GB', '5 GB'), undefined, 'b')).toEqual([]);
  });
});
