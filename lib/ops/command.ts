import { constants } from 'node:os';
import { outliveTerminal } from './deaf-terminal.mjs';
import { Interrupted, listenForSignals, stopping } from './interrupt';
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
    exitCode = tell(error);
  }
  // Work that was interrupted is left where it is.
  process.exit(exitCode);
}

/** Says what went wrong, and returns the exit code for it. */
function tell(error: unknown): number {
  // Programs that were stopped on the way fail with errors of their own.
  const reason = stopping.aborted && !(error instanceof OperatorError) ? stopping.reason : error;
  if (reason instanceof Interrupted) return 128 + constants.signals[reason.signal];
  if (reason instanceof OperatorError) sayApart(reason.message);
  else if (isDiskFull(reason)) sayApart('The disk is full.');
  else console.error(reason);
  return 1;
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC';
}
