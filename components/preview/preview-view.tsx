'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useOptimistic, useRef, useState, useTransition } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { Banner } from '@/components/ui/banner';
import { classNames } from '@/components/ui/class-names';
import { CopyLink } from '@/components/ui/copy-link';
import { PageHeading } from '@/components/ui/page-heading';
import { linkClassName } from '@/components/ui/text-link';
import { useOnline } from '@/components/ui/use-online';
import { parseSearchParams, type SearchParamValues } from '@/lib/client/search-params';
import { previewedPageSearchParams, previewSearchParams, staffUrls } from '@/lib/client/staff-urls';
import { discardUrlUpdate, useSearchParams } from '@/lib/client/use-search-params';
import type { PreviewFailure, ProductPreview } from '@/lib/contract/product-preview';
import { PreviewControls, type PreviewControlsProps, type PreviewState } from './preview-controls';
import { type FrameMessage, PreviewFrame } from './preview-frame';

interface PreviewViewProps extends Pick<PreviewControlsProps, 'state' | 'preview' | 'drafts'> {
  /** Why the account or the draft of the query string is not shown. */
  failures: PreviewFailure[];
}

/** The product team's preview of plans that are not public. The query string holds its state, so that it can be shared. */
export function PreviewView({ state, preview, failures, drafts }: PreviewViewProps) {
  const previewText = usePageText('staff').preview;
  const [loading, startTransition] = useTransition();
  const router = useRouter();
  const [shownState, setShownState] = useOptimistic(state);
  const online = useOnline();
  const { pageState, onFrame } = usePreviewedPages(state, loading);
  const [revealedPlan, setRevealedPlan] = useState<string | null>(null);
  const changeState = (change: Partial<PreviewState>) => {
    const next = { ...shownState, ...pageState, ...change };
    const added = change.show?.find((id) => !shownState.show.includes(id));
    // This is not in the transition: the frame may be loaded before it ends.
    setRevealedPlan(preview.hidden.find(({ id }) => id === added)?.tag ?? null);
    // The new URL contains it, and a later write would cancel the navigation.
    discardUrlUpdate();
    startTransition(() => {
      setShownState(next);
      router.replace(staffUrls.preview(next), { scroll: false });
    });
  };
  // What all plans have is normal.
  const checks = preview.checks.filter(({ code }) => code !== 'feature_in_all_versions');
  const isDraft = shownState.edition !== '';
  const hasBefore = (isDraft || shownState.show.length > 0) && !shownState.alone;
  const side = isDraft ? 'draft' : 'after';
  const frameProps = { loading, hasDialog: pageState.switch !== null, onFrame };
  return (
    <>
      <PreloadText groups={['staff']} />
      <Banner>{previewText.banner}</Banner>
      <div className="measure">
        <PageHeading
          title={previewText.title}
          lead={previewText.lead}
          aside={
            <CopyLink
              label={previewText.copyLink}
              copied={previewText.linkCopied}
              failed={previewText.copyFailed}
              // The address bar can be behind while the page loads.
              getUrl={() =>
                new URL(staffUrls.preview({ ...shownState, ...pageState }), window.location.origin).href
              }
              className="max-w-96 middle:text-end"
            />
          }
        />
        {failures.map((code) => (
          <p key={code} role="alert" className="mb-6 border-s-4 border-lost ps-4">
            {previewText.failures[code]}
          </p>
        ))}
        <p role="status" className="mb-6 text-soft empty:mb-0">
          {!online && previewText.offline}
        </p>
        <PreviewControls
          preview={preview}
          drafts={drafts}
          state={shownState}
          blocked={!online}
          onChange={changeState}
        >
          {checks.length > 0 && (
            <p className="flex min-h-11 items-center self-end">
              <a href="#preview-checks" className={linkClassName}>
                {previewText.findings(checks.length)}
              </a>
            </p>
          )}
        </PreviewControls>
        <div
          className={classNames(
            'grid gap-x-8 gap-y-10',
            // Two frames, or the widest one, take the full width of the page.
            hasBefore ? 'broad' : shownState.width !== '1280' && 'wide:grid-cols-[minmax(0,1fr)_18rem]',
          )}
        >
          <div className={classNames('min-w-0', hasBefore && 'grid items-start gap-8 middle:grid-cols-2')}>
            {hasBefore && (
              <PreviewFrame
                {...frameProps}
                key="before"
                side="before"
                state={{ ...shownState, show: [], edition: '' }}
              />
            )}
            <PreviewFrame
              {...frameProps}
              key="after"
              side={hasBefore ? side : null}
              state={shownState}
              revealedPlan={revealedPlan}
            />
          </div>
          <PreviewChecks checks={checks} />
        </div>
      </div>
    </>
  );
}

/**
 * What the user chose in the previewed pages, such as filters. Choices in one frame are applied to the others, and kept in the
 * query string of this page. During a navigation (`loading`) the query string is left alone: a write would cancel it.
 */
function usePreviewedPages(initial: PreviewState, loading: boolean) {
  const [initialPageState] = useState(() => pickPageState(initial));
  const [pageState, setPageState] = useState(initialPageState);
  const known = useRef(pageState);
  const [, setSearchParams] = useSearchParams(previewSearchParams);
  useEffect(() => {
    if (!loading && pageState !== initialPageState) setSearchParams(pageState);
  }, [loading, pageState, initialPageState, setSearchParams]);
  const frames = useRef(new Set<HTMLIFrameElement>());
  const onFrame = useCallback((frame: HTMLIFrameElement) => {
    frames.current.add(frame);
    return () => void frames.current.delete(frame);
  }, []);
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent<Partial<FrameMessage> | null>) => {
      const sender = [...frames.current].find(({ contentWindow }) => contentWindow === source);
      if (!sender || origin !== window.location.origin || typeof data?.previewQuery !== 'string') return;
      const next = parseSearchParams(previewedPageSearchParams, data.previewQuery);
      // A frame that was only loaded again reports what is known.
      if (JSON.stringify(next) !== JSON.stringify(known.current)) {
        known.current = next;
        setPageState(next);
      }
      for (const frame of frames.current) {
        const shown = frame.contentWindow?.location;
        if (frame === sender || !shown) continue;
        // Which plans it shows. It may not be loaded yet.
        const ownState = parseSearchParams(previewSearchParams, new URL(frame.src).search);
        const url = staffUrls.previewFrame({ ...ownState, ...next });
        const shownUrl = staffUrls.previewFrame(parseSearchParams(previewSearchParams, shown.search));
        if (url !== shownUrl) shown.replace(url);
      }
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  return { pageState, onFrame };
}

function pickPageState(state: PreviewState): SearchParamValues<typeof previewedPageSearchParams> {
  const { family, q, differences, plans, pair, switch: versionId, seats, units, period } = state;
  return { family, q, differences, plans, pair, switch: versionId, seats, units, period };
}

const maxShownSubjects = 6;

/** Possible mistakes in the plans, to fix before publication. */
function PreviewChecks({ checks }: { checks: ProductPreview['checks'] }) {
  const previewText = usePageText('staff').preview;
  const { pricing } = useText();
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
                  {pricing.andMore(subjects.length - maxShownSubjects)}
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the titles of one check can be equal
        <li key={index} className="break-words">
          <CatalogText>{title}</CatalogText>
        </li>
      ))}
    </ul>
  );
}
