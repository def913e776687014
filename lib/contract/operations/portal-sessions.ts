import { roles } from '../current-user';
import { accountHeaderSchema, embeddingOriginHeaderSchema, idempotencyHeadersSchema } from '../headers';
import * as portalSessions from '../portal-sessions';
import {
  defineOperation,
  example,
  invalidParameter,
  missingParameter,
  succeed,
  unknownParameter,
} from './operation';
import { sampleIds, sampleTimes } from './sample-data';

const owner: portalSessions.PortalSessionRequest = {
  account_id: sampleIds.account,
  role: 'owner',
  name: 'Ada Example',
  user_id: 'user-31',
  return_url: 'https://boards.example.com/settings/billing',
  path: '/compare?seats=5',
  locale: 'de',
};

const product: portalSessions.PortalSessionRequest = { role: 'product', name: 'Robin Example' };

const support: portalSessions.PortalSessionRequest = {
  role: 'support',
  name: 'Sam Example',
  user_id: 'staff-4',
  path: '/accounts/customer-7',
};

const session: portalSessions.PortalSession['data'] = {
  session_id: sampleIds.session,
  url: 'https://plans.example.com/enter?link=avl_example',
  expires: sampleTimes.first + 300,
};

const frameUser: portalSessions.PortalTokenRequest = {
  account_id: sampleIds.account,
  role: 'owner',
  name: 'Ada Example',
  user_id: 'user-31',
  origin: 'https://boards.example.com',
};

const token: portalSessions.PortalToken['data'] = {
  session_id: sampleIds.session,
  token: 'avt_example',
  expires: sampleTimes.first + 900,
};

const credentialUser: portalSessions.CredentialUser['data'] = {
  account_id: sampleIds.account,
  role: 'owner',
  name: 'Ada Example',
  user_id: 'user-31',
  expires: sampleTimes.first + 900,
};

export const portalSessionOperations = {
  createPortalSession: defineOperation({
    method: 'POST',
    path: '/api/portal/sessions',
    tag: 'Accounts',
    summary: 'Create a sign-in link',
    description:
      'Creates a link that signs one user in to the portal with the given role. The link works once and expires after ' +
      '5 minutes. Create it when the user opens the portal from your product, and redirect the user to it. Every page then ' +
      'links back to `return_url`.',
    callers: { scope: 'app', roles: [] },
    headers: idempotencyHeadersSchema,
    body: {
      schema: portalSessions.portalSessionRequestSchema,
      examples: {
        owner: { summary: 'An account owner', value: owner },
        product: { summary: 'A member of the product team', value: product },
        support: { summary: 'A support agent', value: support },
      },
    },
    responses: succeed('The sign-in link.', portalSessions.portalSessionSchema, {
      link: example('A sign-in link', {
        message: 'The link works once and expires in 5 minutes.',
        data: session,
      }),
    }),
    sampleFieldErrors: [
      missingParameter('account_id'),
      invalidParameter('role', 'expected one of "member"|"owner"|"product"|"support"'),
      invalidParameter('return_url', 'its origin is not one of the return_origins of the app'),
      unknownParameter('email'),
    ],
  }),
  createPortalToken: defineOperation({
    method: 'POST',
    path: '/api/portal/tokens',
    tag: 'Accounts',
    summary: 'Create a token for a frame',
    description:
      'Creates a token that signs one user in to the plans in a frame of your page. It expires after 15 minutes. Pass it to ' +
      'your page, which sets it as `token` of the element. It is accepted only from frames of this server in pages of its ' +
      '`origin`. It ends as a session does: with the session ID, the `user_id`, or all sessions of the account.',
    callers: { scope: 'app', roles: [] },
    headers: idempotencyHeadersSchema,
    body: {
      schema: portalSessions.portalTokenRequestSchema,
      examples: { owner: { summary: 'An account owner', value: frameUser } },
    },
    responses: succeed('The token.', portalSessions.portalTokenSchema, {
      token: example('A token', { message: 'The token expires in 15 minutes.', data: token }),
    }),
    sampleFieldErrors: [
      missingParameter('account_id'),
      invalidParameter('role', 'expected one of "member"|"owner"'),
      invalidParameter('origin', 'not one of the frame_origins of the app'),
    ],
  }),
  getCredentialUser: defineOperation({
    method: 'GET',
    path: '/api/portal/tokens',
    tag: 'Accounts',
    summary: 'Get the user of a token',
    description:
      'Returns the user and the account of the token, session or key that the request is sent with.',
    callers: { scope: 'account', roles },
    headers: accountHeaderSchema.extend(embeddingOriginHeaderSchema.shape),
    responses: succeed('The user.', portalSessions.credentialUserSchema, {
      owner: example('An account owner', { data: credentialUser }),
    }),
  }),
  endPortalSession: defineOperation({
    method: 'DELETE',
    path: '/api/portal/sessions/:id',
    tag: 'Accounts',
    summary: 'End a session',
    description:
      'Signs the user out in every browser that uses the session. A link that is not used yet becomes invalid. No server ' +
      'accepts the session after the response. To end a session again has no effect.',
    callers: { scope: 'app', roles: [] },
    responses: succeed('The session has ended.', portalSessions.endedPortalSessionSchema, {
      ended: example('An ended session', { data: { session_id: sampleIds.session } }),
    }),
  }),
  endPortalSessions: defineOperation({
    method: 'DELETE',
    path: '/api/portal/sessions',
    tag: 'Accounts',
    summary: 'End all sessions of a user',
    description:
      'Ends all sessions and links with this `user_id`, for example when the user signs out of your product.',
    callers: { scope: 'app', roles: [] },
    query: portalSessions.portalSessionsQuerySchema,
    responses: succeed(
      'The sessions have ended, if there were any.',
      portalSessions.endedPortalSessionsSchema,
      {
        ended: example('Two ended sessions', { data: { ended: 2 } }),
      },
    ),
    sampleFieldErrors: [missingParameter('user_id')],
    sampleParameters: { user_id: 'user-31' },
  }),
};
