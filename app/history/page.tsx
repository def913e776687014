import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getPageContext, getSignInUrl, getUserPreferences } from '@/app/page-context';
import { HistoryView } from '@/components/history/history-view';
import { NoAccount } from '@/components/history/no-account';
import { getText } from '@/components/i18n/get-text';
import { buttonClassName } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';
import { QueryProvider } from '@/components/ui/query-provider';
import { historyPageSize, historyQueryOptions, optionHistoryQueryOptions } from '@/lib/client/history';
import { pack } from '@/lib/client/packed-state';
import { pageUrls } from '@/lib/client/page-urls';
import { createQueryClient } from '@/lib/client/query-client';
import { openChangesQueryKey } from '@/lib/client/query-keys';
import { NoApp } from '../no-app';

export async function generateMetadata(): Promise<Metadata> {
  return { title: getText((await getUserPreferences()).locale).history.title };
}

export default async function HistoryPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { locale } = await getUserPreferences();
  const { history } = getText(locale);
  if (!page.currentUser.account) {
    return (
      <div className="measure">
        <PageHeading title={history.title} />
        <NoAccount user={page.currentUser} locale={locale} signInUrl={getSignInUrl(page)} />
      </div>
    );
  }
  const queryClient = createQueryClient();
  await Promise.all([
    queryClient.prefetchQuery({ queryKey: openChangesQueryKey, queryFn: page.listOpenChanges, retry: false }),
    queryClient.prefetchInfiniteQuery({
      ...historyQueryOptions(),
      queryFn: () => page.listHistory({ limit: historyPageSize }),
      retry: false,
    }),
    queryClient.prefetchInfiniteQuery({
      ...optionHistoryQueryOptions(),
      queryFn: () => page.listAddOnHistory({ limit: historyPageSize }),
      retry: false,
    }),
  ]);
  const download = (
    <a href={pageUrls.historyCsv()} download className={buttonClassName('outlined', 'screen-only')}>
      {history.download}
    </a>
  );
  return (
    <div className="measure">
      <PageHeading title={history.title} lead={history.lead} aside={download} />
      <QueryProvider state={pack(dehydrate(queryClient))}>
        <HistoryView isOwner={page.currentUser.role === 'owner'} provider={page.app.title} />
      </QueryProvider>
    </div>
  );
}
