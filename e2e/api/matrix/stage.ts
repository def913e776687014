import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/data/client';
import type { Account } from '@/lib/data/generated/client';
import { buildAccount } from '@/prisma/builders/build-account';
import { type BuiltApp, buildApp } from '@/prisma/builders/build-app';

/** Two apps; the first has two accounts, each with a version of its own, and one version that is nobody's. */
export interface Stage {
  db: Database;
  ours: { app: BuiltApp; account: Account; neighbour: Account };
  theirs: { app: BuiltApp; account: Account };
  /** By the table's name for it: id and title of a version. No two have the same, nor has any other test. */
  versions: Record<VersionName, { id: string; title: string }>;
}

type VersionName = 'open' | 'upper' | 'granted' | 'elsewhere' | 'hidden' | 'foreign';

export async function buildStage(db: Database): Promise<Stage> {
  const mark = makeId('app').slice(4);
  const named = (name: VersionName) => ({ title: `${name} ${mark}`, public: true });
  const secret = (name: VersionName) => ({ ...named(name), public: false });
  const app = await buildApp(db, {
    versions: [named('open'), named('upper'), secret('granted'), secret('elsewhere'), secret('hidden')],
  });
  const theirApp = await buildApp(db, { versions: [named('foreign')] });
  const find = (name: VersionName) =>
    [...app.versions, ...theirApp.versions].find(({ title }) => title === `${name} ${mark}`)!;
  const through = (name: VersionName) => ({ granted: [find(name)], path: [find('open'), find(name)] });
  return {
    db,
    ours: {
      app,
      account: await buildAccount(db, app, through('granted')),
      neighbour: await buildAccount(db, app, through('elsewhere')),
    },
    theirs: { app: theirApp, account: await buildAccount(db, theirApp) },
    versions: {
      open: find('open'),
      upper: find('upper'),
      granted: find('granted'),
      elsewhere: find('elsewhere'),
      hidden: find('hidden'),
      foreign: find('foreign'),
    },
  };
}
