import { sentenceTitle } from './readable-name';

export type Period = 'month' | 'year';

/** What a price is charged by, read from a unit such as `user/month`. */
export interface ChargedBy {
  /** The whole account, each of its users, or each of something else, which `what` names. */
  per: 'account' | 'user' | 'thing';
  /** "per channel", "for 500 users"; empty unless `per` is `thing`. */
  what: string;
  /** Null: the unit names no time, so it is the list's own. `use`: paid as it is used, not by time. */
  period: Period | 'use' | null;
}

const months = ['month', 'months', 'mo', 'monthly'];
const years = ['year', 'years', 'yr', 'yearly', 'annum', 'annual', 'annually'];
const wholes = 'account workspace organization organisation company tenant subscription team flat plan';
const people =
  'user member editor seat person people employee agent contributor creator author viewer collaborator committer ' +
  'commiter developer license licence student admin operator';
const uses =
  'hour minute second execution request call run message email sms credit transaction task event query token gb tb';

const among = (list: string) => (word: string) =>
  list.split(' ').some((one) => word === one || word === `${one}s`);
const isWhole = among(wholes);
const isPerson = among(people);
const isUse = among(uses);

/** Reads a unit. One it does not know is a thing that the price is for each of. */
export function chargedBy(unit: string, currency: string): ChargedBy {
  const parts = unit
    .split(/\/|\bper\b/i)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.toUpperCase() !== currency);
  const last = parts.at(-1)?.toLowerCase() ?? '';
  const period = months.includes(last) ? 'month' : years.includes(last) ? 'year' : null;
  const each = (period ? parts.slice(0, -1) : parts).join(' per ');
  const words = sentenceTitle(each).split(' ');
  const noun = words.at(-1)?.toLowerCase() ?? '';

  if (each === '' || isWhole(noun)) return { per: 'account', what: '', period };
  if (/^\d/.test(each)) return { per: 'thing', what: `for ${each}`, period };
  if (isPerson(noun)) return { per: 'user', what: '', period };
  const readable = words.map((word, at) =>
    at === 0 && /^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word,
  );
  return { per: 'thing', what: `per ${readable.join(' ')}`, period: period ?? (isUse(noun) ? 'use' : null) };
}
