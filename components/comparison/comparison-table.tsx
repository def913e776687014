'use client';

import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { AmountText, useContentFormat } from '@/components/feature-content/feature-content';
import { PlansOfResult } from '@/components/feature-search/plans-of-result';
import { findResult, type SearchedList } from '@/components/feature-search/search-features';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import {
  canSwitchPeriod,
  getPlanLink,
  isPreviewOnly,
  type PageUser,
  SwitchLabel,
} from '@/components/pricing/plan-action';
import type { Billing } from '@/components/pricing/use-billing';
import type { AppPriceOptions } from '@/components/pricing/use-price-options';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { linkClassName, SpokenSubject, TextButton } from '@/components/ui/text-link';
import { getPlanAnchor } from '@/lib/client/page-urls';
import type { AppInfo, MatrixFeature, Price, VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatContent, formatNumber } from '@/lib/format/localized-amount';
import { describePrice, formatPrice, joinAmounts } from '@/lib/pricing/format-price';
import { type CompareState, PairSelect } from './comparison-filters';
import {
  type ComparisonColumn,
  type ComparisonColumns,
  type FeatureGroup,
  getCell,
} from './comparison-model';
import styles from './comparison-table.module.css';

/** Number of characters. A sticky header with longer titles would cover too much of the table. */
const maxStickyTitleLength = 48;

/** What the action of a plan depends on. */
interface ActionContext {
  app: AppInfo;
  seats: number;
  billing: Billing;
  user: PageUser;
  onSwitch?: ((versionId: string) => void) | undefined;
}

interface ComparisonTableProps extends ActionContext {
  groups: FeatureGroup[];
  columns: ComparisonColumn[];
  /** For the selects of a narrow screen. */
  state: CompareState;
  allColumns: ComparisonColumns;
  /** Ids of the features that match the filters. */
  shownFeatureIds: Set<string>;
  /** IDs of the features that a narrow screen does not show, also before its width is known. */
  sameInPairIds: Set<string>;
  /** Whether descriptions are closed. */
  isNarrow: boolean;
  priceOptions: AppPriceOptions;
  /** IDs of the account's add-ons that are on. */
  activeAddOnIds: ReadonlySet<string>;
  /** All plans. */
  list: SearchedList & Pick<VersionList['data'], 'usage'>;
  /** While a search selects the features, each names the plans that have it. */
  isSearching: boolean;
}

/** A native table with one column per plan and one row group per feature group. */
export function ComparisonTable(props: ComparisonTableProps) {
  const { groups, columns, state, allColumns, shownFeatureIds, priceOptions, activeAddOnIds, list } = props;
  const { app, seats, billing, user, onSwitch } = props;
  const action = { app, seats, billing, user, onSwitch };
  const comparison = usePageText('planDetails').comparison;
  const [collapsed, setCollapsed] = useState<readonly string[]>([]);
  const header = useRef<HTMLTableRowElement>(null);
  useHeaderHeight(header);
  const isSticky = columns.every(({ version }) => version.title.length <= maxStickyTitleLength);
  const usage = new Map(list.usage?.map(({ id, used }) => [id, used]));
  const hasHeadings = groups.some(({ title }) => title !== '');
  return (
    <table className={classNames(styles.table, isSticky && styles.sticks)}>
      <caption className="sr-only">{comparison.caption}</caption>
      <thead>
        <tr ref={header}>
          <th scope="col">
            <span className="sr-only">{comparison.feature}</span>
          </th>
          {columns.map((column) => (
            <PlanHeader
              key={column.version.id}
              column={column}
              select={<PairSelect state={state} columns={allColumns} version={column.version} />}
              priceOptions={priceOptions}
            />
          ))}
        </tr>
        <tr className={styles.actions}>
          <td />
          {columns.map((column) => (
            <td key={column.version.id} className={getColumnClassName(column)}>
              <HeaderAction version={column.version} {...action} />
            </td>
          ))}
        </tr>
      </thead>
      {groups.map(({ title, features }) => (
        <tbody
          key={title}
          aria-hidden={!features.some(({ id }) => shownFeatureIds.has(id)) || undefined}
          className={features.every(({ id }) => props.sameInPairIds.has(id)) ? styles.same : undefined}
        >
          {hasHeadings && (
            <GroupHeading
              title={title ? <CatalogText>{title}</CatalogText> : comparison.ungrouped}
              count={features.filter(({ id }) => shownFeatureIds.has(id)).length}
              expanded={!collapsed.includes(title)}
              onToggle={() =>
                setCollapsed(
                  collapsed.includes(title)
                    ? collapsed.filter((other) => other !== title)
                    : [...collapsed, title],
                )
              }
            />
          )}
          {features.map((feature) => (
            <FeatureRow
              key={feature.id}
              feature={feature}
              used={usage.get(feature.id)}
              columns={columns}
              priceOptions={priceOptions}
              activeAddOnIds={activeAddOnIds}
              isSame={props.sameInPairIds.has(feature.id)}
              isNarrow={props.isNarrow}
              searched={props.isSearching && shownFeatureIds.has(feature.id) ? list : null}
              hidden={!shownFeatureIds.has(feature.id) || collapsed.includes(title)}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface GroupHeadingProps {
  title: ReactNode;
  /** Number of features that match the filters. */
  count: number;
  expanded: boolean;
  onToggle: () => void;
}

/** Stays below the header while its group is scrolled, and collapses the group. */
function GroupHeading({ title, count, expanded, onToggle }: GroupHeadingProps) {
  const { pricing } = useText();
  return (
    <tr className={styles.group}>
      <th scope="rowgroup">
        <h2>
          <button
            type="button"
            aria-expanded={expanded}
            onClick={onToggle}
            className="noscript:pointer-events-none! noscript:flex!"
          >
            <Icon
              name={expanded ? 'collapse' : 'expand'}
              className="me-2 text-soft noscript:hidden print:hidden"
            />
            {title}
            {!expanded && <small>{pricing.featureCount(count)}</small>}
          </button>
        </h2>
      </th>
    </tr>
  );
}

/**
 * Sets `--header-height`, below which the group headings stick. In a frame, which does not scroll, also where the table begins
 * and ends.
 */
function useHeaderHeight(header: RefObject<HTMLTableRowElement | null>): void {
  useEffect(() => {
    const element = header.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const table = element.closest('table')?.getBoundingClientRect();
      style.setProperty('--header-height', `${element.offsetHeight}px`);
      style.setProperty('--table-start', `${(table?.top ?? 0) + window.scrollY}px`);
      style.setProperty('--table-end', `${(table?.bottom ?? 0) + window.scrollY}px`);
    });
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [header]);
}

interface PlanHeaderProps {
  column: ComparisonColumn;
  /** Selects another plan, on a narrow screen. */
  select: ReactNode;
  priceOptions: AppPriceOptions;
}

/** The header of a plan's column: title and price. */
function PlanHeader({ column, select, priceOptions }: PlanHeaderProps) {
  const { pricing } = useText();
  const { version } = column;
  return (
    <th
      scope="col"
      id={column.narrowOnly ? undefined : getPlanAnchor(version)}
      className={`${getColumnClassName(column) ?? ''} ${version.current ? styles.yours : ''}`}
      aria-current={version.current || undefined}
    >
      <div className={styles.head}>
        {select}
        <span className={styles.title}>
          <CatalogText>{version.title}</CatalogText>
        </span>
        {!version.active && <small>{pricing.noLongerOffered}</small>}
        {!version.public && version.active && !version.current && <small>{pricing.notPublic}</small>}
        <HeaderPrice version={version} priceOptions={priceOptions} />
      </div>
    </th>
  );
}

/** The price, with its amounts emphasized. */
function HeaderPrice({ version, priceOptions }: { version: VersionEntry; priceOptions: AppPriceOptions }) {
  const { messages } = priceOptions;
  const price = describePrice(version, priceOptions);
  if (price.kind === 'text') return <CatalogText className={styles.price}>{price.text}</CatalogText>;
  if (price.kind !== 'amounts') {
    return (
      <span className={styles.price}>
        {price.kind === 'free' ? <b>{messages.free}</b> : messages.onRequest}
      </span>
    );
  }
  const { base, perUser, period } = price;
  const format = (first: string, second: string) =>
    messages.inPeriod(
      joinAmounts(base && first, perUser && (base ? second : first), version, messages),
      period,
    );
  const emphasize = (amount: string) => <b key={amount}>{amount}</b>;
  return (
    <span className={styles.price}>
      {interpolate(
        format,
        [base, perUser].flatMap((amount) => (amount ? [emphasize(amount.text)] : [])),
      )}
    </span>
  );
}

function HeaderAction({ version, onSwitch, ...context }: ActionContext & { version: VersionEntry }) {
  const { pricing } = useText();
  const { choose } = usePageText('planDetails').comparison;
  const dialogButton = {
    'aria-haspopup': 'dialog',
    'data-switch-to': version.id,
    onClick: onSwitch && (() => onSwitch(version.id)),
  } as const;
  if (version.current) {
    return (
      <span className="text-start text-small">
        <Badge tone="yours">{pricing.yourPlan}</Badge>
        {canSwitchPeriod(version, context.billing) && (
          <TextButton {...dialogButton} className="block whitespace-normal text-start">
            {pricing.switchPeriod[context.billing.period]}
          </TextButton>
        )}
      </span>
    );
  }
  const isPreview = isPreviewOnly(version);
  if (version.switch && (version.switch.allowed || isPreview)) {
    return (
      <TextButton {...dialogButton} className="text-start text-small">
        <SwitchLabel title={version.title} decision={version.switch} isPreview={isPreview} />
      </TextButton>
    );
  }
  const link = getPlanLink({ version, ...context });
  return (
    link && (
      <a href={link.href} className={`text-start text-small ${linkClassName}`}>
        {link.isContact ? pricing.contactUs : choose}
        <SpokenSubject separator=" ">{version.title}</SpokenSubject>
      </a>
    )
  );
}

interface FeatureRowProps
  extends Pick<ComparisonTableProps, 'columns' | 'priceOptions' | 'activeAddOnIds' | 'isNarrow'> {
  feature: MatrixFeature;
  /** What the account uses of it, if the host has reported that. */
  used: number | undefined;
  isSame: boolean;
  searched: SearchedList | null;
  /** Excluded by the filters. The row stays in the DOM, because hiding it is much cheaper than rendering it again. */
  hidden: boolean;
}

const FeatureRow = memo(function FeatureRow({
  hidden,
  isSame,
  isNarrow,
  searched,
  used,
  ...cells
}: FeatureRowProps) {
  const { feature, priceOptions } = cells;
  return (
    <tr aria-hidden={hidden || undefined} className={isSame ? styles.same : undefined}>
      <FeatureHeader
        feature={feature}
        used={used}
        isNarrow={isNarrow}
        searched={searched}
        priceOptions={priceOptions}
      />
      <FeatureCells {...cells} />
    </tr>
  );
});

const FeatureHeader = memo(function FeatureHeader({
  feature,
  used,
  isNarrow,
  searched,
  priceOptions,
}: Pick<FeatureRowProps, 'feature' | 'used' | 'isNarrow' | 'searched' | 'priceOptions'>) {
  const { id, title, description } = feature;
  const { comparison } = usePageText('planDetails');
  const { locale } = useDateFormatOptions();
  const result = searched && findResult(searched, id, { ...priceOptions, users: 1 });
  return (
    <th scope="row" abbr={description || result ? title : undefined}>
      {isNarrow && description ? (
        <details className="group">
          <summary className="flex min-h-11 items-center gap-2">
            <CatalogText>{title}</CatalogText>
            <Icon name="expand" className="text-soft group-open:rotate-180" />
          </summary>
          <small>
            <CatalogText>{description}</CatalogText>
          </small>
        </details>
      ) : (
        <CatalogText>{title}</CatalogText>
      )}
      {!isNarrow && description && (
        <small className={styles.description}>
          <CatalogText>{description}</CatalogText>
        </small>
      )}
      {used !== undefined && (
        <small className="figures text-ink">
          {interpolate(comparison.youUse, [<AmountText key="used">{formatNumber(locale, used)}</AmountText>])}
        </small>
      )}
      {searched && result && (
        <small className="text-ink">
          <PlansOfResult result={result} planCount={searched.versions.length} />
        </small>
      )}
    </th>
  );
});

const FeatureCells = memo(function FeatureCells({
  feature,
  columns,
  priceOptions,
  activeAddOnIds,
}: Omit<FeatureRowProps, 'used' | 'hidden' | 'isSame' | 'isNarrow' | 'searched'>) {
  const comparison = usePageText('planDetails').comparison;
  const contentFormat = useContentFormat();
  return columns.map((column) => {
    const cell = getCell(feature, column.version.id);
    const className = getColumnClassName(column);
    const key = column.version.id;
    if (cell.kind === 'content') {
      return (
        <td key={key} className={className}>
          <AmountText>{formatContent(cell.content, contentFormat)}</AmountText>
        </td>
      );
    }
    if (cell.kind === 'optional') {
      return (
        <td key={key} className={className}>
          {column.version.current && cell.addOnIds.some((id) => activeAddOnIds.has(id)) ? (
            <Badge tone="yours">{comparison.yourAddOn}</Badge>
          ) : (
            <span className="block">{comparison.optional}</span>
          )}
          <AddOnSummary price={cell.price} addOnCount={cell.addOnIds.length} priceOptions={priceOptions} />
        </td>
      );
    }
    const included = cell.kind === 'included';
    return (
      <td key={key} className={`${className ?? ''} ${included ? styles.included : styles.none}`}>
        {included ? comparison.included : comparison.notIncluded}
      </td>
    );
  });
});

interface AddOnSummaryProps {
  /** Price of the cheapest add-on. */
  price: Price;
  addOnCount: number;
  priceOptions: AppPriceOptions;
}

/** The price of the only add-on with the feature, or the number of add-ons and the lowest price. */
function AddOnSummary({ price, addOnCount, priceOptions }: AddOnSummaryProps) {
  const comparison = usePageText('planDetails').comparison;
  const text = formatPrice(price, priceOptions);
  if (addOnCount <= 1) return <small>{text}</small>;
  const isPriced = describePrice(price, priceOptions).kind === 'amounts';
  return (
    <>
      <small>{comparison.addOnCount(addOnCount)}</small>
      {isPriced && <small>{comparison.from(text)}</small>}
    </>
  );
}

/** Lets the style sheet select the columns of a narrow screen before the script has run. */
function getColumnClassName({ version, inPair, narrowOnly }: ComparisonColumn): string | undefined {
  const visibility = narrowOnly ? styles.extra : inPair && styles.paired;
  return classNames(visibility, version.current && styles.mine) || undefined;
}
