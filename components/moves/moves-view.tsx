'use client';

import { useEffect, useRef, useState } from 'react';
import { CatalogText } from '@/components/catalog/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DateText } from '@/components/ui/date-text';
import { PageHeading } from '@/components/ui/page-heading';
import { Quote } from '@/components/ui/quote';
import { useOnline } from '@/components/ui/use-online';
import { useCancelMove } from '@/lib/client/moves';
import { useRefreshInterval } from '@/lib/client/page-mutation';
import type { MoveSummary } from '@/lib/contract/moves';
import { MoveForm, type MovesViewProps } from './move-form';
import { useMovesText } from './use-moves-text';

const refreshIntervalMs = 10_000;

/** Moves accounts to another plan, and shows how far earlier moves have come. */
export function MovesView({ versions, from, moves }: MovesViewProps & { moves: MoveSummary[] }) {
  const text = useMovesText();
  useRefreshInterval(moves.some(({ scheduled }) => scheduled > 0) ? refreshIntervalMs : null);
  const [done, setDone] = useState<{ message: string } | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  // What was clicked is gone, and the dialog is closed.
  useEffect(() => {
    if (done) status.current?.focus();
  }, [done]);
  return (
    <div className="measure pb-16">
      <PageHeading title={text.title} lead={text.lead} />
      <MoveForm
        key={from}
        versions={versions}
        from={from}
        onMoved={(count) => setDone({ message: text.done(count) })}
      />
      <p ref={status} role="status" tabIndex={-1} className="py-4">
        {done?.message}
      </p>
      <h2 className="border-rule border-t-2 pt-3 pb-2 text-head">{text.list}</h2>
      {moves.length === 0 && <p className="text-soft">{text.none}</p>}
      <ul aria-label={text.list}>
        {moves.map((move) => (
          <MoveRow key={move.id} move={move} onCanceled={() => setDone({ message: text.cancel.done })} />
        ))}
      </ul>
    </div>
  );
}

const endings = ['applied', 'superseded', 'declined', 'expired', 'canceled'] as const;

function MoveRow({ move, onCanceled }: { move: MoveSummary; onCanceled: () => void }) {
  const text = useMovesText();
  const online = useOnline();
  const [isOpen, setIsOpen] = useState(false);
  const { created_at: at, previous_version: from, version: to, reason, scheduled, waiting, ended } = move;
  const counts = [
    ...(['scheduled', 'waiting'] as const).map((state) => ({ state, count: move[state] })),
    ...endings.map((state) => ({ state, count: ended[state] })),
  ].filter(({ count }) => count > 0);
  return (
    <li className="flex flex-wrap justify-between gap-x-8 gap-y-3 border-line border-t py-5">
      <div className="min-w-0">
        <h3 className="font-medium">
          {interpolate(text.fromTo, [
            <CatalogText key="from">{from.title}</CatalogText>,
            <CatalogText key="to">{to.title}</CatalogText>,
          ])}
        </h3>
        <p className="figures">{counts.map(({ state, count }) => text.states[state](count)).join(' · ')}</p>
        <p className="text-small text-soft">
          <DateText at={at} withTime />
          {reason !== null && (
            <>
              {' · '}
              <Quote>{reason}</Quote>
            </>
          )}
        </p>
      </div>
      {scheduled + waiting > 0 && (
        <div className="screen-only">
          <Button aria-haspopup="dialog" blocked={!online} onClick={() => setIsOpen(true)}>
            {text.cancel.open}
          </Button>
        </div>
      )}
      {isOpen && (
        <CancelDialog
          move={move}
          onClose={() => setIsOpen(false)}
          onCanceled={() => {
            setIsOpen(false);
            onCanceled();
          }}
        />
      )}
    </li>
  );
}

interface CancelDialogProps {
  move: MoveSummary;
  onClose: () => void;
  onCanceled: () => void;
}

/** A repeated request cancels the rest once. */
function CancelDialog({ move: { id, scheduled, waiting }, onClose, onCanceled }: CancelDialogProps) {
  const { cancel: text } = useMovesText();
  const { mutateAsync, isPending, error } = useCancelMove();
  return (
    <ConfirmDialog
      title={text.title}
      description={text.body(scheduled + waiting)}
      error={error && text.failed}
      labels={{ cancel: text.keep, confirm: text.open, pending: text.working }}
      isPending={isPending}
      onConfirm={() => mutateAsync(id).then(onCanceled, () => undefined)}
      onClose={onClose}
    />
  );
}
