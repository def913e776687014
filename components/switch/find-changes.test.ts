import { describe, expect, it } from 'vitest';
import { basisOf, findChanges, type Outlook } from './find-changes';

const outlook: Outlook = {
  direction: 'upgrade',
  allowed: true,
  blockers: [],
  from: { id: 'ver_a', title: 'Basic', fee: 0, user_fee: null },
  to: { id: 'ver_b', title: 'Pro', fee: 2000, user_fee: 800 },
  difference: { fee: 2000, user_fee: 800 },
  gained: [{ id: 'sso', title: 'Single sign-on' }],
  lost: [],
  kept: [],
  optional_gained: [],
  optional_lost: [],
  revision: 'one',
};

describe('what changed since the reader looked', () => {
  it('is nothing where the answer is the same', () => {
    expect(findChanges(basisOf(outlook), outlook)).toEqual([]);
  });

  it('is the plan, before all else', () => {
    const moved = { ...outlook, from: { id: 'ver_c', title: 'Team', fee: 1, user_fee: null } };
    expect(findChanges(basisOf(outlook), moved)).toEqual(['plan']);
    expect(findChanges(basisOf(outlook), { ...outlook, from: null })).toEqual(['plan']);
  });

  it('is a price, where null and 0 are not the same', () => {
    const dearer = { ...outlook, to: { ...outlook.to, fee: 2100 } };
    expect(findChanges(basisOf(outlook), dearer)).toEqual(['price']);
    const unpriced = { ...outlook, from: { id: 'ver_a', title: 'Basic', fee: null, user_fee: null } };
    expect(findChanges(basisOf(outlook), unpriced)).toEqual(['price']);
  });

  it('is the features only against an earlier answer, which the list is not', () => {
    const fewer = { ...outlook, gained: [] };
    expect(findChanges(basisOf(outlook), fewer)).toEqual(['features']);
    expect(findChanges({ from: outlook.from, to: outlook.to }, fewer)).toEqual([]);
  });
});
