import { describe, expect, test } from 'vitest';
import { decideSwitch } from './decide-switch';
import { aVersion } from './test-catalog';

const free = aVersion('ver_1', { fee: 0 });
const team = aVersion('ver_2', { fee: 2000 });
const seats = aVersion('ver_3', { fee: null, userFee: 2500 });
const onRequest = aVersion('ver_4', { fee: null, userFee: null });
const codes = (...[role, from, to]: Parameters<typeof decideSwitch>) =>
  decideSwitch(role, from, to).blockers.map(({ code }) => code);

describe('direction', () => {
  test.each([
    ['dearer', free, team, 'upgrade'],
    ['cheaper', team, free, 'downgrade'],
    ['dearer by the price for one user', team, seats, 'upgrade'],
    ['from on request to a price', onRequest, team, 'downgrade'],
    ['to on request', team, onRequest, 'upgrade'],
    ['the same version', team, team, 'none'],
    ['the first version', null, team, 'none'],
    ['same price, later in the list', team, aVersion('ver_9', { fee: 2000 }), 'upgrade'],
    ['same price, earlier in the list', team, aVersion('ver_0', { fee: 2000 }), 'downgrade'],
    [
      'null and zero user fee alike',
      aVersion('ver_1', { userFee: null }),
      aVersion('ver_2', { userFee: 0 }),
      'upgrade',
    ],
  ] as const)('%s', (_, from, to, direction) => {
    expect(decideSwitch('owner', from, to).direction).toBe(direction);
  });
});

describe('blockers', () => {
  test('an owner may move between offered, priced versions', () => {
    expect(decideSwitch('owner', free, team)).toEqual({ direction: 'upgrade', allowed: true, blockers: [] });
  });

  test.each(['member', 'product', null] as const)('%s may not', (role) => {
    expect(codes(role, free, team)).toEqual(['forbidden']);
    expect(codes(role, team, team)).toEqual(['forbidden']);
  });

  test('a version no longer offered', () => {
    expect(codes('owner', free, aVersion('ver_2', { active: false }))).toEqual(['version_inactive']);
  });

  test('a price on request can not be bought by a click, a zero can', () => {
    expect(codes('owner', free, onRequest)).toEqual(['price_on_request']);
    expect(codes('owner', team, aVersion('ver_5', { fee: null, userFee: 0 }))).toEqual([]);
  });

  test('guards of either side speak in their own words', () => {
    const from = aVersion('ver_1', { exitBlocker: 'Your contract runs until May.' });
    const to = aVersion('ver_2', { entryBlocker: 'Talk to us first.' });
    expect(decideSwitch('owner', from, to).blockers).toEqual([
      { code: 'exit_restricted', message: 'Your contract runs until May.' },
      { code: 'entry_restricted', message: 'Talk to us first.' },
    ]);
  });

  test('staying is always possible for an owner, also on a retired version one may not leave', () => {
    const stuck = aVersion('ver_1', { active: false, exitBlocker: 'No.', fee: null });
    expect(decideSwitch('owner', stuck, stuck)).toEqual({ direction: 'none', allowed: true, blockers: [] });
  });
});
