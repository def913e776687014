import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getAccountContext } from '@/app/page-context';
import { histories, newestEntry, openChanges, prefetch, respondTo } from '@/app/prefetch';
import { AccountView } from '@/components/accounts/account-view';
import {
  accessQueryOptions,
  accountQueryOptions,
  entitlementsQueryOptions,
  maxAccess,
} from '@/lib/client/accounts';
import { addOnsQueryOptions, versionListQueryOptions } from '@/lib/client/queries';

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
  const state = await prefetch(
    respondTo(accountQueryOptions(), page.getAccount),
    respondTo(versionListQueryOptions(), page.listVersions),
    openChanges(page),
    respondTo(addOnsQueryOptions(), () => page.listAddOns()),
    newestEntry(page),
    respondTo(entitlementsQueryOptions(), page.listFeatures),
    histories(page),
    respondTo(accessQueryOptions(account.id), () => page.listAccess(maxAccess)),
  );
  return <AccountView key={account.id} account={account} state={state} canChange={page.role === 'support'} />;
}
