import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { OptionalView } from '@/components/optional/optional-view';
import { text } from '@/components/text/text';
import { makeQueryClient } from '@/lib/client/query-client';
import { versionListOptions } from '@/lib/client/version-list';
import { NoApp } from '../no-app';
import { readReader } from '../reader';
import { openThisPage } from '../this-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: text((await readReader()).locale).optional.title };
}

export default async function OptionalFeaturesPage() {
  const page = await openThisPage();
  if (!page.app) return <NoApp />;
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery({ ...versionListOptions(), queryFn: page.listVersions, retry: false });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OptionalView />
    </HydrationBoundary>
  );
}
