'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useOnDemand } from '@/components/ui/use-on-demand';
import { useLiveUpdates } from '@/lib/client/live-updates';
import { changeSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { OpenChangesProps } from './open-changes';

const loadOpenChanges = () => import('./open-changes').then((module) => module.OpenChanges);

const loadLiveChanges = async () => {
  const { loadPageText } = await import('@/components/i18n/page-text');
  const [component] = await Promise.all([loadOpenChanges(), loadPageText('account')]);
  return component;
};

/** A script of its own, because most accounts have no such changes. */
const OpenChanges = dynamic(loadOpenChanges);

/** What waits for a date, an owner or the provider, above each page of an account. */
export function ChangesSection(props: Omit<OpenChangesProps, 'changeId'>) {
  const [{ change }] = useSearchParams(changeSearchParams);
  const hasChanges = change !== null || props.loaded.payload.length > 0;
  // The same for as long as the page is open: the other one would not have its state.
  const [isRendered] = useState(hasChanges);
  // Without changes, the page works on if the script can't be loaded.
  const LiveChanges = useOnDemand(loadLiveChanges, (useLiveUpdates() || hasChanges) && !isRendered);
  const Changes = isRendered ? OpenChanges : LiveChanges;
  return Changes && <Changes {...props} changeId={change} />;
}
