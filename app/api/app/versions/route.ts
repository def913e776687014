import { operations } from '@/lib/contract/operations';
import { listFits } from '@/lib/domain/list-fits';
import { listVersions } from '@/lib/domain/list-versions';
import { switchVersion } from '@/lib/domain/switch-version';
import { endpoint, handle } from '@/lib/http/endpoint';
import { handleCached } from '@/lib/http/fast-path';
import { parseSwitchInput } from '@/lib/http/parse-request';
import { jsonResponse } from '@/lib/http/response';
import { getCachedResponse, responseNames } from '@/lib/http/response-cache';
import { serializeSwitch, serializeVersionList } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handleCached(operations.listVersions, (view, caller, { query }) => {
    const { exclude_matrix: isExcluded, fits, billing_period: billingPeriod, ...numbers } = query;
    const [matrix, requested] = [!isExcluded, { ...numbers, billingPeriod }];
    return getCachedResponse(view, caller, responseNames.list({ matrix, fits, ...requested }), () =>
      serializeVersionList(listVersions(view, caller, requested), {
        matrix,
        ...(fits && { fits: listFits(view, caller, requested) }),
      }),
    );
  }),
  handle(operations.switchVersion, async ({ service, caller, body, headers }) => {
    const outcome = await switchVersion(service, caller, parseSwitchInput(caller, body, headers));
    return jsonResponse(serializeSwitch(outcome), outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {});
  }),
);
