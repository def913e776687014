'use client';

import { ContentChange } from '@/components/feature-content/content-change';
import { CatalogText } from '@/components/i18n/catalog-text';
import { usePageText } from '@/components/i18n/page-text';
import { ChangeIcon, type ChangeIconName } from '@/components/ui/change-icon';
import { classNames } from '@/components/ui/class-names';
import { CollapsedList } from '@/components/ui/collapsed-list';
import type { FeatureChange, FeatureRef } from '@/lib/contract/fields';
import type { HistoryEntry } from '@/lib/contract/history';

const maxShownFeatures = 4;

const isBetter = ({ improved }: FeatureChange) => improved === true;
const isWorse = ({ improved }: FeatureChange) => improved === false;
const isUndecided = ({ improved }: FeatureChange) => improved === null;
const isLimit = ({ is_limit }: FeatureRef) => is_limit;
const isFeature = ({ is_limit }: FeatureRef) => !is_limit;

interface FeatureChangesProps {
  entry: Pick<HistoryEntry, 'gained' | 'lost' | 'raised' | 'lowered' | 'changed' | 'previous_version_id'>;
}

/** Lost and gained features and changed amounts, losses beside gains on wide screens. */
export function FeatureChanges({ entry }: FeatureChangesProps) {
  const history = usePageText('account').history;
  const { gained, lost, raised, lowered, changed, previous_version_id } = entry;
  // The features of the account's first plan are not listed as gained.
  if (previous_version_id === null) {
    return [
      { title: history.startedWith, features: gained.filter(isFeature) },
      { title: history.startedWithLimits, features: gained.filter(isLimit) },
    ].map(({ title, features }) => {
      const text = title(features.length);
      return (
        features.length > 0 && <ChangedFeatures key={text} title={text} icon="tick" features={features} />
      );
    });
  }
  const losses = [
    { title: history.lost, features: lost.filter(isFeature) },
    { title: history.lostLimits, features: lost.filter(isLimit) },
    { title: history.lowered, features: lowered.filter(isWorse) },
    { title: history.raised, features: raised.filter(isWorse) },
  ].map((section) => ({ ...section, icon: 'minus' }) as const);
  const gains = [
    { title: history.gained, features: gained.filter(isFeature) },
    { title: history.gainedLimits, features: gained.filter(isLimit) },
    { title: history.raised, features: raised.filter(isBetter) },
    { title: history.lowered, features: lowered.filter(isBetter) },
  ].map((section) => ({ ...section, icon: 'plus' }) as const);
  const undecided = [...raised, ...lowered, ...changed].filter(isUndecided);
  const others = [{ title: history.changed, icon: 'dash', features: undecided } as const];
  // Other changes follow the gains, or the losses if there are no gains.
  const hasGains = gains.some(({ features }) => features.length > 0);
  const columns = (hasGains ? [losses, [...gains, ...others]] : [[...losses, ...others]])
    .map((sections) => sections.filter(({ features }) => features.length > 0))
    .filter((sections) => sections.length > 0);
  if (columns.length === 0) {
    return <p className="mt-4 text-small text-soft wide:mt-1.5">{history.sameFeatures}</p>;
  }
  return (
    <div className={classNames('grid gap-x-8', columns.length > 1 && 'middle:grid-cols-2')}>
      {columns.map((sections) => (
        <div key={sections[0]?.icon} className="min-w-0">
          {sections.map(({ title, icon, features }) => {
            const text = title(features.length);
            return <ChangedFeatures key={text} title={text} icon={icon} features={features} />;
          })}
        </div>
      ))}
    </div>
  );
}

interface ChangedFeaturesProps {
  title: string;
  icon: ChangeIconName;
  features: readonly (FeatureRef | FeatureChange)[];
}

function ChangedFeatures({ title, icon, features }: ChangedFeaturesProps) {
  return (
    <div className="mt-4 min-w-0 wide:mt-1.5 wide:not-first:mt-4 max-w-[32rem] print:max-w-none text-small">
      <h3 className="font-normal text-soft">{title}</h3>
      <CollapsedList items={features} max={maxShownFeatures} className="print:hidden">
        {(shown) => <FeatureList features={shown} icon={icon} />}
      </CollapsedList>
    </div>
  );
}

function FeatureList({ features, icon }: Omit<ChangedFeaturesProps, 'title'>) {
  return (
    <ul className="mt-1 gap-x-8 print:columns-[12rem]">
      {features.map((feature) => (
        <li
          key={feature.id}
          className={classNames('flex gap-2 break-inside-avoid', 'from' in feature && 'pb-1')}
        >
          <ChangeIcon name={icon} className="mt-[0.2rem]" />
          <span className="min-w-0">
            <CatalogText>{feature.title}</CatalogText>
            {'from' in feature && (
              <span className="figures block text-soft">
                <ContentChange from={feature.from} to={feature.to} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
