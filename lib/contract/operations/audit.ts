import { type AuditEntryBody, auditListSchema, auditQuerySchema } from '../audit';
import { staffRoles } from '../current-user';
import { defineOperation, example, invalidParameter, succeed } from './operation';
import { sampleIds, sampleTimes } from './sample-data';

const switched: AuditEntryBody = {
  id: sampleIds.secondEntry.replace('avh', 'aud'),
  type: 'account.switched',
  account: { id: sampleIds.account, external_id: 'customer-7', title: 'Example Ltd' },
  target_id: sampleIds.secondEntry,
  actor: { kind: 'session', name: 'Sam Example', user_id: 'staff-4', channel: 'support' },
  occurred_at: sampleTimes.second,
  data: {
    version: 'Team',
    previous_version: 'Free',
    billing_period: 'month',
    undo: false,
    reason: 'Asked by phone, ticket 1234',
  },
};

export const listAudit = defineOperation({
  method: 'GET',
  path: '/api/audit',
  tag: 'Audit',
  summary: 'List audit entries',
  description:
    'Returns who did what to the app, newest first: sign-in links, sessions and keys, webhook endpoints, grants, publications of ' +
    'the price list, and what support does. Entries can’t be changed or deleted. Sign-in links are left out unless they are requested. A page ends ' +
    'after 10,000 compared entries and can be empty: continue while `has_more` is true.',
  callers: { scope: 'app', roles: staffRoles },
  query: auditQuerySchema,
  responses: succeed('The entries.', auditListSchema, {
    page: example('A switch by support', { data: [switched], has_more: false }),
  }),
  sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
});
