import { notFound } from 'next/navigation';
import { readOrNull } from '@/app/_server/page-context';
import { getStaffPage, getStaffTitle } from '@/app/_server/staff-page';
import { AccountListView } from '@/components/accounts/account-list-view';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { accountsSearchParams } from '@/lib/client/staff-urls';

export const generateMetadata = () => getStaffTitle('accounts');

export default async function AccountsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getStaffPage('accounts');
  const shown = parseSearchParams(accountsSearchParams, await searchParams);
  const list = (await readOrNull(page.listAccounts(shown))) ?? notFound();
  return <AccountListView shown={shown} list={list} />;
}
