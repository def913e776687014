'use client';

import { useEffect, useRef, useState } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { DateText } from '@/components/ui/date-text';
import { PageHeading } from '@/components/ui/page-heading';
import { Quote } from '@/components/ui/quote';
import { useCancelMove } from '@/lib/client/moves';
import { useRefreshInterval } from '@/lib/client/page-mutation';
import type { MoveSummary } from '@/lib/contract/moves';
import { MoveForm, type MovesViewProps } from './move-form';

const refreshIntervalMs = 10_000;
/** Of a move that has just been made, and that may be for now. */
const fastRefreshIntervalMs = 2000;

/** Moves accounts to another plan, and shows how far earlier moves have come. */
export function MovesView({ versions, from, moves }: MovesViewProps & { moves: MoveSummary[] }) {
  const text = usePageText('staff').moves;
  const open = moves.filter(({ scheduled }) => scheduled > 0);
  const isRecent = open.some(({ created_at: at }) => Date.now() / 1000 - at < 60);
  const intervalMs = isRecent ? fastRefreshIntervalMs : refreshIntervalMs;
  useRefreshInterval(open.length > 0 ? intervalMs : null);
  const [done, setDone] = useState<{ message: string } | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  // What was clicked is gone, and the dialog is closed.
  useEffect(() => {
    if (done) status.current?.focus();
  }, [done]);
  return (
    <div className="measure pb-16">
      <PreloadText groups={['staff']} />
      <PageHeading title={text.title} lead={text.lead} />
      <MoveForm
        key={from}
        versions={versions}
        from={from}
        onMoved={(count, isNow) => setDone({ message: isNow ? text.begun(count) : text.done(count) })}
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

/** A move and how far it is. To cancel the rest repeatedly cancels it once. */
function MoveRow({ move, onCanceled }: { move: MoveSummary; onCanceled: () => void }) {
  const text = usePageText('staff').moves;
  const request = useCancelMove();
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
          <ConfirmButton
            title={text.cancel.title}
            description={text.cancel.body(scheduled + waiting)}
            labels={{ cancel: text.cancel.keep, confirm: text.cancel.open, pending: text.cancel.working }}
            error={request.error && text.cancel.failed}
            request={request}
            send={() => request.mutateAsync(move.id)}
            onDone={onCanceled}
          />
        </div>
      )}
    </li>
  );
}
