'use client';

import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react';
import { ComparisonContent } from '@/components/comparison/comparison-view';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { hasUserFees, PlanGrid, PlanOverview } from '@/components/pricing/plan-grid';
import { SeatsControl } from '@/components/pricing/seats-control';
import { YoursMark } from '@/components/ui/badge';
import { PageHeading } from '@/components/ui/page-heading';
import type { previewParts } from '@/lib/client/page-urls';
import type { VersionList } from '@/lib/contract/versions';
import { usePreviewText } from './use-preview-text';

interface PreviewFrameContentProps {
  data: VersionList['data'];
  part: (typeof previewParts)[number];
  asAccount: boolean;
  demo: boolean;
}

/** The plans page or the compare page, with a list that includes plans that are not public. */
export function PreviewFrameContent({ data, part, asAccount, demo }: PreviewFrameContentProps) {
  const previewText = usePreviewText();
  const { comparison } = useText();
  const name = previewText.frame[part];
  useEffect(() => {
    // Labels the content of the frame for screen readers, which present it inside the `main` element of the outer page.
    document.getElementById('content')?.setAttribute('aria-label', name);
  }, [name]);
  return (
    <DisabledActions>
      <div className="measure">
        {part === 'plans' ? (
          <PreviewPlans data={data} asAccount={asAccount} demo={demo} />
        ) : (
          <>
            <PageHeading title={comparison.title} lead={comparison.lead} />
            <ComparisonContent data={data} user={{ signedIn: asAccount, demo }} />
          </>
        )}
      </div>
    </DisabledActions>
  );
}

function PreviewPlans({ data, asAccount, demo }: Omit<PreviewFrameContentProps, 'part'>) {
  const { pricing } = useText();
  const [seats, setSeats] = useState(1);
  const current = data.versions.find((version) => version.current);
  return (
    <>
      <PageHeading
        title={pricing.title}
        lead={
          current ? (
            <p>
              <YoursMark />{' '}
              {interpolate(pricing.yourPlanIs, [
                <bdi key="plan" className="font-medium text-ink">
                  {current.title}
                </bdi>,
              ])}
            </p>
          ) : (
            <p>{asAccount ? pricing.noPlan : pricing.visitorLead}</p>
          )
        }
        aside={hasUserFees(data) && <SeatsControl seats={seats} onChange={setSeats} />}
      />
      <PlanOverview list={data} seats={seats} />
      <PlanGrid list={data} seats={seats} action={{ user: { signedIn: asAccount, demo }, offline: false }} />
    </>
  );
}

/** Disables links, switch buttons and forms, and shows a message when the user tries to use one. */
function DisabledActions({ children }: { children: ReactNode }) {
  const previewText = usePreviewText();
  const [blocked, setBlocked] = useState(false);
  const block = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setBlocked(true);
  };
  const onClick = (event: SyntheticEvent) => {
    const target = event.target instanceof Element ? event.target.closest('a[href], [data-switch-to]') : null;
    if (target) block(event);
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
