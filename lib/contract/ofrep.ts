import { z } from 'zod';
import { isStorableText } from './fields';

/** The body of `POST /ofrep/v1/evaluate/flags`, and of one flag. Other fields of the context have no effect. */
const requestSchema = z.object({
  context: z.object({
    targetingKey: z
      .string()
      .max(1000)
      .refine(isStorableText, 'expected text without NUL characters')
      .optional(),
  }),
});

export const ofrepBody = { schema: requestSchema };
