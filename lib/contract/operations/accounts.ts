import {
  type AccountResponse,
  accountPathSchema,
  accountRequestSchema,
  accountResponseSchema,
  type PortalSession,
  type PortalSessionRequest,
  portalSessionRequestSchema,
  portalSessionSchema,
} from '../accounts';
import { idempotencyHeadersSchema } from '../headers';
import { defineOperation, invalidParameter, missingParameter, unknownParameter } from './operation';
import { sampleIds, sampleTimes } from './sample-data';

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

const owner: PortalSessionRequest = {
  account_id: sampleIds.account,
  role: 'owner',
  name: 'Ada Example',
  user_id: 'user-31',
};

const product: PortalSessionRequest = { role: 'product', name: 'Robin Example' };

const session: PortalSession = {
  success: true,
  message: 'The link works once and expires in 5 minutes.',
  data: {
    session_id: sampleIds.session,
    url: 'https://plans.example.com/enter?link=avl_example',
    expires: sampleTimes.first + 300,
  },
};

export const accountOperations = {
  upsertAccount: defineOperation({
    method: 'PUT',
    path: '/api/accounts/:external_id',
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
        schema: accountResponseSchema,
        examples: { created: { summary: 'A new account', value: createdAccount } },
      },
      {
        description: 'The account already exists.',
        schema: accountResponseSchema,
        examples: { existing: { summary: 'An existing account', value: existingAccount } },
      },
    ],
    errors: ['switch_conflict'],
    sampleFieldErrors: [
      missingParameter('title'),
      invalidParameter('title', 'expected at most 200 characters'),
      unknownParameter('name'),
    ],
    sampleParameters: { external_id: 'customer-7' },
  }),
  createPortalSession: defineOperation({
    method: 'POST',
    path: '/api/portal/sessions',
    tag: 'Accounts',
    summary: 'Create a sign-in link',
    description:
      'Creates a link that signs one user in to the portal with the given role. The link works once and expires after ' +
      '5 minutes. Create it when the user opens the portal from your product, and redirect the user to it.',
    callers: ['app_key'],
    headers: idempotencyHeadersSchema,
    body: {
      schema: portalSessionRequestSchema,
      examples: {
        owner: { summary: 'An account owner', value: owner },
        product: { summary: 'A member of the product team', value: product },
      },
    },
    responses: [
      {
        description: 'The sign-in link.',
        schema: portalSessionSchema,
        headers: ['Idempotent-Replayed'],
        examples: { link: { summary: 'A sign-in link', value: session } },
      },
    ],
    sampleFieldErrors: [
      missingParameter('account_id'),
      invalidParameter('role', 'expected one of "member"|"owner"|"product"'),
      unknownParameter('email'),
    ],
  }),
};
