import type { Metadata } from 'next';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { AddOnsView } from '@/components/add-ons/add-ons-view';
import { getText } from '@/components/i18n/get-text';
import { QueryProvider } from '@/components/ui/query-provider';
import { NoApp } from '../no-app';
import { prefetchPlans } from '../prefetch-plans';

export async function generateMetadata(): Promise<Metadata> {
  return { title: getText((await getUserPreferences()).locale).addOns.title };
}

export default async function AddOnsPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { account } = page.currentUser;
  return (
    <QueryProvider state={await prefetchPlans(page)}>
      <AddOnsView hasAccount={account !== null} />
    </QueryProvider>
  );
}
