import { expect, test } from 'vitest';
import type { App } from '@/lib/db/catalog';
import {
  createAddOn,
  createCallerState,
  createEffect,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import type { AppCaller } from '../caller';
import { createView } from '../catalog/catalog-view';
import { findFlag, listFlags } from './flags';

const files = (amount: number | null, unlimited = false) =>
  createLink('files', { amount, unlimited, value: `${amount} files` });
const catalog = {
  app: {} as App,
  size: 0,
  features: [
    createFeature('export'),
    createFeature('files', { betterAmount: 'higher' }),
    createFeature('bytes', { betterAmount: 'higher' }),
    createFeature('fee', { betterAmount: 'lower' }),
    createFeature('support'),
    createFeature('hidden'),
  ],
  versions: [
    createVersion('ver_1', {
      links: [createLink('export'), files(3), createLink('support', { value: 'Mail' })],
    }),
    createVersion('ver_2', {
      links: [
        createLink('export'),
        files(null, true),
        createLink('bytes', { unlimited: true, value: 'Unlimited' }),
        createLink('fee', { amount: 2, value: '2 %' }),
        createLink('support'),
      ],
    }),
    createVersion('ver_3', { links: [createLink('support')] }),
    createVersion('ver_4', { public: false, links: [createLink('hidden')] }),
  ],
  addOns: [
    createAddOn('opt_1', { prices: {}, effects: [createEffect('bytes', { amount: 5e9, value: '5 GB' })] }),
  ],
};

/** The values of the flags of an account on a version. Each flag by itself is the same. */
function valuesOf(versionId: string, given: Partial<AppCaller> = { appKey: true }) {
  const view = createView(catalog, createCallerState(versionId));
  const caller = { role: 'owner', appKey: false, ...given } as const;
  const flags = listFlags(view, caller);
  const known = catalog.features.flatMap(({ humanId }) => findFlag(view, caller, humanId) ?? []);
  expect(known).toEqual(flags);
  return Object.fromEntries(flags.map(({ feature, value }) => [feature.humanId, value]));
}

test('a flag has one type for all accounts: boolean, number or text', () => {
  expect(valuesOf('ver_1')).toEqual({
    ...{ export: true, files: 3, support: 'Mail' },
    // What the account does not have. A number of which less is better has no value.
    ...{ bytes: 0, fee: undefined, hidden: false },
  });
  expect(valuesOf('ver_3')).toMatchObject({ export: false, files: 0, support: undefined });
});

test('no limit is the greatest integer of 32 bits, or more than that if a limit is greater', () => {
  expect(valuesOf('ver_2')).toMatchObject({ files: 2_147_483_647, bytes: Number.MAX_SAFE_INTEGER, fee: 2 });
});

test('an account key does not know a feature that its account neither has nor sees', () => {
  expect(Object.keys(valuesOf('ver_1', { appKey: false }))).not.toContain('hidden');
  expect(valuesOf('ver_4', { appKey: false }).hidden).toBe(true);
});
