import type { CatalogFeature } from '@/lib/db/catalog';
import type { FeatureExtension } from '../parse/extension';
import { toSentenceCase } from '../yaml/humanize';
import type { LimitUnit } from './limit-unit';

const timeUnit = /^(ms|millisecond|s|sec|second|min|minute|h|hour|day|week|month|year)$/;
const cost = /\b(fees?|commissions?|costs?|surcharges?|penalt(y|ies))\b/;
const rate = /\brates?\b/;
/** The time between two events, or that someone waits. */
const interval =
  /\b(every|intervals?|frequenc(y|ies)|cadence|polling|polls?|refresh(es)?|delays?|latenc(y|ies)|lags?|waits?|waiting|turnaround)\b/;
/** The time for which something is kept or may be used. */
const duration =
  /\b(histor(y|ies|ical)|retentions?|recover(y|ies)?|restore|rewind|archives?|backups?|storage|trials?|logs?|activit(y|ies)|analytics|reports?|recordings?|timeouts?|data|engagement|views?)\b/;
/** What is repeated or waited for, if it is not kept. */
const repeated = /\b(updates?|syncs?|synchronization|index(ing)?|crawls?|response|reply|support)\b/;
const share = /\b(uptime|availability|slas?|discounts?|savings?|cashback|coverage)\b/;
const minimum = /^min(imum)?\b/;

/**
 * Which amount of a feature is better, by its name and unit: less of a cost, or of the time between two events; more of
 * what is kept for a time, and of everything that is counted or measured otherwise. It is null if neither decides.
 */
export function decideBetterAmount(
  names: (string | undefined)[],
  unit: LimitUnit | undefined,
  overrides: Pick<FeatureExtension, 'lower_is_better'> | undefined,
): CatalogFeature['betterAmount'] {
  if (overrides?.lower_is_better !== undefined) return overrides.lower_is_better ? 'lower' : 'higher';
  const words = names
    .map((name = '') => toSentenceCase(name))
    .join(' ')
    .toLowerCase();
  const [noun = ''] = unit?.unit?.split('/') ?? [];
  if (minimum.test(words)) return null;
  if (noun === '%') {
    if (cost.test(words) || rate.test(words)) return 'lower';
    return share.test(words) ? 'higher' : null;
  }
  // What is used up in each period is counted.
  if (timeUnit.test(noun) && unit?.period === null) {
    if (interval.test(words)) return 'lower';
    if (duration.test(words)) return 'higher';
    return repeated.test(words) ? 'lower' : null;
  }
  return cost.test(words) ? 'lower' : 'higher';
}
