'use client';

import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { AppDate } from '@/components/ui/date-text';
import { CheckField } from '@/components/ui/form-fields';
import type { AppInfo } from '@/lib/contract/versions';
import { useTotalSentence } from './switch-prices';
import type { SwitchPreviewData } from './switch-summary';

// What the dialog says of trials: one script, which most switches do not need.

export type SwitchTrialProps =
  /** Of the start of a trial, or of the plan that the account has on trial and chooses. */
  | { part: 'title' | 'confirm'; isStart: boolean; plan: string }
  | { part: 'choice'; days: number; checked: boolean; disabled: boolean; onChange: () => void }
  | { part: 'price'; trial: NonNullable<SwitchPreviewData['trial']>; versionId: string; app: AppInfo };

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

/** "Free until 1 March, then Kitchen: €9 a month." */
function TrialSentence({ trial, versionId, app }: Extract<SwitchTrialProps, { part: 'price' }>) {
  const { trial: text } = usePageText('account').changes;
  const formatTotals = useTotalSentence(app);
  const { ends_at: at, next_version: next, total } = trial;
  const { amount: after, user_fee: userFee, users, billing_period: period } = total;
  const date = <AppDate key="date" at={at} until />;
  const price = formatTotals({ before: null, after, perUser: userFee > 0, userUnit: null, users, period });
  const shown = <bdi key="price">{price}</bdi>;
  if (next.id === versionId) return interpolate(text.thenSame, [date, shown]);
  const isFree = after === 0 && total.not_included.length === 0;
  const plan = <CatalogText key="plan">{next.title}</CatalogText>;
  return isFree
    ? interpolate(text.thenFreePlan, [date, plan])
    : interpolate(text.thenPlan, [date, plan, shown]);
}
