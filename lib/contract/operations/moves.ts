import { actorHeaderSchema, idempotencyHeadersSchema } from '../headers';
import * as moves from '../moves';
import {
  defineOperation,
  example,
  invalidParameter,
  missingParameter,
  type Operation,
  succeed,
} from './operation';
import { sampleIds, sampleTimes, sampleVersionRefs } from './sample-data';

const skippedAccount = {
  account_id: sampleIds.account,
  external_id: 'customer-7',
  code: 'change_scheduled',
  message: 'The account has a scheduled change.',
};

const preview: moves.MovePreviewBody = {
  accounts: 500,
  movable: 499,
  skipped: [skippedAccount],
  revenue: null,
  has_more: false,
};

const summary: moves.MoveSummary = {
  id: sampleIds.move,
  state: 'scheduled',
  created_at: sampleTimes.second,
  created_by: { kind: 'key', name: 'Back end', user_id: null, channel: 'api' },
  previous_version: sampleVersionRefs.free,
  version: sampleVersionRefs.team,
  effective: 'period_end',
  reason: 'Free is retired',
  accounts: 500,
  scheduled: 499,
  skipped: 1,
  open: 120,
  waiting: 2,
  ended: { applied: 350, canceled: 0, declined: 0, superseded: 27, expired: 0 },
  stopped: null,
};

const move: moves.MoveBody = { ...summary, skipped_accounts: [skippedAccount] };

/** The move was just made. */
const unstarted = {
  ...{ state: 'scheduling' as const, scheduled: 0, skipped: 0, open: 0, waiting: 0, skipped_accounts: [] },
  ended: { applied: 0, canceled: 0, declined: 0, superseded: 0, expired: 0 },
};

const moveResponse = succeed('The move.', moves.moveResponseSchema, {
  move: example('In progress', { data: move }),
});

const base = {
  tag: 'Changes',
  callers: { scope: 'app', roles: ['product'] },
  path: '/api/moves/:id' as const,
} satisfies Partial<Operation>;

export const moveOperations = {
  createMove: defineOperation({
    ...base,
    method: 'POST',
    path: '/api/moves',
    summary: 'Move accounts to another version',
    description:
      'Schedules a change for each account of a version, such as a retired one, for any number of accounts. The server works through the ' +
      'accounts after the response: `GET /moves/:id` shows how far it is. Owners see the change and can switch to another version ' +
      'before. Accounts that are not moved are counted with the reason. The move stops if the price or the content of the other version ' +
      'changes, or if it is no longer offered, before all accounts were looked at.',
    headers: idempotencyHeadersSchema.extend(actorHeaderSchema.shape),
    body: {
      schema: moves.moveRequestSchema,
      examples: {
        move: {
          summary: 'At the end of each billing period',
          value: {
            from_version_id: sampleIds.free,
            to_version_id: sampleIds.team,
            effective: 'period_end',
            reason: 'Free is retired',
          },
        },
      },
    },
    responses: succeed(
      'The move.',
      moves.moveResponseSchema,
      { move: example('Made', { data: { ...move, ...unstarted } }) },
      { status: 201 },
    ),
    errors: ['version_not_found', 'version_inactive'],
    sampleParameters: { 'Idempotency-Key': 'retire-free-1' },
    sampleFieldErrors: [
      missingParameter('to_version_id'),
      invalidParameter('effective', 'expected a time in the future, at most two years ahead'),
    ],
  }),
  previewMove: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/moves/preview',
    summary: 'Preview a move',
    description:
      'Returns what a move would do to the accounts of a version, newest first, and what they pay before and after. Nothing is scheduled.',
    query: moves.movePreviewQuerySchema,
    responses: succeed('What a move would do.', moves.movePreviewResponseSchema, {
      preview: example('500 accounts', { data: preview }),
    }),
    errors: ['version_not_found'],
    sampleParameters: {
      from_version_id: sampleIds.free,
      to_version_id: sampleIds.team,
      effective: 'period_end',
    },
    sampleFieldErrors: [missingParameter('to_version_id')],
  }),
  listMoves: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/moves',
    summary: 'List moves',
    description: 'Returns the moves with their progress, newest first.',
    query: moves.movesQuerySchema,
    responses: succeed('The moves.', moves.moveListSchema, {
      moves: example('One move', { data: [summary], has_more: false }),
    }),
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  getMove: defineOperation({
    ...base,
    method: 'GET',
    summary: 'Get a move',
    description: 'Returns a move with its progress, and the first accounts that are not moved.',
    responses: moveResponse,
  }),
  cancelMove: defineOperation({
    ...base,
    method: 'DELETE',
    summary: 'Cancel a move',
    description:
      'Schedules no more changes, and cancels those that have not ended. The server works through them after the response, and applies none of ' +
      'them. Accounts that were moved stay on their new version. The changes and the audit log name who canceled it.',
    headers: actorHeaderSchema,
    responses: moveResponse,
  }),
};
