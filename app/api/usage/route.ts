import { operations } from '@/lib/contract/operations';
import { reportUsages } from '@/lib/domain/usage';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseUsage } from '@/lib/http/parse-request';
import { dataResponse } from '@/lib/http/response';
import { serializeUsageOutcomes } from '@/lib/http/usage-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.setUsages, async ({ service, caller, body }) => {
    const reports = body.accounts.map((report, index) => ({
      account: report.external_id,
      ...parseUsage(report),
      field: `accounts.${index}.amounts`,
    }));
    return dataResponse(serializeUsageOutcomes(reports, await reportUsages(service, caller, reports)));
  }),
);
