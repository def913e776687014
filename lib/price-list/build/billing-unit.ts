import type { BillingPeriod } from '@/lib/contract/fields';
import { singularizeUnit } from '@/lib/format/amount';
import { toSentenceCase } from '../yaml/humanize';

/** The parts of a price's unit such as `user/month`. */
interface BillingUnit {
  /** What the price is multiplied by: nothing, the number of users, or another quantity. */
  per: 'account' | 'user' | 'unit';
  /** "channel", "500 users"; for `user` another word such as "editor"; null for the account and the user. */
  unit: string | null;
  /**
   * `usage` is metered usage and `once` a single payment, which are not billed by time. It is null if the unit names no period,
   * so the app's applies.
   */
  period: BillingPeriod | 'usage' | 'once' | null;
}

const accountNouns = 'account subscription flat plan';
const userNouns =
  'user member editor seat person people employee agent contributor creator author viewer collaborator committer ' +
  'commiter developer license licence student admin operator';
const usageNouns =
  'hour minute second execution request call run message email sms credit transaction task event query token gb tb ' +
  'attendee registrant participant visit visitor view click download upload order invoice shipment label envelope ' +
  'signature document image lookup verification';

const includesNoun = (nouns: string, word: string) =>
  nouns.split(' ').some((noun) => word === noun || word === `${noun}s`);

/** Whether a noun in the singular or plural is a word for a user. */
export const isUserNoun = (noun: string) => includesNoun(userNouns, noun);

/**
 * Parses a unit. Only a single word such as "editor" is a user: there may be fewer kiosk users than users. An unknown noun is
 * a quantity that the price is charged per.
 */
export function parseBillingUnit(unit: string, currency: string): BillingUnit {
  const parts = splitUnit(unit).filter((part) => part.toUpperCase() !== currency);
  const [period = null] = parts.map(findPeriod).filter((found) => found === 'month' || found === 'year');
  const nouns = parts.filter((part) => period === null || findPeriod(part) !== period);
  const quantity = nouns.map(toLowerCaseWords).join(' per ');
  const noun = quantity.toLowerCase();

  if (quantity === '' || includesNoun(accountNouns, noun)) return { per: 'account', unit: null, period };
  if (/^\d/.test(quantity)) return { per: 'unit', unit: quantity, period };
  if (/\b(one[ -]?time|once|one[ -]?off)\b/i.test(quantity))
    return { per: 'unit', unit: quantity, period: 'once' };
  const singular = singularizeUnit(quantity);
  if (includesNoun(userNouns, noun)) {
    return { per: 'user', unit: singular.toLowerCase() === 'user' ? null : singular, period };
  }
  const lastWord = noun.split(' ').at(-1) ?? '';
  return {
    per: 'unit',
    unit: singular,
    period: period ?? (includesNoun(usageNouns, lastWord) ? 'usage' : null),
  };
}

const periods: [period: string, words: string][] = [
  ['second', 'second seconds sec secs'],
  ['minute', 'minute minutes min mins'],
  ['hour', 'hour hours hr hrs hourly'],
  ['day', 'day days daily'],
  ['week', 'week weeks wk weekly'],
  ['month', 'month months mo monthly'],
  ['quarter', 'quarter quarters quarterly'],
  ['year', 'year years yr yearly annum annual annually'],
];

/** The period that a word names, such as `month` for `monthly`, or null for another word. */
export function findPeriod(word: string): string | null {
  const lowered = word.toLowerCase();
  return periods.find(([, words]) => words.split(' ').includes(lowered))?.[0] ?? null;
}

/** Splits `GB/user/month` and `GB per user per month` at the slashes and the word "per". */
export function splitUnit(unit: string): string[] {
  return unit
    .split(/\/|\bper\b/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `activeHour` to `active hour`. Capitals of abbreviations stay, also in measures such as `GiB` and `kWh`. */
export function toLowerCaseWords(name: string): string {
  if (/\s/.test(name) || !/\p{Ll}\p{Lu}/u.test(name) || /^\p{L}{2,4}$/u.test(name)) return name;
  const [first = '', ...rest] = toSentenceCase(name).split(' ');
  return [/^\p{Lu}\p{Ll}/u.test(first) ? first.toLowerCase() : first, ...rest].join(' ');
}
