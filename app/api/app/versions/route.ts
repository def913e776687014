import { soon } from '@/lib/contract/soon';
import { switchRequestSchema } from '@/lib/contract/switch';
import { versionListQuerySchema } from '@/lib/contract/version-list';
import { json } from '@/lib/http/answer';
import { endpoint, handle } from '@/lib/http/endpoint';
import { presentSwitch } from '@/lib/http/present/switch';
import { presentVersionList } from '@/lib/http/present/version-list';
import { recallView } from '@/lib/http/recall-view';
import { switchOrder } from '@/lib/http/switch-order';
import { requireApp, requireOwner } from '@/lib/versions/caller';
import { listAt } from '@/lib/versions/list-versions';
import { recallMoment } from '@/lib/versions/moment';
import { switchVersion } from '@/lib/versions/switch-version';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/app/versions', {
  GET: handle({
    allow: requireApp,
    query: versionListQuerySchema,
    answer: ({ service, caller, query, headers }) =>
      soon(recallMoment(service, caller), (moment) => {
        const matrix = query.exclude_matrix !== 'true';
        const view = recallView(moment, caller, matrix ? 'list and matrix' : 'list', () =>
          presentVersionList(listAt(moment, caller), { matrix }),
        );
        return view.answer(headers);
      }),
  }),
  POST: handle({
    allow: requireOwner,
    switches: true,
    body: switchRequestSchema,
    answer: async ({ service, caller, body, headers }) => {
      const outcome = await switchVersion(service, caller, switchOrder(caller, body, headers));
      return json(presentSwitch(outcome), outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {});
    },
  }),
});
