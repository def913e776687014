import { actorHeaderSchema, idempotencyHeadersSchema } from '../headers';
import * as moves from '../moves';
import {
  defineOperation,
  example,
  invalidParameter,
  missingParameter,
  type Operation,
  respond,
} from './operation';
import { sampleIds, sampleTimes } from './sample-data';

const move: moves.MoveBody = {
  id: sampleIds.move,
  scheduled: 499,
  skipped: [
    {
      account_id: sampleIds.account,
      external_id: 'customer-7',
      code: 'change_scheduled',
      message: 'The account has a scheduled change.',
    },
  ],
  revenue: null,
  has_more: true,
  next_cursor: sampleIds.account,
};

const progress: moves.MoveProgress = {
  id: sampleIds.move,
  scheduled: 120,
  waiting: 2,
  ended: { applied: 350, canceled: 0, declined: 0, superseded: 27, expired: 0 },
};

const summary: moves.MoveSummary = {
  ...progress,
  created_at: sampleTimes.second,
  previous_version: { id: sampleIds.free, title: 'Free', tag: 'v1' },
  version: { id: sampleIds.team, title: 'Team', tag: 'v2' },
  reason: 'Free is retired',
};

const respondWithProgress = respond('The changes of the move by state.', moves.moveProgressResponseSchema, {
  progress: example('In progress', { data: progress }),
});

const base = {
  tag: 'Changes',
  callers: { scope: 'app', roles: ['product'] },
  path: '/api/moves/:id',
  pathParameters: moves.movePathSchema,
  sampleParameters: { id: sampleIds.move },
} satisfies Partial<Operation>;

export const moveOperations = {
  createMove: defineOperation({
    ...base,
    method: 'POST',
    path: '/api/moves',
    summary: 'Move accounts to another version',
    description:
      'Schedules a change for each account of a version, newest account first, such as those of a retired version. Owners see the change and ' +
      'can switch to another version before. Accounts that are not moved are listed with the reason. A request looks at 500 accounts ' +
      'at most: repeat it with `cursor` while `has_more` is true. The same request within 24 hours continues one that was interrupted, with the ' +
      'same move ID.',
    pathParameters: undefined,
    headers: idempotencyHeadersSchema.extend(actorHeaderSchema.shape),
    isSlow: true,
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
    responses: respond('The accounts that are moved, and those that are not.', moves.moveResponseSchema, {
      move: example('The first page', { data: move }),
    }),
    errors: ['version_not_found'],
    sampleParameters: { 'Idempotency-Key': 'retire-free-1' },
    sampleFieldErrors: [
      missingParameter('to_version_id'),
      invalidParameter('effective', 'expected a time in the future, at most two years ahead'),
    ],
  }),
  listMoves: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/moves',
    summary: 'List moves',
    description:
      'Returns the moves with their progress, newest first. A request to move accounts is one move.',
    pathParameters: undefined,
    query: moves.movesQuerySchema,
    responses: respond('The moves.', moves.moveListSchema, {
      moves: example('One move', { data: [summary], has_more: false }),
    }),
    sampleParameters: {},
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  getMove: defineOperation({
    ...base,
    method: 'GET',
    summary: 'Get the progress of a move',
    description: 'Returns how many changes of the move are open, and how the others have ended.',
    responses: respondWithProgress,
    errors: ['move_not_found'],
  }),
  cancelMove: defineOperation({
    ...base,
    method: 'DELETE',
    summary: 'Cancel a move',
    description:
      'Cancels the changes of the move that have not ended. Accounts that were moved stay on their new version. The changes and the audit ' +
      'log name who canceled it.',
    headers: actorHeaderSchema,
    responses: respondWithProgress,
    errors: ['move_not_found'],
  }),
};
