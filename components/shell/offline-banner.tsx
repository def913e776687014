'use client';

import { useText } from '@/components/text/text-provider';
import { Banner } from '@/components/ui/banner';
import { useOnline } from '@/components/ui/use-online';

/** Always there for the screen reader, so that it hears the words come; seen only while they hold. */
export function OfflineBanner() {
  const { shell } = useText();
  const online = useOnline();
  return (
    <div role="status" className="sticky top-0 z-20">
      {!online && <Banner>{shell.offline}</Banner>}
    </div>
  );
}
