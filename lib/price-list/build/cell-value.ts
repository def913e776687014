import { type FeatureType, paymentMethodNames, type Value, type ValueType } from '../parse/pricing2yaml';
import { collapseWhitespace, findSpelling } from '../yaml/humanize';
import { amountContent, type Content, checkMark, textContent } from './limit-unit';

/** What a plan includes of a feature. Null means that it does not include it. */
type CellValue = { kind: 'included'; content: Content } | { kind: 'on_request' } | null;

const absentPattern =
  /^(|-+|–|—|no|none|null|nil|n\/?a|false|not (included|available)|unavailable|coming soon)$/i;
const includedPattern = /^(yes|true|included|available)$/i;
const onRequestPattern = /^(contact|talk to|call|ask) (us|sales)$|^on request$/i;

/** Converts the value of a feature. A number is an amount without a unit. */
export function toCellValue(valueType: ValueType, type: FeatureType | null, value: Value): CellValue {
  if (typeof value === 'boolean') return value ? included(checkMark) : null;
  if (typeof value === 'number') {
    return value === 0 ? null : included(amountContent(value, { unit: null, period: null }));
  }
  if (Array.isArray(value)) {
    const text = value.map((item) => (type === 'PAYMENT' && paymentMethodNames[item]) || item).join(', ');
    return text === '' ? null : included(textContent(text.charAt(0).toUpperCase() + text.slice(1)));
  }
  const text = collapseWhitespace(value);
  if (absentPattern.test(text) || (valueType === 'TEXT' && text === '0')) return null;
  if (onRequestPattern.test(text)) return { kind: 'on_request' };
  return included(includedPattern.test(text) ? checkMark : textContent(normalizeCase(text)));
}

function included(content: Content): CellValue {
  return { kind: 'included', content };
}

/** Lowercases all-uppercase text: "FULL" to "Full". Text without a word of four letters may be an acronym and stays. */
function normalizeCase(text: string): string {
  if (/\p{Ll}/u.test(text) || !/\p{Lu}{4}/u.test(text)) return text;
  const lowered = text.replace(/\p{L}+/gu, (word) => findSpelling(word) ?? word.toLowerCase());
  return lowered.charAt(0).toUpperCase() + lowered.slice(1);
}
