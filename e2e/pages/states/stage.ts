import type { BrowserContext, Page } from '@playwright/test';
import type { Database } from '@/lib/data/client';
import type { AppSpec, BuiltApp } from '@/prisma/builders/build-app';
import type { Fixtures, Tenant } from '../../fixtures';

/** What a page can be in (UX.md). Every page answers to every one of them. */
export type State =
  | 'loading'
  | 'empty'
  | 'error and retry'
  | 'refetch failed'
  | 'offline'
  | 'visitor'
  | 'member'
  | 'owner'
  | 'product'
  | 'retired plan'
  | 'blocked switch'
  | 'stale dialog'
  | 'unknown outcome';

export interface Stage extends Fixtures {
  page: Page;
  context: BrowserContext;
  db: Database;
  /** Looks the page over at every width and in both themes, and sees each time that it is in the state it should be in. */
  look: (see: () => Promise<void>) => Promise<void>;
}

/** Brings the page into the state by what would bring it there in the world, looks, and where there is a way out takes it. */
export type Scene = (stage: Stage) => Promise<void>;

/** A scene, or in words why the page knows no such state. */
export type Scenes = Record<State, Scene | string>;

/** One price list for all scenes: something to add, to ask for, no longer to be had, and not to be had yet. */
export const list = {
  features: 6,
  versions: [
    {
      title: 'Basic',
      fee: 500,
      features: [1, 2],
      optional: [{ feature: 4, userFee: 300, offer: 'Audit pack' }],
    },
    { title: 'Pro', fee: 2000, userFee: 800, features: [1, 2, 3], moreInfo: 'Priority mail|Your own person' },
    { title: 'Enterprise', fee: null, features: [1, 2, 3, 4, 5] },
    {
      title: 'Legacy',
      fee: 100,
      active: false,
      features: [1],
      optional: [{ feature: 2, fee: 200, offer: 'Second pack' }],
    },
    { title: 'Unreleased', fee: 9900, public: false, features: [1, 2, 3, 4, 5, 6] },
  ],
  groupOf: (feature) => (feature < 4 ? 'Core' : 'More'),
} satisfies AppSpec;

/** Made once `tenant` has been asked for this list: an account on the version with this title. */
export const on = (title: string) => (app: BuiltApp) => ({ path: [versionOf({ app }, title)] });

export function versionOf({ app }: Pick<Tenant, 'app'>, title: string) {
  const version = app.versions.find((each) => each.title === title);
  if (!version) throw new Error(`No version is called ${title}.`);
  return version;
}
