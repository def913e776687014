'use client';

import type { ReactNode, Ref } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { TextButton } from './text-link';

interface DoneNoticeProps {
  /** The element that the dialog focuses when it closes. */
  ref: Ref<HTMLDivElement>;
  title: ReactNode;
  /** What can be done next. */
  children: ReactNode;
  onDismiss: () => void;
}

/** Confirms a change of the account until it is dismissed. */
export function DoneNotice({ ref, title, children, onDismiss }: DoneNoticeProps) {
  const { ui } = useText();
  return (
    <div className="pb-8">
      <div
        ref={ref}
        role="status"
        tabIndex={-1}
        className="flex scroll-my-6 flex-wrap items-center gap-x-6 gap-y-2 border-s-4 border-yours bg-yours-wash px-4 py-3"
      >
        <p className="grow text-lead">{title}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {children}
          <TextButton onClick={onDismiss}>{ui.dismiss}</TextButton>
        </div>
      </div>
    </div>
  );
}
