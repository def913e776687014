import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { PlansView } from '@/components/pricing/plans-view';
import { text } from '@/components/text/text';
import { PageHeading } from '@/components/ui/page-heading';
import { historyOptions, historyPageSize } from '@/lib/client/history';
import { makeQueryClient } from '@/lib/client/query-client';
import { versionListOptions } from '@/lib/client/version-list';
import { readReader } from './reader';
import { openThisPage } from './this-page';

export default async function PlansPage() {
  const page = await openThisPage();
  if (!page.app) return <NoApp />;
  const { account, demo, role } = page.viewer;
  const queryClient = makeQueryClient();
  // A query that fails here is asked again by the browser, which shows its section's own error.
  await Promise.all([
    queryClient.prefetchQuery({ ...versionListOptions(), queryFn: page.listVersions, retry: false }),
    account &&
      queryClient.prefetchInfiniteQuery({
        ...historyOptions(),
        queryFn: () => page.readHistory({ limit: historyPageSize }),
        retry: false,
      }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PlansView signedIn={role !== null} hasAccount={account !== null} demo={demo} />
    </HydrationBoundary>
  );
}

async function NoApp() {
  const { shell } = text((await readReader()).locale);
  return (
    <div className="measure">
      <PageHeading title={shell.noApp.title} lead={shell.noApp.body} />
    </div>
  );
}
