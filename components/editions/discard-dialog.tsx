'use client';

import { usePageText } from '@/components/i18n/page-text';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useDiscardEdition } from '@/lib/client/catalog';
import type { EditionDetails } from '@/lib/contract/catalog-editions';
import { EditionError } from './edition-state';

interface DiscardDialogProps {
  edition: EditionDetails;
  getFinalFocus: () => HTMLElement | null;
  onClose: () => void;
  onDiscarded: () => void;
}

export function DiscardDialog({ edition, getFinalFocus, onClose, onDiscarded }: DiscardDialogProps) {
  const { discard: confirm, discardDialog: text, ends } = usePageText('staff').catalog;
  const { id, number, etag, state, ends_edition: ended } = edition;
  const { mutate, isPending, error } = useDiscardEdition(id, onDiscarded);
  return (
    <ConfirmDialog
      title={text.title(number)}
      description={
        <>
          {state === 'scheduled' ? text.scheduledBody : text.body}{' '}
          {state === 'scheduled' && ended && ends.canceled(ended.number)}
        </>
      }
      error={error && <EditionError error={error} />}
      labels={{ confirm, pending: text.working }}
      isPending={isPending}
      getFinalFocus={getFinalFocus}
      onConfirm={() => mutate({ etag })}
      onClose={onClose}
    />
  );
}
