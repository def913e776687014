import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getAccountContext } from '@/app/page-context';
import { AccountView } from '@/components/accounts/account-view';
import {
  accessQueryOptions,
  accountQueryOptions,
  entitlementsQueryOptions,
  maxAccess,
} from '@/lib/client/accounts';
import { historyPageSize, historyQueryOptions, optionHistoryQueryOptions } from '@/lib/client/history';
import { pack } from '@/lib/client/packed-state';
import {
  addOnsQueryOptions,
  newestEntryQueryOptions,
  openChangesQueryOptions,
  versionListQueryOptions,
} from '@/lib/client/queries';
import { createQueryClient } from '@/lib/client/query-client';

interface AccountPageProps {
  /** An account ID or external ID. */
  params: Promise<{ id: string }>;
}

/** Next passes the segment as it is in the URL. Empty for a malformed one. */
async function readName(params: AccountPageProps['params']): Promise<string> {
  try {
    return decodeURIComponent((await params).id);
  } catch {
    return '';
  }
}

export async function generateMetadata({ params }: AccountPageProps): Promise<Metadata> {
  const page = await getAccountContext(await readName(params));
  return page ? { title: page.account.title } : {};
}

export default async function AccountPage({ params }: AccountPageProps) {
  const page = await getAccountContext(await readName(params));
  if (!page) notFound();
  const { account } = page;
  const queryClient = createQueryClient();
  const retry = false;
  const historyPage = { limit: historyPageSize };
  await Promise.all([
    queryClient.prefetchQuery({ ...accountQueryOptions(), queryFn: page.getAccount, retry }),
    queryClient.prefetchQuery({ ...versionListQueryOptions(), queryFn: page.listVersions, retry }),
    queryClient.prefetchQuery({ ...openChangesQueryOptions(), queryFn: page.listOpenChanges, retry }),
    queryClient.prefetchQuery({ ...addOnsQueryOptions(), queryFn: () => page.listAddOns(), retry }),
    queryClient.prefetchQuery({
      ...newestEntryQueryOptions(),
      queryFn: async () => (await page.listHistory({ limit: 1 })).payload[0] ?? null,
      retry,
    }),
    queryClient.prefetchQuery({ ...entitlementsQueryOptions(), queryFn: page.listFeatures, retry }),
    queryClient.prefetchInfiniteQuery({
      ...historyQueryOptions(),
      queryFn: () => page.listHistory(historyPage),
      retry,
    }),
    queryClient.prefetchInfiniteQuery({
      ...optionHistoryQueryOptions(),
      queryFn: () => page.listAddOnHistory(historyPage),
      retry,
    }),
    queryClient.prefetchQuery({
      ...accessQueryOptions(account.id),
      queryFn: () => page.listAccess(maxAccess),
      retry,
    }),
  ]);
  return (
    <AccountView
      key={account.id}
      account={account}
      state={pack(dehydrate(queryClient))}
      provider={page.app.title}
      canChange={page.role === 'support'}
    />
  );
}
