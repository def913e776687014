import { billingPeriods, usersManagers } from '@/lib/contract/enums';
import {
  downgradePolicies,
  exceedingEffects,
  featureTypes,
  hiddenPlans,
  valueTypes,
} from '@/lib/contract/price-list-keys';
import { ImportError } from './diagnostics';
import { renderFlow } from './edit-yaml';
import { parseYamlFile } from './yaml-file';

/** The values of kinds that are a choice. */
export const choices = {
  valueType: valueTypes,
  type: featureTypes,
  limitType: ['NON_RENEWABLE', 'RENEWABLE', 'TIME_DRIVEN', 'RESPONSE_DRIVEN'],
  billingPeriod: billingPeriods,
  usersManagedBy: usersManagers,
  downgrades: downgradePolicies,
  hiddenPlan: hiddenPlans,
  exceeding: exceedingEffects,
} as const;

export type ChoiceKind = keyof typeof choices;

/** What a cell has. `price` is a number or words, and `data` anything else that YAML has. */
export type CellKind = 'flag' | 'number' | 'price' | 'text' | 'list' | 'data' | ChoiceKind;

/** A value as it is edited. Empty for none. */
export function formatCell(kind: CellKind, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === Number.POSITIVE_INFINITY) return 'unlimited';
  if (
    kind === 'list' &&
    Array.isArray(value) &&
    value.every((item) => typeof item === 'string' && !item.includes(','))
  ) {
    return value.join(', ');
  }
  return typeof value === 'object' ? renderFlow(value) : String(value);
}

/** Words of flags, in the languages of the pages. */
const flagWords = {
  yes: ['yes', 'true', 'y', '1', 'x', '✓', 'ja', 'wahr', 'نعم'],
  no: ['no', 'false', 'n', '0', '-', '–', '—', 'nein', 'falsch', 'لا'],
};

export const isChoice = (kind: CellKind): kind is ChoiceKind => kind in choices;

/**
 * The text of a cell for what is typed or pasted: a word, or the beginning of one word only, of a flag or choice. It is null if
 * the cell does not take it. `labels` are those of the choice.
 */
export function readCellText(
  kind: CellKind,
  text: string,
  labels: Readonly<Record<string, string>> = {},
): string | null {
  if (text.trim() === '') return '';
  if (kind === 'flag') return findOption(text, Object.entries(flagWords));
  if (!isChoice(kind)) return text;
  const options = choices[kind].map((value): [string, string[]] => [value, [value, labels[value] ?? value]]);
  return findOption(text, options);
}

function findOption(text: string, options: [option: string, words: string[]][]): string | null {
  const typed = normalize(text);
  const find = (isMatch: (word: string) => boolean) =>
    options.filter(([, words]) => words.some((word) => isMatch(normalize(word))));
  const exact = find((word) => word === typed);
  const [found, other] = exact.length > 0 ? exact : find((word) => word.startsWith(typed));
  return found && !other ? found[0] : null;
}

const normalize = (text: string) => text.normalize('NFKC').trim().toLowerCase();

const unlimited = /^(unlimited|unbegrenzt|∞|\.?inf(inity)?|غير محدود)$/i;

/**
 * What an edited text says. It is undefined for an empty one, and a text where another value is expected: the check has its
 * problem.
 */
export function parseCell(kind: CellKind, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (kind === 'flag') {
    const word = readCellText(kind, trimmed);
    return word === null ? trimmed : word === 'yes';
  }
  if (kind === 'number' || kind === 'price') return parseNumber(trimmed) ?? trimmed;
  if (kind === 'list') return parseList(trimmed);
  return kind === 'data' ? parseData(trimmed) : trimmed;
}

/** Groups of three digits, with one separator, and a point before decimals. */
const grouped = /^-?[1-9]\d{0,2}(?:([,\s'’])\d{3})(?:\1\d{3})*(?:\.\d+)?$/;
/** The same with a comma before decimals. Points are separators if there is more than one, or a comma. */
const groupedWithComma =
  /^-?[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:([\s'’])\d{3})(?:\1\d{3})*,\d+|(?:\.\d{3})+,\d+)$/;

/** "1,299.00", "1.299,00 €", "$12" and "١٢٫٥". It is undefined for other texts. */
function parseNumber(text: string): number | undefined {
  if (unlimited.test(text)) return Number.POSITIVE_INFINITY;
  const digits = toLatinDigits(text).replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '');
  if (grouped.test(digits)) return Number(digits.replace(/[,\s'’]/g, ''));
  if (groupedWithComma.test(digits)) return Number(digits.replace(/[.\s'’]/g, '').replace(',', '.'));
  return /^-?\d+([.,]\d+)?$/.test(digits) ? Number(digits.replace(',', '.')) : undefined;
}

/** Digits and separators of Arabic and Persian. */
function toLatinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',')
    .replace(/\u2212/g, '-');
}

/** "A, B", or a list of YAML. */
function parseList(text: string): unknown {
  const data = text.startsWith('[') ? parseData(text) : undefined;
  if (Array.isArray(data)) return data;
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function parseData(text: string): unknown {
  try {
    return parseYamlFile('cell', text).data;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return text;
  }
}
