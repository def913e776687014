import type { App } from './find-app';
import type { KnownCaller } from './known-caller';
import type { Hearer, Listener } from './listener';
import type { AppCatalog } from './read-catalog';
import { Remembered } from './remembered';
import type { FrozenVersion } from './version-snapshot';

/** How long an answer may be remembered though nothing was heard of a change. */
const lifeMs = 10_000;

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

  /** Forgets what is of this account, and remembers nothing of it until the returned function is called. */
  holdBack(account: string): () => void {
    return this.callers.holdBack(account);
  }

  forgetAll(): void {
    for (const each of [this.callers, this.visited, this.catalogs, this.snapshots]) each.forgetAll();
  }
}

function sizeOfSnapshot({ features }: FrozenVersion): number {
  return 1 + features.length;
}
