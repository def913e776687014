import { getPageContext, getPageText, getTitle } from '@/app/_server/page-context';
import { AddOnsView } from '@/components/add-ons/add-ons-view';
import { RenderedPage } from '@/components/shell/rendered-page';
import { pack } from '@/lib/client/packed-state';
import { isForNoPlans, NoApp, NoPlans } from '../_server/empty-pages';

export const generateMetadata = () => getTitle((text) => text.addOns.title);

export default async function AddOnsPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  if (await isForNoPlans(page)) return <NoPlans title={(await getPageText()).addOns.title} />;
  const { account, role } = page.currentUser;
  const [list, addOns] = await Promise.all([page.listVersions(), account && page.listAddOns()]);
  return (
    <>
      {account && <RenderedPage newest={page.newestIds} />}
      <AddOnsView
        state={pack({ list: list.data, addOns: addOns?.data ?? null })}
        isMember={role === 'member'}
      />
    </>
  );
}
