import { z } from 'zod';
import { fee, switchDecision, userFee, versionId } from './fields';

/** List entry (spec 2.2) with the additions `public`, `current` and `switch`. */
export const versionEntrySchema = z.object({
  id: versionId,
  title: z.string(),
  description: z.string(),
  more_info: z.string().nullable(),
  active: z.boolean(),
  fee,
  user_fee: userFee,
  tag: z.string(),
  public: z.boolean().describe('False where only some callers see it.'),
  current: z.boolean().describe("Whether it is the account's."),
  switch: switchDecision.nullable().describe('Null for a caller without an account.'),
});

/** Matrix row (spec 2.4) with the additions `group`, `values` and `offers`. */
export const matrixFeatureSchema = z.object({
  id: z.string().describe('Readable slug.'),
  title: z.string(),
  description: z.string(),
  versions: z.record(z.string(), z.boolean()).describe('By version id: whether it includes the feature.'),
  group: z.string().describe('Heading it stands under; empty for none.'),
  values: z.record(z.string(), z.string()).describe('By version id: what stands in place of a tick.'),
  offers: z
    .record(z.string(), z.object({ title: z.string().nullable(), fee, user_fee: userFee }))
    .describe('By version id: the price at which the feature can be added.'),
});

export const matrixSchema = z.object({
  versions: z.array(z.string()).describe('Titles, in display order.'),
  features: z.array(matrixFeatureSchema),
});

/** What holds for every price of the list. */
export const appSchema = z.object({
  title: z.string(),
  currency: z.string().describe('ISO 4217.'),
  billing_period: z.enum(['month', 'year']),
  contact_url: z.string().nullable(),
});

/** `GET /app/versions` (spec 4.1). */
export const versionListSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({
    versions: z.array(versionEntrySchema),
    matrix: matrixSchema.optional(),
    optional_features_available: z.boolean(),
    app: appSchema,
  }),
});

export type VersionEntry = z.infer<typeof versionEntrySchema>;
export type MatrixFeature = z.infer<typeof matrixFeatureSchema>;
export type Matrix = z.infer<typeof matrixSchema>;
export type AppInfo = z.infer<typeof appSchema>;
export type VersionList = z.infer<typeof versionListSchema>;

/** Query of `GET /app/versions`: `exclude_matrix` is `true` or `false`, once. */
export const versionListQuerySchema = z.object({ exclude_matrix: z.enum(['true', 'false']).optional() });
