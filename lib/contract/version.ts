import { z } from 'zod';
import {
  fee,
  moreInfo,
  versionActive,
  versionDescription,
  versionId,
  versionTag,
  versionTitle,
} from './fields';

/** `GET /app/versions/:id` (spec 2.3, 4.3): bare, without an envelope. `fee` and `more_info` are additions. */
export const versionSchema = z.object({
  id: versionId,
  title: versionTitle,
  description: versionDescription,
  tag: versionTag,
  user_fee: z.int().nonnegative().describe('Minor units; 0 when the version has none.'),
  is_default: z.boolean().describe('Whether new accounts begin on it.'),
  active: versionActive,
  features: z
    .array(
      z.object({
        id: z.string().describe('Feature id, `fea_…`'),
        title: z.string().describe('What people call the feature.'),
        human_id: z.string().describe('Readable slug.'),
      }),
    )
    .describe('Features it includes.'),
  fee,
  more_info: moreInfo,
});

/** Path of what is about one version. Any text can be asked for; what names no listed version is not found. */
export const versionPathSchema = z.object({ id: versionId });

export type Version = z.infer<typeof versionSchema>;
