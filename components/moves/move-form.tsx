'use client';

import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { useAppDateFormatOptions } from '@/components/i18n/text-provider';
import { VersionAmounts } from '@/components/revenue/revenue-amounts';
import { parseDay } from '@/components/switch/when-field';
import { Button } from '@/components/ui/button';
import { ErrorMessage } from '@/components/ui/error-message';
import { RadioFields } from '@/components/ui/form-fields';
import { LocalizedMessage } from '@/components/ui/localized-message';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { TextLink } from '@/components/ui/text-link';
import { useHydrated } from '@/components/ui/use-hydrated';
import { useOnline } from '@/components/ui/use-online';
import { type CheckedMove, type MoveInput, useCheckMove, useCreateMove } from '@/lib/client/moves';
import { staffUrls } from '@/lib/client/staff-urls';
import type { MovePreviewBody } from '@/lib/contract/moves';

export interface MovesViewProps {
  /** All versions of the app. */
  versions: { id: string; title: string; tag: string; active: boolean }[];
  /** ID of the version to start with. It is empty for none. */
  from: string;
}

const times = ['period_end', 'date', 'now'] as const;
/** The accounts that are listed as not moved. */
const maxSkipped = 50;

interface MoveFormProps extends MovesViewProps {
  onMoved: (accounts: number) => void;
}

/** What to move, and when. It is checked before it is made. */
export function MoveForm({ versions: plans, from, onMoved }: MoveFormProps) {
  const text = usePageText('staff').moves;
  const hydrated = useHydrated();
  const online = useOnline();
  const { timeZone } = useAppDateFormatOptions();
  const [time, setTime] = useState<(typeof times)[number]>('period_end');
  const [missing, setMissing] = useState<'incomplete' | 'dateInvalid' | null>(null);
  const [input, setInput] = useState<MoveInput | null>(null);
  const check = useCheckMove();
  const create = useCreateMove();
  const isBusy = check.isPending || create.isPending;
  const edit = () => {
    if (isBusy) return;
    setInput(null);
    check.reset();
    create.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || !online) return;
    const fields = new FormData(event.currentTarget);
    const [fromVersionId, toVersionId, date, reason] = ['from', 'to', 'date', 'reason'].map((name) =>
      String(fields.get(name) ?? ''),
    ) as [string, string, string, string];
    const effective = time === 'date' ? parseDay(date, timeZone) : time;
    const hasPlans = fromVersionId && toVersionId && fromVersionId !== toVersionId;
    const dateProblem = effective === null ? 'dateInvalid' : null;
    setMissing(hasPlans ? dateProblem : 'incomplete');
    if (!hasPlans || effective === null) {
      const planField = fromVersionId ? 'to' : 'from';
      const field = hasPlans ? 'date' : planField;
      const element = event.currentTarget.elements.namedItem(field);
      if (element instanceof HTMLElement) element.focus();
      return;
    }
    const next = { fromVersionId, toVersionId, effective, reason: reason.trim() };
    setInput(next);
    create.reset();
    check.mutate(next);
  };
  const move = ({ idempotencyKey, preview }: CheckedMove) => {
    if (!input || isBusy) return;
    create.mutateAsync({ input, idempotencyKey }).then(
      () => {
        setInput(null);
        check.reset();
        onMoved(countMoved(preview));
      },
      () => undefined,
    );
  };
  const preset = { from: plans.find((version) => version.id === from)?.id ?? '', to: '' };
  const names = plans.map(({ title }) => title);
  // Versions that accounts kept can have the title of the present one.
  const getName = ({ title, tag }: (typeof plans)[number]) =>
    names.filter((name) => name === title).length > 1 ? `${title} · ${tag}` : title;
  return (
    <form onSubmit={submit} onChange={edit} className="screen-only flex max-w-[44rem] flex-col gap-6">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        {(['from', 'to'] as const).map((name) => (
          <Select
            key={name}
            label={text[name]}
            name={name}
            defaultValue={preset[name]}
            options={[
              ['', text.choose],
              ...plans
                .filter(({ active }) => name === 'from' || active)
                .map((plan) => [plan.id, plan.active ? getName(plan) : text.retired(getName(plan))] as const),
            ]}
          />
        ))}
      </div>
      <RadioFields
        legend={text.when}
        options={times.map((value) => ({
          value,
          label: value === 'period_end' ? text.periodEnd : text[value],
        }))}
        value={time}
        onChange={setTime}
      >
        {time === 'date' && (
          <TextField type="date" name="date" aria-label={text.dateLabel} className="mt-1" />
        )}
      </RadioFields>
      <TextField label={text.reason} name="reason" maxLength={500} autoComplete="off" />
      <div role="alert" className="empty:hidden">
        {missing && text[missing]}
        {check.error && <ErrorMessage error={check.error} failed={text.checkFailed} />}
      </div>
      <div>
        <Button type="submit" disabled={!hydrated} blocked={isBusy || !online}>
          {check.isPending ? text.checking : text.check}
        </Button>
      </div>
      {check.data && input && (
        <CheckResult
          checked={check.data}
          isMoving={create.isPending}
          error={create.error}
          onMove={() => check.data && move(check.data)}
        />
      )}
    </form>
  );
}

/** How many accounts will be moved, as far as the preview says. */
function countMoved({ accounts, movable, has_more: hasMore }: MovePreviewBody): number {
  return hasMore ? accounts : movable;
}

interface CheckResultProps {
  checked: CheckedMove;
  isMoving: boolean;
  error: unknown;
  onMove: () => void;
}

/** What a move will do, with the accounts that it leaves out. */
function CheckResult({ checked, isMoving, error, onMove }: CheckResultProps) {
  const text = usePageText('staff').moves;
  const id = useId();
  const { note } = usePageText('staff').revenue;
  const { sample, preview } = checked;
  const { accounts, movable, skipped, revenue, has_more: hasMore } = preview;
  return (
    <section aria-labelledby={id} className="border-t-2 border-rule pt-3">
      <h2 id={id} className="text-head">
        {text.checked.title}
      </h2>
      <p role="status" className="py-2">
        {hasMore && text.checked.part(accounts, movable, movable + skipped.length)}
        {!hasMore && movable > 0 && text.checked.moved(movable)}
        {!hasMore && movable === 0 && (skipped.length > 0 ? text.checked.none : text.checked.noAccounts)}
      </p>
      {revenue?.versions.map((version) => (
        <div key={version.id} className="pb-4">
          <p className="font-medium">{text.checked.revenue}</p>
          <VersionAmounts version={version} currencies={revenue} />
          <p className="text-small text-soft">{note}</p>
        </div>
      ))}
      {movable > 0 && sample.length > 0 && (
        <>
          <p className="text-small text-soft">{text.checked.sample}</p>
          <ul>
            {sample.map((account) => (
              <AccountItem key={account.id} {...account} />
            ))}
          </ul>
        </>
      )}
      {skipped.length > 0 && (
        <>
          <p className="pt-4">{text.checked.skipped(skipped.length)}</p>
          <ul>
            {skipped.slice(0, maxSkipped).map((account) => (
              <SkippedAccount key={account.account_id} account={account} />
            ))}
          </ul>
          {skipped.length > maxSkipped && <p>{text.checked.more(skipped.length - maxSkipped)}</p>}
        </>
      )}
      <div role="alert" className="pt-4 empty:hidden">
        {error != null && text.moveFailed}
      </div>
      {(hasMore || movable > 0) && (
        <Button tone="solid" className="mt-4" blocked={isMoving} onClick={onMove}>
          {isMoving ? text.moving : text.move(countMoved(preview))}
        </Button>
      )}
    </section>
  );
}

/** An account that is not moved, and why. */
export function SkippedAccount({ account }: { account: MovePreviewBody['skipped'][number] }) {
  const reasons: Partial<Record<string, string>> = usePageText('staff').moves.reasons;
  const { account_id: id, external_id: externalId, code, message } = account;
  return (
    <AccountItem id={id} title={externalId ?? id}>
      {' · '}
      <span className="text-soft">{reasons[code] ?? <LocalizedMessage code={code} message={message} />}</span>
    </AccountItem>
  );
}

function AccountItem({ id, title, children }: { id: string; title: string; children?: ReactNode }) {
  return (
    <li className="min-h-11 py-2.5 [overflow-wrap:anywhere]">
      <TextLink href={staffUrls.account(id)}>
        <bdi>{title}</bdi>
      </TextLink>
      {children}
    </li>
  );
}
