import type { Metadata } from 'next';
import { getAccountContext, getUserPreferences } from '@/app/_server/page-context';
import { readHistories } from '@/app/_server/prefetch';
import { rejectUser } from '@/app/_server/staff-page';
import { AccountView } from '@/components/accounts/account-view';
import { pack } from '@/lib/client/packed-state';

interface AccountPageProps {
  /** An account ID or external ID. */
  params: Promise<{ id: string }>;
}

/** Next passes the segment as it is in the URL. It is empty for a malformed one. */
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
  if (!page) return rejectUser();
  await getUserPreferences();
  // One after the other, because an app has few connections for reads.
  const readForStaff = async () => ({
    access: await page.listAccess(),
    exceptions: await page.listExceptions(),
    ...(await page.getTerms()),
    deliveries: await page.listAccountDeliveries(),
  });
  const [account, list, histories, addOns, changes, features, forStaff] = await Promise.all([
    page.getAccount(),
    page.listVersions(),
    readHistories(page),
    page.listAddOns(),
    page.listOpenChanges(),
    page.listFeatures(),
    readForStaff(),
  ]);
  const plan = {
    list: list.data,
    newestEntry: histories.plans.payload[0] ?? null,
    addOns: addOns.data,
  };
  return (
    <AccountView
      key={account.id}
      account={account}
      plan={plan}
      changes={changes.payload}
      features={features.payload}
      histories={pack(histories)}
      {...forStaff}
      canChange={page.role === 'support'}
    />
  );
}
