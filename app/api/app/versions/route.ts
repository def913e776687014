import { switchRequestSchema } from '@/lib/contract/switch';
import { versionListQuerySchema } from '@/lib/contract/versions';
import { requireApp, requireOwner } from '@/lib/domain/caller';
import { getCatalogView } from '@/lib/domain/catalog-view';
import { listVersions } from '@/lib/domain/list-versions';
import { switchVersion } from '@/lib/domain/switch-version';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseSwitchInput } from '@/lib/http/parse-request';
import { jsonResponse } from '@/lib/http/response';
import { getCachedResponse, parseConditionalHeaders, responseNames } from '@/lib/http/response-cache';
import { serializeSwitch, serializeVersionList } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/app/versions', {
  GET: handle({
    allow: requireApp,
    query: versionListQuerySchema,
    respond: async ({ service, caller, query, headers }) => {
      const matrix = query.exclude_matrix !== 'true';
      const view = await getCatalogView(service, caller);
      const response = getCachedResponse(view, caller, responseNames.list({ matrix }), () =>
        serializeVersionList(listVersions(view, caller), { matrix }),
      );
      return response.respond(parseConditionalHeaders(headers));
    },
  }),
  POST: handle({
    allow: requireOwner,
    isSwitch: true,
    body: switchRequestSchema,
    respond: async ({ service, caller, body, headers }) => {
      const outcome = await switchVersion(service, caller, parseSwitchInput(caller, body, headers));
      return jsonResponse(
        serializeSwitch(outcome),
        outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {},
      );
    },
  }),
});
