'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { useText } from '@/components/i18n/text-provider';
import { findPrimaryPlan, PlanAction, type PlanActionProps } from '@/components/pricing/plan-action';
import type { PricedList } from '@/components/pricing/use-billing';
import { type AppPriceOptions, usePriceOptions } from '@/components/pricing/use-price-options';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { ContactLinks } from '@/components/ui/contact-links';
import { getPlanAnchor } from '@/lib/client/page-urls';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatPrice } from '@/lib/pricing/format-price';
import { hasUserFee, isSoldPerUnit } from '@/lib/pricing/price';
import { AllFeaturesButton, PlanFeatures } from './plan-features';
import { buildPlanInheritance, findSharedFeatures, type PlanInheritance } from './plan-inheritance';
import { getPriceFontSize, PlanPrice, type PriceFontSize } from './plan-price';

/** A script of its own, because most accounts have no such changes. */
const ChangeBadges = dynamic(() =>
  import('@/components/changes/change-badges').then((module) => module.ChangeBadges),
);

/** Scripts of their own, because many lists have no prices that are multiplied. */
const PlanTotals = dynamic(() => import('./plan-totals').then((module) => module.PlanTotals));
const OverviewTotal = dynamic(() => import('./plan-totals').then((module) => module.OverviewTotal));

/** A script of its own, because most lists have plans. */
const EmptyState = dynamic(() => import('@/components/ui/empty-state').then((module) => module.EmptyState));

/** Scripts of their own, because many lists share few features and say no more about their plans. */
const SharedFeatures = dynamic(() => import('./shared-features').then((module) => module.SharedFeatures));
const MoreInfo = dynamic(() => import('./more-info').then((module) => module.MoreInfo));

export interface PlanGridProps extends PricedList {
  /** The plans to show. The default is all. */
  versions?: VersionEntry[];
  /** Of the family that they are. */
  name?: string | null;
  /** The changes of the account that wait. */
  changes?: AccountChangeBody[];
  action: Omit<PlanActionProps, 'version' | 'app' | 'seats' | 'billing' | 'primary' | 'className'>;
  /** Returns what each card says about the feature that was searched for. */
  renderMark?: ((versionId: string) => ReactNode) | undefined;
}

/** Chooses three to five columns, and avoids a last row with a single plan where possible. */
function getColumnCount(planCount: number): 3 | 4 | 5 {
  if (planCount % 5 === 0) return 5;
  return planCount % 4 === 0 || (planCount > 6 && planCount % 3 !== 0) ? 4 : 3;
}

const columnClassNames = {
  3: 'gap-x-8 wide:grid-cols-3',
  4: 'gap-x-8 wide:grid-cols-4',
  5: 'gap-x-6 wide:grid-cols-5 broad',
};

/** Whether the total of any plan depends on the number of users or units. */
const hasEstimate = (list: VersionList['data']) =>
  list.versions.some(hasUserFee) ||
  list.versions.some((plan) => isSoldPerUnit(plan) || plan.max_users !== null);

/** All plans side by side, in the order of the API, or those of one family. The plans page and the product preview use it. */
export function PlanGrid(props: PlanGridProps) {
  const {
    list,
    versions = list.versions,
    name = null,
    changes = [],
    seats,
    billing,
    action,
    renderMark,
  } = props;
  const { pricing } = useText();
  const { matrix } = list;
  const shared = useMemo(() => findSharedFeatures(versions, matrix), [versions, matrix]);
  const inheritances = useMemo(
    () => buildPlanInheritance(versions, matrix, shared),
    [versions, matrix, shared],
  );
  const primaryId = findPrimaryPlan(versions);
  const priceOptions = usePriceOptions(list.app, billing.period);
  const columnCount = getColumnCount(versions.length);
  const [expandedIds, setExpandedIds] = useState<readonly string[]>([]);
  // Of all cards in the row, so that no column is empty beside a long one.
  const toggle = (button: HTMLElement, expanded: boolean) => {
    const card = button.closest<HTMLElement>(`li[id]`);
    const cards = [...(card?.parentElement?.children ?? [])] as HTMLElement[];
    const ids = versions
      .filter((_, index) => cards[index]?.offsetTop === card?.offsetTop)
      .map(({ id }) => id);
    setExpandedIds((current) => [...current.filter((id) => !ids.includes(id)), ...(expanded ? ids : [])]);
  };
  if (versions.length === 0) return <EmptyState {...pricing.empty} />;
  return (
    <section aria-label={name ?? undefined} className="flex flex-col">
      {name !== null && <h2 className="hidden pb-6 text-head print:block">{name}</h2>}
      {shared.length > 0 && <SharedFeatures features={shared} />}
      <ul
        aria-label={pricing.allPlans}
        className={classNames('grid grid-cols-1 middle:grid-cols-2', columnClassNames[columnCount])}
      >
        {versions.map((version) => (
          <PlanColumn
            key={version.id}
            version={version}
            changes={changes}
            inheritance={inheritances.get(version.id) ?? noInheritance}
            priceOptions={priceOptions}
            fontSize={getPriceFontSize(list.versions, priceOptions, columnCount)}
            {...{ list, seats, billing }}
            action={{ ...action, primary: version.id === primaryId }}
            mark={renderMark?.(version.id)}
            expanded={expandedIds.includes(version.id)}
            onToggle={toggle}
          />
        ))}
      </ul>
    </section>
  );
}

const noInheritance: PlanInheritance = {
  featureCount: 0,
  limitCount: 0,
  basePlan: null,
  exceptions: [],
  addedFeatures: [],
  changedFeatures: [],
  inheritedFeatures: [],
  strongestFeatures: [],
};

interface PlanColumnProps extends PricedList {
  version: VersionEntry;
  changes: AccountChangeBody[];
  inheritance: PlanInheritance;
  priceOptions: AppPriceOptions;
  fontSize: PriceFontSize;
  action: PlanGridProps['action'] & Pick<PlanActionProps, 'primary'>;
  /** What the card says about the feature that was searched for. */
  mark: ReactNode;
  expanded: boolean;
  onToggle: (button: HTMLElement, expanded: boolean) => void;
}

/** Class names by the number of optional rows. */
const rowSpanClassNames = ['row-span-6', 'row-span-7', 'row-span-8'];

/** One plan. Its rows are a subgrid, so that they align with those of the plans beside it. */
function PlanColumn(props: PlanColumnProps) {
  const {
    version,
    changes,
    inheritance,
    priceOptions,
    fontSize,
    list,
    seats,
    billing,
    action,
    mark,
    expanded,
    onToggle,
  } = props;
  const titleId = useId();
  const listId = useId();
  const isEstimated = hasEstimate(list);
  const features = { inheritance, title: version.title, expanded, listId };
  return (
    <li
      id={getPlanAnchor(version)}
      aria-labelledby={titleId}
      className={classNames(
        'grid min-w-0 grid-cols-1 grid-rows-subgrid content-start border-t-rule pb-16 transition-[border,padding] break-inside-avoid phone:pb-10',
        rowSpanClassNames[(isEstimated ? 1 : 0) + (mark ? 1 : 0)],
        version.current ? 'border-t-4 border-t-yours pt-2.5' : 'border-t-2 pt-3',
      )}
    >
      <p className="flex flex-wrap gap-x-4">
        <PlanBadges version={version} />
        {(changes[0] || version.trial) && <ChangeBadges plan={version} changes={changes} />}
      </p>
      <h2 id={titleId} className="pt-1 text-head">
        <CatalogText>{version.title}</CatalogText>
      </h2>
      <p className="pt-1.5 text-soft">
        <CatalogText>
          <ContactLinks>{version.description}</ContactLinks>
        </CatalogText>
      </p>
      <div className="self-baseline pt-4 phone:pt-3">
        <PlanPrice fees={version} priceOptions={priceOptions} fontSize={fontSize} users={seats} />
      </div>
      {isEstimated && (
        <div>
          <PlanTotals {...{ list, version, priceOptions, seats }} />
        </div>
      )}
      <div className="screen-only pt-4 empty:pt-0">
        <PlanAction
          version={version}
          app={list.app}
          seats={seats}
          billing={billing}
          {...action}
          className={classNames('w-full', action.user.signedIn && 'middle:w-auto middle:min-w-36')}
        />
      </div>
      {mark && <div>{mark}</div>}
      <div className="pt-10 phone:pt-4">
        <PlanFeatures {...features} />
        <AllFeaturesButton {...features} onToggle={(button) => onToggle(button, !expanded)} />
        {version.more_info && <MoreInfo text={version.more_info} title={version.title} />}
      </div>
    </li>
  );
}

function PlanBadges({ version }: { version: VersionEntry }) {
  const { pricing } = useText();
  const [wasCurrent] = useState(version.current);
  return (
    <>
      {version.current && (
        <span className={wasCurrent ? undefined : 'transition-opacity starting:opacity-0'}>
          <Badge tone="yours">{pricing.yourPlan}</Badge>
        </span>
      )}
      {version.recommended && !version.current && <Badge tone="strong">{pricing.recommended}</Badge>}
      {!version.active && <Badge>{pricing.noLongerOffered}</Badge>}
      {version.active && !version.public && <Badge>{pricing.notPublic}</Badge>}
    </>
  );
}

/** More plans would move the first card off the first screen. */
const maxOverviewPlans = 5;

/** All plans with their prices, or their totals for several users, on a phone, as links to the cards. */
export function PlanOverview({ list, seats, billing }: PricedList) {
  const { pricing } = useText();
  const { versions } = list;
  const priceOptions = usePriceOptions(list.app, billing.period);
  if (versions.length < 2 || versions.length > maxOverviewPlans) return null;
  return (
    <nav aria-label={pricing.overview} className="screen-only mb-6 border-line border-b middle:hidden">
      <ul>
        {versions.map((version) => (
          <li key={version.id} className="border-line border-t">
            <a
              href={`#${getPlanAnchor(version)}`}
              className="flex min-h-11 flex-wrap items-baseline gap-x-3 py-2.5"
            >
              <CatalogText className="font-medium">{version.title}</CatalogText>
              <PlanBadges version={version} />
              <span className="figures ms-auto">
                {hasEstimate(list) ? (
                  <OverviewTotal {...{ list, version, priceOptions, seats }} />
                ) : (
                  formatPrice(version, priceOptions)
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
