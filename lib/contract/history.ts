import { z } from 'zod';
import {
  billingPeriod,
  currency,
  direction,
  featureRef,
  fee,
  message,
  success,
  unixSeconds,
  userFee,
  versionDescription,
  versionId,
  versionTitle,
} from './fields';

/** History entry (spec 2.7) with additions. Everything is as it was at `activated`, whatever changed since. */
export const historyEntrySchema = z.object({
  activated: unixSeconds.describe('When the version became active, in Unix seconds.'),
  id: versionId,
  title: versionTitle,
  description: versionDescription,
  history_id: z.string().describe('Entry id, `avh_…`'),
  sequence: z.int().positive().describe('1, 2, 3 … within the account.'),
  deactivated: unixSeconds.nullable().describe('When the next one took over; null for the current one.'),
  previous_version_id: versionId.nullable().describe('The version before; null for the first entry.'),
  previous_title: z.string().nullable().describe('Its title at that moment.'),
  direction,
  fee,
  user_fee: userFee,
  currency,
  billing_period: billingPeriod,
  gained: z.array(featureRef).describe('Features the version before did not include.'),
  lost: z.array(featureRef).describe('Features only the version before included.'),
  actor: z
    .object({
      kind: z.enum(['key', 'session', 'operator']).describe('A program, a person, or the command line.'),
      name: z.string().describe('As it was called then.'),
      channel: z.string().describe('What it came through: `api`, `portal` or `command`.'),
    })
    .describe('Who made the switch.'),
  reason: z.string().nullable().describe('What was given as the reason; null for none.'),
});

/** `GET /account/versions` (spec 4.4): the key is `payload`. */
export const historySchema = z.object({
  success,
  message,
  payload: z.array(historyEntrySchema).describe('Newest first: the first is the current version.'),
  next_cursor: z.string().optional().describe('Present when there is more; send it as `cursor`.'),
});

export type HistoryEntry = z.infer<typeof historyEntrySchema>;
export type History = z.infer<typeof historySchema>;

/** The most entries one answer holds. */
export const historyLimit = 1000;

/** A whole number as a query spells it: digits alone, and as many as a number holds exactly. */
const digits = (least: number, most: number) =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/, 'Expected a whole number')
    .transform(Number)
    .pipe(z.int().min(least, `Expected at least ${least}`).max(most, `Expected at most ${most}`))
    .optional();

/** Query of `GET /account/versions`: how many, from where on, or the one in force at a moment. */
export const historyQuerySchema = z.object({
  limit: digits(1, historyLimit).describe(
    'How many entries at most; without it as many as one answer holds.',
  ),
  cursor: digits(0, 2_147_483_647).describe('`next_cursor` of the page before.'),
  at: digits(0, 8_640_000_000_000 - 1).describe(
    'Unix time in seconds: answers with the one entry that was in force then, or with none.',
  ),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe('`csv` answers with a file, as `Accept: text/csv` does.'),
});

export type HistoryQuery = z.infer<typeof historyQuerySchema>;
