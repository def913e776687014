'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { ChangesSection } from '@/components/changes/changes-section';
import { CatalogTexts } from '@/components/i18n/catalog-text';
import { usePageText } from '@/components/i18n/page-text';
import { PlansView } from '@/components/plans/plans-view';
import { useNamedPlans } from '@/components/pricing/use-plan-names';
import { PlanChangedNotice } from '@/components/shell/plan-changed-notice';
import { QueryProvider } from '@/components/ui/query-provider';
import { QueryStatus } from '@/components/ui/query-status';
import { prefetchAccount } from '@/lib/client/account-queries';
import { embedPath, type embedViews } from '@/lib/client/embed-params';
import { frameHooks } from '@/lib/client/frame-hooks';
import { createFrameToken, type FrameUser } from '@/lib/client/frame-token';
import { startLiveUpdates } from '@/lib/client/live-updates';
import { pack } from '@/lib/client/packed-state';
import {
  changesQueryOptions,
  historyQueryOptions,
  openChangesQueryOptions,
  useAddOns,
  useVersionList,
} from '@/lib/client/queries';
import { getQueryClient } from '@/lib/client/query-client';
import { openChangesQueryKey } from '@/lib/client/query-keys';
import type { AccountChangeList, AccountChangeResponse } from '@/lib/contract/account-changes';
import type { SwitchResult } from '@/lib/contract/switch';
import { findNextPrices } from '@/lib/pricing/next-prices';
import type { EmbeddingPage } from './connect-script';
import { getFirstQuery } from './embed-links';

/** Scripts of their own, because most frames show the plans. */
const ComparisonView = dynamic(() =>
  import('@/components/comparison/comparison-view').then((module) => module.ComparisonView),
);
const AddOnsContent = dynamic(() =>
  import('@/components/add-ons/add-ons-view').then((module) => module.AddOnsContent),
);
const RequestsView = dynamic(() =>
  import('@/components/changes/requests-view').then((module) => module.RequestsView),
);
const HistoryContent = dynamic(() =>
  import('@/components/history/history-view').then((module) => module.HistoryContent),
);

/** Everything is in the query client. */
const noState = pack({ queries: [], mutations: [] });

/** Starts to take the tokens of the page around the frame. `onUser` is called once the plans of the account are loaded. */
export function startAccount(
  { origin, port }: EmbeddingPage,
  onUser: (user: FrameUser) => void,
): (token: string | null) => void {
  const root = document.documentElement;
  reportChanges(port);
  frameHooks.openCheckout = ({ id, checkoutUrl }) => port.postMessage({ checkout: checkoutUrl, change: id });
  return createFrameToken({
    origin,
    onNeeded: () => port.postMessage({ event: 'tokenneeded' }),
    onUser: async (user) => {
      await prefetchAccount(getQueryClient());
      onUser(user);
    },
    onVerifying: (isVerifying) => root.toggleAttribute('data-verifying', isVerifying),
    onReset: () => {
      root.toggleAttribute('data-verifying', true);
      window.location.replace(embedPath + getFirstQuery());
    },
  });
}

/** Tells the page around the frame what its user has changed. */
function reportChanges(port: EmbeddingPage['port']): void {
  frameHooks.reportChange = (response) => {
    const { data } = response as { data?: Partial<SwitchResult['data'] & AccountChangeResponse['data']> };
    // The page that the host application opens for it is reported by itself.
    if (data?.waits_for === 'host') return;
    const detail = { version_id: data?.version_id ?? data?.version?.id ?? null };
    if (data?.waits_for === 'owner' && data.state === 'waiting') {
      port.postMessage({ event: 'requested', detail: { ...detail, change_id: data.id } });
    } else port.postMessage({ event: 'changed', detail });
  };
}

export interface EmbedAccountProps {
  user: FrameUser;
  view: (typeof embedViews)[number];
}

/** The content of the pages of an account. It is loaded with the first token. */
export function EmbedAccount({ user, view }: EmbedAccountProps) {
  const isOwner = user.role === 'owner';
  const changes = getQueryClient().getQueryData<AccountChangeList>(openChangesQueryKey);
  useEffect(startLiveUpdates, []);
  return (
    <>
      {changes && <ChangesSection loaded={changes} isOwner={isOwner} showsRequests={view === 'requests'} />}
      <PlanChangedNotice hasAccount />
      {view === 'plans' && (
        <PlansView state={noState} signedIn hasAccount isMember={!isOwner} isOwner={isOwner} demo={false} />
      )}
      {view !== 'plans' && (
        <div className="measure">
          <QueryProvider>
            {view === 'compare' && (
              <ComparisonView hasAccount isMember={!isOwner} user={{ signedIn: true, demo: false }} />
            )}
            {view === 'options' && <AddOns isMember={!isOwner} />}
            {view === 'requests' && <Requests isOwner={isOwner} />}
            {view === 'history' && <History isOwner={isOwner} />}
          </QueryProvider>
        </div>
      )}
    </>
  );
}

function AddOns({ isMember }: { isMember: boolean }) {
  const { failed } = usePageText('account').addOns;
  const list = useVersionList();
  const addOns = useAddOns();
  const data = useNamedPlans(list.data?.data);
  return (
    <>
      <QueryStatus title={failed} query={data ? addOns : list} />
      {data && addOns.data && (
        <CatalogTexts of={data}>
          <AddOnsContent data={data} addOns={addOns.data.data} isMember={isMember} />
        </CatalogTexts>
      )}
    </>
  );
}

function Requests({ isOwner }: { isOwner: boolean }) {
  const { failed } = usePageText('account').changes.requests;
  const query = useQuery(changesQueryOptions());
  return (
    <>
      <QueryStatus title={failed} query={query} />
      {query.data && <RequestsView changes={query.data.payload} isOwner={isOwner} />}
    </>
  );
}

function History({ isOwner }: { isOwner: boolean }) {
  const { failed } = usePageText('account').history;
  const query = useQuery(historyQueryOptions());
  const { data: changes } = useQuery(openChangesQueryOptions());
  const { data: list } = useVersionList();
  return (
    <>
      <QueryStatus title={failed} query={query} />
      {query.data && (
        <HistoryContent
          histories={query.data}
          changes={changes?.payload ?? []}
          nextPrices={findNextPrices(
            list?.data.versions ?? [],
            query.data.plans.payload[0]?.follows_at ?? null,
          )}
          isOwner={isOwner}
        />
      )}
    </>
  );
}
