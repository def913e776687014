import { z } from 'zod';
import { accountRoles, isStaff, roles, staffRoles } from './current-user';
import {
  dataEnvelope,
  displayName,
  externalId,
  isOrigin,
  isSafeUrl,
  rowId,
  unixSeconds,
  url,
} from './fields';
import { pageLanguages } from './page-languages';
import { pageList } from './pages';

/** Hours that a session lasts, for apps that do not set it. */
export const defaultSessionHours = 12;

const paths = pageList.map(({ path }) => path);
const pathAlternatives = paths.map((page) => page.replace(':id', "[\\w.!~*'()%-]+")).join('|');

const maxPathLength = 2000;

/** The pages that a link can open, with a query string of visible ASCII characters. */
const pathPattern = new RegExp(`^(${pathAlternatives})(\\?[!"$-~]*)?$`);

/** Whether a text is the path of such a page. */
export function isPagePath(text: string): boolean {
  return text.length <= maxPathLength && pathPattern.test(text);
}

const path = z
  .string()
  .max(maxPathLength)
  .regex(pathPattern, 'Expected the path of a page, such as /compare or /?seats=3')
  .describe(
    `Page that the link opens, with an optional query string: ${paths.map((page) => `\`${page}\``).join(', ')}. An ID in it is that ` +
      'of an account, which can be its external ID, or of a webhook endpoint. Defaults to `/`.',
  );

const returnUrl = url
  .max(2000)
  .refine(isSafeUrl, 'Expected a URL with https, or with http and a loopback host')
  .describe(
    'Where the pages lead back to: a URL of your product with one of the app’s `return_origins`. Defaults to the app’s ' +
      '`home_url`.',
  );

const locale = z
  .string()
  .max(100)
  .refine(isPageLocale, `Expected a language tag with one of the languages ${pageLanguages.join(', ')}`)
  .describe(
    'Language of the pages, unless the user chose one: a BCP 47 tag such as `de` or `de-AT`. Defaults to the language of the ' +
      'browser.',
  );

/** Body of `POST /api/portal/sessions`. `account_id` is required for the roles of customers. */
export const portalSessionRequestSchema = z
  .strictObject({
    account_id: externalId(200)
      .optional()
      .describe(
        'ID of the account, `acc_…`, or its external ID. Required unless the role is `product` or `support`. Not accepted with `support`.',
      ),
    role: z.enum(roles).describe('Role of the user.'),
    name: displayName(200).describe('Name of the user, as shown in the history.'),
    user_id: externalId(200).optional().describe('ID of the user in your system.'),
    return_url: returnUrl.optional(),
    path: path.optional(),
    locale: locale.optional(),
  })
  .check(({ value, issues }) => {
    const isValid = value.account_id === undefined ? isStaff(value.role) : value.role !== 'support';
    if (isValid) return;
    issues.push({
      code: 'custom',
      path: ['account_id'],
      input: value.account_id,
      message:
        value.role === 'support' ? 'Expected no account with the role support' : 'Expected an account ID',
    });
  })
  .meta({
    anyOf: [
      { properties: { role: { enum: staffRoles, description: 'A user without an account.' } } },
      { required: ['account_id'] },
    ],
  });

export const sessionId = rowId('Session ID, `pse_…`.');

/** Response of `POST /api/portal/sessions`. The link can't be retrieved later. */
export const portalSessionSchema = dataEnvelope({
  session_id: sessionId,
  url: url.describe('One-time sign-in link. It is only returned here.'),
  expires: unixSeconds.describe('Time at which the link expires. Unix timestamp in seconds.'),
});

/** Body of `POST /api/portal/tokens`. */
export const portalTokenRequestSchema = z.strictObject({
  account_id: externalId(200).describe('ID of the account, `acc_…`, or its external ID.'),
  role: z.enum(accountRoles).describe('Role of the user.'),
  name: displayName(200).describe('Name of the user, as shown in the history.'),
  user_id: externalId(200).optional().describe('ID of the user in your system.'),
  origin: z
    .string()
    .max(300)
    .refine(isOrigin, 'Expected an origin, such as https://app.example.com')
    .describe('Origin of your page with the frame: one of the app’s `frame_origins`.'),
});

/** Response of `POST /api/portal/tokens`. The token can't be retrieved later. */
export const portalTokenSchema = dataEnvelope({
  session_id: sessionId,
  token: z.string().describe('The token, `avt_…`. It is only returned here.'),
  expires: unixSeconds.describe('Time at which the token expires. Unix timestamp in seconds.'),
});

/** Response of `GET /api/portal/tokens`. */
export const credentialUserSchema = dataEnvelope({
  account_id: z.string().describe('Account ID, `acc_…`.'),
  role: z.enum(roles).describe('Role of the user.'),
  name: z.string().describe('Name of the user or the key.'),
  user_id: z.string().nullable().describe('ID of the user in your system. `null` if there is none.'),
  expires: unixSeconds
    .nullable()
    .describe('Time at which the token or session expires. Unix timestamp in seconds. `null` for a key.'),
});

/** Query parameters of `DELETE /api/portal/sessions`. */
export const portalSessionsQuerySchema = z.object({
  user_id: externalId(200).describe(
    'ID of the user in your system, as in the requests that created the sessions.',
  ),
});

/** Response of `DELETE /api/portal/sessions/:id`. */
export const endedPortalSessionSchema = dataEnvelope({ session_id: sessionId });

/** Response of `DELETE /api/portal/sessions`, and of the same for an account. */
export const endedPortalSessionsSchema = dataEnvelope({
  ended: z.int().nonnegative().describe('Number of sessions and unused links that this request ended.'),
});

export type PortalSessionRequest = z.infer<typeof portalSessionRequestSchema>;
export type PortalSession = z.infer<typeof portalSessionSchema>;

export type PortalTokenRequest = z.infer<typeof portalTokenRequestSchema>;
export type PortalToken = z.infer<typeof portalTokenSchema>;
export type CredentialUser = z.infer<typeof credentialUserSchema>;

function isPageLocale(tag: string): boolean {
  try {
    return pageLanguages.some((language) => language === new Intl.Locale(tag).language);
  } catch {
    return false;
  }
}
