import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getText } from '@/components/i18n/get-text';
import { PlansView } from '@/components/pricing/plans-view';
import {
  newestEntryQueryOptions,
  optionalFeaturesQueryOptions,
  versionListQueryOptions,
} from '@/lib/client/queries';
import { createQueryClient } from '@/lib/client/query-client';
import { NoApp } from './no-app';
import { getPageContext, getUserPreferences } from './page-context';

export async function generateMetadata(): Promise<Metadata> {
  const { serverShell, pricing, ui } = getText((await getUserPreferences()).locale);
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
  const queryClient = createQueryClient();
  // The browser repeats a query that fails here, and shows its error.
  await Promise.all([
    queryClient.prefetchQuery({ ...versionListQueryOptions(), queryFn: page.listVersions, retry: false }),
    account &&
      queryClient.prefetchQuery({
        ...newestEntryQueryOptions(),
        queryFn: async () => (await page.listHistory({ limit: 1 })).payload[0] ?? null,
        retry: false,
      }),
    account &&
      queryClient.prefetchQuery({
        ...optionalFeaturesQueryOptions(),
        queryFn: () => page.listOptionalFeatures(),
        retry: false,
      }),
  ]);
  return (
    <PlansView
      state={dehydrate(queryClient)}
      signedIn={role !== null}
      hasAccount={account !== null}
      demo={demo}
    />
  );
}
