'use client';

import { useText } from '@/components/text/text-provider';
import { classNames } from '@/components/ui/class-names';
import { addresses } from '@/lib/client/addresses';
import type { PreviewState } from './preview-controls';
import styles from './preview-frame.module.css';

const widths = { '320': styles.w320, '768': styles.w768, '1280': styles.w1280 };

/** A window as wide as a reader's own, so that the page in it lays itself out as it will for them. */
export function PreviewFrame({
  state: { as, show, part, width },
  loading,
}: {
  state: PreviewState;
  loading: boolean;
}) {
  const text = useText();
  return (
    <section
      aria-label={text.preview.section}
      aria-busy={loading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      className={styles.surroundings}
    >
      <iframe
        title={text.preview.frame[part]}
        src={addresses.previewFrame({ as, show, part })}
        className={classNames(
          'bg-paper transition-opacity',
          styles.frame,
          widths[width],
          loading && 'opacity-50',
        )}
      />
    </section>
  );
}
