import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { getText } from '@/components/i18n/get-text';
import { OptionalFeaturesView } from '@/components/optional-features/optional-features-view';
import { QueryProvider } from '@/components/ui/query-provider';
import { optionalFeaturesQueryOptions, versionListQueryOptions } from '@/lib/client/queries';
import { createQueryClient } from '@/lib/client/query-client';
import { NoApp } from '../no-app';

export async function generateMetadata(): Promise<Metadata> {
  return { title: getText((await getUserPreferences()).locale).optionalFeatures.title };
}

export default async function OptionalFeaturesPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const queryClient = createQueryClient();
  const { account } = page.currentUser;
  await Promise.all([
    queryClient.prefetchQuery({ ...versionListQueryOptions(), queryFn: page.listVersions, retry: false }),
    account &&
      queryClient.prefetchQuery({
        ...optionalFeaturesQueryOptions(),
        queryFn: () => page.listOptionalFeatures(),
        retry: false,
      }),
  ]);
  return (
    <QueryProvider state={dehydrate(queryClient)}>
      <OptionalFeaturesView hasAccount={account !== null} />
    </QueryProvider>
  );
}
