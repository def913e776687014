import {
  type PortalSession,
  type PortalSessionRequest,
  portalSessionRequestSchema,
  portalSessionSchema,
} from '../accounts';
import {
  bodyErrors,
  callerErrors,
  invalidParameter,
  missingParameter,
  type Operation,
  unknownParameter,
} from './operation';
import { sampleIds, sampleTimes } from './sample-data';

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
    url: 'https://plans.example.com/enter?link=…',
    expires: sampleTimes.first + 300,
  },
};

export const createPortalSession: Operation = {
  method: 'POST',
  path: '/portal/sessions',
  atOrigin: false,
  id: 'createPortalSession',
  tag: 'Accounts',
  summary: 'Create a sign-in link',
  description:
    'Creates a link that signs one user in to the portal with the given role. The link works once and expires after ' +
    '5 minutes. Create it when the user opens the portal from your product, and redirect the user to it.',
  callers: ['app_key'],
  body: {
    schema: portalSessionRequestSchema,
    examples: {
      owner: { summary: 'An account owner', value: owner },
      product: { summary: 'A member of the product team', value: product },
    },
  },
  responses: [
    {
      status: 200,
      description: 'The sign-in link.',
      content: {
        'application/json': {
          schema: portalSessionSchema,
          examples: { link: { summary: 'A sign-in link', value: session } },
        },
      },
    },
  ],
  errors: [...callerErrors, ...bodyErrors],
  sampleFieldErrors: [
    missingParameter('account_id'),
    invalidParameter('role', 'expected one of "member"|"owner"|"product"'),
    unknownParameter('email'),
  ],
  sampleParameters: {},
};
