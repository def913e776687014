'use client';

import { useText } from '@/components/text/text-provider';
import { classNames } from '@/components/ui/class-names';
import { addresses } from '@/lib/client/addresses';
import type { PreviewState } from './preview-controls';

/** A window as wide as a reader's own, so that the page in it lays itself out as it will for them. */
const widths = { '320': 'w-[320px]', '768': 'w-[768px]', '1280': 'w-[1280px]' } as const;

export function PreviewFrame({
  state: { as, show, part, width },
  loading,
}: {
  state: PreviewState;
  loading: boolean;
}) {
  const text = useText();
  return (
    <section aria-label={text.preview.section} aria-busy={loading} className="min-w-0 overflow-x-auto">
      <iframe
        key={part}
        title={text.preview.frame[part]}
        src={addresses.previewFrame({ as, show, part })}
        className={classNames(
          'h-[44rem] max-w-none border border-edge bg-paper transition-opacity',
          widths[width],
          loading && 'opacity-50',
        )}
      />
    </section>
  );
}
