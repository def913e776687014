import { getCatalogView } from '@/lib/domain/catalog/catalog-view';
import { listAccountAddOns } from '@/lib/domain/subscription/list-add-ons';
import { getVersion, listVersions } from '@/lib/domain/subscription/list-versions';
import { listFits } from '@/lib/domain/usage/list-fits';
import { findLanguage } from '../pipeline/find-language';
import {
  createLocalizedResponse,
  getCachedResponse,
  parseConditionalHeaders,
  responseNames,
} from '../pipeline/response-cache';
import { serializeAddOns } from '../serializers/add-on-serializers';
import { serializeVersion, serializeVersionList } from '../serializers/serializers';
import type { OperationHandlers } from './operation-handlers';

export const catalogHandlers = {
  listVersions: {
    cached: (view, caller, { query }) => {
      const { exclude_matrix: isExcluded, fits, billing_period: billingPeriod, ...numbers } = query;
      const [matrix, requested] = [!isExcluded, { ...numbers, billingPeriod }];
      return getCachedResponse(view, caller, responseNames.list({ matrix, fits, ...requested }), () =>
        serializeVersionList(listVersions(view, caller, requested), {
          matrix,
          ...(fits && { fits: listFits(view, caller, requested) }),
        }),
      );
    },
  },
  getVersion: {
    cached: (view, caller, { params: { id } }) =>
      getCachedResponse(view, caller, responseNames.version(id), () =>
        serializeVersion(getVersion(view, caller, id)),
      ),
  },
  listOptionalFeatures: async ({ service, caller, query, headers }) => {
    const view = await getCatalogView(service, caller, findLanguage(caller, query, headers));
    const body = serializeAddOns(listAccountAddOns(view, caller, query.users ?? 1));
    return createLocalizedResponse(view, body).getResponse(parseConditionalHeaders(headers));
  },
} satisfies Partial<OperationHandlers>;
