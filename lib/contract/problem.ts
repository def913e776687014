import { z } from 'zod';
import { type ProblemCode, problems } from './errors';

/** Body of every refusal: RFC 9457 and the spec's envelope (2.1, 7) at once. */
export const problemSchema = z.object({
  success: z.literal(false).describe('False on every refusal.'),
  message: z.string().describe('Fit for a user.'),
  type: z.string().describe('`/problems/` and the code: a page that explains it.'),
  title: z.string().describe('The same for each refusal of this code.'),
  status: z.int().describe('The HTTP status.'),
  detail: z.string().describe('The message again, where RFC 9457 has it.'),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]).describe('What to decide on.'),
  errors: z
    .array(
      z.object({
        field: z.string().describe('Name of the field, parameter or header.'),
        code: z
          .enum(['parameter_missing', 'parameter_invalid', 'parameter_unknown'])
          .describe('What is wrong with it.'),
        message: z.string().describe('Fit for a user.'),
      }),
    )
    .optional()
    .describe('Only where fields are at fault.'),
  request_id: z.string().describe('As in `X-Request-Id`: name it when you ask us.'),
});

export type ProblemBody = z.infer<typeof problemSchema>;
