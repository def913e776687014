import { getPageContext, getPageText, getSignInUrl, getTitle } from '@/app/page-context';
import { RequestsView } from '@/components/changes/requests-view';
import { NoAccount } from '@/components/history/no-account';
import { RenderedPage } from '@/components/shell/rendered-page';
import { PageHeading } from '@/components/ui/page-heading';
import { NoApp } from '../no-app';

export const generateMetadata = () => getTitle((text) => text.changes.requests.title);

/** What members ask for. */
export default async function RequestsPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
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
