import { z } from 'zod';
import {
  changeReason,
  cursorOf,
  effectiveInput,
  envelope,
  limitOf,
  pageEnvelope,
  pageFields,
  unixSeconds,
  versionIdInput,
  versionRef,
} from './fields';
import { revenueSchema } from './revenue';

const moveId = z.string().describe('Move ID, `mov_…`.');

/** Path parameters of a move. */
export const movePathSchema = z.object({ id: moveId });

/** Query of `GET /api/moves`. */
export const movesQuerySchema = z.object({
  limit: limitOf('moves'),
  cursor: cursorOf(/^mov_[0-9a-z]{26}$/),
});

/** The most accounts of one request. */
export const maxMovedAccounts = 500;

/** Body of `POST /api/moves`. */
export const moveRequestSchema = z
  .strictObject({
    from_version_id: versionIdInput.describe('Version whose accounts are moved, `ver_…`.'),
    to_version_id: versionIdInput.describe('Another version, which they get, `ver_…`.'),
    effective: effectiveInput.describe('When they get it: as in `POST /account/changes`.'),
    reason: changeReason.describe('Reason that owners read.'),
    limit: z
      .int()
      .min(1)
      .max(maxMovedAccounts)
      .optional()
      .describe(`Maximum number of accounts to look at. Default: ${maxMovedAccounts}.`),
    cursor: cursorOf(/^acc_[0-9a-z]{26}$/).describe('`next_cursor` of the previous response.'),
    dry_run: z.boolean().optional().describe('Whether nothing is scheduled. Default: `false`.'),
  })
  .check(({ value, issues }) => {
    if (value.from_version_id !== value.to_version_id) return;
    const message = 'Expected another version than from_version_id';
    issues.push({ code: 'custom', path: ['to_version_id'], input: value.to_version_id, message });
  });

const moveSchema = z.object({
  id: moveId.nullable().describe('Move ID, `mov_…`. `null` for a dry run, and if no account is moved.'),
  scheduled: z.int().nonnegative().describe('Number of accounts with a change of this move.'),
  skipped: z
    .array(
      z.object({
        account_id: z.string().describe('Account ID, `acc_…`.'),
        external_id: z.string().nullable().describe('ID of the account in your system.'),
        code: z
          .string()
          .describe(
            'Error code of `POST /account/changes`, such as `switch_conflict` if the account is busy, or `change_scheduled`: the account has ' +
              'a scheduled change.',
          ),
        message: z.string().describe('Human-readable explanation.'),
      }),
    )
    .describe('Accounts that are not moved.'),
  revenue: revenueSchema
    .nullable()
    .describe(
      'What all accounts of the version pay per month by list, now and if all of them are moved: as `revenue` of an edition. `null` but for a dry run ' +
        'without `cursor`.',
    ),
  ...pageFields,
});

/** How far a move has come. */
const moveProgressSchema = z.object({
  id: moveId,
  scheduled: z.int().nonnegative().describe('Number of changes that are not due yet.'),
  waiting: z
    .int()
    .nonnegative()
    .describe('Number of changes that could not be applied and wait for the owner.'),
  ended: z
    .object({
      applied: z.int().nonnegative().describe('The accounts have the version.'),
      canceled: z.int().nonnegative().describe('With the move.'),
      declined: z.int().nonnegative().describe('By an owner.'),
      superseded: z.int().nonnegative().describe('The accounts have chosen otherwise.'),
      expired: z.int().nonnegative().describe('No owner answered within 30 days.'),
    })
    .describe('Number of changes that have ended in the last 90 days, by outcome.'),
});

/** A move in the list, with its progress. */
const moveSummarySchema = moveProgressSchema.extend({
  created_at: unixSeconds.describe('Unix timestamp in seconds.'),
  previous_version: versionRef.describe('Version whose accounts are moved.'),
  version: versionRef.describe('Version that they get.'),
  reason: z.string().nullable().describe('The reason that owners read.'),
});

export const moveListSchema = pageEnvelope(
  z.array(moveSummarySchema).describe('The moves with changes of the last 90 days, newest first.'),
);

export const moveResponseSchema = envelope(moveSchema);
export const moveProgressResponseSchema = envelope(moveProgressSchema);

export type MoveBody = z.infer<typeof moveSchema>;
export type MoveSummary = z.infer<typeof moveSummarySchema>;
export type MoveList = z.infer<typeof moveListSchema>;
export type MoveProgress = z.infer<typeof moveProgressSchema>;
