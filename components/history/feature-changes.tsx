'use client';

import { createContext, use } from 'react';
import { ContentChange, useContentFormat } from '@/components/feature-content/feature-content';
import { splitChanges } from '@/components/feature-content/split-changes';
import { CatalogText } from '@/components/i18n/catalog-text';
import { getLanguage, languages } from '@/components/i18n/languages';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import type { ChangeIconName } from '@/components/ui/change-icon';
import { CollapsedList } from '@/components/ui/collapsed-list';
import { historySearchParams } from '@/lib/client/page-urls';
import { updateQuery } from '@/lib/client/search-params';
import type { FeatureChange, FeatureRef } from '@/lib/contract/fields';
import type { HistoryEntry } from '@/lib/contract/history';
import { formatContentChange } from '@/lib/format/localized-amount';
import styles from './timeline.module.css';

const maxShownFeatures = 4;

/** Whether what is not shown at once is rendered: in a history after hydration, or with all of it. */
export const RendersHidden = createContext(true);

interface FeatureChangesProps {
  entry: Pick<HistoryEntry, 'gained' | 'lost' | 'raised' | 'lowered' | 'changed' | 'previous_version_id'>;
}

/** Lost and gained features and changed amounts, losses beside gains on wide screens. */
export function FeatureChanges({ entry }: FeatureChangesProps) {
  const history = usePageText('account').history;
  const { lost, lostLimits, lowered, raisedCosts, ...better } = splitChanges(entry);
  const { gained, gainedLimits, raised, loweredCosts, otherChanges } = better;
  // The features of the account's first plan are not listed as gained.
  if (entry.previous_version_id === null) {
    const sections = [
      { title: history.startedWith, features: gained },
      { title: history.startedWithLimits, features: gainedLimits },
    ].filter(({ features }) => features.length > 0);
    return <FeatureColumns columns={[sections.map((section) => ({ ...section, icon: 'tick' }))]} />;
  }
  const losses = [
    { title: history.lost, features: lost },
    { title: history.lostLimits, features: lostLimits },
    { title: history.lowered, features: lowered },
    { title: history.raised, features: raisedCosts },
  ].map((section) => ({ ...section, icon: 'minus' }) as const);
  const gains = [
    { title: history.gained, features: gained },
    { title: history.gainedLimits, features: gainedLimits },
    { title: history.raised, features: raised },
    { title: history.lowered, features: loweredCosts },
  ].map((section) => ({ ...section, icon: 'plus' }) as const);
  const others = [{ title: history.changed, icon: 'dash', features: otherChanges } as const];
  // Other changes follow the gains, or the losses if there are no gains.
  const hasGains = gains.some(({ features }) => features.length > 0);
  const columns = (hasGains ? [losses, [...gains, ...others]] : [[...losses, ...others]])
    .map((sections) => sections.filter(({ features }) => features.length > 0))
    .filter((sections) => sections.length > 0);
  if (columns.length === 0) {
    return <p className="mt-4 text-small text-soft wide:mt-1.5">{history.sameFeatures}</p>;
  }
  return <FeatureColumns columns={columns} />;
}

/** As `changeIconClassNames`, for all items of a list: a history has hundreds. */
const iconClassNames: Record<ChangeIconName, string> = {
  plus: 'plus-items',
  minus: 'minus-items',
  dash: 'dash-items',
  tick: 'tick-items',
};

interface FeatureSection {
  title: (count: number) => string;
  icon: ChangeIconName;
  features: readonly (FeatureRef | FeatureChange)[];
}

function FeatureColumns({ columns }: { columns: FeatureSection[][] }) {
  const url = use(RendersHidden) ? null : wholeHistory;
  return (
    <div className={styles.features}>
      {columns.map((sections) => (
        <div key={sections[0]?.icon}>
          {sections.map(({ title, icon, features }) => {
            const text = title(features.length);
            return (
              <div key={text}>
                <h3>{text}</h3>
                <CollapsedList items={features} max={maxShownFeatures} url={url}>
                  {(shown) => <FeatureList features={shown} icon={icon} />}
                </CollapsedList>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function FeatureList({ features, icon }: Pick<FeatureSection, 'features' | 'icon'>) {
  return (
    <ul className={iconClassNames[icon]}>
      {features.map((feature) => (
        <li key={feature.id}>
          {'from' in feature ? (
            <span>
              <CatalogText>{feature.title}</CatalogText>
              <span>
                <AmountChange {...feature} />
              </span>
            </span>
          ) : (
            <CatalogText>{feature.title}</CatalogText>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Latin letters, digits and punctuation, without characters that set a direction. */
const latinText = /^[ -\u024f\u2010-\u2027\u202f-\u2064]*$/;

/** As `ContentChange`, without elements if the direction of the page is that of both amounts. */
function AmountChange({ from, to }: Pick<FeatureChange, 'from' | 'to'>) {
  const { amounts } = useText();
  const format = useContentFormat();
  const [before, after] = formatContentChange(from, to, format);
  const isLeftToRight = languages[getLanguage(format.locale)].dir === 'ltr';
  const isPlain = before !== null && after !== null && latinText.test(before + after);
  return isLeftToRight && isPlain ? amounts.change(before, after) : <ContentChange from={from} to={to} />;
}

/** The query of a page with the whole history, for browsers without JavaScript. */
export const wholeHistory = updateQuery(historySearchParams, '', { all: 'true' });
