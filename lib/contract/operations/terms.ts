import { reasonQuerySchema } from '../accounts';
import { staffRoles } from '../current-user';
import { actorHeaderSchema } from '../headers';
import * as terms from '../terms';
import {
  defineOperation,
  example,
  invalidParameter,
  missingParameter,
  type Operation,
  succeed,
  unknownParameter,
} from './operation';
import { sampleIds, sampleTimes } from './sample-data';

const content: terms.TermsContent = {
  version_id: sampleIds.team,
  price: { user_fee: 700 },
  limits: { projects: 20 },
  features: { sso: true },
  from: sampleTimes.first,
  until: sampleTimes.second,
  reason: 'Contract of 2026',
  active: true,
};

const agreed: terms.TermsBody = {
  ...content,
  history_id: sampleIds.firstEntry,
  agreed_at: sampleTimes.first,
  agreed_by: { kind: 'key', name: 'Back end', user_id: null, channel: 'api' },
};

const base = {
  tag: 'Accounts',
  callers: { scope: 'app', roles: staffRoles },
  path: '/api/accounts/:external_id/terms' as const,
} satisfies Partial<Operation>;

export const termsOperations = {
  getTerms: defineOperation({
    ...base,
    method: 'GET',
    summary: 'Get the terms of an account',
    description:
      'Returns what was agreed with the account: fees, limits and features that differ from those of its version.',
    responses: succeed('The terms.', terms.termsResponseSchema, {
      terms: example('A lower fee until a date', { data: { terms: agreed } }),
    }),
  }),
  setTerms: defineOperation({
    ...base,
    method: 'PUT',
    summary: 'Set the terms of an account',
    description:
      'Replaces what was agreed with the account. Versions, previews, totals, features and events of the account have these fees, limits and ' +
      'features instead of those of the version, from `from` to `until`. They survive publications. They end when the account ' +
      'leaves the plan that they are for; its preview names them. Users of the account see them. Nothing blocks them: `problems` ' +
      'names what the account then breaks. The request is idempotent. Support needs the permission of the price list ' +
      '(`support_sets_terms`). A key of staff needs `X-Actor`.',
    headers: actorHeaderSchema,
    body: {
      schema: terms.termsRequestSchema,
      examples: {
        fee: {
          summary: 'A lower fee per user until a date',
          value: {
            version_id: sampleIds.team,
            price: { user_fee: 700 },
            limits: { projects: 20 },
            features: { sso: true },
            until: sampleTimes.second,
            reason: 'Contract of 2026',
          },
        },
      },
    },
    responses: succeed('The terms.', terms.termsResultSchema, {
      set: example('A lower fee until a date', { data: { terms: agreed, problems: [] } }),
    }),
    errors: ['version_not_found', 'terms_unavailable', 'switch_conflict'],
    sampleFieldErrors: [
      missingParameter('reason'),
      invalidParameter('until', 'expected a time in the future'),
      unknownParameter('note'),
    ],
  }),
  endTerms: defineOperation({
    ...base,
    method: 'DELETE',
    summary: 'End the terms of an account',
    description:
      'Ends what was agreed with the account, if there is something. It then has what its version has.',
    headers: actorHeaderSchema,
    query: reasonQuerySchema,
    responses: succeed('The account has no terms.', terms.termsResultSchema, {
      ended: example('Ended', { data: { terms: null, problems: [] } }),
    }),
    errors: ['switch_conflict'],
  }),
};
