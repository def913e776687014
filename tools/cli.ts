import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ignoreEpipe } from '@/lib/server/process/ignore-epipe.mjs';
import { describePermissionError } from './permission-error.mjs';
import { logParagraph } from './progress.mjs';

/** An error that the operator can fix. It is printed as its message alone, without a stack trace. */
export class CliError extends Error {
  override name = 'CliError';
}

/** The reason of `shutdownSignal`. A command that fails with it prints nothing and exits with 128 + signal number. */
class InterruptedError extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
  }
}

const controller = new AbortController();

/** It is aborted on SIGINT, SIGTERM or SIGHUP, and when the parent process exits. */
export const shutdownSignal = controller.signal;

const shutdown = new Promise<never>((_, reject) => {
  shutdownSignal.addEventListener('abort', () => reject(shutdownSignal.reason));
});
shutdown.catch(() => {});

/** Resolves or rejects as `work` does, but rejects at once when `shutdownSignal` is aborted. */
export function rejectOnShutdown<T>(work: Promise<T>): Promise<T> {
  return Promise.race([shutdown, work]);
}

/**
 * Runs a command, or prints its usage with `--help`, and exits the process. A `CliError` is printed as its message, any
 * other error with its stack trace. On shutdown, work that is still running is abandoned.
 */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<never> {
  ignoreEpipe();
  if (process.argv.includes('--help', 2)) {
    console.log(usage);
    process.exit(0);
  }
  handleSignals();
  let exitCode = 0;
  try {
    await work();
  } catch (error) {
    exitCode = reportError(error);
  }
  process.exit(exitCode);
}

/**
 * Runs the command that a module exports, if the process was started with this module. Tests import the module and call
 * `run` with the command line.
 */
export async function runMainCommand(
  module: ImportMeta,
  usage: string,
  run: (argv: string[]) => Promise<void>,
): Promise<void> {
  const main = process.argv[1];
  if (main && realpathSync(main) === fileURLToPath(module.url))
    await runCommand(usage, () => run(process.argv.slice(2)));
}

function handleSignals(): void {
  // A signal may arrive twice, from the terminal and forwarded by npm. The second `abort` has no effect.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => controller.abort(new InterruptedError(signal)));
  }
  process.once('disconnect', () => controller.abort(new InterruptedError('SIGHUP')));
  process.channel?.unref();
}

/** Prints the error and returns the exit code. */
function reportError(error: unknown): number {
  // After a shutdown, child processes fail with errors of their own, which are only a consequence of it.
  const reason = shutdownSignal.aborted && !(error instanceof CliError) ? shutdownSignal.reason : error;
  if (reason instanceof InterruptedError) return 128 + constants.signals[reason.signal];
  const permission = describePermissionError(reason);
  if (reason instanceof CliError) logParagraph(reason.message);
  else if (permission) logParagraph(permission);
  else if (hasCode(reason, 'ENOSPC')) logParagraph('The disk is full.');
  // lock_not_available of PostgreSQL.
  else if (hasCode(reason, '55P03'))
    logParagraph(`Gave up waiting for a lock of another process: ${reason}.`);
  else console.error(reason);
  return 1;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

type Options = NonNullable<ParseArgsConfig['options']>;
type ParsedArguments<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>
>;

/** Parses the command line. Throws a `CliError` that ends with `usage` when the arguments are invalid. */
export function parseArguments<T extends Options>(
  options: T,
  usage: string,
  args = process.argv.slice(2),
): ParsedArguments<T> {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/**
 * Returns the absolute path of the only argument, a folder. Relative paths start where npm was called. Throws a
 * `CliError` with `usage`.
 */
export function parseFolderArgument(usage: string): string {
  return resolveFolder(parseArguments({}, usage).positionals, usage);
}

/** `parseFolderArgument` for arguments that are parsed. */
export function resolveFolder(positionals: string[], usage: string): string {
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0) throw new CliError(usage);
  return resolve(process.env.INIT_CWD ?? '.', folder);
}
