import { operations } from '@/lib/contract/operations';
import { getCatalogView } from '@/lib/domain/catalog-view';
import { listVersions } from '@/lib/domain/list-versions';
import { switchVersion } from '@/lib/domain/switch-version';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseSwitchInput } from '@/lib/http/parse-request';
import { jsonResponse } from '@/lib/http/response';
import { getCachedResponse, parseConditionalHeaders, responseNames } from '@/lib/http/response-cache';
import { serializeSwitch, serializeVersionList } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listVersions, async ({ service, caller, query, headers }) => {
    const matrix = query.exclude_matrix !== 'true';
    const view = await getCatalogView(service, caller);
    const response = getCachedResponse(view, caller, responseNames.list({ matrix }), () =>
      serializeVersionList(listVersions(view, caller), { matrix }),
    );
    return response.respond(parseConditionalHeaders(headers));
  }),
  handle(operations.switchVersion, async ({ service, caller, body, headers }) => {
    const outcome = await switchVersion(service, caller, parseSwitchInput(caller, body, headers));
    return jsonResponse(serializeSwitch(outcome), outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {});
  }),
);
