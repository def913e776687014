import { requestData } from './api-request';
import { usePageMutation } from './page-mutation';

// The page of an account, for staff.

/** Signs everyone at the account out. The result is the number of sessions and links that have ended. */
export function useSignOutAccount(id: string) {
  return usePageMutation(async (_: undefined) => {
    const path = `/api/accounts/${encodeURIComponent(id)}/sessions`;
    return (await requestData<{ ended: number }>(path, { method: 'DELETE' })).ended;
  });
}
