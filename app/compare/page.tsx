import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Comparison } from '@/components/comparison/comparison';
import { text } from '@/components/text/text';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { addresses } from '@/lib/client/addresses';
import { makeQueryClient } from '@/lib/client/query-client';
import { versionListOptions } from '@/lib/client/version-list';
import { NoApp } from '../no-app';
import { readReader } from '../reader';
import { openThisPage } from '../this-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: text((await readReader()).locale).comparison.title };
}

export default async function ComparePage() {
  const page = await openThisPage();
  if (!page.app) return <NoApp />;
  const { comparison, pricing } = text((await readReader()).locale);
  const { role, demo } = page.viewer;
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery({ ...versionListOptions(), queryFn: page.listVersions, retry: false });
  return (
    <div className="measure">
      <PageHeading
        title={comparison.title}
        lead={comparison.lead}
        aside={
          role === null &&
          demo && (
            <TextLink href={addresses.signIn()} className="screen-only">
              {pricing.signInToSwitch}
            </TextLink>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Comparison />
      </HydrationBoundary>
    </div>
  );
}
