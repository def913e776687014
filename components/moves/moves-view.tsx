'use client';

import { useEffect, useRef, useState } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { AppDate, DateText } from '@/components/ui/date-text';
import { ErrorMessage } from '@/components/ui/error-message';
import { Quote } from '@/components/ui/inline-text';
import { PageHeading } from '@/components/ui/page-heading';
import { getMovePath, useCancelMove } from '@/lib/client/moves';
import { useRefreshInterval } from '@/lib/client/page-mutation';
import { useRead } from '@/lib/client/use-read';
import type { MoveResponse, MoveSummary } from '@/lib/contract/moves';
import { MoveForm, type MovesViewProps, SkippedAccount } from './move-form';

const refreshIntervalMs = 10_000;
/** Of a move that has just been made, and that may be for now. */
const fastRefreshIntervalMs = 2000;

/** Moves accounts to another plan, and shows how far earlier moves have come. */
export function MovesView({ versions, from, moves }: MovesViewProps & { moves: MoveSummary[] }) {
  const text = usePageText('staff').moves;
  const changing = moves.filter((move) => move.open > 0 || isInProgress(move));
  const isFast = changing.some((move) => isInProgress(move) || Date.now() / 1000 - move.created_at < 60);
  const intervalMs = isFast ? fastRefreshIntervalMs : refreshIntervalMs;
  useRefreshInterval(changing.length > 0 ? intervalMs : null);
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
        onMoved={(accounts) => setDone({ message: text.begun(accounts) })}
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

/** Whether the server is working through the accounts. */
function isInProgress({ state }: MoveSummary): boolean {
  return state === 'scheduling' || state === 'canceling';
}

const endings = ['applied', 'superseded', 'declined', 'expired', 'canceled'] as const;

/** A move and how far it is. To cancel the rest repeatedly cancels it once. */
function MoveRow({ move, onCanceled }: { move: MoveSummary; onCanceled: () => void }) {
  const text = usePageText('staff').moves;
  const request = useCancelMove();
  const { created_at: at, created_by: by, previous_version: from, version: to, reason } = move;
  const { state, accounts, scheduled, skipped, stopped, waiting, ended } = move;
  const left = Math.max(accounts - scheduled - skipped, 0);
  const counts = [
    ...(['open', 'waiting'] as const).map((each) => ({ state: each, count: move[each] })),
    ...endings.map((each) => ({ state: each, count: ended[each] })),
  ].filter(({ count }) => count > 0);
  const kept = move.open + waiting + (state === 'scheduling' ? left : 0);
  const isCanceled = state === 'canceling' || state === 'canceled';
  const reasons: Partial<Record<string, string>> = text.stopped;
  return (
    <li className="flex flex-wrap justify-between gap-x-8 gap-y-3 border-line border-t py-5">
      <div className="min-w-0">
        <h3 className="font-medium">
          {interpolate(text.fromTo, [
            <CatalogText key="from">{from.title}</CatalogText>,
            <CatalogText key="to">{to.title}</CatalogText>,
          ])}
        </h3>
        {state === 'scheduling' && (
          <p className="figures">{text.scheduling(accounts - left, Math.max(accounts, accounts - left))}</p>
        )}
        {state === 'canceling' && <p>{text.canceling}</p>}
        <p className="figures">{counts.map((each) => text.states[each.state](each.count)).join(' · ')}</p>
        {stopped && (
          <p>
            {reasons[stopped.code] ?? stopped.message} {left > 0 && text.left(left)}
          </p>
        )}
        <p className="text-small text-soft">
          <MoveTime effective={move.effective} />
          {' · '}
          <bdi>{by.name}</bdi>
          {' · '}
          <DateText at={at} withTime />
          {reason !== null && (
            <>
              {' · '}
              <Quote>{reason}</Quote>
            </>
          )}
        </p>
        {skipped > 0 && <SkippedAccounts id={move.id} count={skipped} />}
      </div>
      {!isCanceled && kept > 0 && (
        <div className="screen-only">
          <ConfirmButton
            title={text.cancel.title}
            description={text.cancel.body(kept)}
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

/** When the accounts get the plan. */
function MoveTime({ effective }: Pick<MoveSummary, 'effective'>) {
  const text = usePageText('staff').moves;
  if (effective === 'now') return text.now;
  if (effective === 'period_end') return text.periodEnd;
  return interpolate(text.onDate, [<AppDate key="date" at={effective} />]);
}

/** The accounts that a move left out, read when they are shown. */
function SkippedAccounts({ id, count }: { id: string; count: number }) {
  const text = usePageText('staff').moves;
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useRead<MoveResponse>(isOpen ? getMovePath(id) : null);
  const accounts = data?.data.skipped_accounts ?? [];
  return (
    <details onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 text-small">{text.checked.skipped(count)}</summary>
      {error !== undefined && <ErrorMessage error={error} />}
      <ul>
        {accounts.map((account) => (
          <SkippedAccount key={account.account_id} account={account} />
        ))}
      </ul>
      {data && count > accounts.length && <p>{text.checked.more(count - accounts.length)}</p>}
    </details>
  );
}
