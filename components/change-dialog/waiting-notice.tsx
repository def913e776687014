'use client';

import type { Ref } from 'react';
import { useChangeSubject } from '@/components/changes/use-change-subject';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import { AppDate } from '@/components/ui/date-text';
import { DoneNotice } from '@/components/ui/done-notice';
import { TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import type { AccountChangeBody } from '@/lib/contract/account-changes';

interface WaitingNoticeProps {
  change: AccountChangeBody;
  /** The element that the dialog focuses when it closes. */
  ref: Ref<HTMLDivElement>;
  onDismiss: () => void;
}

/** Confirms to support that a change is scheduled. Pages of the account have what waits above them. */
export function WaitingNotice({ change, ref, onDismiss }: WaitingNoticeProps) {
  const { done } = useLazyText('switching').switching;
  const { ui } = useText();
  const getSubject = useChangeSubject();
  if (change.effective_at === null) return null;
  return (
    <DoneNotice
      ref={ref}
      title={interpolate(done.scheduled, [
        <CatalogText key="subject" className="font-medium">
          {getSubject(change)}
        </CatalogText>,
        <AppDate key="at" at={change.effective_at} />,
      ])}
      onDismiss={onDismiss}
    >
      <TextLink href={pageUrls.history()}>{ui.viewHistory}</TextLink>
    </DoneNotice>
  );
}
