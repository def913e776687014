import { type ParseArgsConfig, parseArgs } from 'node:util';
import { OperatorError } from './operator-error';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>
>;

/** Parses a command's arguments; what it can't take is the operator's mistake, shown with `usage`. */
export function readArguments<T extends Options>(options: T, usage: string): Parsed<T> {
  try {
    return parseArgs({ options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}
