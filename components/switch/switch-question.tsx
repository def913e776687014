'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type RefObject, useState } from 'react';
import { fillPhrase } from '@/components/text/fill-phrase';
import { useText } from '@/components/text/text-provider';
import type { VersionList } from '@/lib/contract/version-list';
import type { Outlook } from './find-changes';
import { SwitchAnswer } from './switch-answer';
import { SwitchButtons } from './switch-buttons';
import { SwitchNotice } from './switch-notice';
import { useSwitchSession } from './use-switch-session';

interface SwitchQuestionProps {
  versionId: string;
  list: VersionList['data'];
  /** How many users to reckon with. */
  seats: number;
  keepButton: RefObject<HTMLButtonElement | null>;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
  onDone: (outlook: Outlook) => void;
}

/** The dialog's inside: the question, what the answer would mean, and the two ways out. */
export function SwitchQuestion({ versionId, list, seats, keepButton, ...handlers }: SwitchQuestionProps) {
  const { switching } = useText();
  // As the page was when the dialog opened: the list may change under it, and that is what the reader is told.
  const [from] = useState(() => list.versions.find(({ current }) => current) ?? null);
  const [to] = useState(() => list.versions.find(({ id }) => id === versionId) ?? null);
  const session = useSwitchSession({ versionId, shown: to && { from, to }, ...handlers });
  const { seen } = session;
  const target = seen?.to.title ?? to?.title;
  const kept = seen ? seen.from?.title : from?.title;
  return (
    <>
      <div className="grow px-5 pt-10 pb-8 narrow:px-8 narrow:pt-8">
        <AlertDialog.Title className="text-head">
          {target
            ? fillPhrase(switching.question, [<bdi key="to">{target}</bdi>])
            : switching.questionUnnamed}
        </AlertDialog.Title>
        <AlertDialog.Description className="mt-1 text-soft">
          {kept && <>{fillPhrase(switching.from, [<bdi key="from">{kept}</bdi>])} </>}
          {switching.effective}
        </AlertDialog.Description>
        <SwitchNotice session={session} />
        <SwitchAnswer session={session} list={list} seats={seats} />
      </div>
      <SwitchButtons
        session={session}
        keepButton={keepButton}
        target={target ?? null}
        kept={kept ?? null}
        onClose={handlers.onClose}
      />
    </>
  );
}
