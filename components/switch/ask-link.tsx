'use client';

import { usePageText } from '@/components/i18n/page-text';
import { CopyLink } from '@/components/ui/copy-link';

/** Copies the address of the dialog, in which an owner can make the switch. */
export function AskLink() {
  const { copyLink } = usePageText('account').changes;
  return <CopyLink {...copyLink} className="pt-4" getUrl={() => window.location.href} />;
}
