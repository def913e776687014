import { prefetch, respondTo } from '@/app/prefetch';
import { getStaffPage, getStaffTitle } from '@/app/staff-page';
import { AccountListView } from '@/components/accounts/account-list-view';
import { QueryProvider } from '@/components/ui/query-provider';
import { accountsQueryOptions, toAccountsInput } from '@/lib/client/accounts';
import { accountsSearchParams } from '@/lib/client/page-urls';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';

export const generateMetadata = () => getStaffTitle(['product', 'support'], (text) => text.accounts.title);

export default async function AccountsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getStaffPage(['product', 'support']);
  const shown = parseSearchParams(accountsSearchParams, await searchParams);
  const accounts = respondTo(accountsQueryOptions(shown), () => page.listAccounts(toAccountsInput(shown)));
  return (
    <QueryProvider state={await prefetch(accounts)}>
      <AccountListView shown={shown} />
    </QueryProvider>
  );
}
