import type { Metadata } from 'next';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { getText } from '@/components/i18n/get-text';
import { OptionalFeaturesView } from '@/components/optional-features/optional-features-view';
import { QueryProvider } from '@/components/ui/query-provider';
import { NoApp } from '../no-app';
import { prefetchPlans } from '../prefetch-plans';

export async function generateMetadata(): Promise<Metadata> {
  return { title: getText((await getUserPreferences()).locale).optionalFeatures.title };
}

export default async function OptionalFeaturesPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { account } = page.currentUser;
  return (
    <QueryProvider state={await prefetchPlans(page)}>
      <OptionalFeaturesView hasAccount={account !== null} />
    </QueryProvider>
  );
}
