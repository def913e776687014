import { getUsage, reportUsages, setUsage } from '@/lib/domain/usage/usage';
import { parseUsage } from '../pipeline/parse-request';
import { dataResponse } from '../pipeline/response';
import { serializeUsage, serializeUsageOutcomes } from '../serializers/usage-serializers';
import type { OperationHandlers } from './operation-handlers';

export const usageHandlers = {
  getUsage: async ({ service, caller, params }) => {
    const { account, usage } = await getUsage(service, caller, params.external_id);
    const { amounts = null, reportedAt = null } = usage ?? {};
    return dataResponse(
      serializeUsage({ accountId: account.id, externalId: account.externalId, amounts, reportedAt }),
    );
  },
  setUsage: async ({ service, caller, params, body }) => {
    const outcome = await setUsage(service, caller, {
      account: params.external_id,
      ...parseUsage(body),
    });
    const { stored } = outcome;
    return dataResponse({ ...serializeUsage(outcome), stored }, stored ? '' : 'A newer report is stored.');
  },
  setUsages: async ({ service, caller, body }) => {
    const reports = body.accounts.map((report, index) => ({
      account: report.external_id,
      ...parseUsage(report),
      field: `accounts.${index}.amounts`,
    }));
    return dataResponse(serializeUsageOutcomes(reports, await reportUsages(service, caller, reports)));
  },
} satisfies Partial<OperationHandlers>;
