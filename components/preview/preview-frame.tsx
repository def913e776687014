'use client';

import { useEffect, useRef } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { classNames } from '@/components/ui/class-names';
import { getPlanAnchor } from '@/lib/client/page-urls';
import { staffUrls } from '@/lib/client/staff-urls';
import type { PreviewState } from './preview-controls';
import styles from './preview-frame.module.css';

/** A page in a frame reports its query string when it is loaded and when the user changes it. */
export interface FrameMessage {
  previewQuery: string;
}

const widthClassNames = { '320': styles.w320, '768': styles.w768, '1280': styles.w1280 };

interface PreviewFrameProps {
  state: PreviewState;
  /** Which of two frames it is: the one without the chosen plans or the draft, or the one with them. */
  side: 'before' | 'after' | 'draft' | null;
  loading: boolean;
  /** Whether a dialog is open in the frame. */
  hasDialog: boolean;
  /** Tag of the plan to scroll to when the page is loaded. */
  revealedPlan?: string | null;
  onFrame: (frame: HTMLIFrameElement) => () => void;
}

/** The previewed page in an iframe of the selected width, so that it has the layout of that width. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { state, side, loading, hasDialog, revealedPlan = null, onFrame } = props;
  const previewText = usePageText('staff').preview;
  const frame = useRef<HTMLIFrameElement>(null);
  useContentHeight(frame, revealedPlan);
  useEffect(() => (frame.current ? onFrame(frame.current) : undefined), [onFrame]);
  const { width, alone: _, ...pageState } = state;
  const details = `${side ? `, ${previewText.sides[side]}` : ''}, ${previewText.widths(width)}`;
  return (
    <div className="min-w-0">
      {side && <h2 className="pb-2 font-medium">{previewText.sides[side]}</h2>}
      <section
        aria-label={previewText.frameSection + details}
        aria-busy={loading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className={classNames(styles.surroundings, widthClassNames[width], side && styles.half)}
      >
        <iframe
          ref={frame}
          title={previewText.frame[state.part] + details}
          src={staffUrls.previewFrame(pageState)}
          className={classNames(
            'bg-paper transition-opacity',
            styles.frame,
            hasDialog && styles.window,
            loading && 'opacity-50',
          )}
        />
      </section>
    </div>
  );
}

/** Makes a frame as high as its page, and scrolls to a plan when the page is loaded. */
function useContentHeight(ref: { current: HTMLIFrameElement | null }, revealedPlan: string | null): void {
  const revealed = useRef<string | null>(null);
  useEffect(() => {
    revealed.current = revealedPlan;
  }, [revealedPlan]);
  useEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      frame.style.setProperty('--content-height', `${Math.ceil(entry.contentRect.height)}px`);
      const tag = revealed.current;
      const plan = tag !== null && frame.contentDocument?.getElementById(getPlanAnchor({ tag }));
      // The page before is still shown.
      if (!plan) return;
      revealed.current = null;
      // After the frame has its new height.
      requestAnimationFrame(() => plan.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    });
    const observe = () => {
      observer.disconnect();
      const content = frame.contentDocument?.getElementById('content');
      if (content) observer.observe(content);
    };
    observe();
    frame.addEventListener('load', observe);
    return () => {
      frame.removeEventListener('load', observe);
      observer.disconnect();
    };
  }, [ref]);
}
