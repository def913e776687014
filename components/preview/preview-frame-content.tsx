'use client';

import { useSearchParams as useRouterSearchParams } from 'next/navigation';
import { Suspense, useEffect, useRef } from 'react';
import { AddOnsContent } from '@/components/add-ons/add-ons-view';
import { ComparisonContent } from '@/components/comparison/comparison-view';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { useBilling } from '@/components/pricing/use-billing';
import { useNamedPlans } from '@/components/pricing/use-plan-names';
import { SwitchDialog } from '@/components/switch/switch-dialog';
import { PageHeading } from '@/components/ui/page-heading';
import { parseSearchParams, type SearchParamValues } from '@/lib/client/search-params';
import { previewSearchParams, staffUrls } from '@/lib/client/staff-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { ProductPreview } from '@/lib/contract/product-preview';
import type { FrameMessage } from './preview-frame';
import { DisabledActions, PreviewPlans } from './preview-plans';

interface PreviewFrameContentProps {
  preview: ProductPreview;
  state: SearchParamValues<typeof previewSearchParams>;
  demo: boolean;
}

/** A page with a list that includes plans that are not public. Its query string has the same params as `/preview`. */
export function PreviewFrameContent({ preview, state, demo }: PreviewFrameContentProps) {
  const previewText = usePageText('staff').preview;
  const comparison = usePageText('planDetails').comparison;
  const { part } = state;
  const name = previewText.frame[part];
  useEffect(() => {
    // Labels the content of the frame for screen readers, which present it inside the `main` element of the outer page.
    document.getElementById('content')?.setAttribute('aria-label', name);
  }, [name]);
  const query = useRouterSearchParams().toString();
  useEffect(() => {
    window.parent.postMessage({ previewQuery: query } satisfies FrameMessage, window.location.origin);
  }, [query]);
  const data = useNamedPlans(preview.list.data);
  const asAccount = preview.as !== null;
  const action = { user: { signedIn: asAccount, demo }, onSwitch: openSwitch };
  return (
    <DisabledActions list={preview.list.data}>
      <PreloadText groups={['staff']} />
      <div className="measure">
        {part === 'plans' && (
          <PreviewPlans data={data} notices={preview.notices} asAccount={asAccount} action={action} />
        )}
        {part === 'compare' && (
          <>
            <PageHeading title={comparison.title} lead={comparison.lead} />
            <ComparisonContent data={data} addOns={preview.options?.data} {...action} />
          </>
        )}
        {part === 'options' && <AddOnsContent data={data} addOns={preview.options?.data ?? null} readOnly />}
      </div>
      <Suspense fallback={null}>
        <PreviewSwitch preview={preview} list={data} />
      </Suspense>
    </DisabledActions>
  );
}

/** Loads the page with the dialog of a switch, whose preview the server adds. */
function openSwitch(versionId: string): void {
  const state = parseSearchParams(previewSearchParams, window.location.search);
  window.location.replace(staffUrls.previewFrame({ ...state, switch: versionId }));
}

/** The dialog of the switch in the query string. */
function PreviewSwitch({
  preview: { switchPreview },
  list,
}: {
  preview: ProductPreview;
  list: ProductPreview['list']['data'];
}) {
  const previewText = usePageText('staff').preview;
  const [{ switch: versionId, seats, units }, setSearchParams] = useSearchParams(previewSearchParams);
  const nothing = useRef<HTMLElement>(null);
  const billing = useBilling(list);
  if (!switchPreview || switchPreview.data.to.id !== versionId) return null;
  return (
    <SwitchDialog
      key={versionId}
      versionId={versionId}
      list={list}
      billing={billing}
      seats={seats}
      units={units}
      onSeats={(next) => setSearchParams({ seats: next })}
      onUnits={(next) => setSearchParams({ units: next })}
      noticeRef={nothing}
      onClose={() => setSearchParams({ switch: null })}
      onDone={() => {}}
      readOnly={{ preview: switchPreview, reason: previewText.frame.nothingSaved }}
    />
  );
}
