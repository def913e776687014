'use client';

import type { ReactNode } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { ContactLinks } from '@/components/ui/contact-links';

/** Why an undo, or a change for later, is not possible, by the code of the blocker, else `children`. */
export function UndoBlocker({ code, children }: { code: string; children?: ReactNode }) {
  const texts: Record<string, string> = usePageText('account').changes.undoBlockers;
  const text = texts[code];
  return text ? <ContactLinks>{text}</ContactLinks> : children;
}
