import { z } from 'zod';
import { message, success, versionId } from './fields';
import { foreignId, line } from './text';

/** Path of `PUT /api/accounts/:external_id`: the host product's own id of the account. */
export const accountPathSchema = z.object({
  external_id: foreignId(200).describe('The id that your own product has for the account.'),
});

/** Body of `PUT /api/accounts/:external_id`. */
export const accountRequestSchema = z.strictObject({ title: line(200).describe('What people call it.') });

/**
 * Answer: 201 where the account was made, on the app's default version, and 200 where it was there, renamed if its
 * title was another.
 */
export const accountSchema = z.object({
  success,
  message,
  data: z.object({
    account_id: z.string().describe('Account id, `acc_…`: what `X-Account-Id` takes.'),
    external_id: z.string().describe('As the path had it.'),
    title: z.string().describe('What people call it.'),
    created: z.boolean().describe('Whether this call made it.'),
    version_id: versionId.nullable().describe('Its current version; null where it has none.'),
  }),
});

export type AccountRequest = z.infer<typeof accountRequestSchema>;
export type AccountAnswer = z.infer<typeof accountSchema>;
