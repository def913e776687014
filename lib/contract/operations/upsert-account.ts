import {
  type AccountResponse,
  accountPathSchema,
  accountRequestSchema,
  accountResponseSchema,
} from '../accounts';
import {
  bodyErrors,
  callerErrors,
  invalidParameter,
  missingParameter,
  type Operation,
  unknownParameter,
} from './operation';
import { sampleIds } from './sample-data';

const createdAccount: AccountResponse = {
  success: true,
  message: 'Example Ltd was created.',
  data: {
    account_id: sampleIds.account,
    external_id: 'customer-7',
    title: 'Example Ltd',
    created: true,
    version_id: sampleIds.free,
  },
};

const existingAccount: AccountResponse = {
  ...createdAccount,
  message: '',
  data: { ...createdAccount.data, created: false },
};

export const upsertAccount: Operation = {
  method: 'PUT',
  path: '/accounts/{external_id}',
  atOrigin: false,
  id: 'upsertAccount',
  tag: 'Accounts',
  summary: 'Create or update an account',
  description:
    'Creates an account on the app’s default version, or updates the title of the account with this external ID. The ' +
    'request is idempotent.',
  callers: ['app_key'],
  pathParameters: accountPathSchema,
  body: {
    schema: accountRequestSchema,
    examples: { title: { summary: 'With a title', value: { title: 'Example Ltd' } } },
  },
  responses: [
    {
      status: 201,
      description: 'The account was created.',
      content: {
        'application/json': {
          schema: accountResponseSchema,
          examples: { created: { summary: 'A new account', value: createdAccount } },
        },
      },
    },
    {
      status: 200,
      description: 'The account already exists.',
      content: {
        'application/json': {
          schema: accountResponseSchema,
          examples: { existing: { summary: 'An existing account', value: existingAccount } },
        },
      },
    },
  ],
  errors: [...callerErrors, ...bodyErrors, 'switch_conflict'],
  sampleFieldErrors: [
    missingParameter('title'),
    invalidParameter('title', 'too big: expected string to have <=200 characters'),
    unknownParameter('name'),
  ],
  sampleParameters: { external_id: 'customer-7' },
};
