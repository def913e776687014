import { accountPathSchema, accountRequestSchema } from '@/lib/contract/account';
import { createdJson, json } from '@/lib/http/answer';
import { endpoint, handle } from '@/lib/http/endpoint';
import { presentAccount } from '@/lib/http/present/account';
import { requireAppKey } from '@/lib/versions/caller';
import { putAccount } from '@/lib/versions/put-account';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/accounts/:external_id', {
  PUT: handle({
    allow: requireAppKey,
    params: accountPathSchema,
    body: accountRequestSchema,
    answer: async ({ service, caller, params, body }) => {
      const order = { externalId: params.external_id, title: body.title };
      const outcome = await putAccount(service, caller, order);
      return outcome.created ? createdJson(presentAccount(outcome)) : json(presentAccount(outcome));
    },
  }),
});
