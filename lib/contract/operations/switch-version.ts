import { switchHeadersSchema } from '../headers';
import { type SwitchRequest, type SwitchResult, switchRequestSchema, switchResultSchema } from '../switch';
import {
  bodyErrors,
  callerErrors,
  invalidParameter,
  missingParameter,
  type Operation,
  unknownParameter,
} from './operation';
import { sampleIds, sampleRevision, sampleTimes } from './sample-data';

const sampleRequest: SwitchRequest = { version_id: sampleIds.team, reason: 'Our team has grown' };

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
  message: 'The account is already on Team.',
};

export const switchVersion: Operation = {
  method: 'POST',
  path: '/app/versions',
  atOrigin: true,
  id: 'switchVersion',
  tag: 'Versions',
  summary: 'Switch to a version',
  description:
    'Switches the account to a version and adds an entry to its history. Concurrent switches of an account are executed ' +
    'one after the other. If the account is already on the version with the same billing period, nothing changes and the ' +
    'existing entry is returned. Optional features that are on stay on if they are available for the version, at its price.',
  callers: ['owner', 'app_key'],
  headers: switchHeadersSchema,
  body: {
    schema: switchRequestSchema,
    examples: {
      reason: { summary: 'With a reason', value: sampleRequest },
      annual: {
        summary: 'With annual billing',
        value: { version_id: sampleIds.team, billing_period: 'year' },
      },
      plain: { summary: 'Without a reason', value: { version_id: sampleIds.team } },
    },
  },
  responses: [
    {
      status: 200,
      description: 'The history entry.',
      headers: ['Idempotent-Replayed'],
      content: {
        'application/json': {
          schema: switchResultSchema,
          examples: {
            switched: { summary: 'Switched', value: switched },
            unchanged: { summary: 'Already on this version', value: unchanged },
          },
        },
      },
    },
  ],
  errors: [
    ...callerErrors,
    ...bodyErrors,
    'cross_site',
    'version_not_found',
    'preview_stale',
    'version_inactive',
    'price_on_request',
    'billing_period_unavailable',
    'entry_restricted',
    'exit_restricted',
    'idempotency_key_reused',
    'switch_conflict',
  ],
  sampleFieldErrors: [
    missingParameter('version_id'),
    invalidParameter('version_id', 'expected string, received number'),
    unknownParameter('versionId'),
  ],
  sampleParameters: { 'Idempotency-Key': 'boards-upgrade-7f3a', 'If-Match': `"${sampleRevision}"` },
};
