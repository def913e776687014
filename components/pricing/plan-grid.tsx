'use client';

import dynamic from 'next/dynamic';
import { useId, useMemo, useState } from 'react';
import { CatalogText } from '@/components/catalog/catalog-text';
import { ContactLinks } from '@/components/catalog/contact-links';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { AppInfo, VersionEntry } from '@/lib/contract/versions';
import { pluralizeUnit } from '@/lib/format/amount';
import { formatMoney } from '@/lib/format/money';
import { calculateTotal, findUserUnit, formatPrice, type PriceFormatOptions } from '@/lib/format/price';
import { PlanAction, type PlanActionProps } from './plan-action';
import { AllFeaturesButton, MoreInfo, PlanFeatures } from './plan-features';
import { buildPlanInheritance, type PlanInheritance } from './plan-inheritance';
import { getPriceFontSize, PlanPrice, type PriceFontSize } from './plan-price';
import { getPriceMessages } from './price-messages';
import { type Billing, getPriceOptions, type PricedList } from './use-billing';

/** A script of its own, because most accounts have no such changes. */
const ChangeBadges = dynamic(() =>
  import('@/components/changes/change-badges').then((module) => module.ChangeBadges),
);

interface PlanGridProps {
  list: PricedList;
  /** The changes of the account that wait. */
  changes?: AccountChangeBody[];
  seats: number;
  billing: Billing;
  action: Omit<PlanActionProps, 'version' | 'app' | 'seats' | 'billing' | 'className'>;
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

/** Longer lists are divided into the plan families of the catalog. */
const maxPlansWithoutSections = 6;

interface PlanSection {
  /** Null for plans without a family. */
  family: string | null;
  versions: PricedVersion[];
}

type PricedVersion = PricedList['versions'][number];

function buildSections(versions: PricedVersion[]): PlanSection[] {
  if (versions.length <= maxPlansWithoutSections) return [{ family: null, versions }];
  const families = [...new Set(versions.map(({ family }) => family))];
  return families.map((family) => ({
    family,
    versions: versions.filter((version) => version.family === family),
  }));
}

/** Whether any price depends on the number of users. */
export function hasUserFees({ versions }: PricedList): boolean {
  return versions.some(({ user_fee }) => user_fee !== null && user_fee > 0);
}

/** What the price list calls a user. Null for "user", and if plans differ in it. */
export const getUserUnit = ({ versions }: PricedList) => findUserUnit(versions);

/** All plans side by side, in the order of the API. Used by the plans page and by the product preview. */
export function PlanGrid({ list, changes = [], seats, billing, action }: PlanGridProps) {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const { versions, matrix, app } = list;
  const inheritances = useMemo(() => buildPlanInheritance(versions, matrix), [versions, matrix]);
  const priceOptions = getPriceOptions(list, { locale, period: billing.period });
  if (versions.length === 0) return <EmptyState {...pricing.empty} />;
  const sections = buildSections(versions);
  return sections.map(({ family, versions: members }) => {
    const columnCount = getColumnCount(members.length);
    const heading = sections.length > 1 ? (family ?? pricing.otherPlans) : null;
    return (
      <section key={family ?? ''} aria-label={heading ?? undefined}>
        {heading !== null && (
          <h2 className="pb-6 text-head">{family ? <CatalogText>{family}</CatalogText> : heading}</h2>
        )}
        <ul
          aria-label={pricing.allPlans}
          className={classNames('grid grid-cols-1 middle:grid-cols-2', columnClassNames[columnCount])}
        >
          {members.map((version) => (
            <PlanColumn
              key={version.id}
              version={version}
              changes={changes}
              headingLevel={heading === null ? 'h2' : 'h3'}
              inheritance={inheritances.get(version.id) ?? noInheritance}
              priceOptions={priceOptions}
              fontSize={getPriceFontSize(versions, priceOptions, columnCount)}
              app={app}
              seats={seats}
              userUnit={getUserUnit(list)}
              billing={billing}
              hasEstimate={hasUserFees(list)}
              action={action}
            />
          ))}
        </ul>
      </section>
    );
  });
}

const noInheritance: PlanInheritance = {
  featureCount: 0,
  limitCount: 0,
  basePlan: null,
  exceptions: [],
  addedFeatures: [],
  inheritedFeatures: [],
};

interface PlanColumnProps {
  version: PricedVersion;
  changes: AccountChangeBody[];
  headingLevel: 'h2' | 'h3';
  inheritance: PlanInheritance;
  priceOptions: PriceFormatOptions;
  fontSize: PriceFontSize;
  app: AppInfo;
  /** Number of users for the estimate. */
  seats: number;
  userUnit: string | null;
  billing: Billing;
  /** Whether any listed plan has a price per user. */
  hasEstimate: boolean;
  action: PlanGridProps['action'];
}

/** One plan. Its rows are a subgrid, so that they align with those of the plans beside it. */
function PlanColumn(props: PlanColumnProps) {
  const {
    version,
    changes,
    headingLevel: Heading,
    inheritance,
    priceOptions,
    fontSize,
    app,
    seats,
    userUnit,
    billing,
    hasEstimate,
    action,
  } = props;
  const titleId = useId();
  const listId = useId();
  const [expanded, setExpanded] = useState(false);
  const features = { inheritance, title: version.title, expanded, listId };
  return (
    <li
      id={getPlanAnchor(version)}
      aria-labelledby={titleId}
      className={classNames(
        'grid min-w-0 grid-cols-1 grid-rows-subgrid content-start border-t-rule pb-16 break-inside-avoid phone:pb-10',
        hasEstimate ? 'row-span-9' : 'row-span-8',
        version.current && 'border-t-yours',
        version.current || version.recommended ? 'border-t-4 pt-2.5' : 'border-t-2 pt-3',
      )}
    >
      <p className="flex min-h-5 flex-wrap gap-x-4">
        <PlanBadges version={version} />
        {changes.length > 0 && <ChangeBadges plan={version} changes={changes} />}
      </p>
      <Heading id={titleId} className="pt-1 text-head">
        <CatalogText>{version.title}</CatalogText>
      </Heading>
      <p className="pt-1.5 text-soft">
        <CatalogText>
          <ContactLinks>{version.description}</ContactLinks>
        </CatalogText>
      </p>
      <div className="pt-8">
        <PlanPrice fees={version} priceOptions={priceOptions} fontSize={fontSize} />
      </div>
      {hasEstimate && (
        <SeatEstimate version={version} priceOptions={priceOptions} seats={seats} userUnit={userUnit} />
      )}
      <div className="screen-only pt-6 empty:pt-0">
        <PlanAction
          version={version}
          app={app}
          seats={seats}
          billing={billing}
          {...action}
          className="w-full middle:w-auto middle:min-w-36"
        />
      </div>
      <div className="pt-10 phone:pt-4">
        <PlanFeatures {...features} />
      </div>
      <div>
        <AllFeaturesButton {...features} onToggle={() => setExpanded(!expanded)} />
      </div>
      <div>{version.more_info && <MoreInfo text={version.more_info} title={version.title} />}</div>
    </li>
  );
}

function PlanBadges({ version }: { version: VersionEntry }) {
  const { pricing } = useText();
  return (
    <>
      {version.current && <Badge tone="yours">{pricing.yourPlan}</Badge>}
      {version.recommended && !version.current && <Badge tone="strong">{pricing.recommended}</Badge>}
      {!version.active && <Badge>{pricing.noLongerOffered}</Badge>}
      {version.active && !version.public && <Badge>{pricing.notPublic}</Badge>}
    </>
  );
}

/** `id` of a plan's card, and of its column in the comparison. */
export const getPlanAnchor = ({ tag }: { tag: string }) => `plan-${tag}`;

type TotalPriceProps = Pick<PlanColumnProps, 'version' | 'priceOptions' | 'seats'>;

function SeatEstimate({ userUnit, ...props }: TotalPriceProps & Pick<PlanColumnProps, 'userUnit'>) {
  const { pricing } = useText();
  // `output` is a live region by default. The slider announces its own value, so the estimates stay silent.
  return (
    <output
      aria-live="off"
      className="mt-6 flex justify-between gap-x-4 border-line border-t pt-1.5 text-small"
    >
      <span className="text-soft">
        {pricing.forSeats(props.seats, userUnit && pluralizeUnit(userUnit, props.seats))}
      </span>
      <span className="text-end">
        <TotalPrice {...props} />
        <AnnualTotal {...props} />
      </span>
    </output>
  );
}

/** The price for the number of users. */
function TotalPrice({ version, priceOptions, seats }: TotalPriceProps) {
  const { pricing } = useText();
  const { locale, currency, period } = priceOptions;
  const total = calculateTotal(version, seats);
  if (total === null) return '—';
  if (total === 0) return pricing.free;
  return pricing.price.inPeriod(formatMoney(locale, currency, total), period);
}

/** What is billed for the number of users, if annual billing is chosen. */
function AnnualTotal({ version, priceOptions, seats }: TotalPriceProps) {
  const { pricing } = useText();
  const { annual_fee: fee, annual_user_fee: user_fee, fee_unit } = version;
  const total = version.monthly ? calculateTotal({ fee, user_fee, fee_unit }, seats) : null;
  if (!total) return null;
  const amount = formatMoney(priceOptions.locale, priceOptions.currency, total);
  return <span className="figures block text-soft">{pricing.price.inPeriod(amount, 'year')}</span>;
}

/** All plans with their totals, on a phone, as links to the cards. */
export function PlanOverview({ list, seats, billing }: Pick<PlanGridProps, 'list' | 'seats' | 'billing'>) {
  const text = useText();
  const { pricing } = text;
  const { locale } = useDateFormatOptions();
  const { versions } = list;
  const priceOptions = getPriceOptions(list, { locale, period: billing.period });
  if (versions.length < 2) return null;
  return (
    <nav aria-label={pricing.overview} className="screen-only mb-8 border-line border-b middle:hidden">
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
                {calculateTotal(version, seats) === null ? (
                  formatPrice(version, priceOptions, getPriceMessages(text))
                ) : (
                  <TotalPrice version={version} priceOptions={priceOptions} seats={seats} />
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
