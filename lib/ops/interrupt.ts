/** Ends the work of a command that was told to stop; there is nothing to say about it. */
export class Interrupted extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
  }
}

const controller = new AbortController();

/** Aborted once the process is told to stop, by Ctrl-C, by a signal, or because the one who started it is gone. */
export const stopping = controller.signal;

const interrupted = new Promise<never>((_, reject) => {
  stopping.addEventListener('abort', () => reject(stopping.reason));
});
interrupted.catch(() => {});

/** Makes signals end the command in an orderly way. They may come twice: from the terminal and passed on by npm. */
export function listenForSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => controller.abort(new Interrupted(signal)));
  }
  process.once('disconnect', () => controller.abort(new Interrupted('SIGHUP')));
  process.channel?.unref();
}

/** The result of `work`, unless the process is told to stop before. */
export function unlessInterrupted<T>(work: Promise<T>): Promise<T> {
  return Promise.race([interrupted, work]);
}
