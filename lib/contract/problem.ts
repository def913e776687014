import { z } from 'zod';
import { type ProblemCode, problems } from './errors';

/** Body of every refusal: RFC 9457 and the spec's envelope (2.1, 7) at once. */
export const problemSchema = z.object({
  success: z.literal(false),
  message: z.string().describe('Fit for a user.'),
  type: z.string().describe('`/problems/` and the code.'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  errors: z
    .array(
      z.object({
        field: z.string(),
        code: z.enum(['parameter_missing', 'parameter_invalid', 'parameter_unknown']),
        message: z.string(),
      }),
    )
    .optional()
    .describe('Only where fields are at fault.'),
  request_id: z.string(),
});

export type ProblemBody = z.infer<typeof problemSchema>;
