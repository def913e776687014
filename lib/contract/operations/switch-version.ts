import { switchHeadersSchema } from '../headers';
import { bodyProblems, callerProblems, invalid, missing, type Operation, unknown } from '../operation';
import { type SwitchRequest, type SwitchResult, switchRequestSchema, switchResultSchema } from '../switch';
import { sampleIds, sampleRevision, sampleTimes } from './sample-catalog';

const order: SwitchRequest = { version_id: sampleIds.team, reason: 'We are five now' };

const switched: SwitchResult = {
  success: true,
  message: 'Switched to Team.',
  data: {
    history_id: sampleIds.secondActivation,
    version_id: sampleIds.team,
    timestamp: sampleTimes.second,
  },
};

const unchanged: SwitchResult = {
  ...switched,
  message: 'The account is on Team already; nothing changed.',
};

export const switchVersion: Operation = {
  method: 'POST',
  path: '/app/versions',
  atOrigin: true,
  id: 'switchVersion',
  tag: 'Versions',
  summary: 'Switch the account to a version',
  description:
    'Sets the version of the account and writes one entry to its history. Switches of one account queue; each that ' +
    'is accepted is one entry. The version that the account has already is answered with the entry there is.',
  callers: ['owner', 'app_key'],
  headers: switchHeadersSchema,
  body: {
    schema: switchRequestSchema,
    examples: {
      reason: { summary: 'With a reason', value: order },
      plain: { summary: 'The version alone', value: { version_id: sampleIds.team } },
    },
  },
  answers: [
    {
      status: 200,
      description: 'The entry of the history.',
      headers: ['Idempotent-Replayed'],
      content: {
        'application/json': {
          schema: switchResultSchema,
          examples: {
            switched: { summary: 'Switched', value: switched },
            unchanged: { summary: 'On that version already', value: unchanged },
          },
        },
      },
    },
  ],
  problems: [
    ...callerProblems,
    ...bodyProblems,
    'cross_site',
    'version_not_found',
    'preview_stale',
    'version_inactive',
    'price_on_request',
    'entry_restricted',
    'exit_restricted',
    'idempotency_key_reused',
    'switch_conflict',
  ],
  faults: [
    missing('version_id'),
    invalid('version_id', 'expected string, received number'),
    unknown('versionId'),
  ],
  sample: { 'Idempotency-Key': 'boards-upgrade-7f3a', 'If-Match': `"${sampleRevision}"` },
};
