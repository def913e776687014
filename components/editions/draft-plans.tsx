'use client';

import { AddOnsContent } from '@/components/add-ons/add-ons-view';
import { ComparisonContent } from '@/components/comparison/comparison-view';
import { usePageText } from '@/components/i18n/page-text';
import { DisabledActions, PreviewPlans } from '@/components/preview/preview-plans';
import { useNamedPlans } from '@/components/pricing/use-plan-names';
import { PageHeading } from '@/components/ui/page-heading';
import type { previewParts } from '@/lib/client/staff-urls';
import type { VersionList } from '@/lib/contract/versions';

export type DraftPart = (typeof previewParts)[number];

const visitor = { signedIn: false, demo: false };

/** The plans of a text as visitors would see them. Links and buttons do nothing. */
export function DraftPlans({ list, part }: { list: VersionList['data']; part: DraftPart }) {
  const comparison = usePageText('planDetails').comparison;
  const data = useNamedPlans(list);
  return (
    <DisabledActions list={list}>
      <div className="measure">
        {part === 'plans' && <PreviewPlans data={data} asAccount={false} action={{ user: visitor }} />}
        {part === 'options' && <AddOnsContent data={data} addOns={null} readOnly />}
        {part === 'compare' && (
          <>
            <PageHeading title={comparison.title} lead={comparison.lead} />
            <ComparisonContent data={data} addOns={undefined} user={visitor} />
          </>
        )}
      </div>
    </DisabledActions>
  );
}
