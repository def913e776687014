import { getPageContext, getPageText, getTitle } from '@/app/page-context';
import { getNewestIds, readHistories } from '@/app/prefetch';
import { AddOnsView } from '@/components/add-ons/add-ons-view';
import { RenderedPage } from '@/components/shell/rendered-page';
import { pack } from '@/lib/client/packed-state';
import { NoApp } from '../no-app';
import { isForNoPlans, NoPlans } from '../no-plans';

export const generateMetadata = () => getTitle((text) => text.addOns.title);

export default async function AddOnsPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  if (await isForNoPlans(page)) return <NoPlans title={(await getPageText()).addOns.title} />;
  const { account, role } = page.currentUser;
  const [list, ofAccount] = await Promise.all([
    page.listVersions(),
    // Without the history, the page is not rendered again for what others change.
    account && Promise.all([page.listAddOns(), readHistories(page, { limit: 1 }).catch(() => null)]),
  ]);
  const [addOns, newest] = ofAccount ?? [];
  return (
    <>
      {account && <RenderedPage {...(newest && { newest: getNewestIds(newest) })} />}
      <AddOnsView
        state={pack({ list: list.data, addOns: addOns?.data ?? null })}
        isMember={role === 'member'}
      />
    </>
  );
}
