'use client';

import dynamic from 'next/dynamic';
import { useLazyText } from '@/components/i18n/text-provider';
import { LoadError } from '@/components/ui/load-error';
import { ApiRequestError } from '@/lib/client/api-request';
import type { VersionList } from '@/lib/contract/versions';
import { SwitchFeatureChanges } from './switch-feature-changes';
import { type PricedPlans, SwitchReceipt } from './switch-prices';
import { predictFeatureChanges } from './switch-summary';
import { SwitchedAddOns } from './switched-add-ons';
import type { SwitchSession } from './use-switch-session';

/** The script of the reasons. */
const LimitUsage = dynamic(
  () => import('@/components/ui/blocker-message').then((module) => module.LimitUsage),
  { loading: () => null },
);

/** A script of its own, because most switches are no undo. */
const RestoredState = dynamic(() => import('./restored-state').then((module) => module.RestoredState), {
  loading: () => null,
});

interface SwitchPreviewPanelProps {
  session: SwitchSession;
  /** The plans of the preview, or of the list until it is loaded. It is null if the list does not have the plan. */
  plans: PricedPlans | null;
  /** The plans whose prices are compared. It is null if there is none. */
  priced: PricedPlans | null;
  /** Whether the preview is of another plan or period than the account's. */
  isSwitch: boolean;
  list: VersionList['data'];
  /** Number of users for price estimates. */
  seats: number;
}

/** The effect of the switch: losses, gains, and prices. Only prices are shown before the API has confirmed the changes. */
export function SwitchPreviewPanel({
  session: { previewQuery, preview, isUndo },
  plans,
  priced,
  isSwitch,
  list,
  seats,
}: SwitchPreviewPanelProps) {
  const switching = useLazyText('switching').switching;
  const { error } = previewQuery;
  if (!preview && error) {
    if (error instanceof ApiRequestError && error.code === 'version_not_found') return null;
    return (
      <div className="pt-6">
        <LoadError title={switching.previewFailed} headingLevel="h3" query={previewQuery} />
      </div>
    );
  }
  if (!plans) return preview ? null : <Loading />;
  if (!isSwitch) return <p className="pt-6">{switching.alreadyOnPlan}</p>;
  return (
    <>
      {preview ? (
        <>
          {preview.exceeded_limits && (
            <LimitUsage limits={preview.exceeded_limits} plan={preview.to.title} warns />
          )}
          <SwitchedAddOns options={preview.options} outcome="lost" app={list.app} />
          <SwitchFeatureChanges preview={preview} matrix={list.matrix} />
          <SwitchedAddOns options={preview.options} outcome="included" app={list.app} />
          {isUndo ? (
            <RestoredState preview={preview} app={list.app} />
          ) : (
            <SwitchedAddOns options={preview.options} outcome="kept" app={list.app} />
          )}
        </>
      ) : (
        <div aria-busy="true">
          <Loading />
          <div aria-hidden="true" inert className="skeletal">
            <SwitchFeatureChanges
              preview={predictFeatureChanges(plans.from, plans.to, list.matrix?.features ?? [])}
              matrix={list.matrix}
            />
          </div>
        </div>
      )}
      {priced && <SwitchReceipt plans={priced} app={list.app} seats={seats} />}
    </>
  );
}

function Loading() {
  const switching = useLazyText('switching').switching;
  return (
    <p role="status" className="sr-only">
      {switching.loadingPreview}
    </p>
  );
}
