'use client';

import dynamic from 'next/dynamic';
import { type ComponentType, Suspense, use, useEffect, useRef, useState } from 'react';
import { CatalogTextContext } from '@/components/i18n/catalog-text';
import { useText } from '@/components/i18n/text-provider';
import { PlansView } from '@/components/plans/plans-view';
import { TextLink } from '@/components/ui/text-link';
import { embedSearchParams, type embedViews } from '@/lib/client/embed-params';
import { frameHooks } from '@/lib/client/frame-hooks';
import type { FrameUser } from '@/lib/client/frame-token';
import type { PackedState } from '@/lib/client/packed-state';
import { pageUrls } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { FrameInput } from '@/lib/contract/embedding';
import type { EmbedAccountProps } from './embed-account';
import { getFirstQuery, handleLink } from './embed-links';

/** Scripts of their own, because most frames show the plans of visitors. */
const VisitorComparison = dynamic(() => import('./visitor-views').then((module) => module.VisitorComparison));
const VisitorAddOns = dynamic(() => import('./visitor-views').then((module) => module.VisitorAddOns));

interface EmbedViewProps {
  /** What the server has loaded for visitors. */
  state: PackedState;
  /** Sentences for the developer of the page around the frame. */
  warnings: string[];
  /** The view that the page around the frame asks for. */
  firstView: (typeof embedViews)[number];
}

/** The plans in a frame: for visitors, and with a token for an account. */
export function EmbedView({ state, warnings, firstView }: EmbedViewProps) {
  const { pricing } = useText();
  const [{ view }] = useSearchParams(embedSearchParams);
  const { language } = use(CatalogTextContext);
  const account = useEmbeddedAccount();
  useEffect(() => {
    for (const warning of warnings) console.warn(`app-versions-plans: ${warning}`);
  }, [warnings]);
  // A session cookie of this origin never counts.
  useEffect(() => {
    frameHooks.authorization = { getHeaders: async () => ({}), renew: async () => false };
    frameHooks.language = language;
  }, [language]);
  const top = useRef<HTMLDivElement>(null);
  const shownView = useRef(view);
  useEffect(() => {
    if (shownView.current === view) return;
    shownView.current = view;
    // The link to the view can be far below its beginning.
    top.current?.scrollIntoView({ block: 'nearest' });
  }, [view]);
  useEffect(() => {
    window.addEventListener('click', handleLink, true);
    return () => window.removeEventListener('click', handleLink, true);
  }, []);
  return (
    <>
      <div ref={top} />
      {view !== firstView && view !== 'plans' && (
        <p className="measure pb-4">
          <TextLink href={pageUrls.plans()}>{pricing.title}</TextLink>
        </p>
      )}
      {account ? (
        <Suspense>
          <account.View user={account.user} view={view} />
        </Suspense>
      ) : (
        <VisitorView state={state} view={view} />
      )}
    </>
  );
}

function VisitorView({ state, view }: { state: PackedState; view: EmbedViewProps['firstView'] }) {
  if (view === 'compare') return <VisitorComparison state={state} />;
  if (view === 'options') return <VisitorAddOns state={state} />;
  return (
    <PlansView
      state={state}
      signedIn={false}
      hasAccount={false}
      isMember={false}
      isOwner={false}
      demo={false}
    />
  );
}

interface EmbeddedAccount {
  user: FrameUser;
  View: ComponentType<EmbedAccountProps>;
}

/** The frame itself is as high as its content. Dialogs open in the visible part, and headers stay in it. */
function setVisiblePart({ start, size }: Extract<FrameInput, { visible: object }>['visible']): void {
  const { style } = document.documentElement;
  style.setProperty('--visible-start', `${start}px`);
  style.setProperty('--visible-size', `${size}px`);
}

/** The account of the token that the page around the frame sets. It is null if there is none, and until its plans are loaded. */
function useEmbeddedAccount(): EmbeddedAccount | null {
  const [account, setAccount] = useState<EmbeddedAccount | null>(null);
  useEffect(() => {
    const start = () => {
      const page = window.embeddingPage;
      if (!page) return;
      let tokens: Promise<(token: string | null) => void> | undefined;
      page.port.onmessage = async ({ data }: MessageEvent<FrameInput>) => {
        if ('visible' in data) return setVisiblePart(data.visible);
        if (typeof data.token !== 'string' && data.token !== null) return;
        // Without a token, the frame needs neither the script nor the queries of accounts.
        if (data.token === null && !tokens) return;
        tokens ??= import('./embed-account').then(({ startAccount, EmbedAccount }) =>
          startAccount(page, (user) => setAccount({ user, View: EmbedAccount })),
        );
        (await tokens)(data.token);
      };
      page.port.postMessage({ event: 'ready' });
    };
    getFirstQuery();
    start();
    window.addEventListener('embedding-page', start);
    return () => window.removeEventListener('embedding-page', start);
  }, []);
  return account;
}
