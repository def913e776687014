'use client';

import { useEffect, useState } from 'react';
import { ComparisonView } from '@/components/comparison/comparison-view';
import { signInFor } from '@/components/pricing/plan-action';
import { hasUserFees, PlanBoard } from '@/components/pricing/plan-board';
import { SeatsControl } from '@/components/pricing/seats-control';
import { fillPhrase } from '@/components/text/fill-phrase';
import { useText } from '@/components/text/text-provider';
import { YoursMark } from '@/components/ui/badge';
import { PageHeading } from '@/components/ui/page-heading';
import type { previewParts } from '@/lib/client/page-state';
import type { VersionList } from '@/lib/contract/version-list';
import { RefuseActions } from './refuse-actions';

interface FramedPageProps {
  data: VersionList['data'];
  part: (typeof previewParts)[number];
  asAccount: boolean;
  demo: boolean;
}

/** The true pricing table or the true grid, with a list that the API doesn't serve yet. */
export function FramedPage({ data, part, asAccount, demo }: FramedPageProps) {
  const text = useText();
  const { comparison } = text;
  const name = text.preview.frame[part];
  useEffect(() => {
    // To a screen reader this page's main part stands within that of the page round it, and is told apart by its name.
    document.getElementById('content')?.setAttribute('aria-label', name);
  }, [name]);
  return (
    <RefuseActions>
      <div className="measure">
        {part === 'plans' ? (
          <FramedPlans data={data} asAccount={asAccount} demo={demo} />
        ) : (
          <>
            <PageHeading title={comparison.title} lead={comparison.lead} />
            <ComparisonView data={data} />
          </>
        )}
      </div>
    </RefuseActions>
  );
}

function FramedPlans({ data, asAccount, demo }: Omit<FramedPageProps, 'part'>) {
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
              {fillPhrase(pricing.yourPlanIs, [
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
      <PlanBoard
        list={data}
        seats={seats}
        action={{ signIn: signInFor({ demo, signedIn: false }), offline: false }}
      />
    </>
  );
}
