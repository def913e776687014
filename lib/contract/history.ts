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

/** Query of `GET /account/versions`: `limit` 1 to 1,000; `cursor` as given; `at` Unix seconds. */
export const historyQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(historyLimit).optional(),
  cursor: z
    .string()
    .regex(/^[0-9]{1,9}$/)
    .optional(),
  at: z.coerce.number().int().min(0).max(8_640_000_000_000).optional(),
});
