import { z } from 'zod';
import { direction, featureRef, fee, unixSeconds, userFee, versionId } from './fields';

/** History entry (spec 2.7) with additions. Everything is as it was at `activated`, whatever changed since. */
export const historyEntrySchema = z.object({
  activated: unixSeconds,
  id: versionId,
  title: z.string(),
  description: z.string(),
  history_id: z.string().describe('`avh_…`'),
  sequence: z.int().positive().describe('1, 2, 3 … within the account.'),
  deactivated: unixSeconds.nullable().describe('Null for the current one.'),
  previous_version_id: versionId.nullable(),
  previous_title: z.string().nullable(),
  direction,
  fee,
  user_fee: userFee,
  currency: z.string(),
  billing_period: z.enum(['month', 'year']),
  gained: z.array(featureRef),
  lost: z.array(featureRef),
  actor: z.object({
    kind: z.enum(['key', 'session', 'operator']),
    name: z.string(),
    channel: z.string().describe('What it came through.'),
  }),
  reason: z.string().nullable(),
});

/** `GET /account/versions` (spec 4.4): the key is `payload`. */
export const historySchema = z.object({
  success: z.literal(true),
  message: z.string(),
  payload: z.array(historyEntrySchema),
  next_cursor: z.string().optional().describe('Present when there is more.'),
});

export type HistoryEntry = z.infer<typeof historyEntrySchema>;
export type History = z.infer<typeof historySchema>;

/** The most entries one answer holds. */
export const historyLimit = 1000;

const digits = (most: number) =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/, 'Expected a whole number')
    .transform(Number)
    .refine((number) => number <= most, `Expected at most ${most}`);

/** Query of `GET /account/versions`: how many, from where on, or the one in force at a moment. */
export const historyQuerySchema = z.object({
  limit: digits(historyLimit)
    .refine((number) => number >= 1, 'Expected at least 1')
    .optional(),
  cursor: digits(2_147_483_647).optional().describe('`next_cursor` of the page before.'),
  at: digits(8_640_000_000_000 - 1)
    .optional()
    .describe('Unix time in seconds.'),
  format: z.enum(['json', 'csv']).optional().describe('As `Accept: text/csv`, for a link.'),
});

export type HistoryQuery = z.infer<typeof historyQuerySchema>;
