import { roles } from '../current-user';
import {
  type AccountFeature,
  accountFeaturesQuerySchema,
  accountFeaturesSchema,
  type FeatureAccess,
  featureAccessSchema,
} from '../features';
import { languageQuerySchema } from '../fields';
import { accountHeaderSchema, localizedConditionalReadHeadersSchema } from '../headers';
import { signedEntitlementsSchema } from '../signed-entitlements';
import { defineOperation, example, succeed, succeedWith } from './operation';
import { noContent, sampleBoards, sampleFeatures, sampleTimes } from './sample-data';

const features: AccountFeature[] = [
  {
    ...sampleFeatures.boards,
    ...sampleBoards.free,
    renewable: false,
    linked_features: [],
    source: 'version',
  },
  { ...sampleFeatures.guests, ...noContent, renewable: null, linked_features: [], source: 'version' },
];

const limited: FeatureAccess = {
  id: sampleFeatures.boards.id,
  allowed: true,
  known: true,
  ...sampleBoards.free,
  renewable: false,
  source: 'version',
};

const denied: FeatureAccess = {
  id: sampleFeatures.auditLog.id,
  allowed: false,
  known: true,
  ...noContent,
  renewable: null,
  source: null,
};

export const featureOperations = {
  listAccountFeatures: defineOperation({
    method: 'GET',
    path: '/api/account/features',
    tag: 'Features',
    summary: 'List the features of the account',
    description:
      'Returns the features and usage limits that the account has, as its current version includes them now. Use it to ' +
      'decide what the account may do in your application. After a switch or a change of the catalog, no response has the ' +
      'previous state.',
    callers: { scope: 'account', roles },
    query: accountFeaturesQuerySchema,
    headers: localizedConditionalReadHeadersSchema,
    responses: succeed(
      'The features.',
      accountFeaturesSchema,
      {
        features: example('A feature with an amount, and one without', {
          payload: features,
          has_more: false,
        }),
      },
      { headers: ['Content-Encoding'] },
    ),
  }),
  getAccountFeature: defineOperation({
    method: 'GET',
    path: '/api/account/features/:human_id',
    tag: 'Features',
    summary: 'Check a feature of the account',
    description:
      'Returns whether the account has a feature, and how much of it. A feature that does not exist is not allowed; it is not ' +
      'an error. The response has no envelope. An amount of `0` is allowed: compare it with the usage that you count.',
    callers: { scope: 'account', roles },
    query: languageQuerySchema,
    headers: localizedConditionalReadHeadersSchema,
    responses: succeed('Whether the account has the feature.', featureAccessSchema, {
      limited: { summary: 'A feature with an amount', value: limited },
      denied: { summary: 'A feature that the account does not have', value: denied },
    }),
  }),
  getSignedEntitlements: defineOperation({
    method: 'GET',
    path: '/api/account/signed-entitlements',
    tag: 'Features',
    summary: 'Get the features as a signed token',
    description:
      'Returns a JSON Web Token with the features of the account, for an application that goes on when this server does not ' +
      'respond. Verify it with the keys of `/.well-known/jwks.json`: `alg` is `EdDSA`, `typ` is `entitlements+jwt`, `iss` the ' +
      'origin of this server, `aud` the slug of the app, `sub` the account ID, and `external_id` your ID of it. `features` is as ' +
      '`payload` of `GET /account/features`. Use the token until `exp`, five minutes, and if the server does not respond until ' +
      '`max_stale`, 24 hours.',
    callers: { scope: 'account', roles },
    headers: accountHeaderSchema,
    responses: succeedWith('The token.', signedEntitlementsSchema, {
      data: {
        token: 'eyJhbGciOiJFZERTQSIsImtpZCI6Ii4uLiIsInR5cCI6ImVudGl0bGVtZW50cytqd3QifQ.e30.AAAA',
        expires_at: sampleTimes.first + 300,
        max_stale_at: sampleTimes.first + 86_400,
      },
    }),
    errors: ['signing_not_configured'],
  }),
};
