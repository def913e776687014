import { type AccountAnswer, accountPathSchema, accountRequestSchema, accountSchema } from '../account';
import { bodyProblems, callerProblems, invalid, missing, type Operation, unknown } from '../operation';
import { sampleIds } from './sample-catalog';

const made: AccountAnswer = {
  success: true,
  message: 'Example Ltd was signed up.',
  data: {
    account_id: sampleIds.account,
    external_id: 'customer-7',
    title: 'Example Ltd',
    created: true,
    version_id: sampleIds.free,
  },
};

const found: AccountAnswer = { ...made, message: '', data: { ...made.data, created: false } };

export const signAccountUp: Operation = {
  method: 'PUT',
  path: '/accounts/{external_id}',
  atOrigin: false,
  id: 'signAccountUp',
  tag: 'Host back end',
  summary: 'Sign an account up',
  description:
    'Makes an account on the default version of the app, or finds the one with this id of yours and renames it ' +
    'where its title is another. The same call twice is one account.',
  callers: ['app_key'],
  pathParameters: accountPathSchema,
  body: {
    schema: accountRequestSchema,
    examples: { title: { summary: 'What people call it', value: { title: 'Example Ltd' } } },
  },
  answers: [
    {
      status: 201,
      description: 'The account was made.',
      content: {
        'application/json': {
          schema: accountSchema,
          examples: { made: { summary: 'Made on the default version', value: made } },
        },
      },
    },
    {
      status: 200,
      description: 'The account was there.',
      content: {
        'application/json': {
          schema: accountSchema,
          examples: { found: { summary: 'Found as it was', value: found } },
        },
      },
    },
  ],
  problems: [...callerProblems, ...bodyProblems, 'switch_conflict'],
  faults: [
    missing('title'),
    invalid('title', 'too big: expected string to have <=200 characters'),
    unknown('name'),
  ],
  sample: { external_id: 'customer-7' },
};
