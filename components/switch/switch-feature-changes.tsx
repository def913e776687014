'use client';

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { AmountText, ContentChange, useContentFormat } from '@/components/feature-content/feature-content';
import { CatalogText } from '@/components/i18n/catalog-text';
import { useLazyText } from '@/components/i18n/text-provider';
import { changeIconClassNames } from '@/components/ui/change-icon';
import { classNames } from '@/components/ui/class-names';
import type { IconName } from '@/components/ui/icon';
import { TextButton } from '@/components/ui/text-link';
import type { FeatureChange, FeatureRef } from '@/lib/contract/fields';
import type { Matrix } from '@/lib/contract/versions';
import { formatContent } from '@/lib/format/localized-amount';
import { groupFeatureChanges, type IncludedFeature } from './switch-summary';

interface SwitchFeatureChangesProps {
  preview: Parameters<typeof groupFeatureChanges>[0];
  matrix: Matrix | undefined;
}

/** The features and amounts that the account loses and gains. */
export function SwitchFeatureChanges({ preview, matrix }: SwitchFeatureChangesProps) {
  const switching = useLazyText('switching').switching;
  const changes = groupFeatureChanges(preview, matrix);
  const { lost, lostLimits, lowered, raisedCosts, gained, gainedLimits, raised, loweredCosts } = changes;
  const { hasLosses, hasGains, otherChanges, unchangedFeatureCount, unchangedLimitCount } = changes;
  if (!hasLosses && !hasGains && otherChanges.length === 0) {
    return <p className="pt-6">{switching.sameFeatures}</p>;
  }
  const both = hasLosses && hasGains;
  const fullWidthClassName = both ? 'narrow:col-span-2' : undefined;
  const [titleLayout, amountLayout] = both ? (['column', 'stacked'] as const) : (['grid', 'column'] as const);
  const toAmounts = (title: string, lines: ChangeLine[]) => ({ title, lines, layout: amountLayout });
  const toChangeLines = (features: FeatureChange[], icon: ChangeLine['icon']) =>
    features.map((change) => toChangeLine(change, icon));
  const losses: ChangeLinesProps[] = [
    { lines: lost.map(toLossLine), layout: titleLayout },
    toAmounts(switching.lostLimits, lostLimits.map(toLossLine)),
    toAmounts(switching.lowerLimits, toChangeLines(lowered, 'minus')),
    toAmounts(switching.higherLimits, toChangeLines(raisedCosts, 'minus')),
    { title: switching.optionalLost, lines: preview.optional_lost.map(toAddOnLine), layout: titleLayout },
  ];
  const gains: ChangeLinesProps[] = [
    { lines: gained.map(toGainLine), layout: titleLayout },
    toAmounts(switching.gainedLimits, gainedLimits.map(toGainLine)),
    toAmounts(switching.higherLimits, toChangeLines(raised, 'plus')),
    toAmounts(switching.lowerLimits, toChangeLines(loweredCosts, 'plus')),
  ];
  const renderLines = (lists: ChangeLinesProps[]) =>
    lists.map((list) => <ChangeLines key={list.title ?? ''} {...list} />);
  return (
    <div className={classNames('grid gap-x-8 gap-y-6 pt-6', both && 'narrow:grid-cols-2')}>
      {hasLosses ? (
        <ChangeColumn title={switching.youLose(lost.length)}>{renderLines(losses)}</ChangeColumn>
      ) : (
        preview.from && <p>{switching.youLose(0)}</p>
      )}
      {hasGains ? (
        <ChangeColumn title={switching.youGain(gained.length)}>{renderLines(gains)}</ChangeColumn>
      ) : (
        <p>{switching.youGain(0)}</p>
      )}
      {otherChanges.length > 0 && (
        <ChangeColumn title={switching.otherChanges} className={fullWidthClassName}>
          <ChangeLines lines={toChangeLines(otherChanges, 'dash')} layout="column" />
        </ChangeColumn>
      )}
      {unchangedFeatureCount + unchangedLimitCount > 0 && (
        <p className={classNames('text-soft', fullWidthClassName)}>
          {unchangedFeatureCount > 0 && switching.unchangedFeatures(unchangedFeatureCount)}
          {unchangedFeatureCount > 0 && unchangedLimitCount > 0 && ' '}
          {unchangedLimitCount > 0 && switching.unchangedLimits(unchangedLimitCount)}
        </p>
      )}
    </div>
  );
}

export interface ChangeLine {
  id: string;
  title: string;
  icon: Extract<IconName, 'plus' | 'minus' | 'dash'>;
  /** The amount of a lost or gained feature, or the old and the new one. */
  amount?: ReactNode;
  /** Whether the feature was an add-on and is now included. */
  wasOptional?: boolean;
}

const toAddOnLine = ({ id, title }: FeatureRef): ChangeLine => ({ id, title, icon: 'minus' });

const toLossLine = (feature: IncludedFeature): ChangeLine => ({
  id: feature.id,
  title: feature.title,
  icon: 'minus',
  amount: <IncludedAmount feature={feature} />,
});

const toGainLine = (feature: IncludedFeature): ChangeLine => ({
  ...toLossLine(feature),
  icon: 'plus',
  wasOptional: feature.wasOptional,
});

export const toChangeLine = (
  { id, title, from, to }: FeatureChange,
  icon: ChangeLine['icon'],
): ChangeLine => ({
  id,
  title,
  icon,
  amount: <ContentChange from={from} to={to} />,
});

function IncludedAmount({ feature: { content } }: { feature: IncludedFeature }) {
  const format = useContentFormat();
  const text = content && formatContent(content, format);
  return text && <AmountText>{text}</AmountText>;
}

interface ChangeColumnProps {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

export function ChangeColumn({ title, className, children }: ChangeColumnProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={className}>
      <h3 id={titleId} className="pb-2">
        {title}
      </h3>
      {children}
    </section>
  );
}

const initialLineCount = 8;

interface ChangeLinesProps {
  title?: string;
  lines: ChangeLine[];
  /** Two columns of lines, or one. `stacked` is for a narrow column: it has amounts below the titles. */
  layout: 'grid' | 'column' | 'stacked';
}

/** A list of changes, of which the first ones are shown until the user expands it. */
export function ChangeLines({ title, lines, layout }: ChangeLinesProps) {
  const switching = useLazyText('switching').switching;
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
      <ul className={layout === 'grid' ? 'grid gap-x-8 narrow:grid-cols-2' : undefined}>
        {shown.map((line, index) => (
          <li
            key={line.id}
            ref={index === initialLineCount ? firstRevealed : undefined}
            tabIndex={index === initialLineCount ? -1 : undefined}
            className={classNames(
              'flex gap-2.5 border-line border-t py-1.5 before:mt-1',
              changeIconClassNames[line.icon],
            )}
          >
            <span className={layout === 'stacked' ? 'flex min-w-0 flex-col' : 'feature-line'}>
              <span>
                <CatalogText>{line.title}</CatalogText>
                {line.wasOptional && (
                  <span className="block text-small text-soft">{switching.optionalGained}</span>
                )}
              </span>
              {line.amount && <span className="figures text-soft empty:hidden">{line.amount}</span>}
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
