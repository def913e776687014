'use client';

import { useRef } from 'react';
import { useDateFormatOptions } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { DialogDescription, DialogFrame, DialogTitle } from '@/components/ui/dialog-frame';
import { useDiscardEdition } from '@/lib/client/catalog';
import type { EditionDetails } from '@/lib/contract/catalog-editions';
import { EditionError } from './edition-state';
import { useCatalogText } from './use-catalog-text';

interface DiscardDialogProps {
  edition: EditionDetails;
  getFinalFocus: () => HTMLElement | null;
  onClose: () => void;
  onDiscarded: () => void;
}

export function DiscardDialog({ edition, getFinalFocus, onClose, onDiscarded }: DiscardDialogProps) {
  const { discard: confirm, discardDialog: text, dialog } = useCatalogText();
  const { locale } = useDateFormatOptions();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const { id, number, etag, state } = edition;
  const discard = useDiscardEdition(id, onDiscarded);
  const { isPending } = discard;
  return (
    <DialogFrame
      compact
      cancelButton={cancelButton}
      getFinalFocus={getFinalFocus}
      onClose={() => !isPending && onClose()}
    >
      <div className="px-5 py-6 narrow:px-8">
        <DialogTitle>{text.title(number.toLocaleString(locale))}</DialogTitle>
        <DialogDescription className="mt-4">
          {state === 'scheduled' ? text.scheduledBody : text.body}
        </DialogDescription>
        <div role="alert" className="mt-4 empty:hidden">
          {discard.error && !isPending && <EditionError error={discard.error} />}
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button ref={cancelButton} blocked={isPending} onClick={onClose}>
            {dialog.cancel}
          </Button>
          <Button tone="solid" blocked={isPending} onClick={() => discard.mutate({ etag })}>
            {isPending ? text.working : confirm}
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}
