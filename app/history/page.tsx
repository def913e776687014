import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { HistoryView } from '@/components/history/history-view';
import { NoAccount } from '@/components/history/no-account';
import { text } from '@/components/text/text';
import { buttonLook } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';
import { addresses } from '@/lib/client/addresses';
import { historyOptions, historyPageSize } from '@/lib/client/history';
import { makeQueryClient } from '@/lib/client/query-client';
import { NoApp } from '../no-app';
import { readReader } from '../reader';
import { openThisPage } from '../this-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: text((await readReader()).locale).history.title };
}

export default async function HistoryPage() {
  const page = await openThisPage();
  if (!page.app) return <NoApp />;
  const { locale } = await readReader();
  const { history } = text(locale);
  if (!page.viewer.account) {
    return (
      <div className="measure">
        <PageHeading title={history.title} />
        <NoAccount viewer={page.viewer} locale={locale} />
      </div>
    );
  }
  const queryClient = makeQueryClient();
  await queryClient.prefetchInfiniteQuery({
    ...historyOptions(),
    queryFn: () => page.readHistory({ limit: historyPageSize }),
    retry: false,
  });
  const download = (
    <a href={addresses.historyCsv()} download className={buttonLook('outlined', 'screen-only')}>
      {history.download}
    </a>
  );
  return (
    <div className="measure">
      <PageHeading title={history.title} lead={history.lead} aside={download} />
      <HydrationBoundary state={dehydrate(queryClient)}>
        <HistoryView />
      </HydrationBoundary>
    </div>
  );
}
