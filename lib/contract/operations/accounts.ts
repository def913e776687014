import * as accounts from '../accounts';
import { roles, staffRoles } from '../current-user';
import { accountHeaderSchema, actorHeaderSchema, idempotencyHeadersSchema } from '../headers';
import * as personalData from '../personal-data';
import { endedPortalSessionsSchema } from '../portal-sessions';
import {
  defineOperation,
  example,
  invalidParameter,
  missingParameter,
  type Operation,
  succeed,
  unknownParameter,
} from './operation';
import { sampleIds, sampleTimes, sampleVersionRefs } from './sample-data';

const ownAccount: accounts.OwnAccountBody = {
  id: sampleIds.account,
  external_id: 'customer-7',
  title: 'Example Ltd',
  created_at: sampleTimes.first,
  version: sampleVersionRefs.free,
  activated_at: sampleTimes.first,
  plan_since: sampleTimes.first,
  billing_period: 'month',
  period_ends_at: null,
  trial_ends_at: null,
  users: 1,
};

const account: accounts.AccountBody = { ...ownAccount, email: 'office@example.com', deletes_at: null };

const createdAccount: accounts.AccountResponse['data'] = {
  ...account,
  account_id: account.id,
  created: true,
  version_id: sampleIds.free,
};

const accountDetails = succeed('The account.', accounts.accountDetailsSchema, {
  account: example('An account', { data: account }),
});

const grant: accounts.GrantBody = {
  version: sampleVersionRefs.enterprise,
  source: 'api',
  created_at: sampleTimes.second,
};

const session: accounts.AccountSessionBody = {
  id: sampleIds.session,
  role: 'owner',
  name: 'Ada Example',
  user_id: 'user-31',
  started: true,
  created_at: sampleTimes.first,
  expires_at: sampleTimes.first + 12 * 3600,
};

const key: accounts.AccountKeyBody = {
  id: sampleIds.key,
  role: 'owner',
  name: 'Boards',
  prefix: 'avk_9f3Kx2',
  read_only: false,
  created_at: sampleTimes.first,
  expires_at: null,
  revoked_at: null,
};

const base = {
  tag: 'Accounts',
  callers: { scope: 'app', roles: [] },
} satisfies Partial<Operation>;

/** For operations that do not accept the account ID. */
const externalIdBase = { ...base, pathParameters: accounts.accountPathSchema } satisfies Partial<Operation>;

const grantBase = {
  ...base,
  callers: { scope: 'app', roles: ['support'] },
  path: '/api/accounts/:external_id/grants/:version_id' as const,
  query: accounts.reasonQuerySchema,
  headers: actorHeaderSchema.extend(idempotencyHeadersSchema.shape),
} satisfies Partial<Operation>;

/** What staff can also call. */
const staffBase = {
  ...base,
  callers: { scope: 'app', roles: staffRoles },
} satisfies Partial<Operation>;

/** What only support can also do to an account. */
const supportBase = {
  ...staffBase,
  callers: { scope: 'app', roles: ['support'] },
} satisfies Partial<Operation>;

export const accountOperations = {
  listAccounts: defineOperation({
    ...staffBase,
    method: 'GET',
    path: '/api/accounts',
    summary: 'List accounts',
    description:
      'Returns the accounts of the app, newest first. With `search`, those with this ID, external ID or user ID come first, then those ' +
      'of which a word of the title or the external ID, the e-mail address or its domain begins with it: `12345` finds `customer-12345`, and `Mueller` ' +
      'finds `Müller`. A page with `search` or `changed_by` can have fewer accounts than `limit`, and a next one. After ' +
      '`catalog.published`, `changed_by` lists whom to write to, and after `catalog.scheduled` before the change: `GET /account/notices` has what ' +
      'changes for an account.',
    query: accounts.accountsQuerySchema,
    responses: succeed('The accounts.', accounts.accountListSchema, {
      page: example('All accounts', { data: [account], has_more: false }),
    }),
    errors: ['edition_not_found'],
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  getAccount: defineOperation({
    ...staffBase,
    method: 'GET',
    path: '/api/accounts/:external_id',
    summary: 'Get an account',
    description: 'Returns the account with this external ID or ID.',
    responses: accountDetails,
  }),
  listAccountSessions: defineOperation({
    ...staffBase,
    method: 'GET',
    path: '/api/accounts/:external_id/sessions',
    summary: 'List the sessions of an account',
    description:
      'Returns the portal sessions of the account that are valid, and the sign-in links that are not used yet.',
    query: accounts.credentialsQuerySchema,
    responses: succeed('The sessions.', accounts.accountSessionListSchema, {
      sessions: example('One session', { data: [session], has_more: false }),
    }),
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  endAccountSessions: defineOperation({
    ...supportBase,
    method: 'DELETE',
    path: '/api/accounts/:external_id/sessions',
    summary: 'Sign all users of an account out',
    description:
      'Ends all portal sessions and sign-in links of the account. No server accepts them after the response. Keys stay valid. A ' +
      'key of the role support needs `X-Actor`.',
    headers: actorHeaderSchema,
    responses: succeed('The sessions have ended, if there were any.', endedPortalSessionsSchema, {
      ended: example('Two ended sessions', { data: { ended: 2 } }),
    }),
  }),
  listAccountKeys: defineOperation({
    ...staffBase,
    method: 'GET',
    path: '/api/accounts/:external_id/keys',
    summary: 'List the keys of an account',
    description: 'Returns the API keys that are bound to the account, without their secrets.',
    query: accounts.credentialsQuerySchema,
    responses: succeed('The keys.', accounts.accountKeyListSchema, {
      keys: example('One key', { data: [key], has_more: false }),
    }),
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  createAccountKey: defineOperation({
    ...externalIdBase,
    method: 'POST',
    path: '/api/accounts/:external_id/keys',
    summary: 'Create a key for an account',
    description:
      'Creates an API key that acts for the account only. Pages of your product use a key that is `read_only` and expires soon, with ' +
      '`api_origins` in the extension of the price list. Create a new one before it expires.',
    headers: idempotencyHeadersSchema,
    body: {
      schema: accounts.accountKeyRequestSchema,
      examples: {
        page: {
          summary: 'For a page, an hour long',
          value: { role: 'member', name: 'Page', read_only: true, expires_at: sampleTimes.second + 3600 },
        },
        owner: { summary: 'For the scripts of an owner', value: { role: 'owner', name: 'Boards' } },
      },
    },
    responses: succeed(
      'The key, with its secret.',
      accounts.createdAccountKeySchema,
      {
        key: example('A key', { data: { ...key, secret: 'avk_example' } }),
      },
      { status: 201 },
    ),
    sampleFieldErrors: [
      missingParameter('role'),
      invalidParameter('expires_at', 'expected a time in the future'),
      unknownParameter('expires'),
    ],
  }),
  revokeAccountKey: defineOperation({
    ...base,
    method: 'DELETE',
    path: '/api/accounts/:external_id/keys/:key_id',
    summary: 'Revoke a key of an account',
    description:
      'Ends a key. No server accepts it after the response. A key that is revoked already stays as it is.',
    responses: succeed('The revoked key.', accounts.accountKeyResponseSchema, {
      key: example('A revoked key', { data: { ...key, revoked_at: sampleTimes.second } }),
    }),
  }),
  upsertAccount: defineOperation({
    ...externalIdBase,
    method: 'PUT',
    path: '/api/accounts/:external_id',
    summary: 'Create or update an account',
    description:
      'Creates an account, or updates title, `email`, `period_ends_at` and `users` of the account with this external ID. The request is idempotent. ' +
      'A new account starts on the app’s default version, or on the version that is named, also one that is retired or not ' +
      'public. For an existing account, `version_id`, `tag`, `billing_period` and `activated_at` are ignored, so that an import ' +
      'can be repeated: switch it instead. The events of a new account have the time of the request.',
    headers: actorHeaderSchema.extend(idempotencyHeadersSchema.shape),
    body: {
      schema: accounts.accountRequestSchema,
      examples: {
        title: { summary: 'With a title', value: { title: 'Example Ltd' } },
        imported: {
          summary: 'An existing customer',
          value: {
            title: 'Example Ltd',
            email: 'office@example.com',
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
      ...succeed(
        'The account was created.',
        accounts.accountResponseSchema,
        { created: example('A new account', { message: 'Example Ltd was created.', data: createdAccount }) },
        { status: 201 },
      ),
      ...succeed('The account already exists.', accounts.accountResponseSchema, {
        existing: example('An existing account', { data: { ...createdAccount, created: false } }),
      }),
    ],
    errors: ['version_not_found', 'billing_period_unavailable'],
    sampleFieldErrors: [
      missingParameter('title'),
      invalidParameter('title', 'expected at most 200 characters'),
      unknownParameter('name'),
    ],
  }),
  updateAccount: defineOperation({
    ...externalIdBase,
    method: 'PATCH',
    path: '/api/accounts/:external_id',
    summary: 'Update an account',
    description:
      'Changes the given fields of the account with this external ID. A change of `users` adds an entry to its history.',
    headers: actorHeaderSchema.extend(idempotencyHeadersSchema.shape),
    body: {
      schema: accounts.accountUpdateSchema,
      examples: {
        period: { summary: 'The end of the billing period', value: { period_ends_at: sampleTimes.second } },
        title: { summary: 'Another title', value: { title: 'Example Ltd' } },
        users: { summary: 'The number of users', value: { users: 5 } },
      },
    },
    responses: accountDetails,
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
    description: 'Returns the account that the caller acts for, without its e-mail address.',
    callers: { scope: 'account', roles },
    headers: accountHeaderSchema,
    responses: succeed('The account.', accounts.ownAccountDetailsSchema, {
      account: example('An account', { data: ownAccount }),
    }),
  }),
  anonymizeAccount: defineOperation({
    ...supportBase,
    method: 'POST',
    path: '/api/accounts/:external_id/anonymize',
    summary: 'Anonymize an account',
    description:
      'Removes names and user IDs of the users of the account, its external ID, its e-mail address and its title, which becomes its ID, and ends its portal ' +
      'sessions and keys. Its history stays, with the reasons of switches. Actors of the history and the events then have an empty `name` ' +
      'and no `user_id`. This can’t be undone. A new account can be created with the external ID. ' +
      'Support does so after another person has requested it.',
    headers: actorHeaderSchema.extend(idempotencyHeadersSchema.shape),
    errors: ['removal_not_requested', 'other_person_required'],
    responses: succeed('The account has no personal data.', personalData.anonymizedAccountSchema, {
      anonymized: example('Anonymized', {
        message: 'The account was anonymized.',
        data: { account_id: sampleIds.account },
      }),
    }),
  }),
  deleteAccount: defineOperation({
    ...externalIdBase,
    method: 'DELETE',
    path: '/api/accounts/:external_id',
    summary: 'Delete an account',
    description:
      'Deletes the account in 30 days, or within seconds. Until then it can be used, and `POST /accounts/:external_id/restore` keeps it. Then its ' +
      'personal data is removed as by `POST /accounts/:external_id/anonymize`, its keys, sessions and planned changes end, and no list has ' +
      'it. Its history stays, so that numbers of the past do not change. A repeated request keeps the earlier time.',
    headers: actorHeaderSchema,
    query: accounts.deletionQuerySchema,
    sampleParameters: { confirm: sampleIds.account },
    sampleFieldErrors: [
      missingParameter('confirm'),
      invalidParameter('confirm', 'expected the ID of the account'),
    ],
    responses: succeed('The account, with the time.', accounts.accountDetailsSchema, {
      scheduled: example('In 30 days', { data: { ...account, deletes_at: sampleTimes.second } }),
    }),
  }),
  restoreAccount: defineOperation({
    ...externalIdBase,
    method: 'POST',
    path: '/api/accounts/:external_id/restore',
    summary: 'Keep an account',
    description: 'Keeps an account that is to be deleted. One that is deleted can’t be restored.',
    headers: actorHeaderSchema.extend(idempotencyHeadersSchema.shape),
    responses: accountDetails,
  }),
  requestRemoval: defineOperation({
    ...supportBase,
    method: 'POST',
    path: '/api/accounts/:external_id/removal',
    summary: 'Request the removal of personal data',
    description:
      'Requests that another person of support anonymizes the account. The audit has the request, its reason, and who made it. A ' +
      'repeated request changes nothing.',
    headers: actorHeaderSchema.extend(idempotencyHeadersSchema.shape),
    query: accounts.reasonQuerySchema,
    responses: succeed('The removal is requested.', personalData.removalSchema, {
      requested: example('Requested', { data: { account_id: sampleIds.account } }),
    }),
  }),
  withdrawRemoval: defineOperation({
    ...supportBase,
    method: 'DELETE',
    path: '/api/accounts/:external_id/removal',
    summary: 'Withdraw the request to remove personal data',
    description: 'Withdraws the request, if there is one.',
    headers: actorHeaderSchema,
    query: accounts.reasonQuerySchema,
    responses: succeed('The removal is not requested.', personalData.removalSchema, {
      withdrawn: example('Withdrawn', { data: { account_id: sampleIds.account } }),
    }),
  }),
  exportAccount: defineOperation({
    ...supportBase,
    query: accounts.reasonQuerySchema,
    headers: actorHeaderSchema,
    method: 'GET',
    path: '/api/accounts/:external_id/export',
    summary: 'Export an account',
    description:
      'Returns everything that is kept about the account. Its events have the same content as the histories. Secrets are not returned. ' +
      'Support needs a `reason`, which the audit has.',
    responses: succeed(
      'The data of the account.',
      personalData.accountExportSchema,
      {
        account: example('A new account with a user', {
          data: {
            account,
            users: [{ name: 'Ada Example', user_id: 'user-31' }],
            grants: [grant],
            keys: [],
            sessions: [],
            idempotency_keys: [],
            usage: { amounts: {}, reported_at: null },
            dismissed_notices: [],
            history: [],
            optional_features: [],
            changes: [],
          } satisfies personalData.AccountExport['data'],
        }),
      },
      { headers: ['Content-Disposition'] },
    ),
  }),
  listGrants: defineOperation({
    ...staffBase,
    method: 'GET',
    path: '/api/accounts/:external_id/grants',
    summary: 'List the grants of an account',
    description: 'Returns the versions that are granted to the account.',
    query: accounts.grantsQuerySchema,
    responses: succeed('The grants.', accounts.grantListSchema, {
      grants: example('One grant', { data: [grant], has_more: false }),
    }),
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  grantVersion: defineOperation({
    ...grantBase,
    method: 'PUT',
    summary: 'Grant a version to an account',
    description:
      'Makes a version that is not public available to the account. The request is idempotent. A published price list does not ' +
      'remove the grant.',
    responses: succeed('The grant.', accounts.grantResponseSchema, {
      grant: example('A grant', { message: 'Enterprise is available to Example Ltd.', data: grant }),
    }),
  }),
  revokeGrant: defineOperation({
    ...grantBase,
    method: 'DELETE',
    summary: 'Remove a grant from an account',
    description:
      'Removes the grant, if there is one. An account on the version stays on it. A grant of the price list is removed there.',
    responses: succeed('The version is not granted to the account.', accounts.grantDeletedSchema, {
      removed: example('No grant', { data: { version_id: sampleIds.enterprise } }),
    }),
    errors: ['grant_in_price_list'],
  }),
};
