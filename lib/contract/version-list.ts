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

/** List entry (spec 2.2) with the additions `public`, `current` and `switch`. */
export const versionEntrySchema = z.object({
  id: versionId,
  title: versionTitle,
  description: versionDescription,
  more_info: moreInfo,
  active: versionActive,
  fee,
  user_fee: userFee,
  tag: versionTag,
  public: z.boolean().describe('False where only some callers see it.'),
  current: z.boolean().describe('Whether it is what the account has.'),
  switch: switchDecision
    .nullable()
    .describe('What a switch to it would be; null for a caller without an account.'),
});

/** Matrix row (spec 2.4) with the additions `group`, `values` and `offers`. */
export const matrixFeatureSchema = z.object({
  id: z.string().describe('Readable slug.'),
  title: z.string().describe('What people call the feature.'),
  description: z.string().describe('What it does; may be empty.'),
  versions: z.record(z.string(), z.boolean()).describe('By version id: whether it includes the feature.'),
  group: z.string().describe('Heading it stands under; empty for none.'),
  values: z.record(z.string(), z.string()).describe('By version id: what stands in place of a tick.'),
  offers: z
    .record(
      z.string(),
      z.object({
        title: z.string().nullable().describe('What is sold; null where it has no name of its own.'),
        fee,
        user_fee: userFee,
      }),
    )
    .describe('By version id: the price at which the feature can be added.'),
});

export const matrixSchema = z.object({
  versions: z.array(z.string()).describe('Titles, in display order.'),
  features: z.array(matrixFeatureSchema).describe('A row for each feature.'),
});

/** What holds for every price of the list. */
export const appSchema = z.object({
  title: z.string().describe('What people call the app.'),
  currency,
  billing_period: billingPeriod,
  contact_url: z.string().nullable().describe('Where to ask for a price; null for nowhere.'),
});

/** `GET /app/versions` (spec 4.1). */
export const versionListSchema = z.object({
  success,
  message,
  data: z.object({
    versions: z.array(versionEntrySchema).describe('Sorted by tag.'),
    matrix: matrixSchema.optional().describe('Left out with `exclude_matrix=true`.'),
    optional_features_available: z
      .boolean()
      .describe('Whether any feature can be added to what the account has.'),
    app: appSchema,
  }),
});

export type VersionEntry = z.infer<typeof versionEntrySchema>;
export type MatrixFeature = z.infer<typeof matrixFeatureSchema>;
export type Matrix = z.infer<typeof matrixSchema>;
export type AppInfo = z.infer<typeof appSchema>;
export type VersionList = z.infer<typeof versionListSchema>;

/** Query of `GET /app/versions`: `exclude_matrix` is `true` or `false`, once. */
export const versionListQuerySchema = z.object({
  exclude_matrix: z.enum(['true', 'false']).optional().describe('`true` leaves the matrix out.'),
});
