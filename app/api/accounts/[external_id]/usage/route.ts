import { operations } from '@/lib/contract/operations';
import { getUsage, setUsage } from '@/lib/domain/usage';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseUsage } from '@/lib/http/parse-request';
import { dataResponse } from '@/lib/http/response';
import { serializeUsage } from '@/lib/http/usage-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getUsage, async ({ service, caller, params }) => {
    const { account, usage } = await getUsage(service, caller, params.external_id);
    const { amounts = null, reportedAt = null } = usage ?? {};
    return dataResponse(
      serializeUsage({ accountId: account.id, externalId: account.externalId, amounts, reportedAt }),
    );
  }),
  handle(operations.setUsage, async ({ service, caller, params, body }) => {
    const outcome = await setUsage(service, caller, {
      account: params.external_id,
      ...parseUsage(body),
    });
    const { stored } = outcome;
    return dataResponse({ ...serializeUsage(outcome), stored }, stored ? '' : 'A newer report is stored.');
  }),
);
