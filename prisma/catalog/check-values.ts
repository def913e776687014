import type { FeatureType, Value, ValueKind } from './pricing2yaml';

/** Means of payment that the format knows. */
export const meansOfPayment = ['CARD', 'GATEWAY', 'INVOICE', 'ACH', 'WIRE_TRANSFER', 'OTHER'];

/**
 * A value in the form that its kind asks for, or null where it can't be that.
 * Numbers may be written as `1_000_000`: YAML 1.1 knew that form, and lists in use have it.
 */
export function valueAs(kind: ValueKind, type: FeatureType | null, value: Value): Value | null {
  if (kind === 'BOOLEAN') return typeof value === 'boolean' ? value : null;
  if (kind === 'NUMERIC') return asNumber(value);
  if (type === 'PAYMENT') return asPayment(value);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

/** What a value of this kind must be, for a message. */
export function expectedOf(kind: ValueKind, type: FeatureType | null): string {
  if (kind === 'BOOLEAN') return 'This must be true or false: its valueType is BOOLEAN.';
  if (kind === 'NUMERIC') return 'This must be a number: its valueType is NUMERIC.';
  if (type === 'PAYMENT') return `This must be a list of one or more of ${meansOfPayment.join(', ')}.`;
  return 'This must be a text: its valueType is TEXT.';
}

function asNumber(value: Value): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(_\d+)*(\.\d+)?$/.test(value)
    ? Number(value.replaceAll('_', ''))
    : null;
}

function asPayment(value: Value): string[] | null {
  return Array.isArray(value) && value.length > 0 && value.every((means) => meansOfPayment.includes(means))
    ? value
    : null;
}
