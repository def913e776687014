import { portalSessionRequestSchema } from '@/lib/contract/portal-session';
import { json } from '@/lib/http/answer';
import { endpoint, handle } from '@/lib/http/endpoint';
import { originOf } from '@/lib/http/identify';
import { presentPortalSession } from '@/lib/http/present/portal-session';
import { requireAppKey } from '@/lib/versions/caller';
import { invitePerson } from '@/lib/versions/invite-person';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/portal/sessions', {
  POST: handle({
    allow: requireAppKey,
    body: portalSessionRequestSchema,
    answer: async ({ service, caller, body, headers }) => {
      const { account_id, role, name, user_id } = body;
      const person = { accountId: account_id ?? null, role, name, id: user_id ?? null };
      const invitation = await invitePerson(service, caller, person);
      return json(presentPortalSession(invitation, originOf(headers)));
    },
  }),
});
