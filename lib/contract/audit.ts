import { z } from 'zod';
import {
  actor,
  booleanParameter,
  cursorOf,
  externalId,
  integerParameter,
  limitOf,
  pageEnvelope,
  unixSeconds,
} from './fields';

/** What an audit entry records. */
export const auditTypes = [
  'app.created',
  'account.switched',
  'account.add_on_changed',
  'account.terms_changed',
  'account.change_scheduled',
  'account.change_canceled',
  'account.signed_out',
  'account.exported',
  'account.removal_requested',
  'account.removal_withdrawn',
  'account.anonymized',
  'account.deletion_scheduled',
  'account.deletion_withdrawn',
  'user.signed_out',
  'session.created',
  'session.started',
  'session.ended',
  'key.created',
  'key.revoked',
  'grant.created',
  'grant.removed',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_rotated',
  'move.created',
  'move.canceled',
  'catalog.published',
  'catalog.scheduled',
  'catalog.schedule_canceled',
  'catalog.shared',
  'catalog.unshared',
  'catalog.two_person_rule_set',
  'staff_sign_in.set',
  'staff_sign_in.removed',
] as const;

export type AuditType = (typeof auditTypes)[number];

/** An audit entry. */
export const auditEntrySchema = z.object({
  id: z.string().describe('Audit entry ID, `aud_…`.'),
  type: z
    .enum(auditTypes)
    .describe(
      'What happened. `account.switched`, `account.add_on_changed` and `account.change_…` are by support. More types can be added.',
    ),
  account: z
    .object({
      id: z.string().describe('Account ID, `acc_…`.'),
      external_id: z.string().nullable().describe('ID of the account in your system. `null` if it has none.'),
      title: z.string().describe('Display name of the account.'),
    })
    .nullable()
    .describe('The account, with its present title. `null` for what concerns the app.'),
  target_id: z
    .string()
    .nullable()
    .describe(
      'ID of the key, session, webhook endpoint, version, edition, move, change or history entry. `null` for others.',
    ),
  actor,
  occurred_at: unixSeconds.describe('When it happened. Unix timestamp in seconds.'),
  data: z
    .record(z.string(), z.unknown())
    .describe('What changed, such as `role` of a session or `from` and `to` of a URL. Never a secret.'),
});

const time = integerParameter(0, 253_402_300_799);

/** Query of `GET /api/audit`. */
export const auditQuerySchema = z.object({
  type: z.enum(auditTypes).optional().describe('Type of the entries to return.'),
  account_id: externalId(200)
    .optional()
    .describe('ID or external ID of the account of the entries to return.'),
  actor: externalId(200)
    .optional()
    .describe('Who did it: a user ID, the ID of a key or session, or a part of the name in any case.'),
  search: externalId(200).optional().describe('A part of a text in `data`, in any case, or `target_id`.'),
  since: time.describe('Time from which the entries are. Unix timestamp in seconds.'),
  until: time.describe('Time before which the entries are. Unix timestamp in seconds.'),
  sign_in_links: booleanParameter.describe(
    'Whether to return an entry for each sign-in link. Default: `false`, and `true` with the type `session.created`.',
  ),
  limit: limitOf('entries'),
  cursor: cursorOf(/^aud_[0-9a-z]{26}$/),
});

export const auditListSchema = pageEnvelope(z.array(auditEntrySchema).describe('The entries, newest first.'));

export type AuditEntryBody = z.infer<typeof auditEntrySchema>;
export type AuditList = z.infer<typeof auditListSchema>;
