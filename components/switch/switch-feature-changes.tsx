'use client';

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { classNames } from '@/components/ui/class-names';
import { Icon, type IconName } from '@/components/ui/icon';
import { TextButton } from '@/components/ui/text-link';
import type { FeatureRef } from '@/lib/contract/fields';
import type { Matrix } from '@/lib/contract/versions';
import { type AmountChange, groupFeatureChanges, type SwitchPreviewData } from './switch-summary';

interface SwitchFeatureChangesProps {
  preview: SwitchPreviewData;
  matrix: Matrix | undefined;
}

/** The features that the account loses and gains. */
export function SwitchFeatureChanges({ preview, matrix }: SwitchFeatureChangesProps) {
  const { switching } = useText();
  const changes = groupFeatureChanges(preview, matrix);
  const { lost, notIncreased, optionalLost, gained, increased, optionalGained } = changes;
  const { hasLosses, hasGains, unchangedCount } = changes;
  if (!hasLosses && !hasGains) return <p className="pt-6">{switching.sameFeatures}</p>;
  const both = hasLosses && hasGains;
  const onlyLess = notIncreased.every(({ kind }) => kind === 'less');
  return (
    <div className={classNames('grid gap-x-8 gap-y-6 pt-6', both && 'narrow:grid-cols-2')}>
      {hasLosses ? (
        <ChangeColumn title={switching.youLose(lost.length)}>
          <ChangeLines lines={lost.map(toLossLine)} wide={!both} />
          <ChangeLines
            title={onlyLess ? switching.lowerLimits : switching.changedValues}
            lines={notIncreased.map(toAmountLine)}
            wide={!both}
          />
          <ChangeLines title={switching.optionalLost} lines={optionalLost.map(toLossLine)} wide={!both} />
        </ChangeColumn>
      ) : (
        preview.from && <p>{switching.nothingRemoved}</p>
      )}
      {hasGains ? (
        <ChangeColumn title={switching.youGain(gained.length + optionalGained.length)}>
          <ChangeLines lines={gained.map(toGainLine)} wide={!both} />
          <ChangeLines title={switching.higherLimits} lines={increased.map(toAmountLine)} wide={!both} />
          <ChangeLines title={switching.optionalGained} lines={optionalGained.map(toGainLine)} wide={!both} />
        </ChangeColumn>
      ) : (
        <p>{switching.nothingAdded}</p>
      )}
      {unchangedCount > 0 && (
        <p className={classNames('text-soft', both && 'narrow:col-span-2')}>
          {switching.unchangedFeatures(unchangedCount)}
        </p>
      )}
    </div>
  );
}

const toLossLine = (feature: FeatureRef): ChangeLine => ({ ...feature, icon: 'minus' });
const toGainLine = (feature: FeatureRef): ChangeLine => ({ ...feature, icon: 'plus' });
const amountIcons = { more: 'plus', less: 'minus', different: 'dash' } as const;

const toAmountLine = ({ id, title, before, after, kind }: AmountChange): ChangeLine => ({
  id,
  title,
  icon: amountIcons[kind],
  amount: <Amount before={before} after={after} />,
});

/** The values come from the catalog, and their text direction may differ from the page's. */
function Amount({ before, after }: Pick<AmountChange, 'before' | 'after'>) {
  const { switching } = useText();
  const oldValue = before !== null && <bdi key="before">{before}</bdi>;
  const newValue = after !== null && <bdi key="after">{after}</bdi>;
  if (oldValue && newValue) return interpolate(switching.amountChange, [oldValue, newValue]);
  if (oldValue) return interpolate(switching.amountWas, [oldValue]);
  return interpolate(switching.amountNow, [newValue]);
}

function ChangeColumn({ title, children }: { title: string; children: ReactNode }) {
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

interface ChangeLine {
  id: string;
  title: string;
  icon: Extract<IconName, 'plus' | 'minus' | 'dash'>;
  /** The old and the new value. */
  amount?: ReactNode;
}

const initialLineCount = 8;
const iconClassNames = { plus: 'text-gained', minus: 'text-lost', dash: 'text-soft' };

/** A list of changes, of which the first ones are shown until the user expands it. */
function ChangeLines({ title, lines, wide }: { title?: string; lines: ChangeLine[]; wide: boolean }) {
  const { switching } = useText();
  const [expanded, setExpanded] = useState(false);
  const firstRevealed = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The button that had the focus is gone. Continue at the first item that it revealed.
    if (expanded) firstRevealed.current?.focus();
  }, [expanded]);
  if (lines.length === 0) return null;
  const shown = expanded ? lines : lines.slice(0, initialLineCount);
  return (
    <>
      {title && <p className="pt-4 pb-2 text-small text-soft">{title}</p>}
      <ul className={wide ? 'grid gap-x-8 narrow:grid-cols-2' : undefined}>
        {shown.map((line, index) => (
          <li
            key={line.id}
            ref={index === initialLineCount ? firstRevealed : undefined}
            tabIndex={index === initialLineCount ? -1 : undefined}
            className="flex gap-2.5 border-line border-t py-1.5"
          >
            <Icon name={line.icon} className={`mt-1 ${iconClassNames[line.icon]}`} />
            <span className="flex min-w-0 grow flex-wrap justify-between gap-x-4">
              <bdi>{line.title}</bdi>
              {line.amount && <span className="figures text-soft">{line.amount}</span>}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > shown.length && (
        <p className="pt-3 text-small">
          <TextButton onClick={() => setExpanded(true)}>{switching.showAll(lines.length)}</TextButton>
        </p>
      )}
    </>
  );
}
