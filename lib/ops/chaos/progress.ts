/** How far the switches are, and how far they may go, so that they don't run away from the faults. */
export class Progress {
  private started = 0;
  private limit = Number.POSITIVE_INFINITY;
  private waiting: { isOver: () => boolean; resolve: () => void }[] = [];

  /** The number of the next switch, once it may be asked for; null when there are to be no more. */
  async takeTurn(switches: number): Promise<number | null> {
    await this.until(() => this.started < this.limit || this.started >= switches);
    if (this.started >= switches) return null;
    this.started += 1;
    this.look();
    return this.started;
  }

  /** Resolves once so many switches were asked for. */
  untilStarted(count: number): Promise<void> {
    return this.until(() => this.started >= count);
  }

  /** Lets no more than so many switches begin. */
  hold(limit: number): void {
    this.limit = limit;
    this.look();
  }

  private async until(isOver: () => boolean): Promise<void> {
    // Whoever was let go may find that another was faster.
    while (!isOver()) {
      await new Promise<void>((resolve) => this.waiting.push({ isOver, resolve }));
    }
  }

  private look(): void {
    const [go, stay] = [
      this.waiting.filter(({ isOver }) => isOver()),
      this.waiting.filter((w) => !w.isOver()),
    ];
    this.waiting = stay;
    for (const { resolve } of go) resolve();
  }
}
