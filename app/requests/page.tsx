import {
  getPageContext,
  getPageText,
  getSignInUrl,
  getTitle,
  getUserPreferences,
} from '@/app/_server/page-context';
import { RequestListView } from '@/components/accounts/request-list-view';
import { RequestsView } from '@/components/changes/requests-view';
import { NoAccount } from '@/components/history/no-account';
import { RenderedPage } from '@/components/shell/rendered-page';
import { PageHeading } from '@/components/ui/page-heading';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { requestsSearchParams } from '@/lib/client/staff-urls';
import { isStaff } from '@/lib/contract/current-user';
import { NoApp } from '../_server/empty-pages';

export const generateMetadata = () => getTitle((text) => text.changes.requests.title);

/** What members ask for. For staff, what waits in all accounts. */
export default async function RequestsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  if (isStaff(page.currentUser.role)) {
    await getUserPreferences();
    const shown = parseSearchParams(requestsSearchParams, await searchParams);
    return <RequestListView shown={shown} list={await page.listRequests(shown)} />;
  }
  const { title, lead, noAccount } = (await getPageText()).changes.requests;
  if (!page.currentUser.account) {
    return (
      <div className="measure">
        <PageHeading title={title} />
        <NoAccount user={page.currentUser} signInUrl={getSignInUrl(page)} texts={noAccount} />
      </div>
    );
  }
  const { payload: changes } = await page.listChanges();
  return (
    <div className="measure">
      <PageHeading title={title} lead={lead} />
      <RenderedPage />
      <RequestsView changes={changes} isOwner={page.currentUser.role === 'owner'} />
    </div>
  );
}
