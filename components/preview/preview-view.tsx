'use client';

import { useQueryStates } from 'nuqs';
import { useTransition } from 'react';
import { useText } from '@/components/text/text-provider';
import { Banner } from '@/components/ui/banner';
import { classNames } from '@/components/ui/class-names';
import { PageHeading } from '@/components/ui/page-heading';
import { useOnline } from '@/components/ui/use-online';
import { previewState } from '@/lib/client/page-state';
import type { ProductPreview } from '@/lib/contract/product-preview';
import { PreviewChecks } from './preview-checks';
import { PreviewControls } from './preview-controls';
import { PreviewFrame } from './preview-frame';

interface PreviewViewProps {
  preview: ProductPreview;
  /** The account that the address names is gone, and a visitor looks instead. */
  accountGone: boolean;
}

/** What the product team looks at before its customers do. The address holds all of it, so that it can be shared. */
export function PreviewView({ preview, accountGone }: PreviewViewProps) {
  const text = useText();
  const [loading, startTransition] = useTransition();
  const [state, setState] = useQueryStates(previewState, { shallow: false, startTransition });
  const online = useOnline();
  const look = accountGone ? { ...state, as: previewState.as.defaultValue } : state;
  return (
    <>
      <Banner>{text.preview.banner}</Banner>
      <div className="measure">
        <PageHeading title={text.preview.title} lead={text.preview.lead} />
        {accountGone && (
          <p role="alert" className="mb-6 border-s-4 border-lost ps-4">
            {text.preview.accountGone}
          </p>
        )}
        <p role="status" className="mb-6 text-soft empty:mb-0">
          {!online && text.preview.offline}
        </p>
        <PreviewControls
          preview={preview}
          state={look}
          blocked={!online}
          onChange={(change) => void setState(change)}
        />
        <div
          className={classNames(
            'grid gap-x-8 gap-y-10',
            // The widest window takes the whole line.
            look.width !== '1280' && 'wide:grid-cols-[minmax(0,1fr)_18rem]',
          )}
        >
          <PreviewFrame state={look} loading={loading} />
          <PreviewChecks checks={preview.checks} />
        </div>
      </div>
    </>
  );
}
