import type { Metadata } from 'next';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { ComparisonView } from '@/components/comparison/comparison-view';
import { getText } from '@/components/i18n/get-text';
import { PageHeading } from '@/components/ui/page-heading';
import { QueryProvider } from '@/components/ui/query-provider';
import { NoApp } from '../no-app';
import { prefetchPlans } from '../prefetch-plans';

export async function generateMetadata(): Promise<Metadata> {
  return { title: getText((await getUserPreferences()).locale).comparison.title };
}

export default async function ComparePage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { comparison } = getText((await getUserPreferences()).locale);
  const { account, role, demo } = page.currentUser;
  return (
    <div className="measure">
      <PageHeading title={comparison.title} lead={comparison.lead} />
      <QueryProvider state={await prefetchPlans(page, { newestEntry: true })}>
        <ComparisonView
          hasAccount={account !== null}
          isMember={role === 'member'}
          user={{ signedIn: role !== null, demo }}
        />
      </QueryProvider>
    </div>
  );
}
