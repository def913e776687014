import { OperatorError } from '@/lib/ops/operator-error';

const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** When a key ends: a date, then at its midnight UTC, or a time with its zone; it must lie ahead. Null: never. */
export function readExpiry(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  const isReal = form.test(text) && !Number.isNaN(at.getTime());
  // 31 February is read as 3 March.
  const sameDay =
    isReal && new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (!sameDay) throw new OperatorError(`"${text}" is no date such as 2027-01-31 or 2027-01-31T12:00:00Z.`);
  if (at <= now) throw new OperatorError(`"${text}" is past already.`);
  return at;
}
