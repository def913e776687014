import { z } from 'zod';
import { featureSources } from './enums';
import {
  entitlementUsageFields,
  featureContent,
  featureRef,
  language,
  listEnvelope,
  pageParameters,
  renewable,
  untranslated,
} from './fields';

const source = z
  .enum(featureSources)
  .describe(
    '`version` if the current version includes the feature, `option` if an optional feature that is on adds it or changes ' +
      'its amount.',
  );

const entitlementFields = { ...featureContent.shape, renewable, ...entitlementUsageFields };

/** A feature that an account has. `value` is the text that the matrix shows; amounts are numbers besides. */
export const accountFeatureSchema = featureRef.extend({
  ...entitlementFields,
  linked_features: z
    .array(z.string())
    .describe('Slugs of the features that this one limits, if it is a usage limit of its own. Else empty.'),
  source,
  untranslated,
});

/** `GET /account/features`. */
export const accountFeaturesSchema = listEnvelope(
  z
    .array(accountFeatureSchema)
    .describe('Features and usage limits of the account, in catalog order. Empty without a current version.'),
);

/** Query parameters of `GET /account/features`. */
export const accountFeaturesQuerySchema = z.object({ ...pageParameters, language });

/** `GET /account/features/:human_id`, without an envelope. */
export const featureAccessSchema = z.object({
  id: z.string().describe('`human_id` of the request.'),
  allowed: z.boolean().describe('Whether the account has the feature.'),
  known: z.boolean().describe('Whether the caller can see a feature or usage limit with this ID in the app.'),
  ...entitlementFields,
  source: source.nullable().describe('Where the feature comes from. `null` if it is not allowed.'),
  untranslated,
});

export type AccountFeature = z.infer<typeof accountFeatureSchema>;
export type AccountFeatures = z.infer<typeof accountFeaturesSchema>;
export type FeatureAccess = z.infer<typeof featureAccessSchema>;
