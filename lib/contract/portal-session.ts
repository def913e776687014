import { z } from 'zod';
import { roles } from './role';
import { foreignId, line } from './text';

/** Body of `POST /api/portal/sessions`: who is let in. The product role may come without an account. */
export const portalSessionRequestSchema = z
  .strictObject({
    account_id: foreignId(200).optional(),
    role: z.enum(roles),
    name: line(200).describe('Who it is, as the history will show it.'),
    user_id: foreignId(200).optional().describe("The host product's own id of the person."),
  })
  .check(({ value, issues }) => {
    if (value.account_id !== undefined || value.role === 'product') return;
    issues.push({ code: 'custom', path: ['account_id'], input: undefined, message: 'Expected an account' });
  });

/** Answer: a link that begins the session once, within 5 minutes. Shown only here. */
export const portalSessionSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({
    session_id: z.string().describe('`pse_…`'),
    url: z.string(),
    expires: z.int().describe('Unix time in seconds at which the link ends.'),
  }),
});

export type PortalSessionRequest = z.infer<typeof portalSessionRequestSchema>;
export type PortalSession = z.infer<typeof portalSessionSchema>;
