import { z } from 'zod';
import {
  billingPeriod,
  currency,
  fee,
  message,
  moreInfo,
  success,
  switchDecision,
  userFee,
  versionActive,
  versionDescription,
  versionId,
  versionTag,
  versionTitle,
} from './fields';

/** List entry (spec 2.2) with the additional fields `public`, `current` and `switch`. */
export const versionEntrySchema = z.object({
  id: versionId,
  title: versionTitle,
  description: versionDescription,
  more_info: moreInfo,
  active: versionActive,
  fee,
  user_fee: userFee,
  tag: versionTag,
  public: z.boolean().describe('Whether the version is visible to everyone.'),
  current: z.boolean().describe('Whether this is the current version of the account.'),
  switch: switchDecision
    .nullable()
    .describe('Whether the account can switch to this version. `null` for callers without an account.'),
});

/** Matrix row (spec 2.4) with the additional fields `group`, `values` and `offers`. */
export const matrixFeatureSchema = z.object({
  id: z.string().describe('Human-readable slug of the feature.'),
  title: z.string().describe('Display name of the feature.'),
  description: z.string().describe('Description of the feature. May be empty.'),
  versions: z
    .record(z.string(), z.boolean())
    .describe('Map from version ID to whether the version includes the feature.'),
  group: z.string().describe('Group that the feature is displayed in. Empty if it has none.'),
  values: z
    .record(z.string(), z.string())
    .describe('Map from version ID to a value that is displayed instead of a check mark.'),
  offers: z
    .record(
      z.string(),
      z.object({
        title: z.string().nullable().describe('Name of the add-on. `null` if it has no name of its own.'),
        fee,
        user_fee: userFee,
      }),
    )
    .describe('Map from version ID to the price for which the feature can be added.'),
});

export const matrixSchema = z.object({
  versions: z.array(z.string()).describe('Titles of the versions in display order.'),
  features: z.array(matrixFeatureSchema).describe('One row per feature.'),
});

/** The app, with settings that apply to all its prices. */
export const appSchema = z.object({
  title: z.string().describe('Display name of the app.'),
  currency,
  billing_period: billingPeriod,
  contact_url: z.string().nullable().describe('URL for price requests. `null` if there is none.'),
});

/** `GET /app/versions` (spec 4.1). */
export const versionListSchema = z.object({
  success,
  message,
  data: z.object({
    versions: z.array(versionEntrySchema).describe('Versions, sorted by tag.'),
    matrix: matrixSchema.optional().describe('Feature matrix. Absent with `exclude_matrix=true`.'),
    optional_features_available: z
      .boolean()
      .describe('Whether optional features can be added to the current version.'),
    app: appSchema,
  }),
});

export type VersionEntry = z.infer<typeof versionEntrySchema>;
export type MatrixFeature = z.infer<typeof matrixFeatureSchema>;
export type Matrix = z.infer<typeof matrixSchema>;
export type AppInfo = z.infer<typeof appSchema>;
export type VersionList = z.infer<typeof versionListSchema>;

/** Query parameters of `GET /app/versions`. A repeated `exclude_matrix` is invalid. */
export const versionListQuerySchema = z.object({
  exclude_matrix: z
    .enum(['true', 'false'])
    .optional()
    .describe('Set to `true` to omit the feature matrix. Defaults to `false`.'),
});

/** `GET /app/versions/:id` (spec 2.3, 4.3): no envelope; `fee` and `more_info` are additional fields. */
export const versionSchema = z.object({
  id: versionId,
  title: versionTitle,
  description: versionDescription,
  tag: versionTag,
  user_fee: z
    .int()
    .nonnegative()
    .describe('Fee per user and billing period in minor units (cents). `0` if there is none.'),
  is_default: z.boolean().describe('Whether new accounts start on this version.'),
  active: versionActive,
  features: z
    .array(
      z.object({
        id: z.string().describe('Feature ID, `fea_…`.'),
        title: z.string().describe('Display name of the feature.'),
        human_id: z.string().describe('Human-readable slug of the feature.'),
      }),
    )
    .describe('Features that the version includes.'),
  fee,
  more_info: moreInfo,
});

/** Path parameters of endpoints for one version. Any text is valid; IDs of versions that aren't listed return 404. */
export const versionPathSchema = z.object({ id: versionId });

export type Version = z.infer<typeof versionSchema>;
