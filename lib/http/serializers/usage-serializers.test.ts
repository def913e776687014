import { expect, test } from 'vitest';
import type { CatalogView } from '@/lib/domain/catalog/catalog-view';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { evaluateChange } from '@/lib/domain/subscription/evaluate-change';
import { previewVersion } from '@/lib/domain/subscription/preview-change';
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
import { serializeAccountFeatures, serializeSwitchPreview } from './serializers';

// What an account uses, in previews and beside its features.

const solo = createVersion('ver_solo', { fee: 0, links: [createLink('projects', { amount: 3 })] });
const team = createVersion('ver_team', {
  links: [
    createLink('projects', { amount: 10 }),
    createLink('storage', { amount: 50 }),
    createLink('cost', { amount: 2 }),
  ],
});
const pro = createVersion('ver_pro', {
  fee: 2000,
  links: [
    createLink('projects', { amount: 20 }),
    createLink('storage', { unlimited: true }),
    createLink('cost', { amount: 1 }),
  ],
});
const more = createAddOn('more', {
  prices: { ver_team: { fee: 100 }, ver_pro: { fee: 100 } },
  effects: [createEffect('projects', { effect: 'add', amount: 5 })],
  maxQuantity: 3,
});
const at = Date.UTC(2026, 10, 27);

function createView({ id }: { id: string }, amounts: Record<string, number> | null, on = 0): CatalogView {
  return {
    catalog: {
      app: createApp(),
      versions: [solo, team, pro],
      features: [
        createFeature('projects', { title: 'Projects', unit: 'project', exceeding: 'block' }),
        createFeature('storage', { title: 'Storage', unit: 'GB' }),
        createFeature('cost', { title: 'Cost', unit: '%', betterAmount: 'lower' }),
      ],
      addOns: [more],
    },
    state: {
      ...createCallerState(id),
      addOnStates: on > 0 ? [createAddOnState('more', true, { quantity: on, fee: 100 })] : [],
    },
    usage: amounts && { amounts, reportedAt: at },
  };
}

test('a preview has the usage of what is lost or lowered, and the limits that it exceeds', () => {
  const preview = (view: CatalogView, target: { id: string }) =>
    serializeSwitchPreview(
      previewVersion(evaluateChange(view, { role: 'owner' }, { type: 'switch', versionId: target.id }), view),
    ).data;
  const { lowered, exceeded_limits } = preview(createView(pro, { projects: 14, storage: 60 }), team);
  expect(lowered.map(({ id, usage, exceeded }) => [id, usage, exceeded])).toEqual([
    ['projects', 14, true],
    ['storage', 60, true],
  ]);
  expect(exceeded_limits).toEqual([
    {
      id: 'projects',
      title: 'Projects',
      used: 14,
      allowed: 10,
      unit: 'project',
      period: null,
      exceeding: 'block',
    },
    { id: 'storage', title: 'Storage', used: 60, allowed: 50, unit: 'GB', period: null, exceeding: 'warn' },
  ]);
  expect(preview(createView(team, { storage: 1 }), solo).lost).toEqual([
    { id: 'storage', title: 'Storage', is_limit: false, usage: 1, exceeded: true },
    { id: 'cost', title: 'Cost', is_limit: false },
  ]);
  // The add-on that stays on allows what the plan alone does not.
  const kept = preview(createView(pro, { projects: 14 }, 1), team);
  expect([kept.lowered[0]?.exceeded, kept.exceeded_limits]).toEqual([false, []]);
  // Above the limit already, and less so then.
  expect(preview(createView(team, { projects: 25 }), pro).exceeded_limits).toEqual([]);
  expect(Object.keys(JSON.parse(JSON.stringify(preview(createView(pro, null), team))))).not.toContain(
    'exceeded_limits',
  );
});

test('features of an account have what it uses, and what is left', () => {
  const view = createView(pro, { projects: 25, storage: 9.7, cost: 1, gone: 4 });
  const list = (of: CatalogView) =>
    serializeAccountFeatures(listEntitlements(of), { limit: 10 }, of).payload.map(
      ({ id, used, remaining, used_at }) => [id, used, remaining, used_at],
    );
  expect(list(view)).toEqual([
    ['projects', 25, 0, at / 1000],
    ['storage', 9.7, null, at / 1000],
    ['cost', 1, null, at / 1000],
  ]);
  expect(list(createView(team, { projects: 9.7 }))).toEqual([
    ['projects', 9.7, 0.3, at / 1000],
    ['storage', undefined, undefined, undefined],
    ['cost', undefined, undefined, undefined],
  ]);
});
