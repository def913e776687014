import { describe, expect, test } from 'vitest';
import type { CatalogFeature, CatalogVersion } from '@/lib/db/catalog';
import {
  createAddOn,
  createAddOnState,
  createApp,
  createCallerState,
  createEffect,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import type { CatalogView } from '../catalog/catalog-view';
import type { Command } from './apply-command';
import type { Decider } from './change-rules';
import { evaluateChange } from './evaluate-change';

// Limits of which an account uses more than it would have.

const version = (id: string, fee: number, amounts: Record<string, number | 'unlimited'>) =>
  createVersion(id, {
    fee,
    links: Object.entries(amounts).map(([key, amount]) =>
      createLink(key, amount === 'unlimited' ? { unlimited: true } : { amount }),
    ),
  });
const solo = version('ver_solo', 0, { projects: 3 });
const team = version('ver_team', 1000, { projects: 10, storage: 50, cost: 2 });
const pro = version('ver_pro', 2000, { projects: 20, storage: 'unlimited', cost: 1 });
const more = createAddOn('more', {
  prices: { ver_team: { fee: 100 }, ver_pro: { fee: 100 } },
  effects: [createEffect('projects', { effect: 'add', amount: 5 })],
  maxQuantity: 3,
});
const owner: Decider = { role: 'owner' };
const at = Date.UTC(2026, 10, 27);

function createView(
  current: CatalogVersion | null,
  amounts: Record<string, number> | null,
  { on = 0, ...fields }: { on?: number } & Partial<CatalogFeature> = {},
): CatalogView {
  const base = createCallerState(current?.id ?? '');
  return {
    catalog: {
      app: createApp(),
      versions: [solo, team, pro],
      features: [
        createFeature('projects', { title: 'Projects', unit: 'project', exceeding: 'block', ...fields }),
        createFeature('storage', { title: 'Storage', unit: 'GB' }),
        createFeature('cost', { title: 'Cost', unit: '%', betterAmount: 'lower', exceeding: 'block' }),
      ],
      addOns: [more],
    },
    state: {
      ...base,
      current: current && base.current,
      hasUsage: amounts !== null,
      addOnStates: on > 0 ? [createAddOnState('more', true, { quantity: on, fee: 100 })] : [],
    },
    usage: amounts && { amounts, reportedAt: at },
  };
}

const switchTo = ({ id: versionId }: CatalogVersion): Command => ({ type: 'switch', versionId });
const turn = (quantity: number): Command => ({ type: 'set_add_on', addOnId: 'more', quantity });
const blockersOf = (view: CatalogView, command: Command, caller = owner) =>
  evaluateChange(view, caller, command).blockers;
const codes = (...args: Parameters<typeof blockersOf>) => blockersOf(...args).map(({ code }) => code);

describe('a limit that blocks', () => {
  const blocked = ['usage_exceeds_limit'];

  test('names the usage and what the plan allows', () => {
    expect(blockersOf(createView(pro, { projects: 14 }), switchTo(team))).toEqual([
      {
        code: 'usage_exceeds_limit',
        message: 'Projects: TEAM allows 10 projects. You use 14.',
        usage: { id: 'projects', title: 'Projects', used: 14, allowed: 10, unit: 'project', period: null },
      },
    ]);
    expect(codes(createView(pro, { projects: 10 }), switchTo(team))).toEqual([]);
    expect(codes(createView(pro, {}), switchTo(team))).toEqual([]);
    expect(codes(createView(pro, null), switchTo(team))).toEqual([]);
  });

  test('blocks each caller, and the first plan too', () => {
    const view = createView(pro, { projects: 14 });
    expect(codes(view, switchTo(team), { role: 'support' })).toEqual(blocked);
    expect(codes(view, switchTo(team), { role: 'owner', appKey: true })).toEqual(blocked);
    expect(codes(createView(null, { projects: 14 }), switchTo(team))).toEqual(blocked);
  });

  test('blocks an account above its limit only if it gets worse', () => {
    const above = createView(team, { projects: 25 });
    expect(codes(above, switchTo(pro))).toEqual([]);
    expect(codes(above, switchTo(solo))).toEqual(blocked);
    expect(codes(above, { type: 'switch', versionId: team.id, users: 2 })).toEqual([]);
  });

  test('counts add-ons', () => {
    expect(codes(createView(team, { projects: 14 }, { on: 1 }), turn(0))).toEqual(blocked);
    expect(codes(createView(team, { projects: 14 }, { on: 2 }), turn(1))).toEqual([]);
    expect(codes(createView(pro, { projects: 14 }, { on: 1 }), switchTo(team))).toEqual([]);
    expect(codes(createView(team, { projects: 14 }, { on: 1 }), switchTo(solo))).toEqual(blocked);
  });

  test('that the other plan lacks allows nothing', () => {
    const view = createView(team, { storage: 1 });
    const [projects, storage, ...others] = view.catalog.features;
    const features = [projects!, { ...storage!, exceeding: 'block' as const }, ...others];
    expect(
      blockersOf({ ...view, catalog: { ...view.catalog, features } }, switchTo(solo)).map(
        ({ message }) => message,
      ),
    ).toEqual(['Storage: SOLO allows none. You use 1.']);
  });

  test('does not block what only warns, is unlimited, or costs more', () => {
    expect(codes(createView(pro, { projects: 14 }, { exceeding: 'warn' }), switchTo(team))).toEqual([]);
    expect(codes(createView(team, { storage: 1e9 }), switchTo(pro))).toEqual([]);
    expect(codes(createView(pro, { cost: 9 }), switchTo(team))).toEqual([]);
  });
});
