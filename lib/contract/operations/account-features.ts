import {
  type AccountFeature,
  accountFeaturePathSchema,
  accountFeaturesSchema,
  type FeatureAccess,
  featureAccessSchema,
} from '../features';
import { conditionalReadHeadersSchema } from '../headers';
import { callerErrors, missingAccountId, notModifiedResponse, type Operation } from './operation';
import { sampleBoards, sampleFeatures } from './sample-data';

const noContent = {
  value: null,
  amount: null,
  unlimited: false,
  unit: null,
  period: null,
  renewable: null,
};

const features: AccountFeature[] = [
  {
    ...sampleFeatures.boards,
    ...sampleBoards.free,
    renewable: false,
    linked_features: [],
    source: 'version',
  },
  { ...sampleFeatures.guests, ...noContent, linked_features: [], source: 'version' },
];

const limited: FeatureAccess = {
  id: sampleFeatures.boards.id,
  allowed: true,
  ...sampleBoards.free,
  renewable: false,
  source: 'version',
};

const denied: FeatureAccess = {
  id: sampleFeatures.auditLog.id,
  allowed: false,
  ...noContent,
  source: null,
};

const callers: Operation['callers'] = ['member', 'owner', 'product', 'app_key'];

export const listAccountFeatures: Operation = {
  method: 'GET',
  path: '/account/features',
  atOrigin: true,
  id: 'listAccountFeatures',
  tag: 'Features',
  summary: 'List the features of the account',
  description:
    'Returns the features and usage limits that the account has, as its current version includes them now. Use it to ' +
    'decide what the account may do in your application. After a switch or a change of the catalog, no response has the ' +
    'previous state.',
  callers,
  headers: conditionalReadHeadersSchema,
  responses: [
    {
      status: 200,
      description: 'The features.',
      headers: ['ETag', 'Content-Encoding'],
      content: {
        'application/json': {
          schema: accountFeaturesSchema,
          examples: {
            features: {
              summary: 'A feature with an amount, and one without',
              value: { success: true, message: '', payload: features },
            },
          },
        },
      },
    },
    notModifiedResponse,
  ],
  errors: [...callerErrors, 'parameter_missing'],
  sampleFieldErrors: [missingAccountId],
  sampleParameters: {},
};

export const getAccountFeature: Operation = {
  method: 'GET',
  path: '/account/features/{human_id}',
  atOrigin: true,
  id: 'getAccountFeature',
  tag: 'Features',
  summary: 'Check a feature of the account',
  description:
    'Returns whether the account has a feature, and how much of it. A feature that does not exist is not allowed; it is not ' +
    'an error. The response has no envelope. An amount of `0` is allowed: compare it with the usage that you count.',
  callers,
  pathParameters: accountFeaturePathSchema,
  headers: conditionalReadHeadersSchema,
  responses: [
    {
      status: 200,
      description: 'Whether the account has the feature.',
      headers: ['ETag'],
      content: {
        'application/json': {
          schema: featureAccessSchema,
          examples: {
            limited: { summary: 'A feature with an amount', value: limited },
            denied: { summary: 'A feature that the account does not have', value: denied },
          },
        },
      },
    },
    notModifiedResponse,
  ],
  errors: [...callerErrors, 'parameter_missing'],
  sampleFieldErrors: [missingAccountId],
  sampleParameters: { human_id: sampleFeatures.boards.id },
};
