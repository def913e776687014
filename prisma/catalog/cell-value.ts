import type { FeatureType, Value, ValueKind } from './pricing2yaml';
import { spellingOf } from './spellings';

/** What a plan has of a feature. `value` stands in place of a tick; null is a plain tick. */
export type Having = { kind: 'included'; value: string | null } | { kind: 'optional' } | null;

/** At this and above, the format's library takes a number for "unlimited", and so do lists in use. */
const unlimitedFrom = 100_000_000;

const nothing = /^(|-+|–|—|no|none|null|nil|n\/?a|false|not (included|available)|unavailable|coming soon)$/i;
const plainly = /^(yes|true|included|available)$/i;
const onRequest = /^(contact|talk to|call|ask) (us|sales)$|^on request$/i;

const payment: Record<string, string> = {
  CARD: 'card',
  GATEWAY: 'payment gateway',
  INVOICE: 'invoice',
  ACH: 'ACH',
  WIRE_TRANSFER: 'wire transfer',
  OTHER: 'other',
};

/** Whether a value switches a feature on, and what to show of it. */
export function havingOf(kind: ValueKind, type: FeatureType, value: Value): Having {
  if (typeof value === 'boolean') return value ? { kind: 'included', value: null } : null;
  if (typeof value === 'number')
    return value === 0 ? null : { kind: 'included', value: amountText(value, '') };
  if (Array.isArray(value)) {
    const text = value.map((means) => (type === 'PAYMENT' && payment[means]) || means).join(', ');
    return text === '' ? null : { kind: 'included', value: text.charAt(0).toUpperCase() + text.slice(1) };
  }
  const text = value.replace(/\s+/g, ' ').trim();
  if (nothing.test(text) || (kind === 'TEXT' && text === '0')) return null;
  if (onRequest.test(text)) return { kind: 'optional' };
  return { kind: 'included', value: plainly.test(text) ? null : quieter(text) };
}

/** A number with its unit: `5 GB`, `1,000 runs/month`, `Unlimited`. */
export function amountText(amount: number, unit: string): string {
  if (amount >= unlimitedFrom) return 'Unlimited';
  const figure = new Intl.NumberFormat('en', { maximumFractionDigits: 6 }).format(amount);
  if (unit === '') return figure;
  const [noun = '', ...rest] = unit.split('/');
  return `${figure} ${[amount === 1 ? noun : plural(noun), ...rest].join('/')}`;
}

/** "FULL" is "Full"; "24/5 PREMIUM SUPPORT" is "24/5 premium support". A short one may be an acronym. */
function quieter(text: string): string {
  if (/\p{Ll}/u.test(text) || !/\p{Lu}{4}/u.test(text)) return text;
  const joined = text.replace(/\p{L}+/gu, (word) => spellingOf(word) ?? word.toLowerCase());
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}

/** English plural of a unit in small letters; "GB" and "min" have none. */
function plural(noun: string): string {
  if (!/^[a-z][a-z -]+[a-rt-z]$/.test(noun) || /^(min|sec|hrs?|gb|mb|kb|tb|px)$/.test(noun)) return noun;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
