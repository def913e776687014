import { z } from 'zod';
import { accountHeaderSchema } from '../headers';
import { type HistoryEntry, historyQuerySchema, historySchema } from '../history';
import { accountMissing, callerProblems, invalid, type Operation } from '../operation';
import { sampleFeatures, sampleIds, sampleTexts, sampleTimes, sampleTitles } from './sample-catalog';

const first: HistoryEntry = {
  activated: sampleTimes.first,
  id: sampleIds.free,
  title: sampleTitles.free,
  description: sampleTexts.free,
  history_id: sampleIds.firstActivation,
  sequence: 1,
  deactivated: sampleTimes.second,
  previous_version_id: null,
  previous_title: null,
  direction: 'none',
  fee: 0,
  user_fee: null,
  currency: 'USD',
  billing_period: 'month',
  gained: [sampleFeatures.boards],
  lost: [],
  actor: { kind: 'key', name: 'Boards back end', channel: 'api' },
  reason: null,
};

const second: HistoryEntry = {
  activated: sampleTimes.second,
  id: sampleIds.team,
  title: sampleTitles.team,
  description: sampleTexts.team,
  history_id: sampleIds.secondActivation,
  sequence: 2,
  deactivated: null,
  previous_version_id: sampleIds.free,
  previous_title: sampleTitles.free,
  direction: 'upgrade',
  fee: 2900,
  user_fee: 500,
  currency: 'USD',
  billing_period: 'month',
  gained: [sampleFeatures.guests],
  lost: [],
  actor: { kind: 'session', name: 'Ada Example', channel: 'portal' },
  reason: 'We are five now',
};

const csv = [
  'sequence,activated,deactivated,version_id,title,previous_title,direction,fee,user_fee,currency,' +
    'billing_period,gained,lost,actor,channel,reason,history_id',
  `2,2026-11-22T00:00:00.000Z,,${sampleIds.team},Team,Free,upgrade,2900,500,USD,month,Guests,,Ada Example,` +
    `portal,We are five now,${sampleIds.secondActivation}`,
  '',
].join('\r\n');

const whole = { success: true, message: '', payload: [second, first] };
const firstPage = { success: true, message: '', payload: [second], next_cursor: '2' };

export const readHistory: Operation = {
  method: 'GET',
  path: '/account/versions',
  atOrigin: true,
  id: 'readHistory',
  tag: 'History',
  summary: 'Read the account’s history',
  description:
    'Every switch of the account, newest first, so that the first entry is the current version. An entry stays as ' +
    'it was at its moment, whatever is renamed or repriced later. Without a parameter the newest 1,000 are ' +
    'answered; `limit` and `cursor` page on. As `text/csv` (RFC 4180 with a header line, fees in minor units, times ' +
    'in UTC) it comes whole, or with `at` as the one entry.',
  callers: ['member', 'owner', 'product', 'app_key'],
  query: historyQuerySchema,
  headers: accountHeaderSchema,
  answers: [
    {
      status: 200,
      description: 'The entries.',
      headers: ['Content-Disposition'],
      content: {
        'application/json': {
          schema: historySchema,
          examples: {
            whole: { summary: 'A history of two entries', value: whole },
            page: { summary: 'The first page, with limit=1', value: firstPage },
          },
        },
        'text/csv': {
          schema: z.string(),
          examples: { file: { summary: 'As a file', value: csv } },
        },
      },
    },
  ],
  problems: [...callerProblems, 'parameter_missing', 'parameter_invalid'],
  faults: [accountMissing, invalid('limit', 'expected at most 1000')],
  sample: {},
};
