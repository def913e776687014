import type { ZodError, ZodType } from 'zod';
import { type FieldError, Problem } from '@/lib/contract/errors';

/** Reads fields by a schema, or refuses with every fault at once; missing ones come before wrong, before unknown. */
export function parseFields<T>(schema: ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw fieldProblem(toFieldErrors(parsed.error));
}

/** What each schema makes of no query at all, which most requests have. */
const withoutQuery = new WeakMap<ZodType, unknown>();

/** Query parameters of an address as fields; one that is given twice is at fault. */
export function parseQuery<T>(schema: ZodType<T>, url: string): T {
  if (!url.includes('?')) {
    if (!withoutQuery.has(schema)) withoutQuery.set(schema, parseFields(schema, {}));
    return withoutQuery.get(schema) as T;
  }
  const query = new URL(url).searchParams;
  const fields = Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
  return parseFields(schema, fields);
}

/** The refusal of one or more fields. */
export function fieldProblem(errors: FieldError[]): Problem {
  const order = ['parameter_missing', 'parameter_invalid', 'parameter_unknown'] as const;
  const sorted = errors.toSorted((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
  const [first] = sorted;
  if (!first) throw new Error('A refusal of fields names at least one.');
  return new Problem(first.code, sorted.map((error) => error.message).join(' '), { errors: sorted });
}

function toFieldErrors(error: ZodError): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    const field = issue.path.join('.') || 'body';
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: key,
        code: 'parameter_unknown',
        message: `${key} is not a field of this request.`,
      }));
    }
    if (issue.input === undefined && issue.path.length > 0) {
      return [{ field, code: 'parameter_missing', message: `${field} is required.` }];
    }
    return [{ field, code: 'parameter_invalid', message: `${field}: ${plain(issue.message)}.` }];
  });
}

/** The library's words without its "Invalid input: ". */
function plain(message: string): string {
  const text = message.replace(/^Invalid (input|option): /, '');
  return text.charAt(0).toLowerCase() + text.slice(1);
}
