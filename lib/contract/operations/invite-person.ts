import { bodyProblems, callerProblems, invalid, missing, type Operation, unknown } from '../operation';
import {
  type PortalSession,
  type PortalSessionRequest,
  portalSessionRequestSchema,
  portalSessionSchema,
} from '../portal-session';
import { sampleIds, sampleTimes } from './sample-catalog';

const owner: PortalSessionRequest = {
  account_id: sampleIds.account,
  role: 'owner',
  name: 'Ada Example',
  user_id: 'user-31',
};

const product: PortalSessionRequest = { role: 'product', name: 'Robin Example' };

const invitation: PortalSession = {
  success: true,
  message: 'The link works once, within 5 minutes.',
  data: {
    session_id: sampleIds.session,
    url: 'https://plans.example.com/enter?link=…',
    expires: sampleTimes.first + 300,
  },
};

export const invitePerson: Operation = {
  method: 'POST',
  path: '/portal/sessions',
  atOrigin: false,
  id: 'invitePerson',
  tag: 'Host back end',
  summary: 'Let a person in',
  description:
    'Makes a link that signs one person in, once, within 5 minutes. Answer the click in your product with a ' +
    'redirect to it; ask for it only then. Whoever opens it is what the body says, for one account.',
  callers: ['app_key'],
  body: {
    schema: portalSessionRequestSchema,
    examples: {
      owner: { summary: 'An owner of an account', value: owner },
      product: { summary: 'Somebody of the product team', value: product },
    },
  },
  answers: [
    {
      status: 200,
      description: 'The link.',
      content: {
        'application/json': {
          schema: portalSessionSchema,
          examples: { link: { summary: 'A link for Ada', value: invitation } },
        },
      },
    },
  ],
  problems: [...callerProblems, ...bodyProblems],
  faults: [
    missing('account_id'),
    invalid('role', 'expected one of "member"|"owner"|"product"'),
    unknown('email'),
  ],
  sample: {},
};
