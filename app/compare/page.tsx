import { getPageContext, getPageText, getTitle } from '@/app/_server/page-context';
import { prefetchPlans } from '@/app/_server/prefetch';
import { ComparisonView } from '@/components/comparison/comparison-view';
import { PageHeading } from '@/components/ui/page-heading';
import { QueryProvider } from '@/components/ui/query-provider';
import { isForNoPlans, NoApp, NoPlans } from '../_server/empty-pages';

export const generateMetadata = () => getTitle((text) => text.comparison.title);

export default async function ComparePage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { comparison } = await getPageText();
  if (await isForNoPlans(page)) return <NoPlans title={comparison.title} />;
  const { account, role, demo } = page.currentUser;
  return (
    <div className="measure">
      <PageHeading title={comparison.title} lead={comparison.lead} />
      <QueryProvider state={await prefetchPlans(page)}>
        <ComparisonView
          hasAccount={account !== null}
          isMember={role === 'member'}
          user={{ signedIn: role !== null, demo }}
        />
      </QueryProvider>
    </div>
  );
}
