import { z } from 'zod';
import { type ChangeOutcome, moveStopCodes } from './enums';
import {
  actor,
  changeReason,
  cursorOf,
  effectiveInput,
  envelope,
  integerParameter,
  limitOf,
  pageEnvelope,
  pageFields,
  rowId,
  unixSeconds,
  versionIdInput,
  versionRef,
} from './fields';
import { revenueSchema } from './revenue';

export const moveId = rowId('Move ID, `mov_…`.');

/** Query of `GET /api/moves`. */
export const movesQuerySchema = z.object({
  limit: limitOf('moves'),
  cursor: cursorOf(/^mov_[0-9a-z]{26}$/),
});

const isOtherVersion = (move: { from_version_id: string; to_version_id: string }) =>
  move.from_version_id !== move.to_version_id;
const otherVersionExpected = {
  path: ['to_version_id'],
  error: 'Expected another version than from_version_id',
};

/** Body of `POST /api/moves`. */
export const moveRequestSchema = z
  .strictObject({
    from_version_id: versionIdInput.describe('Version whose accounts are moved, `ver_…`.'),
    to_version_id: versionIdInput.describe('Another version, which they get, `ver_…`.'),
    effective: effectiveInput.describe('When they get it: as in `POST /account/changes`.'),
    reason: changeReason.describe('Reason that owners read.'),
  })
  .refine(isOtherVersion, otherVersionExpected);

/** The most accounts that a preview looks at. */
export const maxPreviewedAccounts = 500;

/** Query of `GET /api/moves/preview`. */
export const movePreviewQuerySchema = z
  .object({
    from_version_id: versionIdInput.describe('As in `POST /moves`.'),
    to_version_id: versionIdInput.describe('As in `POST /moves`.'),
    effective: z
      .string()
      .regex(/^(now|period_end|\d{1,12})$/, 'expected now, period_end or a Unix timestamp in seconds')
      .describe('As in `POST /moves`.'),
    limit: integerParameter(1, maxPreviewedAccounts).describe(
      `Maximum number of accounts to look at. Default: ${maxPreviewedAccounts}.`,
    ),
    cursor: cursorOf(/^acc_[0-9a-z]{26}$/),
  })
  .refine(isOtherVersion, otherVersionExpected);

const problem = {
  code: z
    .string()
    .describe(
      'Error code of `POST /account/changes`, such as `switch_conflict` if the account is busy, or `change_scheduled`: the account has ' +
        'a scheduled change.',
    ),
  message: z.string().describe('Human-readable explanation.'),
};

const skippedAccount = z.object({
  account_id: z.string().describe('Account ID, `acc_…`.'),
  external_id: z.string().nullable().describe('ID of the account in your system.'),
  ...problem,
});

const accounts = z.int().nonnegative().describe('Number of accounts of the version.');

const movePreviewSchema = z.object({
  accounts,
  movable: z.int().nonnegative().describe('Number of accounts that a move would move, of those looked at.'),
  skipped: z.array(skippedAccount).describe('Accounts that it would not move, of those looked at.'),
  revenue: revenueSchema
    .nullable()
    .describe(
      'What all accounts of the version pay per month by list, now and if all of them are moved: as `revenue` of an edition. `null` with a ' +
        '`cursor`.',
    ),
  ...pageFields,
});

const moveState = z.enum(['scheduling', 'scheduled', 'stopped', 'canceling', 'canceled']);

/** A move and how far it has come. */
const moveSummarySchema = z.object({
  id: moveId,
  state: moveState.describe(
    '`scheduling`: changes are being scheduled. `scheduled`: each account was looked at. `stopped`: `stopped` has the reason. `canceling`: ' +
      'open changes are being canceled. `canceled`: none is left.',
  ),
  created_at: unixSeconds.describe('Unix timestamp in seconds.'),
  created_by: actor.describe('Who made it.'),
  previous_version: versionRef.describe('Version whose accounts are moved.'),
  version: versionRef.describe('Version that they get.'),
  effective: effectiveInput.describe('When they get it: `now`, `period_end` or a Unix timestamp in seconds.'),
  reason: z.string().nullable().describe('The reason that owners read.'),
  accounts: accounts.describe('Number of accounts of the version when the move was made.'),
  scheduled: z.int().nonnegative().describe('Number of accounts with a change of the move.'),
  skipped: z.int().nonnegative().describe('Number of accounts that are not moved.'),
  open: z.int().nonnegative().describe('Number of changes that are not due yet.'),
  waiting: z
    .int()
    .nonnegative()
    .describe('Number of changes that could not be applied and wait for the owner.'),
  ended: z
    .object({
      applied: z.int().nonnegative().describe('The accounts have the version.'),
      canceled: z.int().nonnegative().describe('With the move, or by staff.'),
      declined: z.int().nonnegative().describe('By an owner.'),
      superseded: z.int().nonnegative().describe('The accounts have chosen otherwise.'),
      expired: z.int().nonnegative().describe('No owner answered within 30 days.'),
    } satisfies Record<ChangeOutcome, z.ZodType>)
    .describe('Number of changes that have ended in the last 90 days, by outcome.'),
  stopped: z
    .object({
      code: z
        .enum(moveStopCodes)
        .describe(
          'What the version is that accounts get. `preview_stale`: its price or content has changed. `version_inactive`, ' +
            '`version_not_found`: it is no longer offered.',
        ),
      message: problem.message,
    })
    .nullable()
    .describe('Why the remaining accounts were not looked at. `null` if they were, or will be.'),
});

const moveSchema = moveSummarySchema.extend({
  skipped_accounts: z.array(skippedAccount).describe('The first 100 accounts that are not moved.'),
});

export const moveListSchema = pageEnvelope(
  z
    .array(moveSummarySchema)
    .describe('The moves of the last 90 days and those with later changes, newest first.'),
);

export const moveResponseSchema = envelope(moveSchema);
export const movePreviewResponseSchema = envelope(movePreviewSchema);

export type MoveResponse = z.infer<typeof moveResponseSchema>;
export type MoveBody = z.infer<typeof moveSchema>;
export type MovePreviewBody = z.infer<typeof movePreviewSchema>;
export type MoveSummary = z.infer<typeof moveSummarySchema>;
export type MoveList = z.infer<typeof moveListSchema>;
