import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountDetails, AccountKeyList, AccountSessionList } from '@/lib/contract/accounts';
import type { AccountFeatures } from '@/lib/contract/features';
import { readPath, requestApi, requestData } from './api-request';
import { accountQueryKey, featuresQueryKey } from './query-keys';

// Accounts, for staff. The queries of an account are those of a client that is for it.

/** The account of the client. */
export function accountQueryOptions() {
  return queryOptions({
    queryKey: accountQueryKey,
    queryFn: readPath<AccountDetails>('/api/account'),
  });
}

export const useAccount = () => useQuery(accountQueryOptions());

export function entitlementsQueryOptions() {
  return queryOptions({
    queryKey: [...featuresQueryKey, 'all'],
    queryFn: readPath<AccountFeatures>('/api/account/features'),
  });
}

export const useEntitlements = () => useQuery(entitlementsQueryOptions());

/** The sessions and keys that are shown. */
export const maxAccess = 100;

const accessQueryKey = ['access'] as const;

const getAccountPath = (id: string) => `/api/accounts/${encodeURIComponent(id)}`;

/** Who has access to the account with this ID. */
export function accessQueryOptions(id: string) {
  return queryOptions({
    queryKey: [...accessQueryKey, id],
    queryFn: async ({ signal }) => {
      const read = <T>(list: string) =>
        requestApi<T>(`${getAccountPath(id)}/${list}?limit=${maxAccess}`, { signal });
      const [sessions, keys] = await Promise.all([
        read<AccountSessionList>('sessions'),
        read<AccountKeyList>('keys'),
      ]);
      return { sessions, keys };
    },
  });
}

export const useAccess = (id: string) => useQuery(accessQueryOptions(id));

/** Signs everyone at the account out. The result is the number of sessions and links that have ended. */
export function useSignOutAccount(id: string, onDone: (ended: number) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const path = `${getAccountPath(id)}/sessions`;
      return (await requestData<{ ended: number }>(path, { method: 'DELETE' })).ended;
    },
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessQueryKey }),
  });
}
