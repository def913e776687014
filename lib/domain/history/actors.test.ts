import { expect, test } from 'vitest';
import type { App } from '@/lib/db/catalog';
import { type ActorViewer, showActor } from './actors';

const app = { title: 'Larder' } as App;
const key = { kind: 'key', name: 'Back end', userId: null } as const;
const named = { kind: 'key', name: 'Ada Example', userId: 'user-31' } as const;
const session = { kind: 'session', name: 'Robin Test', userId: null } as const;
const operator = { kind: 'operator', name: 'Operator' } as const;

function showNames(viewer: Omit<ActorViewer, 'app'>) {
  return [key, named, session, operator].map((actor) => showActor({ app, ...viewer }, actor).name);
}

test.each(['member', 'owner'] as const)('a %s sees the app in place of the name of a key', (role) => {
  expect(showNames({ role, appKey: false })).toEqual(['Larder', 'Ada Example', 'Robin Test', 'Operator']);
});

test.each([
  { role: 'owner', appKey: true },
  { role: 'product', appKey: false },
] as const)('%j sees the name of a key', (viewer) => {
  expect(showNames(viewer)).toEqual(['Back end', 'Ada Example', 'Robin Test', 'Operator']);
});
