import { constants } from 'node:os';
import { outliveTerminal } from './deaf-terminal.mjs';
import { Interrupted, listenForSignals } from './interrupt';
import { OperatorError } from './operator-error';
import { sayApart } from './progress.mjs';

/**
 * Runs a command's work and ends the process. What the operator can put right is shown as one message, anything
 * unforeseen with its stack.
 */
export async function command(work: () => Promise<void>): Promise<never> {
  outliveTerminal();
  listenForSignals();
  let exitCode = 0;
  try {
    await work();
  } catch (error) {
    exitCode = error instanceof Interrupted ? 128 + constants.signals[error.signal] : 1;
    if (error instanceof OperatorError) sayApart(error.message);
    else if (!(error instanceof Interrupted)) console.error(error);
  }
  // Work that was interrupted is left where it is.
  process.exit(exitCode);
}
