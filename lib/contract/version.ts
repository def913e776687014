import { z } from 'zod';
import { fee, versionId } from './fields';

/** `GET /app/versions/:id` (spec 2.3, 4.3): bare, without an envelope. `fee` and `more_info` are additions. */
export const versionSchema = z.object({
  id: versionId,
  title: z.string(),
  description: z.string(),
  tag: z.string(),
  user_fee: z.int().nonnegative().describe('Minor units; 0 when the version has none.'),
  is_default: z.boolean(),
  active: z.boolean(),
  features: z.array(
    z.object({ id: z.string().describe('`fea_…`'), title: z.string(), human_id: z.string() }),
  ),
  fee,
  more_info: z.string().nullable(),
});

export type Version = z.infer<typeof versionSchema>;
