import {
  type AccountBody,
  type AccountResponse,
  accountDetailsSchema,
  accountListSchema,
  accountPathSchema,
  accountRequestSchema,
  accountResponseSchema,
  accountsQuerySchema,
  accountUpdateSchema,
  type GrantBody,
  grantDeletedSchema,
  grantListSchema,
  grantPathSchema,
  grantResponseSchema,
  grantsQuerySchema,
} from '../accounts';
import { accountHeaderSchema, actorHeaderSchema, idempotencyHeadersSchema } from '../headers';
import {
  defineOperation,
  invalidParameter,
  missingParameter,
  type Operation,
  unknownParameter,
} from './operation';
import { sampleIds, sampleTimes } from './sample-data';

const account: AccountBody = {
  id: sampleIds.account,
  external_id: 'customer-7',
  title: 'Example Ltd',
  created_at: sampleTimes.first,
  version: { id: sampleIds.free, title: 'Free', tag: 'v1' },
  activated_at: sampleTimes.first,
  billing_period: 'month',
  period_ends_at: null,
  users: 1,
};

const createdAccount: AccountResponse = {
  success: true,
  message: 'Example Ltd was created.',
  data: { ...account, account_id: account.id, created: true, version_id: sampleIds.free },
};

const existingAccount: AccountResponse = {
  ...createdAccount,
  message: '',
  data: { ...createdAccount.data, created: false },
};

const accountDetails = {
  description: 'The account.',
  schema: accountDetailsSchema,
  examples: { account: { summary: 'An account', value: { success: true, message: '', data: account } } },
};

const grant: GrantBody = {
  version: { id: sampleIds.enterprise, title: 'Enterprise', tag: 'v3' },
  source: 'api',
  created_at: sampleTimes.second,
};

const base = {
  tag: 'Accounts',
  callers: ['app_key'],
  pathParameters: accountPathSchema,
  sampleParameters: { external_id: 'customer-7' },
} satisfies Partial<Operation>;

const grantBase = {
  ...base,
  pathParameters: grantPathSchema,
  path: '/api/accounts/:external_id/grants/:version_id',
  headers: idempotencyHeadersSchema,
  sampleParameters: { external_id: 'customer-7', version_id: sampleIds.enterprise },
} satisfies Partial<Operation>;

export const accountOperations = {
  listAccounts: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/accounts',
    summary: 'List accounts',
    description:
      'Returns the accounts of the app, newest first. With `search`, accounts whose title begins with it come first, by title, then ' +
      'those whose external ID does. A page with `search` and `version_id` can have fewer accounts than `limit`, and a next one.',
    pathParameters: undefined,
    query: accountsQuerySchema,
    responses: [
      {
        description: 'The accounts.',
        schema: accountListSchema,
        examples: {
          page: {
            summary: 'All accounts',
            value: { success: true, message: '', data: [account], has_more: false },
          },
        },
      },
    ],
    sampleParameters: undefined,
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  getAccount: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/accounts/:external_id',
    summary: 'Get an account',
    description: 'Returns the account with this external ID.',
    responses: [accountDetails],
  }),
  upsertAccount: defineOperation({
    ...base,
    method: 'PUT',
    path: '/api/accounts/:external_id',
    summary: 'Create or update an account',
    description:
      'Creates an account, or updates title, `period_ends_at` and `users` of the account with this external ID. The request is idempotent. ' +
      'A new account starts on the app’s default version, or on the version that is named, also one that is retired or not ' +
      'public. For an existing account, `version_id`, `tag`, `billing_period` and `activated_at` are ignored, so that an import ' +
      'can be repeated: switch it instead. The events of a new account have the time of the request.',
    headers: actorHeaderSchema.extend(idempotencyHeadersSchema.shape),
    body: {
      schema: accountRequestSchema,
      examples: {
        title: { summary: 'With a title', value: { title: 'Example Ltd' } },
        imported: {
          summary: 'An existing customer',
          value: {
            title: 'Example Ltd',
            tag: 'v2',
            billing_period: 'year',
            activated_at: sampleTimes.first,
            period_ends_at: sampleTimes.second,
            users: 5,
          },
        },
      },
    },
    responses: [
      {
        status: 201,
        description: 'The account was created.',
        schema: accountResponseSchema,
        headers: ['Idempotent-Replayed'],
        examples: { created: { summary: 'A new account', value: createdAccount } },
      },
      {
        description: 'The account already exists.',
        schema: accountResponseSchema,
        headers: ['Idempotent-Replayed'],
        examples: { existing: { summary: 'An existing account', value: existingAccount } },
      },
    ],
    errors: ['version_not_found', 'billing_period_unavailable'],
    sampleFieldErrors: [
      missingParameter('title'),
      invalidParameter('title', 'expected at most 200 characters'),
      unknownParameter('name'),
    ],
  }),
  updateAccount: defineOperation({
    ...base,
    method: 'PATCH',
    path: '/api/accounts/:external_id',
    summary: 'Update an account',
    description:
      'Changes the given fields of the account with this external ID. A change of `users` adds an entry to its history.',
    headers: actorHeaderSchema.extend(idempotencyHeadersSchema.shape),
    body: {
      schema: accountUpdateSchema,
      examples: {
        period: { summary: 'The end of the billing period', value: { period_ends_at: sampleTimes.second } },
        title: { summary: 'Another title', value: { title: 'Example Ltd' } },
        users: { summary: 'The number of users', value: { users: 5 } },
      },
    },
    responses: [{ ...accountDetails, headers: ['Idempotent-Replayed'] }],
    sampleFieldErrors: [
      invalidParameter('period_ends_at', 'expected number, received string'),
      unknownParameter('name'),
    ],
  }),
  getOwnAccount: defineOperation({
    method: 'GET',
    path: '/api/account',
    tag: 'Accounts',
    summary: 'Get your account',
    description: 'Returns the account that the caller acts for.',
    callers: ['member', 'owner', 'product', 'app_key'],
    headers: accountHeaderSchema,
    responses: [accountDetails],
  }),
  listGrants: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/accounts/:external_id/grants',
    summary: 'List the grants of an account',
    description: 'Returns the versions that are granted to the account.',
    query: grantsQuerySchema,
    responses: [
      {
        description: 'The grants.',
        schema: grantListSchema,
        examples: {
          grants: {
            summary: 'One grant',
            value: { success: true, message: '', data: [grant], has_more: false },
          },
        },
      },
    ],
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  grantVersion: defineOperation({
    ...grantBase,
    method: 'PUT',
    summary: 'Grant a version to an account',
    description:
      'Makes a version that is not public available to the account. The request is idempotent. A published price list does not ' +
      'remove the grant.',
    responses: [
      {
        description: 'The grant.',
        schema: grantResponseSchema,
        headers: ['Idempotent-Replayed'],
        examples: {
          grant: {
            summary: 'A grant',
            value: { success: true, message: 'Enterprise is available to Example Ltd.', data: grant },
          },
        },
      },
    ],
    errors: ['version_not_found'],
  }),
  revokeGrant: defineOperation({
    ...grantBase,
    method: 'DELETE',
    summary: 'Remove a grant from an account',
    description:
      'Removes the grant, if there is one. An account on the version stays on it. A grant of the price list is removed there.',
    responses: [
      {
        description: 'The version is not granted to the account.',
        schema: grantDeletedSchema,
        headers: ['Idempotent-Replayed'],
        examples: {
          removed: {
            summary: 'No grant',
            value: { success: true, message: '', data: { version_id: sampleIds.enterprise } },
          },
        },
      },
    ],
    errors: ['version_not_found', 'grant_in_price_list'],
  }),
};
