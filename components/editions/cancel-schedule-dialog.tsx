'use client';

import { usePageText } from '@/components/i18n/page-text';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useCancelSchedule } from '@/lib/client/catalog';
import type { EditionBody, EditionDetails } from '@/lib/contract/catalog-editions';
import { EditionError } from './edition-state';

interface CancelScheduleDialogProps {
  edition: EditionDetails;
  getFinalFocus: () => HTMLElement | null;
  onClose: () => void;
  onCanceled: (edition: EditionBody) => void;
}

export function CancelScheduleDialog({
  edition,
  getFinalFocus,
  onClose,
  onCanceled,
}: CancelScheduleDialogProps) {
  const { cancelSchedule: confirm, cancelDialog: text, ends } = usePageText('staff').catalog;
  const { id, number, etag, ends_edition: ended } = edition;
  const { mutate, isPending, error } = useCancelSchedule(id, onCanceled);
  return (
    <ConfirmDialog
      title={text.title(number)}
      description={
        <>
          {text.body} {ended && ends.canceled(ended.number)}
        </>
      }
      error={error && <EditionError error={error} />}
      labels={{ cancel: text.keep, confirm, pending: text.working }}
      isPending={isPending}
      getFinalFocus={getFinalFocus}
      onConfirm={() => mutate({ etag })}
      onClose={onClose}
    />
  );
}
