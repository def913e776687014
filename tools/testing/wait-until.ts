import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '@/tools/cli';

/** Polls until `condition` returns true. Throws a `CliError` after `timeoutMs`. */
export async function waitUntil(
  message: () => string,
  condition: () => Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new CliError(message());
    await sleep(100);
  }
}

/** Lets everything run that is ready, such as what a test expects not to happen. */
export async function passTurns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}
