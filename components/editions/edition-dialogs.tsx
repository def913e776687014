'use client';

import type { ComponentProps } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useCancelSchedule, useDiscardEdition } from '@/lib/client/catalog';
import type { EditionBody, EditionDetails } from '@/lib/contract/catalog-editions';
import { EditionError } from './edition-state';

interface EditionDialogProps {
  edition: EditionDetails;
  getFinalFocus: () => HTMLElement | null;
  onClose: () => void;
}

/** Asks before an edition is discarded. */
export function DiscardDialog({ onDiscarded, ...dialog }: EditionDialogProps & { onDiscarded: () => void }) {
  const { discard: confirm, discardDialog: text } = usePageText('staff').catalog;
  const request = useDiscardEdition(dialog.edition.id, onDiscarded);
  const isScheduled = dialog.edition.state === 'scheduled';
  return (
    <EditionDialog
      {...dialog}
      title={text.title(dialog.edition.number)}
      body={isScheduled ? text.scheduledBody : text.body}
      isScheduled={isScheduled}
      labels={{ confirm, pending: text.working }}
      request={request}
    />
  );
}

/** Asks before a scheduled edition becomes a draft again. */
export function CancelScheduleDialog({
  onCanceled,
  ...dialog
}: EditionDialogProps & { onCanceled: (edition: EditionBody) => void }) {
  const { cancelSchedule: confirm, cancelDialog: text } = usePageText('staff').catalog;
  const request = useCancelSchedule(dialog.edition.id, onCanceled);
  return (
    <EditionDialog
      {...dialog}
      title={text.title(dialog.edition.number)}
      body={text.body}
      isScheduled
      labels={{ cancel: text.keep, confirm, pending: text.working }}
      request={request}
    />
  );
}

interface EditionDialogContentProps
  extends EditionDialogProps,
    Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'labels'> {
  body: string;
  isScheduled: boolean;
  request: ReturnType<typeof useDiscardEdition> | ReturnType<typeof useCancelSchedule>;
}

function EditionDialog(props: EditionDialogContentProps) {
  const { edition, body, isScheduled, request, ...dialog } = props;
  const { ends } = usePageText('staff').catalog;
  const { etag, ends_edition: ended } = edition;
  return (
    <ConfirmDialog
      {...dialog}
      description={
        <>
          {body} {isScheduled && ended && ends.canceled(ended.number)}
        </>
      }
      error={request.error && <EditionError error={request.error} />}
      isPending={request.isPending}
      onConfirm={() => request.mutate({ etag })}
    />
  );
}
