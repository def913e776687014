import { staffRoles } from '../current-user';
import { idempotencyHeadersSchema } from '../headers';
import * as usage from '../usage';
import {
  defineOperation,
  example,
  invalidParameter,
  missingParameter,
  type Operation,
  succeed,
  unknownParameter,
} from './operation';
import { sampleFeatures, sampleIds, sampleTimes } from './sample-data';

const amounts = { [sampleFeatures.boards.id]: 14 };

const reported: usage.UsageBody = {
  account_id: sampleIds.account,
  external_id: 'customer-7',
  amounts,
  reported_at: sampleTimes.second,
};

const base = {
  tag: 'Features',
  callers: { scope: 'app', roles: [] },
  path: '/api/accounts/:external_id/usage' as const,
} satisfies Partial<Operation>;

const invalidAmount = invalidParameter(`amounts.${sampleFeatures.boards.id}`, 'expected at least 0');

export const usageOperations = {
  setUsage: defineOperation({
    ...base,
    method: 'PUT',
    summary: 'Report the usage of an account',
    description:
      'Replaces what the account uses of its limits, all numbers at once. It is a snapshot: send the present numbers when they change, ' +
      'or from time to time. A report that is older than the stored one changes nothing, and the response has the stored one. Pages, ' +
      'previews and `GET /account/features` show the usage beside the limits. It is neither in the history nor in events.',
    body: {
      schema: usage.usageRequestSchema,
      examples: {
        now: { summary: 'The present numbers', value: { amounts } },
        earlier: {
          summary: 'Numbers with their time',
          value: { amounts, reported_at: sampleTimes.second },
        },
      },
    },
    responses: succeed('What is stored.', usage.storedUsageSchema, {
      stored: example('Stored', { data: { ...reported, stored: true } }),
      outdated: example('A newer report is stored', { data: { ...reported, stored: false } }),
    }),
    sampleFieldErrors: [missingParameter('amounts'), invalidAmount, unknownParameter('usage')],
  }),
  getUsage: defineOperation({
    ...base,
    method: 'GET',
    callers: { scope: 'app', roles: staffRoles },
    summary: 'Get the usage of an account',
    description: 'Returns what the account uses of its limits, as your system has last reported it.',
    responses: succeed('The usage.', usage.usageResponseSchema, {
      usage: example('A report', { data: reported }),
      none: example('No report yet', { data: { ...reported, amounts: {}, reported_at: null } }),
    }),
  }),
  setUsages: defineOperation({
    ...base,
    method: 'POST',
    path: '/api/usage',
    summary: 'Report the usage of many accounts',
    description:
      `As \`PUT /accounts/:external_id/usage\`, for up to ${usage.maxUsageAccounts} accounts at once. An unknown limit rejects the request. An ` +
      'unknown account is an error of its report only.',
    headers: idempotencyHeadersSchema,
    body: {
      schema: usage.usagesRequestSchema,
      maxBytes: 2_000_000,
      examples: {
        accounts: { summary: 'One account', value: { accounts: [{ external_id: 'customer-7', amounts }] } },
      },
    },
    responses: succeed('What became of each report.', usage.usagesResponseSchema, {
      stored: example('One stored, and one of an unknown account', {
        data: {
          reports: [
            { external_id: 'customer-7', stored: true, error: null },
            {
              external_id: 'customer-8',
              stored: false,
              error: { code: 'account_not_found', message: 'Account not found.' },
            },
          ],
        },
      }),
    }),
    sampleFieldErrors: [missingParameter('accounts'), unknownParameter('usage')],
  }),
};
