'use client';

import { useRouter } from 'next/navigation';
import { useOptimistic, useTransition } from 'react';
import { Banner } from '@/components/ui/banner';
import { classNames } from '@/components/ui/class-names';
import { PageHeading } from '@/components/ui/page-heading';
import { linkClassName } from '@/components/ui/text-link';
import { useOnline } from '@/components/ui/use-online';
import { pageUrls } from '@/lib/client/page-urls';
import type { ProductPreview } from '@/lib/contract/product-preview';
import { PreviewControls, type PreviewState } from './preview-controls';
import styles from './preview-frame.module.css';
import { usePreviewText } from './use-preview-text';

interface PreviewViewProps {
  state: PreviewState;
  preview: ProductPreview;
  /** The account in the query string does not exist, and the preview shows a visitor's view. */
  accountMissing: boolean;
}

/** The product team's preview of plans that are not public. The query string holds its state, so that it can be shared. */
export function PreviewView({ state, preview, accountMissing }: PreviewViewProps) {
  const previewText = usePreviewText();
  const [loading, startTransition] = useTransition();
  const router = useRouter();
  const [shownState, setShownState] = useOptimistic(state);
  const online = useOnline();
  const changeState = (change: Partial<PreviewState>) =>
    startTransition(() => {
      const next = { ...shownState, ...change };
      setShownState(next);
      router.replace(pageUrls.preview(next), { scroll: false });
    });
  return (
    <>
      <Banner>{previewText.banner}</Banner>
      <div className="measure">
        <PageHeading title={previewText.title} lead={previewText.lead} />
        {accountMissing && (
          <p role="alert" className="mb-6 border-s-4 border-lost ps-4">
            {previewText.accountNotFound}
          </p>
        )}
        <p role="status" className="mb-6 text-soft empty:mb-0">
          {!online && previewText.offline}
        </p>
        <PreviewControls preview={preview} state={shownState} blocked={!online} onChange={changeState} />
        <div
          className={classNames(
            'grid gap-x-8 gap-y-10',
            // The widest frame takes the full width of the page.
            shownState.width !== '1280' && 'wide:grid-cols-[minmax(0,1fr)_18rem]',
          )}
        >
          <PreviewFrame state={shownState} loading={loading} />
          <PreviewChecks checks={preview.checks} />
        </div>
      </div>
    </>
  );
}

const widthClassNames = { '320': styles.w320, '768': styles.w768, '1280': styles.w1280 };

/** The preview in an iframe of the selected width, so that the page in it has the layout of that width. */
function PreviewFrame({ state, loading }: { state: PreviewState; loading: boolean }) {
  const previewText = usePreviewText();
  const { as, show, part, width } = state;
  return (
    <section
      aria-label={previewText.frameSection}
      aria-busy={loading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={styles.surroundings}
    >
      <iframe
        title={previewText.frame[part]}
        src={pageUrls.previewFrame({ as, show, part })}
        className={classNames(
          'bg-paper transition-opacity',
          styles.frame,
          widthClassNames[width],
          loading && 'opacity-50',
        )}
      />
    </section>
  );
}

const maxShownSubjects = 6;

/** Possible mistakes in the plans, to fix before publication. */
function PreviewChecks({ checks }: { checks: ProductPreview['checks'] }) {
  const previewText = usePreviewText();
  return (
    <section aria-labelledby="preview-checks" className="border-t-2 border-rule pt-3">
      <h2 id="preview-checks" className="text-head">
        {previewText.checks}
      </h2>
      <p role="status" className="mt-1 text-soft">
        {checks.length === 0 ? previewText.noFindings : previewText.findings(checks.length)}
      </p>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-x-8">
        {checks.map(({ code, subjects }) => (
          <li key={code} className="border-t border-line py-3">
            <h3 className="font-medium">{previewText.checkTitles[code]}</h3>
            <p className="text-small text-soft">{previewText.checkDescriptions[code]}</p>
            <CheckSubjects titles={subjects.slice(0, maxShownSubjects)} />
            {subjects.length > maxShownSubjects && (
              <details className="text-small">
                <summary className={`mt-1 inline-block ${linkClassName}`}>
                  {previewText.andMore(subjects.length - maxShownSubjects)}
                </summary>
                <CheckSubjects titles={subjects.slice(maxShownSubjects)} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function CheckSubjects({ titles }: { titles: string[] }) {
  return (
    <ul className="mt-2 text-small">
      {titles.map((title, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles can repeat, which is one of the findings
        <li key={index} className="break-words">
          <bdi>{title}</bdi>
        </li>
      ))}
    </ul>
  );
}
