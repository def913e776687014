'use client';

import { type ReactNode, useId } from 'react';
import { fillPhrase } from '@/components/text/fill-phrase';
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

const amountLine = ({ id, title, before, after, kind }: AmountChange): ChangeLine => ({
  id,
  title,
  sign: signs[kind],
  amount: <Amount before={before} after={after} />,
});

/** The catalogue's own words, which may run in another direction than the arrow between them. */
function Amount({ before, after }: Pick<AmountChange, 'before' | 'after'>) {
  const { switching } = useText();
  const was = before !== null && <bdi key="before">{before}</bdi>;
  const now = after !== null && <bdi key="after">{after}</bdi>;
  if (was && now) return fillPhrase(switching.amountChange, [was, now]);
  return was ? fillPhrase(switching.amountWas, [was]) : fillPhrase(switching.amountNow, [now]);
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
