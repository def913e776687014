'use client';

import { type ReactNode, useId } from 'react';
import { useText } from '@/components/text/text-provider';
import { classNames } from '@/components/ui/class-names';
import type { FeatureRef } from '@/lib/contract/fields';
import type { Matrix } from '@/lib/contract/version-list';
import { type ChangeLine, ChangeLines } from './change-lines';
import type { AmountChange } from './find-amounts';
import type { Outlook } from './find-changes';
import { sortChanges } from './sort-changes';

/** What you lose before what you gain. */
export function SwitchChanges({ outlook, matrix }: { outlook: Outlook; matrix: Matrix | undefined }) {
  const { switching } = useText();
  const amountLine = useAmountLine();
  const changes = sortChanges(outlook, matrix);
  const { lost, notMore, gained, more, optionalGained, losing, gaining, unchanged } = changes;
  if (!losing && !gaining) return <p className="pt-6">{switching.noDifference}</p>;
  const both = losing && gaining;
  const onlyLess = notMore.every(({ kind }) => kind === 'less');
  return (
    <div className={classNames('grid gap-x-8 gap-y-6 pt-6', both && 'narrow:grid-cols-2')}>
      {losing ? (
        <Side title={switching.youLose(lost.length)}>
          <ChangeLines lines={lost.map(loss)} wide={!both} />
          <ChangeLines
            title={onlyLess ? switching.less : switching.changedAmounts}
            lines={notMore.map(amountLine)}
            wide={!both}
          />
          <ChangeLines title={switching.optionalLost} lines={changes.optionalLost.map(loss)} wide={!both} />
        </Side>
      ) : (
        outlook.from && <p>{switching.keepsAll}</p>
      )}
      {gaining ? (
        <Side title={switching.youGain(gained.length + optionalGained.length)}>
          <ChangeLines lines={gained.map(gain)} wide={!both} />
          <ChangeLines title={switching.more} lines={more.map(amountLine)} wide={!both} />
          <ChangeLines title={switching.optionalGained} lines={optionalGained.map(gain)} wide={!both} />
        </Side>
      ) : (
        <p>{switching.gainsNothing}</p>
      )}
      {unchanged > 0 && (
        <p className={classNames('text-soft', both && 'narrow:col-span-2')}>{switching.kept(unchanged)}</p>
      )}
    </div>
  );
}

const loss = (feature: FeatureRef): ChangeLine => ({ ...feature, sign: 'minus' });
const gain = (feature: FeatureRef): ChangeLine => ({ ...feature, sign: 'plus' });
const signs = { more: 'plus', less: 'minus', different: 'dash' } as const;

function useAmountLine() {
  const { switching } = useText();
  return ({ id, title, before, after, kind }: AmountChange): ChangeLine => ({
    id,
    title,
    sign: signs[kind],
    amount: switching.amount(before, after),
  });
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="pb-2">
        {title}
      </h3>
      {children}
    </section>
  );
}
