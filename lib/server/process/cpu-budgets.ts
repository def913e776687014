/** Milliseconds that an app can use at once, and that become available again per millisecond. */
const defaultBudget = { capacityMs: 20_000, refill: 0.25 };

/** The CPU time that apps have used, as a leaky bucket for each app. */
export class CpuBudgets {
  readonly #used = new Map<string, { ms: number; at: number }>();

  constructor(
    readonly budget = defaultBudget,
    readonly now = () => performance.now(),
  ) {}

  /** The level of the bucket in milliseconds. */
  getUsed(appId: string): number {
    const used = this.#used.get(appId);
    return used ? Math.max(0, used.ms - (this.now() - used.at) * this.budget.refill) : 0;
  }

  add(appId: string, ms: number): void {
    for (const known of this.#used.keys()) if (this.getUsed(known) === 0) this.#used.delete(known);
    this.#used.set(appId, { ms: this.getUsed(appId) + ms, at: this.now() });
  }

  /** Milliseconds until the app may use more. 0 for now. */
  getWaitMs(appId: string): number {
    return Math.max(0, this.getUsed(appId) - this.budget.capacityMs) / this.budget.refill;
  }
}
