import { z } from 'zod';
import { roles } from './current-user';
import { dataEnvelope, displayName, externalId, unixSeconds, url, versionId } from './fields';

/** Path parameters of `PUT /api/accounts/:external_id`. */
export const accountPathSchema = z.object({
  external_id: externalId(200).describe('ID of the account in your system.'),
});

/** Body of `PUT /api/accounts/:external_id`. */
export const accountRequestSchema = z.strictObject({
  title: displayName(200).describe('Display name of the account.'),
});

/** Response of `PUT /api/accounts/:external_id`. */
export const accountResponseSchema = dataEnvelope({
  account_id: z.string().describe('Account ID, `acc_…`. Send it as `X-Account-Id`.'),
  external_id: z.string().describe('ID of the account in your system.'),
  title: z.string().describe('Display name of the account.'),
  created: z.boolean().describe('Whether this request created the account.'),
  version_id: versionId.nullable().describe('Current version of the account. `null` if it has none.'),
});

export type AccountResponse = z.infer<typeof accountResponseSchema>;

/** Body of `POST /api/portal/sessions`. `account_id` is required unless the role is `product`. */
export const portalSessionRequestSchema = z
  .strictObject({
    account_id: externalId(200)
      .optional()
      .describe('Account ID, `acc_…`. Required unless the role is `product`.'),
    role: z.enum(roles).describe('Role of the user.'),
    name: displayName(200).describe('Name of the user, as shown in the history.'),
    user_id: externalId(200).optional().describe('ID of the user in your system.'),
  })
  .check(({ value, issues }) => {
    if (value.account_id !== undefined || value.role === 'product') return;
    issues.push({
      code: 'custom',
      path: ['account_id'],
      input: undefined,
      message: 'Expected an account ID',
    });
  })
  .meta({
    anyOf: [
      { properties: { role: { const: 'product', description: 'A user without an account.' } } },
      { required: ['account_id'] },
    ],
  });

/** Response of `POST /api/portal/sessions`. The link can't be retrieved later. */
export const portalSessionSchema = dataEnvelope({
  session_id: z.string().describe('Session ID, `pse_…`.'),
  url: url.describe('One-time sign-in link. It is only returned here.'),
  expires: unixSeconds.describe('Time at which the link expires. Unix timestamp in seconds.'),
});

export type PortalSessionRequest = z.infer<typeof portalSessionRequestSchema>;
export type PortalSession = z.infer<typeof portalSessionSchema>;
