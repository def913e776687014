'use client';

import { useRef } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import type { NoticeBody } from '@/lib/contract/notices';
import { ProviderNotice, type ProviderNoticeProps } from './provider-notice';

interface AccountNoticesProps extends Omit<ProviderNoticeProps, 'notice' | 'onDismissed'> {
  /** The newest comes first. */
  notices: NoticeBody[];
}

/** What the provider changed for the account, until an owner dismisses it. */
export function AccountNotices({ notices, ...props }: AccountNoticesProps) {
  const text = usePageText('planDetails').notices;
  // Has the focus after a notice was dismissed, which removes its button.
  const container = useRef<HTMLElement>(null);
  return (
    <section ref={container} tabIndex={-1} aria-label={text.title}>
      {notices.map((notice) => (
        <ProviderNotice
          key={notice.id}
          notice={notice}
          onDismissed={() => container.current?.focus()}
          {...props}
        />
      ))}
    </section>
  );
}
