import type { FeatureType, Value, ValueType } from '@/lib/catalog-import/parse/pricing2yaml';
import { collapseWhitespace, findSpelling } from './humanize';

/** What a plan includes of a feature. `value` is shown in place of a check mark; null is a check mark. */
type CellValue = { kind: 'included'; value: string | null } | { kind: 'optional' } | null;

/** pricing4ts and real price lists use numbers from here on for "unlimited". */
const unlimitedThreshold = 100_000_000;

const absentPattern =
  /^(|-+|–|—|no|none|null|nil|n\/?a|false|not (included|available)|unavailable|coming soon)$/i;
const includedPattern = /^(yes|true|included|available)$/i;
const onRequestPattern = /^(contact|talk to|call|ask) (us|sales)$|^on request$/i;

const paymentMethodNames: Record<string, string> = {
  CARD: 'card',
  GATEWAY: 'payment gateway',
  INVOICE: 'invoice',
  ACH: 'ACH',
  WIRE_TRANSFER: 'wire transfer',
  OTHER: 'other',
};

/** Converts a value to a cell. Null means that the plan does not include the feature. */
export function toCellValue(valueType: ValueType, type: FeatureType, value: Value): CellValue {
  if (typeof value === 'boolean') return value ? { kind: 'included', value: null } : null;
  if (typeof value === 'number')
    return value === 0 ? null : { kind: 'included', value: formatQuantity(value, '') };
  if (Array.isArray(value)) {
    const text = value.map((item) => (type === 'PAYMENT' && paymentMethodNames[item]) || item).join(', ');
    return text === '' ? null : { kind: 'included', value: text.charAt(0).toUpperCase() + text.slice(1) };
  }
  const text = collapseWhitespace(value);
  if (absentPattern.test(text) || (valueType === 'TEXT' && text === '0')) return null;
  if (onRequestPattern.test(text)) return { kind: 'optional' };
  return { kind: 'included', value: includedPattern.test(text) ? null : normalizeCase(text) };
}

/** Formats a number with its unit: `5 GB`, `1,000 runs/month`, `Unlimited`. */
export function formatQuantity(amount: number, unit: string): string {
  if (amount >= unlimitedThreshold) return 'Unlimited';
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: 6 }).format(amount);
  if (unit === '') return number;
  const [noun = '', ...rest] = unit.split('/');
  return `${number} ${[amount === 1 ? noun : pluralize(noun), ...rest].join('/')}`;
}

/** Lowercases all-uppercase text: "FULL" to "Full". Text without a word of four letters may be an acronym and stays. */
function normalizeCase(text: string): string {
  if (/\p{Ll}/u.test(text) || !/\p{Lu}{4}/u.test(text)) return text;
  const lowered = text.replace(/\p{L}+/gu, (word) => findSpelling(word) ?? word.toLowerCase());
  return lowered.charAt(0).toUpperCase() + lowered.slice(1);
}

/** English plural of a lowercase unit. Abbreviations such as "GB" and "min" have none. */
function pluralize(noun: string): string {
  if (!/^[a-z][a-z -]+[a-rt-z]$/.test(noun) || /^(min|sec|hrs?|gb|mb|kb|tb|px)$/.test(noun)) return noun;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
