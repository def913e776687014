import { toSentenceCase } from './humanize';

export type BillingPeriod = 'month' | 'year';

/** The parts of a unit such as `user/month`. */
interface BillingUnit {
  /** What the price is multiplied by: nothing, the number of users, or another quantity, which `label` names. */
  per: 'account' | 'user' | 'unit';
  /** "per channel", "for 500 users"; empty unless `per` is `unit`. */
  label: string;
  /** `usage` is metered usage, not billed by time. Null if the unit names no period, so the app's applies. */
  period: BillingPeriod | 'usage' | null;
}

const monthWords = ['month', 'months', 'mo', 'monthly'];
const yearWords = ['year', 'years', 'yr', 'yearly', 'annum', 'annual', 'annually'];
const accountNouns = 'account workspace organization organisation company tenant subscription team flat plan';
const userNouns =
  'user member editor seat person people employee agent contributor creator author viewer collaborator committer ' +
  'commiter developer license licence student admin operator';
const usageNouns =
  'hour minute second execution request call run message email sms credit transaction task event query token gb tb';

const includesNoun = (nouns: string, word: string) =>
  nouns.split(' ').some((noun) => word === noun || word === `${noun}s`);

/** Parses a unit. An unknown noun is a quantity that the price is charged per. */
export function parseBillingUnit(unit: string, currency: string): BillingUnit {
  const parts = unit
    .split(/\/|\bper\b/i)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.toUpperCase() !== currency);
  const last = parts.at(-1)?.toLowerCase() ?? '';
  const period = monthWords.includes(last) ? 'month' : yearWords.includes(last) ? 'year' : null;
  const quantity = (period ? parts.slice(0, -1) : parts).join(' per ');
  const words = toSentenceCase(quantity).split(' ');
  const noun = words.at(-1)?.toLowerCase() ?? '';

  if (quantity === '' || includesNoun(accountNouns, noun)) return { per: 'account', label: '', period };
  if (/^\d/.test(quantity)) return { per: 'unit', label: `for ${quantity}`, period };
  if (includesNoun(userNouns, noun)) return { per: 'user', label: '', period };
  const lowered = words.map((word, index) =>
    index === 0 && /^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word,
  );
  return {
    per: 'unit',
    label: `per ${lowered.join(' ')}`,
    period: period ?? (includesNoun(usageNouns, noun) ? 'usage' : null),
  };
}
