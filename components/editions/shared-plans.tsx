'use client';

import { useState } from 'react';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { Banner } from '@/components/ui/banner';
import type { VersionList } from '@/lib/contract/versions';
import { Choices } from './choices';
import { type DraftPart, DraftPlans } from './draft-plans';

/** The plans of a draft for someone with its link. */
export function SharedPlans({ list }: { list: VersionList['data'] }) {
  const { catalog, preview } = usePageText('staff');
  const { share, editor: text } = catalog;
  const [part, setPart] = useState<DraftPart>('plans');
  return (
    <>
      <PreloadText groups={['staff']} />
      <Banner>{share.banner}</Banner>
      <div className="measure pt-6">
        <div className="-ms-2.5">
          <Choices
            label={text.previewPart}
            options={[
              { value: 'plans', label: preview.pages.plans },
              { value: 'compare', label: preview.pages.compare },
              ...(list.optional_features_available
                ? [{ value: 'options' as const, label: preview.pages.options }]
                : []),
            ]}
            value={part}
            onChange={setPart}
          />
        </div>
      </div>
      <DraftPlans list={list} part={part} />
    </>
  );
}
