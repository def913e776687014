'use client';

import type { Ref } from 'react';
import { useChangeSubject } from '@/components/changes/use-change-subject';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import { DateText } from '@/components/ui/date-text';
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

/**
 * Confirms that a change is scheduled, or that an owner has been asked for it. What waits for the host application is above the
 * page.
 */
export function WaitingNotice({ change, ref, onDismiss }: WaitingNoticeProps) {
  const { done } = useLazyText('switching').switching;
  const { ui } = useText();
  const { effective_at: at, waits_for: waitsFor } = change;
  const subject = (
    <CatalogText key="subject" className="font-medium">
      {useChangeSubject()(change)}
    </CatalogText>
  );
  if (waitsFor === 'host') return null;
  return (
    <DoneNotice
      ref={ref}
      title={
        at === null
          ? interpolate(done.asked, [subject])
          : interpolate(done.scheduled, [subject, <DateText key="at" at={at} />])
      }
      onDismiss={onDismiss}
    >
      <TextLink href={at === null ? pageUrls.requests() : pageUrls.history()}>
        {at === null ? done.viewRequests : ui.viewHistory}
      </TextLink>
    </DoneNotice>
  );
}
