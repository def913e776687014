import type { App } from './find-app';
import type { KnownCaller } from './known-caller';
import type { Hearer, Listener } from './listener';
import type { CurrentActivation } from './read-account';
import type { AppCatalog } from './read-catalog';
import { Remembered } from './remembered';
import type { FrozenVersion } from './version-snapshot';

/** How long an answer may be remembered though nothing was heard of a change. */
const lifeMs = 10_000;

/** A switch that is over. */
export interface Moved {
  current: CurrentActivation;
  catalogRevision: number;
}

/** What this process remembers of the database; bounded, whatever is asked. Sizes are of JSON text, in characters. */
export class Memory implements Hearer {
  readonly callers: Remembered<KnownCaller>;
  readonly visited: Remembered<App>;
  readonly catalogs: Remembered<AppCatalog>;
  readonly snapshots: Remembered<FrozenVersion>;

  constructor({ hears }: Pick<Listener, 'hears'>) {
    this.callers = new Remembered(hears, { most: 50_000, lifeMs });
    this.visited = new Remembered(hears, { most: 1000, lifeMs });
    this.catalogs = new Remembered(hears, { most: 32e6, sizeOf: ({ size }) => size, lifeMs: Infinity });
    // What has a digest never changes.
    this.snapshots = new Remembered(hears, { most: 100_000, sizeOf: sizeOfSnapshot, lifeMs: Infinity });
  }

  forget(topic: string): void {
    this.callers.forget(topic);
    this.visited.forget(topic.startsWith('app ') ? 'hosts' : topic);
    this.catalogs.forget(topic);
  }

  /**
   * Forgets what is of this account, and remembers nothing of it until the returned function is called. That may be told of
   * the account's new version, with the revision of the catalogue that this was found in.
   */
  holdBack(account: string): (moved?: Moved) => void {
    const letGo = this.callers.holdBack(account);
    return (moved) => letGo(moved && ((caller) => afterMove(caller, moved)));
  }

  forgetAll(): void {
    for (const each of [this.callers, this.visited, this.catalogs, this.snapshots]) each.forgetAll();
  }
}

/** What was known under another revision is not to be mixed with it. */
function afterMove(caller: KnownCaller, { current, catalogRevision }: Moved): KnownCaller | null {
  const { app, standing } = caller;
  if (!standing || app.catalogRevision !== catalogRevision) return null;
  return { ...caller, standing: { ...standing, current } };
}

function sizeOfSnapshot({ features }: FrozenVersion): number {
  return 1 + features.length;
}
