import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { AccountListView } from '@/components/accounts/account-list-view';
import { getText } from '@/components/i18n/get-text';
import { QueryProvider } from '@/components/ui/query-provider';
import { accountsQueryOptions, toAccountsInput } from '@/lib/client/accounts';
import { pack } from '@/lib/client/packed-state';
import { accountsSearchParams } from '@/lib/client/page-urls';
import { createQueryClient } from '@/lib/client/query-client';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { isStaff } from '@/lib/contract/current-user';

export async function generateMetadata(): Promise<Metadata> {
  const { role } = (await getPageContext()).currentUser;
  // A 404 must not disclose the title.
  return isStaff(role) ? { title: getText((await getUserPreferences()).locale).accounts.title } : {};
}

export default async function AccountsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getPageContext();
  if (!page.app || !isStaff(page.currentUser.role)) notFound();
  const shown = parseSearchParams(accountsSearchParams, await searchParams);
  const queryClient = createQueryClient();
  await queryClient.prefetchQuery({
    ...accountsQueryOptions(shown),
    queryFn: () => page.listAccounts(toAccountsInput(shown)),
    retry: false,
  });
  return (
    <QueryProvider state={pack(dehydrate(queryClient))}>
      <AccountListView shown={shown} />
    </QueryProvider>
  );
}
