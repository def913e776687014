import { z } from 'zod';
import { message, success } from './fields';
import { roles } from './role';
import { foreignId, line } from './text';

/** Body of `POST /api/portal/sessions`: who is let in. The product role may come without an account. */
export const portalSessionRequestSchema = z
  .strictObject({
    account_id: foreignId(200)
      .optional()
      .describe('Account id (`acc_…`). Only the product role may come without.'),
    role: z.enum(roles).describe('What the person may do.'),
    name: line(200).describe('Who it is, as the history will show it.'),
    user_id: foreignId(200).optional().describe("The host product's own id of the person."),
  })
  .check(({ value, issues }) => {
    if (value.account_id !== undefined || value.role === 'product') return;
    issues.push({ code: 'custom', path: ['account_id'], input: undefined, message: 'Expected an account' });
  });

/** Answer: a link that begins the session once, within 5 minutes. Shown only here. */
export const portalSessionSchema = z.object({
  success,
  message,
  data: z.object({
    session_id: z.string().describe('Session id, `pse_…`'),
    url: z.string().describe('Where to send the person. It is told only here.'),
    expires: z.int().describe('When the link ends, in Unix seconds.'),
  }),
});

export type PortalSessionRequest = z.infer<typeof portalSessionRequestSchema>;
export type PortalSession = z.infer<typeof portalSessionSchema>;
