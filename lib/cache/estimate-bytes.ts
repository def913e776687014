const objectBytes = 32;
const slotBytes = 8;
const stringBytes = 24;

/**
 * Estimates the memory of a value of JSON types in bytes, as V8 allocates it. Property names are not counted, because
 * objects of one shape share them. Objects that occur several times count each time.
 */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return estimateStringBytes(value);
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = objectBytes;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    bytes += slotBytes + estimateBytes(inner);
  }
  return bytes;
}

/** Estimates the memory of a text: one byte per character, or two if any is not in Latin-1. */
export function estimateStringBytes(text: string): number {
  return stringBytes + (/[^\0-\xff]/.test(text) ? text.length * 2 : text.length);
}
