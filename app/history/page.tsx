import { getPageContext, getPageText, getSignInUrl, getTitle } from '@/app/_server/page-context';
import { readHistories } from '@/app/_server/prefetch';
import { HistoryView } from '@/components/history/history-view';
import { NoAccount } from '@/components/history/no-account';
import { RenderedPage } from '@/components/shell/rendered-page';
import { buttonClassName } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';
import { firstHistoryRows } from '@/lib/client/fetch-history';
import { pack } from '@/lib/client/packed-state';
import { pageUrls } from '@/lib/client/page-urls';
import type { PageSearchParams } from '@/lib/client/search-params';
import { NoApp } from '../_server/empty-pages';

export const generateMetadata = () => getTitle(({ serverShell }) => serverShell.pages.history);

interface HistoryPageProps {
  searchParams: Promise<PageSearchParams>;
}

export default async function HistoryPage({ searchParams }: HistoryPageProps) {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { history, serverShell } = await getPageText();
  if (!page.currentUser.account) {
    return (
      <div className="measure">
        <PageHeading title={serverShell.pages.history} />
        <NoAccount user={page.currentUser} signInUrl={getSignInUrl(page)} texts={history.noAccount} />
      </div>
    );
  }
  // The browser loads the others. A search and filters are about all.
  const isFiltered = Object.keys(await searchParams).length > 0;
  const [histories, changes, nextPrices] = await Promise.all([
    readHistories(page, isFiltered ? undefined : firstHistoryRows),
    page.listOpenChanges(),
    page.listNextPrices(),
  ]);
  const download = (
    <a href={pageUrls.historyCsv()} download className={buttonClassName('outlined', 'screen-only')}>
      {history.download}
    </a>
  );
  return (
    <div className="measure">
      <PageHeading title={serverShell.pages.history} lead={history.lead} aside={download} />
      <RenderedPage newest={page.newestIds} />
      <HistoryView
        state={pack(histories)}
        changes={changes.payload}
        nextPrices={nextPrices}
        isOwner={page.currentUser.role === 'owner'}
      />
    </div>
  );
}
