'use client';

import { useSearchParams as useRouterSearchParams } from 'next/navigation';
import { type ReactNode, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { AddOnsContent } from '@/components/add-ons/add-ons-view';
import { CatalogText } from '@/components/catalog/catalog-text';
import { ComparisonContent } from '@/components/comparison/comparison-view';
import { useComparisonText } from '@/components/comparison/use-comparison-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { EarlierPlan } from '@/components/pricing/earlier-plan';
import { PlanFamilyGrids } from '@/components/pricing/plan-family-grids';
import { getUserUnit, hasUserFees, PlanOverview } from '@/components/pricing/plan-grid';
import { PriceControls } from '@/components/pricing/price-controls';
import { areUsersFixed, getSeats, toSeatsParam, useBilling } from '@/components/pricing/use-billing';
import { useNamedPlans } from '@/components/pricing/use-plan-names';
import { SwitchDialog } from '@/components/switch/switch-dialog';
import { YoursMark } from '@/components/ui/badge';
import { PageHeading } from '@/components/ui/page-heading';
import { pageUrls, previewSearchParams } from '@/lib/client/page-urls';
import { parseSearchParams, type SearchParamValues } from '@/lib/client/search-params';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { ProductPreview } from '@/lib/contract/product-preview';
import type { FrameMessage } from './preview-frame';
import { usePreviewText } from './use-preview-text';

interface PreviewFrameContentProps {
  preview: ProductPreview;
  state: SearchParamValues<typeof previewSearchParams>;
  demo: boolean;
}

/** A page with a list that includes plans that are not public. Its query string has the same params as `/preview`. */
export function PreviewFrameContent({ preview, state, demo }: PreviewFrameContentProps) {
  const previewText = usePreviewText();
  const comparison = useComparisonText();
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
    <DisabledActions>
      <div className="measure">
        {part === 'plans' && <PreviewPlans data={data} asAccount={asAccount} action={action} />}
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
  window.location.replace(pageUrls.previewFrame({ ...state, switch: versionId }));
}

/** The dialog of the switch in the query string. */
function PreviewSwitch({
  preview: { switchPreview },
  list,
}: {
  preview: ProductPreview;
  list: ProductPreview['list']['data'];
}) {
  const previewText = usePreviewText();
  const [{ switch: versionId, seats: requestedSeats }, setSearchParams] =
    useSearchParams(previewSearchParams);
  const nothing = useRef<HTMLElement>(null);
  const { billing } = useBilling(list);
  const seats = getSeats(list, requestedSeats);
  if (!switchPreview || switchPreview.data.to.id !== versionId) return null;
  return (
    <SwitchDialog
      versionId={versionId}
      list={list}
      billing={billing}
      seats={seats}
      onSeats={(next) => setSearchParams({ seats: toSeatsParam(list, next) })}
      noticeRef={nothing}
      onClose={() => setSearchParams({ switch: null })}
      onDone={() => {}}
      readOnly={{ preview: switchPreview, reason: previewText.frame.nothingSaved }}
    />
  );
}

interface PreviewPlansProps {
  data: ProductPreview['list']['data'];
  asAccount: boolean;
  action: Omit<Parameters<typeof PlanFamilyGrids>[0]['action'], 'offline'>;
}

function PreviewPlans({ data: loaded, asAccount, action }: PreviewPlansProps) {
  const { pricing } = useText();
  const [{ seats: requestedSeats }, setSearchParams] = useSearchParams(previewSearchParams);
  const { billing, list: data } = useBilling(loaded);
  const seats = getSeats(loaded, requestedSeats);
  const current = data.versions.find((version) => version.current);
  const present = data.versions.find(({ id }) => id === current?.replaced_by);
  return (
    <>
      <PageHeading
        title={pricing.title}
        lead={
          current ? (
            <p>
              <YoursMark />{' '}
              {interpolate(pricing.yourPlanIs, [
                <CatalogText key="plan" className="font-medium text-ink">
                  {current.title}
                </CatalogText>,
              ])}
            </p>
          ) : (
            <p className={asAccount ? undefined : 'phone:hidden'}>
              {asAccount ? pricing.noPlan : pricing.visitorLead}
            </p>
          )
        }
        aside={
          <PriceControls
            seats={seats}
            unit={getUserUnit(data)}
            onSeats={
              hasUserFees(data) && !areUsersFixed(data)
                ? (next) => setSearchParams({ seats: toSeatsParam(data, next) })
                : undefined
            }
            billing={billing}
          />
        }
      />
      {current && present && (
        <EarlierPlan
          earlier={current}
          present={present}
          list={data}
          billing={billing}
          offline={false}
          onSwitch={action.onSwitch}
        />
      )}
      <PlanOverview list={data} seats={seats} billing={billing} />
      <PlanFamilyGrids list={data} seats={seats} billing={billing} action={{ ...action, offline: false }} />
    </>
  );
}

/** Disables links and forms, and shows a message when the user tries to use one. */
function DisabledActions({ children }: { children: ReactNode }) {
  const previewText = usePreviewText();
  const [blocked, setBlocked] = useState(false);
  const block = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setBlocked(true);
  };
  const onClick = (event: SyntheticEvent) => {
    const target = event.target instanceof Element ? event.target.closest('a[href]') : null;
    // A link to a part of the page, such as a plan's card, works.
    if (target && !target.getAttribute('href')?.startsWith('#')) block(event);
  };
  return (
    <div onClickCapture={onClick} onSubmitCapture={block}>
      {children}
      <p role="status" className="sticky bottom-0 z-20 bg-ink text-paper">
        {blocked && <span className="block px-5 py-2.5 text-small">{previewText.frame.linksDisabled}</span>}
      </p>
    </div>
  );
}
