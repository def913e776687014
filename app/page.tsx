import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { PlansView } from '@/components/pricing/plans-view';
import { historyPageSize, historyQueryOptions, versionListQueryOptions } from '@/lib/client/queries';
import { createQueryClient } from '@/lib/client/query-client';
import { NoApp } from './no-app';
import { getPageContext } from './page-context';

export default async function PlansPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { account, demo, role } = page.currentUser;
  const queryClient = createQueryClient();
  // The browser repeats a query that fails here, and shows the error in the section of that query.
  await Promise.all([
    queryClient.prefetchQuery({ ...versionListQueryOptions(), queryFn: page.listVersions, retry: false }),
    account &&
      queryClient.prefetchInfiniteQuery({
        ...historyQueryOptions(),
        queryFn: () => page.listHistory({ limit: historyPageSize }),
        retry: false,
      }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PlansView signedIn={role !== null} hasAccount={account !== null} demo={demo} />
    </HydrationBoundary>
  );
}
