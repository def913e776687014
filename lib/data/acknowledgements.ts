import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting {
  heardBy: Set<number>;
  /** Called at each answer. */
  look: () => void;
}

/** Answers of other processes that they have heard of a change. */
export class Acknowledgements {
  readonly #patienceMs: number;
  readonly #waiting = new Map<string, Waiting>();
  #next = 0;

  /** `patienceMs` is how long to wait for one that does not answer. */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Begins to collect answers to a new token. Either `heard` or `giveUp` ends it. */
  expect(): { token: string; heard: (numbers: number[]) => Promise<void>; giveUp: () => void } {
    this.#next += 1;
    const token = String(this.#next);
    const waiting: Waiting = { heardBy: new Set(), look: () => {} };
    this.#waiting.set(token, waiting);
    const giveUp = () => {
      this.#waiting.delete(token);
    };
    return {
      token,
      giveUp,
      heard: async (numbers) => {
        const missing = () => numbers.some((number) => !waiting.heardBy.has(number));
        try {
          if (missing()) await this.#wait(waiting, missing);
        } finally {
          giveUp();
        }
      },
    };
  }

  /** Takes an answer: the number of who heard, and the token. */
  hear(answer: string): void {
    const [number, token = ''] = answer.split(' ');
    const waiting = this.#waiting.get(token);
    waiting?.heardBy.add(Number(number));
    waiting?.look();
  }

  async #wait(waiting: Waiting, missing: () => boolean): Promise<void> {
    const patience = new AbortController();
    const all = new Promise<void>((resolve) => {
      waiting.look = () => {
        if (!missing()) resolve();
      };
    });
    await Promise.race([
      all,
      sleep(this.#patienceMs, undefined, { signal: patience.signal }).catch(() => {}),
    ]);
    patience.abort();
  }
}
