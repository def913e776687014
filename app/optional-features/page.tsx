import { getPageContext, getPageText, getTitle } from '@/app/page-context';
import { prefetchPlans } from '@/app/prefetch';
import { AddOnsView } from '@/components/add-ons/add-ons-view';
import { QueryProvider } from '@/components/ui/query-provider';
import { NoApp } from '../no-app';
import { isForNoPlans, NoPlans } from '../no-plans';

export const generateMetadata = () => getTitle((text) => text.addOns.title);

export default async function AddOnsPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { addOns } = await getPageText();
  if (await isForNoPlans(page)) return <NoPlans title={addOns.title} />;
  const { account, role } = page.currentUser;
  return (
    <QueryProvider state={await prefetchPlans(page)}>
      <AddOnsView hasAccount={account !== null} isMember={role === 'member'} />
    </QueryProvider>
  );
}
