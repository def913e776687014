import type { TermsRequest, TermsResult } from '@/lib/contract/terms';
import { addQuery, requestApi, requestData } from './api-request';
import { usePageMutation } from './page-mutation';

// The page of an account, for staff.

const getPath = (id: string, part: string) => `/api/accounts/${encodeURIComponent(id)}/${part}`;

export const getExportPath = (id: string) => getPath(id, 'export');

/** An exception that support makes, with its reason. */
export function useAccountRequest(id: string, method: 'POST' | 'PUT' | 'DELETE', part: string) {
  return usePageMutation((reason: string) =>
    requestApi(addQuery(getPath(id, part), { reason: reason || null }), { method }),
  );
}

/** Sets what was agreed with the account. */
export function useSetTerms(id: string) {
  return usePageMutation((body: TermsRequest) =>
    requestData<TermsResult['data']>(getPath(id, 'terms'), { method: 'PUT', body }),
  );
}

/** Signs everyone at the account out. The result is the number of sessions and links that have ended. */
export function useSignOutAccount(id: string) {
  return usePageMutation(async (_: undefined) => {
    return (await requestData<{ ended: number }>(getPath(id, 'sessions'), { method: 'DELETE' })).ended;
  });
}
