import { z } from 'zod';
import { accountChangeSchema } from './account-changes';
import { accountSchema, grantSchema } from './accounts';
import { addOnHistoryEntrySchema } from './add-ons';
import { roles } from './current-user';
import { dataEnvelope, unixSeconds } from './fields';
import { historyEntrySchema } from './history';
import { noticeDismissalSchema } from './notices';
import { usageSchema } from './usage';

const createdAt = unixSeconds.describe('Unix timestamp in seconds.');
const expiresAt = unixSeconds
  .nullable()
  .describe('Time at which it expires. Unix timestamp in seconds. `null` for never.');
const revokedAt = unixSeconds
  .nullable()
  .describe('Time at which it was revoked. Unix timestamp in seconds. `null` if it was not.');
const userName = z.string().describe('Name as it was given. Empty if the account was anonymized.');
const userId = z.string().nullable().describe('ID of the user in your system. `null` if it is unknown.');

/** Who has changed an account. */
const accountUserSchema = z.object({ name: userName, user_id: userId });

export const accountKeySchema = z.object({
  id: z.string().describe('Key ID, `key_…`.'),
  name: z.string().describe('Name of the key.'),
  prefix: z.string().describe('First characters of the key.'),
  role: z.enum(roles).nullable().describe('Role of the key.'),
  created_at: createdAt,
  expires_at: expiresAt,
  revoked_at: revokedAt,
});

export const accountSessionSchema = z.object({
  id: z.string().describe('Session ID, `pse_…`.'),
  role: z.enum(roles).describe('Role of the user.'),
  name: userName,
  user_id: userId,
  return_url: z.string().nullable().describe('Where the pages lead back to. `null` for the default.'),
  path: z.string().nullable().describe('Page that the link opened. `null` for `/`.'),
  locale: z.string().nullable().describe('Language of the pages. `null` for that of the browser.'),
  created_at: createdAt,
  expires_at: expiresAt,
  revoked_at: revokedAt,
});

export const idempotencyKeySchema = z.object({
  key: z.string().describe('`Idempotency-Key` of a switch or of a change of an optional feature.'),
  created_at: createdAt,
  expires_at: expiresAt,
});

/** Response of `POST /api/accounts/:external_id/anonymize`. */
export const anonymizedAccountSchema = dataEnvelope({
  account_id: z.string().describe('Account ID, `acc_…`. The account has no external ID any more.'),
});

/** Response of `POST` and `DELETE /api/accounts/:external_id/removal`. */
export const removalSchema = dataEnvelope({ account_id: z.string().describe('Account ID, `acc_…`.') });

/** Response of `GET /api/accounts/:external_id/export`. */
export const accountExportSchema = dataEnvelope({
  account: accountSchema,
  users: z
    .array(accountUserSchema)
    .describe('Who has changed the account, as named at that time: users, and keys of the account.'),
  grants: z.array(grantSchema).describe('Versions that are granted to the account.'),
  keys: z.array(accountKeySchema).describe('API keys of the account.'),
  sessions: z.array(accountSessionSchema).describe('Portal sessions and links of the account.'),
  idempotency_keys: z
    .array(idempotencyKeySchema)
    .describe('Keys that requests of the last 24 hours have sent.'),
  usage: usageSchema
    .pick({ amounts: true, reported_at: true })
    .describe('What the account uses of its limits.'),
  dismissed_notices: z.array(noticeDismissalSchema).describe('Notices that were dismissed, oldest first.'),
  history: z.array(historyEntrySchema).describe('History entries, newest first.'),
  optional_features: z.array(addOnHistoryEntrySchema).describe('Changes of optional features, newest first.'),
  changes: z.array(accountChangeSchema).describe('Switches that wait or have waited, newest first.'),
});

export type AccountExport = z.infer<typeof accountExportSchema>;
