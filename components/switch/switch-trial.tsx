'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import { AppDate } from '@/components/ui/date-text';
import { CheckField } from '@/components/ui/form-fields';
import type { Total } from '@/lib/contract/switch';
import type { AppInfo } from '@/lib/contract/versions';
import { useTotalSentence } from './switch-prices';
import type { SwitchPreviewData } from './switch-summary';

// What the dialog says of trials: one script, which most switches do not need.

export type SwitchTrialProps =
  /** Of the start of a trial, or of the plan that the account has on trial and chooses. */
  | { part: 'title' | 'confirm'; isStart: boolean; plan: string }
  | { part: 'choice'; days: number; checked: boolean; disabled: boolean; onChange: () => void }
  | { part: 'price'; trial: Trial; versionId: string; app: AppInfo };

type Trial = NonNullable<SwitchPreviewData['trial']>;

export function SwitchTrial(props: SwitchTrialProps) {
  const { trial: text } = usePageText('account').changes;
  switch (props.part) {
    case 'title':
      return interpolate(props.isStart ? text.title : text.chooseTitle, [props.plan]);
    case 'confirm':
      return props.isStart ? text.confirm : <span>{interpolate(text.choose, [props.plan])}</span>;
    case 'choice':
      return (
        <CheckField
          className="mt-4"
          checked={props.checked}
          aria-disabled={props.disabled || undefined}
          onChange={() => !props.disabled && props.onChange()}
        >
          {text.choice(props.days)}
        </CheckField>
      );
    case 'price':
      return <TrialSentence {...props} />;
  }
}

type PriceProps = Extract<SwitchTrialProps, { part: 'price' }>;

/**
 * "Free until 1 March, then Kitchen: €9 a month. To keep the plan on trial: €59 a month." With what is paid in the trial, and
 * what becomes of add-ons.
 */
function TrialSentence(props: PriceProps) {
  const { trial: text } = usePageText('account').changes;
  const formatPrice = useTrialPrice(props.app);
  const { trial, versionId } = props;
  const { chosen_total: chosen, options_total: addOns } = trial;
  return (
    <>
      <EndSentence {...props} />
      {trial.next_version.id !== versionId && chosen.not_included.length === 0 && (
        <> {interpolate(text.chosen, [<bdi key="price">{formatPrice(chosen)}</bdi>])}</>
      )}
      {addOns && addOns.not_included.length === 0 && (
        <> {interpolate(text.addOnsPaid, [<bdi key="price">{formatPrice(addOns)}</bdi>])}</>
      )}
      {trial.options.map((option) => (
        <AddOnSentence key={option.id} app={props.app} option={option} />
      ))}
    </>
  );
}

/** "Free until 1 March, then Kitchen: €9 a month." */
function EndSentence({ trial, versionId, app }: PriceProps) {
  const { trial: text } = usePageText('account').changes;
  const formatPrice = useTrialPrice(app);
  const { ends_at: at, next_version: next, total } = trial;
  const date = <AppDate key="date" at={at} until />;
  const price = <bdi key="price">{formatPrice(total)}</bdi>;
  if (next.id === versionId) return interpolate(text.thenSame, [date, price]);
  const isFree = total.amount === 0 && total.not_included.length === 0;
  return isFree
    ? interpolate(text.thenFreePlan, [date, next.title])
    : interpolate(text.thenPlan, [date, next.title, price]);
}

function useTrialPrice(app: AppInfo) {
  const formatTotals = useTotalSentence(app);
  return ({ amount: after, user_fee: userFee, users, billing_period: period }: Total) =>
    formatTotals({ before: null, after, perUser: userFee > 0, userUnit: null, users, period });
}

/** What becomes of an add-on that is on before the trial, unless it stays on at the same price or is included then. */
function AddOnSentence({ app, option }: { app: AppInfo; option: Trial['options'][number] }) {
  const { addOns: text } = usePageText('account').changes.trial;
  const formatPrice = usePriceFormat();
  const { title, outcome, previous, billing_period: period, paid } = option;
  return (
    <>
      {outcome === 'restored' && <> {interpolate(text.restored, [title])}</>}
      {outcome === 'lost' && <> {interpolate(paid ? text.off : text.lost, [title])}</>}
      {option.price_increased && period && (
        <>
          {' '}
          {interpolate(text.dearer, [
            title,
            <bdi key="after">{formatPrice(option, app, period)}</bdi>,
            <bdi key="before">{formatPrice(previous, app, previous.billing_period)}</bdi>,
          ])}
        </>
      )}
    </>
  );
}
