import { json } from '@/lib/http/answer';
import { endpoint, handle } from '@/lib/http/endpoint';
import { presentVersion } from '@/lib/http/present/version';
import { requireApp } from '@/lib/versions/caller';
import { readVersion } from '@/lib/versions/read-version';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/app/versions/:id', {
  GET: handle({
    allow: requireApp,
    answer: async ({ service, caller, params }) =>
      json(presentVersion(await readVersion(service, caller, String(params.id)))),
  }),
});
