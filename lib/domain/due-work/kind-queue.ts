import {
  claimWork,
  type DueKind,
  getRetryDelay,
  type LeasedKind,
  runClaimed,
  runTransaction,
} from '../due-kind';
import type { Service } from '../service';

/** The longest delay before the first work of a kind that is due at an interval, and after failures. */
const maxDelayMs = 60_000;
/** The least time between two transactions of such a kind. */
const minIntervalMs = 1000;

/** What this process does of a kind that is not done by app. Any number of processes may do so. */
export class KindQueue {
  readonly #running = new Map<unknown, Promise<void>>();
  /** Claims or transactions in a row that failed. */
  #failures = 0;
  /** It counts as `performance.now()` does. */
  #nextAt = 0;

  constructor(
    private readonly service: Service,
    private readonly kind: DueKind,
    private readonly onError: (error: unknown) => void,
    /** Called when work has ended: more may be due. */
    private readonly onEnd: () => void,
  ) {
    if (kind.everyMs) this.#nextAt = performance.now() + Math.random() * maxDelayMs;
  }

  /** `dueKinds` has the kinds that are due as keys. */
  isDue(dueKinds: Record<string, unknown>): boolean {
    return (
      performance.now() >= this.#nextAt && (this.kind.everyMs !== undefined || this.kind.name in dueKinds)
    );
  }

  /** Claims what is due and starts it, or does a transaction. Returns whether more may be due at once. */
  async run(): Promise<boolean> {
    const { kind, service } = this;
    const { everyMs = 0 } = kind;
    let more = false;
    let delayMs = everyMs;
    try {
      if ('claim' in kind) await this.#start(kind);
      else more = await runTransaction(service, kind);
      this.#failures = 0;
      if (more) delayMs = Math.min(everyMs, minIntervalMs);
    } catch (error) {
      const retryMs = getRetryDelay(kind, this.#failures, Math.random()) ?? maxDelayMs;
      delayMs = Math.max(everyMs, Math.min(retryMs, maxDelayMs));
      this.#failures += 1;
      this.onError(error);
    }
    this.#nextAt = performance.now() + delayMs;
    return more && delayMs === 0;
  }

  /** Resolves when what was claimed is done. */
  async drain(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #start(kind: LeasedKind<unknown>): Promise<void> {
    const max = kind.batch - this.#running.size;
    if (max <= 0) return;
    const running = [...this.#running.keys()];
    for (const work of await claimWork(this.service, kind, { max, running })) {
      const run = runClaimed(this.service, kind, work)
        .catch(this.onError)
        .finally(() => {
          this.#running.delete(work);
          this.onEnd();
        });
      this.#running.set(work, run);
    }
  }
}
