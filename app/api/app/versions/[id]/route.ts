import { soon } from '@/lib/contract/soon';
import { endpoint, handle } from '@/lib/http/endpoint';
import { presentVersion } from '@/lib/http/present/version';
import { recallView } from '@/lib/http/recall-view';
import { requireApp } from '@/lib/versions/caller';
import { recallMoment } from '@/lib/versions/moment';
import { readVersion } from '@/lib/versions/read-version';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/app/versions/:id', {
  GET: handle({
    allow: requireApp,
    answer: ({ service, caller, params, headers }) =>
      soon(recallMoment(service, caller), (moment) => {
        const view = recallView(moment, caller, `version ${params.id}`, () =>
          presentVersion(readVersion(moment, caller, String(params.id))),
        );
        return view.answer(headers);
      }),
  }),
});
