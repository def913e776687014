import type { Metadata } from 'next';
import { PlansForUsage } from '@/components/plans/plans-for-usage';
import { PlansView } from '@/components/plans/plans-view';
import { StructuredData } from '@/components/plans/structured-data';
import { isForNoPlans, NoApp, NoPlans } from './_server/empty-pages';
import { getPageContext, getPageText } from './_server/page-context';
import { notices, prefetchPlans } from './_server/prefetch';

export async function generateMetadata(): Promise<Metadata> {
  const { serverShell, pricing, ui } = await getPageText();
  const page = await getPageContext();
  if (!page.app) return {};
  const list = await page.listVersions().catch(() => null);
  const plans = list?.data.versions.filter(({ active }) => active).map(({ title }) => title) ?? [];
  return {
    // The template of the layout does not apply to its own page.
    title: { absolute: `${pricing.title} · ${page.app.title}` },
    ...(plans.length > 0 ? { description: serverShell.plansDescription(plans.join(ui.comma)) } : {}),
  };
}

export default async function PlansPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { account, demo, role } = page.currentUser;
  const { pricing } = await getPageText();
  if (await isForNoPlans(page)) return <NoPlans title={pricing.title} />;
  const loaded = Promise.all([page.getUsageFit(), page.listVersions(), page.getCurrentPlan()]);
  const [fit, list, plan] = await loaded.catch(() => [null, null, null]);
  return (
    <>
      {list && role === null && <StructuredData list={list.data} />}
      <PlansView
        state={await prefetchPlans(page, notices(page))}
        plan={plan}
        signedIn={role !== null}
        hasAccount={account !== null}
        isMember={role === 'member'}
        isOwner={role === 'owner'}
        demo={demo}
      >
        {fit && list && <PlansForUsage list={list.data} fit={fit} />}
      </PlansView>
    </>
  );
}
